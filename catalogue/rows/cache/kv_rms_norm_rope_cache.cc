// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_kv_rms_norm_rope_cache.h"
#include "aclnnop/aclnn_kv_rms_norm_rope_cache_v2.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::cache::kv_rms_norm_rope_cache {
namespace {

// Blocks in pieces have to be one piece of memory each, which calls in any layout are not.
constexpr std::array<const char*, 2> kModes{"Norm", "PA"};

std::string ModeText(int64_t mode) {
  const auto index = static_cast<size_t>(mode);
  return index < kModes.size() ? kModes[index] : std::to_string(mode);
}

/// The prototypes with a number for the mode, and without scales.
aclnnStatus First(const aclTensor* kv, const aclTensor* gamma, const aclTensor* cos, const aclTensor* sin,
                  const aclTensor* index, aclTensor* kCacheRef, aclTensor* ckvCacheRef, double epsilon,
                  int64_t cacheMode, bool isOutputKv, aclTensor* kRopeOut, aclTensor* cKvOut,
                  uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string mode = ModeText(cacheMode);
  return aclnnKvRmsNormRopeCacheGetWorkspaceSize(kv, gamma, cos, sin, index, kCacheRef, ckvCacheRef, nullptr,
                                                 nullptr, nullptr, nullptr, epsilon, mode.data(), isOutputKv,
                                                 kRopeOut, cKvOut, workspaceSize, executor);
}
aclnnStatus Second(const aclTensor* kv, const aclTensor* gamma, const aclTensor* cos, const aclTensor* sin,
                   const aclTensor* index, aclTensor* kCacheRef, aclTensor* ckvCacheRef, double epsilon,
                   int64_t cacheMode, bool isOutputKv, aclTensor* kRopeOut, aclTensor* cKvOut,
                   uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string mode = ModeText(cacheMode);
  return aclnnKvRmsNormRopeCacheV2GetWorkspaceSize(
      kv, gamma, cos, sin, index, kCacheRef, ckvCacheRef, nullptr, nullptr, nullptr, nullptr, nullptr,
      epsilon, mode.data(), isOutputKv, kRopeOut, cKvOut, workspaceSize, executor);
}

const DTypes kTypes{ACL_FLOAT16, ACL_BF16};

Argument Of(const char* name, const char* meaning, const char* shapeText) {
  Argument argument = Tensor(name, meaning, shapeText, kTypes);
  argument.dtype = SameAs("kv");
  return argument;
}
Argument Angles(const char* name, const char* meaning) {
  Argument argument = Of(name, meaning, "[B, 1, S, Dk], B and S may be 1");
  argument.holds = Meaning::kCoordinates;
  return argument;
}
Argument Cache(const char* name, const char* meaning) {
  Argument argument = InPlace(name, kTypes);
  argument.meaning = meaning;
  argument.shapeText = "[B, 1, rows, D] or [blocks, blockSize, 1, D]";
  argument.dtype = SameAs("kv");
  return argument;
}
Argument Stored(const char* name, const char* meaning, const char* shapeText, const char* cache) {
  Argument argument = OutputWith(
      Of(name, meaning, shapeText),
      [cache](const Arguments& known) {
        const Shape& tokens = known.ShapeOf("kv");
        return Shape{Extent(tokens, 0), 1, Extent(tokens, 2), Extent(known.ShapeOf(cache), 3)};
      },
      SameAs("kv"));
  const auto asked = [](const Arguments& known) { return known.Integer("isOutputKv") != 0; };
  argument.optional = true;
  argument.needed = asked;
  argument.written = asked;
  return argument;
}

struct Sizes {
  int64_t batches;
  int64_t tokens;
  int64_t latents;
  int64_t keys;
  int64_t blocks;
  int64_t blockSize;
  int64_t mode;
};

Arguments Given(const Sizes& sizes, aclDataType dtype = ACL_DT_UNDEFINED) {
  const auto& [batches, tokens, latents, keys, blocks, blockSize, mode] = sizes;
  const auto pages = [&sizes](int64_t elements) {
    return sizes.mode == 0 ? Shape{sizes.batches, 1, sizes.blockSize, elements}
                           : Shape{sizes.blocks, sizes.blockSize, 1, elements};
  };
  return {.tensors = {{"kv", {{{batches, 1, tokens, latents + keys}, dtype}}},
                      {"gamma", {{{latents}, dtype}}},
                      {"cos", {{{batches, 1, tokens, keys}, dtype}}},
                      {"sin", {{{batches, 1, tokens, keys}, dtype}}},
                      {"index", {{mode == 0 ? Shape{batches, tokens} : Shape{batches * tokens}, ACL_INT64}}},
                      {"kCacheRef", {{pages(keys), dtype}}},
                      {"ckvCacheRef", {{pages(latents), dtype}}}},
          .attributes = {{"cacheMode", mode}}};
}

Operator Row(Operator row) {
  Argument index = Tensor("index", "where tokens go", "[B, S] or [B * S]", {ACL_INT64, ACL_INT32});
  index.holds = Meaning::kIndices;
  index.bound = [](const Arguments& known) {
    const Shape& cache = known.ShapeOf("kCacheRef");
    return known.Integer("cacheMode") == 0 ? Extent(cache, 2) : Extent(cache, 0) * Extent(cache, 1);
  };
  index.dtype = Always(ACL_INT64);
  Argument flag = Flag("isOutputKv", "whether the outputs are written");
  flag.defaultValue = int64_t{1};
  row.formula = {"cKvOut = RmsNorm(latents of kv) * gamma", "kRopeOut = keys of kv, rotated by cos and sin",
                 "ckvCacheRef[index] = cKvOut", "kCacheRef[index] = kRopeOut"};
  row.arguments = {Tensor("kv", "latents and rotary keys of tokens", "[B, 1, S, Dv + Dk]", kTypes),
                   Of("gamma", "factors of latents", "[Dv]"),
                   Angles("cos", "cosines"),
                   Angles("sin", "sines"),
                   index,
                   Cache("kCacheRef", "cache of keys"),
                   Cache("ckvCacheRef", "cache of latents"),
                   Real("epsilon", "added to a mean of squares", 1e-5),
                   Mode("cacheMode", "how the elements of a cache lie", {{"Norm", 0}, {"PA", 1}}),
                   flag,
                   Stored("kRopeOut", "rotated keys", "[B, 1, S, Dk]", "kCacheRef"),
                   Stored("cKvOut", "normalized latents", "[B, 1, S, Dv]", "ckvCacheRef")};
  row.draw = [](Choices& choices) {
    const aclDataType dtype = choices.DType(kTypes);
    const auto mode = static_cast<int64_t>(choices.Below(2));
    const int64_t batches = choices.Extent();
    const int64_t tokens = choices.Extent();
    const int64_t latents = 16 * (1 + static_cast<int64_t>(choices.Below(4)));
    const int64_t keys = 16 * (1 + static_cast<int64_t>(choices.Below(4)));
    return Given({batches, tokens, latents, keys, choices.Extent(false), choices.Extent(false), mode}, dtype);
  };
  row.samples = {{.name = "rows", .arguments = Given({3, 41, 512, 64, 0, 64, 0})},
                 {.name = "pages", .arguments = Given({33, 2, 80, 48, 9, 16, 1})},
                 {.name = "long_rows", .arguments = Given({5, 7, 1056, 64, 4, 16, 1})}};
  row.runExample =
      "--kv kv.npy --gamma g.npy --cos cos.npy --sin sin.npy --index i.npy --k-cache-ref k.npy "
      "--ckv-cache-ref "
      "c.npy --k-cache-ref-result k2.npy --ckv-cache-ref-result c2.npy --k-rope-out kr.npy --c-kv-out cv.npy";
  row.benchExample =
      "--kv 64x1x64x1024 --gamma 512 --cos 64x1x64x512 --sin 64x1x64x512 --index 64x64:int64 --k-cache-ref "
      "64x1x64x512 --ckv-cache-ref 64x1x64x512";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Row({.phases = TwoPhases<&First, &aclnnKvRmsNormRopeCache>("aclnnKvRmsNormRopeCache"),
               .summary = "latents of tokens normalized, keys rotated, both put into caches, in place"}),
          Row({.phases = TwoPhases<&Second, &aclnnKvRmsNormRopeCacheV2>("aclnnKvRmsNormRopeCacheV2"),
               .summary = "latents of tokens normalized, keys rotated, both put into caches, in place"})};
}

}  // namespace openaclnn::catalogue::cache::kv_rms_norm_rope_cache
