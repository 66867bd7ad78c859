// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_embedding_renorm.h"
#include "aclnnop/aclnn_renorm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction::renorm {
namespace {

Operator Slices(Phases phases, std::string summary, std::string formula, Argument self, bool inPlace) {
  const std::string name = self.name;
  self.shapeText = "2 dimensions or more";
  std::vector<Argument> arguments{std::move(self), Number("p", 2), Dim("dim"), Number("maxNorm", 1)};
  if (!inPlace) {
    Argument out = OutputOfThatType("out", Floats(), SameAs(name));
    out.shapeText = "that of self";
    out.shape = SameShapeAs(name);
    arguments.push_back(std::move(out));
  }
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = std::move(summary),
                               .formula = {std::move(formula)},
                               .arguments = std::move(arguments)});
  const auto call = [name](const Shape& shape, aclDataType dtype, int64_t dim, double p) {
    Arguments all;
    all.tensors[name] = {{shape, dtype}};
    all.attributes["dim"] = dim;
    all.attributes["p"] = Scalar{ACL_DOUBLE, p};
    all.attributes["maxNorm"] = Scalar{ACL_DOUBLE, 1};
    return all;
  };
  const auto sample = [&](const char* title, Shape shape, int64_t dim, double p, bool specials = false) {
    row.samples.push_back({.name = title,
                           .arguments = call(std::move(shape), ACL_DT_UNDEFINED, dim, p),
                           .data = {{.name = name, .pattern = Pattern::kSpread, .specials = specials}}});
  };
  sample("rows", {3001, 96}, 0, 2);
  sample("columns", {3001, 96}, 1, 1);
  sample("middle", {5, 601, 17}, 1, 3.5);
  sample("specials", {301, 257}, 0, 2, true);
  row.draw = [call](Choices& choices) {
    Shape shape = choices.AnyShape(5);
    while (shape.size() < 2) {
      shape.push_back(choices.Extent());
    }
    const auto rank = static_cast<int64_t>(shape.size());
    const auto dim = static_cast<int64_t>(choices.Below(2 * shape.size())) - rank;
    return call(shape, choices.DType(Floats()), dim, 0.5 * static_cast<double>(choices.Below(7)));
  };
  row.runExample = OptionName(name) + " x.npy --p 2 --dim 0 --max-norm 1 " +
                   (inPlace ? OutputOption(row.arguments[0]) : "-o") + " y.npy";
  row.benchExample = OptionName(name) + " 4096x4096 --dim 0";
  return row;
}

Operator EmbeddingRenorm() {
  Argument table = InPlace("selfRef", Floats());
  table.shapeText = "[rows, columns]";
  table.meaning = "the embedding";
  Operator row = MakeOperator(
      {.phases =
           TwoPhases<&aclnnEmbeddingRenormGetWorkspaceSize, &aclnnEmbeddingRenorm>("aclnnEmbeddingRenorm"),
       .summary = "rows of an embedding with a bounded norm",
       .formula =
           {"selfRef[i] = selfRef[i] * maxNorm / (norm + 1e-7) where indices name i and norm > maxNorm"},
       .arguments = {std::move(table),
                     {.name = "indices",
                      .meaning = "rows that are bounded",
                      .shapeText = "any",
                      .dtypes = {ACL_INT64, ACL_INT32},
                      .holds = Meaning::kIndices,
                      .bound = [](const Arguments& known) { return Extent(known.ShapeOf("selfRef"), 0); }},
                     Real("maxNorm", "the bound", 1),
                     Real("normType", "order of the norm", 2)},
       .benchExample = "--self-ref 100000x512 --indices 4096:int64"});
  row.runExample =
      "--self-ref table.npy --indices rows.npy " + OutputOption(row.arguments[0]) + " bounded.npy";
  const auto call = [](const Shape& table2, aclDataType dtype, const Shape& indices, aclDataType indexDType) {
    Arguments all;
    all.tensors["selfRef"] = {{table2, dtype}};
    all.tensors["indices"] = {{indices, indexDType}};
    return all;
  };
  row.samples = {
      {.name = "few_of_many", .arguments = call({3001, 96}, ACL_DT_UNDEFINED, {100}, ACL_INT64)},
      {.name = "one_of_few", .arguments = call({5, 33}, ACL_DT_UNDEFINED, {1}, ACL_INT64)},
      {.name = "all_of_few", .arguments = call({17, 5000}, ACL_DT_UNDEFINED, {20, 30}, ACL_INT32)}};
  row.draw = [call](Choices& choices) {
    return call({choices.Extent(false), choices.Extent()}, choices.DType(Floats()), choices.AnyShape(3),
                choices.DType({ACL_INT64, ACL_INT32}));
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  const std::string formula = "self * maxNorm / (norm + 1e-7) for slices along dim with norm > maxNorm";
  return {
      EmbeddingRenorm(),
      Slices(TwoPhases<&aclnnInplaceRenormGetWorkspaceSize, &aclnnInplaceRenorm>("aclnnInplaceRenorm"),
             "slices with a bounded norm, in place", "selfRef = " + formula, InPlace("selfRef", Floats()),
             true),
      Slices(TwoPhases<&aclnnRenormGetWorkspaceSize, &aclnnRenorm>("aclnnRenorm"),
             "slices with a bounded norm", "out = " + formula, Input("self", Floats()), false),
  };
}

}  // namespace openaclnn::catalogue::reduction::renorm
