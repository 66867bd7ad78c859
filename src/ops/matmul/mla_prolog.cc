// SPDX-License-Identifier: Apache-2.0
//
// aclnnMlaProlog, aclnnMlaPrologV2, aclnnMlaPrologV2WeightNz and aclnnMlaPrologV3WeightNz.
#include "ops/matmul/mla_prolog.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "aclnnop/aclnn_mla_prolog.h"
#include "aclnnop/aclnn_mla_prolog_v2.h"
#include "aclnnop/aclnn_mla_prolog_v2_weight_nz.h"
#include "aclnnop/aclnn_mla_prolog_v3_weight_nz.h"
#include "base/checked_math.h"
#include "executor/phases.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/checks.h"
#include "ops/common/entry.h"
#include "ops/common/fractal.h"

namespace openaclnn {
namespace {

using Args = MlaPrologArgs;
using Blocks = WeightBlocks;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kMlaPrologCpu};

constexpr std::array<TensorArgument<Args>, 28> kAllArguments{
    {{"tokenX", Role::kInput, &Args::x, false, true},
     {"weightDq", Role::kInput, &Args::down, false, true},
     {"weightUqQr", Role::kInput, &Args::up, false, true},
     {"weightUk", Role::kInput, &Args::absorb, false, true},
     {"weightDkvKr", Role::kInput, &Args::keys, false, true},
     {"rmsnormGammaCq", Role::kInput, &Args::rankScale, false, true},
     {"rmsnormGammaCkv", Role::kInput, &Args::latentScale, false, true},
     {"ropeSin", Role::kInput, &Args::sin, false, true},
     {"ropeCos", Role::kInput, &Args::cos, false, true},
     {"cacheIndex", Role::kInput, &Args::slots, false, true},
     {"kvCacheRef", Role::kInput, &Args::latentsBefore},
     {"krCacheRef", Role::kInput, &Args::ropesBefore},
     {"dequantScaleXOptional", Role::kInput, &Args::unused},
     {"dequantScaleWDqOptional", Role::kInput, &Args::unused},
     {"dequantScaleWUqQrOptional", Role::kInput, &Args::unused},
     {"dequantScaleWDkvKrOptional", Role::kInput, &Args::unused},
     {"quantScaleCkvOptional", Role::kInput, &Args::unused},
     {"quantScaleCkrOptional", Role::kInput, &Args::unused},
     {"smoothScalesCqOptional", Role::kInput, &Args::unused},
     {"kvCacheRef", Role::kOutput, &Args::latents, true},
     {"krCacheRef", Role::kOutput, &Args::ropes, true},
     {"queryOut", Role::kOutput, &Args::query},
     {"queryRopeOut", Role::kOutput, &Args::queryRope},
     // What version 2 has beside the first one.
     {"dequantScaleQNopeOutOptional", Role::kOutput, &Args::unused},
     // What version 3 has beside the others.
     {"actualSeqLenOptional", Role::kInput, &Args::unused},
     {"kNopeClipAlphaOptional", Role::kInput, &Args::unused},
     {"queryNormOutOptional", Role::kOutput, &Args::queryNorm},
     {"dequantScaleQNormOutOptional", Role::kOutput, &Args::unused}}};
constexpr std::span<const TensorArgument<Args>> kArgumentsV3(kAllArguments);
constexpr std::span<const TensorArgument<Args>> kArgumentsV2 = kArgumentsV3.first(24);
constexpr std::span<const TensorArgument<Args>> kArguments = kArgumentsV3.first(23);
constexpr size_t kGiven = 12;
constexpr size_t kScales = 7;
constexpr Operator<Args> kMlaProlog{"aclnnMlaProlog", kArguments, kKernels};
constexpr Operator<Args> kMlaPrologV2{"aclnnMlaPrologV2", kArgumentsV2, kKernels};
constexpr Operator<Args> kMlaPrologV2WeightNz{"aclnnMlaPrologV2WeightNz", kArgumentsV2, kKernels};
constexpr Operator<Args> kMlaPrologV3WeightNz{"aclnnMlaPrologV3WeightNz", kArgumentsV3, kKernels};

constexpr std::array<DType, 1> kSlotDtypes{DType::kInt64};

// A call as the client gave it.
struct Call {
  std::array<const aclTensor*, kGiven> given;
  std::array<const aclTensor*, kScales> scales;
  double rankEpsilon;
  double latentEpsilon;
  const char* cacheMode;
  const aclTensor* query;
  const aclTensor* queryRope;
  const aclTensor* queryScale = nullptr;
  // Of version 3.
  const aclTensor* lengths = nullptr;
  const aclTensor* clip = nullptr;
  const aclTensor* queryNorm = nullptr;
  const aclTensor* normScale = nullptr;
  std::array<int64_t, 5> modes{};
  double queryFactor = 1;
  double keyFactor = 1;
};

// Modes of quantized tensors, and factors that the available documentation does not describe.
void CheckModes(ArgumentChecks& check, const Call& call) {
  constexpr std::array<const char*, 5> kNames{"weightQuantMode", "kvCacheQuantMode", "queryQuantMode",
                                              "ckvkrRepoMode", "quantScaleRepoMode"};
  for (size_t i = 0; i < kNames.size(); ++i) {
    check.InRange(kNames[i], call.modes[i], 0, 0, "0: quantized tensors are not supported");
  }
  for (const auto& [name, factor] :
       {std::pair("qcQrScale", call.queryFactor), std::pair("kcScale", call.keyFactor)}) {
    check.Require(
        name, "1: other factors are not supported", [&] { return factor == 1; },
        [&] { return std::to_string(factor); });
  }
}

NamedTensor NameAt(size_t at, const aclTensor* tensor) {
  return {kAllArguments[at].name, tensor};
}

// A weight [rows, columns] as checks see it, and in which blocks it lies.
struct Weight {
  NamedTensor argument;
  aclTensor shown{};
  std::optional<FractalMatrices> matrices{};

