// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_mla_prolog.h"
#include "aclnnop/aclnn_mla_prolog_v2.h"
#include "aclnnop/aclnn_mla_prolog_v2_weight_nz.h"
#include "aclnnop/aclnn_mla_prolog_v3_weight_nz.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::matmul::mla_prolog {
namespace {

// Prototypes without the arguments that the catalogue's calls leave out; modes are numbers in them.
std::string ModeText(int64_t mode) {
  return mode == 0 ? "PA_BSND" : mode == 1 ? "PA_NZ" : std::to_string(mode);
}

/// `kMore`: for each output that a version has beside the first one's.
template <auto kPhaseOne, std::nullptr_t... kMore>
aclnnStatus Prolog(const aclTensor* tokenX, const aclTensor* weightDq, const aclTensor* weightUqQr,
                   const aclTensor* weightUk, const aclTensor* weightDkvKr, const aclTensor* rmsnormGammaCq,
                   const aclTensor* rmsnormGammaCkv, const aclTensor* ropeSin, const aclTensor* ropeCos,
                   const aclTensor* cacheIndex, aclTensor* kvCacheRef, aclTensor* krCacheRef,
                   double rmsnormEpsilonCq, double rmsnormEpsilonCkv, int64_t cacheModeOptional,
                   const aclTensor* queryOut, const aclTensor* queryRopeOut, uint64_t* workspaceSize,
                   aclOpExecutor** executor) {
  std::string mode = ModeText(cacheModeOptional);
  return kPhaseOne(tokenX, weightDq, weightUqQr, weightUk, weightDkvKr, rmsnormGammaCq, rmsnormGammaCkv,
                   ropeSin, ropeCos, cacheIndex, kvCacheRef, krCacheRef, nullptr, nullptr, nullptr, nullptr,
                   nullptr, nullptr, nullptr, rmsnormEpsilonCq, rmsnormEpsilonCkv, mode.data(), queryOut,
                   queryRopeOut, kMore..., workspaceSize, executor);
}

aclnnStatus PrologV3(const aclTensor* tokenX, const aclTensor* weightDq, const aclTensor* weightUqQr,
                     const aclTensor* weightUk, const aclTensor* weightDkvKr, const aclTensor* rmsnormGammaCq,
                     const aclTensor* rmsnormGammaCkv, const aclTensor* ropeSin, const aclTensor* ropeCos,
                     const aclTensor* cacheIndex, aclTensor* kvCacheRef, aclTensor* krCacheRef,
                     double rmsnormEpsilonCq, double rmsnormEpsilonCkv, int64_t cacheModeOptional,
                     const aclTensor* queryOut, const aclTensor* queryRopeOut,
                     const aclTensor* queryNormOutOptional, uint64_t* workspaceSize,
                     aclOpExecutor** executor) {
  std::string mode = ModeText(cacheModeOptional);
  return aclnnMlaPrologV3WeightNzGetWorkspaceSize(
      tokenX, weightDq, weightUqQr, weightUk, weightDkvKr, rmsnormGammaCq, rmsnormGammaCkv, ropeSin, ropeCos,
      kvCacheRef, krCacheRef, cacheIndex, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
      nullptr, nullptr, rmsnormEpsilonCq, rmsnormEpsilonCkv, mode.data(), 0, 0, 0, 0, 0, 128, 1, 1, queryOut,
      queryRopeOut, nullptr, queryNormOutOptional, nullptr, workspaceSize, executor);
}

struct Sizes {
  Shape tokens;
  int64_t hidden;
  int64_t rank;
  int64_t heads;
  int64_t size;
  int64_t ropeSize;
  int64_t latent;
  int64_t blocks;
  int64_t blockSize;
};

Shape Behind(Shape tokens, const Shape& others) {
  tokens.insert(tokens.end(), others.begin(), others.end());
  return tokens;
}

Arguments Given(const Sizes& sizes, int64_t mode, aclDataType dtype = ACL_DT_UNDEFINED) {
  const auto& [tokens, hidden, rank, heads, size, ropeSize, latent, blocks, blockSize] = sizes;
  return {
      .tensors = {{"tokenX", {{Behind(tokens, {hidden}), dtype}}},
                  {"weightDq", {{{hidden, rank}, dtype}}},
                  {"weightUqQr", {{{rank, Product({heads, size + ropeSize})}, dtype}}},
                  {"weightUk", {{{heads, size, latent}, dtype}}},
                  {"weightDkvKr", {{{hidden, latent + ropeSize}, dtype}}},
                  {"rmsnormGammaCq", {{{rank}, dtype}}},
                  {"rmsnormGammaCkv", {{{latent}, dtype}}},
                  {"ropeSin", {{Behind(tokens, {ropeSize}), dtype}}},
                  {"ropeCos", {{Behind(tokens, {ropeSize}), dtype}}},
                  {"cacheIndex", {{tokens, ACL_INT64}}},
                  {"kvCacheRef", {{{blocks, blockSize, 1, latent}, dtype}}},
                  {"krCacheRef", {{{blocks, blockSize, 1, ropeSize}, dtype}}}},
      .attributes = {{"rmsnormEpsilonCq", 1e-5}, {"rmsnormEpsilonCkv", 1e-5}, {"cacheModeOptional", mode}}};
}

Arguments Draw(Choices& choices) {
  const aclDataType dtype = choices.DType(Floats());
  Sizes sizes{.tokens = {choices.Extent()},
              .hidden = choices.Extent(false),
              .rank = choices.Extent(false),
              .heads = 1 + static_cast<int64_t>(choices.Below(3)),
              .size = choices.Extent(false),
              .ropeSize = 2 + 2 * static_cast<int64_t>(choices.Below(4)),
              .latent = choices.Extent(false),
              .blocks = 1 + static_cast<int64_t>(choices.Below(3)),
              .blockSize = 1 + static_cast<int64_t>(choices.Below(9))};
  if (choices.Chance(96)) {
    sizes.tokens.push_back(1 + static_cast<int64_t>(choices.Below(3)));
  }
  const bool pieces = choices.Chance(64);
  if (pieces) {
    sizes.ropeSize = 16;
    sizes.latent = 16 * (1 + static_cast<int64_t>(choices.Below(2)));
  }
  return Given(sizes, pieces ? 1 : 0, dtype);
}

Argument Like(std::string name, std::string meaning, std::string shapeText) {
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shapeText), Floats());
  argument.dtype = SameAs("tokenX");
  return argument;
}

