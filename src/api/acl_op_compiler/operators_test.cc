// SPDX-License-Identifier: Apache-2.0
//
// Operators by name: each of them on small tensors, against its formula in float64; and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

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
      Pointwise("CustHypot", {{3, -5, 0, 1e30, 1, 8}, {4, 12, 0, 1e30, -1, 15}},
                [](const Values& v) { return std::hypot(v[0], v[1]); }),
      Pointwise("Xdivy", {{0, 1, 0, -3, 4, 5}, {0, 2, 3, 4, 8, 2}},
                [](const Values& v) { return v[0] == 0 ? 0 : v[0] / v[1]; }),
  };
}

std::vector<Case> TensorCases() {
  const Operand x{{2, 3}, {1, 2, 3, 4, 5, 6}};
  const Operand other{{2, 3}, {10, 20, 30, 40, 50, 60}};
  const Operand sum{{2, 3}, {11, 22, 33, 44, 55, 66}};
  const Operand rows{{2}, {2, 0}, ACL_INT32};
  const Operand table{{3, 2}, {1, 2, 3, 4, 5, 6}};
  const Operand updates{{2, 2}, {10, 20, 30, 40}};
  const Operand pairs{{2, 2}, {0, 1, 1, 2}, ACL_INT32};
  const Operand disordered{{2, 3}, {3, 1, 2, 5, 6, 4}};
  return {
      {"ArgMaxV2", {disordered, HostIntegers({1})}, {}, {{{2}, {0, 1}, ACL_INT32}}},
      {"ArgMin", {disordered, HostIntegers({-1})}, {}, {{{2}, {1, 2}, ACL_INT32}}},
      {"Assign", {other, x}, {}, {x}},
      {"Assign", {other, x}, {}, {x}, {0}},
      {"AssignAdd", {x, other}, {}, {sum}, {0}},
      {"AssignAdd", {{{1}, {4}, ACL_INT32}, {{1}, {1}, ACL_INT32}}, {}, {{{1}, {5}, ACL_INT32}}, {0}},
      {"AssignSub", {sum, other}, {}, {x}, {0}},
      {"ConcatD",
       {x, other},
       {Integer("concat_dim", 1)},
       {{{2, 6}, {1, 2, 3, 10, 20, 30, 4, 5, 6, 40, 50, 60}}}},
      {"Cumprod", {x, HostIntegers({1})}, {}, {{{2, 3}, {1, 2, 6, 4, 20, 120}}}},
      {"Cumprod", {x, HostIntegers({-1})}, {Flag("exclusive", true)}, {{{2, 3}, {1, 1, 2, 1, 4, 20}}}},
      {"Cumprod",
       {x, HostIntegers({1})},
       {Flag("exclusive", true), Flag("reverse", true)},
       {{{2, 3}, {6, 3, 1, 30, 6, 1}}}},
      {"Cumsum", {x, HostIntegers({1})}, {Flag("exclusive", true)}, {{{2, 3}, {0, 1, 3, 0, 4, 9}}}},
      {"CustSliceGrad",
       {{{1, 2}, {7, 8}}, x, HostIntegers({1, 1}, ACL_INT32), HostIntegers({1, 2}, ACL_INT32)},
       {},
       {{{2, 3}, {0, 0, 0, 0, 7, 8}}}},
      {"Diag", {{{2}, {5, 6}}}, {}, {{{2, 2}, {5, 0, 0, 6}}}},
      {"DiagPart", {{{2, 2}, {1, 2, 3, 4}}}, {}, {{{2}, {1, 4}}}},
      {"Fill", {HostIntegers({2, 2}), Number(1.5)}, {}, {{{2, 2}, {1.5, 1.5, 1.5, 1.5}}}},
      {"GatherNd", {x, pairs}, {}, {{{2}, {2, 6}}}},
      {"GatherV2", {table, rows, HostIntegers({0})}, {}, {{{2, 2}, {5, 6, 1, 2}}}},
      {"GatherV2", {x, {{1, 2}, {2, 0}, ACL_INT32}, HostIntegers({-1})}, {}, {{{2, 1, 2}, {3, 1, 6, 4}}}},
      {"Identity", {x}, {}, {x}},
      {"InplaceIndexAdd",
       {table, rows, updates},
       {Integer("axis", 0)},
       {{{3, 2}, {31, 42, 3, 4, 15, 26}}},
       {0}},
      {"L2Loss", {x}, {}, {{{}, {45.5}}}},
      {"LinSpace", {Number(1), Number(3), HostIntegers({5})}, {}, {{{5}, {1, 1.5, 2, 2.5, 3}}}},
      {"OneHot", {rows, HostIntegers({3}), Number(1), Number(-1)}, {}, {{{2, 3}, {-1, -1, 1, 1, -1, -1}}}},
      {"OnesLike", {x}, {}, {{{2, 3}, {1, 1, 1, 1, 1, 1}}}},
      {"Pack", {{{2}, {1, 2}}, {{2}, {3, 4}}}, {Integer("axis", 1)}, {{{2, 2}, {1, 3, 2, 4}}}},
      {"PadV3",
       {{{1, 2}, {1, 2}}, HostIntegers({1, 0, 0, 1}), Number(9)},
       {},
       {{{2, 3}, {9, 9, 9, 1, 2, 9}}}},
      {"Range", {HostIntegers({1}), HostIntegers({7}), HostIntegers({2})}, {}, {{{3}, {1, 3, 5}, ACL_INT64}}},
      {"ReduceMean", {x, HostIntegers({0})}, {}, {{{3}, {2.5, 3.5, 4.5}}}},
      {"ReduceProd", {x, HostIntegers({1})}, {}, {{{2}, {6, 120}}}},
      {"ReduceStd", {x}, {Integers("dim", {1}), Flag("unbiased", true)}, {{{2}, {1, 1}}, {{2}, {2, 5}}}},
      {"ReduceSum", {x, HostIntegers({0, 1})}, {Flag("keep_dims", true)}, {{{1, 1}, {21}}}},
      {"ScatterAdd", {table, rows, updates}, {}, {{{3, 2}, {31, 42, 3, 4, 15, 26}}}, {0}},
      {"ScatterNd",
       {{{3, 1}, {2, 0, 2}, ACL_INT32}, {{3, 2}, {1, 2, 3, 4, 5, 6}}, HostIntegers({3, 2})},
       {},
       {{{3, 2}, {3, 4, 0, 0, 6, 8}}}},
      {"ScatterUpdate", {table, rows, updates}, {}, {{{3, 2}, {30, 40, 3, 4, 10, 20}}}, {0}},
      {"Sort",
       {disordered},
       {Flag("descending", true)},
       {{{2, 3}, {3, 2, 1, 6, 5, 4}}, {{2, 3}, {0, 2, 1, 1, 0, 2}, ACL_INT32}}},
      {"SquareSumAll", {x, {{2}, {3, 4}}}, {}, {{{}, {91}}, {{}, {25}}}},
      {"StridedSlice",
       {x, HostIntegers({0, -3}), HostIntegers({2, 3}), HostIntegers({1, 2})},
       {},
       {{{2, 2}, {1, 3, 4, 6}}}},
      {"StridedSlice",  // x[-1, 1:]
       {x, HostIntegers({-1, 1}), HostIntegers({0, 2}), HostIntegers({1, 1})},
       {Integer("shrink_axis_mask", 1), Integer("end_mask", 2)},
       {{{2}, {5, 6}}}},
      {"StridedSlice",  // x[:, :2]
       {x, HostIntegers({1, 1}), HostIntegers({1, 2}), HostIntegers({1, 1})},
       {Integer("begin_mask", 3), Integer("end_mask", 1)},
       {{{2, 2}, {1, 2, 4, 5}}}},
      {"StridedSliceGrad",
       {HostIntegers({2, 3}), HostIntegers({1}), HostIntegers({2}), HostIntegers({1}), {{3}, {7, 8, 9}}},
       {Integer("shrink_axis_mask", 1), Integer("begin_mask", 2), Integer("end_mask", 2)},
       {{{2, 3}, {0, 0, 0, 7, 8, 9}}}},
      {"StridedSliceGrad",
       {HostIntegers({2, 3}),
        HostIntegers({0, -3}),
        HostIntegers({2, 3}),
        HostIntegers({1, 2}),
        {{2, 2}, {7, 8, 9, 10}}},
       {},
       {{{2, 3}, {7, 0, 8, 9, 0, 10}}}},
      {"TensorMove", {x}, {}, {x}},
      {"TensorScatterAdd", {x, pairs, {{2}, {10, 20}}}, {}, {{{2, 3}, {1, 12, 3, 4, 5, 26}}}},
      {"TensorScatterUpdate", {x, pairs, {{2}, {10, 20}}}, {}, {{{2, 3}, {1, 10, 3, 4, 5, 20}}}},
      {"TopK",
       {disordered, {{}, {2}, ACL_INT32, true}},
       {},
       {{{2, 2}, {3, 2, 6, 5}}, {{2, 2}, {0, 2, 1, 0}, ACL_INT32}}},
      {"Tril", {x}, {}, {{{2, 3}, {1, 0, 0, 4, 5, 0}}}},
      {"Triu", {x}, {Integer("diagonal", 1)}, {{{2, 3}, {0, 2, 3, 0, 0, 6}}}},
      {"Unpack", {x}, {Integer("axis", 1)}, {{{2}, {1, 4}}, {{2}, {2, 5}}, {{2}, {3, 6}}}},
      {"UnsortedSegmentSum",
       {table, {{3}, {1, 0, 1}, ACL_INT32}, HostIntegers({2})},
       {},
       {{{2, 2}, {3, 4, 6, 8}}}},
      {"ZerosLike", {x}, {}, {{{2, 3}, {0, 0, 0, 0, 0, 0}}}},
  };
}

