// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_put.h"
#include "aclnnop/aclnn_take.h"
#include "catalogue/rows/indexing/filled.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::flat {
namespace {

IntegerRule ElementsOf(std::string table) {
  return [table = std::move(table)](const Arguments& known) { return Product(known.ShapeOf(table)); };
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Filled({.phases = TwoPhases<&aclnnInplacePutGetWorkspaceSize, &aclnnInplacePut>("aclnnInplacePut"),
              .summary = "elements put, or added, where indices say, as if there were one dimension",
              .formula = {"selfRef.flatten()[index[i]] = source[i], or += source[i]"},
              .arguments = {Movable(InPlace("selfRef", Numbers())),
                            IndicesBelow("index", "where", ElementsOf("selfRef")),
                            Movable(InputAs("source", Numbers(), "selfRef")),
                            Flag("accumulate", "whether to add")},
              .runExample = "--self-ref x.npy --index i.npy --source s.npy --self-ref-result y.npy",
              .benchExample = "--self-ref 4096x4096 --index 1000000:int64 --source 1000000"},
             [](const Shape& shape, int64_t number, aclDataType dtype) {
               const Shape index{Product(shape) == 0 ? 0 : number, 3};
               return Arguments{.tensors = {{"selfRef", {{shape, dtype}}},
                                            {"index", {{index, ACL_INT64}}},
                                            {"source", {{index, dtype}}}},
                                .attributes = {{"accumulate", int64_t{number % 2}}}};
             }),
      Filled({.phases = TwoPhases<&aclnnTakeGetWorkspaceSize, &aclnnTake>("aclnnTake"),
              .summary = "elements that indices name, as if there were one dimension",
              .formula = {"out[i...] = self.flatten()[index[i...]]"},
              .arguments = {Movable(Input("self", Numbers())),
                            IndicesBelow("index", "where", ElementsOf("self")),
                            ResultAs("self", "that of index", SameShapeAs("index"))},
              .runExample = "--self x.npy --index i.npy -o y.npy",
              .benchExample = "--self 4096x4096 --index 1000000:int64"},
             [](const Shape& shape, int64_t number, aclDataType dtype) {
               const Shape index{Product(shape) == 0 ? 0 : number, 3};
               return Arguments{.tensors = {{"self", {{shape, dtype}}}, {"index", {{index, ACL_INT64}}}}};
             }),
  };
}

}  // namespace openaclnn::catalogue::indexing::flat
