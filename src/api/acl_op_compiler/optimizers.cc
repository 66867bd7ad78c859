// SPDX-License-Identifier: Apache-2.0
//
// Steps of optimizers. Parameters and what belongs to them change in place; rates and factors are tensors of
// one element in device memory.
#include <array>
#include <vector>

#include "aclnnop/aclnn_abs.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_addcdiv.h"
#include "aclnnop/aclnn_addcmul.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_lerp_tensor.h"
#include "aclnnop/aclnn_maximum.h"
#include "aclnnop/aclnn_minimum.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_neg.h"
#include "aclnnop/aclnn_pow_tensor_tensor.h"
#include "aclnnop/aclnn_rsub.h"
#include "aclnnop/aclnn_sqrt.h"
#include "aclnnop/aclnn_sub.h"
#include "aclnnop/aclnn_zero.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

// The client gets what changed in its outputs, too, where those have memory of their own.
void ReturnInputs(Call& call, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    call.Return(i, i);
  }
}

// A number in device memory.
aclTensor* Number(Call& call) {
  return call.Temporary({}, ACL_FLOAT);
}

// A number that the client gave, in device memory or on the host.
aclTensor* Number(Call& call, size_t input) {
  if (!call.IsOnHost(input)) {
    return call.InputAs(input, {});
  }
  aclTensor* const number = Number(call);
  call.Do<OPENACLNN_PHASES(InplaceFillScalar)>(number, call.Scalar(call.HostReal(input)));
  return number;
}

aclTensor* OneMinus(Call& call, size_t input) {
  aclTensor* const difference = Number(call);
  call.Do<OPENACLNN_PHASES(Rsubs)>(Number(call, input), call.Scalar(1.0), call.Scalar(1.0), difference);
  return difference;
}

// target += sign * factor * tensor, with a number as factor.
void AddProduct(Call& call, aclTensor* target, aclTensor* tensor, aclTensor* factor, double sign) {
  call.Do<OPENACLNN_PHASES(InplaceAddcmul)>(target, tensor, factor, call.Scalar(sign));
}

// Inputs: var, accum, lr, grad, momentum.
void ApplyMomentum(Call& call) {
  aclTensor* const var = call.Input(0);
  aclTensor* const accum = call.Input(1);
  aclTensor* const rate = Number(call, 2);
  aclTensor* const momentum = Number(call, 4);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(accum, momentum);
  call.Do<OPENACLNN_PHASES(InplaceAdd)>(accum, call.Input(3), call.Scalar(1.0));
  if (call.Flag("use_nesterov", false)) {
    aclTensor* const product = Number(call);
    call.Do<OPENACLNN_PHASES(Mul)>(momentum, rate, product);
    AddProduct(call, var, call.Input(3), rate, -1);
    AddProduct(call, var, accum, product, -1);
  } else {
    AddProduct(call, var, accum, rate, -1);
  }
  ReturnInputs(call, 2);
}

// The divisor of Adam and its kind: sqrt(v) + epsilon.
aclTensor* RootPlus(Call& call, size_t squares, aclTensor* epsilon) {
  aclTensor* const root = call.Temporary(call.InputDims(squares), call.InputDtype(squares));
  call.Do<OPENACLNN_PHASES(Sqrt)>(call.Input(squares), root);
  call.Do<OPENACLNN_PHASES(InplaceAdd)>(root, epsilon, call.Scalar(1.0));
  return root;
}

// squares = keep * squares + (1 - keep) * gradient^2.
void FoldSquares(Call& call, size_t squares, size_t gradient, aclTensor* keep, aclTensor* rest) {
  aclTensor* const scaled = call.Temporary(call.InputDims(gradient), call.InputDtype(squares));
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(gradient), rest, scaled);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(call.Input(squares), keep);
  call.Do<OPENACLNN_PHASES(InplaceAddcmul)>(call.Input(squares), scaled, call.Input(gradient),
                                            call.Scalar(1.0));
}

// rate * sqrt(1 - power2) / (1 - power1).
aclTensor* AdamRate(Call& call, size_t rate, size_t power1, size_t power2) {
  aclTensor* const corrected = OneMinus(call, power2);
  call.Do<OPENACLNN_PHASES(InplaceSqrt)>(corrected);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(corrected, Number(call, rate));
  call.Do<OPENACLNN_PHASES(InplaceDiv)>(corrected, OneMinus(call, power1));
  return corrected;
}

