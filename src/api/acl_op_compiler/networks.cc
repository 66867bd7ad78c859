// SPDX-License-Identifier: Apache-2.0
//
// Layers of networks: convolutions, pooling, resizing, losses, and their gradients.
#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_avgpool2d.h"
#include "aclnnop/aclnn_avgpool2d_backward.h"
#include "aclnnop/aclnn_constant_pad_nd.h"
#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_convolution_backward.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_dropout_do_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask.h"
#include "aclnnop/aclnn_kl_div.h"
#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_softmax.h"
#include "aclnnop/aclnn_sub.h"
#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_2d.h"
#include "aclnnop/aclnn_upsample_nearest_2d_backward.h"
#include "aclnnop/aclnn_zero.h"
#include "api/acl_op_compiler/channels.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

constexpr int8_t kKeepDtype = 0;

// Planes of [N, C, H, W]: the extents of a window, of steps, or of padding, which stand last in lists of four.
std::vector<int64_t> PlaneOf(const std::vector<int64_t>& extents) {
  return extents.size() == 4 ? std::vector<int64_t>(extents.begin() + 2, extents.end()) : extents;
}

bool ExpectPlanes(Call& call, size_t input) {
  if (call.Text("data_format", "NCHW") != "NCHW" || call.InputDims(input).size() != 4) {
    call.Fail("data_format: expected NCHW with four dims");
    return false;
  }
  return true;
}

// What is added around planes.
struct Border {
  int64_t top = 0;
  int64_t bottom = 0;
  int64_t left = 0;
  int64_t right = 0;

  [[nodiscard]] bool IsEven() const { return top == bottom && left == right; }
  [[nodiscard]] std::vector<int64_t> Padded(std::vector<int64_t> dims) const {
    dims[2] += top + bottom;
    dims[3] += left + right;
    return dims;
  }
};

Border BorderOf(const std::vector<int64_t>& pads) {
  return pads.size() == 4 ? Border{pads[0], pads[1], pads[2], pads[3]} : Border{};
}

// Of "SAME": as many windows as steps fit, the odd element behind. Lists that are none of planes have no border:
// the operator refuses them.
Border SameBorder(const std::vector<int64_t>& dims, const std::vector<int64_t>& window,
                  const std::vector<int64_t>& steps) {
  if (dims.size() != 4 || window.size() != 2 || steps.size() != 2 || std::ranges::min(steps) <= 0) {
    return {};
  }
  const auto missing = [&](size_t axis) {
    const int64_t extent = dims[axis + 2];
    const int64_t count = (extent + steps[axis] - 1) / steps[axis];
    return std::max<int64_t>((count - 1) * steps[axis] + window[axis] - extent, 0);
  };
  const int64_t rows = missing(0);
  const int64_t columns = missing(1);
  return {rows / 2, rows - rows / 2, columns / 2, columns - columns / 2};
}

// The input with a border of one value; the input itself where the border is empty.
aclTensor* PaddedInput(Call& call, size_t input, const Border& border, double value) {
  if (border.top + border.bottom + border.left + border.right == 0) {
    return call.Input(input);
  }
  aclTensor* const padded = call.Temporary(border.Padded(call.InputDims(input)), call.InputDtype(input));
  call.Do<OPENACLNN_PHASES(ConstantPadNd)>(call.Input(input),
                                           call.Array({border.left, border.right, border.top, border.bottom}),
                                           call.Scalar(value), padded);
  return padded;
}

struct ConvolutionPlan {
  Border border;                 // what is added to the input before
  std::vector<int64_t> padding;  // what the operator adds
};

ConvolutionPlan PlanOf(const Call& call) {
  const Border border = BorderOf(call.Integers("pads"));
  return border.IsEven() ? ConvolutionPlan{{}, {border.top, border.left}} : ConvolutionPlan{border, {0, 0}};
}

void Convolve(Call& call) {
  if (!ExpectPlanes(call, 0)) {
    return;
  }
  const ConvolutionPlan plan = PlanOf(call);
  call.Do<OPENACLNN_PHASES(Convolution)>(
      PaddedInput(call, 0, plan.border, 0), call.Input(1), call.Input(2),
      call.Array(PlaneOf(call.Integers("strides"))), call.Array(plan.padding),
      call.Array(PlaneOf(call.Integers("dilations"))), false, call.Array({0, 0}), call.Integer("groups", 1),
      call.Output(0), kKeepDtype);
}

