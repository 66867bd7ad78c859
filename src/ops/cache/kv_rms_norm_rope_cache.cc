// SPDX-License-Identifier: Apache-2.0
//
// aclnnKvRmsNormRopeCache and V2: the latent part of tokens normalized, their rotary part rotated, and both put
// into slots of caches. The owner computes: slots are dealt out to tasks, each of which goes through all tokens
// in order.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_kv_rms_norm_rope_cache.h"
#include "aclnnop/aclnn_kv_rms_norm_rope_cache_v2.h"
#include "base/checked_math.h"
#include "kernels/functions/rotation.h"
#include "kernels/functions/row_functions.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/quantization/whole_numbers.h"
#include "kernels/tiles/scratch.h"
#include "ops/cache/paged_cache.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/fractal.h"
#include "ops/common/named.h"
#include "ops/common/self_copy.h"

namespace openaclnn {
namespace {

// Where the tokens of caches lie.
struct CacheMode {
  std::string_view name;
  bool paged;   // [blocks, blockSize, 1, D]; otherwise [batches, 1, rows, D]
  bool pieces;  // a block lies in memory as [D / c0, blockSize, c0]
  bool blocks;  // the index has a slot for each block of a sequence's tokens
};
constexpr std::array<CacheMode, 6> kModes{{{"Norm", false, false, false},
                                           {"PA", true, false, false},
                                           {"PA_BNSD", true, false, false},
                                           {"PA_NZ", true, true, false},
                                           {"PA_BLK_BNSD", true, false, true},
                                           {"PA_BLK_NZ", true, true, true}}};
constexpr const char* kModeNames = R"("Norm", "PA", "PA_BNSD", "PA_NZ", "PA_BLK_BNSD" or "PA_BLK_NZ")";

// What becomes of one part of tokens.
struct Part {
  const TensorView& cache;
  const TensorView& scale;   // [D], or one number; left out: nothing is quantized
  const TensorView& offset;  // likewise; left out: 0
  const TensorView& out;     // left out, or [B, 1, S, D]
};

struct Args {
  TensorView tokens;  // [B, 1, S, latents + elements of a key]
  TensorView gamma;   // [latents]
  TensorView cosines;
  TensorView sines;
  TensorView index;
  TensorView keyCacheBefore;
  TensorView latentCacheBefore;
  TensorView keyScale;
  TensorView latentScale;
  TensorView keyOffset;
  TensorView latentOffset;
  TensorView keyCache;
  TensorView latentCache;
  TensorView keyOut;
  TensorView latentOut;
  CacheMode mode{};
  double epsilon = 0;

  [[nodiscard]] Part Keys() const { return {keyCache, keyScale, keyOffset, keyOut}; }
  [[nodiscard]] Part Latents() const { return {latentCache, latentScale, latentOffset, latentOut}; }
};

struct State : Prepared {
  SelfCopy keyCopy;
  SelfCopy latentCopy;
  ScratchArray<int64_t> slots;  // of tokens; negative: none
};

State Prepare(const Args& args) {
  State state;
  state.keyCopy = SelfCopy(args.keyCacheBefore, args.keyCache);
  state.latentCopy = SelfCopy(args.latentCacheBefore, args.latentCache);
  ScratchLayout layout;
  state.slots = layout.Book<int64_t>(args.tokens.dims[0] * args.tokens.dims[2]);
  state.workspaceBytes = layout.Bytes();
  state.cost = static_cast<size_t>(4 * args.tokens.NumElements()) * SizeOf(args.tokens.dtype);
  return state;
}

// The tokens of a cache in dims 0 and 1.
PagedCache PagesOf(const TensorView& cache, const CacheMode& mode) {
  PagedCache pages{cache, mode.pieces};
  TensorView& view = pages.view;
  if (!mode.paged) {
    std::swap(view.dims[1], view.dims[2]);
    std::swap(view.strides[1], view.strides[2]);
  } else if (mode.pieces) {
    const int64_t piece = kCachePieceBytes / static_cast<int64_t>(SizeOf(cache.dtype));
    const int64_t blockSize = cache.dims[1];
    std::copy_n(std::array{cache.dims[3] / piece, blockSize, piece}.begin(), 3, view.dims.begin() + 1);
    std::copy_n(std::array{blockSize * piece, piece, int64_t{1}}.begin(), 3, view.strides.begin() + 1);
  }
  return pages;
}

// Where one part of tokens goes.
class PartWriter {
 public:
  PartWriter(const Part& part, const CacheMode& mode)
      : part_(part), pages_(PagesOf(part.cache, mode)), length_(part.cache.dims[3]) {}