// Inputs: var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad.
void ApplyAdam(Call& call) {
  aclTensor* const rest1 = OneMinus(call, 6);
  aclTensor* const rest2 = OneMinus(call, 7);
  call.Do<OPENACLNN_PHASES(InplaceLerp)>(call.Input(1), call.Input(9), rest1);
  FoldSquares(call, 2, 9, Number(call, 7), rest2);
  aclTensor* const rate = AdamRate(call, 5, 3, 4);
  aclTensor* const step = call.Temporary(call.InputDims(1), call.InputDtype(1));
  if (call.Flag("use_nesterov", false)) {
    call.Do<OPENACLNN_PHASES(Mul)>(call.Input(1), Number(call, 6), step);
    AddProduct(call, step, call.Input(9), rest1, 1);
    call.Do<OPENACLNN_PHASES(InplaceMul)>(step, rate);
  } else {
    call.Do<OPENACLNN_PHASES(Mul)>(call.Input(1), rate, step);
  }
  call.Do<OPENACLNN_PHASES(InplaceAddcdiv)>(call.Input(0), step, RootPlus(call, 2, Number(call, 8)),
                                            call.Scalar(-1.0));
  ReturnInputs(call, 3);
}

// Inputs: parameters, gradient, learning_rate, accum, momentum, stat, which is 1 before the first step.
void ApplySgd(Call& call) {
  aclTensor* const parameters = call.Input(0);
  aclTensor* const gradient = call.Temporary(call.InputDims(1), call.InputDtype(1));
  aclTensor* const accum = call.Input(3);
  aclTensor* const stat = call.Input(5);
  aclTensor* const rate = Number(call, 2);
  aclTensor* const momentum = Number(call, 4);
  call.Do<OPENACLNN_PHASES(Add)>(call.Input(1), parameters, call.Scalar(call.Real("weight_decay", 0)),
                                 gradient);
  // accum = momentum * accum + (1 - dampening) * gradient; the first time accum = gradient: what stat adds.
  const double dampening = call.Real("dampening", 0);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(accum, momentum);
  call.Do<OPENACLNN_PHASES(InplaceAdd)>(accum, gradient, call.Scalar(1 - dampening));
  call.Do<OPENACLNN_PHASES(InplaceAddcmul)>(accum, gradient, stat, call.Scalar(dampening));
  call.Do<OPENACLNN_PHASES(InplaceZero)>(stat);
  if (call.Flag("nesterov", false)) {
    AddProduct(call, gradient, accum, momentum, 1);
    AddProduct(call, parameters, gradient, rate, -1);
  } else {
    AddProduct(call, parameters, accum, rate, -1);
  }
  ReturnInputs(call, 1);
}

// Where the inputs of a step of RMSprop are; the first is var.
struct RmsPropInputs {
  size_t moment;
  size_t rate;
  size_t momentum;
  size_t gradient;
};

// mom = momentum * mom + lr * grad / sqrt(squares), which become their roots, and var -= mom.
void StepByRoots(Call& call, const RmsPropInputs& at, aclTensor* squares) {
  aclTensor* const step = call.Temporary(call.InputDims(at.gradient), call.InputDtype(at.gradient));
  aclTensor* const moment = call.Input(at.moment);
  call.Do<OPENACLNN_PHASES(InplaceSqrt)>(squares);
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(at.gradient), Number(call, at.rate), step);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(moment, Number(call, at.momentum));
  call.Do<OPENACLNN_PHASES(InplaceAddcdiv)>(moment, step, squares, call.Scalar(1.0));
  call.Do<OPENACLNN_PHASES(InplaceSub)>(call.Input(0), moment, call.Scalar(1.0));
}

// Inputs: var, ms, mom, lr, rho, momentum, epsilon, grad.
void ApplyRmsProp(Call& call) {
  FoldSquares(call, 1, 7, Number(call, 4), OneMinus(call, 4));
  // ms + epsilon
  aclTensor* const squares = call.Temporary(call.InputDims(1), call.InputDtype(1));
  call.Do<OPENACLNN_PHASES(Add)>(call.Input(1), Number(call, 6), call.Scalar(1.0), squares);
  StepByRoots(call, {.moment = 2, .rate = 3, .momentum = 5, .gradient = 7}, squares);
  ReturnInputs(call, 3);
}

