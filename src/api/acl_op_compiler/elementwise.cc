// SPDX-License-Identifier: Apache-2.0
//
// Operators that work element by element, and their gradients.
#include <array>
#include <vector>

#include "aclnnop/aclnn_abs.h"
#include "aclnnop/aclnn_acos.h"
#include "aclnnop/aclnn_acosh.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_addcdiv.h"
#include "aclnnop/aclnn_addcmul.h"
#include "aclnnop/aclnn_asin.h"
#include "aclnnop/aclnn_asinh.h"
#include "aclnnop/aclnn_atan.h"
#include "aclnnop/aclnn_atan2.h"
#include "aclnnop/aclnn_bitwise_and_tensor.h"
#include "aclnnop/aclnn_bitwise_or_tensor.h"
#include "aclnnop/aclnn_bitwise_xor_tensor.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_celu.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_cosh.h"
#include "aclnnop/aclnn_digamma.h"
#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_elu.h"
#include "aclnnop/aclnn_elu_backward.h"
#include "aclnnop/aclnn_eq_scalar.h"
#include "aclnnop/aclnn_fmod_tensor.h"
#include "aclnnop/aclnn_hardtanh.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_heaviside.h"
#include "aclnnop/aclnn_lgamma.h"
#include "aclnnop/aclnn_masked_fill_scalar.h"
#include "aclnnop/aclnn_mish.h"
#include "aclnnop/aclnn_mish_backward.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_ne_tensor.h"
#include "aclnnop/aclnn_reciprocal.h"
#include "aclnnop/aclnn_remainder.h"
#include "aclnnop/aclnn_right_shift.h"
#include "aclnnop/aclnn_rsub.h"
#include "aclnnop/aclnn_sigmoid.h"
#include "aclnnop/aclnn_sigmoid_backward.h"
#include "aclnnop/aclnn_sinh.h"
#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"
#include "aclnnop/aclnn_sqrt.h"
#include "aclnnop/aclnn_sub.h"
#include "aclnnop/aclnn_tanh_backward.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

template <auto plan, auto run>
void Unary(Call& call) {
  call.Do<plan, run>(call.Input(0), call.Output(0));
}

template <auto plan, auto run>
void Binary(Call& call) {
  call.Do<plan, run>(call.Input(0), call.Input(1), call.Output(0));
}

// The gradient of an operator that takes dy before what the forward operator saw or gave; the types of the
// older path name it second.
template <auto plan, auto run>
void Gradient(Call& call) {
  call.Do<plan, run>(call.Input(1), call.Input(0), call.Output(0));
}

template <auto plan, auto run>
void WithAlpha(Call& call) {
  call.Do<plan, run>(call.Input(0), call.Input(1), call.Scalar(int64_t{1}), call.Output(0));
}

void Multiply(Call& call, aclTensor* tensor, double factor) {
  call.Do<OPENACLNN_PHASES(InplaceMuls)>(tensor, call.Scalar(factor));
}

// A tensor like the first input.
aclTensor* LikeInput(Call& call) {
  return call.Temporary(call.InputDims(0), call.InputDtype(0));
}

aclTensor* SquareOfInput(Call& call) {
  aclTensor* const square = LikeInput(call);
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(0), call.Input(0), square);
  return square;
}

constexpr double kSeluAlpha = 1.6732632423543772;
constexpr double kSeluScale = 1.0507009873554805;

void Elu(Call& call) {
  call.Do<OPENACLNN_PHASES(Elu)>(call.Input(0), call.Scalar(call.Real("alpha", 1)),
                                 call.Scalar(call.Real("scale", 1)), call.Scalar(call.Real("input_scale", 1)),
                                 call.Output(0));
}

void EluGradient(Call& call, double alpha, double scale) {
  call.Do<OPENACLNN_PHASES(EluBackward)>(call.Input(0), call.Scalar(alpha), call.Scalar(scale),
                                         call.Scalar(1.0), true, call.Input(1), call.Output(0));
}

void Celu(Call& call) {
  call.Do<OPENACLNN_PHASES(Celu)>(call.Input(0), call.Scalar(call.Real("alpha", 1)), call.Output(0));
}

