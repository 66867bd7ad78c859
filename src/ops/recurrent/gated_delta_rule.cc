// SPDX-License-Identifier: Apache-2.0
//
// aclnnRecurrentGatedDeltaRule: linear attention whose state is corrected token by token, for sequences whose
// states lie in a cache.
//
// Rows of a head's state do not depend on each other. Tasks have some rows of one head, and go through all
// sequences in order: what a sequence stores in the cache is there for the next one, on any number of threads.
#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "aclnnop/aclnn_recurrent_gated_delta_rule.h"
#include "base/checked_math.h"
#include "kernels/functions/row_functions.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/common/self_copy.h"
#include "ops/recurrent/delta_rule_step.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView query;  // [tokens, heads of keys, D of keys]
  TensorView key;
  TensorView value;        // [tokens, heads, D of values]
  TensorView beta;         // [tokens, heads]; left out: ones
  TensorView stateBefore;  // [blocks, heads, D of values, D of keys]
  TensorView lengths;      // [sequences]
  TensorView indices;      // [tokens]
  TensorView gate;         // [tokens, heads]; left out: zeros
  TensorView columnGates;  // [tokens, heads, D of keys]; left out: zeros
  TensorView accepted;     // [sequences]; left out: ones
  TensorView state;
  TensorView out;  // as value
  float scale = 1;
};

// Tokens [first, first + length), which continue from a block of the cache.
struct Sequence {
  int64_t first;
  int64_t length;
  int64_t start;
};

constexpr int64_t kRowsOfTask = 32;
constexpr int64_t kSlots = 16;

struct State : Prepared {
  SelfCopy copy;
  int64_t tokens = 0;
  int64_t keyHeads = 0;
  int64_t heads = 0;
  int64_t values = 0;    // elements of a value
  int64_t elements = 0;  // of a key
  int64_t stride = 0;    // of keys, with the padding
  bool works = false;
  ScratchArray<Sequence> sequences;
  ScratchArray<int64_t> blocks;  // [tokens]
  ScratchArray<float> queries;   // [tokens, keyHeads, stride]
  ScratchArray<float> keys;
  ScratchArray<float> slots;  // [kSlots, kRowsOfTask + 1, stride]: rows of a state, and their decay
};

State Prepare(const Args& args) {
  State state;
  state.copy = SelfCopy(args.stateBefore, args.state);
  state.tokens = args.query.dims[0];
  state.keyHeads = args.query.dims[1];
  state.elements = args.query.dims[2];
  state.heads = args.value.dims[1];
  state.values = args.value.dims[2];
  state.stride = CeilDivide(state.elements, recurrent::kDeltaLanes) * recurrent::kDeltaLanes;
  state.works = args.out.NumElements() > 0;
  ScratchLayout layout;
  state.sequences = layout.Book<Sequence>(args.lengths.dims[0]);
  state.blocks = layout.Book<int64_t>(state.tokens);
  if (state.works) {
    state.queries = layout.Book<float>(state.tokens * state.keyHeads * state.stride);
    state.keys = layout.Book<float>(state.tokens * state.keyHeads * state.stride);
    state.slots = layout.Book<float>(kSlots * (kRowsOfTask + 1) * state.stride);
    state.cost = static_cast<size_t>(4 * args.out.NumElements() * state.elements) * sizeof(float);
  }
  state.workspaceBytes = layout.Bytes();
  return state;
}

constexpr int64_t kOutside = INT64_MIN;

Status Wrong(const char* name, const std::string& expected, const IndexReader& reader, int64_t position) {
  return {code::kRtVectorCoreException, std::string(name) + ": expected " + expected + ", got " +
                                            reader.Text(position) + " at position " +
                                            std::to_string(position)};
}

int64_t ReadAt(const IndexReader& reader, int64_t position) {
  int64_t value = 0;
  reader.Read(position, 1, &value);
  return value;
}

// One run.
class Recurrence {
 public:
  Recurrence(const Args& args, const State& state, std::byte* workspace)
      : args_(args),
        state_(state),
        sequences_(state.sequences.In(workspace), static_cast<size_t>(args.lengths.dims[0])),
        blocks_(state.blocks.In(workspace)),
        queries_(state.queries.In(workspace)),
        keys_(state.keys.In(workspace)),
        slots_(state.slots.In(workspace)),
        states_(args.state),
        stored_(args.state),
        values_(args.value),
        results_(args.out) {}

