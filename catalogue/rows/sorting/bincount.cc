// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "aclnnop/aclnn_bincount.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sorting::bincount {
namespace {

int64_t BinsOf(const Arguments& known) {
  return known.Integer("minlength");
}

Operator Bincount() {
  const DTypes whole{ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8};
  Argument self{.name = "self",
                .meaning = "numbers from 0 on",
                .shapeText = "[elements]",
                .dtypes = whole,
                .holds = Meaning::kIndices,
                .bound = BinsOf};
  Argument weights = Input("weights", Numbers());
  weights.meaning = "what each element counts; none: 1";
  weights.shapeText = "that of self";
  weights.optional = true;
  weights.shape = SameShapeAs("self");
  Argument out = OutputOfThatType(
      "out", {ACL_INT64, ACL_FLOAT, ACL_DOUBLE},
      {"INT64 without weights, FLOAT with such, else DOUBLE", [](const Arguments& known) {
         const TensorSpec* given = known.Find("weights");
         return given == nullptr ? ACL_INT64 : given->dtype == ACL_FLOAT ? ACL_FLOAT : ACL_DOUBLE;
       }});
  out.shapeText = "[minlength], or more";
  out.shape = [](const Arguments& known) { return Shape{BinsOf(known)}; };
  Operator op =
      MakeOperator({.phases = TwoPhases<&aclnnBincountGetWorkspaceSize, &aclnnBincount>("aclnnBincount"),
                    .summary = "how often each number is there, or the sum of what these count",
                    .formula = {"out[n] = sum of weights[i] over all i where self[i] is n"},
                    .arguments = {self,
                                  weights,
                                  {.name = "minlength",
                                   .role = Role::kAttribute,
                                   .meaning = "how many numbers are counted",
                                   .defaultValue = int64_t{100},
                                   .lowest = 0},
                                  out},
                    .runExample = "--self x.npy --minlength 10 -o counts.npy",
                    .benchExample = "--self 16777216 --minlength 100"});
  const auto call = [](int64_t elements, aclDataType dtype, aclDataType weightsDType, int64_t minlength) {
    Arguments all;
    all.tensors["self"] = {{{elements}, dtype}};
    if (weightsDType != ACL_DT_UNDEFINED) {
      all.tensors["weights"] = {{{elements}, weightsDType}};
    }
    all.attributes = {{"minlength", minlength}};
    return all;
  };
  op.samples.push_back({.name = "row", .arguments = call(350147, ACL_DT_UNDEFINED, ACL_DT_UNDEFINED, 100)});
  op.samples.push_back({.name = "many_bins", .arguments = call(70001, ACL_INT32, ACL_DT_UNDEFINED, 90001)});
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_FLOAT16, ACL_INT32}) {
    // Sums in another order would be others.
    op.samples.push_back({.name = std::string("weights_") + NameOf(dtype),
                          .arguments = call(350147, ACL_INT64, dtype, 50),
                          .data = {{.name = "weights", .pattern = Pattern::kSpread}}});
  }
  op.draw = [call, whole](Choices& choices) {
    const int64_t elements = choices.Extent();
    const aclDataType dtype = choices.DType(whole);
    const aclDataType weightsDType = choices.Chance(128) ? choices.DType(Numbers()) : ACL_DT_UNDEFINED;
    return call(elements, dtype, weightsDType, choices.Extent(false));
  };
  return op;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Bincount(),
  };
}

}  // namespace openaclnn::catalogue::sorting::bincount
