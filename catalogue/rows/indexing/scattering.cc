// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_index_add.h"
#include "aclnnop/aclnn_index_add_v2.h"
#include "aclnnop/aclnn_index_copy.h"
#include "aclnnop/aclnn_index_fill.h"
#include "aclnnop/aclnn_scatter.h"
#include "aclnnop/aclnn_scatter_add.h"
#include "catalogue/rows/indexing/indexed.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::scattering {

std::vector<Operator> Rows() {
  return {
      Indexed(TwoPhases<&aclnnIndexAddGetWorkspaceSize, &aclnnIndexAdd>("aclnnIndexAdd"),
              "slices, times a number, added where an index tensor says",
              "out = self; out[index[i]] += alpha * source[i] at dim",
              {Table("self"), Dim(), Index("index", "self"), Source("source", "self"),
               NumberFor("alpha", "self", 1), Result("out", "self", SameShapeAs("self"))},
              OfSlices),
      Indexed(TwoPhases<&aclnnIndexAddV2GetWorkspaceSize, &aclnnIndexAddV2>("aclnnIndexAddV2"),
              "slices, times a number, added where an index tensor says",
              "out = self; out[index[i]] += alpha * source[i] at dim",
              {Table("self"),
               Dim(),
               Index("index", "self"),
               Source("source", "self"),
               NumberFor("alpha", "self", 1),
               {.name = "mode", .role = Role::kAttribute, .meaning = "ignored", .defaultValue = int64_t{0}},
               Result("out", "self", SameShapeAs("self"))},
              OfSlices),
      Indexed(TwoPhases<&aclnnIndexCopyGetWorkspaceSize, &aclnnIndexCopy>("aclnnIndexCopy"),
              "slices put where an index tensor says",
              "outRef = selfRef; outRef[index[i]] = source[i] at dim",
              {Table("selfRef"), Dim(), Index("index", "selfRef"), Source("source", "selfRef"),
               Result("outRef", "selfRef", SameShapeAs("selfRef"))},
              OfSlices),
      Indexed(TwoPhases<&aclnnIndexFillGetWorkspaceSize, &aclnnIndexFill>("aclnnIndexFill"),
              "slices that an index tensor names filled with a number",
              "out = self; out[index[i]] = value at dim",
              {Table("self"), Dim(), Index("index", "self"), Number("value", 3),
               Result("out", "self", SameShapeAs("self"))},
              OfSlices),
      Indexed(
          TwoPhases<&aclnnInplaceIndexCopyGetWorkspaceSize, &aclnnInplaceIndexCopy>("aclnnInplaceIndexCopy"),
          "slices put where an index tensor says, in place", "selfRef[index[i]] = source[i] at dim",
          {SelfRef(), Dim(), Index("index", "selfRef"), Source("source", "selfRef")}, OfSlices),
      Indexed(
          TwoPhases<&aclnnInplaceIndexFillGetWorkspaceSize, &aclnnInplaceIndexFill>("aclnnInplaceIndexFill"),
          "slices that an index tensor names filled with a number, in place",
          "selfRef[index[i]] = value at dim",
          {SelfRef(), Dim(), Index("index", "selfRef"), Number("value", 3)}, OfSlices),
      Indexed(TwoPhases<&aclnnInplaceScatterGetWorkspaceSize, &aclnnInplaceScatter>("aclnnInplaceScatter"),
              "elements put where an index tensor says, in place",
              "selfRef[index[i][j]][j] = src[i][j], of dim 0, or the sum or product of both",
              {SelfRef(), Dim(), Index("index", "selfRef"), Source("src", "selfRef"), Reduce()}, OfElements),
      Indexed(TwoPhases<&aclnnInplaceScatterValueGetWorkspaceSize, &aclnnInplaceScatterValue>(
                  "aclnnInplaceScatterValue"),
              "a number put where an index tensor says, in place",
              "selfRef[index[i][j]][j] = value, of dim 0, or the sum or product of both",
              {SelfRef(), Dim(), Index("index", "selfRef"), Number("value", 3), Reduce()}, OfElements),
      Indexed(TwoPhases<&aclnnScatterGetWorkspaceSize, &aclnnScatter>("aclnnScatter"),
              "elements put where an index tensor says",
              "out = self; out[index[i][j]][j] = src[i][j], of dim 0, or the sum or product of both",
              {Table("self"), Dim(), Index("index", "self"), Source("src", "self"), Reduce(),
               Result("out", "self", SameShapeAs("self"))},
              OfElements),
      Indexed(TwoPhases<&aclnnScatterAddGetWorkspaceSize, &aclnnScatterAdd>("aclnnScatterAdd"),
              "elements added where an index tensor says",
              "out = self; out[index[i][j]][j] += src[i][j], of dim 0",
              {Table("self"), Dim(), Index("index", "self"), Source("src", "self"),
               Result("out", "self", SameShapeAs("self"))},
              OfElements),
      Indexed(TwoPhases<&aclnnScatterValueGetWorkspaceSize, &aclnnScatterValue>("aclnnScatterValue"),
              "a number put where an index tensor says",
              "out = self; out[index[i][j]][j] = value, of dim 0, or the sum or product of both",
              {Table("self"), Dim(), Index("index", "self"), Number("value", 3), Reduce(),
               Result("out", "self", SameShapeAs("self"))},
              OfElements),
  };
}

}  // namespace openaclnn::catalogue::indexing::scattering