// x / (1 + |x|).
void Softsign(Call& call) {
  aclTensor* const divisor = LikeInput(call);
  call.Do<OPENACLNN_PHASES(Abs)>(call.Input(0), divisor);
  call.Do<OPENACLNN_PHASES(InplaceAdds)>(divisor, call.Scalar(1.0), call.Scalar(1.0));
  call.Do<OPENACLNN_PHASES(Div)>(call.Input(0), divisor, call.Output(0));
}

// x * sigmoid(1.702 x).
void FastGelu(Call& call) {
  aclTensor* const gate = LikeInput(call);
  call.Do<OPENACLNN_PHASES(Muls)>(call.Input(0), call.Scalar(1.702), gate);
  call.Do<OPENACLNN_PHASES(InplaceSigmoid)>(gate);
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(0), gate, call.Output(0));
}

// Inputs: dy, x. With s = sigmoid(1.702 x): dy * (s + 1.702 x s (1 - s)).
void FastGeluGradient(Call& call) {
  constexpr double kSlope = 1.702;
  aclTensor* const scaled = LikeInput(call);
  aclTensor* const gate = LikeInput(call);
  aclTensor* const rest = LikeInput(call);
  call.Do<OPENACLNN_PHASES(Muls)>(call.Input(1), call.Scalar(kSlope), scaled);
  call.Do<OPENACLNN_PHASES(Sigmoid)>(scaled, gate);
  call.Do<OPENACLNN_PHASES(Rsubs)>(gate, call.Scalar(1.0), call.Scalar(1.0), rest);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(rest, gate);
  call.Do<OPENACLNN_PHASES(InplaceAddcmul)>(gate, rest, scaled, call.Scalar(1.0));
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(0), gate, call.Output(0));
}

void DivideTruncated(Call& call) {
  constexpr int kTruncate = 1;
  call.Do<OPENACLNN_PHASES(DivMod)>(call.Input(0), call.Input(1), kTruncate, call.Output(0));
}

// Of y = sqrt(x): dy / (2 y).
void SqrtGradient(Call& call) {
  call.Do<OPENACLNN_PHASES(Div)>(call.Input(1), call.Input(0), call.Output(0));
  Multiply(call, call.Output(0), 0.5);
}

// Of y = 1 / sqrt(x): -dy y^3 / 2.
void RsqrtGradient(Call& call) {
  aclTensor* const out = call.Output(0);
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(0), call.Input(0), out);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(out, call.Input(0));
  call.Do<OPENACLNN_PHASES(InplaceMul)>(out, call.Input(1));
  Multiply(call, out, -0.5);
}

// Of y = 1 / x: -dy y^2.
void ReciprocalGradient(Call& call) {
  aclTensor* const out = call.Output(0);
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(0), call.Input(0), out);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(out, call.Input(1));
  Multiply(call, out, -1);
}

// Of the arc sine of x: dy / sqrt(1 - x^2); with a sign of -1 that of the arc cosine.
void ArcSineGradient(Call& call, double sign) {
  aclTensor* const square = SquareOfInput(call);
  aclTensor* const divisor = LikeInput(call);
  call.Do<OPENACLNN_PHASES(Rsubs)>(square, call.Scalar(1.0), call.Scalar(1.0), divisor);
  call.Do<OPENACLNN_PHASES(InplaceSqrt)>(divisor);
  call.Do<OPENACLNN_PHASES(Div)>(call.Input(1), divisor, call.Output(0));
  Multiply(call, call.Output(0), sign);
}

// Of the arc tangent of x: dy / (1 + x^2).
void ArcTangentGradient(Call& call) {
  aclTensor* const divisor = SquareOfInput(call);
  call.Do<OPENACLNN_PHASES(InplaceAdds)>(divisor, call.Scalar(1.0), call.Scalar(1.0));
  call.Do<OPENACLNN_PHASES(Div)>(call.Input(1), divisor, call.Output(0));
}

// Of the inverse of a hyperbolic function: dy / f(y).
template <auto plan, auto run>
void InverseGradient(Call& call) {
  aclTensor* const divisor = LikeInput(call);
  call.Do<plan, run>(call.Input(0), divisor);
  call.Do<OPENACLNN_PHASES(Div)>(call.Input(1), divisor, call.Output(0));
}

