// SPDX-License-Identifier: Apache-2.0
//
// Normalization of rows and of channels, and its gradients.
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_batch_norm.h"
#include "aclnnop/aclnn_batch_norm_backward.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_clamp.h"
#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_gt_scalar.h"
#include "aclnnop/aclnn_layer_norm.h"
#include "aclnnop/aclnn_layer_norm_backward.h"
#include "aclnnop/aclnn_linalg_vector_norm.h"
#include "aclnnop/aclnn_logical_not.h"
#include "aclnnop/aclnn_masked_fill_scalar.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_reciprocal.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_rsqrt.h"
#include "aclnnop/aclnn_sqrt.h"
#include "aclnnop/aclnn_sub.h"
#include "aclnnop/aclnn_var_mean.h"
#include "api/acl_op_compiler/channels.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

constexpr double kLayerNormEpsilon = 1e-7;

// The reciprocal of the standard deviation is what aclnn knows; the older path gives the variance.
void LayerNormalize(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  const std::optional<size_t> first =
      call.Axis("begin_norm_axis", call.Integer("begin_norm_axis", -1), dims.size());
  if (!first) {
    return;
  }
  const std::vector<int64_t> normalized(dims.begin() + static_cast<ptrdiff_t>(*first), dims.end());
  std::vector<int64_t> axes(normalized.size());
  std::iota(axes.begin(), axes.end(), static_cast<int64_t>(*first));
  call.Do<OPENACLNN_PHASES(LayerNorm)>(call.Input(0), call.Array(normalized), call.Input(1), call.Input(2),
                                       call.Real("epsilon", kLayerNormEpsilon), call.Output(0),
                                       static_cast<aclTensor*>(nullptr), static_cast<aclTensor*>(nullptr));
  call.Do<OPENACLNN_PHASES(VarMean)>(call.Input(0), call.Array(axes), int64_t{0}, true, call.Output(2),
                                     call.Output(1));
}

// 1 / sqrt(variance + epsilon), of an input.
aclTensor* ReciprocalDeviation(Call& call, size_t input, double epsilon) {
  aclTensor* const deviation = call.Temporary(call.InputDims(input), call.InputDtype(input));
  call.Do<OPENACLNN_PHASES(Adds)>(call.Input(input), call.Scalar(epsilon), call.Scalar(1.0), deviation);
  call.Do<OPENACLNN_PHASES(InplaceRsqrt)>(deviation);
  return deviation;
}

void BatchNormInfer(Call& call) {
  const std::vector<int64_t> channels = call.InputDims(1);
  call.Do<OPENACLNN_PHASES(BatchNorm)>(call.Input(0), call.Input(1), call.Input(2), call.Input(3),
                                       call.Input(4), false, 0.1, call.Real("epsilon", 1e-5), call.Output(0),
                                       call.Temporary(channels, ACL_FLOAT),
                                       call.Temporary(channels, ACL_FLOAT));
}

// Sums of each channel and of its squares. What follows computes from the input itself.
void BatchNormSums(Call& call) {
  const std::vector<int64_t> axes = AllButChannels(call.InputDims(0).size());
  aclTensor* const squares = call.Temporary(call.InputDims(0), call.InputDtype(0));
  call.Do<OPENACLNN_PHASES(ReduceSum)>(call.Input(0), call.Array(axes), false, call.OutputDtype(0),
                                       call.Output(0));
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(0), call.Input(0), squares);
  call.Do<OPENACLNN_PHASES(ReduceSum)>(squares, call.Array(axes), false, call.OutputDtype(1), call.Output(1));
}

// Inputs: x, sum, square_sum, scale, offset, mean, variance. Outputs: y, mean, variance, batch_mean,
// batch_variance. Where x has further dims of one element, y may lack them.
void BatchNormUpdate(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  const std::vector<int64_t> axes = AllButChannels(dims.size());
  for (const size_t running : {size_t{1}, size_t{2}}) {
    call.Return(running + 4, running);
  }
  call.Do<OPENACLNN_PHASES(BatchNorm)>(call.Input(0), call.Input(3), call.Input(4), call.Output(1),
                                       call.Output(2), true, call.Real("factor", 0.1),
                                       call.Real("epsilon", 1e-5), call.OutputAs(0, dims), call.Output(3),
                                       call.Temporary(call.InputDims(3), ACL_FLOAT));
  call.Do<OPENACLNN_PHASES(VarMean)>(call.Input(0), call.Array(axes), int64_t{0}, false, call.Output(4),
                                     call.Output(3));
}