  [[nodiscard]] int64_t Length() const { return length_; }
  [[nodiscard]] int64_t BlockSize() const { return pages_.BlockSize(); }

  // Elements [begin, begin + count) of a token's.
  void Write(int64_t token, int64_t slot, int64_t begin, int64_t count, const float* tile) const {
    if (part_.out.Defined()) {
      TileWriter(part_.out).Write(token * length_ + begin, count, tile);
    }
    if (slot < 0) {
      return;
    }
    const TensorView place = pages_.TokenAt(slot / pages_.BlockSize(), slot % pages_.BlockSize());
    if (!part_.scale.Defined()) {
      TileWriter(place).Write(begin, count, tile);
      return;
    }
    TileBuffer factors;
    TileBuffer offsets;
    TileBuffer numbers;
    const std::array<int64_t, 1> dims{length_};
    const float* const scale = TileReader(BroadcastTo(part_.scale, dims)).Read(begin, count, factors);
    std::transform(tile, tile + count, scale, numbers.begin(), std::multiplies<>());
    if (part_.offset.Defined()) {
      const float* const offset = TileReader(BroadcastTo(part_.offset, dims)).Read(begin, count, offsets);
      std::transform(numbers.begin(), numbers.begin() + count, offset, numbers.begin(), std::plus<>());
    }
    RoundToRange(numbers.data(), count, RoundMode::kNearest, kInt8Range, numbers.data());
    WholeWriter(place).Write(begin, count, numbers.data());
  }

 private:
  Part part_;
  PagedCache pages_;
  int64_t length_;
};

constexpr int64_t kTasks = 16;
constexpr int64_t kOutside = INT64_MAX;

// One run.
class Storing {
 public:
  Storing(const Args& args, int64_t* slots)
      : args_(args),
        slots_(slots),
        perSequence_(args.tokens.dims[2]),
        count_(args.tokens.dims[0] * perSequence_),
        keys_(args.Keys(), args.mode),
        latents_(args.Latents(), args.mode),
        tokens_(args.tokens),
        gamma_(args.gamma),
        cosines_(BroadcastTo(args.cosines, KeyDims())),
        sines_(BroadcastTo(args.sines, KeyDims())),
        rotated_(RotaryMode::kInterleaveHalf, keys_.Length()) {}

  // Slots of tokens: their row in their batch's cache, or one of the rows of all blocks.
  [[nodiscard]] Status FindSlots() const {
    const IndexReader index(args_.index, kOutside);
    const int64_t blockSize = keys_.BlockSize();
    const int64_t rows = args_.mode.paged ? args_.keyCache.dims[0] * blockSize : blockSize;
    const int64_t perSequence = args_.mode.blocks ? CeilDivide(perSequence_, blockSize) : perSequence_;
    for (int64_t token = 0; token < count_; ++token) {
      const int64_t sequence = token / perSequence_;
      const int64_t number = token % perSequence_;
      const int64_t position = sequence * perSequence + (args_.mode.blocks ? number / blockSize : number);
      const int64_t behind = args_.mode.blocks ? number % blockSize : 0;
      int64_t slot = 0;
      index.Read(position, 1, &slot);
      if (slot >= rows - behind) {
        return {code::kRtVectorCoreException, "index: expected slots below " + std::to_string(rows - behind) +
                                                  ", got " + index.Text(position) + " at position " +
                                                  std::to_string(position)};
      }
      slots_[token] = slot < 0 ? -1 : slot + behind + (args_.mode.paged ? 0 : sequence * rows);
    }
    return Status::Ok();
  }

