// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_mse_loss_backward.h"
#include "ops/common/elementwise.h"
#include "ops/common/entry.h"
#include "ops/common/storage_checks.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/elementwise/elementwise-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindMseLossGradient, ElementwiseLoop(ElementwiseTypes types, bool divides));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace mse_loss_backward {

// The factor first: a mean's is small, and keeps large products in range.
struct Gradient {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T self, T target, T factor) {
    return factor * (self - target) * gradOutput;
  }
};

// Of half types, whose differences and products are mostly exact in float32, the mean over a count that is no
// power of two: divided last, so that exact ties between two of their numbers stay ties. The scale is a power
// of two that keeps the products in range.
struct MeanOfHalves {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T self, T target, T scale, T divisor) {
    return scale * (self - target) * gradOutput / divisor;
  }
};

}  // namespace mse_loss_backward

// The output's type may be another than the inputs': the result is rounded once.
ElementwiseLoop FindMseLossGradient(ElementwiseTypes types, bool divides) {
  ElementwiseLoop loop = nullptr;
  constexpr std::make_index_sequence<3> kTensors;
  VisitFormat(types.inputs, [&](auto in) {
    VisitFormat(types.result, [&](auto out) {
      using In = decltype(in);
      using Out = decltype(out);
      loop = divides ? LoopOf<mse_loss_backward::MeanOfHalves, 2, Out, In>(kTensors)
                     : LoopOf<mse_loss_backward::Gradient, 1, Out, In>(kTensors);
    });
  });
  return loop;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

using Args = ElementwiseArgs;

constexpr auto kArguments = TernaryArguments("gradOutput", "self", "target", "out");
constexpr Operator<Args> kOperator{"aclnnMseLossBackward", kArguments, kElementwiseKernels};

enum Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2 };

Status Check(const NamedTensor& gradOutput, const NamedTensor& self, const NamedTensor& target,
             int64_t reduction, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull(target).NotNull(out);
  const std::span<const DType> floats = FloatDtypes();
  check.SameDtype(gradOutput, self, floats).SameDtype(target, self, floats);
  check.DtypeIn(self, floats).DtypeIn(out, floats);
  check.InRange("reduction", reduction, kNone, kSum, "0 (none), 1 (mean) or 2 (sum)");
  CheckStoredViews(check, {gradOutput, self, target});
  CheckStoredOutputView(check, out);
  if (check.Failed()) {
    return check.Result();
  }
  const std::vector<int64_t>& dims = gradOutput.tensor->viewDims;
  if (self.tensor->viewDims == dims && target.tensor->viewDims == dims && out.tensor->viewDims == dims) {
    return check.Result();  // most calls broadcast nothing
  }
  const auto pair = BroadcastShape(dims, self.tensor->viewDims);
  check.Require(
      self.name, "a shape that broadcasts with gradOutput", [&] { return pair.has_value(); },
      [&] { return ShapeText(self.tensor->viewDims) + " against " + ShapeText(dims); });
  if (check.Failed()) {
    return check.Result();
  }
  const auto all = BroadcastShape(*pair, target.tensor->viewDims);
  check.Require(
      target.name, "a shape that broadcasts with gradOutput and self", [&] { return all.has_value(); },
      [&] { return ShapeText(target.tensor->viewDims) + " against " + ShapeText(*pair); });
  return check.Failed()
             ? check.Result()
             : check.Shape(out, *all, "of gradOutput, self and target broadcast together").Result();
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnMseLossBackward,
                (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
                 int64_t reduction, aclTensor* out),
                {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
                    Status status = Check({"gradOutput", gradOutput}, {"self", self}, {"target", target},
                                          reduction, {"out", out});
                    if (!status.IsOk()) {
                      return status;
                    }
                    // The mean is over self before broadcasting. An empty self has an empty out, where the
                    // factor does not matter.
                    const double count = reduction == kMean ? static_cast<double>(NumElements(*self)) : 1;
                    int exponent = 1;
                    const double digits = count == 1 ? 0.5 : std::frexp(count, &exponent);
                    const bool divides = self->dtype != DType::kFloat && digits != 0.5 && count > 0;
                    const auto arguments = [&] {
                      Args args;
                      args.scalars[0] = ScalarOf(divides ? std::ldexp(2.0, -exponent) : 2 / count);
                      args.scalars[1] = ScalarOf(digits);
                      args.types = {self->dtype, out->dtype};
                      args.loop = HWY_DYNAMIC_DISPATCH(FindMseLossGradient)(args.types, divides);
                      return args;
                    };
                    return call.Bind(kOperator, arguments, {gradOutput, self, target, out});
                  });
                })
#endif  // HWY_ONCE
