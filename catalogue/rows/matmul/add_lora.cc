// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_add_lora.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::matmul::add_lora {
namespace {

struct Sizes {
  int64_t rows;
  int64_t columns;
  int64_t adapters;
  int64_t layers;
  int64_t added;  // columns
  int64_t rank;
  int64_t wide;  // columns of x; 0: there is no weightA
};

Arguments Given(const Sizes& sizes, int64_t layer, int64_t offset, aclDataType dtype = ACL_DT_UNDEFINED) {
  const bool plain = sizes.wide == 0;
  Arguments all{.tensors = {{"y", {{{sizes.rows, sizes.columns}, dtype}}},
                            {"x", {{{sizes.rows, plain ? sizes.rank : sizes.wide}, dtype}}},
                            {"weightB", {{{sizes.adapters, sizes.layers, sizes.added, sizes.rank}, dtype}}},
                            {"indices", {{{sizes.rows}, ACL_INT32}}}},
                .attributes = {{"layerIdx", layer}, {"yOffset", offset}, {"ySliceSize", sizes.added}}};
  if (!plain) {
    all.tensors["weightAOptional"] = {{{sizes.adapters, sizes.layers, sizes.rank, sizes.wide}, dtype}};
  }
  return all;
}

Argument Number(std::string name, std::string meaning) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = int64_t{0},
          .lowest = 0};
}

}  // namespace

std::vector<Operator> Rows() {
  const auto like = [](Argument argument) {
    argument.dtype = SameAs("y");
    return argument;
  };
  Argument indices =
      Tensor("indices", "adapters of rows; of negative ones rows stay as they are", "[rows]", {ACL_INT32});
  indices.holds = Meaning::kIndices;
  indices.dtype = Always(ACL_INT32);
  indices.bound = [](const Arguments& known) { return Extent(known.ShapeOf("weightB"), 0); };
  indices.shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("y"), 0)}; };
  Argument slice = Number("ySliceSize", "columns that change");
  slice.defaultValue.reset();
  slice.derive = [](const Arguments& known) { return Value(Extent(known.ShapeOf("weightB"), 2)); };
  slice.derivation = "extent 2 of weightB";
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnAddLoraGetWorkspaceSize, &aclnnAddLora>("aclnnAddLora"),
       .summary = "rows and a low-rank update of each by its adapter",
       .formula = {"out = y",
                   "out[b, slice] += scale * x[b] @ weightA[indices[b], layerIdx]^T @ "
                   "weightB[indices[b], layerIdx]^T"},
       .arguments = {Tensor("y", "rows", "[rows, columns]", Floats()),
                     like(Tensor("x", "rows that adapters take", "[rows, H1]", Floats())),
                     like(Tensor("weightB", "second matrices", "[W, layers, H2, R]", Floats())), indices,
                     like(quantization::OptionalInput("weightAOptional", "first matrices",
                                                      "[W, layers, R, H1]", Floats())),
                     Number("layerIdx", "layer of the adapters"), Real("scale", "factor of the update", 1),
                     Number("yOffset", "first column that changes"), slice,
                     OutputWith(Tensor("out", "the result", "that of y", Floats()), SameShapeAs("y"),
                                SameAs("y"))},
       .bitsOfProcessor = true,
       .draw =
           [](Choices& choices) {
             const aclDataType dtype = choices.DType(Floats());
             const int64_t offset = choices.Extent();
             const int64_t added = choices.Extent();
             const int64_t layers = choices.Extent(false);
             const Sizes sizes{choices.Extent(),
                               offset + added + choices.Extent(),
                               choices.Extent(false),
                               layers,
                               added,
                               choices.Extent(),
                               choices.Chance(128) ? choices.Extent(false) : 0};
             Arguments drawn = Given(sizes, layers - 1, offset, dtype);
             drawn.attributes["scale"] = static_cast<double>(choices.Below(3));
             return drawn;
           },
       .samples = {{.name = "adapters", .arguments = Given({130, 70, 5, 2, 40, 16, 65}, 1, 20)},
                   {.name = "plain", .arguments = Given({33, 300, 3, 1, 300, 17, 0}, 0, 0)},
                   {.name = "one_adapter", .arguments = Given({9, 2100, 1, 3, 2000, 8, 500}, 2, 100)}},
       .runExample =
           "--y y.npy --x x.npy --weightb b.npy --indices i.npy --weighta-optional a.npy -o out.npy",
       .benchExample = "--y 64x4096:float16 --x 64x16:float16 --weightb 8x1x4096x16:float16"});
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::matmul::add_lora
