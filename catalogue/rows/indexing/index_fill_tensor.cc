// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_index_fill_tensor.h"
#include "catalogue/rows/indexing/filled.h"
#include "catalogue/rows/indexing/indexed.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::index_fill_tensor {
namespace {

/// Slices that the host names.
Operator FillsSlices(Phases phases, std::string summary, std::string formula,
                     std::vector<Argument> arguments) {
  const std::string table = arguments.front().name;
  const std::string option = OptionName(table);
  return Filled({.phases = std::move(phases),
                 .summary = std::move(summary),
                 .formula = {std::move(formula)},
                 .arguments = std::move(arguments),
                 .runExample = option + " x.npy --index 0,2 --value 3 " +
                               (table == "self" ? "-o" : "--self-ref-result") + " y.npy",
                 .benchExample = option + " 4096x4096 --index 0,2 --value 3"},
                [table](const Shape& shape, int64_t number, aclDataType dtype) {
                  const bool last = number % 2 == 0 && !shape.empty();
                  const int64_t extent = shape.empty() ? 1 : last ? shape.back() : shape.front();
                  std::vector<int64_t> index;
                  for (int64_t k = 0; extent > 0 && k < number % 100; ++k) {
                    index.push_back(k * 7 % extent - (k % 3 == 0 ? extent : 0));
                  }
                  return Arguments{
                      .tensors = {{table, {{shape, dtype}}}},
                      .attributes = {{"dim", last ? int64_t{-1} : int64_t{0}}, {"index", index}}};
                });
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument slices{.name = "index", .role = Role::kAttribute, .meaning = "which slices"};
  return {
      FillsSlices(
          TwoPhases<&aclnnIndexFillTensorGetWorkspaceSize, &aclnnIndexFillTensor>("aclnnIndexFillTensor"),
          "slices that the host names filled with a number", "out = self; out[index[i]] = value at dim",
          {Movable(Input("self", Numbers())), Dim(), slices, Number("value", 3),
           ResultAs("self", "that of self", SameShapeAs("self"))}),
      FillsSlices(TwoPhases<&aclnnInplaceIndexFillTensorGetWorkspaceSize, &aclnnInplaceIndexFillTensor>(
                      "aclnnInplaceIndexFillTensor"),
                  "slices that the host names filled with a number, in place",
                  "selfRef[index[i]] = value at dim",
                  {Movable(InPlace("selfRef", Numbers())), Dim(), slices, Number("value", 3)}),
  };
}

}  // namespace openaclnn::catalogue::indexing::index_fill_tensor
