// SPDX-License-Identifier: Apache-2.0
//
// aclnnGatherPaKvCache: the tokens of sequences taken out of a paged cache, by the table of their blocks.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_gather_pa_kv_cache.h"
#include "base/checked_math.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/scratch.h"
#include "ops/cache/paged_cache.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/fractal.h"
#include "ops/common/named.h"
#include "ops/common/self_copy.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView keyCache;
  TensorView valueCache;
  TensorView blocks;   // [sequences, most blocks of one]
  TensorView lengths;  // [sequences], or [sequences + 1] if they add up from 0
  TensorView keyBefore;
  TensorView valueBefore;
  TensorView offsets;  // left out, or [sequences]
  TensorView key;      // [tokens, ...]
  TensorView value;
  bool pieces = false;
  bool cumulative = false;
};

// Where the tokens of a sequence come from and go to.
struct Sequence {
  int64_t length;
  int64_t firstBlock;  // in its row of the table
  int64_t firstToken;  // of the result
};

struct State : Prepared {
  SelfCopy keyCopy;
  SelfCopy valueCopy;
  ScratchArray<Sequence> sequences;
};

State Prepare(const Args& args) {
  State state;
  state.keyCopy = SelfCopy(args.keyBefore, args.key);
  state.valueCopy = SelfCopy(args.valueBefore, args.value);
  ScratchLayout layout;
  state.sequences = layout.Book<Sequence>(args.blocks.dims[0]);
  state.workspaceBytes = layout.Bytes();
  state.cost =
      static_cast<size_t>(2 * (args.key.NumElements() + args.value.NumElements())) * SizeOf(args.key.dtype);
  return state;
}

constexpr int64_t kOutside = INT64_MIN;

// One run.
class Gather {
 public:
  Gather(const Args& args, const State& state, std::byte* workspace)
      : args_(args),
        state_(state),
        keys_{args.keyCache, args.pieces},
        values_{args.valueCache, args.pieces},
        blocks_(args.blocks, kOutside),
        columns_(args.blocks.dims[1]),
        sequences_(state.sequences.In(workspace), static_cast<size_t>(args.blocks.dims[0])) {}

  [[nodiscard]] Status Run(const backend::cpu::CpuContext& cpu) const {
    Status status = ReadSequences();
    if (status.IsOk()) {
      status = CheckBlocks();
    }
    if (!status.IsOk()) {
      return status;
    }
    state_.keyCopy.Run(args_.keyBefore, args_.key, cpu);
    state_.valueCopy.Run(args_.valueBefore, args_.value, cpu);
    const auto count = static_cast<int64_t>(sequences_.size());
    cpu.ParallelFor(count * columns_, [&](int64_t task) { CopyBlock(task / columns_, task % columns_); });
    return status;
  }

 private:
  static int64_t ReadAt(const IndexReader& reader, int64_t position) {
    int64_t value = 0;
    reader.Read(position, 1, &value);
    return value;
  }

  static Status Wrong(const char* name, const std::string& expected, const std::string& actual,
                      int64_t position) {
    return {code::kRtVectorCoreException, std::string(name) + ": expected " + expected + ", got " + actual +
                                              " at position " + std::to_string(position)};
  }

