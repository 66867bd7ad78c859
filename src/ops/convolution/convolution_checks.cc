// SPDX-License-Identifier: Apache-2.0
#include "ops/convolution/convolution_checks.h"

#include <algorithm>
#include <string>

#include "ops/common/product_checks.h"

namespace openaclnn {
namespace {

std::string ValuesOf(const aclIntArray& array) {
  return ShapeText(array.values);
}

// One value for each spatial dim, each at least `lowest`.
void CheckValues(ArgumentChecks& check, const char* name, const aclIntArray& array, size_t spatial,
                 int64_t lowest) {
  constexpr int64_t kMost = int64_t{1} << 31;  // so that products with extents fit
  check.Require(
      name, "as many values as there are spatial dims", [&] { return array.values.size() == spatial; },
      [&] { return ValuesOf(array); });
  check.Require(
      name, lowest == 0 ? "values from 0 to 2^31" : "values from 1 to 2^31",
      [&] {
        return std::ranges::all_of(array.values,
                                   [&](int64_t value) { return value >= lowest && value <= kMost; });
      },
      [&] { return ValuesOf(array); });
}

// What is padded in front and behind of a dim: 2-D convolutions may say each.
struct Padding {
  int64_t front;
  int64_t behind;
};
Padding PaddingOf(const aclIntArray& array, size_t spatial, size_t dim) {
  if (array.values.size() == spatial) {
    return {array.values[dim], array.values[dim]};
  }
  return {array.values[2 * dim], array.values[2 * dim + 1]};
}

void CheckPadding(ArgumentChecks& check, const aclIntArray& padding, size_t spatial) {
  const bool each = spatial == 2 && padding.values.size() == 4;
  CheckValues(check, "padding", padding, each ? 4 : spatial, 0);
}

// The shape of the output; of tensors and attributes that were checked on their own.
Dims OutputShape(ArgumentChecks& check, const ConvolutionTensors& tensors, const ConvolutionGiven& given) {
  const auto& input = tensors.input.tensor->viewDims;
  const auto& weight = tensors.weight.tensor->viewDims;
  const size_t spatial = input.size() - 2;
  Dims shape{input[0], given.transposed ? weight[1] * given.groups : weight[0]};
  for (size_t d = 0; d < spatial; ++d) {
    const auto [front, behind] = PaddingOf(*given.padding, spatial, d);
    const int64_t stride = given.stride->values[d];
    const int64_t reach = given.dilation->values[d] * (weight[d + 2] - 1) + 1;
    if (given.transposed) {
      shape.push_back((input[d + 2] - 1) * stride - front - behind + reach + given.outputPadding->values[d]);
    } else {
      const int64_t room = input[d + 2] + front + behind - reach;
      shape.push_back(room < -stride ? -1 : room < 0 ? 0 : room / stride + 1);
    }
  }
  // Only of an input without elements is there nothing to compute.
  const bool empty = std::find(input.begin() + 2, input.end(), 0) != input.end();
  check.Require(
      tensors.input.name,
      empty ? "spatial extents that give an output of at least 0"
            : "spatial extents that give an output of at least 1",
      [&] {
        return std::all_of(shape.begin() + 2, shape.end(),
                           [&](int64_t dim) { return dim >= (empty ? 0 : 1); });
      },
      [&] { return ShapeText(input) + " for a weight of " + ShapeText(weight); });
  return shape;
}

void CheckChannels(ArgumentChecks& check, const ConvolutionTensors& tensors, const ConvolutionGiven& given) {
  const auto& input = tensors.input.tensor->viewDims;
  const auto& weight = tensors.weight.tensor->viewDims;
  constexpr int64_t kMost = int64_t{1} << 31;
  check.InRange("groups", given.groups, 1, kMost, "from 1 to 2^31");
  const auto text = [&] {
    return ShapeText(weight) + " for an input of " + ShapeText(input) + " in " +
           std::to_string(given.groups) + " groups";
  };
  check.Require(
      tensors.weight.name, "spatial extents from 1 to 2^31 behind the channels",
      [&] {
        return std::all_of(weight.begin() + 2, weight.end(),
                           [](int64_t dim) { return dim >= 1 && dim <= kMost; });
      },
      text);
  check.Require(
      tensors.input.name, "spatial extents up to 2^31",
      [&] { return std::all_of(input.begin() + 2, input.end(), [](int64_t dim) { return dim <= kMost; }); },
      [&] { return ShapeText(input); });
  check.Require(
      tensors.weight.name,
      given.transposed ? "[channels of the input, channels of the output / groups, ...]"
                       : "[channels of the output, channels of the input / groups, ...]",
      [&] {
        return given.transposed ? weight[0] == input[1] && weight[0] % given.groups == 0 && weight[1] <= kMost
                                : input[1] % given.groups == 0 && weight[1] == input[1] / given.groups &&
                                      weight[0] % given.groups == 0;
      },
      text);
}

}  // namespace

void CheckConvolutionArrays(ArgumentChecks& check, const ConvolutionGiven& given) {
  check.NotNull("stride", given.stride).NotNull("padding", given.padding).NotNull("dilation", given.dilation);
  check.NotNull("outputPadding", given.outputPadding);
}

std::optional<ConvolutionAttributes> CheckConvolutionGeometry(ArgumentChecks& check,
                                                              const ConvolutionTensors& tensors,
                                                              const ConvolutionGiven& given) {
  const size_t rank = tensors.input.tensor->viewDims.size();
  check.Require(
      tensors.input.name, "3, 4 or 5 dims", [&] { return rank >= 3 && rank <= 5; },
      [&] { return ShapeText(tensors.input.tensor->viewDims); });
  check.Rank(tensors.weight, rank).Rank(tensors.output, rank);
  if (check.Failed()) {
    return std::nullopt;
  }
  const size_t spatial = rank - 2;
  CheckValues(check, "stride", *given.stride, spatial, 1);
  CheckPadding(check, *given.padding, spatial);
  CheckValues(check, "dilation", *given.dilation, spatial, 1);
  if (given.transposed) {
    CheckValues(check, "outputPadding", *given.outputPadding, spatial, 0);
    check.Require(
        "outputPadding", "values below stride or dilation",
        [&] {
          for (size_t d = 0; d < spatial; ++d) {
            if (given.outputPadding->values[d] >=
                std::max(given.stride->values[d], given.dilation->values[d])) {
              return false;
            }
          }
          return true;
        },
        [&] { return ValuesOf(*given.outputPadding); });
  }
  CheckChannels(check, tensors, given);
  if (check.Failed()) {
    return std::nullopt;
  }
  check.Shape(tensors.output, OutputShape(check, tensors, given), "of the output");
  CheckCubeMathType(check, given.cubeMathType);
  ConvolutionAttributes attributes;
  attributes.groups = given.groups;
  attributes.transposed = given.transposed;
  for (size_t d = 0; d < spatial; ++d) {
    const size_t at = kMostSpatial - spatial + d;
    attributes.stride[at] = given.stride->values[d];
    attributes.padding[at] = PaddingOf(*given.padding, spatial, d).front;
    attributes.dilation[at] = given.dilation->values[d];
  }
  return attributes;
}

}  // namespace openaclnn
