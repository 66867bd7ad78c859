// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_multinomial.h"
#include "catalogue/rows/random/seeded.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::random::multinomial {
namespace {

Argument Samples() {
  return {.name = "numsamples",
          .role = Role::kAttribute,
          .meaning = "how many are drawn from each row",
          .defaultValue = int64_t{1},
          .lowest = 0};
}

Argument Weights() {
  Argument weights = Input("self", FloatsAndDouble());
  weights.meaning = "weights of the categories, in rows";
  weights.shapeText = "[categories] or [rows, categories]";
  weights.holds = Meaning::kPositive;
  weights.mayRunOut = true;
  return weights;
}

Argument Drawn() {
  Argument out = OutputOfThatType("out", {ACL_INT64}, Always(ACL_INT64));
  out.shapeText = "[numsamples] or [rows, numsamples]";
  out.shape = [](const Arguments& known) {
    Shape shape = known.ShapeOf("self");
    if (!shape.empty()) {
      shape.back() = std::max<int64_t>(known.Integer("numsamples"), 0);
    }
    return shape;
  };
  return out;
}

Operator Drawing(Operator row) {
  const bool hasTensors = row.arguments[3].name == "seedTensor";
  const auto fill = [hasTensors](const Shape& shape, aclDataType dtype, int64_t samples, bool replacement) {
    Arguments all;
    all.tensors["self"] = {{shape, dtype}};
    if (hasTensors) {
      all.tensors["seedTensor"] = {{{1}, ACL_INT64}};
      all.tensors["offsetTensor"] = {{{1}, ACL_INT64}};
    }
    all.attributes["numsamples"] = samples;
    all.attributes["replacement"] = int64_t{replacement ? 1 : 0};
    return all;
  };
  const auto sample = [&](const char* name, Shape shape, int64_t samples, bool replacement) {
    row.samples.push_back({.name = name, .arguments = fill(shape, ACL_DT_UNDEFINED, samples, replacement)});
  };
  sample("one_row", {50021}, 1000, true);
  sample("rows", {300, 170}, 90, true);
  sample("without_replacement", {50021}, 1000, false);
  sample("rows_without_replacement", {300, 170}, 170, false);
  row.draw = [fill](Choices& choices) {
    const int64_t categories = choices.Extent(false);
    const Shape shape = choices.Chance(128) ? Shape{categories} : Shape{choices.Extent(), categories};
    const auto samples = static_cast<int64_t>(choices.Below(static_cast<uint64_t>(categories) + 1));
    return fill(shape, choices.DType(FloatsAndDouble()), samples, choices.Chance(128));
  };
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  const std::string summary = "categories drawn with the probabilities that weights give";
  const std::vector<std::string> formula{"out = numsamples categories of each row of self"};
  const Argument replacement = Flag("replacement", "whether a category may be drawn again");
  return {
      Drawing({.phases = TwoPhases<&aclnnMultinomialGetWorkspaceSize, &aclnnMultinomial>("aclnnMultinomial"),
               .summary = summary,
               .formula = formula,
               .arguments = {Weights(), Samples(), replacement, Seed(), Offset(), Drawn()},
               .runExample = "--self weights.npy --numsamples 2 -o categories.npy",
               .benchExample = "--self 64x32000"}),
      Drawing({.phases = TwoPhases<&aclnnMultinomialTensorGetWorkspaceSize, &aclnnMultinomialTensor>(
                   "aclnnMultinomialTensor"),
               .summary = summary + ", at a seed and an offset in device memory",
               .formula = formula,
               .arguments = {Weights(), Samples(), replacement, Position("seedTensor"),
                             Position("offsetTensor"), Offset(), Drawn()},
               .runExample = "--self weights.npy --numsamples 2 --seed-tensor seed.npy --offset-tensor "
                             "offset.npy -o categories.npy",
               .benchExample = "--self 64x32000 --seed-tensor 1:int64 --offset-tensor 1:int64"}),
  };
}

}  // namespace openaclnn::catalogue::random::multinomial