// Inputs: var, accum, lr, grad.
void ApplyAdagrad(Call& call) {
  if (call.Flag("update_slots", true)) {
    call.Do<OPENACLNN_PHASES(InplaceAddcmul)>(call.Input(1), call.Input(3), call.Input(3), call.Scalar(1.0));
  }
  aclTensor* const root = call.Temporary(call.InputDims(1), call.InputDtype(1));
  aclTensor* const step = call.Temporary(call.InputDims(3), call.InputDtype(3));
  call.Do<OPENACLNN_PHASES(Sqrt)>(call.Input(1), root);
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(3), Number(call, 2), step);
  call.Do<OPENACLNN_PHASES(InplaceAddcdiv)>(call.Input(0), step, root, call.Scalar(-1.0));
  ReturnInputs(call, 2);
}

// Inputs: var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad.
void ApplyAdamWithAmsgrad(Call& call) {
  call.Do<OPENACLNN_PHASES(InplaceLerp)>(call.Input(1), call.Input(10), OneMinus(call, 7));
  FoldSquares(call, 2, 10, Number(call, 8), OneMinus(call, 8));
  aclTensor* const greatest = call.Temporary(call.InputDims(3), call.InputDtype(3));
  call.Do<OPENACLNN_PHASES(Maximum)>(call.Input(3), call.Input(2), greatest);
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Input(3), greatest);
  aclTensor* const step = call.Temporary(call.InputDims(1), call.InputDtype(1));
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(1), AdamRate(call, 6, 4, 5), step);
  call.Do<OPENACLNN_PHASES(InplaceAddcdiv)>(call.Input(0), step, RootPlus(call, 3, Number(call, 9)),
                                            call.Scalar(-1.0));
  ReturnInputs(call, 4);
}

// Inputs: var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad.
void ApplyAdaMax(Call& call) {
  call.Do<OPENACLNN_PHASES(InplaceLerp)>(call.Input(1), call.Input(8), OneMinus(call, 5));
  // v = max(beta2 * v, |grad|)
  aclTensor* const magnitude = call.Temporary(call.InputDims(8), call.InputDtype(8));
  aclTensor* const divisor = call.Temporary(call.InputDims(2), call.InputDtype(2));
  call.Do<OPENACLNN_PHASES(Abs)>(call.Input(8), magnitude);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(call.Input(2), Number(call, 6));
  call.Do<OPENACLNN_PHASES(Maximum)>(call.Input(2), magnitude, divisor);
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Input(2), divisor);
  call.Do<OPENACLNN_PHASES(InplaceAdd)>(divisor, Number(call, 7), call.Scalar(1.0));
  aclTensor* const rate = Number(call);
  aclTensor* const step = call.Temporary(call.InputDims(1), call.InputDtype(1));
  call.Do<OPENACLNN_PHASES(Div)>(Number(call, 4), OneMinus(call, 3), rate);
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(1), rate, step);
  call.Do<OPENACLNN_PHASES(InplaceAddcdiv)>(call.Input(0), step, divisor, call.Scalar(-1.0));
  ReturnInputs(call, 3);
}

// Inputs: var, accum, accum_update, lr, rho, epsilon, grad.
void ApplyAdadelta(Call& call) {
  aclTensor* const rest = OneMinus(call, 4);
  FoldSquares(call, 1, 6, Number(call, 4), rest);
  // update = sqrt(accum_update + epsilon) / sqrt(accum + epsilon) * grad
  const std::vector<int64_t> dims = call.InputDims(6);
  aclTensor* const update = call.Temporary(dims, call.InputDtype(6));
  aclTensor* const divisor = call.Temporary(dims, call.InputDtype(6));
  call.Do<OPENACLNN_PHASES(Add)>(call.Input(2), Number(call, 5), call.Scalar(1.0), update);
  call.Do<OPENACLNN_PHASES(Add)>(call.Input(1), Number(call, 5), call.Scalar(1.0), divisor);
  call.Do<OPENACLNN_PHASES(InplaceDiv)>(update, divisor);
  call.Do<OPENACLNN_PHASES(InplaceSqrt)>(update);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(update, call.Input(6));
  AddProduct(call, call.Input(0), update, Number(call, 3), -1);
  aclTensor* const scaled = call.Temporary(dims, call.InputDtype(6));
  call.Do<OPENACLNN_PHASES(Mul)>(update, rest, scaled);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(call.Input(2), Number(call, 4));
  call.Do<OPENACLNN_PHASES(InplaceAddcmul)>(call.Input(2), scaled, update, call.Scalar(1.0));
  ReturnInputs(call, 3);
}