Argument Cache(std::string name, std::string meaning, std::string shapeText) {
  Argument argument = Like(std::move(name), std::move(meaning), std::move(shapeText));
  argument.role = Role::kInPlace;
  return argument;
}

// Something of each token, of each head if `heads`; its size is the last one of another tensor.
Argument OfTokens(std::string name, std::string meaning, std::string shapeText, const char* sizes,
                  bool heads = true) {
  Argument argument = Like(std::move(name), std::move(meaning), std::move(shapeText));
  argument.role = Role::kOutput;
  argument.shape = [sizes, heads](const Arguments& known) {
    Shape shape = known.ShapeOf("tokenX");
    const Shape& last = known.ShapeOf(sizes);
    if (!shape.empty()) {
      shape.pop_back();
    }
    if (heads) {
      shape.push_back(Extent(known.ShapeOf("weightUk"), 0));
    }
    shape.push_back(last.empty() ? 1 : last.back());
    return shape;
  };
  return argument;
}

Operator Row(Phases phases, std::string summary, bool returnsNorm = false) {
  Argument slots = Tensor("cacheIndex", "the slot of each token", "[T] or [B, S]", {ACL_INT64});
  slots.holds = Meaning::kIndices;
  slots.bound = [](const Arguments& known) {
    const Shape& cache = known.ShapeOf("kvCacheRef");
    return Extent(cache, 0) * Extent(cache, 1);
  };
  slots.dtype = Always(ACL_INT64);
  Argument weightDq = Like("weightDq", "weights of compressed queries", "[He, Hcq]");
  Argument weightUqQr = Like("weightUqQr", "weights of queries from these", "[Hcq, N * (D + Dr)]");
  Argument weightDkvKr = Like("weightDkvKr", "weights of compressed keys", "[He, Hckv + Dr]");
  for (Argument* weight : {&weightDq, &weightUqQr, &weightDkvKr}) {
    weight->mayBeFractal = true;
  }
  Operator row{
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = {"cq = RmsNorm(tokenX weightDq) * rmsnormGammaCq; [u, r] = cq weightUqQr",
                  "queryOut = u weightUk; queryRopeOut = rope(r)",
                  "[c, k] = tokenX weightDkvKr; kvCacheRef[slot] = RmsNorm(c) * rmsnormGammaCkv, "
                  "krCacheRef[slot] = rope(k)"},
      .arguments = {Tensor("tokenX", "tokens", "[T, He] or [B, S, He]", Floats()), weightDq, weightUqQr,
                    Like("weightUk", "weights of keys, applied to queries", "[N, D, Hckv]"), weightDkvKr,
                    Like("rmsnormGammaCq", "scales of compressed queries", "[Hcq]"),
                    Like("rmsnormGammaCkv", "scales of compressed keys", "[Hckv]"),
                    Like("ropeSin", "sines", "[T, Dr] or [B, S, Dr]"),
                    Like("ropeCos", "cosines", "[T, Dr] or [B, S, Dr]"), slots,
                    Cache("kvCacheRef", "cache of compressed keys", "[blocks, blockSize, 1, Hckv]"),
                    Cache("krCacheRef", "cache of rotary parts", "[blocks, blockSize, 1, Dr]"),
                    Real("rmsnormEpsilonCq", "added to mean squares of compressed queries", 1e-5),
                    Real("rmsnormEpsilonCkv", "added to mean squares of compressed keys", 1e-5),
                    Mode("cacheModeOptional", "how the blocks of caches lie", {{"PA_BSND", 0}, {"PA_NZ", 1}}),
                    OfTokens("queryOut", "queries", "[T, N, Hckv] or [B, S, N, Hckv]", "weightUk"),
                    OfTokens("queryRopeOut", "rotary parts of queries", "[T, N, Dr] or [B, S, N, Dr]",
                             "ropeSin")},
      .lead = "tokenX",
      .bitsOfProcessor = true,
      .draw = Draw,
      .samples = {{.name = "one_token", .arguments = Given({{1}, 300, 60, 4, 32, 16, 64, 3, 16}, 0)},
                  {.name = "tokens", .arguments = Given({{40}, 270, 96, 6, 24, 16, 48, 20, 16}, 0)},
                  {.name = "sequences", .arguments = Given({{5, 3}, 130, 70, 3, 17, 6, 33, 4, 8}, 0)},
                  {.name = "pieces", .arguments = Given({{9}, 64, 48, 2, 16, 32, 64, 4, 16}, 1)}},
      .runExample =
          "--tokenx x.npy --weight-dq a.npy --weight-uq-qr b.npy --weight-uk c.npy "
          "--weight-dkv-kr d.npy --rmsnorm-gamma-cq e.npy --rmsnorm-gamma-ckv f.npy "
          "--rope-sin sin.npy --rope-cos cos.npy --cache-index i.npy --kv-cache-ref kv.npy "
          "--kr-cache-ref kr.npy --kv-cache-ref-result kv2.npy --kr-cache-ref-result kr2.npy "
          "--query-out q.npy --query-rope-out r.npy",
      .benchExample =
          "--tokenx 4096x1024 --weight-dq 1024x512 --weight-uq-qr 512x8 --weight-uk 1x4x4 "
          "--weight-dkv-kr 1024x8 --rmsnorm-gamma-cq 512 --rmsnorm-gamma-ckv 4 --rope-sin "
          "4096x4 --rope-cos 4096x4 --cache-index 4096:int64 --kv-cache-ref 256x16x1x4 "
          "--kr-cache-ref 256x16x1x4"};
  if (returnsNorm) {
    Argument norm = OfTokens("queryNormOutOptional", "normalized compressed queries",
                             "[T, Hcq] or [B, S, Hcq]", "rmsnormGammaCq", false);
    norm.optional = true;
    row.arguments.push_back(std::move(norm));
  }
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Row(TwoPhases<&Prolog<&aclnnMlaPrologGetWorkspaceSize>, &aclnnMlaProlog>("aclnnMlaProlog"),
          "queries and cached keys of multi-head latent attention"),
      Row(TwoPhases<&Prolog<&aclnnMlaPrologV2GetWorkspaceSize, nullptr>, &aclnnMlaPrologV2>(
              "aclnnMlaPrologV2"),
          "queries and cached keys of multi-head latent attention"),
      Row(TwoPhases<&Prolog<&aclnnMlaPrologV2WeightNzGetWorkspaceSize, nullptr>, &aclnnMlaPrologV2WeightNz>(
              "aclnnMlaPrologV2WeightNz"),
          "queries and cached keys of multi-head latent attention, with weights in FRACTAL_NZ"),
      Row(TwoPhases<&PrologV3, &aclnnMlaPrologV3WeightNz>("aclnnMlaPrologV3WeightNz"),
          "queries and cached keys of multi-head latent attention, with weights in FRACTAL_NZ", true)};
}

}  // namespace openaclnn::catalogue::matmul::mla_prolog