  [[nodiscard]] Status Run(const backend::cpu::CpuContext& cpu) {
    Status status = ReadSequences();
    if (status.IsOk()) {
      status = ReadBlocks();
    }
    if (!status.IsOk()) {
      return status;
    }
    state_.copy.Run(args_.stateBefore, args_.state, cpu);
    if (!state_.works) {
      return status;
    }
    const TileReader queries(args_.query);
    const TileReader keys(args_.key);
    cpu.ParallelFor(state_.tokens * state_.keyHeads, [&](int64_t row) {
      ReadKey(queries, row, args_.scale, queries_);
      ReadKey(keys, row, 1, keys_);
    });
    const int64_t tasksOfHead = CeilDivide(state_.values, kRowsOfTask);
    const recurrent::DeltaLoop loop = recurrent::BestDeltaLoop();
    ForEachTaskInSlots(cpu, state_.heads * tasksOfHead, kSlots, [&](int64_t task, int64_t slot) {
      const int64_t begin = task % tasksOfHead * kRowsOfTask;
      RunRows({task / tasksOfHead, begin, std::min(kRowsOfTask, state_.values - begin)},
              slots_ + slot * (kRowsOfTask + 1) * state_.stride, loop);
    });
    const int64_t perToken = state_.heads * state_.values;
    FillZero(args_.out, used_ * perToken, state_.tokens * perToken);
    return status;
  }

 private:
  // Of a head's values.
  struct Rows {
    int64_t head;
    int64_t begin;
    int64_t count;
  };

  [[nodiscard]] Status ReadSequences() {
    const IndexReader lengths(args_.lengths, kOutside);
    for (size_t b = 0; b < sequences_.size(); ++b) {
      const auto position = static_cast<int64_t>(b);
      const int64_t length = ReadAt(lengths, position);
      if (length < 0 || length > state_.tokens - used_) {
        return Wrong(
            "actualSeqLengths",
            "lengths from 0 on, whose sum is at most the tokens of query, " + std::to_string(state_.tokens),
            lengths, position);
      }
      sequences_[b] = {used_, length, 0};
      used_ += length;
    }
    if (!args_.accepted.Defined()) {
      return Status::Ok();
    }
    const IndexReader accepted(args_.accepted, kOutside);
    for (size_t b = 0; b < sequences_.size(); ++b) {
      const auto position = static_cast<int64_t>(b);
      const int64_t number = ReadAt(accepted, position);
      if (sequences_[b].length > 0 && (number < 1 || number > sequences_[b].length)) {
        return Wrong("numAcceptedTokens",
                     "from 1 to the length of the sequence, " + std::to_string(sequences_[b].length),
                     accepted, position);
      }
      sequences_[b].start = number - 1;
    }
    return Status::Ok();
  }

  [[nodiscard]] Status ReadBlocks() {
    const IndexReader indices(args_.indices, kOutside);
    const int64_t blocks = args_.state.dims[0];
    for (int64_t token = 0; token < used_; ++token) {
      blocks_[token] = ReadAt(indices, token);
      if (blocks_[token] < 0 || blocks_[token] >= blocks) {
        return Wrong("ssmStateIndices", "values in [0, " + std::to_string(blocks) + ")", indices, token);
      }
    }
    return Status::Ok();
  }

  static void ReadRow(const TileReader& reader, int64_t begin, int64_t count, float* to) {
    TileBuffer buffer;
    for (int64_t done = 0; done < count; done += kTileElements) {
      const int64_t some = std::min(kTileElements, count - done);
      std::copy_n(reader.Read(begin + done, some, buffer), some, to + done);
    }
  }

  static float ReadNumber(const TensorView& view, int64_t position, float otherwise) {
    TileBuffer buffer;
    return view.Defined() ? *TileReader(view).Read(position, 1, buffer) : otherwise;
  }

  void ReadKey(const TileReader& reader, int64_t row, float factor, float* all) const {
    float* const to = all + row * state_.stride;
    ReadRow(reader, row * state_.elements, state_.elements, to);
    if (factor != 1) {
      std::transform(to, to + state_.elements, to, [&](float number) { return number * factor; });
    }
    std::fill(to + state_.elements, to + state_.stride, 0.0F);
  }

