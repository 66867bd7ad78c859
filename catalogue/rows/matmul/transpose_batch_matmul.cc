// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_transpose_batch_mat_mul.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::matmul::transpose_batch_matmul {
namespace {

/// The prototypes without arguments that are always null.
template <auto getWorkspaceSize>
aclnnStatus Plain(const aclTensor* x1, const aclTensor* x2, const aclIntArray* permX1,
                  const aclIntArray* permX2, const aclIntArray* permY, int8_t cubeMathType,
                  int32_t batchSplitFactor, aclTensor* out, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  return getWorkspaceSize(x1, x2, nullptr, nullptr, permX1, permX2, permY, cubeMathType, batchSplitFactor,
                          out, workspaceSize, executor);
}

struct Sizes {
  int64_t batch;
  int64_t rows;
  int64_t depth;
  int64_t columns;
};

Arguments Given(const Sizes& sizes, bool rowsFirst, bool turned, int64_t parts,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  const auto& [b, m, k, n] = sizes;
  using Dims = std::vector<int64_t>;
  return {.tensors = {{"x1", {{rowsFirst ? Shape{m, b, k} : Shape{b, m, k}, dtype}}},
                      {"x2", {{turned ? Shape{b, n, k} : Shape{b, k, n}, dtype}}}},
          .attributes = {{"permX1", rowsFirst ? Dims{1, 0, 2} : Dims{0, 1, 2}},
                         {"permX2", turned ? Dims{0, 2, 1} : Dims{0, 1, 2}},
                         {"permY", Dims{1, 0, 2}},
                         {"batchSplitFactor", parts}}};
}

Shape ResultOf(const Arguments& known) {
  const Shape x1 = known.ShapeOf("x1");
  const Shape x2 = known.ShapeOf("x2");
  const bool rowsFirst = known.Integers("permX1") == std::vector<int64_t>{1, 0, 2};
  const bool turned = known.Integers("permX2") == std::vector<int64_t>{0, 2, 1};
  const int64_t batch = Extent(x1, rowsFirst ? 1 : 0);
  const int64_t rows = Extent(x1, rowsFirst ? 0 : 1);
  const int64_t columns = Extent(x2, turned ? 1 : 2);
  const int64_t parts = known.Integer("batchSplitFactor");
  return parts <= 1 ? Shape{rows, batch, columns} : Shape{parts, rows, batch / parts * columns};
}

Operator Row(Operator row, bool fractal) {
  Argument x2 = Tensor("x2", "second matrices", "[b, k, n], or [b, n, k] with permX2 0 2 1", Floats());
  x2.dtype = SameAs("x1");
  x2.mayBeFractal = fractal;
  x2.shape = [](const Arguments& known) {
    const Shape x1 = known.ShapeOf("x1");
    return Shape{Extent(x1, 0), Extent(x1, 2), Extent(x1, 1)};
  };
  row.formula = {"out[m, b] = x1[b, m] @ x2[b]"};
  row.arguments = {Tensor("x1", "first matrices", "[b, m, k], or [m, b, k] with permX1 1 0 2", Floats()),
                   std::move(x2),
                   IntegerList("permX1", "how the dims of x1 are taken", {0, 1, 2}),
                   IntegerList("permX2", "how the dims of x2 are taken", {0, 1, 2}),
                   IntegerList("permY", "how those of the products are", {1, 0, 2}),
                   Mode("cubeMathType", "how FLOAT may be computed",
                        {{"keep_dtype", 0},
                         {"allow_down_precision", 1},
                         {"use_fp16", 2},
                         {"use_hf32", 3},
                         {"use_fp32_add", 4}}),
                   {.name = "batchSplitFactor",
                    .role = Role::kAttribute,
                    .meaning = "parts of the batch, one after the other",
                    .defaultValue = int64_t{1},
                    .lowest = 1},
                   OutputWith(Tensor("out", "the products", "[m, b, n], or [s, m, b * n / s]", Floats()),
                              ResultOf, SameAs("x1"))};
  row.bitsOfProcessor = true;
  row.draw = [](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    const int64_t parts = choices.Chance(64) ? 2 : 1;
    const Sizes sizes{parts * choices.Extent(parts == 1), choices.Extent(), choices.Extent(),
                      choices.Extent()};
    return Given(sizes, choices.Chance(128), choices.Chance(128), sizes.batch == 0 ? 1 : parts, dtype);
  };
  row.samples = {{.name = "batches", .arguments = Given({5, 70, 130, 65}, true, false, 1)},
                 {.name = "turned", .arguments = Given({3, 33, 301, 40}, false, true, 1)},
                 {.name = "parts", .arguments = Given({6, 20, 65, 48}, true, true, 3)},
                 {.name = "one_row", .arguments = Given({16, 1, 512, 128}, true, false, 1)}};
  for (Sample& sample : row.samples) {
    sample.data = {{.name = "x1", .pattern = Pattern::kSpread}, {.name = "x2", .pattern = Pattern::kSpread}};
  }
  row.runExample = "--x1 a.npy --x2 b.npy --permx1 1,0,2 -o y.npy";
  row.benchExample = "--x1 64x256x256";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Row({.phases =
                   TwoPhases<&Plain<&aclnnTransposeBatchMatMulGetWorkspaceSize>, &aclnnTransposeBatchMatMul>(
                       "aclnnTransposeBatchMatMul"),
               .summary = "products of two batches of matrices whose dims are permuted"},
              false),
          Row({.phases = TwoPhases<&Plain<&aclnnTransposeBatchMatMulWeightNzGetWorkspaceSize>,
                                   &aclnnTransposeBatchMatMulWeightNz>("aclnnTransposeBatchMatMulWeightNz"),
               .summary = "products of two batches whose dims are permuted, with weights in FRACTAL_NZ"},
              true)};
}

}  // namespace openaclnn::catalogue::matmul::transpose_batch_matmul
