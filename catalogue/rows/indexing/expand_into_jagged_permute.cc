// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_expand_into_jagged_permute.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::expand_into_jagged_permute {
namespace {

/// Segments of no elements but the last one, which has all: offsets that the catalogue can draw.
Arguments Fill(int64_t segments, int64_t total, aclDataType dtype) {
  return {.tensors = {{"permute", {{{segments}, dtype}}},
                      {"inputOffsets", {{{segments + 1}, dtype}}},
                      {"outputOffsets", {{{segments + 1}, dtype}}}},
          .attributes = {{"outputSize", total}}};
}

}  // namespace

std::vector<Operator> Rows() {
  const DTypes types{ACL_INT32, ACL_INT64};
  Argument permute = Tensor("permute", "numbers of segments", "[L]", types);
  permute.holds = Meaning::kIndices;
  permute.bound = [](const Arguments& known) { return Extent(known.ShapeOf("permute"), 0); };
  Argument begins = Tensor("inputOffsets", "where segments began", "[L + 1]", types);
  begins.dtype = SameAs("permute");
  Argument ends =
      Tensor("outputOffsets", "where segments begin, and the end of the last one", "[L + 1]", types);
  ends.dtype = SameAs("permute");
  ends.holds = Meaning::kOnes;
  Argument out = OutputWith(
      Tensor("outputPermute", "where each element was", "[outputSize]", types),
      [](const Arguments& known) { return Shape{std::max<int64_t>(known.Integer("outputSize"), 0)}; },
      SameAs("permute"));
  Operator row = MakeOperator({
      .phases = TwoPhases<&aclnnExpandIntoJaggedPermuteGetWorkspaceSize, &aclnnExpandIntoJaggedPermute>(
          "aclnnExpandIntoJaggedPermute"),
      .summary = "the indices that permute segments of different lengths",
      .formula = {"outputPermute[outputOffsets[i] + j] = inputOffsets[permute[i]] + j"},
      .arguments = {std::move(permute), std::move(begins), std::move(ends),
                    Argument{.name = "outputSize",
                             .role = Role::kAttribute,
                             .meaning = "elements of the result",
                             .defaultValue = int64_t{1},
                             .lowest = 1},
                    std::move(out)},
      .draw =
          [types](Choices& choices) {
            const int64_t segments = choices.Extent();
            const int64_t total = choices.Extent(false);
            return Fill(segments, total, choices.DType(types));
          },
      .samples = {{.name = "many", .arguments = Fill(20011, 70003, ACL_INT32), .dtypes = {ACL_INT32}},
                  {.name = "wide", .arguments = Fill(301, 7003, ACL_INT64), .dtypes = {ACL_INT32}},
                  {.name = "one", .arguments = Fill(1, 33, ACL_INT32), .dtypes = {ACL_INT32}}},
      .runExample = "--permute p.npy --input-offsets i.npy --output-offsets o.npy --output-size 100 "
                    "--output-permute result.npy",
      .benchExample =
          "--permute 7:int32 --input-offsets 8:int32 --output-offsets 8:int32 --output-size 1000000",
  });
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::indexing::expand_into_jagged_permute
