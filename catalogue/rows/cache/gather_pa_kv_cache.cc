// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_gather_pa_kv_cache.h"
#include "catalogue/rows/cache/cached.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::cache::gather_pa_kv_cache {
namespace {

/// The prototype with a number for the mode, and without offsets and sums of lengths.
aclnnStatus Gather(const aclTensor* keyCache, const aclTensor* valueCache, const aclTensor* blockTables,
                   const aclTensor* seqLens, aclTensor* keyRef, aclTensor* valueRef, int64_t cacheMode,
                   uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string mode = CacheModeText(cacheMode);
  return aclnnGatherPaKvCacheGetWorkspaceSize(keyCache, valueCache, blockTables, seqLens, keyRef, valueRef,
                                              nullptr, mode.data(), false, workspaceSize, executor);
}

Argument Cache(std::string name, std::string meaning) {
  Argument argument =
      Tensor(std::move(name), std::move(meaning),
             "[blocks, blockSize, heads, D] or [blocks, heads * D / c0, blockSize, c0]", TokenDTypes());
  argument.others = {ACL_UINT16, ACL_UINT32};
  argument.mayBeFractal = true;
  return argument;
}

Argument Tokens(std::string name, std::string meaning) {
  return Written(std::move(name), std::move(meaning), "[T, heads, D]", "keyCache");
}

Argument Indices(std::string name, std::string meaning, std::string shapeText) {
  Argument argument =
      Tensor(std::move(name), std::move(meaning), std::move(shapeText), {ACL_INT32, ACL_INT64});
  argument.dtype = Always(ACL_INT32);
  return argument;
}

Arguments Given(int64_t sequences, int64_t columns, const Shape& cache, int64_t heads, int64_t size,
                aclDataType dtype = ACL_DT_UNDEFINED, int64_t mode = 0) {
  return {.tensors = {{"keyCache", {{cache, dtype}}},
                      {"valueCache", {{cache, dtype}}},
                      {"blockTables", {{{sequences, columns}, ACL_INT32}}},
                      {"seqLens", {{{sequences}, ACL_INT32}}},
                      {"keyRef", {{{sequences, heads, size}, dtype}}},
                      {"valueRef", {{{sequences, heads, size}, dtype}}}},
          .attributes = {{"cacheMode", mode}}};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument blocks = Indices("blockTables", "the blocks of sequences", "[B, most blocks]");
  blocks.holds = Meaning::kIndices;
  blocks.bound = [](const Arguments& known) {
    return std::min(Extent(known.ShapeOf("keyCache"), 0), Extent(known.ShapeOf("valueCache"), 0));
  };
  blocks.mayStray = true;  // where no sequence reaches
  Argument lengths = Indices("seqLens", "the tokens of sequences", "[B]");
  lengths.holds = Meaning::kOnes;
  Argument values = Cache("valueCache", "cache of values");
  values.dtype = SameAs("keyCache");
  return {
      MakeOperator({
          .phases = TwoPhases<&Gather, &aclnnGatherPaKvCache>("aclnnGatherPaKvCache"),
          .summary = "keys and values of sequences taken out of a paged cache",
          .formula = {"keyRef, valueRef = the tokens of each sequence, from the blocks of its table"},
          .arguments = {Cache("keyCache", "cache of keys"), values, blocks, lengths,
                        Tokens("keyRef", "keys of tokens"), Tokens("valueRef", "values of tokens"),
                        CacheMode()},
          .draw =
              [](Choices& choices) {
                const auto [dtype, mode, heads, size, cache] = DrawCached(choices);
                return Given(choices.Extent(), choices.Extent(false), cache, heads, size, dtype, mode);
              },
          .samples = {{.name = "tokens", .arguments = Given(130, 1, {20, 16, 5, 33}, 5, 33)},
                      {.name = "longer_tables", .arguments = Given(7, 5, {3, 128, 4, 128}, 4, 128)},
                      {.name = "pieces",
                       .arguments = Given(57, 2, {9, 12, 16, 16}, 3, 64, ACL_FLOAT16, 1),
                       .dtypes = {ACL_FLOAT16}}},
          .runExample = "--key-cache kc.npy --value-cache vc.npy --block-tables t.npy --seq-lens l.npy "
                        "--key-ref k.npy --value-ref v.npy --key-ref-result k2.npy --value-ref-result v2.npy",
          .benchExample = "--key-cache 64x128x8x128 --value-cache 64x128x8x128 --block-tables 32x2:int32 "
                          "--seq-lens 32:int32 --key-ref 32x8x128 --value-ref 32x8x128",
      }),
  };
}

}  // namespace openaclnn::catalogue::cache::gather_pa_kv_cache
