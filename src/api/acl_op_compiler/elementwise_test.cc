// SPDX-License-Identifier: Apache-2.0
//
// Operators that work element by element, against their formulas in float64.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

using Formula = std::function<double(const Values&)>;

double Sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

/// Operands of six elements within the domain of every function below but the inverse ones.
const Values kX{-1.5, -0.5, 0.25, 0.75, 1.25, 3};
const Values kY{0.5, -2, 1.5, -0.75, 2, 0.25};
const Values kPositive{0.25, 0.5, 1, 1.5, 2, 4};
const Values kInside{-0.9, -0.5, -0.1, 0.2, 0.6, 0.8};
const Values kAboveOne{1.25, 1.5, 2, 2.5, 3, 4};

Case Pointwise(const char* type, const std::vector<Values>& inputs, const Formula& formula,
               aclDataType dtype = ACL_FLOAT) {
  Case call{type, {}, {}, {{{2, 3}, Values(6), dtype}}};
  for (const Values& values : inputs) {
    call.inputs.push_back({{2, 3}, values, dtype});
  }
  for (size_t i = 0; i < 6; ++i) {
    Values row;
    for (const Values& values : inputs) {
      row.push_back(values[i]);
    }
    call.outputs[0].values[i] = formula(row);
  }
  return call;
}

