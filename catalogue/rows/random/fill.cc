// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_normal.h"
#include "aclnnop/aclnn_normal_out.h"
#include "aclnnop/aclnn_random.h"
#include "aclnnop/aclnn_uniform.h"
#include "catalogue/rows/random/seeded.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::random::fill {
namespace {

Argument Filled(DTypes dtypes) {
  return InPlace("selfRef", std::move(dtypes));
}

/// Of a tensor whose dims may be more than 8.
Argument OfManyDims(Argument filled) {
  filled.mayMerge = true;
  return filled;
}

Argument Bound(std::string name, std::string meaning, int64_t defaultValue) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = defaultValue};
}

// Of any shape, which no input says.
Operator NormalFloatFloat() {
  Argument out = Output("out", FloatsAndDouble(), Always(ACL_FLOAT));
  out.shapeText = "any";
  out.shape = [](const Arguments& /*known*/) { return Shape{1024}; };
  Operator row = MakeOperator(
      {.phases =
           TwoPhases<&aclnnNormalFloatFloatGetWorkspaceSize, &aclnnNormalFloatFloat>("aclnnNormalFloatFloat"),
       .summary = "normally distributed numbers",
       .formula = {"out = mean + std * a standard normal number"},
       .arguments = {Real("mean", "the mean", 0), Real("std", "the standard deviation", 1), Seed(), Offset(),
                     std::move(out)}});
  const auto sample = [](const char* name, Shape shape) {
    Sample made{.name = name};
    made.arguments.tensors["out"] = {{std::move(shape)}};
    return made;
  };
  row.samples = {sample("one_element", {}), sample("odd", {3, 5, 1001}), sample("large", {128, 1025})};
  row.draw = [](Choices& choices) {
    Arguments drawn;
    drawn.tensors["out"] = {{choices.AnyShape(8), choices.DType(FloatsAndDouble())}};
    return drawn;
  };
  row.runExample = "-o result.npy";
  row.benchExample = "--mean 1";
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  const std::string normal = "mean + std * a standard normal number";
  const auto parameter = [](const char* name) { return Input(name, FloatsAndDouble()); };
  const Argument mean = Real("mean", "the mean", 0);
  const Argument std = Real("std", "the standard deviation", 1);
  const Argument seed = Seed();
  const Argument offset = Offset();
  const Argument seedTensor = Position("seedTensor");
  const Argument offsetTensor = Position("offsetTensor");
  const Argument out = Output("out", FloatsAndDouble());
  return {
      Pointwise(
          TwoPhases<&aclnnInplaceNormalGetWorkspaceSize, &aclnnInplaceNormal>("aclnnInplaceNormal"),
          "tensors filled with normally distributed numbers", {"selfRef = " + normal},
          {With(OfManyDims(Filled(Numbers())), {ACL_COMPLEX64, ACL_COMPLEX128}), mean, std, seed, offset}),
      Pointwise(TwoPhases<&aclnnInplaceUniformGetWorkspaceSize, &aclnnInplaceUniform>("aclnnInplaceUniform"),
                "tensors filled with uniformly distributed numbers", {"selfRef = a number of [from, to)"},
                {OfManyDims(Filled(Numbers())), Real("from", "the least number", 0),
                 Real("to", "the bound, which is never reached", 1), seed, offset}),
      Pointwise(TwoPhases<&aclnnInplaceRandomGetWorkspaceSize, &aclnnInplaceRandom>("aclnnInplaceRandom"),
                "tensors filled with random integers", {"selfRef = an integer of [from, to)"},
                {With(OfManyDims(Filled(Numbers())), {ACL_COMPLEX64, ACL_COMPLEX128}),
                 Bound("from", "the least integer", 0), Bound("to", "one more than the largest integer", 2),
                 seed, offset}),
      Pointwise(TwoPhases<&aclnnInplaceRandomWithoutFromToGetWorkspaceSize, &aclnnInplaceRandomWithoutFromTo>(
                    "aclnnInplaceRandomWithoutFromTo"),
                "tensors filled with random integers of all that a type has",
                {"selfRef = an integer from 0 to the largest"}, {Filled(Numbers()), seed, offset}),
      Pointwise(TwoPhases<&aclnnInplaceNormalTensorGetWorkspaceSize, &aclnnInplaceNormalTensor>(
                    "aclnnInplaceNormalTensor"),
                "tensors filled with normally distributed numbers, at a seed and an offset in device memory",
                {"selfRef = " + normal},
                {With(OfManyDims(Filled(Numbers())), {ACL_COMPLEX64, ACL_COMPLEX128}), mean, std, seedTensor,
                 offsetTensor, offset}),
      Pointwise(TwoPhases<&aclnnInplaceUniformTensorGetWorkspaceSize, &aclnnInplaceUniformTensor>(
                    "aclnnInplaceUniformTensor"),
                "tensors filled with uniformly distributed numbers, at a seed and an offset in device memory",
                {"selfRef = a number of [from, to)"},
                {OfManyDims(Filled(Numbers())), Real("from", "the least number", 0),
                 Real("to", "the bound, which is never reached", 1), seedTensor, offsetTensor, offset}),
      Pointwise(TwoPhases<&aclnnInplaceRandomTensorGetWorkspaceSize, &aclnnInplaceRandomTensor>(
                    "aclnnInplaceRandomTensor"),
                "tensors filled with random integers, at a seed and an offset in device memory",
                {"selfRef = an integer of [from, to)"},
                {With(OfManyDims(Filled(Numbers())), {ACL_COMPLEX64, ACL_COMPLEX128}),
                 Bound("from", "the least integer", 0), Bound("to", "one more than the largest integer", 2),
                 seedTensor, offsetTensor, offset}),
      Pointwise(TwoPhases<&aclnnInplaceRandomWithoutFromToTensorGetWorkspaceSize,
                          &aclnnInplaceRandomWithoutFromToTensor>("aclnnInplaceRandomWithoutFromToTensor"),
                "tensors filled with random integers of all that a type has, at a seed and an offset in "
                "device memory",
                {"selfRef = an integer from 0 to the largest"},
                {Filled(Numbers()), seedTensor, offsetTensor, offset}),
      Pointwise(TwoPhases<&aclnnNormalTensorFloatGetWorkspaceSize, &aclnnNormalTensorFloat>(
                    "aclnnNormalTensorFloat"),
                "normally distributed numbers of different means", {"out = " + normal},
                {parameter("mean"), std, seed, offset, out}),
      Pointwise(TwoPhases<&aclnnNormalFloatTensorGetWorkspaceSize, &aclnnNormalFloatTensor>(
                    "aclnnNormalFloatTensor"),
                "normally distributed numbers of different deviations", {"out = " + normal},
                {mean, parameter("std"), seed, offset, out}),
      Pointwise(TwoPhases<&aclnnNormalTensorTensorGetWorkspaceSize, &aclnnNormalTensorTensor>(
                    "aclnnNormalTensorTensor"),
                "normally distributed numbers of different means and deviations", {"out = " + normal},
                {parameter("mean"), parameter("std"), seed, offset, out}),
      NormalFloatFloat(),
  };
}

}  // namespace openaclnn::catalogue::random::fill
