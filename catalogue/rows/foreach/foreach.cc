// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "aclnnop/aclnn_amp_update_scale.h"
#include "aclnnop/aclnn_foreach_abs.h"
#include "aclnnop/aclnn_foreach_add_list.h"
#include "aclnnop/aclnn_foreach_add_list_inplace.h"
#include "aclnnop/aclnn_foreach_add_list_v2.h"
#include "aclnnop/aclnn_foreach_add_scalar.h"
#include "aclnnop/aclnn_foreach_add_scalar_list.h"
#include "aclnnop/aclnn_foreach_add_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcdiv_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcmul_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_copy.h"
#include "aclnnop/aclnn_foreach_div_list.h"
#include "aclnnop/aclnn_foreach_div_list_inplace.h"
#include "aclnnop/aclnn_foreach_div_scalar.h"
#include "aclnnop/aclnn_foreach_div_scalar_list.h"
#include "aclnnop/aclnn_foreach_div_scalar_v2.h"
#include "aclnnop/aclnn_foreach_lerp_list.h"
#include "aclnnop/aclnn_foreach_lerp_scalar.h"
#include "aclnnop/aclnn_foreach_maximum_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_minimum_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_mul_list.h"
#include "aclnnop/aclnn_foreach_mul_list_inplace.h"
#include "aclnnop/aclnn_foreach_mul_scalar.h"
#include "aclnnop/aclnn_foreach_mul_scalar_inplace.h"
#include "aclnnop/aclnn_foreach_mul_scalar_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_neg.h"
#include "aclnnop/aclnn_foreach_non_finite_check_and_unscale.h"
#include "aclnnop/aclnn_foreach_norm.h"
#include "aclnnop/aclnn_foreach_reciprocal.h"
#include "aclnnop/aclnn_foreach_sqrt.h"
#include "aclnnop/aclnn_foreach_sub_list.h"
#include "aclnnop/aclnn_foreach_sub_list_inplace.h"
#include "aclnnop/aclnn_foreach_sub_list_v2.h"
#include "aclnnop/aclnn_foreach_sub_scalar.h"
#include "aclnnop/aclnn_foreach_sub_scalar_inplace.h"
#include "aclnnop/aclnn_foreach_sub_scalar_list.h"
#include "aclnnop/aclnn_foreach_sub_scalar_v2.h"
#include "aclnnop/aclnn_foreach_zero_inplace.h"
#include "catalogue/rows/foreach/lists.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::foreach::foreach {
namespace {

// Of copies and zeros.
Argument Convertible(Argument argument) {
  argument.others = {ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128};
  return argument;
}

Operator Norm() {
  Argument order = NumberFor("scalar", "x", 2);
  order.meaning = "the order: 0, 1, 2 or infinity";
  Argument result = ResultList("out", "x", Floats());
  result.shapeText = "[], one for each tensor";
  result.shape = [](const Arguments& /*known*/) { return Shape(); };
  result.list = [](const Arguments& known) {
    std::vector<TensorSpec> norms;
    for (const TensorSpec& tensor : known.tensors.at("x")) {
      norms.push_back({{}, tensor.dtype});
    }
    return norms;
  };
  Operator row =
      FOREACH_ROW(ForeachNorm, "norms of the tensors of a list", "out[k] = (sum of |x[k]|^scalar)^(1/scalar)",
                  {List("x", Floats()), std::move(order), std::move(result)});
  // Sums whose rounding errors show their order.
  row.samples.push_back(ListSample("spread", row, {{350147}, {3, 50021}}, false));
  row.samples.back().data.front().pattern = Pattern::kSpread;
  return row;
}

Operator Unscale() {
  Argument grads = List("scaledGrads", Floats());
  grads.role = Role::kInPlace;
  const auto one = [](const Arguments& /*known*/) { return Shape{1}; };
  Argument found = InPlace("foundInf", {ACL_FLOAT});
  found.meaning = "becomes 1 where a gradient is not finite";
  found.shapeText = "[1]";
  found.shape = one;
  Argument scale = Input("invScale", {ACL_FLOAT});
  scale.shapeText = "[1]";
  scale.shape = one;
  return FOREACH_ROW(ForeachNonFiniteCheckAndUnscale,
                     "gradients divided by the loss scale, and whether one of them is not finite",
                     "scaledGrads[k] = scaledGrads[k] * invScale; foundInf = 1 if one is not finite",
                     {std::move(grads), std::move(found), std::move(scale)});
}

Operator UpdateScale() {
  const auto number = [](std::string name, aclDataType dtype) {
    Argument argument = SingleInput(std::move(name), {dtype});
    argument.shape = [](const Arguments& /*known*/) { return Shape{1}; };
    argument.dtype = Always(dtype);
    return argument;
  };
  const auto updated = [](std::string name, aclDataType dtype) {
    Argument argument = OutputOfThatType(std::move(name), {dtype}, Always(dtype));
    argument.shapeText = "one element";
    argument.shape = [](const Arguments& /*known*/) { return Shape{1}; };
    return argument;
  };
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnAmpUpdateScaleGetWorkspaceSize, &aclnnAmpUpdateScale>("aclnnAmpUpdateScale"),
       .summary = "the loss scale of the next step",
       .formula = {"updatedScale = currentScale * (foundInf ? backoffFactor : growthTracker + 1 == "
                   "growthInterval ? growthFactor : 1)"},
       .arguments = {number("currentScale", ACL_FLOAT),
                     number("growthTracker", ACL_INT32),
                     number("foundInf", ACL_FLOAT),
                     Real("growthFactor", "after growthInterval steps", 2),
                     Real("backoffFactor", "after an infinity", 0.5),
                     {.name = "growthInterval",
                      .role = Role::kAttribute,
                      .meaning = "steps before the scale grows",
                      .defaultValue = int64_t{2000},
                      .lowest = 1},
                     updated("updatedScale", ACL_FLOAT),
                     updated("updatedGrowthTracker", ACL_INT32)}});
  const auto call = [](const Shape& shape) {
    Arguments arguments;
    arguments.tensors = {{"currentScale", {{shape, ACL_FLOAT}}},
                         {"growthTracker", {{shape, ACL_INT32}}},
                         {"foundInf", {{shape, ACL_FLOAT}}}};
    return arguments;
  };
  row.samples = {{.name = "one_dim", .arguments = call({1})},
                 {.name = "no_dim", .arguments = call({})},
                 {.name = "dims", .arguments = call({1, 1, 1})}};
  row.draw = [call](Choices& choices) { return call(Shape(choices.Below(3), 1)); };
  row.runExample =
      "--current-scale scale.npy --growth-tracker tracker.npy --found-inf found.npy --updated-scale "
      "scale2.npy --updated-growth-tracker tracker2.npy";
  row.benchExample = "--current-scale 1 --growth-tracker 1 --found-inf 1";
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      FOREACH_ROW(ForeachAbs, "absolute values", "out[k] = |x[k]|",
                  {List("x", Computed()), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachAddListV2, "sums of two lists", "out[k] = x1[k] + alpha * x2[k]",
                  {List("x1", SmallComputed()), List("x2", SmallComputed()), NumberFor("alpha", "x1", 3),
                   ResultList("out", "x1", SmallComputed())}),
      FOREACH_ROW(
          ForeachAddScalarV2, "sums of a list and a number", "out[k] = x[k] + scalar",
          {List("x", SmallComputed()), NumberFor("scalar", "x", 3), ResultList("out", "x", SmallComputed())}),
      FOREACH_ROW(ForeachAddScalarList, "sums of a list and a number", "out[k] = x[k] + scalars[k]",
                  {List("x", Computed()), NumberList("x"), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachAddcdivList, "sums of a list and scaled quotients",
                  "out[k] = x1[k] + scalars[k] * x2[k] / x3[k]",
                  {List("x1", Floats()), List("x2", Floats()), List("x3", Floats()),
                   NumberTensor("scalars", "x1", true), ResultList("out", "x1", Floats())}),
      FOREACH_ROW(ForeachAddcdivScalarList, "sums of a list and scaled quotients",
                  "out[k] = x1[k] + scalars[k] * x2[k] / x3[k]",
                  {List("x1", Floats()), List("x2", Floats()), List("x3", Floats()),
                   NumberTensor("scalars", "x1", true), ResultList("out", "x1", Floats())}),
      FOREACH_ROW(ForeachAddcdivScalarV2, "sums of a list and scaled quotients",
                  "out[k] = x1[k] + scalar * x2[k] / x3[k]",
                  {List("x1", Floats()), List("x2", Floats()), List("x3", Floats()),
                   NumberFor("scalar", "x1", 3), ResultList("out", "x1", Floats())}),
      FOREACH_ROW(ForeachAddcmulList, "sums of a list and scaled products",
                  "out[k] = x1[k] + scalars[k] * x2[k] * x3[k]",
                  {List("x1", Computed()), List("x2", Computed()), List("x3", Computed()),
                   NumberTensor("scalars", "x1", true), ResultList("out", "x1", Computed())}),
      FOREACH_ROW(ForeachAddcmulScalarList, "sums of a list and scaled products",
                  "out[k] = x1[k] + scalars[k] * x2[k] * x3[k]",
                  {List("x1", Computed()), List("x2", Computed()), List("x3", Computed()),
                   NumberTensor("scalars", "x1", true), ResultList("out", "x1", Computed())}),
      FOREACH_ROW(ForeachAddcmulScalarV2, "sums of a list and scaled products",
                  "out[k] = x1[k] + scalar * x2[k] * x3[k]",
                  {List("x1", Computed()), List("x2", Computed()), List("x3", Computed()),
                   NumberFor("scalar", "x1", 3), ResultList("out", "x1", Computed())}),
      FOREACH_ROW(ForeachCopy, "copies of a list", "dst[k] = src[k]",
                  {Convertible(List("src", Numbers())), Convertible(ResultList("dst", "src", Numbers()))}),
      FOREACH_ROW(ForeachDivList, "quotients of two lists", "out[k] = x1[k] / x2[k]",
                  {List("x1", Floats()), List("x2", Floats()), ResultList("out", "x1", Floats())}),
      FOREACH_ROW(ForeachDivScalarList, "quotients of a list and a number", "out[k] = x[k] / scalars[k]",
                  {List("x", Floats()), NumberList("x"), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachDivScalarV2, "quotients of a list and a number", "out[k] = x[k] / scalar",
                  {List("x", Floats()), NumberFor("scalar", "x", 3), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachLerpList, "linear interpolation between two lists",
                  "out[k] = x1[k] + weights[k] * (x2[k] - x1[k])",
                  {List("x1", Floats()), List("x2", Floats()), List("weights", Floats()),
                   ResultList("out", "x1", Floats())}),
      FOREACH_ROW(ForeachLerpScalar, "linear interpolation between two lists",
                  "out[k] = x1[k] + weight * (x2[k] - x1[k])",
                  {List("x1", Floats()), List("x2", Floats()), NumberFor("weight", "x1", 0.25),
                   ResultList("out", "x1", Floats())}),
      FOREACH_ROW(ForeachMaximumList, "the larger elements of two lists", "out[k] = max(x1[k], x2[k])",
                  {List("x1", Computed()), List("x2", Computed()), ResultList("out", "x1", Computed())}),
      FOREACH_ROW(ForeachMaximumScalarList, "elements of a list, or a number where that is larger",
                  "out[k] = max(x[k], scalars[k])",
                  {List("x", Computed()), NumberList("x"), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachMaximumScalarV2, "elements of a list, or a number where that is larger",
                  "out[k] = max(x[k], scalar)",
                  {List("x", Computed()), NumberFor("scalar", "x", 3), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachMinimumList, "the smaller elements of two lists", "out[k] = min(x1[k], x2[k])",
                  {List("x1", Computed()), List("x2", Computed()), ResultList("out", "x1", Computed())}),
      FOREACH_ROW(ForeachMinimumScalarList, "elements of a list, or a number where that is smaller",
                  "out[k] = min(x[k], scalars[k])",
                  {List("x", Computed()), NumberList("x"), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachMinimumScalarV2, "elements of a list, or a number where that is smaller",
                  "out[k] = min(x[k], scalar)",
                  {List("x", Computed()), NumberFor("scalar", "x", 3), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachMulList, "products of two lists", "out[k] = x1[k] * x2[k]",
                  {List("x1", SmallComputed()), List("x2", SmallComputed()),
                   ResultList("out", "x1", SmallComputed())}),
      FOREACH_ROW(
          ForeachMulScalar, "products of a list and a number", "out[k] = x[k] * scalar[0]",
          {List("x", Computed()), NumberTensor("scalar", "x", false), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachMulScalarList, "products of a list and a number", "out[k] = x[k] * scalars[k]",
                  {List("x", Computed()), NumberList("x"), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachMulScalarV2, "products of a list and a number", "out[k] = x[k] * scalar",
                  {List("x", Computed()), NumberFor("scalar", "x", 3), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachNeg, "negated lists", "out[k] = -x[k]",
                  {List("x", SmallComputed()), ResultList("out", "x", SmallComputed())}),
      Norm(),
      Unscale(),
      UpdateScale(),
      FOREACH_ROW(ForeachReciprocal, "reciprocals", "out[k] = 1 / x[k]",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachSqrt, "square roots", "out[k] = sqrt(x[k])",
                  {List("x", Floats()), ResultList("out", "x", Floats())}),
      FOREACH_ROW(ForeachSubListV2, "differences of two lists", "out[k] = x1[k] - alpha * x2[k]",
                  {List("x1", SmallComputed()), List("x2", SmallComputed()), NumberFor("alpha", "x1", 3),
                   ResultList("out", "x1", SmallComputed())}),
      FOREACH_ROW(ForeachSubScalarList, "differences of a list and a number", "out[k] = x[k] - scalars[k]",
                  {List("x", Computed()), NumberList("x"), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachSubScalarV2, "differences of a list and a number", "out[k] = x[k] - scalar",
                  {List("x", Computed()), NumberFor("scalar", "x", 3), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachAddList, "sums of two lists", "out[k] = x1[k] + alpha[0] * x2[k]",
                  {List("x1", SmallComputed()), List("x2", SmallComputed()),
                   NumberTensor("alpha", "x1", false), ResultList("out", "x1", SmallComputed())}),
      FOREACH_ROW(
          ForeachAddListInplace, "sums of two lists, in place", "x1[k] = x1[k] + alpha[0] * x2[k]",
          {InPlaceList("x1", Computed()), List("x2", Computed()), NumberTensor("alpha", "x1", false)}),
      FOREACH_ROW(ForeachAddScalar, "sums of a list and a number", "out[k] = x[k] + scalar[0]",
                  {List("x", SmallComputed()), NumberTensor("scalar", "x", false),
                   ResultList("out", "x", SmallComputed())}),
      FOREACH_ROW(ForeachSubList, "differences of two lists", "out[k] = x1[k] - alpha[0] * x2[k]",
                  {List("x1", SmallComputed()), List("x2", SmallComputed()),
                   NumberTensor("alpha", "x1", false), ResultList("out", "x1", SmallComputed())}),
      FOREACH_ROW(
          ForeachSubListInplace, "differences of two lists, in place", "x1[k] = x1[k] - alpha[0] * x2[k]",
          {InPlaceList("x1", Computed()), List("x2", Computed()), NumberTensor("alpha", "x1", false)}),
      FOREACH_ROW(
          ForeachSubScalar, "differences of a list and a number", "out[k] = x[k] - scalar[0]",
          {List("x", Computed()), NumberTensor("scalar", "x", false), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachAddcdivScalar, "sums of a list and scaled quotients",
                  "out[k] = x1[k] + scalar[0] * x2[k] / x3[k]",
                  {List("x1", Floats()), List("x2", Floats()), List("x3", Floats()),
                   NumberTensor("scalar", "x1", false), ResultList("out", "x1", Floats())}),
      FOREACH_ROW(ForeachAddcmulScalar, "sums of a list and scaled products",
                  "out[k] = x1[k] + scalar[0] * x2[k] * x3[k]",
                  {List("x1", Computed()), List("x2", Computed()), List("x3", Computed()),
                   NumberTensor("scalar", "x1", false), ResultList("out", "x1", Computed())}),
      FOREACH_ROW(ForeachDivListInplace, "quotients of two lists, in place", "x1[k] = x1[k] / x2[k]",
                  {InPlaceList("x1", Floats()), List("x2", Floats())}),
      FOREACH_ROW(
          ForeachDivScalar, "quotients of a list and a number", "out[k] = x[k] / scalar[0]",
          {List("x", Floats()), NumberTensor("scalar", "x", false), ResultList("out", "x", Floats())}),
      FOREACH_ROW(
          ForeachMaximumScalar, "elements of a list, or a number where that is larger",
          "out[k] = max(x[k], scalar[0])",
          {List("x", Computed()), NumberTensor("scalar", "x", false), ResultList("out", "x", Computed())}),
      FOREACH_ROW(
          ForeachMinimumScalar, "elements of a list, or a number where that is smaller",
          "out[k] = min(x[k], scalar[0])",
          {List("x", Computed()), NumberTensor("scalar", "x", false), ResultList("out", "x", Computed())}),
      FOREACH_ROW(ForeachMulListInplace, "products of two lists, in place", "x1[k] = x1[k] * x2[k]",
                  {InPlaceList("x1", Computed()), List("x2", Computed())}),
      FOREACH_ROW(ForeachMulScalarInplace, "products of a list and a number, in place",
                  "x[k] = x[k] * scalar[0]",
                  {InPlaceList("x", Computed()), NumberTensor("scalar", "x", false)}),
      FOREACH_ROW(ForeachSubScalarInplace, "differences of a list and a number, in place",
                  "x[k] = x[k] - scalar[0]",
                  {InPlaceList("x", Computed()), NumberTensor("scalar", "x", false)}),
      FOREACH_ROW(ForeachZeroInplace, "zeros", "x[k] = 0", {Convertible(InPlaceList("x", Numbers()))}),
  };
}

}  // namespace openaclnn::catalogue::foreach::foreach