// Of dy, x, and what the batch's mean and variance are as inputs.
void BatchNormBackward(Call& call, aclTensor* weight, size_t mean, size_t variance, aclTensor* inputGradient,
                       aclTensor* weightGradient, aclTensor* biasGradient) {
  const double epsilon = call.Real("epsilon", 1e-4);
  aclBoolArray* const outputs =
      call.Mask({inputGradient != nullptr, weightGradient != nullptr, biasGradient != nullptr});
  call.Do<OPENACLNN_PHASES(BatchNormBackward)>(
      call.Input(0), call.Input(1), weight, static_cast<aclTensor*>(nullptr),
      static_cast<aclTensor*>(nullptr), call.Input(mean), ReciprocalDeviation(call, variance, epsilon), true,
      epsilon, outputs, inputGradient, weightGradient, biasGradient);
}

// Inputs: grads, x, batch_mean, batch_variance. Outputs: diff_scale, diff_offset.
void BatchNormUpdateGradient(Call& call) {
  BatchNormBackward(call, nullptr, 2, 3, nullptr, call.Output(0), call.Output(1));
}

// Inputs: grads, x, diff_scale, diff_offset, scale, batch_mean, batch_variance. Output: y, which may lack dims
// of one element.
void BatchNormReduceGradient(Call& call) {
  BatchNormBackward(call, call.Input(4), 5, 6, call.OutputAs(0, call.InputDims(1)), nullptr, nullptr);
}

// Along the axes that an attribute names, of the first input: sqrt(max(sum of squares, eps)), and its dims.
struct Norms {
  std::vector<int64_t> axes;
  std::vector<int64_t> dims;
  aclTensor* tensor;
};

std::optional<Norms> NormsAlong(Call& call, const char* attribute) {
  const std::vector<int64_t> axes = call.Integers(attribute);
  std::vector<int64_t> reduced = call.InputDims(0);
  for (const int64_t given : axes) {
    const std::optional<size_t> axis = call.Axis(attribute, given, reduced.size());
    if (!axis) {
      return std::nullopt;
    }
    reduced[*axis] = 1;
  }
  aclTensor* const squares = call.Temporary(call.InputDims(0), call.InputDtype(0));
  aclTensor* const sums = call.Temporary(reduced, call.InputDtype(0));
  aclTensor* const norms = call.Temporary(reduced, call.InputDtype(0));
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(0), call.Input(0), squares);
  call.Do<OPENACLNN_PHASES(ReduceSum)>(squares, call.Array(axes), true, call.InputDtype(0), sums);
  call.Do<OPENACLNN_PHASES(ClampMin)>(sums, call.Scalar(call.Real("eps", 1e-4)), norms);
  call.Do<OPENACLNN_PHASES(InplaceSqrt)>(norms);
  return Norms{axes, reduced, norms};
}

// x / norm.
void L2Normalize(Call& call) {
  if (const std::optional<Norms> norms = NormsAlong(call, "axis")) {
    call.Do<OPENACLNN_PHASES(Div)>(call.Input(0), norms->tensor, call.Output(0));
  }
}

// (dy - y * sum(y * dy)) / norm. Inputs: x, y, dy.
void L2NormalizeGradient(Call& call) {
  const std::optional<Norms> norms = NormsAlong(call, "dim");
  if (!norms) {
    return;
  }
  aclTensor* const products = call.Temporary(call.InputDims(0), call.InputDtype(0));
  aclTensor* const sums = call.Temporary(norms->dims, call.InputDtype(0));
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(1), call.Input(2), products);
  call.Do<OPENACLNN_PHASES(ReduceSum)>(products, call.Array(norms->axes), true, call.InputDtype(0), sums);
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(1), sums, products);
  call.Do<OPENACLNN_PHASES(Sub)>(call.Input(2), products, call.Scalar(1.0), call.Output(0));
  call.Do<OPENACLNN_PHASES(InplaceDiv)>(call.Output(0), norms->tensor);
}