// Inputs: var, mg, ms, mom, lr, rho, momentum, epsilon, grad.
void ApplyCenteredRmsProp(Call& call) {
  FoldSquares(call, 2, 8, Number(call, 5), OneMinus(call, 5));
  call.Do<OPENACLNN_PHASES(InplaceLerp)>(call.Input(1), call.Input(8), OneMinus(call, 5));
  // ms - mg^2 + epsilon
  aclTensor* const squares = call.Temporary(call.InputDims(2), call.InputDtype(2));
  call.Do<OPENACLNN_PHASES(Add)>(call.Input(2), Number(call, 7), call.Scalar(1.0), squares);
  call.Do<OPENACLNN_PHASES(InplaceAddcmul)>(squares, call.Input(1), call.Input(1), call.Scalar(-1.0));
  StepByRoots(call, {.moment = 3, .rate = 4, .momentum = 6, .gradient = 8}, squares);
  ReturnInputs(call, 1);
}

// Inputs: v, m's and v's of the step before, the parameter, lr, beta1, 1 - beta1, beta2, 1 - beta2, the
// decay, and epsilon: input0 is the gradient, input1 v, input2 m, input3 the parameter, input4 lr.
void AdamWithDecay(Call& call) {
  aclTensor* const gradient = call.Input(0);
  aclTensor* const parameter = call.Input(3);
  aclTensor* const scaled = call.Temporary(call.InputDims(0), call.InputDtype(0));
  // m = m * mul0 + gradient * mul1; v = v * mul2 + gradient^2 * mul3
  call.Do<OPENACLNN_PHASES(InplaceMul)>(call.Input(2), Number(call, 5));
  AddProduct(call, call.Input(2), gradient, Number(call, 6), 1);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(call.Input(1), Number(call, 7));
  call.Do<OPENACLNN_PHASES(Mul)>(gradient, Number(call, 8), scaled);
  call.Do<OPENACLNN_PHASES(InplaceAddcmul)>(call.Input(1), scaled, gradient, call.Scalar(1.0));
  // parameter -= lr * (m / (sqrt(v) + epsilon) + decay * parameter)
  aclTensor* const step = call.Temporary(call.InputDims(0), call.InputDtype(0));
  call.Do<OPENACLNN_PHASES(Div)>(call.Input(2), RootPlus(call, 1, Number(call, 10)), step);
  AddProduct(call, step, parameter, Number(call, 9), 1);
  AddProduct(call, parameter, step, Number(call, 4), -1);
  for (size_t i = 0; i < 3; ++i) {
    call.Return(i + 1, i);
  }
}

// Within -bound and bound, a tensor's or a number's.
aclTensor* Clamped(Call& call, aclTensor* tensor, const std::vector<int64_t>& dims, aclTensor* bound,
                   const std::vector<int64_t>& boundDims) {
  aclTensor* const least = call.Temporary(boundDims, ACL_FLOAT);
  aclTensor* const raised = call.Temporary(dims, ACL_FLOAT);
  aclTensor* const clamped = call.Temporary(dims, ACL_FLOAT);
  call.Do<OPENACLNN_PHASES(Neg)>(bound, least);
  call.Do<OPENACLNN_PHASES(Maximum)>(tensor, least, raised);
  call.Do<OPENACLNN_PHASES(Minimum)>(raised, bound, clamped);
  return clamped;
}

