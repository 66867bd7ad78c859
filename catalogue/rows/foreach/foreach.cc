// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "aclnnop/aclnn_amp_update_scale.h"
#include "aclnnop/aclnn_foreach_abs.h"
#include "aclnnop/aclnn_foreach_add_list_v2.h"
#include "aclnnop/aclnn_foreach_add_scalar_list.h"
#include "aclnnop/aclnn_foreach_add_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcdiv_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcmul_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_copy.h"
#include "aclnnop/aclnn_foreach_div_list.h"
#include "aclnnop/aclnn_foreach_div_scalar_list.h"
#include "aclnnop/aclnn_foreach_div_scalar_v2.h"
#include "aclnnop/aclnn_foreach_lerp_list.h"
#include "aclnnop/aclnn_foreach_lerp_scalar.h"
#include "aclnnop/aclnn_foreach_maximum_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_minimum_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_mul_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar.h"
#include "aclnnop/aclnn_foreach_mul_scalar_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_neg.h"
#include "aclnnop/aclnn_foreach_non_finite_check_and_unscale.h"
#include "aclnnop/aclnn_foreach_norm.h"
#include "aclnnop/aclnn_foreach_reciprocal.h"
#include "aclnnop/aclnn_foreach_sqrt.h"
#include "aclnnop/aclnn_foreach_sub_list_v2.h"
#include "aclnnop/aclnn_foreach_sub_scalar_list.h"
#include "aclnnop/aclnn_foreach_sub_scalar_v2.h"
#include "aclnnop/aclnn_foreach_zero_inplace.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::foreach::foreach {
namespace {

DTypes Computed() {
  return Joined(Floats(), {ACL_INT32});
}

/// And integers of 8 and 16 bits.
DTypes SmallComputed() {
  DTypes dtypes = Computed();
  dtypes.insert(dtypes.end(), {ACL_INT16, ACL_INT8, ACL_UINT8});
  return dtypes;
}

Argument List(std::string name, DTypes dtypes) {
  return {.name = std::move(name), .shapeText = "any, a list of them", .dtypes = std::move(dtypes)};
}

Argument InPlaceList(std::string name, DTypes dtypes) {
  Argument argument = List(std::move(name), std::move(dtypes));
  argument.role = Role::kInPlace;
  argument.meaning = "overwritten with the results";
  return argument;
}

/// Tensors of the shapes and types of another list's.
Argument ResultList(std::string name, const std::string& as, DTypes dtypes) {
  return {.name = std::move(name),
          .role = Role::kOutput,
          .meaning = "the results",
          .shapeText = "those of " + as,
          .dtypes = std::move(dtypes),
          .shape = SameShapeAs(as),
          .dtype = SameAs(as),
          .list = [as](const Arguments& known) { return known.tensors.at(as); }};
}

// Of copies and zeros.
Argument Convertible(Argument argument) {
  argument.others = {ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128};
  return argument;
}

/// A number for each tensor of a list.
Argument NumberList(const std::string& of) {
  return {.name = "scalars",
          .role = Role::kAttribute,
          .meaning = "a number for each tensor",
          .derive =
              [of](const Arguments& known) {
                std::vector<Scalar> numbers;
                for (const TensorSpec& tensor : known.tensors.at(of)) {
                  const bool floating = IsFloating(tensor.dtype);
                  numbers.push_back({floating ? ACL_DOUBLE : ACL_INT64,
                                     static_cast<double>(numbers.size() % 5) + (floating ? 0.5 : 1)});
                }
                return Value(std::move(numbers));
              },
          .derivation = "1, 2, 3, ... of a type that goes with the tensors"};
}

/// One number for all tensors, on the host, or an element or one for each in a tensor.
Argument NumberTensor(std::string name, const std::string& of, bool each) {
  return {.name = std::move(name),
          .shapeText = each ? "[tensors of the lists]" : "[1]",
          .dtypes = Computed(),
          .shape = [of, each](const Arguments& known) {
            return Shape{each ? static_cast<int64_t>(known.tensors.at(of).size()) : 1};
          }};
}

/// The same shapes for each input list.
Sample ListSample(std::string name, const Operator& row, const std::vector<Shape>& shapes, bool specials) {
  Sample sample{.name = std::move(name)};
  for (const Argument& argument : row.arguments) {
    const bool list = argument.type == CType::kTensorList;
    if (list && (argument.IsRead() || !row.arguments.front().IsRead())) {
      for (const Shape& shape : shapes) {
        sample.arguments.tensors[argument.name].push_back({shape, ACL_DT_UNDEFINED});
      }
    } else if (!list && argument.IsRead()) {
      sample.arguments.tensors[argument.name] = {{argument.shape(sample.arguments), ACL_DT_UNDEFINED}};
    }
    if (argument.IsRead()) {
      sample.data.push_back({.name = argument.name, .specials = specials});
    }
  }
  return sample;
}

Operator Foreach(Phases phases, std::string summary, std::string formula, std::vector<Argument> arguments) {
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = std::move(summary),
                               .formula = {std::move(formula)},
                               .arguments = std::move(arguments)});
  row.samples = {ListSample("mixed_shapes", row, {{3, 7, 310}, {}, {2, 1, 4}, {17011}, {40, 33}, {1}}, false),
                 ListSample("many_small", row, std::vector<Shape>(40, Shape{7, 5}), false),
                 ListSample("specials", row, {{2011}, {64}}, true)};
  std::string files;
  for (const Argument* input : row.Inputs()) {
    const bool list = input->type == CType::kTensorList;
    files += OptionName(input->name) + (list ? " a.npy,b.npy " : " s.npy ");
    if (list) {
      row.benchExample += OptionName(input->name) + " 4096x1024,4096 ";
    }
  }
  row.benchExample.pop_back();
  row.runExample = files + OutputOption(*row.Outputs().front()) + " result.npy";
  row.draw = [row](Choices& choices) {
    Arguments drawn;
    const std::string& first = row.arguments.front().name;
    const aclDataType dtype = choices.DType(row.LeadDTypes());
    std::vector<TensorSpec> tensors;
    for (size_t count = 1 + choices.Below(12); count > 0; --count) {
      tensors.push_back({choices.AnyShape(4), dtype});
    }
    drawn.tensors[first] = tensors;
    for (const Argument& argument : row.arguments) {
      if (argument.type == CType::kTensorList && argument.IsRead()) {
        drawn.tensors[argument.name] = tensors;
      } else if (argument.IsRead()) {
        drawn.tensors[argument.name] = {{argument.shape(drawn), UsualDType(argument, dtype)}};
      }
    }
    return drawn;
  };
  return row;
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
  Operator row = Foreach(TwoPhases<&aclnnForeachNormGetWorkspaceSize, &aclnnForeachNorm>("aclnnForeachNorm"),
                         "norms of the tensors of a list", "out[k] = (sum of |x[k]|^scalar)^(1/scalar)",
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
  return Foreach(
      TwoPhases<&aclnnForeachNonFiniteCheckAndUnscaleGetWorkspaceSize, &aclnnForeachNonFiniteCheckAndUnscale>(
          "aclnnForeachNonFiniteCheckAndUnscale"),
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
      Foreach(TwoPhases<&aclnnForeachAbsGetWorkspaceSize, &aclnnForeachAbs>("aclnnForeachAbs"),
              "absolute values", "out[k] = |x[k]|",
              {List("x", Computed()), ResultList("out", "x", Computed())}),
      Foreach(
          TwoPhases<&aclnnForeachAddListV2GetWorkspaceSize, &aclnnForeachAddListV2>("aclnnForeachAddListV2"),
          "sums of two lists", "out[k] = x1[k] + alpha * x2[k]",
          {List("x1", SmallComputed()), List("x2", SmallComputed()), NumberFor("alpha", "x1", 3),
           ResultList("out", "x1", SmallComputed())}),
      Foreach(
          TwoPhases<&aclnnForeachAddScalarV2GetWorkspaceSize, &aclnnForeachAddScalarV2>(
              "aclnnForeachAddScalarV2"),
          "sums of a list and a number", "out[k] = x[k] + scalar",
          {List("x", SmallComputed()), NumberFor("scalar", "x", 3), ResultList("out", "x", SmallComputed())}),
      Foreach(TwoPhases<&aclnnForeachAddScalarListGetWorkspaceSize, &aclnnForeachAddScalarList>(
                  "aclnnForeachAddScalarList"),
              "sums of a list and a number", "out[k] = x[k] + scalars[k]",
              {List("x", Computed()), NumberList("x"), ResultList("out", "x", Computed())}),
      Foreach(TwoPhases<&aclnnForeachAddcdivListGetWorkspaceSize, &aclnnForeachAddcdivList>(
                  "aclnnForeachAddcdivList"),
              "sums of a list and scaled quotients", "out[k] = x1[k] + scalars[k] * x2[k] / x3[k]",
              {List("x1", Floats()), List("x2", Floats()), List("x3", Floats()),
               NumberTensor("scalars", "x1", true), ResultList("out", "x1", Floats())}),
      Foreach(TwoPhases<&aclnnForeachAddcdivScalarListGetWorkspaceSize, &aclnnForeachAddcdivScalarList>(
                  "aclnnForeachAddcdivScalarList"),
              "sums of a list and scaled quotients", "out[k] = x1[k] + scalars[k] * x2[k] / x3[k]",
              {List("x1", Floats()), List("x2", Floats()), List("x3", Floats()), NumberList("x1"),
               ResultList("out", "x1", Floats())}),
      Foreach(TwoPhases<&aclnnForeachAddcdivScalarV2GetWorkspaceSize, &aclnnForeachAddcdivScalarV2>(
                  "aclnnForeachAddcdivScalarV2"),
              "sums of a list and scaled quotients", "out[k] = x1[k] + scalar * x2[k] / x3[k]",
              {List("x1", Floats()), List("x2", Floats()), List("x3", Floats()), NumberFor("scalar", "x1", 3),
               ResultList("out", "x1", Floats())}),
      Foreach(TwoPhases<&aclnnForeachAddcmulListGetWorkspaceSize, &aclnnForeachAddcmulList>(
                  "aclnnForeachAddcmulList"),
              "sums of a list and scaled products", "out[k] = x1[k] + scalars[k] * x2[k] * x3[k]",
              {List("x1", Computed()), List("x2", Computed()), List("x3", Computed()),
               NumberTensor("scalars", "x1", true), ResultList("out", "x1", Computed())}),
      Foreach(TwoPhases<&aclnnForeachAddcmulScalarListGetWorkspaceSize, &aclnnForeachAddcmulScalarList>(
                  "aclnnForeachAddcmulScalarList"),
              "sums of a list and scaled products", "out[k] = x1[k] + scalars[k] * x2[k] * x3[k]",
              {List("x1", Computed()), List("x2", Computed()), List("x3", Computed()), NumberList("x1"),
               ResultList("out", "x1", Computed())}),
      Foreach(TwoPhases<&aclnnForeachAddcmulScalarV2GetWorkspaceSize, &aclnnForeachAddcmulScalarV2>(
                  "aclnnForeachAddcmulScalarV2"),
              "sums of a list and scaled products", "out[k] = x1[k] + scalar * x2[k] * x3[k]",
              {List("x1", Computed()), List("x2", Computed()), List("x3", Computed()),
               NumberFor("scalar", "x1", 3), ResultList("out", "x1", Computed())}),
      Foreach(TwoPhases<&aclnnForeachCopyGetWorkspaceSize, &aclnnForeachCopy>("aclnnForeachCopy"),
              "copies of a list", "dst[k] = src[k]",
              {Convertible(List("src", Numbers())), Convertible(ResultList("dst", "src", Numbers()))}),
      Foreach(TwoPhases<&aclnnForeachDivListGetWorkspaceSize, &aclnnForeachDivList>("aclnnForeachDivList"),
              "quotients of two lists", "out[k] = x1[k] / x2[k]",
              {List("x1", Floats()), List("x2", Floats()), ResultList("out", "x1", Floats())}),
      Foreach(TwoPhases<&aclnnForeachDivScalarListGetWorkspaceSize, &aclnnForeachDivScalarList>(
                  "aclnnForeachDivScalarList"),
              "quotients of a list and a number", "out[k] = x[k] / scalars[k]",
              {List("x", Floats()), NumberList("x"), ResultList("out", "x", Floats())}),
      Foreach(TwoPhases<&aclnnForeachDivScalarV2GetWorkspaceSize, &aclnnForeachDivScalarV2>(
                  "aclnnForeachDivScalarV2"),
              "quotients of a list and a number", "out[k] = x[k] / scalar",
              {List("x", Floats()), NumberFor("scalar", "x", 3), ResultList("out", "x", Floats())}),
      Foreach(TwoPhases<&aclnnForeachLerpListGetWorkspaceSize, &aclnnForeachLerpList>("aclnnForeachLerpList"),
              "linear interpolation between two lists", "out[k] = x1[k] + weights[k] * (x2[k] - x1[k])",
              {List("x1", Floats()), List("x2", Floats()), List("weights", Floats()),
               ResultList("out", "x1", Floats())}),
      Foreach(TwoPhases<&aclnnForeachLerpScalarGetWorkspaceSize, &aclnnForeachLerpScalar>(
                  "aclnnForeachLerpScalar"),
              "linear interpolation between two lists", "out[k] = x1[k] + weight * (x2[k] - x1[k])",
              {List("x1", Floats()), List("x2", Floats()), NumberFor("weight", "x1", 0.25),
               ResultList("out", "x1", Floats())}),
      Foreach(TwoPhases<&aclnnForeachMaximumListGetWorkspaceSize, &aclnnForeachMaximumList>(
                  "aclnnForeachMaximumList"),
              "the larger elements of two lists", "out[k] = max(x1[k], x2[k])",
              {List("x1", Computed()), List("x2", Computed()), ResultList("out", "x1", Computed())}),
      Foreach(TwoPhases<&aclnnForeachMaximumScalarListGetWorkspaceSize, &aclnnForeachMaximumScalarList>(
                  "aclnnForeachMaximumScalarList"),
              "elements of a list, or a number where that is larger", "out[k] = max(x[k], scalars[k])",
              {List("x", Computed()), NumberList("x"), ResultList("out", "x", Computed())}),
      Foreach(TwoPhases<&aclnnForeachMaximumScalarV2GetWorkspaceSize, &aclnnForeachMaximumScalarV2>(
                  "aclnnForeachMaximumScalarV2"),
              "elements of a list, or a number where that is larger", "out[k] = max(x[k], scalar)",
              {List("x", Computed()), NumberFor("scalar", "x", 3), ResultList("out", "x", Computed())}),
      Foreach(TwoPhases<&aclnnForeachMinimumListGetWorkspaceSize, &aclnnForeachMinimumList>(
                  "aclnnForeachMinimumList"),
              "the smaller elements of two lists", "out[k] = min(x1[k], x2[k])",
              {List("x1", Computed()), List("x2", Computed()), ResultList("out", "x1", Computed())}),
      Foreach(TwoPhases<&aclnnForeachMinimumScalarListGetWorkspaceSize, &aclnnForeachMinimumScalarList>(
                  "aclnnForeachMinimumScalarList"),
              "elements of a list, or a number where that is smaller", "out[k] = min(x[k], scalars[k])",
              {List("x", Computed()), NumberList("x"), ResultList("out", "x", Computed())}),
      Foreach(TwoPhases<&aclnnForeachMinimumScalarV2GetWorkspaceSize, &aclnnForeachMinimumScalarV2>(
                  "aclnnForeachMinimumScalarV2"),
              "elements of a list, or a number where that is smaller", "out[k] = min(x[k], scalar)",
              {List("x", Computed()), NumberFor("scalar", "x", 3), ResultList("out", "x", Computed())}),
      Foreach(TwoPhases<&aclnnForeachMulListGetWorkspaceSize, &aclnnForeachMulList>("aclnnForeachMulList"),
              "products of two lists", "out[k] = x1[k] * x2[k]",
              {List("x1", SmallComputed()), List("x2", SmallComputed()),
               ResultList("out", "x1", SmallComputed())}),
      Foreach(
          TwoPhases<&aclnnForeachMulScalarGetWorkspaceSize, &aclnnForeachMulScalar>("aclnnForeachMulScalar"),
          "products of a list and a number", "out[k] = x[k] * scalar[0]",
          {List("x", Computed()), NumberTensor("scalar", "x", false), ResultList("out", "x", Computed())}),
      Foreach(TwoPhases<&aclnnForeachMulScalarListGetWorkspaceSize, &aclnnForeachMulScalarList>(
                  "aclnnForeachMulScalarList"),
              "products of a list and a number", "out[k] = x[k] * scalars[k]",
              {List("x", Computed()), NumberList("x"), ResultList("out", "x", Computed())}),
      Foreach(TwoPhases<&aclnnForeachMulScalarV2GetWorkspaceSize, &aclnnForeachMulScalarV2>(
                  "aclnnForeachMulScalarV2"),
              "products of a list and a number", "out[k] = x[k] * scalar",
              {List("x", Computed()), NumberFor("scalar", "x", 3), ResultList("out", "x", Computed())}),
      Foreach(TwoPhases<&aclnnForeachNegGetWorkspaceSize, &aclnnForeachNeg>("aclnnForeachNeg"),
              "negated lists", "out[k] = -x[k]",
              {List("x", SmallComputed()), ResultList("out", "x", SmallComputed())}),
      Norm(),
      Unscale(),
      UpdateScale(),
      Foreach(TwoPhases<&aclnnForeachReciprocalGetWorkspaceSize, &aclnnForeachReciprocal>(
                  "aclnnForeachReciprocal"),
              "reciprocals", "out[k] = 1 / x[k]", {List("x", Floats()), ResultList("out", "x", Floats())}),
      Foreach(TwoPhases<&aclnnForeachSqrtGetWorkspaceSize, &aclnnForeachSqrt>("aclnnForeachSqrt"),
              "square roots", "out[k] = sqrt(x[k])", {List("x", Floats()), ResultList("out", "x", Floats())}),
      Foreach(
          TwoPhases<&aclnnForeachSubListV2GetWorkspaceSize, &aclnnForeachSubListV2>("aclnnForeachSubListV2"),
          "differences of two lists", "out[k] = x1[k] - alpha * x2[k]",
          {List("x1", SmallComputed()), List("x2", SmallComputed()), NumberFor("alpha", "x1", 3),
           ResultList("out", "x1", SmallComputed())}),
      Foreach(TwoPhases<&aclnnForeachSubScalarListGetWorkspaceSize, &aclnnForeachSubScalarList>(
                  "aclnnForeachSubScalarList"),
              "differences of a list and a number", "out[k] = x[k] - scalars[k]",
              {List("x", Computed()), NumberList("x"), ResultList("out", "x", Computed())}),
      Foreach(TwoPhases<&aclnnForeachSubScalarV2GetWorkspaceSize, &aclnnForeachSubScalarV2>(
                  "aclnnForeachSubScalarV2"),
              "differences of a list and a number", "out[k] = x[k] - scalar",
              {List("x", Computed()), NumberFor("scalar", "x", 3), ResultList("out", "x", Computed())}),
      Foreach(TwoPhases<&aclnnForeachZeroInplaceGetWorkspaceSize, &aclnnForeachZeroInplace>(
                  "aclnnForeachZeroInplace"),
              "zeros", "x[k] = 0", {Convertible(InPlaceList("x", Numbers()))}),
  };
}

}  // namespace openaclnn::catalogue::foreach::foreach