void ConvolveBackward(Call& call, const ConvolutionPlan& plan, aclTensor* gradient, aclTensor* input,
                      aclTensor* weight, aclTensor* inputGradient, aclTensor* weightGradient) {
  aclBoolArray* const outputs = call.Mask({inputGradient != nullptr, weightGradient != nullptr, false});
  call.Do<OPENACLNN_PHASES(ConvolutionBackward)>(
      gradient, input, weight, static_cast<aclIntArray*>(nullptr),
      call.Array(PlaneOf(call.Integers("strides"))), call.Array(plan.padding),
      call.Array(PlaneOf(call.Integers("dilations"))), false, call.Array({0, 0}),
      static_cast<int>(call.Integer("groups", 1)), outputs, kKeepDtype, inputGradient, weightGradient,
      static_cast<aclTensor*>(nullptr));
}

// The gradient of the input does not depend on the input: memory with its shape stands for it.
void ConvolveBackwardInput(Call& call) {
  if (!ExpectPlanes(call, 1)) {
    return;
  }
  const ConvolutionPlan plan = PlanOf(call);
  const std::vector<int64_t> dims = call.OutputDims(0);
  const std::vector<int64_t> padded = plan.border.Padded(dims);
  aclTensor* const input = call.Temporary(padded, call.InputDtype(2));
  call.Do<OPENACLNN_PHASES(InplaceZero)>(input);
  if (padded == dims) {
    ConvolveBackward(call, plan, call.Input(2), input, call.Input(1), call.Output(0), nullptr);
    return;
  }
  aclTensor* const gradient = call.Temporary(padded, call.OutputDtype(0));
  ConvolveBackward(call, plan, call.Input(2), input, call.Input(1), gradient, nullptr);
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(
      call.Output(0),
      call.View(gradient, Window(LayoutOf(padded), {0, 0, plan.border.top, plan.border.left}, dims)));
}

void ConvolveBackwardFilter(Call& call) {
  if (!ExpectPlanes(call, 0)) {
    return;
  }
  const ConvolutionPlan plan = PlanOf(call);
  aclTensor* const weight = call.Temporary(call.OutputDims(0), call.InputDtype(0));
  call.Do<OPENACLNN_PHASES(InplaceZero)>(weight);
  ConvolveBackward(call, plan, call.Input(2), PaddedInput(call, 0, plan.border, 0), weight, nullptr,
                   call.Output(0));
}

void AddBias(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  const std::vector<int64_t> bias = call.InputDims(1);
  if (bias.size() != 1) {
    call.Fail("bias: expected one dim");
    return;
  }
  call.Do<OPENACLNN_PHASES(Add)>(call.Input(0), call.InputAs(1, PerChannel(dims.size(), bias.front())),
                                 call.Scalar(1.0), call.Output(0));
}

void SumToBias(Call& call) {
  call.Do<OPENACLNN_PHASES(ReduceSum)>(call.Input(0), call.Array(AllButChannels(call.InputDims(0).size())),
                                       false, call.OutputDtype(0), call.Output(0));
}

struct PoolingPlan {
  std::vector<int64_t> window;
  std::vector<int64_t> steps;
  Border border;
};

PoolingPlan PoolingOf(const Call& call) {
  PoolingPlan plan{PlaneOf(call.Integers("ksize")), PlaneOf(call.Integers("strides")), {}};
  if (call.Text("padding", "VALID") == "SAME") {
    plan.border = SameBorder(call.InputDims(0), plan.window, plan.steps);
  }
  return plan;
}

constexpr double kLeast = -std::numeric_limits<double>::infinity();

// The greatest element of each window, from an input that has its border already; and where it was.
aclTensor* PoolWithPositions(Call& call, const PoolingPlan& plan, aclTensor* input, aclTensor* out,
                             const std::vector<int64_t>& dims) {
  aclTensor* const positions = call.Temporary(dims, ACL_INT32);
  call.Do<OPENACLNN_PHASES(MaxPool2dWithIndices)>(input, call.Array(plan.window), call.Array(plan.steps),
                                                  call.Array({0, 0}), call.Array({1, 1}), false, out,
                                                  positions);
  return positions;
}

void MaxPool(Call& call) {
  if (!ExpectPlanes(call, 0)) {
    return;
  }
  const PoolingPlan plan = PoolingOf(call);
  PoolWithPositions(call, plan, PaddedInput(call, 0, plan.border, kLeast), call.Output(0),
                    call.OutputDims(0));
}

void MaxPoolGradient(Call& call) {
  if (!ExpectPlanes(call, 0)) {
    return;
  }
  const PoolingPlan plan = PoolingOf(call);
  const std::vector<int64_t> pooled = call.InputDims(2);
  const std::vector<int64_t> dims = call.InputDims(0);
  const std::vector<int64_t> padded = plan.border.Padded(dims);
  aclTensor* const input = PaddedInput(call, 0, plan.border, kLeast);
  aclTensor* const positions =
      PoolWithPositions(call, plan, input, call.Temporary(pooled, call.InputDtype(2)), pooled);
  aclTensor* const gradient = padded == dims ? call.Output(0) : call.Temporary(padded, call.OutputDtype(0));
  call.Do<OPENACLNN_PHASES(MaxPool2dWithIndicesBackward)>(
      call.Input(2), input, positions, call.Array(plan.window), call.Array(plan.steps), call.Array({0, 0}),
      call.Array({1, 1}), false, gradient);
  if (padded != dims) {
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(
        call.Output(0),
        call.View(gradient, Window(LayoutOf(padded), {0, 0, plan.border.top, plan.border.left}, dims)));
  }
}