  [[nodiscard]] Status ReadSequences() const {
    const IndexReader lengths(args_.lengths, kOutside);
    const int64_t room = args_.key.dims[0];
    int64_t sum = args_.cumulative && !sequences_.empty() ? ReadAt(lengths, 0) : 0;
    if (sum != 0) {
      return Wrong("seqLens", "0", lengths.Text(0), 0);
    }
    for (size_t b = 0; b < sequences_.size(); ++b) {
      const int64_t position = static_cast<int64_t>(b) + (args_.cumulative ? 1 : 0);
      const int64_t given = ReadAt(lengths, position);
      const int64_t length = args_.cumulative && given >= 0 ? given - sum : given;
      if (length < 0 || length > room - sum) {
        return Wrong("seqLens",
                     "lengths from 0 on, whose sum is at most the tokens of keyRef, " + std::to_string(room),
                     lengths.Text(position), position);
      }
      sequences_[b] = {length, 0, sum};
      sum += length;
    }
    if (!args_.offsets.Defined()) {
      return Status::Ok();
    }
    const IndexReader offsets(args_.offsets, kOutside);
    for (size_t b = 0; b < sequences_.size(); ++b) {
      const auto position = static_cast<int64_t>(b);
      const int64_t offset = ReadAt(offsets, position);
      if (offset < 0) {
        return Wrong("seqOffset", "offsets from 0 on", offsets.Text(position), position);
      }
      sequences_[b].firstBlock = keys_.BlockSize() == 0 ? 0 : offset / keys_.BlockSize();
    }
    return Status::Ok();
  }

  // Every block that a sequence has is in the table, and in the caches.
  [[nodiscard]] Status CheckBlocks() const {
    const int64_t most = std::min(keys_.Blocks(), values_.Blocks());
    for (size_t b = 0; b < sequences_.size(); ++b) {
      const auto& [length, firstBlock, firstToken] = sequences_[b];
      if (length == 0) {
        continue;
      }
      const auto row = static_cast<int64_t>(b);
      if (keys_.BlockSize() == 0 || CeilDivide(length, keys_.BlockSize()) > columns_ - firstBlock) {
        return Wrong("seqLens",
                     "at most the tokens of the blocks in a row of blockTables, " + std::to_string(columns_) +
                         " blocks of " + std::to_string(keys_.BlockSize()),
                     std::to_string(length) + " tokens behind " + std::to_string(firstBlock) + " blocks",
                     row);
      }
      for (int64_t k = 0; k < CeilDivide(length, keys_.BlockSize()); ++k) {
        const int64_t position = row * columns_ + firstBlock + k;
        const int64_t block = ReadAt(blocks_, position);
        if (block < 0 || block >= most) {
          return Wrong("blockTables", "blocks in [0, " + std::to_string(most) + ")", blocks_.Text(position),
                       position);
        }
      }
    }
    return Status::Ok();
  }

  void CopyBlock(int64_t sequence, int64_t number) const {
    const auto& [length, firstBlock, firstToken] = sequences_[static_cast<size_t>(sequence)];
    const int64_t begin = number * keys_.BlockSize();
    if (begin >= length) {
      return;
    }
    const int64_t block = ReadAt(blocks_, sequence * columns_ + firstBlock + number);
    for (int64_t row = 0; row < std::min(keys_.BlockSize(), length - begin); ++row) {
      const int64_t token = firstToken + begin + row;
      CopyToken(TokenOf(args_.key, token), keys_.TokenAt(block, row));
      CopyToken(TokenOf(args_.value, token), values_.TokenAt(block, row));
    }
  }