std::vector<Case> NetworkCases() {
  const Operand plane{{1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  const Operand window{{1, 1, 2, 2}, {1, 10, 100, 1000}};
  const Operand quarters{{1, 1, 2, 2}, {1, 2, 3, 4}};
  const std::vector<Attribute> plain{Integers("strides", {1, 1, 1, 1}), Integers("dilations", {1, 1, 1, 1}),
                                     Integers("pads", {0, 0, 0, 0}), Integer("groups", 1),
                                     Text("data_format", "NCHW")};
  std::vector<Attribute> bordered = plain;  // a row above, a column on the right
  bordered[2] = Integers("pads", {1, 0, 0, 1});
  const std::vector<Attribute> halves{Integers("ksize", {1, 1, 2, 2}), Integers("strides", {1, 1, 2, 2}),
                                      Text("data_format", "NCHW"), Text("padding", "SAME")};
  const std::vector<Attribute> whole{Integers("ksize", {1, 1, 2, 2}), Integers("strides", {1, 1, 1, 1}),
                                     Text("data_format", "NCHW"), Text("padding", "VALID")};
  // Two channels of two elements: means 2 and 6, variances 1 and 4.
  const Operand batch{{2, 2, 1, 1}, {1, 4, 3, 8}};
  const Operand gradients{{2, 2, 1, 1}, {1, 2, 3, 5}};
  const Operand scale{{2}, {2, 3}};
  const Operand offset{{2}, {1, -1}};
  const Operand means{{2}, {2, 6}};
  const Operand variances{{2}, {1, 4}};
  const Attribute noEpsilon = Real("epsilon", 0);
  Values lowBits(16);
  lowBits[0] = 0x55;
  const double logSum = std::log(std::exp(1) + std::exp(2));
  const double first = std::exp(1) / (std::exp(1) + std::exp(2));
  return {
      {"AvgPool", {plane}, whole, {{{1, 1, 2, 2}, {3, 4, 6, 7}}}},
      {"AvgPoolGrad",
       {HostIntegers({1, 1, 3, 3}, ACL_INT32), quarters},
       whole,
       {{{1, 1, 3, 3}, {0.25, 0.75, 0.5, 1, 2.5, 1.5, 0.75, 1.75, 1}}}},
      {"BNInfer", {batch, scale, offset, means, variances}, {noEpsilon}, {{{2, 2, 1, 1}, {-1, -4, 3, 2}}}},
      {"BNInferGrad", {gradients, scale, variances}, {noEpsilon}, {{{2, 2, 1, 1}, {2, 3, 6, 7.5}}}},
      {"BNTrainingReduce", {batch}, {}, {{{2}, {4, 12}}, {{2}, {10, 80}}}},
      // With two elements of a channel, normalized to -1 and 1, nothing of the gradient is left.
      {"BNTrainingReduceGrad",
       {gradients, batch, {{2}, {2, 3}}, {{2}, {4, 7}}, scale, means, variances},
       {noEpsilon},
       {{{2, 2, 1, 1}, {0, 0, 0, 0}}}},
      {"BNTrainingUpdate",
       {batch, {{2}, {4, 12}}, {{2}, {10, 80}}, scale, offset, {{2}, {0, 10}}, {{2}, {1, 1}}},
       {noEpsilon, Real("factor", 0.5)},
       {{{2, 2, 1, 1}, {-1, -4, 3, 2}}, {{2}, {1, 8}}, {{2}, {1.5, 4.5}}, means, variances}},
      {"BNTrainingUpdateGrad",
       {gradients, batch, means, variances},
       {noEpsilon},
       {{{2}, {2, 3}}, {{2}, {4, 7}}}},
      {"BiasAdd", {batch, offset}, {Text("data_format", "NCHW")}, {{{2, 2, 1, 1}, {2, 3, 4, 7}}}},
      {"BiasAddGrad", {gradients}, {Text("data_format", "NCHW")}, {{{2}, {4, 7}}}},
      {"Conv2D", {plane, window}, plain, {{{1, 1, 2, 2}, {5421, 6532, 8754, 9865}}}},
      {"Conv2D",
       {plane, window},
       bordered,
       {{{1, 1, 3, 3}, {2100, 3200, 300, 5421, 6532, 603, 8754, 9865, 906}}}},
      {"Conv2DBackpropFilter",
       {plane, HostIntegers({1, 1, 2, 2}, ACL_INT32), quarters},
       plain,
       {{{1, 1, 2, 2}, {37, 47, 67, 77}}}},
      {"Conv2DBackpropInput",
       {HostIntegers({1, 1, 3, 3}, ACL_INT32), window, quarters},
       plain,
       {{{1, 1, 3, 3}, {1, 12, 20, 103, 1234, 2040, 300, 3400, 4000}}}},
      {"Conv2DBackpropInput",
       {HostIntegers({1, 1, 1, 1}, ACL_INT32), window, {{1, 1, 1, 1}, {3}}},
       bordered,
       {{{1, 1, 1, 1}, {300}}}},
      {"DepthToSpace",
       {{{1, 4, 1, 1}, {1, 2, 3, 4}}},
       {Integer("block_size", 2), Text("data_format", "NCHW")},
       {quarters}},
      {"DropOutDoMask",
       {{{8}, {1, 2, 3, 4, 5, 6, 7, 8}}, {{16}, lowBits, ACL_UINT8}, Number(0.5)},
       {},
       {{{8}, {2, 0, 6, 0, 10, 0, 14, 0}}}},
      {"DropOutGenMask", {HostIntegers({128}), Number(1)}, {}, {{{16}, Values(16, 255), ACL_UINT8}}},
      {"KLDiv",
       {{{2}, {std::log(0.25), std::log(0.5)}}, {{2}, {0.5, 0.5}}},
       {Text("reduction", "sum")},
       {{{}, {0.5 * std::log(2.0)}}}},
      {"L2Normalize", {{{1, 2}, {3, 4}}}, {Integers("axis", {1})}, {{{1, 2}, {0.6, 0.8}}}},
      {"L2NormalizeGrad",
       {{{1, 2}, {3, 4}}, {{1, 2}, {0.6, 0.8}}, {{1, 2}, {1, 2}}},
       {Integers("dim", {1})},
       {{{1, 2}, {(1 - 0.6 * 2.2) / 5, (2 - 0.8 * 2.2) / 5}}}},
      {"LayerNorm",
       {{{1, 2}, {1, 3}}, scale, offset},
       {noEpsilon, Integer("begin_norm_axis", -1)},
       {{{1, 2}, {-1, 2}}, {{1, 1}, {2}}, {{1, 1}, {1}}}},
      {"LayerNormGrad",
       {{{1, 2}, {1, 5}}, {{1, 2}, {1, 3}}, {{1, 1}, {1}}, {{1, 1}, {2}}, scale},
       {noEpsilon},
       {{{1, 2}, {0, 0}}, {{2}, {-1, 5}}, {{2}, {1, 5}}}},
      {"MaxPool", {plane}, halves, {{{1, 1, 2, 2}, {5, 6, 8, 9}}}},
      {"MaxPoolGrad",
       {plane, {{1, 1, 2, 2}, {5, 6, 8, 9}}, quarters},
       halves,
       {{{1, 1, 3, 3}, {0, 0, 0, 0, 1, 2, 0, 3, 4}}}},
      {"ResizeBilinearV2",
       {{{1, 1, 1, 2}, {1, 3}}, HostIntegers({1, 3}, ACL_INT32)},
       {Flag("align_corners", true)},
       {{{1, 1, 1, 3}, {1, 2, 3}}}},
      {"ResizeBilinearV2Grad",
       {{{1, 1, 1, 3}, {1, 2, 4}}, {{1, 1, 1, 2}, {0, 0}}},
       {Flag("align_corners", true)},
       {{{1, 1, 1, 2}, {2, 5}}}},
      {"ResizeNearestNeighborV2",
       {{{1, 1, 1, 2}, {1, 3}}, HostIntegers({1, 4}, ACL_INT32)},
       {},
       {{{1, 1, 1, 4}, {1, 1, 3, 3}}}},
      {"ResizeNearestNeighborV2Grad",
       {{{1, 1, 1, 4}, {1, 2, 3, 4}}, HostIntegers({1, 2}, ACL_INT32)},
       {},
       {{{1, 1, 1, 2}, {3, 7}}}},
      {"SoftmaxCrossEntropyWithLogits",
       {{{1, 2}, {1, 2}}, {{1, 2}, {0, 1}}},
       {},
       {{{1}, {logSum - 2}}, {{1, 2}, {first, -first}}}},
      {"SpaceToDepth",
       {quarters},
       {Integer("block_size", 2), Text("data_format", "NCHW")},
       {{{1, 4, 1, 1}, {1, 2, 3, 4}}}},
  };
}

std::vector<Case> NeighborhoodCases() {
  const Operand quarters{{1, 1, 2, 2}, {1, 2, 3, 4}};
  // Sums of the squares of neighbours: 5, 14, 13.
  const Values scales{6, 15, 14};
  const Values results{1 / std::sqrt(6), 2 / std::sqrt(15), 3 / std::sqrt(14)};
  const Values gradients{1, -2, 3};
  Values shares(3);
  Values right(3);
  for (size_t i = 0; i < 3; ++i) {
    shares[i] = gradients[i] * results[i] / scales[i];
  }
  for (size_t i = 0; i < 3; ++i) {
    const double sum = shares[i] + (i > 0 ? shares[i - 1] : 0) + (i < 2 ? shares[i + 1] : 0);
    right[i] = gradients[i] / std::sqrt(scales[i]) - static_cast<double>(i + 1) * sum;
  }
  const std::vector<Attribute> near{Integer("depth_radius", 1), Real("bias", 1), Real("alpha", 1),
                                    Real("beta", 0.5F)};
  const Operand channels{{1, 3, 1, 1}, {1, 2, 3}};
  return {
      {"AvgPool3D",
       {{{1, 1, 1, 2, 3}, {1, 2, 3, 4, 5, 6}}},
       {Integers("ksize", {1, 1, 1, 2, 2}), Integers("strides", {1, 1, 1, 1, 1}),
        Integers("pads", {0, 0, 0, 0, 0, 0})},
       {{{1, 1, 1, 1, 2}, {3, 4}}}},
      {"AvgPool3DGrad",
       {HostIntegers({1, 1, 1, 2, 3}, ACL_INT32), {{1, 1, 1, 1, 2}, {4, 8}}},
       {Integers("ksize", {1, 1, 1, 2, 2}), Integers("strides", {1, 1, 1, 1, 1}),
        Integers("pads", {0, 0, 0, 0, 0, 0})},
       {{{1, 1, 1, 2, 3}, {1, 3, 2, 1, 3, 2}}}},
      {"CustAdaptiveAvgPool2DGrad",
       {{{1, 1, 1, 2}, {2, 4}}, HostIntegers({1, 1, 2, 2})},
       {},
       {{{1, 1, 2, 2}, {1, 2, 1, 2}}}},
      {"CustAdaptiveAvgPool2D", {quarters}, {Integers("output_size", {1, 2})}, {{{1, 1, 1, 2}, {2, 3}}}},
      {"LRN", {channels}, near, {{{1, 3, 1, 1}, results}}},
      {"LRNGrad",
       {{{1, 3, 1, 1}, gradients}, channels, {{1, 3, 1, 1}, results}},
       near,
       {{{1, 3, 1, 1}, right}}},
  };
}

/// One parameter, from 1, with a gradient of 0.5: what each optimizer makes of it by its formula.
std::vector<Case> OptimizerCases() {
  const Operand var{{1}, {1}};
  const Operand gradient{{1}, {0.5}};
  const auto state = [](double value) { return Operand{{1}, {value}}; };
  const double rate = 0.1 * std::sqrt(1 - 0.99) / (1 - 0.9);
  const double m = 0.9 * 0.2 + 0.1 * 0.5;
  const double v = 0.99 * 0.3 + 0.01 * 0.25;
  const double ms = 0.9 * 0.3 + 0.1 * 0.25;
  const double mg = 0.9 * 0.2 + 0.1 * 0.5;
  const double mom = 0.5 * 0.4 + 0.1 * 0.5 / std::sqrt(ms + 0.01);
  const double centered = 0.5 * 0.4 + 0.1 * 0.5 / std::sqrt(ms - mg * mg + 0.01);
  const double update = std::sqrt((0.2 + 0.01) / (ms + 0.01)) * 0.5;
  const double greatest = std::max(0.99 * 0.3, 0.5);
  const double linear = 0.2 + 0.5 - (std::sqrt(0.55) - std::sqrt(0.3)) / 0.1;
  const double proximal = 0.1 / std::sqrt(0.55);
  const double decayed = m / (std::sqrt(v) + 0.01) + 0.02 * 1;
  return {
      {"AdamApplyOneWithDecayAssign",
       {gradient, state(0.3), state(0.2), var, Number(0.1), Number(0.9), Number(0.1), Number(0.99),
        Number(0.01), Number(0.02), Number(0.01)},
       {},
       {state(v), state(m), state(1 - 0.1 * decayed)},
       {1, 2, 3}},
      {"ApplyAdaMaxD",
       {var, state(0.2), state(0.3), Number(0.9), Number(0.1), Number(0.9), Number(0.99), Number(0.01),
        gradient},
       {},
       {state(1 - 0.1 / (1 - 0.9) * m / (greatest + 0.01)), state(m), state(greatest)}},
      {"ApplyAdadeltaD",
       {var, state(0.3), state(0.2), Number(0.1), Number(0.9), Number(0.01), gradient},
       {},
       {state(1 - 0.1 * update), state(ms), state(0.9 * 0.2 + 0.1 * update * update)}},
      {"ApplyAdagradD",
       {var, state(0.3), Number(0.1), gradient},
       {},
       {state(1 - 0.1 * 0.5 / std::sqrt(0.55)), state(0.55)}},
      {"ApplyAdam",
       {var, state(0.2), state(0.3), Number(0.9), Number(0.99), Number(0.1), Number(0.9), Number(0.99),
        Number(0.01), gradient},
       {},
       {state(1 - rate * m / (std::sqrt(v) + 0.01)), state(m), state(v)}},
      {"ApplyAdamD",
       {var, state(0.2), state(0.3), Number(0.9), Number(0.99), Number(0.1), Number(0.9), Number(0.99),
        Number(0.01), gradient},
       {Flag("use_nesterov", true)},
       {state(1 - rate * (0.9 * m + 0.1 * 0.5) / (std::sqrt(v) + 0.01)), state(m), state(v)}},
      {"ApplyAdamWithAmsgradV2",
       {var, state(0.2), state(0.3), state(0.4), Number(0.9), Number(0.99), Number(0.1), Number(0.9),
        Number(0.99), Number(0.01), gradient},
       {},
       {state(1 - rate * m / (std::sqrt(0.4) + 0.01)), state(m), state(v), state(0.4)}},
      {"ApplyCenteredRMSProp",
       {var, state(0.2), state(0.3), state(0.4), Number(0.1), Number(0.9), Number(0.5), Number(0.01),
        gradient},
       {},
       {state(1 - centered)}},
      {"ApplyFtrl",
       {var, state(0.3), state(0.2), gradient, Number(0.1), Number(0.4), Number(0.05), Number(-0.5)},
       {},
       {state((-0.4 - linear) / (std::sqrt(0.55) / 0.1 + 0.1))},
       {0}},
      {"ApplyFtrl",  // l1 leaves nothing
       {var, state(0.3), state(0.2), gradient, Number(0.1), Number(9), Number(0.05), Number(-0.5)},
       {},
       {state(0)},
       {0}},
      {"ApplyMomentum",
       {var, state(0.4), Number(0.1), gradient, Number(0.9)},
       {},
       {state(1 - 0.1 * 0.86), state(0.86)},
       {0, 1}},
      {"ApplyMomentum",
       {var, state(0.4), Number(0.1), gradient, Number(0.9)},
       {Flag("use_nesterov", true)},
       {state(1 - 0.1 * (0.5 + 0.9 * 0.86)), state(0.86)}},
      {"ApplyProximalAdagradD",
       {var, state(0.3), Number(0.1), Number(0.4), Number(0.05), gradient},
       {},
       {state((1 - proximal * 0.5 - proximal * 0.4) / (1 + proximal * 0.05)), state(0.55)}},
      {"ApplyRMSProp",
       {var,
        state(0.3),
        state(0.4),
        Number(0.1),
        {{}, {0.9}, ACL_FLOAT, true},
        {{}, {0.5}, ACL_FLOAT, true},
        {{}, {0.01}, ACL_FLOAT, true},
        gradient},
       {},
       {state(1 - mom)}},
      // The first step forgets the momentum's damping, the second does not.
      {"SGD",
       {var, gradient, Number(0.1), state(0.4), Number(0.5), state(1)},
       {Real("dampening", 0.5F)},
       {state(1 - 0.1 * (0.2 + 0.5))}},
      {"SGD",
       {var, gradient, Number(0.1), state(0.4), Number(0.5), state(0)},
       {Real("dampening", 0.5F), Flag("nesterov", true)},
       {state(1 - 0.1 * (0.5 + 0.5 * 0.45))}},
  };
}

std::vector<Case> AllCases() {
  std::vector<Case> all = ElementwiseCases();
  for (const auto& cases : {TensorCases(), NetworkCases(), NeighborhoodCases(), OptimizerCases()}) {
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

// A few float32 operations, each within an ulp or two: 1e-5 of the largest number, beside what cancels.
TEST(SingleOperators, ComputeWhatTheirNamesSay) {
  for (const Case& call : AllCases()) {
    SCOPED_TRACE(call.type);
    std::vector<Values> results;
    ASSERT_EQ(RunCase(call, &results), ACL_SUCCESS) << aclGetRecentErrMsg();
    for (size_t output = 0; output < results.size(); ++output) {
      const Values& right = call.outputs[output].values;
      for (size_t i = 0; i < right.size(); ++i) {
        EXPECT_NEAR(results[output][i], right[i], 1e-5 * std::max(1.0, std::abs(right[i])))
            << "output " << output << ", element " << i;
      }
    }
  }
}

TEST(SingleOperators, AreAllTested) {
  std::set<std::string_view> tested;
  const std::vector<Case> cases = AllCases();
  for (const Case& call : cases) {
    tested.insert(call.type);
  }
  for (const auto& operators : OperatorTables()) {
    for (const Operator& known : operators) {
      EXPECT_TRUE(tested.contains(known.type)) << known.type;
    }
  }
}

void ExpectRefusal(const Case& call, aclError status, const std::string& text) {
  SCOPED_TRACE(call.type);
  std::vector<Values> results;
  EXPECT_EQ(RunCase(call, &results), status);
  const char* const message = aclGetRecentErrMsg();
  EXPECT_NE(std::string(message == nullptr ? "" : message).find(text), std::string::npos) << message;
  for (const Values& values : results) {
    EXPECT_TRUE(std::ranges::all_of(values, [](double value) { return value == 77; })) << "written";
  }
}

TEST(SingleOperators, RefuseByName) {
  const Operand x{{2, 3}, {1, 2, 3, 4, 5, 6}};
  ExpectRefusal({"NoSuchThing", {x}, {}, {x}}, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                "operator NoSuchThing(FLOAT [2, 3] -> FLOAT [2, 3])");
  ExpectRefusal({"Acos", {x}, {}, {{{2, 2}, {}}}}, ACL_ERROR_INVALID_PARAM, "operator Acos(FLOAT [2, 3]");
  ExpectRefusal({"Acos", {}, {}, {x}}, ACL_ERROR_INVALID_PARAM, "aclnnAcos");
  ExpectRefusal({"ReduceSum", {x, {{1}, {1}, ACL_INT64}}, {}, {{{2}, {}}}}, ACL_ERROR_INVALID_PARAM,
                "input 1: expected numbers on the host, got device memory");
  ExpectRefusal({"ReduceSum", {x}, {}, {{{2}, {}}}}, ACL_ERROR_INVALID_PARAM,
                "input 1: expected numbers on the host, got none");
  ExpectRefusal({"GatherV2", {x, {{1}, {1}, ACL_INT32}, HostIntegers({2})}, {}, {{{2, 1}, {}}}},
                ACL_ERROR_INVALID_PARAM, "axis: expected -2 to 1, got 2");
  ExpectRefusal({"L2Normalize", {x}, {Integers("axis", {-3})}, {x}}, ACL_ERROR_INVALID_PARAM,
                "axis: expected -2 to 1, got -3");
  ExpectRefusal({"L2NormalizeGrad", {x, x, x}, {Integers("dim", {9})}, {x}}, ACL_ERROR_INVALID_PARAM,
                "dim: expected -2 to 1, got 9");
  const Operand row{{3}, {1, 1, 1}};
  ExpectRefusal(
      {"LayerNorm", {x, row, row}, {Integer("begin_norm_axis", -5)}, {x, {{2, 1}, {}}, {{2, 1}, {}}}},
      ACL_ERROR_INVALID_PARAM, "begin_norm_axis: expected -2 to 1, got -5");
  const Operand plane{{1, 1, 2, 2}, {1, 2, 3, 4}};
  ExpectRefusal({"MaxPool", {plane}, {Text("padding", "SAME")}, {plane}}, ACL_ERROR_INVALID_PARAM,
                "operator MaxPool(");
  ExpectRefusal({"Conv2D", {x, x}, {}, {x}}, ACL_ERROR_INVALID_PARAM,
                "data_format: expected NCHW with four dims");
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