void Softplus(Call& call) {
  constexpr double kThreshold = 20;
  call.Do<OPENACLNN_PHASES(Softplus)>(call.Input(0), call.Scalar(1.0), call.Scalar(kThreshold),
                                      call.Output(0));
}

void SoftplusGradient(Call& call) {
  constexpr double kThreshold = 20;
  call.Do<OPENACLNN_PHASES(SoftplusBackward)>(call.Input(0), call.Input(1), call.Scalar(1.0),
                                              call.Scalar(kThreshold), call.Output(0));
}

void Relu6(Call& call) {
  call.Do<OPENACLNN_PHASES(Hardtanh)>(call.Input(0), call.Scalar(0.0), call.Scalar(6.0), call.Output(0));
}

void Relu6Gradient(Call& call) {
  call.Do<OPENACLNN_PHASES(HardtanhBackward)>(call.Input(0), call.Input(1), call.Scalar(0.0),
                                              call.Scalar(6.0), call.Output(0));
}

// input + value * x1 * x2, and with a quotient; the value is a tensor.
template <auto plan, auto run>
void AddScaled(Call& call) {
  aclTensor* const scaled = call.Temporary(call.InputDims(1), call.InputDtype(1));
  call.Do<OPENACLNN_PHASES(Mul)>(call.Input(1), call.Input(3), scaled);
  call.Do<plan, run>(call.Input(0), scaled, call.Input(2), call.Scalar(1.0), call.Output(0));
}

// The sum of all inputs.
void AddAll(Call& call) {
  aclTensor* const out = call.Output(0);
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(out, call.Input(0));
  for (size_t input = 1; input < call.InputCount(); ++input) {
    call.Do<OPENACLNN_PHASES(InplaceAdd)>(out, call.Input(input), call.Scalar(int64_t{1}));
  }
}

// 0 where x1 is 0, whatever x2 is. Inputs: x1, x2.
void DivideUnlessZero(Call& call) {
  aclTensor* const zeros = call.Temporary(call.InputDims(0), ACL_BOOL);
  call.Do<OPENACLNN_PHASES(EqScalar)>(call.Input(0), call.Scalar(0.0), zeros);
  call.Do<OPENACLNN_PHASES(Div)>(call.Input(0), call.Input(1), call.Output(0));
  call.Do<OPENACLNN_PHASES(InplaceMaskedFillScalar)>(call.Output(0), zeros, call.Scalar(0.0));
}

// In float64, where squares of float32 do not overflow. Inputs: x1, x2.
void Hypotenuse(Call& call) {
  std::array<aclTensor*, 2> sides{};
  for (size_t i = 0; i < sides.size(); ++i) {
    sides[i] = call.Temporary(call.InputDims(i), ACL_DOUBLE);
    call.Do<OPENACLNN_PHASES(Cast)>(call.Input(i), ACL_DOUBLE, sides[i]);
    call.Do<OPENACLNN_PHASES(InplaceMul)>(sides[i], sides[i]);
  }
  aclTensor* const sum = call.Temporary(call.OutputDims(0), ACL_DOUBLE);
  call.Do<OPENACLNN_PHASES(Add)>(sides[0], sides[1], call.Scalar(1.0), sum);
  call.Do<OPENACLNN_PHASES(InplaceSqrt)>(sum);
  call.Do<OPENACLNN_PHASES(Cast)>(sum, call.OutputDtype(0), call.Output(0));
}