  // What a token multiplies the columns of a head's state by.
  void ReadDecay(int64_t row, float* decay) const {
    const float gate = ReadNumber(args_.gate, row, 0);
    if (args_.columnGates.Defined()) {
      ReadRow(TileReader(args_.columnGates), row * state_.elements, state_.elements, decay);
      std::transform(decay, decay + state_.elements, decay, [&](float number) { return number + gate; });
      BestRowFunctions().exp(decay, 0, state_.elements, decay);
    } else {
      float factor = 1;
      if (args_.gate.Defined()) {
        BestRowFunctions().exp(&gate, 0, 1, &factor);
      }
      std::fill_n(decay, state_.elements, factor);
    }
    std::fill(decay + state_.elements, decay + state_.stride, 0.0F);
  }

  // Calls move(first element in the cache, elements, where they are in scratch) for the rows of a block.
  template <typename Move>
  void ForEachRun(int64_t block, const Rows& rows, float* scratch, const Move& move) const {
    const int64_t first = ((block * state_.heads + rows.head) * state_.values + rows.begin) * state_.elements;
    if (state_.stride == state_.elements) {
      move(first, rows.count * state_.elements, scratch);
      return;
    }
    for (int64_t row = 0; row < rows.count; ++row) {
      move(first + row * state_.elements, state_.elements, scratch + row * state_.stride);
    }
  }

  void RunRows(const Rows& rows, float* scratch, recurrent::DeltaLoop loop) const {
    float* const decay = scratch + kRowsOfTask * state_.stride;
    const int64_t keyHead = rows.head / (state_.heads / state_.keyHeads);
    for (const Sequence& sequence : sequences_) {
      if (sequence.length == 0) {
        continue;
      }
      std::fill_n(scratch, rows.count * state_.stride, 0.0F);
      ForEachRun(blocks_[sequence.first + sequence.start], rows, scratch,
                 [&](int64_t begin, int64_t count, float* to) { ReadRow(states_, begin, count, to); });
      for (int64_t token = sequence.first; token < sequence.first + sequence.length; ++token) {
        const int64_t row = token * state_.heads + rows.head;
        const int64_t at = row * state_.values + rows.begin;
        const int64_t keyRow = (token * state_.keyHeads + keyHead) * state_.stride;
        ReadDecay(row, decay);
        TileBuffer values;
        TileBuffer results;
        float* const out = results_.Prepare(at, results);
        loop({rows.count, state_.elements, state_.stride, decay, keys_ + keyRow, queries_ + keyRow,
              ReadNumber(args_.beta, row, 1), values_.Read(at, rows.count, values), scratch, out});
        results_.Write(at, rows.count, out);
        ForEachRun(blocks_[token], rows, scratch, [&](int64_t begin, int64_t count, const float* from) {
          for (int64_t done = 0; done < count; done += kTileElements) {
            stored_.Write(begin + done, std::min(kTileElements, count - done), from + done);
          }
        });
      }
    }
  }

