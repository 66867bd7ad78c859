// SPDX-License-Identifier: Apache-2.0
//
// Averages over windows of images, and normalization by neighbouring channels.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "aclnnop/aclnn_adaptive_avg_pool2d.h"
#include "aclnnop/aclnn_adaptive_avg_pool2d_backward.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_avgpool2d.h"
#include "aclnnop/aclnn_avgpool2d_backward.h"
#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_pow.h"
#include "aclnnop/aclnn_zero.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

constexpr int8_t kKeepDtype = 0;

// What a call of two dims asks for that is handed over as one of three: images [N, C, 1, H, W].
struct FlatPooling {
  bool possible = false;
  std::vector<int64_t> window;
  std::vector<int64_t> steps;
  std::vector<int64_t> pads;
  bool ceiling = false;
  bool countsPadding = true;
  int64_t divisor = 0;
};

std::vector<int64_t> WithoutDepth(const std::vector<int64_t>& dims) {
  return {dims[0], dims[1], dims[3], dims[4]};
}

FlatPooling ReadFlatPooling(Call& call, const std::vector<int64_t>& in, const std::vector<int64_t>& out) {
  const std::vector<int64_t> window = call.Integers("ksize");
  const std::vector<int64_t> steps = call.Integers("strides");
  const std::vector<int64_t> pads = call.Integers("pads");
  if (call.Text("data_format", "NCDHW") != "NCDHW" || in.size() != 5 || out.size() != 5 || in[2] != 1 ||
      out[2] != 1 || window.size() != 5 || window[2] != 1 || steps.size() != 5) {
    call.Fail("data_format, ksize: expected NCDHW, and images and windows of depth 1");
    return {};
  }
  if (pads.size() != 6 || pads[0] != 0 || pads[1] != 0 || pads[2] != pads[3] || pads[4] != pads[5]) {
    call.Fail("pads: expected as much above as below, and left as right");
    return {};
  }
  return {true,
          {window[3], window[4]},
          {steps[3], steps[4]},
          {pads[2], pads[4]},
          call.Flag("ceil_mode", false),
          call.Flag("count_include_pad", true),
          call.Integer("divisor_override", 0)};
}

void AveragePool3d(Call& call) {
  const std::vector<int64_t> in = call.InputDims(0);
  const std::vector<int64_t> out = call.OutputDims(0);
  const FlatPooling plan = ReadFlatPooling(call, in, out);
  if (plan.possible) {
    call.Do<OPENACLNN_PHASES(AvgPool2d)>(call.InputAs(0, WithoutDepth(in)), call.Array(plan.window),
                                         call.Array(plan.steps), call.Array(plan.pads), plan.ceiling,
                                         plan.countsPadding, plan.divisor, kKeepDtype,
                                         call.OutputAs(0, WithoutDepth(out)));
  }
}

// A tensor of which nothing but the shape counts.
aclTensor* ShapeOnly(Call& call, const std::vector<int64_t>& dims) {
  aclTensor* const tensor = call.Temporary(dims, call.OutputDtype(0));
  call.Do<OPENACLNN_PHASES(InplaceZero)>(tensor);
  return tensor;
}

// Inputs: orig_input_shape, grads.
void AveragePool3dGradient(Call& call) {
  const std::vector<int64_t> in = call.OutputDims(0);
  const std::vector<int64_t> out = call.InputDims(1);
  const FlatPooling plan = ReadFlatPooling(call, in, out);
  if (plan.possible) {
    call.Do<OPENACLNN_PHASES(AvgPool2dBackward)>(
        call.InputAs(1, WithoutDepth(out)), ShapeOnly(call, WithoutDepth(in)), call.Array(plan.window),
        call.Array(plan.steps), call.Array(plan.pads), plan.ceiling, plan.countsPadding, plan.divisor,
        kKeepDtype, call.OutputAs(0, WithoutDepth(in)));
  }
}

void AdaptiveAveragePool(Call& call) {
  const std::vector<int64_t> out = call.OutputDims(0);
  const auto last = out.end() - static_cast<ptrdiff_t>(std::min<size_t>(out.size(), 2));
  call.Do<OPENACLNN_PHASES(AdaptiveAvgPool2d)>(call.Input(0), call.Array({last, out.end()}), call.Output(0));
}

// Inputs: input_grad, orig_input_shape.
void AdaptiveAveragePoolGradient(Call& call) {
  call.Do<OPENACLNN_PHASES(AdaptiveAvgPool2dBackward)>(call.Input(0), ShapeOnly(call, call.OutputDims(0)),
                                                       call.Output(0));
}

