// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_gemm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::matmul::gemm {
namespace {

Shape Turned(Shape shape, bool turned) {
  if (turned && shape.size() == 2) {
    std::swap(shape[0], shape[1]);
  }
  return shape;
}

Arguments CallOf(const Shape& product, int64_t depth, Shape added, bool transA, bool transB,
                 aclDataType dtype) {
  Arguments all;
  all.tensors["A"] = {{Turned({product[0], depth}, transA), dtype}};
  all.tensors["B"] = {{Turned({depth, product[1]}, transB), dtype}};
  all.tensors["C"] = {{std::move(added), dtype}};
  all.attributes["transA"] = int64_t{transA ? 1 : 0};
  all.attributes["transB"] = int64_t{transB ? 1 : 0};
  return all;
}

Argument Transposes(const char* name, const char* meaning) {
  return {.name = name, .role = Role::kAttribute, .meaning = meaning, .defaultValue = int64_t{0}};
}

Argument As(Argument argument, ShapeRule shape) {
  argument.dtype = SameAs("A");
  argument.shape = std::move(shape);
  return argument;
}

Shape ProductOf(const Arguments& known) {
  const Shape a = Turned(known.ShapeOf("A"), known.Integer("transA") != 0);
  const Shape b = Turned(known.ShapeOf("B"), known.Integer("transB") != 0);
  return {Extent(a, 0), Extent(b, 1)};
}

}  // namespace

std::vector<Operator> Rows() {
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnGemmGetWorkspaceSize, &aclnnGemm>("aclnnGemm"),
       .summary = "scaled product of two matrices, and a scaled matrix",
       .formula = {"out = alpha * A B + beta * C"},
       .arguments = {Tensor("A", "first factor", "[M, K], transposed [K, M]", Floats()),
                     As(Tensor("B", "second factor", "[K, N], transposed [N, K]", Floats()),
                        SameShapeAs("A")),
                     As(Tensor("C", "matrix that is added", "broadcasts to [M, N]", Floats()),
                        [](const Arguments&) { return Shape{1}; }),
                     Real("alpha", "factor of the product", 1), Real("beta", "factor of C", 1),
                     Transposes("transA", "A is transposed"), Transposes("transB", "B is transposed"),
                     OutputWith(Tensor("out", "the result", "[M, N]", Floats()), ProductOf, SameAs("A")),
                     Mode("cubeMathType", "how FLOAT may be computed",
                          {{"keep_dtype", 0},
                           {"allow_down_precision", 1},
                           {"use_fp16", 2},
                           {"use_hf32", 3},
                           {"use_fp32_add", 4}})},
       .bitsOfProcessor = true,
       .runExample = "--a a.npy --b b.npy --c c.npy --transb 1 -o y.npy",
       .benchExample = "--a 1024x1024 --b 1024x1024 --c 1024"});
  const auto sample = [&](const char* name, const Shape& product, int64_t depth, Shape added, bool transA,
                          bool transB) {
    row.samples.push_back(
        {.name = name,
         .arguments = CallOf(product, depth, std::move(added), transA, transB, ACL_DT_UNDEFINED),
         .data = {{.name = "A", .pattern = Pattern::kSpread},
                  {.name = "B", .pattern = Pattern::kSpread},
                  {.name = "C"}}});
  };
  sample("plain", {300, 210}, 170, {210}, false, false);
  sample("transposed", {70, 301}, 400, {70, 1}, true, true);
  sample("deep", {3, 9}, 9001, {3, 9}, false, true);
  row.draw = [](Choices& choices) {
    const Shape product{choices.Extent(), choices.Extent()};
    Arguments drawn = CallOf(product, choices.Extent(), choices.Narrowed(product), choices.Chance(128),
                             choices.Chance(128), choices.DType(Floats()));
    drawn.attributes["alpha"] = static_cast<double>(choices.Below(3));
    drawn.attributes["beta"] = static_cast<double>(choices.Below(3));
    return drawn;
  };
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::matmul::gemm