constexpr std::array kOperators{
    Operator{"AccumulateNV2", AddAll},
    Operator{"Acos", Unary<OPENACLNN_PHASES(Acos)>},
    Operator{"AcosGrad", [](Call& call) { ArcSineGradient(call, -1); }},
    Operator{"Acosh", Unary<OPENACLNN_PHASES(Acosh)>},
    Operator{"AcoshGrad", InverseGradient<OPENACLNN_PHASES(Sinh)>},
    Operator{"Add", WithAlpha<OPENACLNN_PHASES(Add)>},
    Operator{"AddN", AddAll},
    Operator{"Addcdiv", AddScaled<OPENACLNN_PHASES(Addcdiv)>},
    Operator{"Addcmul", AddScaled<OPENACLNN_PHASES(Addcmul)>},
    Operator{"Asin", Unary<OPENACLNN_PHASES(Asin)>},
    Operator{"AsinGrad", [](Call& call) { ArcSineGradient(call, 1); }},
    Operator{"Asinh", Unary<OPENACLNN_PHASES(Asinh)>},
    Operator{"AsinhGrad", InverseGradient<OPENACLNN_PHASES(Cosh)>},
    Operator{"Atan", Unary<OPENACLNN_PHASES(Atan)>},
    Operator{"Atan2", Binary<OPENACLNN_PHASES(Atan2)>},
    Operator{"AtanGrad", ArcTangentGradient},
    Operator{"BitwiseAnd", Binary<OPENACLNN_PHASES(BitwiseAndTensor)>},
    Operator{"BitwiseOr", Binary<OPENACLNN_PHASES(BitwiseOrTensor)>},
    Operator{"BitwiseXor", Binary<OPENACLNN_PHASES(BitwiseXorTensor)>},
    Operator{"CeluV2", Celu},
    Operator{"CustHeaviside", Binary<OPENACLNN_PHASES(Heaviside)>},
    Operator{"CustHypot", Hypotenuse},
    Operator{"CustLgamma", Unary<OPENACLNN_PHASES(Lgamma)>},
    Operator{"Digamma", Unary<OPENACLNN_PHASES(Digamma)>},
    Operator{"Div", Binary<OPENACLNN_PHASES(Div)>},
    Operator{"Elu", Elu},
    Operator{"EluGrad", [](Call& call) { EluGradient(call, 1, 1); }},
    Operator{"FastGelu", FastGelu},
    Operator{"FastGeluGrad", FastGeluGradient},
    Operator{"FloorMod", Binary<OPENACLNN_PHASES(RemainderTensorTensor)>},
    Operator{"Inv", Unary<OPENACLNN_PHASES(Reciprocal)>},
    Operator{"InvGrad", ReciprocalGradient},
    Operator{"IsNan",
             [](Call& call) {
               call.Do<OPENACLNN_PHASES(NeTensor)>(call.Input(0), call.Input(0), call.Output(0));
             }},
    Operator{"Mish", Unary<OPENACLNN_PHASES(Mish)>},
    Operator{"MishGrad",
             [](Call& call) {
               call.Do<OPENACLNN_PHASES(MishBackward)>(call.Input(0), call.Input(1), call.Output(0));
             }},
    Operator{"Mod", Binary<OPENACLNN_PHASES(FmodTensor)>},
    Operator{"Mul", Binary<OPENACLNN_PHASES(Mul)>},
    Operator{"RealDiv", Binary<OPENACLNN_PHASES(Div)>},
    Operator{"Reciprocal", Unary<OPENACLNN_PHASES(Reciprocal)>},
    Operator{"ReciprocalGrad", ReciprocalGradient},
    Operator{"Relu6", Relu6},
    Operator{"Relu6Grad", Relu6Gradient},
    Operator{"RightShift", Binary<OPENACLNN_PHASES(RightShift)>},
    Operator{"RsqrtGrad", RsqrtGradient},
    Operator{"Selu",
             [](Call& call) {
               call.Do<OPENACLNN_PHASES(Elu)>(call.Input(0), call.Scalar(kSeluAlpha), call.Scalar(kSeluScale),
                                              call.Scalar(1.0), call.Output(0));
             }},
    Operator{"SeluGrad", [](Call& call) { EluGradient(call, kSeluAlpha, kSeluScale); }},
    Operator{"SigmoidGrad", Gradient<OPENACLNN_PHASES(SigmoidBackward)>},
    Operator{"Softplus", Softplus},
    Operator{"SoftplusGrad", SoftplusGradient},
    Operator{"Softsign", Softsign},
    Operator{"SqrtGrad", SqrtGradient},
    Operator{"Sub", WithAlpha<OPENACLNN_PHASES(Sub)>},
    Operator{"TanhGrad", Gradient<OPENACLNN_PHASES(TanhBackward)>},
    Operator{"TruncateDiv", DivideTruncated},
    Operator{"TruncateMod", Binary<OPENACLNN_PHASES(FmodTensor)>},
    Operator{"Xdivy", DivideUnlessZero},
};

}  // namespace

std::span<const Operator> ElementwiseOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