// Inputs: var, accum, linear, grad, lr, l1, l2, lr_power.
void ApplyFtrl(Call& call) {
  aclTensor* const var = call.Input(0);
  aclTensor* const accum = call.Input(1);
  aclTensor* const linear = call.Input(2);
  const std::vector<int64_t> dims = call.InputDims(0);
  // quadratic = (accum + grad^2)^-lr_power / lr; linear += grad - (quadratic - accum^-lr_power / lr) * var
  aclTensor* const power = Number(call);
  aclTensor* const change = call.Temporary(dims, ACL_FLOAT);
  aclTensor* const quadratic = call.Temporary(dims, ACL_FLOAT);
  call.Do<OPENACLNN_PHASES(Neg)>(Number(call, 7), power);
  call.Do<OPENACLNN_PHASES(PowTensorTensor)>(accum, power, change);
  call.Do<OPENACLNN_PHASES(InplaceAddcmul)>(accum, call.Input(3), call.Input(3), call.Scalar(1.0));
  call.Do<OPENACLNN_PHASES(PowTensorTensor)>(accum, power, quadratic);
  call.Do<OPENACLNN_PHASES(InplaceSub)>(change, quadratic, call.Scalar(1.0));
  call.Do<OPENACLNN_PHASES(InplaceDiv)>(change, Number(call, 4));
  call.Do<OPENACLNN_PHASES(InplaceDiv)>(quadratic, Number(call, 4));
  call.Do<OPENACLNN_PHASES(InplaceAdd)>(linear, call.Input(3), call.Scalar(1.0));
  call.Do<OPENACLNN_PHASES(InplaceAddcmul)>(linear, change, var, call.Scalar(1.0));
  // var = (what l1 leaves of linear, negative) / (quadratic + 2 * l2)
  aclTensor* const step = Clamped(call, linear, dims, Number(call, 5), {});
  call.Do<OPENACLNN_PHASES(InplaceSub)>(step, linear, call.Scalar(1.0));
  call.Do<OPENACLNN_PHASES(InplaceAdd)>(quadratic, Number(call, 6), call.Scalar(2.0));
  call.Do<OPENACLNN_PHASES(Div)>(step, quadratic, var);
  ReturnInputs(call, 1);
}

// Inputs: var, accum, lr, l1, l2, grad.
void ApplyProximalAdagrad(Call& call) {
  aclTensor* const var = call.Input(0);
  aclTensor* const accum = call.Input(1);
  const std::vector<int64_t> dims = call.InputDims(0);
  call.Do<OPENACLNN_PHASES(InplaceAddcmul)>(accum, call.Input(5), call.Input(5), call.Scalar(1.0));
  aclTensor* const rate = call.Temporary(dims, ACL_FLOAT);
  aclTensor* const root = call.Temporary(dims, ACL_FLOAT);
  call.Do<OPENACLNN_PHASES(Sqrt)>(accum, root);
  call.Do<OPENACLNN_PHASES(Div)>(Number(call, 2), root, rate);
  AddProduct(call, var, call.Input(5), rate, -1);
  // var = (what rate * l1 leaves of it) / (1 + rate * l2)
  aclTensor* const bound = call.Temporary(dims, ACL_FLOAT);
  call.Do<OPENACLNN_PHASES(Mul)>(rate, Number(call, 3), bound);
  call.Do<OPENACLNN_PHASES(InplaceSub)>(var, Clamped(call, var, dims, bound, dims), call.Scalar(1.0));
  aclTensor* const divisor = call.Temporary(dims, ACL_FLOAT);
  call.Do<OPENACLNN_PHASES(InplaceFillScalar)>(divisor, call.Scalar(1.0));
  AddProduct(call, divisor, rate, Number(call, 4), 1);
  call.Do<OPENACLNN_PHASES(InplaceDiv)>(var, divisor);
  ReturnInputs(call, 2);
}

constexpr std::array kOperators{
    Operator{"AdamApplyOneWithDecayAssign", AdamWithDecay},
    Operator{"ApplyAdaMaxD", ApplyAdaMax},
    Operator{"ApplyAdadeltaD", ApplyAdadelta},
    Operator{"ApplyAdagradD", ApplyAdagrad},
    Operator{"ApplyAdam", ApplyAdam},
    Operator{"ApplyAdamD", ApplyAdam},
    Operator{"ApplyAdamWithAmsgradV2", ApplyAdamWithAmsgrad},
    Operator{"ApplyCenteredRMSProp", ApplyCenteredRmsProp},
    Operator{"ApplyFtrl", ApplyFtrl},
    Operator{"ApplyMomentum", ApplyMomentum},
    Operator{"ApplyProximalAdagradD", ApplyProximalAdagrad},
    Operator{"ApplyRMSProp", ApplyRmsProp},
    Operator{"SGD", ApplySgd},
};

}  // namespace

std::span<const Operator> OptimizerOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
