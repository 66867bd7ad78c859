// SPDX-License-Identifier: Apache-2.0
//
// aclnnScatterPaKvCache: keys and values of tokens put into the slots of a paged cache. The owner computes:
// the blocks of the cache are dealt out to tasks, each of which goes through all slots in order.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_scatter_pa_kv_cache.h"
#include "kernels/indexing/index_reader.h"
#include "ops/cache/paged_cache.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/fractal.h"
#include "ops/common/named.h"
#include "ops/common/self_copy.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView key;  // [tokens, ...]
  TensorView value;
  TensorView slots;  // [tokens]
  TensorView keyCacheBefore;
  TensorView valueCacheBefore;
  TensorView keyCache;
  TensorView valueCache;
  bool pieces = false;
};

struct State : Prepared {
  SelfCopy keyCopy;
  SelfCopy valueCopy;
  bool hasValues = false;
};

State Prepare(const Args& args) {
  State state;
  state.hasValues = args.value.Defined();
  state.keyCopy = SelfCopy(args.keyCacheBefore, args.keyCache);
  state.cost =
      static_cast<size_t>(2 * (args.key.NumElements() + args.value.NumElements())) * SizeOf(args.key.dtype);
  if (state.hasValues) {
    state.valueCopy = SelfCopy(args.valueCacheBefore, args.valueCache);
  }
  return state;
}

constexpr int64_t kTasks = 16;
constexpr int64_t kOutside = INT64_MAX;

// Slots from 0 on lie in the cache; negative ones are left out.
Status CheckSlots(const Args& args, int64_t slots) {
  const IndexReader reader(args.slots, kOutside);
  const int64_t tokens = args.slots.NumElements();
  std::array<int64_t, kTileElements> tile;
  for (int64_t begin = 0; begin < tokens; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, tokens - begin);
    reader.Read(begin, count, tile.data());
    const int64_t* const wrong =
        std::find_if(tile.data(), tile.data() + count, [&](int64_t slot) { return slot >= slots; });
    if (wrong != tile.data() + count) {
      const int64_t position = begin + (wrong - tile.data());
      return {code::kRtVectorCoreException, "slotMapping: expected slots below " + std::to_string(slots) +
                                                ", got " + reader.Text(position) + " at position " +
                                                std::to_string(position)};
    }
  }
  return Status::Ok();
}

