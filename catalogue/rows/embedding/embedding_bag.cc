// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_embedding_bag.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::embedding::embedding_bag {
namespace {

// In samples all offsets are 0: all indices are in the last bag.
Argument Whole(const char* name, const char* meaning, const char* shapeText, IntegerRule bound) {
  return {.name = name,
          .meaning = meaning,
          .shapeText = shapeText,
          .dtypes = {ACL_INT64, ACL_INT32},
          .others = {ACL_INT16, ACL_INT8, ACL_UINT8},
          .holds = Meaning::kIndices,
          .bound = std::move(bound)};
}
Argument Made(const char* name, const char* meaning, const char* shapeText, ShapeRule shape) {
  return OutputWith(Tensor(name, meaning, shapeText, {ACL_INT64, ACL_INT32}), std::move(shape),
                    Always(ACL_INT64));
}

int64_t Bags(const Arguments& known) {
  const int64_t offsets = Extent(known.ShapeOf("offsets"), 0);
  return known.Integer("includeLastOffset") != 0 ? std::max<int64_t>(0, offsets - 1) : offsets;
}
Shape OutputShape(const Arguments& known) {
  return {Bags(known), Extent(known.ShapeOf("weight"), 1)};
}

struct Bag {
  int64_t rows;
  int64_t width;
  int64_t indices;
  int64_t offsets;
};

Arguments Call(const Bag& bag, int64_t mode, aclDataType dtype, aclDataType whole, bool weighted) {
  Arguments all;
  all.tensors = {{"weight", {{{bag.rows, bag.width}, dtype}}},
                 {"indices", {{{bag.indices}, whole}}},
                 {"offsets", {{{bag.offsets}, whole}}}};
  if (weighted && mode == 0) {
    all.tensors["perSampleWeights"] = {{{bag.indices}, dtype}};
  }
  all.attributes["mode"] = mode;
  return all;
}

}  // namespace

std::vector<Operator> Rows() {
  Argument weights = InputAs("perSampleWeights", Floats(), "weight");
  weights.meaning = "factors in a sum";
  weights.shapeText = "[L]";
  weights.optional = true;
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnEmbeddingBagGetWorkspaceSize, &aclnnEmbeddingBag>("aclnnEmbeddingBag"),
       .summary = "rows of a table, summed up bag by bag",
       .formula = {"output[b, :] = sum of weight[i, :] for the indices i of bag b"},
       .arguments = {Tensor("weight", "table", "[V, E]", Floats()),
                     Whole("indices", "rows of the bags", "[L]",
                           [](const Arguments& known) { return Extent(known.ShapeOf("weight"), 0); }),
                     Whole("offsets", "where bags begin", "[bags]",
                           [](const Arguments&) { return int64_t{1}; }),
                     Flag("scaleGradByFreq", "has no effect"),
                     Mode("mode", "what becomes of the rows", {{"sum", 0}, {"mean", 1}, {"max", 2}}),
                     Flag("sparse", "has no effect"),
                     weights,
                     Flag("includeLastOffset", "whether offsets ends with the number of indices"),
                     {.name = "paddingIdx",
                      .role = Role::kAttribute,
                      .meaning = "an index that does not count",
                      .defaultValue = int64_t{-1}},
                     OutputWith(Tensor("output", "sums, means or maxima", "[bags, E]", Floats()), OutputShape,
                                SameAs("weight")),
                     Made("offset2bag", "the bag of each index", "[L]", SameShapeAs("indices")),
                     Made("bagSize", "how many indices of a bag count", "[bags]",
                          [](const Arguments& known) { return Shape{Bags(known)}; }),
                     Made("maxIndices", "rows of the maxima", "[bags, E] of maxima, else [bags]",
                          [](const Arguments& known) {
                            return known.Integer("mode") == 2 ? OutputShape(known) : Shape{Bags(known)};
                          })},
       .lead = "weight",
       .runExample = "--weight w.npy --indices i.npy --offsets o.npy --output y.npy",
       .benchExample = "--weight 50000x256 --indices 65536:int64 --offsets 1024:int64"});
  for (const auto& [name, mode] : {std::pair<const char*, int64_t>{"sums", 0}, {"means", 1}, {"maxima", 2}}) {
    row.samples.push_back(
        {.name = name, .arguments = Call({300, 130, 500, 7}, mode, ACL_DT_UNDEFINED, ACL_INT64, true)});
  }
  row.samples.push_back(
      {.name = "wide", .arguments = Call({11, 3000, 40, 3}, 0, ACL_DT_UNDEFINED, ACL_INT64, false)});
  row.draw = [](Choices& choices) {
    const Bag bag{choices.Extent(false), choices.Extent(), choices.Extent(), choices.Extent(false)};
    const auto mode = static_cast<int64_t>(choices.Below(3));
    const aclDataType dtype = choices.DType(Floats());
    const aclDataType whole = choices.DType({ACL_INT64, ACL_INT32});
    return Call(bag, mode, dtype, whole, choices.Chance(128));
  };
  return {row};
}

}  // namespace openaclnn::catalogue::embedding::embedding_bag
