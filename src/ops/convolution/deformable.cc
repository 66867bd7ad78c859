// SPDX-License-Identifier: Apache-2.0
//
// The checks and entry points of convolutions whose taps are moved by offsets.
#include "ops/convolution/deformable.h"

#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_convolution_backward.h"
#include "aclnnop/aclnn_deformable_conv2d.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn::deformable {
namespace {

constexpr std::array<const KernelEntry<Args>*, 1> kForwardKernels{&kForwardCpu};
constexpr std::array<const KernelEntry<Args>*, 1> kBackwardKernels{&kBackwardCpu};

constexpr std::array<TensorArgument<Args>, 6> kForwardArguments{{
    {"x", Role::kInput, &Args::input},
    {"weight", Role::kInput, &Args::weight},
    {"offset", Role::kInput, &Args::offset},
    {"biasOptional", Role::kInput, &Args::bias},
    {"out", Role::kOutput, &Args::output},
    {"deformOutOptional", Role::kOutput, &Args::samples},
}};
constexpr Operator<Args> kForward{"aclnnDeformableConv2d", kForwardArguments, kForwardKernels};

constexpr std::array<TensorArgument<Args>, 9> kBackwardArguments{{
    {"input", Role::kInput, &Args::input},
    {"gradOutput", Role::kInput, &Args::output},
    {"offsetOut", Role::kInput, &Args::samples},
    {"weight", Role::kInput, &Args::weight},
    {"offset", Role::kInput, &Args::offset},
    {"gradInput", Role::kOutput, &Args::gradInput},
    {"gradWeight", Role::kOutput, &Args::gradWeight},
    {"gradOffset", Role::kOutput, &Args::gradOffset},
    {"gradBias", Role::kOutput, &Args::gradBias},
}};
constexpr Operator<Args> kBackward{"aclnnDeformableConv2dBackward", kBackwardArguments, kBackwardKernels};

/// The attributes as they are given.
struct Given {
  const aclIntArray* kernelSize;
  const aclIntArray* stride;
  const aclIntArray* padding;
  const aclIntArray* dilation;
  int64_t groups;
  int64_t deformableGroups;
  bool modulated;
};

constexpr int64_t kMost = int64_t{1} << 31;  // so that products with extents fit

void CheckPointers(ArgumentChecks& check, const Given& given) {
  check.NotNull("kernelSize", given.kernelSize).NotNull("stride", given.stride);
  check.NotNull("padding", given.padding).NotNull("dilation", given.dilation);
}

void CheckValues(ArgumentChecks& check, const char* name, const aclIntArray& array, const char* expected,
                 size_t count, int64_t lowest) {
  check.Require(
      name, expected,
      [&] {
        return array.values.size() == count && std::ranges::all_of(array.values, [&](int64_t value) {
                 return value >= lowest && value <= kMost;
               });
      },
      [&] { return ShapeText(array.values); });
}

/// Of [samples, channels, rows, columns], where the first two are 1.
void CheckSteps(ArgumentChecks& check, const char* name, const aclIntArray& array) {
  CheckValues(check, name, array, "[1, 1, rows, columns], from 1 to 2^31", 4, 1);
  check.Require(
      name, "[1, 1, rows, columns]", [&] { return array.values[0] == 1 && array.values[1] == 1; },
      [&] { return ShapeText(array.values); });
}

/// Of tensors whose dims are not checked yet: that they go together, and with the attributes.
void CheckChannels(ArgumentChecks& check, const NamedTensor& input, const NamedTensor& weight,
                   const Given& given) {
  check.Rank(input, 4).Rank(weight, 4);
  if (check.Failed()) {
    return;
  }
  const auto& x = input.tensor->viewDims;
  const auto& w = weight.tensor->viewDims;
  check.InRange("groups", given.groups, 1, kMost, "from 1 to 2^31");
  check.InRange("deformableGroups", given.deformableGroups, 1, kMost, "from 1 to 2^31");
  check.Require(
      input.name, "[N, C, H, W] with channels in whole groups, and H and W up to 2^31",
      [&] {
        return x[1] > 0 && x[1] % given.groups == 0 && x[1] % given.deformableGroups == 0 && x[2] <= kMost &&
               x[3] <= kMost;
      },
      [&] {
        return ShapeText(x) + " in " + std::to_string(given.groups) + " groups and " +
               std::to_string(given.deformableGroups) + " of offsets";
      });
  check.Require(
      weight.name, "[channels of the output, channels of the input / groups, kernelSize]",
      [&] {
        return w[0] > 0 && w[0] % given.groups == 0 && w[1] == x[1] / given.groups &&
               std::equal(w.begin() + 2, w.end(), given.kernelSize->values.begin());
      },
      [&] {
        return ShapeText(w) + " for an input of " + ShapeText(x) + " in " + std::to_string(given.groups) +
               " groups, and kernelSize " + ShapeText(given.kernelSize->values);
      });
}

struct Tensors {
  NamedTensor input;
  NamedTensor weight;
  NamedTensor offset;
  NamedTensor output;
  NamedTensor samples;
};

/// Attributes and shapes, of tensors of which each is checked on its own.
void CheckGeometry(ArgumentChecks& check, const Tensors& tensors, const Given& given) {
  CheckValues(check, "kernelSize", *given.kernelSize, "[rows, columns], from 1 to 2^31", 2, 1);
  CheckSteps(check, "stride", *given.stride);
  CheckValues(check, "padding", *given.padding, "[top, bottom, left, right], from 0 to 2^31", 4, 0);
  CheckSteps(check, "dilation", *given.dilation);
  check.Require(
      "modulated", "true", [&] { return given.modulated; }, [] { return std::string("false"); });
  CheckChannels(check, tensors.input, tensors.weight, given);
  if (check.Failed()) {
    return;
  }
  const auto& x = tensors.input.tensor->viewDims;
  const auto& kernel = given.kernelSize->values;
  const bool empty = x[2] == 0 || x[3] == 0;
  Dims extents;
  for (size_t axis = 0; axis < 2; ++axis) {
    const int64_t room = x[axis + 2] + given.padding->values[2 * axis] + given.padding->values[2 * axis + 1] -
                         given.dilation->values[axis + 2] * (kernel[axis] - 1) - 1;
    extents.push_back(room < 0 ? 0 : room / given.stride->values[axis + 2] + 1);
  }
  check.Require(
      tensors.input.name, "spatial extents that give an output of at least 1",
      [&] { return empty || (extents[0] > 0 && extents[1] > 0); },
      [&] { return ShapeText(x) + " for a kernel of " + ShapeText(kernel); });
  const auto product = [](auto... factors) { return CheckedProduct(std::array{factors...}).value_or(-1); };
  check.Shape(
      tensors.offset,
      {x[0], product(int64_t{3}, given.deformableGroups, kernel[0], kernel[1]), extents[0], extents[1]},
      "[N, 3 * deformableGroups * kernel, rows and columns of the output]");
  check.Shape(tensors.output, {x[0], tensors.weight.tensor->viewDims[0], extents[0], extents[1]},
              "of the output");
  if (tensors.samples.tensor != nullptr) {
    check.Shape(tensors.samples, {x[0], x[1], product(extents[0], kernel[0]), product(extents[1], kernel[1])},
                "[N, C, rows of the output * kernel rows, columns likewise]");
  }
}

Args ArgsOf(const Given& given) {
  Args args;
  args.attributes.groups = given.groups;
  args.attributes.offsetGroups = given.deformableGroups;
  for (size_t axis = 0; axis < 2; ++axis) {
    args.attributes.stride[axis] = given.stride->values[axis + 2];
    args.attributes.padding[axis] = given.padding->values[2 * axis];
    args.attributes.dilation[axis] = given.dilation->values[axis + 2];
  }
  return args;
}

Status BindForward(PhaseOneCall& call, const openaclnn::Tensors<6>& tensors, const Given& given) {
  const auto [x, weight, offset, bias, out, samples] = Named(kForward, tensors);
  ArgumentChecks check;
  check.NotNull(x).NotNull(weight).NotNull(offset).LiveOrNull(bias);
  CheckPointers(check, given);
  check.NotNull(out).LiveOrNull(samples);
  check.DtypeIn(x, FloatDtypes()).ValidView(x);
  for (const NamedTensor* tensor : {&weight, &offset, &bias}) {
    if (!check.Failed() && tensor->tensor != nullptr) {
      check.SameDtype(*tensor, x).ValidView(*tensor);
    }
  }
  for (const NamedTensor* tensor : {&out, &samples}) {
    if (!check.Failed() && tensor->tensor != nullptr) {
      check.SameDtype(*tensor, x).ValidOutputView(*tensor);
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  CheckGeometry(check, {x, weight, offset, out, samples}, given);
  if (!check.Failed() && bias.tensor != nullptr) {
    check.Shape(bias, {weight.tensor->viewDims[0]}, "[channels of the output]");
  }
  return check.Failed() ? check.Result() : call.Bind(kForward, ArgsOf(given), TensorsOf(tensors));
}

Status BindBackward(PhaseOneCall& call, const openaclnn::Tensors<9>& tensors, const Given& given) {
  const auto [x, gradOutput, samples, weight, offset, gradInput, gradWeight, gradOffset, gradBias] =
      Named(kBackward, tensors);
  ArgumentChecks check;
  for (const NamedTensor* tensor : {&x, &gradOutput, &samples, &weight, &offset}) {
    check.NotNull(*tensor);
  }
  CheckPointers(check, given);
  for (const NamedTensor* tensor : {&gradInput, &gradWeight, &gradOffset, &gradBias}) {
    check.NotNull(*tensor);
  }
  check.DtypeIn(x, FloatDtypes()).ValidView(x);
  for (const NamedTensor* tensor : {&gradOutput, &samples, &weight, &offset}) {
    check.SameDtype(*tensor, x).ValidView(*tensor);
  }
  for (const NamedTensor* tensor : {&gradInput, &gradWeight, &gradOffset, &gradBias}) {
    check.SameDtype(*tensor, x).ValidOutputView(*tensor);
  }
  if (check.Failed()) {
    return check.Result();
  }
  CheckGeometry(check, {x, weight, offset, gradOutput, samples}, given);
  check.SameShape(gradInput, x).SameShape(gradWeight, weight).SameShape(gradOffset, offset);
  if (!check.Failed()) {
    check.Shape(gradBias, {weight.tensor->viewDims[0]}, "[channels of the output]");
  }
  return check.Failed() ? check.Result() : call.Bind(kBackward, ArgsOf(given), TensorsOf(tensors));
}

}  // namespace
}  // namespace openaclnn::deformable

OPENACLNN_CALL(aclnnDeformableConv2d,
               (const aclTensor* x, const aclTensor* weight, const aclTensor* offset,
                const aclTensor* biasOptional, const aclIntArray* kernelSize, const aclIntArray* stride,
                const aclIntArray* padding, const aclIntArray* dilation, int64_t groups,
                int64_t deformableGroups, bool modulated, aclTensor* out, aclTensor* deformOutOptional),
               deformable::BindForward(call, {x, weight, offset, biasOptional, out, deformOutOptional},
                                       {kernelSize, stride, padding, dilation, groups, deformableGroups,
                                        modulated}))

OPENACLNN_CALL(
    aclnnDeformableConv2dBackward,
    (const aclTensor* input, const aclTensor* gradOutput, const aclTensor* offsetOut, const aclTensor* weight,
     const aclTensor* offset, const aclIntArray* kernelSize, const aclIntArray* stride,
     const aclIntArray* padding, const aclIntArray* dilation, int64_t groups, int64_t deformableGroups,
     bool modulated, aclTensor* gradInput, aclTensor* gradWeight, aclTensor* gradOffset, aclTensor* gradBias),
    deformable::BindBackward(call,
                             {input, gradOutput, offsetOut, weight, offset, gradInput, gradWeight, gradOffset,
                              gradBias},
                             {kernelSize, stride, padding, dilation, groups, deformableGroups, modulated}))
