// SPDX-License-Identifier: Apache-2.0
//
// The checks and entry points of two-dimensional maximum pooling.
#include "ops/pooling/max_pool2d.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "executor/phases.h"
#include "ops/common/checks.h"

namespace openaclnn {
namespace {

constexpr std::array<TensorArgument<MaxPool2dArgs>, 3> kForwardArguments{{
    {"self", Role::kInput, &MaxPool2dArgs::self},
    {"out", Role::kOutput, &MaxPool2dArgs::out},
    {"indices", Role::kOutput, &MaxPool2dArgs::indices},
}};
constexpr std::array<const KernelEntry<MaxPool2dArgs>*, 1> kForwardKernels{&kMaxPool2dCpu};
constexpr Operator<MaxPool2dArgs> kForward{"aclnnMaxPool2dWithIndices", kForwardArguments, kForwardKernels};

constexpr std::array<TensorArgument<MaxPool2dBackwardArgs>, 4> kBackwardArguments{{
    {"gradOutput", Role::kInput, &MaxPool2dBackwardArgs::gradOutput},
    {"self", Role::kInput, &MaxPool2dBackwardArgs::self},
    {"indices", Role::kInput, &MaxPool2dBackwardArgs::indices},
    {"gradInput", Role::kOutput, &MaxPool2dBackwardArgs::gradInput},
}};
constexpr std::array<const KernelEntry<MaxPool2dBackwardArgs>*, 1> kBackwardKernels{&kMaxPool2dBackwardCpu};
constexpr Operator<MaxPool2dBackwardArgs> kBackward{"aclnnMaxPool2dWithIndicesBackward", kBackwardArguments,
                                                    kBackwardKernels};

constexpr std::array<DType, 1> kIndexDtypes{DType::kInt32};

struct Given {
  const aclIntArray* kernelSize;
  const aclIntArray* stride;
  const aclIntArray* padding;
  const aclIntArray* dilation;
  bool ceilMode;
};

void CheckArrays(ArgumentChecks& check, const Given& given) {
  check.NotNull("kernelSize", given.kernelSize).NotNull("stride", given.stride);
  check.NotNull("padding", given.padding).NotNull("dilation", given.dilation);
}

// One value for both dims, or one for each; none where `usual` stands in for it.
std::array<int64_t, 2> CheckPair(ArgumentChecks& check, const char* name, const aclIntArray& array,
                                 int64_t lowest, std::optional<std::array<int64_t, 2>> usual = std::nullopt) {
  constexpr int64_t kMost = int64_t{1} << 30;
  const auto& values = array.values;
  const auto text = [&] { return ShapeText(values); };
  check.Require(
      name, usual ? "0, 1 or 2 values" : "1 or 2 values",
      [&] { return values.size() <= 2 && (usual || !values.empty()); }, text);
  check.Require(
      name, lowest == 0 ? "values from 0 to 2^30" : "values from 1 to 2^30",
      [&] { return std::ranges::all_of(values, [&](int64_t v) { return v >= lowest && v <= kMost; }); },
      text);
  if (check.Failed() || values.empty()) {
    return usual.value_or(std::array<int64_t, 2>{1, 1});
  }
  return {values.front(), values.back()};
}

PoolWindow CheckWindow(ArgumentChecks& check, const Given& given) {
  PoolWindow window;
  window.kernel = CheckPair(check, "kernelSize", *given.kernelSize, 1);
  window.stride = CheckPair(check, "stride", *given.stride, 1, window.kernel);
  window.padding = CheckPair(check, "padding", *given.padding, 0);
  window.dilation = CheckPair(check, "dilation", *given.dilation, 1);
  check.Require(
      "padding", "at most half of kernelSize",
      [&] { return window.padding[0] <= window.kernel[0] / 2 && window.padding[1] <= window.kernel[1] / 2; },
      [&] { return ShapeText(given.padding->values) + " for " + ShapeText(given.kernelSize->values); });
  return window;
}

// Of a tensor [N, C, H, W] or [C, H, W].
Dims OutputShape(ArgumentChecks& check, const NamedTensor& self, const PoolWindow& window, bool ceilMode) {
  const auto& dims = self.tensor->viewDims;
  constexpr int64_t kMost = int64_t{1} << 31;
  check.Require(
      self.name, "3 or 4 dims, planes of 1 to 2^31 - 1 elements",
      [&] {
        const size_t rank = dims.size();
        return (rank == 3 || rank == 4) && dims[rank - 1] > 0 && dims[rank - 2] > 0 &&
               dims[rank - 1] < kMost && dims[rank - 2] < kMost && dims[rank - 1] * dims[rank - 2] < kMost;
      },
      [&] { return ShapeText(dims); });
  if (check.Failed()) {
    return {};
  }
  Dims shape(dims);
  for (size_t d = 0; d < 2; ++d) {
    const int64_t in = dims[dims.size() - 2 + d];
    const int64_t room = in + 2 * window.padding[d] - window.dilation[d] * (window.kernel[d] - 1) - 1;
    int64_t extent = room < 0 ? 0 : (room + (ceilMode ? window.stride[d] - 1 : 0)) / window.stride[d] + 1;
    if (ceilMode && extent > 0 && (extent - 1) * window.stride[d] >= in + window.padding[d]) {
      --extent;  // the last window would begin behind the input
    }
    shape[dims.size() - 2 + d] = extent;
  }
  check.Require(
      self.name, "planes of at least a window's size",
      [&] { return shape[dims.size() - 1] > 0 && shape[dims.size() - 2] > 0; },
      [&] { return ShapeText(dims); });
  return shape;
}

Status BindForward(PhaseOneCall& call, const NamedTensor& self, const Given& given, const NamedTensor& out,
                   const NamedTensor& indices) {
  ArgumentChecks check;
  check.NotNull(self);
  CheckArrays(check, given);
  check.NotNull(out).NotNull(indices);
  check.DtypeIn(self, FloatDtypes()).SameDtype(out, self).DtypeIn(indices, kIndexDtypes);
  check.ValidView(self).ValidOutputView(out).ValidOutputView(indices);
  if (check.Failed()) {
    return check.Result();
  }
  MaxPool2dArgs args;
  args.window = CheckWindow(check, given);
  const Dims shape = OutputShape(check, self, args.window, given.ceilMode);
  check.Shape(out, shape, "of the output").Shape(indices, shape, "of the output");
  return check.Failed() ? check.Result()
                        : call.Bind(kForward, args, {self.tensor, out.tensor, indices.tensor});
}

Status BindBackward(PhaseOneCall& call, const NamedTensor& gradOutput, const NamedTensor& self,
                    const NamedTensor& indices, const Given& given, const NamedTensor& gradInput) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull(indices);
  CheckArrays(check, given);
  check.NotNull(gradInput);
  check.DtypeIn(gradOutput, FloatDtypes()).SameDtype(self, gradOutput).DtypeIn(indices, kIndexDtypes);
  check.SameDtype(gradInput, gradOutput);
  check.ValidView(gradOutput).ValidView(self).ValidView(indices).ValidOutputView(gradInput);
  if (check.Failed()) {
    return check.Result();
  }
  const PoolWindow window = CheckWindow(check, given);
  const Dims shape = OutputShape(check, self, window, given.ceilMode);
  check.Shape(gradOutput, shape, "of the output").Shape(indices, shape, "of the output");
  check.SameShape(gradInput, self);
  return check.Failed() ? check.Result()
                        : call.Bind(kBackward, MaxPool2dBackwardArgs(),
                                    {gradOutput.tensor, self.tensor, indices.tensor, gradInput.tensor});
}

}  // namespace
}  // namespace openaclnn

aclnnStatus aclnnMaxPool2dWithIndicesGetWorkspaceSize(const aclTensor* self, const aclIntArray* kernelSize,
                                                      const aclIntArray* stride, const aclIntArray* padding,
                                                      const aclIntArray* dilation, bool ceilMode,
                                                      aclTensor* out, aclTensor* indices,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
    return BindForward(call, {"self", self}, {kernelSize, stride, padding, dilation, ceilMode}, {"out", out},
                       {"indices", indices});
  });
}

OPENACLNN_PHASE_TWO(aclnnMaxPool2dWithIndices)

aclnnStatus aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, bool ceilMode, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
    return BindBackward(call, {"gradOutput", gradOutput}, {"self", self}, {"indices", indices},
                        {kernelSize, stride, padding, dilation, ceilMode}, {"gradInput", gradInput});
  });
}

OPENACLNN_PHASE_TWO(aclnnMaxPool2dWithIndicesBackward)