// What lies beyond the edge is no part of a window's mean.
void AveragePool(Call& call) {
  if (!ExpectPlanes(call, 0)) {
    return;
  }
  const PoolingPlan plan = PoolingOf(call);
  if (!plan.border.IsEven()) {
    call.Fail("padding: SAME with an odd border is not supported");
    return;
  }
  call.Do<OPENACLNN_PHASES(AvgPool2d)>(call.Input(0), call.Array(plan.window), call.Array(plan.steps),
                                       call.Array({plan.border.top, plan.border.left}), false, false,
                                       int64_t{0}, kKeepDtype, call.Output(0));
}

// Of rows: the loss of each, and the gradient of the logits.
void SoftmaxCrossEntropy(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  aclTensor* const products = call.Temporary(dims, call.InputDtype(0));
  call.Do<OPENACLNN_PHASES(LogSoftmax)>(call.Input(0), int64_t{-1}, products);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(products, call.Input(1));
  call.Do<OPENACLNN_PHASES(ReduceSum)>(products, call.Array({-1}), false, call.OutputDtype(0),
                                       call.OutputAs(0, {dims.empty() ? 1 : dims.front()}));
  call.Do<OPENACLNN_PHASES(InplaceMuls)>(call.Output(0), call.Scalar(-1.0));
  call.Do<OPENACLNN_PHASES(Softmax)>(call.Input(0), int64_t{-1}, call.Output(1));
  call.Do<OPENACLNN_PHASES(InplaceSub)>(call.Output(1), call.Input(1), call.Scalar(1.0));
}

void ResizeBilinear(Call& call) {
  const bool aligned = call.Flag("align_corners", false);
  if (!aligned && !call.Flag("half_pixel_centers", false)) {
    call.Fail("align_corners, half_pixel_centers: expected one of them");
    return;
  }
  call.Do<OPENACLNN_PHASES(UpsampleBilinear2d)>(call.Input(0), call.Array(call.HostIntegers(1)), aligned, 0.0,
                                                0.0, call.Output(0));
}

void ResizeNearest(Call& call) {
  if (call.Flag("align_corners", false) || call.Flag("half_pixel_centers", false)) {
    call.Fail("align_corners, half_pixel_centers: expected false");
    return;
  }
  call.Do<OPENACLNN_PHASES(UpsampleNearest2d)>(call.Input(0), call.Array(call.HostIntegers(1)),
                                               call.Output(0));
}

// The gradient of the means of windows.
void AveragePoolGradient(Call& call) {
  if (!ExpectPlanes(call, 1)) {
    return;
  }
  const std::vector<int64_t> window = PlaneOf(call.Integers("ksize"));
  const std::vector<int64_t> steps = PlaneOf(call.Integers("strides"));
  const std::vector<int64_t> dims = call.OutputDims(0);
  const bool same = call.Text("padding", "VALID") == "SAME";
  const Border border = same ? SameBorder(dims, window, steps) : Border{};
  if (!border.IsEven()) {
    call.Fail("padding: SAME with an odd border is not supported");
    return;
  }
  aclTensor* const input = call.Temporary(dims, call.OutputDtype(0));  // nothing but its shape counts
  call.Do<OPENACLNN_PHASES(InplaceZero)>(input);
  call.Do<OPENACLNN_PHASES(AvgPool2dBackward)>(call.Input(1), input, call.Array(window), call.Array(steps),
                                               call.Array({border.top, border.left}), false, false,
                                               int64_t{0}, kKeepDtype, call.Output(0));
}

void KlDivergence(Call& call) {
  constexpr std::array<std::string_view, 3> kReductions{"none", "mean", "sum"};
  const std::string reduction = call.Text("reduction", "mean");
  const bool batchMean = reduction == "batchmean";
  const auto found = std::ranges::find(kReductions, batchMean ? "sum" : std::string_view(reduction));
  if (found == kReductions.end()) {
    call.Fail("reduction: expected none, mean, sum or batchmean, got " + reduction);
    return;
  }
  call.Do<OPENACLNN_PHASES(KlDiv)>(call.Input(0), call.Input(1), int64_t{found - kReductions.begin()}, false,
                                   call.Output(0));
  if (batchMean) {
    const std::vector<int64_t> dims = call.InputDims(0);
    call.Do<OPENACLNN_PHASES(InplaceMuls)>(
        call.Output(0), call.Scalar(1.0 / static_cast<double>(dims.empty() ? 1 : dims.front())));
  }
}