// Inputs: dy, x, variance, mean, gamma. Outputs: those of x, gamma, beta.
void LayerNormGradient(Call& call) {
  const std::vector<int64_t> gamma = call.InputDims(4);
  aclBoolArray* const outputs = call.Mask({true, true, true});
  aclTensor* const deviation = ReciprocalDeviation(call, 2, call.Real("epsilon", kLayerNormEpsilon));
  call.Do<OPENACLNN_PHASES(LayerNormBackward)>(call.Input(0), call.Input(1), call.Array(gamma), call.Input(3),
                                               deviation, call.Input(4), static_cast<aclTensor*>(nullptr),
                                               outputs, call.Output(0), call.Output(1), call.Output(2));
}

// Inputs: grads, scale, batch_variance.
void BatchNormInferGradient(Call& call) {
  const std::vector<int64_t> channels = call.InputDims(1);
  aclTensor* const factor = ReciprocalDeviation(call, 2, call.Real("epsilon", 1e-4));
  call.Do<OPENACLNN_PHASES(InplaceMul)>(factor, call.Input(1));
  call.Do<OPENACLNN_PHASES(Mul)>(
      call.Input(0), call.View(factor, LayoutOf(PerChannel(call.InputDims(0).size(), channels.front()))),
      call.Output(0));
}

// What each slice along a dim has to be multiplied with, so that its norm is maxnorm at most.
void RenormFactors(Call& call) {
  constexpr double kNoZero = 1e-7;
  std::vector<int64_t> dims = call.InputDims(0);
  const std::optional<size_t> dim = call.Axis("dim", call.Integer("dim", -1), dims.size());
  if (!dim) {
    return;
  }
  std::vector<int64_t> axes;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (axis != *dim) {
      axes.push_back(static_cast<int64_t>(axis));
      dims[axis] = 1;
    }
  }
  const double bound = call.Real("maxnorm", 1);
  aclTensor* const factors = call.Temporary(dims, ACL_FLOAT);
  aclTensor* const above = call.Temporary(dims, ACL_BOOL);
  aclTensor* const within = call.Temporary(dims, ACL_BOOL);
  call.Do<OPENACLNN_PHASES(LinalgVectorNorm)>(call.Input(0), call.Scalar(call.Real("p", 2)), call.Array(axes),
                                              true, ACL_FLOAT, factors);
  call.Do<OPENACLNN_PHASES(GtScalar)>(factors, call.Scalar(bound), above);
  call.Do<OPENACLNN_PHASES(LogicalNot)>(above, within);
  call.Do<OPENACLNN_PHASES(InplaceAdds)>(factors, call.Scalar(kNoZero), call.Scalar(1.0));
  call.Do<OPENACLNN_PHASES(InplaceReciprocal)>(factors);
  call.Do<OPENACLNN_PHASES(InplaceMuls)>(factors, call.Scalar(bound));
  call.Do<OPENACLNN_PHASES(InplaceMaskedFillScalar)>(factors, within, call.Scalar(1.0));
  call.Do<OPENACLNN_PHASES(Cast)>(factors, call.OutputDtype(0), call.Output(0));
}

constexpr std::array kOperators{
    Operator{"BNInfer", BatchNormInfer},
    Operator{"BNInferGrad", BatchNormInferGradient},
    Operator{"BNTrainingReduce", BatchNormSums},
    Operator{"BNTrainingReduceGrad", BatchNormReduceGradient},
    Operator{"BNTrainingUpdate", BatchNormUpdate},
    Operator{"BNTrainingUpdateGrad", BatchNormUpdateGradient},
    Operator{"L2Normalize", L2Normalize},
    Operator{"L2NormalizeGrad", L2NormalizeGradient},
    Operator{"LayerNorm", LayerNormalize},
    Operator{"LayerNormGrad", LayerNormGradient},
    Operator{"Renorm", RenormFactors},
};

}  // namespace

std::span<const Operator> NormalizationOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
