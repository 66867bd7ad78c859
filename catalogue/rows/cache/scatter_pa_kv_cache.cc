// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_scatter_pa_kv_cache.h"
#include "catalogue/rows/cache/cached.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::cache::scatter_pa_kv_cache {
namespace {

/// The prototype without arguments that have one value, where values have to be given.
aclnnStatus Scatter(const aclTensor* key, aclTensor* keyCacheRef, const aclTensor* slotMapping,
                    const aclTensor* value, aclTensor* valueCacheRef, int64_t cacheMode,
                    uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string mode = CacheModeText(cacheMode);
  return aclnnScatterPaKvCacheGetWorkspaceSize(value == nullptr ? nullptr : key, keyCacheRef, slotMapping,
                                               value, valueCacheRef, nullptr, nullptr, nullptr, mode.data(),
                                               nullptr, nullptr, nullptr, workspaceSize, executor);
}

Argument Tokens(std::string name, std::string meaning) {
  Argument argument = Tensor(std::move(name), std::move(meaning), "[T, heads, D]", TokenDTypes());
  argument.others = {ACL_UINT16, ACL_UINT32};
  return argument;
}

Argument Cache(std::string name, std::string meaning) {
  Argument argument =
      Written(std::move(name), std::move(meaning),
              "[blocks, blockSize, heads, D] or [blocks, heads * D / c0, blockSize, c0]", "key");
  argument.mayBeFractal = true;
  return argument;
}

Arguments Given(int64_t tokens, const Shape& cache, int64_t heads, int64_t size,
                aclDataType dtype = ACL_DT_UNDEFINED, aclDataType slots = ACL_INT64, int64_t mode = 0) {
  return {.tensors = {{"key", {{{tokens, heads, size}, dtype}}},
                      {"keyCacheRef", {{cache, dtype}}},
                      {"slotMapping", {{{tokens}, slots}}},
                      {"value", {{{tokens, heads, size}, dtype}}},
                      {"valueCacheRef", {{cache, dtype}}}},
          .attributes = {{"cacheMode", mode}}};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument slots = Tensor("slotMapping", "where tokens go", "[T]", {ACL_INT64, ACL_INT32});
  slots.holds = Meaning::kIndices;
  slots.bound = [](const Arguments& known) {
    const Shape& cache = known.ShapeOf("keyCacheRef");
    const bool pieces = known.Integer("cacheMode") == 1;
    return Extent(cache, 0) * Extent(cache, pieces ? 2 : 1);
  };
  slots.shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("key"), 0)}; };
  slots.dtype = Always(ACL_INT64);
  Argument value = Tokens("value", "values of tokens");
  value.dtype = SameAs("key");
  return {
      MakeOperator({
          .phases = TwoPhases<&Scatter, &aclnnScatterPaKvCache>("aclnnScatterPaKvCache"),
          .summary = "keys and values of tokens put into a paged cache, in place",
          .formula = {"keyCacheRef[slotMapping[i]] = key[i]", "valueCacheRef[slotMapping[i]] = value[i]"},
          .arguments = {Tokens("key", "keys of tokens"), Cache("keyCacheRef", "cache of keys"), slots, value,
                        Cache("valueCacheRef", "cache of values"), CacheMode()},
          .draw =
              [](Choices& choices) {
                const auto [dtype, mode, heads, size, cache] = DrawCached(choices);
                return Given(choices.Extent(false), cache, heads, size, dtype,
                             choices.Chance(128) ? ACL_INT32 : ACL_INT64, mode);
              },
          .samples = {{.name = "tokens", .arguments = Given(130, {20, 16, 5, 33}, 5, 33)},
                      {.name = "one_token", .arguments = Given(1, {3, 128, 4, 128}, 4, 128)},
                      {.name = "pieces",
                       .arguments = Given(57, {9, 12, 16, 16}, 3, 64, ACL_FLOAT16, ACL_INT64, 1),
                       .dtypes = {ACL_FLOAT16}}},
          .runExample = "--key k.npy --key-cache-ref kc.npy --slot-mapping s.npy --value v.npy "
                        "--value-cache-ref vc.npy --key-cache-ref-result kc2.npy "
                        "--value-cache-ref-result vc2.npy",
          .benchExample = "--key 4096x8x128 --key-cache-ref 64x128x8x128 --slot-mapping 4096:int64 --value "
                          "4096x8x128 --value-cache-ref 64x128x8x128",
      }),
  };
}

}  // namespace openaclnn::catalogue::cache::scatter_pa_kv_cache