  [[nodiscard]] TensorOfCall OfCall() const {
    return matrices ? TensorOfCall{argument.tensor, matrices->storage} : TensorOfCall{argument.tensor, shown};
  }
  [[nodiscard]] Blocks BlocksOf() const {
    return matrices ? Blocks{matrices->width, matrices->transposed} : Blocks{};
  }
};

// A client labels a weight, and gives the matrix as the view, or its storage dims. One that has the label
// alone is plain.
void FindWeight(ArgumentChecks& check, int64_t rows, int64_t columns, const char* meaning, Weight* weight) {
  if (check.Failed()) {
    return;
  }
  const aclTensor& given = *weight->argument.tensor;
  weight->shown = IsFractalLabel(given.format) ? AsPlain(given) : given;
  if (IsFractal(given) && given.storageDims.size() == given.viewDims.size()) {
    weight->matrices = FindFractalView(check, weight->argument, rows, columns);
    weight->shown = PlainTensor(given, std::array{rows, columns});
  } else if (IsFractal(given)) {
    weight->matrices = FindFractal(check, weight->argument);
  }
  const NamedTensor shown{weight->argument.name, &weight->shown};
  check.ValidView(shown).Shape(shown, {rows, columns}, meaning);
}

bool FindCacheMode(ArgumentChecks& check, const char* mode) {
  const std::string_view text = mode == nullptr ? "PA_BSND" : mode;
  check.Require(
      "cacheModeOptional", "PA_BSND or PA_NZ",
      [&] { return text == "PA_BSND" || text == "PA_NZ" || text.empty(); },
      [&] { return '"' + std::string(text) + '"'; });
  return text == "PA_NZ";
}

// The dims of tokens, one or two, and others behind them.
Dims OfTokens(const aclTensor& x, std::initializer_list<int64_t> others) {
  Dims dims{std::span<const int64_t>(x.viewDims).first(x.viewDims.size() - 1)};
  for (const int64_t dim : others) {
    dims.push_back(dim);
  }
  return dims;
}

// A cache of keys [blocks, blockSize, 1, size].
void CheckCache(ArgumentChecks& check, const NamedTensor& cache, int64_t size, bool pieces) {
  check.Rank(cache, 4);
  check.Require(
      cache.name, "[blocks, blockSize, 1, size of a key]",
      [&] { return cache.tensor->viewDims[2] == 1 && cache.tensor->viewDims[3] == size; },
      [&] { return ShapeText(cache.tensor->viewDims) + " with keys of " + std::to_string(size); });
  const auto width = static_cast<int64_t>(kCachePieceBytes / SizeOf(cache.tensor->dtype));
  check.Require(
      cache.name, "keys of whole pieces of 32 bytes, with PA_NZ",
      [&] { return !pieces || size % width == 0; }, [&] { return ShapeText(cache.tensor->viewDims); });
}

int64_t LastOf(const NamedTensor& argument) {
  return argument.tensor->viewDims.back();
}

Status Bind(PhaseOneCall& phase, const Operator<Args>& op, const Call& call) {
  std::array<NamedTensor, kGiven> given;
  ArgumentChecks check;
  for (size_t i = 0; i < kGiven; ++i) {
    given[i] = NameAt(i, call.given[i]);
    check.NotNull(given[i]);
  }
  const auto& [x, down, up, absorb, keys, rankScale, latentScale, sin, cos, slots, latents, ropes] = given;
  const NamedTensor query{"queryOut", call.query};
  const NamedTensor queryRope{"queryRopeOut", call.queryRope};
  for (size_t i = 0; i < kScales; ++i) {
    check.LiveOrNull(NameAt(kGiven + i, call.scales[i]));
  }
  check.NotNull(query).NotNull(queryRope);
  const NamedTensor queryNorm{"queryNormOutOptional", call.queryNorm};
  const bool wantsNorm = call.queryNorm != nullptr;
  check.LiveOrNull("dequantScaleQNopeOutOptional", call.queryScale);
  check.LiveOrNull("actualSeqLenOptional", call.lengths).LiveOrNull("kNopeClipAlphaOptional", call.clip);
  check.LiveOrNull(queryNorm).LiveOrNull("dequantScaleQNormOutOptional", call.normScale);
  check.DtypeIn(x, FloatDtypes());
  for (const NamedTensor* one : {&down, &up, &absorb, &keys, &rankScale, &latentScale, &sin, &cos, &latents,
                                 &ropes, &query, &queryRope}) {
    check.SameDtype(*one, x);
  }
  check.DtypeIn(slots, kSlotDtypes);
  for (size_t i = 0; i < kScales; ++i) {
    check.Require(
        kAllArguments[kGiven + i].name, "NULL: quantized tensors are not supported",
        [&] { return call.scales[i] == nullptr; }, [] { return "a tensor"; });
  }
  if (wantsNorm) {
    check.SameDtype(queryNorm, x);
  }
  CheckModes(check, call);
  const bool pieces = FindCacheMode(check, call.cacheMode);
  for (const NamedTensor* one : {&x, &absorb, &rankScale, &latentScale, &sin, &cos, &slots}) {
    check.ValidView(*one);
  }
  for (const NamedTensor* one : {&latents, &ropes, &query, &queryRope}) {
    check.ValidOutputView(*one);
  }
  if (wantsNorm) {
    check.ValidOutputView(queryNorm);
  }
  check.Require(
      x.name, "[T, He] or [B, S, He]",
      [&] { return x.tensor->viewDims.size() == 2 || x.tensor->viewDims.size() == 3; },
      [&] { return ShapeText(x.tensor->viewDims); });
  check.Rank(absorb, 3).Rank(rankScale, 1).Rank(latentScale, 1);
  check.Require(
      sin.name, "angles of each token", [&] { return !sin.tensor->viewDims.empty(); }, [] { return "[]"; });
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.pieces = pieces;
  args.rankEpsilon = call.rankEpsilon;
  args.latentEpsilon = call.latentEpsilon;
  args.tokens = CheckedProduct(OfTokens(*x.tensor, {})).value_or(-1);
  args.hidden = LastOf(x);
  args.rank = LastOf(rankScale);
  args.latent = LastOf(latentScale);
  args.heads = absorb.tensor->viewDims[0];
  args.size = absorb.tensor->viewDims[1];
  args.ropeSize = LastOf(sin);
  check.Require(
      x.name, "tokens that are not empty, and can be counted",
      [&] { return args.tokens >= 0 && args.hidden > 0; }, [&] { return ShapeText(x.tensor->viewDims); });
  check.Require(
      absorb.name, "[N, D, Hckv], heads that are not empty, with Hckv of rmsnormGammaCkv",
      [&] { return args.heads > 0 && args.size > 0 && args.latent > 0 && LastOf(absorb) == args.latent; },
      [&] { return ShapeText(absorb.tensor->viewDims) + " with " + std::to_string(args.latent); });
  check.Require(
      rankScale.name, "[Hcq], not empty", [&] { return args.rank > 0; },
      [&] { return ShapeText(rankScale.tensor->viewDims); });
  check.Require(
      sin.name, "an even number of angles, at most 1024",
      [&] { return args.ropeSize > 0 && args.ropeSize % 2 == 0 && args.ropeSize <= kTileElements; },
      [&] { return ShapeText(sin.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  const std::optional<int64_t> headSize = CheckedAdd(args.size, args.ropeSize);
  const int64_t wide = headSize ? CheckedMultiply(args.heads, *headSize).value_or(-1) : -1;
  const int64_t keySize = CheckedAdd(args.latent, args.ropeSize).value_or(-1);
  Weight downWeight{down};
  Weight upWeight{up};
  Weight keyWeight{keys};
  FindWeight(check, args.hidden, args.rank, "[He, Hcq]", &downWeight);
  FindWeight(check, args.rank, wide, "[Hcq, N * (D + Dr)]", &upWeight);
  FindWeight(check, args.hidden, keySize, "[He, Hckv + Dr]", &keyWeight);
  check.Shape(sin, OfTokens(*x.tensor, {args.ropeSize}), "[T, Dr] or [B, S, Dr]");
  check.Shape(cos, OfTokens(*x.tensor, {args.ropeSize}), "of ropeSin");
  check.Shape(slots, OfTokens(*x.tensor, {}), "[T] or [B, S]");
  CheckCache(check, latents, args.latent, pieces);
  CheckCache(check, ropes, args.ropeSize, pieces);
  if (!check.Failed()) {
    check.DimEquals(ropes, 0, latents.tensor->viewDims[0], "of kvCacheRef");
    check.DimEquals(ropes, 1, latents.tensor->viewDims[1], "of kvCacheRef");
  }
  check.Shape(query, OfTokens(*x.tensor, {args.heads, args.latent}), "[T, N, Hckv] or [B, S, N, Hckv]");
  check.Shape(queryRope, OfTokens(*x.tensor, {args.heads, args.ropeSize}), "[T, N, Dr] or [B, S, N, Dr]");
  if (wantsNorm) {
    check.Shape(queryNorm, OfTokens(*x.tensor, {args.rank}), "[T, Hcq] or [B, S, Hcq]");
  }
  if (check.Failed()) {
    return check.Result();
  }
  args.downBlocks = downWeight.BlocksOf();
  args.upBlocks = upWeight.BlocksOf();
  args.keyBlocks = keyWeight.BlocksOf();
  TensorsOfCall tensors{x.tensor,           downWeight.OfCall(), upWeight.OfCall(),  absorb.tensor,
                        keyWeight.OfCall(), rankScale.tensor,    latentScale.tensor, sin.tensor,
                        cos.tensor,         slots.tensor,        latents.tensor,     ropes.tensor};
  for (size_t i = 0; i < kScales; ++i) {
    tensors.push_back({nullptr, false});
  }
  tensors.push_back(latents.tensor);
  tensors.push_back(ropes.tensor);
  tensors.push_back(query.tensor);
  tensors.push_back(queryRope.tensor);
  if (op.arguments.size() > kArguments.size()) {
    tensors.push_back({call.queryScale, false});
  }
  if (op.arguments.size() > kArgumentsV2.size()) {
    tensors.push_back({call.lengths, false});
    tensors.push_back({call.clip, false});
    tensors.push_back(call.queryNorm);
    tensors.push_back({call.normScale, false});
  }
  return phase.Bind(op, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMlaProlog,
               (const aclTensor* tokenX, const aclTensor* weightDq, const aclTensor* weightUqQr,
                const aclTensor* weightUk, const aclTensor* weightDkvKr, const aclTensor* rmsnormGammaCq,
                const aclTensor* rmsnormGammaCkv, const aclTensor* ropeSin, const aclTensor* ropeCos,
                const aclTensor* cacheIndex, aclTensor* kvCacheRef, aclTensor* krCacheRef,
                const aclTensor* dequantScaleXOptional, const aclTensor* dequantScaleWDqOptional,
                const aclTensor* dequantScaleWUqQrOptional, const aclTensor* dequantScaleWDkvKrOptional,
                const aclTensor* quantScaleCkvOptional, const aclTensor* quantScaleCkrOptional,
                const aclTensor* smoothScalesCqOptional, double rmsnormEpsilonCq, double rmsnormEpsilonCkv,
                char* cacheModeOptional, const aclTensor* queryOut, const aclTensor* queryRopeOut),
               Bind(call, kMlaProlog,
                    {{tokenX, weightDq, weightUqQr, weightUk, weightDkvKr, rmsnormGammaCq, rmsnormGammaCkv,
                      ropeSin, ropeCos, cacheIndex, kvCacheRef, krCacheRef},
                     {dequantScaleXOptional, dequantScaleWDqOptional, dequantScaleWUqQrOptional,
                      dequantScaleWDkvKrOptional, quantScaleCkvOptional, quantScaleCkrOptional,
                      smoothScalesCqOptional},
                     rmsnormEpsilonCq,
                     rmsnormEpsilonCkv,
                     cacheModeOptional,
                     queryOut,
                     queryRopeOut}))

OPENACLNN_CALL(aclnnMlaPrologV2,
               (const aclTensor* tokenX, const aclTensor* weightDq, const aclTensor* weightUqQr,
                const aclTensor* weightUk, const aclTensor* weightDkvKr, const aclTensor* rmsnormGammaCq,
                const aclTensor* rmsnormGammaCkv, const aclTensor* ropeSin, const aclTensor* ropeCos,
                const aclTensor* cacheIndex, aclTensor* kvCacheRef, aclTensor* krCacheRef,
                const aclTensor* dequantScaleXOptional, const aclTensor* dequantScaleWDqOptional,
                const aclTensor* dequantScaleWUqQrOptional, const aclTensor* dequantScaleWDkvKrOptional,
                const aclTensor* quantScaleCkvOptional, const aclTensor* quantScaleCkrOptional,
                const aclTensor* smoothScalesCqOptional, double rmsnormEpsilonCq, double rmsnormEpsilonCkv,
                char* cacheModeOptional, const aclTensor* queryOut, const aclTensor* queryRopeOut,
                const aclTensor* dequantScaleQNopeOutOptional),
               Bind(call, kMlaPrologV2,
                    {{tokenX, weightDq, weightUqQr, weightUk, weightDkvKr, rmsnormGammaCq, rmsnormGammaCkv,
                      ropeSin, ropeCos, cacheIndex, kvCacheRef, krCacheRef},
                     {dequantScaleXOptional, dequantScaleWDqOptional, dequantScaleWUqQrOptional,
                      dequantScaleWDkvKrOptional, quantScaleCkvOptional, quantScaleCkrOptional,
                      smoothScalesCqOptional},
                     rmsnormEpsilonCq,
                     rmsnormEpsilonCkv,
                     cacheModeOptional,
                     queryOut,
                     queryRopeOut,
                     dequantScaleQNopeOutOptional}))

OPENACLNN_CALL(aclnnMlaPrologV2WeightNz,
               (const aclTensor* tokenX, const aclTensor* weightDq, const aclTensor* weightUqQr,
                const aclTensor* weightUk, const aclTensor* weightDkvKr, const aclTensor* rmsnormGammaCq,
                const aclTensor* rmsnormGammaCkv, const aclTensor* ropeSin, const aclTensor* ropeCos,
                const aclTensor* cacheIndex, aclTensor* kvCacheRef, aclTensor* krCacheRef,
                const aclTensor* dequantScaleXOptional, const aclTensor* dequantScaleWDqOptional,
                const aclTensor* dequantScaleWUqQrOptional, const aclTensor* dequantScaleWDkvKrOptional,
                const aclTensor* quantScaleCkvOptional, const aclTensor* quantScaleCkrOptional,
                const aclTensor* smoothScalesCqOptional, double rmsnormEpsilonCq, double rmsnormEpsilonCkv,
                char* cacheModeOptional, const aclTensor* queryOut, const aclTensor* queryRopeOut,
                const aclTensor* dequantScaleQNopeOutOptional),
               Bind(call, kMlaPrologV2WeightNz,
                    {{tokenX, weightDq, weightUqQr, weightUk, weightDkvKr, rmsnormGammaCq, rmsnormGammaCkv,
                      ropeSin, ropeCos, cacheIndex, kvCacheRef, krCacheRef},
                     {dequantScaleXOptional, dequantScaleWDqOptional, dequantScaleWUqQrOptional,
                      dequantScaleWDkvKrOptional, quantScaleCkvOptional, quantScaleCkrOptional,
                      smoothScalesCqOptional},
                     rmsnormEpsilonCq,
                     rmsnormEpsilonCkv,
                     cacheModeOptional,
                     queryOut,
                     queryRopeOut,
                     dequantScaleQNopeOutOptional}))

OPENACLNN_CALL(aclnnMlaPrologV3WeightNz,
               (const aclTensor* tokenX, const aclTensor* weightDq, const aclTensor* weightUqQr,
                const aclTensor* weightUk, const aclTensor* weightDkvKr, const aclTensor* rmsnormGammaCq,
                const aclTensor* rmsnormGammaCkv, const aclTensor* ropeSin, const aclTensor* ropeCos,
                aclTensor* kvCacheRef, aclTensor* krCacheRef, const aclTensor* cacheIndexOptional,
                const aclTensor* dequantScaleXOptional, const aclTensor* dequantScaleWDqOptional,
                const aclTensor* dequantScaleWUqQrOptional, const aclTensor* dequantScaleWDkvKrOptional,
                const aclTensor* quantScaleCkvOptional, const aclTensor* quantScaleCkrOptional,
                const aclTensor* smoothScalesCqOptional, const aclTensor* actualSeqLenOptional,
                const aclTensor* kNopeClipAlphaOptional, double rmsnormEpsilonCq, double rmsnormEpsilonCkv,
                char* cacheModeOptional, int64_t weightQuantMode, int64_t kvCacheQuantMode,
                int64_t queryQuantMode, int64_t ckvkrRepoMode, int64_t quantScaleRepoMode,
                int64_t /*tileSize*/, double qcQrScale, double kcScale, const aclTensor* queryOut,
                const aclTensor* queryRopeOut, const aclTensor* dequantScaleQNopeOutOptional,
                const aclTensor* queryNormOutOptional, const aclTensor* dequantScaleQNormOutOptional),
               Bind(call, kMlaPrologV3WeightNz,
                    {{tokenX, weightDq, weightUqQr, weightUk, weightDkvKr, rmsnormGammaCq, rmsnormGammaCkv,
                      ropeSin, ropeCos, cacheIndexOptional, kvCacheRef, krCacheRef},
                     {dequantScaleXOptional, dequantScaleWDqOptional, dequantScaleWUqQrOptional,
                      dequantScaleWDkvKrOptional, quantScaleCkvOptional, quantScaleCkrOptional,
                      smoothScalesCqOptional},
                     rmsnormEpsilonCq,
                     rmsnormEpsilonCkv,
                     cacheModeOptional,
                     queryOut,
                     queryRopeOut,
                     dequantScaleQNopeOutOptional,
                     actualSeqLenOptional,
                     kNopeClipAlphaOptional,
                     queryNormOutOptional,
                     dequantScaleQNormOutOptional,
                     {weightQuantMode, kvCacheQuantMode, queryQuantMode, ckvkrRepoMode, quantScaleRepoMode},
                     qcQrScale,
                     kcScale}))