std::vector<Case> ElementwiseCases() {
  const auto scaled = [](const char* type, const Formula& formula) {
    Case call = Pointwise(type, {kX, kY, kPositive}, formula);
    call.inputs.push_back(Number(0.5));
    return call;
  };
  const Values bits{1, 2, 3, 12, 10, 255};
  const Values mask{3, 6, 1, 10, 12, 15};
  Case isNan = Pointwise("IsNan", {{1, NAN, INFINITY, -1, NAN, 0}},
                         [](const Values& v) { return std::isnan(v[0]) ? 1 : 0; });
  isNan.outputs[0].dtype = ACL_BOOL;
  return {
      Pointwise("AccumulateNV2", {kX, kY, kPositive}, [](const Values& v) { return v[0] + v[1] + v[2]; }),
      Pointwise("Acos", {kInside}, [](const Values& v) { return std::acos(v[0]); }),
      Pointwise("AcosGrad", {kInside, kY},
                [](const Values& v) { return -v[1] / std::sqrt(1 - v[0] * v[0]); }),
      Pointwise("Acosh", {kAboveOne}, [](const Values& v) { return std::acosh(v[0]); }),
      Pointwise("AcoshGrad", {kPositive, kY}, [](const Values& v) { return v[1] / std::sinh(v[0]); }),
      Pointwise("Add", {kX, kY}, [](const Values& v) { return v[0] + v[1]; }),
      Pointwise("AddN", {kX, kY}, [](const Values& v) { return v[0] + v[1]; }),
      scaled("Addcdiv", [](const Values& v) { return v[0] + 0.5 * v[1] / v[2]; }),
      scaled("Addcmul", [](const Values& v) { return v[0] + 0.5 * v[1] * v[2]; }),
      Pointwise("Asin", {kInside}, [](const Values& v) { return std::asin(v[0]); }),
      Pointwise("AsinGrad", {kInside, kY}, [](const Values& v) { return v[1] / std::sqrt(1 - v[0] * v[0]); }),
      Pointwise("Asinh", {kX}, [](const Values& v) { return std::asinh(v[0]); }),
      Pointwise("AsinhGrad", {kX, kY}, [](const Values& v) { return v[1] / std::cosh(v[0]); }),
      Pointwise("Atan", {kX}, [](const Values& v) { return std::atan(v[0]); }),
      Pointwise("Atan2", {kX, kY}, [](const Values& v) { return std::atan2(v[0], v[1]); }),
      Pointwise("AtanGrad", {kX, kY}, [](const Values& v) { return v[1] / (1 + v[0] * v[0]); }),
      Pointwise(
          "BitwiseAnd", {bits, mask}, [](const Values& v) { return int(v[0]) & int(v[1]); }, ACL_INT32),
      Pointwise(
          "BitwiseOr", {bits, mask}, [](const Values& v) { return int(v[0]) | int(v[1]); }, ACL_INT32),
      Pointwise(
          "BitwiseXor", {bits, mask}, [](const Values& v) { return int(v[0]) ^ int(v[1]); }, ACL_INT32),
      Pointwise("CeluV2", {kX}, [](const Values& v) { return v[0] > 0 ? v[0] : std::expm1(v[0]); }),
      Pointwise("Div", {kX, kY}, [](const Values& v) { return v[0] / v[1]; }),
      Pointwise("Elu", {kX}, [](const Values& v) { return v[0] > 0 ? v[0] : std::expm1(v[0]); }),
      Pointwise("EluGrad", {kY, kX}, [](const Values& v) { return v[1] > 0 ? v[0] : v[0] * (v[1] + 1); }),
      Pointwise("FastGelu", {kX}, [](const Values& v) { return v[0] * Sigmoid(1.702 * v[0]); }),
      Pointwise("FastGeluGrad", {kY, kX},
                [](const Values& v) {
                  const double gate = Sigmoid(1.702 * v[1]);
                  return v[0] * (gate + 1.702 * v[1] * gate * (1 - gate));
                }),
      Pointwise("FloorMod", {kX, kY}, [](const Values& v) { return v[0] - std::floor(v[0] / v[1]) * v[1]; }),
      Pointwise("Inv", {kY}, [](const Values& v) { return 1 / v[0]; }),
      Pointwise("InvGrad", {kY, kX}, [](const Values& v) { return -v[1] * v[0] * v[0]; }),
      isNan,
      Pointwise("Mish", {kX}, [](const Values& v) { return v[0] * std::tanh(std::log1p(std::exp(v[0]))); }),
      Pointwise("MishGrad", {kY, kX},
                [](const Values& v) {
                  const double t = std::tanh(std::log1p(std::exp(v[1])));
                  return v[0] * (t + v[1] * Sigmoid(v[1]) * (1 - t * t));
                }),
      Pointwise("Mod", {kX, kY}, [](const Values& v) { return std::fmod(v[0], v[1]); }),
      Pointwise("Mul", {kX, kY}, [](const Values& v) { return v[0] * v[1]; }),
      Pointwise("RealDiv", {kX, kY}, [](const Values& v) { return v[0] / v[1]; }),
      Pointwise("Reciprocal", {kY}, [](const Values& v) { return 1 / v[0]; }),
      Pointwise("ReciprocalGrad", {kY, kX}, [](const Values& v) { return -v[1] * v[0] * v[0]; }),
      Pointwise("Relu6", {{-1, 0, 2, 6, 7, 5}}, [](const Values& v) { return std::clamp(v[0], 0.0, 6.0); }),
      Pointwise("Relu6Grad", {kY, {-1, 1, 2, 5, 7, 8}},
                [](const Values& v) { return v[1] > 0 && v[1] < 6 ? v[0] : 0; }),
      Pointwise(
          "RightShift", {{1, 7, 8, -8, 1024, -1}, {0, 1, 3, 2, 5, 31}},
          [](const Values& v) { return int(v[0]) >> int(v[1]); }, ACL_INT32),
      Pointwise("RsqrtGrad", {kPositive, kY},
                [](const Values& v) { return -0.5 * v[1] * std::pow(v[0], 3); }),
      Pointwise("Selu", {kX},
                [](const Values& v) {
                  return 1.0507009873554805 * (v[0] > 0 ? v[0] : 1.6732632423543772 * std::expm1(v[0]));
                }),
      Pointwise("SeluGrad", {kY, kX},
                [](const Values& v) {
                  return v[0] *
                         (v[1] > 0 ? 1.0507009873554805 : v[1] + 1.0507009873554805 * 1.6732632423543772);
                }),
      Pointwise("SigmoidGrad", {kInside, kY}, [](const Values& v) { return v[1] * v[0] * (1 - v[0]); }),
      Pointwise("Softplus", {kX}, [](const Values& v) { return std::log1p(std::exp(v[0])); }),
      Pointwise("SoftplusGrad", {kY, kX}, [](const Values& v) { return v[0] * Sigmoid(v[1]); }),
      Pointwise("Softsign", {kX}, [](const Values& v) { return v[0] / (1 + std::abs(v[0])); }),
      Pointwise("SqrtGrad", {kPositive, kY}, [](const Values& v) { return v[1] / (2 * v[0]); }),
      Pointwise("Sub", {kX, kY}, [](const Values& v) { return v[0] - v[1]; }),
      Pointwise("TanhGrad", {kInside, kY}, [](const Values& v) { return v[1] * (1 - v[0] * v[0]); }),
      Pointwise("TruncateDiv", {kX, kY}, [](const Values& v) { return std::trunc(v[0] / v[1]); }),
      Pointwise("TruncateMod", {kX, kY}, [](const Values& v) { return std::fmod(v[0], v[1]); }),
      Pointwise("CustHeaviside", {{-1, 0, 2, 0, 1e-30, -3}, kY},
                [](const Values& v) { return v[0] == 0 ? v[1] : (v[0] > 0 ? 1 : 0); }),
      Pointwise("CustHypot", {{3, -5, 0, 1e30, 1, 8}, {4, 12, 0, 1e30, -1, 15}},
                [](const Values& v) { return std::hypot(v[0], v[1]); }),
      Pointwise("CustLgamma", {kPositive}, [](const Values& v) { return std::lgamma(v[0]); }),
      // From -gamma at 1 by the recurrence for whole numbers, and from -gamma - 2 log 2 at 1 / 2.
      Pointwise("Digamma", {{1, 2, 3, 4, 0.5, 1.5}},
                [](const Values& v) {
                  constexpr double kEulerGamma = 0.57721566490153286;
                  double value = -kEulerGamma - (v[0] == std::floor(v[0]) ? 0 : 2 * std::log(2.0));
                  for (double x = v[0] - 1; x > 0; --x) {
                    value += 1 / x;
                  }
                  return value;
                }),
      Pointwise("Xdivy", {{0, 1, 0, -3, 4, 5}, {0, 2, 3, 4, 8, 2}},
                [](const Values& v) { return v[0] == 0 ? 0 : v[0] / v[1]; }),
  };
}

TEST(SingleOperators, ElementByElementComputeTheirFormulas) {
  ExpectRightForEach(ElementwiseOperators(), ElementwiseCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
