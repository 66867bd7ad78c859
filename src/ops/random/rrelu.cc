// SPDX-License-Identifier: Apache-2.0
//
// aclnnRReluWithNoise: leaky rectified linear units whose slopes are random in training.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "aclnnop/aclnn_rrelu_with_noise.h"
#include "kernels/elementwise/converted.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/elementwise.h"
#include "ops/common/entry.h"
#include "ops/random/draw.h"

namespace openaclnn {
namespace {

static_assert(kDrawn == kConvertedChunk);

struct Args {
  TensorView self;
  TensorView noise;
  TensorView out;
  RandomSequence sequence{};
  float lower = 0;
  float upper = 0;
  bool training = false;
};

Prepared Prepare(const Args& args) {
  constexpr size_t kCostOfElement = 32;
  Prepared state;
  state.cost = static_cast<size_t>(args.out.NumElements()) * kCostOfElement;
  return state;
}

// Slopes of a chunk: those that are drawn where self is 0 or less, else 1.
void DrawSlopes(const Args& args, int64_t begin, int64_t count, const float* self, float* slopes) {
  constexpr int kDigits = 24;
  DrawUniform(args.sequence, begin, kDigits, slopes);
  for (int64_t i = 0; i < count; ++i) {
    const float drawn = std::min(args.upper, std::fma(slopes[i], args.upper - args.lower, args.lower));
    slopes[i] = self[i] <= 0 ? drawn : 1;
  }
}

void Run(const Args& args, const Prepared& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const ConvertedReader self(args.self, DType::kFloat);
  const ConvertedWriter out(args.out, DType::kFloat);
  const ConvertedWriter noise(args.training ? args.noise : args.out, DType::kFloat);
  const float mean = (args.lower + args.upper) / 2;
  ForEachPiece(cpu, args.out.NumElements(), kDrawn, kDrawsOfTask, [&](int64_t begin, int64_t count) {
    ConvertedBuffer buffer;
    alignas(64) std::array<float, static_cast<size_t>(kDrawn)> slopes;
    alignas(64) std::array<float, static_cast<size_t>(kDrawn)> results;
    const auto* const numbers = reinterpret_cast<const float*>(self.Read(begin, count, buffer));
    if (args.training) {
      DrawSlopes(args, begin, count, numbers, slopes.data());
      noise.Write(begin, count, reinterpret_cast<const std::byte*>(slopes.data()));
    }
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      results[i] = numbers[i] * (args.training ? slopes[i] : numbers[i] <= 0 ? mean : 1);
    }
    out.Write(begin, count, reinterpret_cast<const std::byte*>(results.data()));
  });
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:rrelu", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kArguments{{{"self", Role::kInput, &Args::self},
                                                          {"noise", Role::kOutput, &Args::noise},
                                                          {"out", Role::kOutput, &Args::out, true}}};
constexpr std::array<TensorArgument<Args>, 3> kInPlaceArguments{{{"self", Role::kInput, &Args::self},
                                                                 {"noise", Role::kOutput, &Args::noise},
                                                                 {"self", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kRRelu{"aclnnRReluWithNoise", kArguments, kKernel};
constexpr Operator<Args> kInplaceRRelu{"aclnnInplaceRReluWithNoise", kInPlaceArguments, kKernel};

struct Slopes {
  const aclScalar* lower;
  const aclScalar* upper;
};

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const NamedTensor& self, const NamedTensor& noise,
            const Slopes& slopes, const NamedTensor& out, Args args) {
  ArgumentChecks check;
  check.NotNull(self)
      .NotNull(noise)
      .NotNull("lower", slopes.lower)
      .NotNull("upper", slopes.upper)
      .NotNull(out);
  check.DtypeIn(self, FloatDtypes()).SameDtype(noise, self).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(noise).ValidOutputView(out).SameShape(out, self);
  if (check.Failed()) {
    return check.Result();
  }
  check.Require(
      noise.name, "at least as many elements as self has",
      [&] { return NumElements(*noise.tensor) >= NumElements(*self.tensor); },
      [&] { return std::to_string(NumElements(*noise.tensor)); });
  args.lower = ValueOf(*slopes.lower).As<float>();
  args.upper = ValueOf(*slopes.upper).As<float>();
  check.Require(
      "upper", "finite bounds, lower not above upper",
      [&] { return args.lower <= args.upper && std::isfinite(args.upper - args.lower); },
      [&] { return std::to_string(args.lower) + " and " + std::to_string(args.upper); });
  return check.Failed() ? check.Result()
                        : call.Bind(op, args, {self.tensor, {noise.tensor, args.training}, out.tensor});
}

Args ArgsOf(bool training, int64_t seed, int64_t offset) {
  Args args;
  args.training = training;
  args.sequence = {static_cast<uint64_t>(seed), static_cast<uint64_t>(offset)};
  return args;
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRReluWithNoise,
               (const aclTensor* self, const aclTensor* noise, const aclScalar* lower, const aclScalar* upper,
                bool training, int64_t seed, int64_t offset, aclTensor* out),
               Bind(call, kRRelu, {"self", self}, {"noise", noise}, {lower, upper}, {"out", out},
                    ArgsOf(training, seed, offset)))

OPENACLNN_CALL(aclnnInplaceRReluWithNoise,
               (const aclTensor* self, const aclTensor* noise, const aclScalar* lower, const aclScalar* upper,
                bool training, int64_t seed, int64_t offset),
               Bind(call, kInplaceRRelu, {"self", self}, {"noise", noise}, {lower, upper}, {"self", self},
                    ArgsOf(training, seed, offset)))
