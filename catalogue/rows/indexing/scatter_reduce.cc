// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_scatter_reduce.h"
#include "catalogue/rows/indexing/indexed.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::scatter_reduce {
namespace {

constexpr int64_t kSum = 1;
constexpr int64_t kMean = 5;

Argument Kind() {
  return Mode(
      "reduce", "what several elements make",
      {{"sum", kSum}, {"replace", 0}, {"product", 2}, {"maximum", 3}, {"minimum", 4}, {"mean", kMean}});
}

Argument IncludeSelf() {
  return Flag("includeSelf", "whether the element there takes part");
}

// BOOL has no mean.
Operator Reduced(Operator row) {
  const std::string table = row.arguments.front().name;
  const Sample first = row.samples.front();
  for (const auto& [name, kind] : {std::pair{"maximum", int64_t{3}}, std::pair{"mean", kMean}}) {
    Sample sample = first;
    sample.name = name;
    sample.arguments.attributes["reduce"] = kind;
    sample.dtypes = {ACL_FLOAT, ACL_BF16, ACL_INT32};
    row.samples.push_back(std::move(sample));
  }
  row.draw = [table, draw = std::move(row.draw)](Choices& choices) {
    Arguments drawn = draw(choices);
    drawn.attributes["includeSelf"] = int64_t{choices.Chance(128) ? 1 : 0};
    if (drawn.DTypeOf(table) == ACL_BOOL && drawn.Integer("reduce") == kMean) {
      drawn.attributes["reduce"] = kSum;
    }
    return drawn;
  };
  return row;
}

Argument Source(const char* name, const std::string& of) {
  Argument argument = WithComplex(Input(name, Numbers()));
  argument.dtype = SameAs(of);
  return argument;
}

}  // namespace

std::vector<Operator> Rows() {
  Argument out = WithComplex(Output("out", Numbers(), SameAs("self")));
  out.shape = SameShapeAs("self");
  out.shapeText = "that of self";
  out.anyDType = false;
  return {
      Reduced(Indexed(
          TwoPhases<&aclnnScatterReduceGetWorkspaceSize, &aclnnScatterReduce>("aclnnScatterReduce"),
          "elements reduced at the places that an index tensor names",
          "out = self; out[index[i][j]][j] = its sum, product, extreme or mean with src[i][j], of dim 0",
          {WithComplex(Input("self", Numbers())), Dim(), Index("index", "self"), Source("src", "self"),
           Kind(), IncludeSelf(), out},
          OfElements)),
      Reduced(Indexed(TwoPhases<&aclnnInplaceScatterReduceGetWorkspaceSize, &aclnnInplaceScatterReduce>(
                          "aclnnInplaceScatterReduce"),
                      "elements reduced at the places that an index tensor names, in place",
                      "selfRef[index[i][j]][j] = its sum, product, extreme or mean with src[i][j], of dim 0",
                      {WithComplex(InPlace("selfRef", Numbers())), Dim(), Index("index", "selfRef"),
                       Source("src", "selfRef"), Kind(), IncludeSelf()},
                      OfElements)),
  };
}

}  // namespace openaclnn::catalogue::indexing::scatter_reduce