  const Args& args_;
  const State& state_;
  PagedCache keys_;
  PagedCache values_;
  IndexReader blocks_;
  int64_t columns_;
  std::span<Sequence> sequences_;
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  return Gather(args, state, workspace).Run(cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:gather_tokens", Prepare));
constexpr std::array<TensorArgument<Args>, 9> kArguments{
    {{"keyCache", Role::kInput, &Args::keyCache, false, true},
     {"valueCache", Role::kInput, &Args::valueCache, false, true},
     {"blockTables", Role::kInput, &Args::blocks, false, true},
     {"seqLens", Role::kInput, &Args::lengths, false, true},
     {"keyRef", Role::kInput, &Args::keyBefore},
     {"valueRef", Role::kInput, &Args::valueBefore},
     {"seqOffsetOptional", Role::kInput, &Args::offsets, false, true},
     {"keyRef", Role::kOutput, &Args::key, true},
     {"valueRef", Role::kOutput, &Args::value, true}}};
constexpr Operator<Args> kGatherPaKvCache{"aclnnGatherPaKvCache", kArguments, kKernels};

constexpr std::array<DType, 2> kIndices{DType::kInt32, DType::kInt64};

// [tokens, heads, D], or [tokens, elements] for caches in pieces.
void CheckTokens(ArgumentChecks& check, const NamedTensor& tokens, const NamedTensor& cache, bool pieces) {
  check.Require(
      tokens.name, pieces ? "2 or 3 dims" : "3 dims",
      [&] {
        const size_t rank = tokens.tensor->viewDims.size();
        return rank == 3 || (pieces && rank == 2);
      },
      [&] { return ShapeText(tokens.tensor->viewDims); });
  if (!check.Failed()) {
    CheckCache(check, cache, tokens, pieces);
  }
}

Status Bind(PhaseOneCall& call, const Tensors<7>& given, const char* cacheMode, bool cumulative) {
  const auto [keyCache, valueCache, blocks, lengths, key, value, offsets] = Named(kGatherPaKvCache, given);
  ArgumentChecks check;
  check.NotNull(keyCache).NotNull(valueCache).NotNull(blocks).NotNull(lengths).NotNull(key).NotNull(value);
  check.LiveOrNull(offsets);
  check.DtypeIn(keyCache, kCacheDtypes).SameDtype(valueCache, keyCache).DtypeIn(blocks, kIndices);
  check.DtypeIn(lengths, kIndices).SameDtype(key, keyCache).SameDtype(value, keyCache);
  const bool hasOffsets = offsets.tensor != nullptr;
  if (hasOffsets) {
    check.DtypeIn(offsets, kIndices);
  }
  const bool pieces = FindCacheMode(check, cacheMode);
  if (check.Failed()) {
    return check.Result();
  }
  const aclTensor seenKeys = SeenCache(*keyCache.tensor, pieces);
  const aclTensor seenValues = SeenCache(*valueCache.tensor, pieces);
  const NamedTensor keyPages{keyCache.name, &seenKeys};
  const NamedTensor valuePages{valueCache.name, &seenValues};
  check.ValidView(keyPages).ValidView(valuePages).ValidView(blocks).ValidView(lengths);
  check.ValidOutputView(key).ValidOutputView(value);
  if (hasOffsets) {
    check.ValidView(offsets);
  }
  check.Rank(blocks, 2).Rank(lengths, 1);
  if (!check.Failed()) {
    const int64_t sequences = blocks.tensor->viewDims[0];
    check.DimEquals(lengths, 0, sequences + (cumulative ? 1 : 0),
                    cumulative ? "one more than the rows of blockTables" : "the rows of blockTables");
    if (hasOffsets) {
      check.Shape(offsets, {sequences}, "[rows of blockTables]");
    }
  }
  CheckTokens(check, key, keyPages, pieces);
  CheckTokens(check, value, valuePages, pieces);
  if (!check.Failed()) {
    check.DimEquals(value, 0, key.tensor->viewDims[0], "the tokens of keyRef");
    const size_t rowDim = pieces ? 2 : 1;
    check.DimEquals(valuePages, rowDim, seenKeys.viewDims[rowDim], "the tokens of a block of keyCache");
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.pieces = pieces;
  args.cumulative = cumulative;
  return call.Bind(kGatherPaKvCache, args,
                   {{keyCache.tensor, seenKeys},
                    {valueCache.tensor, seenValues},
                    blocks.tensor,
                    lengths.tensor,
                    key.tensor,
                    value.tensor,
                    offsets.tensor,
                    key.tensor,
                    value.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGatherPaKvCache,
               (const aclTensor* keyCache, const aclTensor* valueCache, const aclTensor* blockTables,
                const aclTensor* seqLens, aclTensor* keyRef, aclTensor* valueRef,
                const aclTensor* seqOffsetOptional, char* cacheMode, bool isSeqLensCumsum),
               Bind(call, {keyCache, valueCache, blockTables, seqLens, keyRef, valueRef, seqOffsetOptional},
                    cacheMode, isSeqLensCumsum))