  const Args& args_;
  const State& state_;
  std::span<Sequence> sequences_;
  int64_t* blocks_;
  float* queries_;
  float* keys_;
  float* slots_;
  TileReader states_;
  TileWriter stored_;
  TileReader values_;
  TileWriter results_;
  int64_t used_ = 0;  // tokens of all sequences
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  return Recurrence(args, state, workspace).Run(cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:delta_rule", Prepare));
constexpr std::array<TensorArgument<Args>, 12> kArguments{
    {{"query", Role::kInput, &Args::query, false, true},
     {"key", Role::kInput, &Args::key, false, true},
     {"value", Role::kInput, &Args::value, false, true},
     {"beta", Role::kInput, &Args::beta, false, true},
     {"stateRef", Role::kInput, &Args::stateBefore},
     {"actualSeqLengths", Role::kInput, &Args::lengths, false, true},
     {"ssmStateIndices", Role::kInput, &Args::indices, false, true},
     {"g", Role::kInput, &Args::gate, false, true},
     {"gk", Role::kInput, &Args::columnGates, false, true},
     {"numAcceptedTokens", Role::kInput, &Args::accepted, false, true},
     {"stateRef", Role::kOutput, &Args::state, true},
     {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kRecurrentGatedDeltaRule{"aclnnRecurrentGatedDeltaRule", kArguments, kKernels};

constexpr std::array<DType, 1> kDtypes{DType::kBfloat16};
constexpr std::array<DType, 1> kGateDtypes{DType::kFloat};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};

// One that may be null.
void CheckOptional(ArgumentChecks& check, const NamedTensor& tensor, const Dims& shape, const char* meaning) {
  if (!check.Failed() && tensor.tensor != nullptr) {
    check.Shape(tensor, shape, meaning);
  }
}

Status Bind(PhaseOneCall& call, const Tensors<10>& given, float scale, const aclTensor* result) {
  const auto [query, key, value, beta, state, lengths, indices, gate, columnGates, accepted] =
      Named(kRecurrentGatedDeltaRule, given);
  const NamedTensor out{"out", result};
  ArgumentChecks check;
  check.NotNull(query).NotNull(key).NotNull(value).NotNull(state).NotNull(lengths).NotNull(indices);
  check.NotNull(out).LiveOrNull(beta).LiveOrNull(gate).LiveOrNull(columnGates).LiveOrNull(accepted);
  check.DtypeIn(query, kDtypes).DtypeIn(key, kDtypes).DtypeIn(value, kDtypes);
  check.DtypeIn(state, kDtypes).DtypeIn(out, kDtypes);
  check.DtypeIn(lengths, kIndexDtypes).DtypeIn(indices, kIndexDtypes);
  check.ValidView(query).ValidView(key).ValidView(value).ValidOutputView(state).ValidView(lengths);
  check.ValidView(indices).ValidOutputView(out);
  struct Optional {
    const NamedTensor& tensor;
    std::span<const DType> dtypes;
  };
  for (const auto& [tensor, dtypes] :
       {Optional{beta, kDtypes}, Optional{gate, kGateDtypes}, Optional{columnGates, kGateDtypes},
        Optional{accepted, kIndexDtypes}}) {
    if (!check.Failed() && tensor.tensor != nullptr) {
      check.DtypeIn(tensor, dtypes).ValidView(tensor);
    }
  }
  check.Rank(query, 3).SameShape(key, query).Rank(value, 3).Rank(lengths, 1);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t tokens = query.tensor->viewDims[0];
  const int64_t keyHeads = query.tensor->viewDims[1];
  const int64_t elements = query.tensor->viewDims[2];
  const int64_t heads = value.tensor->viewDims[1];
  check.DimEquals(value, 0, tokens, "the tokens of query");
  check.Require(
      value.name, "a multiple of the heads of key as heads",
      [&] { return keyHeads == 0 ? heads == 0 : heads % keyHeads == 0; },
      [&, &values = value] {
        return ShapeText(values.tensor->viewDims) + " for " + std::to_string(keyHeads);
      });
  check.Rank(state, 4);
  if (!check.Failed()) {
    check.Shape(state, {state.tensor->viewDims[0], heads, value.tensor->viewDims[2], elements},
                "[blocks, heads, D of value, D of key]");
  }
  check.Shape(indices, {tokens}, "[tokens]");
  CheckOptional(check, beta, {tokens, heads}, "[tokens, heads]");
  CheckOptional(check, gate, {tokens, heads}, "[tokens, heads]");
  CheckOptional(check, columnGates, {tokens, heads, elements}, "[tokens, heads, D of key]");
  CheckOptional(check, accepted, {lengths.tensor->viewDims[0]}, "[sequences]");
  check.SameShape(out, value);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.scale = scale;
  TensorsOfCall tensors = TensorsOf(given);
  tensors.push_back(state.tensor);
  tensors.push_back(out.tensor);
  return call.Bind(kRecurrentGatedDeltaRule, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRecurrentGatedDeltaRule,
               (const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* beta,
                aclTensor* stateRef, const aclTensor* actualSeqLengths, const aclTensor* ssmStateIndices,
                const aclTensor* g, const aclTensor* gk, const aclTensor* numAcceptedTokens, float scaleValue,
                aclTensor* out),
               Bind(call,
                    {query, key, value, beta, stateRef, actualSeqLengths, ssmStateIndices, g, gk,
                     numAcceptedTokens},
                    scaleValue, out))