  void Run(const backend::cpu::CpuContext& cpu) const {
    const bool hasOutputs = args_.keyOut.Defined();
    cpu.ParallelFor(kTasks, [&](int64_t task) {
      for (int64_t token = 0; token < count_; ++token) {
        const int64_t slot = slots_[token];
        const bool isOwner = (slot < 0 ? token : slot) % kTasks == task;
        if (isOwner && (slot >= 0 || hasOutputs)) {
          StoreLatents(token, slot);
          StoreKey(token, slot);
        }
      }
    });
  }

 private:
  [[nodiscard]] std::array<int64_t, 4> KeyDims() const {
    return {args_.tokens.dims[0], 1, perSequence_, keys_.Length()};
  }
  [[nodiscard]] int64_t FirstOf(int64_t token) const { return token * args_.tokens.dims[3]; }

  void StoreLatents(int64_t token, int64_t slot) const {
    const int64_t length = latents_.Length();
    TileBuffer buffer;
    TileBuffer result;
    const auto forEachTile = [&](const auto& take) {
      for (int64_t begin = 0; begin < length; begin += kTileElements) {
        const int64_t count = std::min(kTileElements, length - begin);
        take(begin, count, tokens_.Read(FirstOf(token) + begin, count, buffer));
      }
    };
    double sum = 0;
    forEachTile([&](int64_t /*begin*/, int64_t count, const float* tile) {
      std::transform(tile, tile + count, result.begin(), [](float number) { return number * number; });
      sum += SumOf(result.data(), count);
    });
    const auto rstd = static_cast<float>(1 / std::sqrt(sum / static_cast<double>(length) + args_.epsilon));
    forEachTile([&](int64_t begin, int64_t count, const float* tile) {
      TileBuffer scales;
      const float* const scale = gamma_.Read(begin, count, scales);
      for (int64_t i = 0; i < count; ++i) {
        result[static_cast<size_t>(i)] = tile[i] * rstd * scale[i];
      }
      latents_.Write(token, slot, begin, count, result.data());
    });
  }

  void StoreKey(int64_t token, int64_t slot) const {
    const int64_t length = keys_.Length();
    TileBuffer buffer;
    TileBuffer cosines;
    TileBuffer sines;
    TileBuffer result;
    rotary::Rotate(rotated_, tokens_.Read(FirstOf(token) + latents_.Length(), length, buffer),
                   cosines_.Read(token * length, length, cosines), sines_.Read(token * length, length, sines),
                   result.data());
    keys_.Write(token, slot, 0, length, result.data());
  }