struct LocalResponse {
  std::vector<int64_t> dims;
  int64_t radius;
  double bias;
  double alpha;
  double beta;
};

LocalResponse ReadLocalResponse(Call& call) {
  LocalResponse plan{call.InputDims(0), call.Integer("depth_radius", 5), call.Real("bias", 1),
                     call.Real("alpha", 1), call.Real("beta", 0.5)};
  if (call.Text("norm_region", "ACROSS_CHANNELS") != "ACROSS_CHANNELS" || plan.dims.size() != 4) {
    call.Fail("norm_region: expected ACROSS_CHANNELS, of four dims");
  }
  return plan;
}

// Of each channel and its neighbours, as far away as the radius.
aclTensor* SumOfNeighbors(Call& call, const LocalResponse& plan, aclTensor* tensor) {
  aclTensor* const sum = call.Temporary(plan.dims, ACL_FLOAT);
  call.Do<OPENACLNN_PHASES(InplaceZero)>(sum);
  const int64_t channels = plan.dims.size() == 4 ? plan.dims[1] : 0;
  const int64_t farthest = std::min(plan.radius, channels - 1);
  for (int64_t distance = -farthest; distance <= farthest; ++distance) {
    std::vector<int64_t> dims = plan.dims;
    dims[1] -= std::abs(distance);
    const std::vector<int64_t> to{0, std::max<int64_t>(-distance, 0), 0, 0};
    const std::vector<int64_t> from{0, std::max<int64_t>(distance, 0), 0, 0};
    call.Do<OPENACLNN_PHASES(InplaceAdd)>(call.View(sum, Window(LayoutOf(plan.dims), to, dims)),
                                          call.View(tensor, Window(LayoutOf(plan.dims), from, dims)),
                                          call.Scalar(1.0));
  }
  return sum;
}

// bias + alpha * sum of squares.
aclTensor* Scale(Call& call, const LocalResponse& plan, aclTensor* x) {
  aclTensor* const squares = call.Temporary(plan.dims, ACL_FLOAT);
  call.Do<OPENACLNN_PHASES(Mul)>(x, x, squares);
  aclTensor* const scale = SumOfNeighbors(call, plan, squares);
  call.Do<OPENACLNN_PHASES(InplaceMuls)>(scale, call.Scalar(plan.alpha));
  call.Do<OPENACLNN_PHASES(InplaceAdds)>(scale, call.Scalar(plan.bias), call.Scalar(1.0));
  return scale;
}

// x / scale^beta.
void LocalResponseNormalize(Call& call) {
  const LocalResponse plan = ReadLocalResponse(call);
  aclTensor* const scale = Scale(call, plan, call.Input(0));
  call.Do<OPENACLNN_PHASES(InplacePowTensorScalar)>(scale, call.Scalar(plan.beta));
  call.Do<OPENACLNN_PHASES(Div)>(call.Input(0), scale, call.Output(0));
}

// dy / scale^beta - 2 * alpha * beta * x * sum(dy * y / scale). Inputs: dy, x, y.
void LocalResponseGradient(Call& call) {
  const LocalResponse plan = ReadLocalResponse(call);
  aclTensor* const scale = Scale(call, plan, call.Input(1));
  aclTensor* const shares = call.Temporary(plan.dims, ACL_FLOAT);
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(0), call.Input(2), shares);
  call.Do<OPENACLNN_PHASES(InplaceDiv)>(shares, scale);
  aclTensor* const sum = SumOfNeighbors(call, plan, shares);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(sum, call.Input(1));
  call.Do<OPENACLNN_PHASES(InplacePowTensorScalar)>(scale, call.Scalar(plan.beta));
  call.Do<OPENACLNN_PHASES(Div)>(call.Input(0), scale, call.Output(0));
  call.Do<OPENACLNN_PHASES(InplaceAdd)>(call.Output(0), sum, call.Scalar(-2 * plan.alpha * plan.beta));
}

constexpr std::array kOperators{
    Operator{"AvgPool3D", AveragePool3d},
    Operator{"AvgPool3DGrad", AveragePool3dGradient},
    Operator{"CustAdaptiveAvgPool2D", AdaptiveAveragePool},
    Operator{"CustAdaptiveAvgPool2DGrad", AdaptiveAveragePoolGradient},
    Operator{"LRN", LocalResponseNormalize},
    Operator{"LRNGrad", LocalResponseGradient},
};

}  // namespace

std::span<const Operator> NeighborhoodOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
