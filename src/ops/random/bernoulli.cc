// SPDX-License-Identifier: Apache-2.0
//
// Tensors of random zeros and ones: in place, and of the shape of another tensor, which is not read.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_bernoulli.h"
#include "executor/describe.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/elementwise.h"
#include "ops/common/entry.h"
#include "ops/random/fill.h"

namespace openaclnn {
namespace {

using Args = FillArgs;
using Argument = TensorArgument<Args>;

constexpr Argument kSelf{"self", Role::kInput, &Args::model};
constexpr Argument kProb{"prob", Role::kInput, &Args::prob};
constexpr std::array<Argument, 1> kSelfRef{{{"selfRef", Role::kOutput, &Args::out}}};
constexpr std::array<Argument, 2> kSelfRefAndProb{{{"selfRef", Role::kOutput, &Args::out, true}, kProb}};
constexpr std::array<Argument, 2> kSelfAndOut{{kSelf, {"out", Role::kOutput, &Args::out}}};
constexpr std::array<Argument, 3> kSelfProbAndOut{{kSelf, kProb, {"out", Role::kOutput, &Args::out, true}}};

constexpr Operator<Args> kInplaceBernoulli{"aclnnInplaceBernoulli", kSelfRef, kFillKernels};
constexpr Operator<Args> kInplaceBernoulliTensor{"aclnnInplaceBernoulliTensor", kSelfRefAndProb,
                                                 kFillKernels};
constexpr Operator<Args> kBernoulli{"aclnnBernoulli", kSelfAndOut, kFillKernels};
constexpr Operator<Args> kBernoulliTensor{"aclnnBernoulliTensor", kSelfProbAndOut, kFillKernels};

RandomSequence Sequence(int64_t seed, int64_t offset) {
  return {static_cast<uint64_t>(seed), static_cast<uint64_t>(offset)};
}

// What is filled: a tensor in place, or an output of the shape of another one.
struct Filled {
  NamedTensor shape;
  NamedTensor result;
  bool inPlace;

  void CheckViews(ArgumentChecks& check) const { check.ValidView(shape).ValidOutputView(result); }
};

Status BindNumber(PhaseOneCall& call, const Operator<Args>& op, const Filled& filled, const NamedScalar& prob,
                  const RandomSequence& sequence) {
  ArgumentChecks check;
  check.NotNull(filled.shape).NotNull(prob.name, prob.scalar).NotNull(filled.result);
  check.DtypeIn(filled.shape, kRealDtypes).DtypeIn(filled.result, kRealDtypes);
  check.Require(
      prob.name, "a real number from 0 to 1",
      [&] {
        const DTypeClass kind = ClassOf(prob.scalar->dtype);
        const auto number = ValueOf(*prob.scalar).As<double>();
        return kind != DTypeClass::kComplex && kind != DTypeClass::kOther && number >= 0 && number <= 1;
      },
      [&] {
        return std::to_string(ValueOf(*prob.scalar).As<double>()) + " of " + NameOf(prob.scalar->dtype);
      });
  filled.CheckViews(check);
  check.SameShape(filled.result, filled.shape);
  if (check.Failed()) {
    return check.Result();
  }
  Args args = FillOf(Distribution::kBernoulli, sequence);
  args.zeros = ZerosOf(ValueOf(*prob.scalar).As<double>());
  return filled.inPlace ? call.Bind(op, args, {filled.result.tensor})
                        : call.Bind(op, args, {{filled.shape.tensor, false}, filled.result.tensor});
}

Status BindTensor(PhaseOneCall& call, const Operator<Args>& op, const Filled& filled, const NamedTensor& prob,
                  const RandomSequence& sequence) {
  ArgumentChecks check;
  check.NotNull(filled.shape).NotNull(prob).NotNull(filled.result);
  check.DtypeIn(filled.shape, kRealDtypes).DtypeIn(prob, kFloatingDtypes).DtypeIn(filled.result, kRealDtypes);
  filled.CheckViews(check);
  check.ValidView(prob);
  if (check.Failed()) {
    return check.Result();
  }
  const std::vector<int64_t>& dims = filled.shape.tensor->viewDims;
  const auto shape = BroadcastShape(dims, prob.tensor->viewDims);
  check.Require(
      prob.name,
      filled.inPlace ? "a shape that broadcasts to selfRef's" : "a shape that broadcasts with self's",
      [&] { return shape.has_value() && (!filled.inPlace || std::ranges::equal(*shape, dims)); },
      [&] { return ShapeText(prob.tensor->viewDims) + " against " + ShapeText(dims); });
  if (!check.Failed()) {
    check.Shape(filled.result, *shape, "of self and prob broadcast together");
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args = FillOf(Distribution::kBernoulli, sequence);
  return filled.inPlace
             ? call.Bind(op, args, {filled.result.tensor, prob.tensor})
             : call.Bind(op, args, {{filled.shape.tensor, false}, prob.tensor, filled.result.tensor});
}

Filled InPlace(const aclTensor* selfRef) {
  return {{"selfRef", selfRef}, {"selfRef", selfRef}, true};
}
Filled OutOf(const aclTensor* self, const aclTensor* out) {
  return {{"self", self}, {"out", out}, false};
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnInplaceBernoulli,
               (aclTensor * selfRef, const aclScalar* prob, int64_t seed, int64_t offset),
               BindNumber(call, kInplaceBernoulli, InPlace(selfRef), {"prob", prob}, Sequence(seed, offset)))

OPENACLNN_CALL(aclnnInplaceBernoulliTensor,
               (aclTensor * selfRef, const aclTensor* prob, int64_t seed, int64_t offset),
               BindTensor(call, kInplaceBernoulliTensor, InPlace(selfRef), {"prob", prob},
                          Sequence(seed, offset)))

OPENACLNN_CALL(aclnnBernoulli,
               (const aclTensor* self, const aclScalar* prob, int64_t seed, int64_t offset, aclTensor* out),
               BindNumber(call, kBernoulli, OutOf(self, out), {"prob", prob}, Sequence(seed, offset)))

OPENACLNN_CALL(aclnnBernoulliTensor,
               (const aclTensor* self, const aclTensor* prob, int64_t seed, int64_t offset, aclTensor* out),
               BindTensor(call, kBernoulliTensor, OutOf(self, out), {"prob", prob}, Sequence(seed, offset)))