  const Args& args_;
  int64_t* slots_;
  int64_t perSequence_;
  int64_t count_;
  PartWriter keys_;
  PartWriter latents_;
  TileReader tokens_;
  TileReader gamma_;
  TileReader cosines_;
  TileReader sines_;
  RotaryRows rotated_;
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const Storing storing(args, state.slots.In(workspace));
  Status status = storing.FindSlots();
  if (status.IsOk()) {
    state.keyCopy.Run(args.keyCacheBefore, args.keyCache, cpu);
    state.latentCopy.Run(args.latentCacheBefore, args.latentCache, cpu);
    storing.Run(cpu);
  }
  return status;
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:store_latents", Prepare));
constexpr std::array<TensorArgument<Args>, 15> kArguments{
    {{"kv", Role::kInput, &Args::tokens, false, true},
     {"gamma", Role::kInput, &Args::gamma, false, true},
     {"cos", Role::kInput, &Args::cosines, false, true},
     {"sin", Role::kInput, &Args::sines, false, true},
     {"index", Role::kInput, &Args::index, false, true},
     {"kCacheRef", Role::kInput, &Args::keyCacheBefore},
     {"ckvCacheRef", Role::kInput, &Args::latentCacheBefore},
     {"kRopeScaleOptional", Role::kInput, &Args::keyScale, false, true},
     {"ckvScaleOptional", Role::kInput, &Args::latentScale, false, true},
     {"kRopeOffsetOptional", Role::kInput, &Args::keyOffset, false, true},
     {"cKvOffsetOptional", Role::kInput, &Args::latentOffset, false, true},
     {"kCacheRef", Role::kOutput, &Args::keyCache, true},
     {"ckvCacheRef", Role::kOutput, &Args::latentCache, true},
     {"kRopeOut", Role::kOutput, &Args::keyOut},
     {"cKvOut", Role::kOutput, &Args::latentOut}}};
constexpr Operator<Args> kKvRmsNormRopeCache{"aclnnKvRmsNormRopeCache", kArguments, kKernels};
constexpr Operator<Args> kKvRmsNormRopeCacheV2{"aclnnKvRmsNormRopeCacheV2", kArguments, kKernels};

constexpr std::array<DType, 2> kDtypes{DType::kFloat16, DType::kBfloat16};
constexpr std::array<DType, 1> kQuantized{DType::kInt8};
constexpr std::array<DType, 1> kScales{DType::kFloat};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt64, DType::kInt32};

// The tensors of a cache.
struct CacheTensors {
  NamedTensor cache;
  NamedTensor scale;
  NamedTensor offset;
  NamedTensor out;
};

void CheckCacheTypes(ArgumentChecks& check, const CacheTensors& part, const NamedTensor& kv, bool hasOutput) {
  const auto& [cache, scale, offset, out] = part;
  if (check.Failed()) {
    return;
  }
  check.Require(
      offset.name, "null, as there is no scale",
      [&, &given = offset, &factor = scale] { return factor.tensor != nullptr || given.tensor == nullptr; },
      [] { return "a tensor"; });
  if (scale.tensor == nullptr) {
    check.SameDtype(cache, kv);
  } else {
    check.DtypeIn(cache, kQuantized).DtypeIn(scale, kScales).ValidView(scale);
  }
  if (offset.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(offset, kScales).ValidView(offset);
  }
  if (hasOutput) {
    check.SameDtype(out, kv).ValidOutputView(out);
  }
}

// [B, 1, S, elements], where B and S may be 1.
void CheckAngles(ArgumentChecks& check, const NamedTensor& angles, const NamedTensor& kv, int64_t elements) {
  check.Require(
      angles.name, "[B, 1, S, D] with B and S of kv or 1, and with D from 2 to 1024, even and less than kv's",
      [&] {
        const auto& dims = angles.tensor->viewDims;
        const auto& given = kv.tensor->viewDims;
        return dims.size() == 4 && (dims[0] == 1 || dims[0] == given[0]) && dims[1] == 1 &&
               (dims[2] == 1 || dims[2] == given[2]) && dims[3] == elements && elements >= 2 &&
               elements % 2 == 0 && elements <= kMostRotated && elements < given[3];
      },
      [&] { return ShapeText(angles.tensor->viewDims) + " for " + ShapeText(kv.tensor->viewDims); });
}

// Scales and offsets have a number for each element, or one.
void CheckFactors(ArgumentChecks& check, const NamedTensor& factors, int64_t elements) {
  if (factors.tensor == nullptr) {
    return;
  }
  check.Require(
      factors.name, "one element, or as many as a token has in the cache, in one dim",
      [&] {
        const auto& dims = factors.tensor->viewDims;
        return dims.size() == 1 && (dims[0] == 1 || dims[0] == elements);
      },
      [&] { return ShapeText(factors.tensor->viewDims) + " for " + std::to_string(elements); });
}

// The shape of a cache whose tokens have so many elements; `seen` without its label.
void CheckPages(ArgumentChecks& check, const NamedTensor& seen, const CacheMode& mode, int64_t batches,
                int64_t elements) {
  check.ValidOutputView(seen).Rank(seen, 4);
  check.Require(
      seen.name,
      mode.paged ? "[blocks, blockSize, 1, D] with D of kv's part" : "[B, 1, rows, D] with D of kv's part",
      [&] {
        const auto& dims = seen.tensor->viewDims;
        return dims[mode.paged ? 2 : 1] == 1 && dims[3] == elements && (mode.paged || dims[0] >= batches);
      },
      [&] { return ShapeText(seen.tensor->viewDims) + " for " + std::to_string(elements); });
  check.Require(
      seen.name,
      mode.pieces ? "blocks whose tokens are one piece of memory, with D a multiple of 32 bytes"
                  : "blocks with tokens",
      [&] {
        const auto& dims = seen.tensor->viewDims;
        const auto& strides = seen.tensor->strides;
        return (!mode.blocks || dims[1] > 0) &&
               (!mode.pieces ||
                (elements * static_cast<int64_t>(SizeOf(seen.tensor->dtype)) % kCachePieceBytes == 0 &&
                 strides[3] == 1 && (dims[1] <= 1 || strides[1] == elements)));
      },
      [&] { return ShapeText(seen.tensor->viewDims) + " with strides " + ShapeText(seen.tensor->strides); });
}

struct Attributes {
  double epsilon;
  const char* mode;
  bool hasOutputs;
};

const CacheMode& FindMode(ArgumentChecks& check, const char* given) {
  const std::string_view name = given == nullptr ? "Norm" : given;
  const auto* const found = std::ranges::find(kModes, name, &CacheMode::name);
  check.Require(
      "cacheModeOptional", kModeNames, [&] { return found != kModes.end(); },
      [&] { return '"' + std::string(name) + '"'; });
  return found == kModes.end() ? kModes[0] : *found;
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<11>& given, const Tensors<2>& outputs,
            const Attributes& attributes, const aclTensor* values = nullptr) {
  const auto [kv, gamma, cosines, sines, index, keyCache, latentCache, keyScale, latentScale, keyOffset,
              latentOffset] = Named(op, given);
  const CacheTensors keys{keyCache, keyScale, keyOffset, {"kRopeOut", outputs[0]}};
  const CacheTensors latents{latentCache, latentScale, latentOffset, {"cKvOut", outputs[1]}};
  ArgumentChecks check;
  check.NotNull(kv).NotNull(gamma).NotNull(cosines).NotNull(sines).NotNull(index).NotNull(keyCache);
  check.NotNull(latentCache).LiveOrNull(keyScale).LiveOrNull(latentScale).LiveOrNull(keyOffset);
  check.LiveOrNull(latentOffset).LiveOrNull(keys.out).LiveOrNull(latents.out);
  if (attributes.hasOutputs) {
    check.NotNull(keys.out).NotNull(latents.out);
  }
  check.LiveOrNull("vOptional", values);
  check.Require(
      "vOptional", "null: values apart from kv are not supported", [&] { return values == nullptr; },
      [] { return "a tensor"; });
  check.DtypeIn(kv, kDtypes).SameDtype(gamma, kv).SameDtype(cosines, kv).SameDtype(sines, kv);
  check.DtypeIn(index, kIndexDtypes);
  CheckCacheTypes(check, keys, kv, attributes.hasOutputs);
  CheckCacheTypes(check, latents, kv, attributes.hasOutputs);
  const CacheMode& mode = FindMode(check, attributes.mode);
  check.ValidView(kv).ValidView(gamma).ValidView(cosines).ValidView(sines).ValidView(index);
  check.Rank(kv, 4).Rank(gamma, 1);
  if (check.Failed()) {
    return check.Result();
  }
  check.DimEquals(kv, 1, 1, "one head");
  const int64_t batches = kv.tensor->viewDims[0];
  const int64_t tokens = kv.tensor->viewDims[2];
  const int64_t latentElements = gamma.tensor->viewDims[0];
  const int64_t keyElements = kv.tensor->viewDims[3] - latentElements;
  CheckAngles(check, cosines, kv, keyElements);
  CheckAngles(check, sines, kv, keyElements);
  check.Require(
      gamma.name, "at least one element", [&] { return latentElements > 0; }, [] { return "none"; });
  CheckFactors(check, keyScale, keyElements);
  CheckFactors(check, keyOffset, keyElements);
  CheckFactors(check, latentScale, latentElements);
  CheckFactors(check, latentOffset, latentElements);
  const aclTensor seenKeys = SeenCache(*keyCache.tensor, mode.pieces);
  const aclTensor seenLatents = SeenCache(*latentCache.tensor, mode.pieces);
  CheckPages(check, {keyCache.name, &seenKeys}, mode, batches, keyElements);
  CheckPages(check, {latentCache.name, &seenLatents}, mode, batches, latentElements);
  if (check.Failed()) {
    return check.Result();
  }
  Dims like = {seenKeys.viewDims[0], seenKeys.viewDims[1], seenKeys.viewDims[2], latentElements};
  check.Shape({latentCache.name, &seenLatents}, like, "that of kCacheRef with elements of gamma,");
  if (!mode.paged) {
    check.Shape(index, {batches, tokens}, "[B, S]");
  } else {
    const int64_t perSequence = mode.blocks ? CeilDivide(tokens, seenKeys.viewDims[1]) : tokens;
    const std::optional<int64_t> expected = CheckedMultiply(batches, perSequence);
    check.Rank(index, 1).NumElements(index, expected,
                                     mode.blocks ? "one for each block of a sequence" : "B * S");
  }
  if (attributes.hasOutputs) {
    check.Shape(keys.out, {batches, 1, tokens, keyElements}, "[B, 1, S, elements of cos]");
    check.Shape(latents.out, {batches, 1, tokens, latentElements}, "[B, 1, S, elements of gamma]");
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.mode = mode;
  args.epsilon = attributes.epsilon;
  TensorsOfCall tensors = TensorsOf(given);
  tensors[5] = TensorOfCall(keyCache.tensor, seenKeys);
  tensors[6] = TensorOfCall(latentCache.tensor, seenLatents);
  tensors.push_back({keyCache.tensor, seenKeys});
  tensors.push_back({latentCache.tensor, seenLatents});
  tensors.push_back({keys.out.tensor, attributes.hasOutputs});
  tensors.push_back({latents.out.tensor, attributes.hasOutputs});
  return call.Bind(op, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnKvRmsNormRopeCache,
               (const aclTensor* kv, const aclTensor* gamma, const aclTensor* cos, const aclTensor* sin,
                const aclTensor* index, aclTensor* kCacheRef, aclTensor* ckvCacheRef,
                const aclTensor* kRopeScaleOptional, const aclTensor* ckvScaleOptional,
                const aclTensor* kRopeOffsetOptional, const aclTensor* cKvOffsetOptional, double epsilon,
                char* cacheModeOptional, bool isOutputKv, aclTensor* kRopeOut, aclTensor* cKvOut),
               Bind(call, kKvRmsNormRopeCache,
                    {kv, gamma, cos, sin, index, kCacheRef, ckvCacheRef, kRopeScaleOptional, ckvScaleOptional,
                     kRopeOffsetOptional, cKvOffsetOptional},
                    {kRopeOut, cKvOut}, {epsilon, cacheModeOptional, isOutputKv}))

OPENACLNN_CALL(aclnnKvRmsNormRopeCacheV2,
               (const aclTensor* kv, const aclTensor* gamma, const aclTensor* cos, const aclTensor* sin,
                const aclTensor* index, aclTensor* kCacheRef, aclTensor* ckvCacheRef,
                const aclTensor* kRopeScaleOptional, const aclTensor* ckvScaleOptional,
                const aclTensor* kRopeOffsetOptional, const aclTensor* cKvOffsetOptional,
                const aclTensor* vOptional, double epsilon, char* cacheModeOptional, bool isOutputKv,
                aclTensor* kRopeOut, aclTensor* cKvOut),
               Bind(call, kKvRmsNormRopeCacheV2,
                    {kv, gamma, cos, sin, index, kCacheRef, ckvCacheRef, kRopeScaleOptional, ckvScaleOptional,
                     kRopeOffsetOptional, cKvOffsetOptional},
                    {kRopeOut, cKvOut}, {epsilon, cacheModeOptional, isOutputKv}, vOptional))