void Scatter(const TensorView& tokens, const PagedCache& cache, const TensorView& slots,
             const backend::cpu::CpuContext& cpu) {
  const IndexReader reader(slots, kOutside);
  const int64_t count = slots.NumElements();
  const int64_t blockSize = cache.BlockSize();
  cpu.ParallelFor(kTasks, [&](int64_t task) {
    std::array<int64_t, kTileElements> tile;
    for (int64_t begin = 0; begin < count; begin += kTileElements) {
      const int64_t some = std::min(kTileElements, count - begin);
      reader.Read(begin, some, tile.data());
      for (int64_t i = 0; i < some; ++i) {
        const int64_t slot = tile[static_cast<size_t>(i)];
        if (slot >= 0 && slot / blockSize % kTasks == task) {
          CopyToken(cache.TokenAt(slot / blockSize, slot % blockSize), TokenOf(tokens, begin + i));
        }
      }
    }
  });
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  const PagedCache keys{args.keyCache, args.pieces};
  const PagedCache values{args.valueCache, args.pieces};
  int64_t slots = keys.Blocks() * keys.BlockSize();
  if (state.hasValues) {
    slots = std::min(slots, values.Blocks() * values.BlockSize());
  }
  if (Status status = CheckSlots(args, slots); !status.IsOk()) {
    return status;
  }
  state.keyCopy.Run(args.keyCacheBefore, args.keyCache, cpu);
  Scatter(args.key, keys, args.slots, cpu);
  if (state.hasValues) {
    state.valueCopy.Run(args.valueCacheBefore, args.valueCache, cpu);
    Scatter(args.value, values, args.slots, cpu);
  }
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:scatter_tokens", Prepare));
constexpr std::array<TensorArgument<Args>, 7> kArguments{
    {{"key", Role::kInput, &Args::key, false, true},
     {"keyCacheRef", Role::kInput, &Args::keyCacheBefore},
     {"slotMapping", Role::kInput, &Args::slots, false, true},
     {"value", Role::kInput, &Args::value, false, true},
     {"valueCacheRef", Role::kInput, &Args::valueCacheBefore},
     {"keyCacheRef", Role::kOutput, &Args::keyCache, true},
     {"valueCacheRef", Role::kOutput, &Args::valueCache, true}}};
constexpr Operator<Args> kScatterPaKvCache{"aclnnScatterPaKvCache", kArguments, kKernels};

constexpr std::array<DType, 2> kSlotDtypes{DType::kInt64, DType::kInt32};

struct Modes {
  const char* cache;
  const char* scatter;
};

// [tokens, heads, D].
void CheckTokens(ArgumentChecks& check, const NamedTensor& tokens, const NamedTensor& cache,
                 const NamedTensor& slots, bool pieces) {
  check.Rank(tokens, 3);
  if (!check.Failed()) {
    check.DimEquals(tokens, 0, NumElements(*slots.tensor), "the elements of slotMapping");
    CheckCache(check, cache, tokens, pieces);
  }
}

// Arguments of modes that are not supported.
void CheckLeftOut(ArgumentChecks& check, std::initializer_list<NamedTensor> tensors) {
  for (const NamedTensor& tensor : tensors) {
    check.Require(
        tensor.name, "null: compression is not supported", [&] { return tensor.tensor == nullptr; },
        [] { return "a tensor"; });
  }
}

// By its dims alone: their product may not fit.
bool HasElements(const aclTensor& tensor) {
  return std::ranges::find(tensor.viewDims, 0) == tensor.viewDims.end();
}

Status Bind(PhaseOneCall& call, const Tensors<5>& given, std::initializer_list<NamedTensor> leftOut,
            const Modes& modes) {
  const auto [key, keyCache, slots, value, valueCache] = Named(kScatterPaKvCache, given);
  ArgumentChecks check;
  check.NotNull(key).NotNull(keyCache).NotNull(slots).LiveOrNull(value).LiveOrNull(valueCache);
  // Values without elements, as torch_npu passes them, are none, unless there are no keys either.
  const bool hasValues =
      !check.Failed() && value.tensor != nullptr &&
      (HasElements(*value.tensor) || (NumElements(*key.tensor) == 0 && valueCache.tensor != nullptr));
  if (hasValues) {
    check.NotNull(valueCache);
  }
  const bool takesValues = hasValues && !check.Failed();
  check.DtypeIn(key, kCacheDtypes).SameDtype(keyCache, key).DtypeIn(slots, kSlotDtypes);
  if (takesValues) {
    check.SameDtype(value, key).SameDtype(valueCache, key);
  }
  const std::string_view scatterMode = modes.scatter == nullptr ? "None" : modes.scatter;
  check.Require(
      "scatterMode", R"("None")", [&] { return scatterMode == "None" || scatterMode.empty(); },
      [&] { return '"' + std::string(scatterMode) + '"'; });
  CheckLeftOut(check, leftOut);
  const bool pieces = FindCacheMode(check, modes.cache);
  if (check.Failed()) {
    return check.Result();
  }
  const aclTensor seenKeys = SeenCache(*keyCache.tensor, pieces);
  const aclTensor seenValues =
      valueCache.tensor != nullptr ? SeenCache(*valueCache.tensor, pieces) : aclTensor{};
  check.ValidView(key).ValidOutputView({keyCache.name, &seenKeys}).ValidView(slots).Rank(slots, 1);
  if (value.tensor != nullptr) {
    check.ValidView(value);  // also where there are none in it
  }
  if (takesValues) {
    check.ValidOutputView({valueCache.name, &seenValues});
  } else if (valueCache.tensor != nullptr) {
    check.ValidView({valueCache.name, &seenValues});
  }
  CheckTokens(check, key, {keyCache.name, &seenKeys}, slots, pieces);
  if (takesValues) {
    CheckTokens(check, value, {valueCache.name, &seenValues}, slots, pieces);
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.pieces = pieces;
  const TensorOfCall keys{keyCache.tensor, seenKeys};
  const TensorOfCall values =
      takesValues ? TensorOfCall{valueCache.tensor, seenValues} : TensorOfCall{valueCache.tensor, false};
  return call.Bind(kScatterPaKvCache, args,
                   {key.tensor, keys, slots.tensor, {value.tensor, takesValues}, values, keys, values});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnScatterPaKvCache,
               (const aclTensor* key, aclTensor* keyCacheRef, const aclTensor* slotMapping,
                const aclTensor* value, aclTensor* valueCacheRef, const aclTensor* compressLensOptional,
                const aclTensor* compressSeqOffsetOptional, const aclTensor* seqLensOptional,
                char* cacheModeOptional, char* scatterModeOptional, const aclIntArray* /*stridesOptional*/,
                const aclIntArray* /*offsetsOptional*/),
               Bind(call, {key, keyCacheRef, slotMapping, value, valueCacheRef},
                    {{"compressLensOptional", compressLensOptional},
                     {"compressSeqOffsetOptional", compressSeqOffsetOptional},
                     {"seqLensOptional", seqLensOptional}},
                    {cacheModeOptional, scatterModeOptional}))