void ResizeBilinearGradient(Call& call) {
  const bool aligned = call.Flag("align_corners", false);
  if (!aligned && !call.Flag("half_pixel_centers", false)) {
    call.Fail("align_corners, half_pixel_centers: expected one of them");
    return;
  }
  call.Do<OPENACLNN_PHASES(UpsampleBilinear2dBackward)>(call.Input(0), call.Array(PlaneOf(call.InputDims(0))),
                                                        call.Array(call.InputDims(1)), aligned, 0.0, 0.0,
                                                        call.Output(0));
}

void ResizeNearestGradient(Call& call) {
  if (call.Flag("align_corners", false) || call.Flag("half_pixel_centers", false)) {
    call.Fail("align_corners, half_pixel_centers: expected false");
    return;
  }
  call.Do<OPENACLNN_PHASES(UpsampleNearest2dBackward)>(call.Input(0), call.Array(PlaneOf(call.InputDims(0))),
                                                       call.Array(call.OutputDims(0)), 0.0, 0.0,
                                                       call.Output(0));
}

// The elements of blocks of planes, as channels are made of them: those of the block's first element first.
Layout BlocksOf(const std::vector<int64_t>& planes, int64_t block) {
  const Layout all = LayoutOf(planes);
  return {{planes[0], block, block, planes[1], planes[2] / block, planes[3] / block},
          {all.strides[0], all.strides[2], all.strides[3], all.strides[1], all.strides[2] * block,
           all.strides[3] * block},
          0,
          planes};
}

void SpaceToDepth(Call& call) {
  if (ExpectPlanes(call, 0)) {
    const Layout blocks = BlocksOf(call.InputDims(0), call.Integer("block_size", 2));
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.OutputAs(0, blocks.dims), call.View(call.Input(0), blocks));
  }
}

void DepthToSpace(Call& call) {
  const std::string mode = call.Text("mode", "DCR");
  if (mode != "DCR" && !mode.empty()) {
    call.Fail("mode: expected DCR, got " + mode);
  } else if (ExpectPlanes(call, 0)) {
    const Layout blocks = BlocksOf(call.OutputDims(0), call.Integer("block_size", 2));
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.View(call.Output(0), blocks), call.InputAs(0, blocks.dims));
  }
}

// A bit for each element, set with this probability. Clients give the same seeds to each call and expect other
// numbers: each call goes on where the one before ended.
void DrawDropMask(Call& call) {
  static std::atomic<int64_t> drawn = 0;
  const std::vector<int64_t> dims = call.HostIntegers(0);
  const int64_t count = std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies());
  call.Do<OPENACLNN_PHASES(DropoutGenMask)>(call.Array(dims), 1 - call.DeviceReal(1),
                                            (call.Integer("seed", 0) << 32) ^ call.Integer("seed2", 0),
                                            drawn.fetch_add((count + 3) / 4), call.Output(0));
}

// Inputs: x, mask, the probability that an element was kept.
void ApplyDropMask(Call& call) {
  call.Do<OPENACLNN_PHASES(DropoutDoMask)>(call.Input(0), call.Input(1), 1 - call.DeviceReal(2),
                                           call.Output(0));
}

constexpr std::array kOperators{
    Operator{"AvgPool", AveragePool},
    Operator{"AvgPoolGrad", AveragePoolGradient},
    Operator{"BiasAdd", AddBias},
    Operator{"BiasAddGrad", SumToBias},
    Operator{"Conv2D", Convolve},
    Operator{"Conv2DBackpropFilter", ConvolveBackwardFilter},
    Operator{"Conv2DBackpropInput", ConvolveBackwardInput},
    Operator{"DepthToSpace", DepthToSpace},
    Operator{"DropOutDoMask", ApplyDropMask},
    Operator{"DropOutGenMask", DrawDropMask},
    Operator{"KLDiv", KlDivergence},
    Operator{"MaxPool", MaxPool},
    Operator{"MaxPoolGrad", MaxPoolGradient},
    Operator{"ResizeBilinearV2", ResizeBilinear},
    Operator{"ResizeBilinearV2Grad", ResizeBilinearGradient},
    Operator{"ResizeNearestNeighborV2", ResizeNearest},
    Operator{"ResizeNearestNeighborV2Grad", ResizeNearestGradient},
    Operator{"SoftmaxCrossEntropyWithLogits", SoftmaxCrossEntropy},
    Operator{"SpaceToDepth", SpaceToDepth},
};

}  // namespace

std::span<const Operator> NetworkOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
