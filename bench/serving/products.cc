// SPDX-License-Identifier: Apache-2.0
//
// Products with quantized weights beside those of floating-point numbers, and products of experts' few tokens.
#include <memory>
#include <string>

#include "aclnnop/aclnn_grouped_matmul_v4.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_quant_matmul_v4.h"
#include "aclnnop/aclnn_weight_quant_batch_matmul_v2.h"
#include "bench/serving/call.h"
#include "bench/serving/cases.h"

namespace bench {
namespace {

std::string Name(aclDataType dtype) {
  return dtype == ACL_FLOAT ? "FLOAT" : dtype == ACL_FLOAT16 ? "FLOAT16" : "BFLOAT16";
}

// A matrix [rows, columns], which lies in memory as it is or transposed.
Operand Matrix(int64_t rows, int64_t columns, aclDataType dtype, bool transposed) {
  return transposed ? Operand({columns, rows}, dtype).Transposed() : Operand({rows, columns}, dtype);
}

std::unique_ptr<Contender> Mm(int64_t rows, int64_t depth, int64_t columns, aclDataType dtype,
                              bool transposed) {
  return MakeCall(
      [a = Operand({rows, depth}, dtype), b = Matrix(depth, columns, dtype, transposed),
       out = Operand({rows, columns}, dtype)](uint64_t* bytes, aclOpExecutor** executor) {
        return aclnnMmGetWorkspaceSize(a.Tensor(), b.Tensor(), out.Tensor(), 0, bytes, executor);
      },
      &aclnnMm);
}

struct Row {
  int64_t depth;
  int64_t columns;
  int64_t group;  // depths that share scales; 0: all
  aclDataType dtype;
  bool transposed;
};

std::unique_ptr<Contender> RowByInt4(const Row& row) {
  const Operand::Shape scales =
      row.group == 0 ? Operand::Shape{row.columns} : Operand::Shape{row.depth / row.group, row.columns};
  return MakeCall(
      [row, x = Operand({1, row.depth}, row.dtype),
       weight = Matrix(row.depth, row.columns, ACL_INT4, row.transposed), scale = Operand(scales, row.dtype),
       out = Operand({1, row.columns}, row.dtype)](uint64_t* bytes, aclOpExecutor** executor) {
        return aclnnWeightQuantBatchMatmulV2GetWorkspaceSize(
            x.Tensor(), weight.Tensor(), scale.Tensor(), nullptr, nullptr, nullptr, nullptr,
            static_cast<int>(row.group), out.Tensor(), bytes, executor);
      },
      &aclnnWeightQuantBatchMatmulV2);
}

void AddRow(std::vector<Case>& cases, const Row& row) {
  const std::string name = "row by INT4 " + std::to_string(row.depth) + "x" + std::to_string(row.columns) +
                           (row.transposed ? " transposed" : "") + ", " + Name(row.dtype) + ", scales of " +
                           (row.group == 0 ? "columns" : std::to_string(row.group));
  cases.push_back({name, row.depth * row.columns / 2, [row] { return RowByInt4(row); },
                   [row] { return Mm(1, row.depth, row.columns, row.dtype, row.transposed); }});
}

std::unique_ptr<Contender> Int8(int64_t size) {
  return MakeCall(
      [a = Operand({size, size}, ACL_INT8), b = Operand({size, size}, ACL_INT8),
       scale = Operand({size}, ACL_FLOAT),
       out = Operand({size, size}, ACL_BF16)](uint64_t* bytes, aclOpExecutor** executor) {
        return aclnnQuantMatmulV4GetWorkspaceSize(a.Tensor(), b.Tensor(), scale.Tensor(), nullptr, nullptr,
                                                  nullptr, false, false, out.Tensor(), bytes, executor);
      },
      &aclnnQuantMatmulV4);
}

// Each expert's tokens by its weight [depth, columns].
std::unique_ptr<Contender> Experts(int64_t experts, int64_t tokens, int64_t depth, int64_t columns,
                                   aclDataType dtype) {
  const Operand counts({experts}, ACL_INT64);
  for (int64_t expert = 0; expert < experts; ++expert) {
    static_cast<int64_t*>(counts.Data())[expert] = tokens;
  }
  constexpr int64_t kOneTensorOut = 3;
  constexpr int64_t kGroupsOfRows = 0;
  constexpr int64_t kCounts = 1;
  return MakeCall(
      [=, x = ListOf({Operand({experts * tokens, depth}, dtype)}),
       weight = ListOf({Operand({experts, depth, columns}, dtype)}),
       out = ListOf({Operand({experts * tokens, columns}, dtype)})](uint64_t* bytes,
                                                                    aclOpExecutor** executor) {
        return aclnnGroupedMatmulV4GetWorkspaceSize(x.get(), weight.get(), nullptr, nullptr, nullptr, nullptr,
                                                    nullptr, nullptr, counts.Tensor(), nullptr, nullptr,
                                                    nullptr, kOneTensorOut, kGroupsOfRows, kCounts, 0,
                                                    out.get(), nullptr, nullptr, bytes, executor);
      },
      &aclnnGroupedMatmulV4);
}

}  // namespace

void AddProducts(std::vector<Case>& cases) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    for (const bool transposed : {false, true}) {
      for (const int64_t columns : {4096, 11008}) {
        for (const int64_t group : {0, 32, 128}) {
          AddRow(cases, {4096, columns, group, dtype, transposed});
        }
      }
    }
  }
  constexpr int64_t kSize = 2048;
  cases.push_back({"INT8 2048x2048x2048 beside FLOAT", 4 * kSize * kSize, [] { return Int8(kSize); },
                   [] { return Mm(kSize, kSize, kSize, ACL_FLOAT, false); }});
  for (const int64_t tokens : {1, 2, 4}) {
    constexpr int64_t kExperts = 8;
    constexpr int64_t kDepth = 2048;
    constexpr int64_t kColumns = 1408;
    cases.push_back({"8 experts' products of " + std::to_string(tokens) + " tokens, 2048x1408, BFLOAT16",
                     kExperts * kDepth * kColumns * 2,
                     [=] { return Experts(kExperts, tokens, kDepth, kColumns, ACL_BF16); }, nullptr});
  }
}

}  // namespace bench
