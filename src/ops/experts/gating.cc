// SPDX-License-Identifier: Apache-2.0
//
// Which experts a token goes to, and with which weights: aclnnMoeGatingTopKSoftmax and V2, aclnnMoeGatingTopK.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>

#include "aclnnop/aclnn_moe_gating_top_k.h"
#include "aclnnop/aclnn_moe_gating_top_k_softmax.h"
#include "aclnnop/aclnn_moe_gating_top_k_softmax_v2.h"
#include "base/checked_math.h"
#include "kernels/functions/row_functions.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/indexing/index_writer.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

enum class Scores : uint8_t { kSoftmax, kSigmoid, kNone };

struct Args {
  TensorView x;         // [tokens.., experts]
  TensorView bias;      // [experts], added for the choice alone
  TensorView finished;  // [tokens..], whose tokens go nowhere
  TensorView y;         // [tokens.., k]
  TensorView experts;   // [tokens.., k]
  TensorView rows;      // [tokens.., k]: places in column order
  TensorView scores;    // [tokens.., experts]
  int64_t k = 0;
  Scores score = Scores::kSoftmax;
  bool softmaxLast = false;  // of the values that are chosen
  bool normalizes = false;
  int64_t groups = 1;
  int64_t keptGroups = 1;
  bool twoOfGroup = false;  // a group counts as the sum of its two largest, otherwise as the largest
  float factor = 1;
  float epsilon = 0;
};

struct State : Prepared {
  int64_t experts = 0;
  int64_t tokens = 0;
  int64_t tokensOfTask = 0;
  int64_t tasks = 0;
  int64_t slots = 0;
  ScratchArray<float> scores;  // of each slot
  ScratchArray<float> choices;
  ScratchArray<uint64_t> keys;
};

constexpr int64_t kMostSlots = 64;

State Prepare(const Args& args) {
  State state;
  state.experts = args.x.dims[static_cast<size_t>(args.x.rank - 1)];
  state.tokens = state.experts == 0 ? 0 : args.x.NumElements() / state.experts;
  state.tokensOfTask = std::max<int64_t>(1, 4 * kTileElements / std::max<int64_t>(state.experts, 1));
  state.tasks = CeilDivide(state.tokens, state.tokensOfTask);
  state.slots = std::min(state.tasks, kMostSlots);
  ScratchLayout scratch;
  const int64_t count = state.slots * state.experts;
  state.scores = scratch.Book<float>(count);
  state.choices = scratch.Book<float>(count);
  state.keys = scratch.Book<uint64_t>(count);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>(args.x.NumElements()) * (SizeOf(args.x.dtype) + 32);
  return state;
}

// The loops of one token, with memory of a slot.
class Gate {
 public:
  Gate(const Args& args, const State& state, std::byte* workspace)
      : args_(args),
        state_(state),
        workspace_(workspace),
        x_(args.x),
        bias_(args.bias.Defined() ? args.bias : args.x),
        y_(args.y),
        experts_(args.experts),
        rows_(args.rows.Defined() ? args.rows : args.experts),
        scores_(args.scores.Defined() ? args.scores : args.y),
        finished_(args.finished.Defined() ? args.finished : args.experts, 0) {}

  void Run(int64_t token, int64_t slot) const {
    const int64_t experts = state_.experts;
    float* const scores = state_.scores.In(workspace_) + slot * experts;
    float* const choices = state_.choices.In(workspace_) + slot * experts;
    uint64_t* const keys = state_.keys.In(workspace_) + slot * experts;
    ReadScores(token, scores);
    std::copy_n(scores, experts, choices);
    if (args_.bias.Defined()) {
      ForEachTile(experts, [&](int64_t begin, int64_t count) {
        TileBuffer buffer;
        const float* const bias = bias_.Read(begin, count, buffer);
        for (int64_t i = 0; i < count; ++i) {
          choices[begin + i] += bias[i];
        }
      });
    }
    if (args_.groups > 1) {
      DropGroups(choices, keys);
    }
    LargestFirst(choices, experts, args_.k, keys);
    // The chosen scores take the place of the choices, which have done their work.
    for (int64_t j = 0; j < args_.k; ++j) {
      choices[j] = scores[PositionOf(keys[j])];
    }
    WeightChosen(choices);
    ForEachTile(args_.k, [&](int64_t begin, int64_t count) {
      y_.Write(token * args_.k + begin, count, choices + begin);
      WriteIndices(token, begin, count, keys);
    });
  }

 private:
  template <typename Body>
  static void ForEachTile(int64_t length, const Body& body) {
    for (int64_t begin = 0; begin < length; begin += kTileElements) {
      body(begin, std::min(kTileElements, length - begin));
    }
  }

  void ReadScores(int64_t token, float* scores) const {
    const int64_t experts = state_.experts;
    ForEachTile(experts, [&](int64_t begin, int64_t count) {
      TileBuffer buffer;
      std::copy_n(x_.Read(token * experts + begin, count, buffer), count, scores + begin);
    });
    if (args_.score == Scores::kSoftmax) {
      SoftmaxRow(scores, experts);
    } else if (args_.score == Scores::kSigmoid) {
      BestRowFunctions().sigmoid(scores, experts, scores);
    }
    if (args_.scores.Defined()) {
      ForEachTile(experts, [&](int64_t begin, int64_t count) {
        scores_.Write(token * experts + begin, count, scores + begin);
      });
    }
  }

  // Experts of all but the best groups go to the end.
  void DropGroups(float* choices, uint64_t* keys) const {
    constexpr float kLast = -std::numeric_limits<float>::infinity();
    const int64_t size = state_.experts / args_.groups;
    // Keys of groups, in the first part of what is for those of experts: of each, the inverted order of its score.
    for (int64_t g = 0; g < args_.groups; ++g) {
      float first = kLast;
      float second = kLast;
      for (int64_t i = 0; i < size; ++i) {
        const float choice = choices[g * size + i];
        second = choice > first ? first : choice > second ? choice : second;
        first = choice > first ? choice : first;
      }
      const float score = args_.twoOfGroup ? first + second : first;
      keys[g] = (uint64_t{~OrderOf(score)} << 32) | static_cast<uint64_t>(g);
    }
    std::sort(keys, keys + args_.groups);
    for (int64_t n = args_.keptGroups; n < args_.groups; ++n) {
      std::fill_n(choices + PositionOf(keys[n]) * size, size, kLast);
    }
  }

  void WeightChosen(float* chosen) const {
    if (args_.softmaxLast) {
      SoftmaxRow(chosen, args_.k);
    }
    if (args_.normalizes) {
      float sum = 0;
      for (int64_t j = 0; j < args_.k; ++j) {
        sum += chosen[j];
      }
      for (int64_t j = 0; j < args_.k; ++j) {
        chosen[j] /= sum + args_.epsilon;
      }
    }
    if (args_.factor != 1) {
      for (int64_t j = 0; j < args_.k; ++j) {
        chosen[j] *= args_.factor;
      }
    }
  }

  void WriteIndices(int64_t token, int64_t begin, int64_t count, const uint64_t* keys) const {
    std::array<int64_t, kTileElements> indices;
    int64_t finished = 0;
    if (args_.finished.Defined()) {
      finished_.Read(token, 1, &finished);
    }
    for (int64_t j = 0; j < count; ++j) {
      indices[static_cast<size_t>(j)] = finished != 0 ? state_.experts : PositionOf(keys[begin + j]);
    }
    experts_.Write(token * args_.k + begin, count, indices.data());
    if (args_.rows.Defined()) {
      for (int64_t j = 0; j < count; ++j) {
        indices[static_cast<size_t>(j)] = (begin + j) * state_.tokens + token;
      }
      rows_.Write(token * args_.k + begin, count, indices.data());
    }
  }

  const Args& args_;
  const State& state_;
  std::byte* workspace_;
  TileReader x_;
  TileReader bias_;
  TileWriter y_;
  IndexWriter experts_;
  IndexWriter rows_;
  TileWriter scores_;
  IndexReader finished_;
};

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const Gate gate(args, state, workspace);
  ForEachTaskInSlots(cpu, state.tasks, state.slots, [&](int64_t task, int64_t slot) {
    const int64_t end = std::min(state.tokens, (task + 1) * state.tokensOfTask);
    for (int64_t token = task * state.tokensOfTask; token < end; ++token) {
      gate.Run(token, slot);
    }
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:gating", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kFirstArguments{
    {{"x", Role::kInput, &Args::x, false, true},
     {"finishedOptional", Role::kInput, &Args::finished, false, true},
     {"yOut", Role::kOutput, &Args::y},
     {"expertIdxOut", Role::kOutput, &Args::experts},
     {"rowIdxOut", Role::kOutput, &Args::rows}}};
constexpr std::array<TensorArgument<Args>, 5> kSecondArguments{
    {kFirstArguments[0],
     kFirstArguments[1],
     kFirstArguments[2],
     kFirstArguments[3],
     {"softmaxOutOptional", Role::kOutput, &Args::scores}}};
constexpr std::array<TensorArgument<Args>, 5> kGroupArguments{
    {kFirstArguments[0],
     {"biasOptional", Role::kInput, &Args::bias, false, true},
     kFirstArguments[2],
     kFirstArguments[3],
     {"outOut", Role::kOutput, &Args::scores}}};
constexpr Operator<Args> kMoeGatingTopKSoftmax{"aclnnMoeGatingTopKSoftmax", kFirstArguments, kKernels};
constexpr Operator<Args> kMoeGatingTopKSoftmaxV2{"aclnnMoeGatingTopKSoftmaxV2", kSecondArguments, kKernels};
constexpr Operator<Args> kMoeGatingTopK{"aclnnMoeGatingTopK", kGroupArguments, kKernels};

constexpr std::array<DType, 1> kFinishedDtypes{DType::kBool};
constexpr std::array<DType, 1> kIndexDtypes{DType::kInt32};
constexpr std::array<DType, 1> kScoreDtypes{DType::kFloat};

// Types and shapes of what all have.
void CheckChoice(ArgumentChecks& check, const NamedTensor& x, const NamedTensor& y,
                 const NamedTensor& experts, int64_t k) {
  check.DtypeIn(x, FloatDtypes()).SameDtype(y, x).DtypeIn(experts, kIndexDtypes);
  check.ValidView(x).ValidOutputView(y).ValidOutputView(experts);
  check.Require(
      x.name, "2 dims or more", [&] { return x.tensor->viewDims.size() >= 2; },
      [&] { return ShapeText(x.tensor->viewDims); });
  if (check.Failed()) {
    return;
  }
  check.Require(
      "k", "1 to the last dim of x", [&] { return k >= 1 && k <= x.tensor->viewDims.back(); },
      [&] { return std::to_string(k) + " for " + ShapeText(x.tensor->viewDims); });
  Dims chosen{std::span<const int64_t>(x.tensor->viewDims)};
  chosen.begin()[chosen.size() - 1] = k;
  check.Shape(y, chosen, "[dims of x but the last, k]").Shape(experts, chosen, "[dims of x but the last, k]");
}

void CheckFinished(ArgumentChecks& check, const NamedTensor& finished, const NamedTensor& x) {
  if (check.Failed() || finished.tensor == nullptr) {
    return;
  }
  const std::span<const int64_t> dims(x.tensor->viewDims);
  check.DtypeIn(finished, kFinishedDtypes).ValidView(finished);
  check.Shape(finished, Dims(dims.first(dims.size() - 1)), "[dims of x but the last]");
}

Status BindFirst(PhaseOneCall& call, const Tensors<5>& given, int64_t k) {
  const auto [x, finished, y, experts, rows] = Named(kMoeGatingTopKSoftmax, given);
  ArgumentChecks check;
  check.NotNull(x).LiveOrNull(finished).NotNull(y).NotNull(experts).NotNull(rows);
  CheckChoice(check, x, y, experts, k);
  CheckFinished(check, finished, x);
  check.DtypeIn(rows, kIndexDtypes).ValidOutputView(rows).SameShape(rows, experts);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.k = k;
  return call.Bind(kMoeGatingTopKSoftmax, args, TensorsOf(given));
}

Status BindSecond(PhaseOneCall& call, const Tensors<5>& given, int64_t k, int64_t renorm, bool writesScores) {
  const auto [x, finished, y, experts, scores] = Named(kMoeGatingTopKSoftmaxV2, given);
  ArgumentChecks check;
  check.NotNull(x).LiveOrNull(finished).NotNull(y).NotNull(experts).LiveOrNull(scores);
  const bool asked = writesScores && renorm == 0;
  if (asked) {
    check.NotNull(scores);
  }
  check.InRange("renorm", renorm, 0, 1, "0 or 1");
  CheckChoice(check, x, y, experts, k);
  CheckFinished(check, finished, x);
  if (asked) {
    check.DtypeIn(scores, kScoreDtypes).ValidOutputView(scores).SameShape(scores, x);
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.k = k;
  args.score = renorm == 0 ? Scores::kSoftmax : Scores::kNone;
  args.softmaxLast = renorm == 1;
  return call.Bind(kMoeGatingTopKSoftmaxV2, args,
                   {x.tensor, finished.tensor, y.tensor, experts.tensor, {scores.tensor, asked}});
}

struct Grouping {
  int64_t k;
  int64_t kGroup;
  int64_t groupCount;
  int64_t groupSelectMode;
  int64_t renorm;
  int64_t normType;
  bool outFlag;
  double routedScalingFactor;
  double eps;
};

void CheckGroups(ArgumentChecks& check, const NamedTensor& x, const Grouping& by) {
  check.InRange("groupSelectMode", by.groupSelectMode, 0, 1, "0 or 1");
  check.InRange("renorm", by.renorm, 0, 0, "0");
  check.InRange("normType", by.normType, 0, 1, "0 or 1");
  check.Require(
      "groupCount", "1 or more groups of one size",
      [&] { return by.groupCount >= 1 && x.tensor->viewDims.back() % by.groupCount == 0; },
      [&] { return std::to_string(by.groupCount) + " for " + ShapeText(x.tensor->viewDims); });
  check.InRange("kGroup", by.kGroup, 1, by.groupCount, "1 to groupCount");
  check.Require(
      "k", "at most as many as the experts of kGroup groups",
      [&] { return by.k <= x.tensor->viewDims.back() / by.groupCount * by.kGroup; },
      [&] { return std::to_string(by.k); });
  check.Require(
      "groupSelectMode", "0, as groups have less than 2 experts",
      [&] {
        return by.groupSelectMode == 0 || by.groupCount == 1 ||
               x.tensor->viewDims.back() / by.groupCount >= 2;
      },
      [&] { return std::to_string(by.groupSelectMode); });
}

Status BindGroups(PhaseOneCall& call, const Tensors<5>& given, const Grouping& by) {
  const auto [x, bias, y, experts, scores] = Named(kMoeGatingTopK, given);
  ArgumentChecks check;
  check.NotNull(x).LiveOrNull(bias).NotNull(y).NotNull(experts).LiveOrNull(scores);
  if (by.outFlag) {
    check.NotNull(scores);
  }
  CheckChoice(check, x, y, experts, by.k);
  CheckGroups(check, x, by);
  if (bias.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(bias, FloatDtypes()).ValidView(bias);
    check.Shape(bias, {x.tensor->viewDims.back()}, "[last dim of x]");
  }
  if (by.outFlag) {
    check.DtypeIn(scores, kScoreDtypes).ValidOutputView(scores).SameShape(scores, x);
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.k = by.k;
  args.score = by.normType == 0 ? Scores::kSoftmax : Scores::kSigmoid;
  args.normalizes = by.normType == 1;
  args.groups = by.groupCount;
  args.keptGroups = by.kGroup;
  args.twoOfGroup = by.groupSelectMode == 1;
  args.factor = static_cast<float>(by.routedScalingFactor);
  args.epsilon = static_cast<float>(by.eps);
  return call.Bind(kMoeGatingTopK, args,
                   {x.tensor, bias.tensor, y.tensor, experts.tensor, {scores.tensor, by.outFlag}});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMoeGatingTopKSoftmax,
               (const aclTensor* x, const aclTensor* finishedOptional, int64_t k, const aclTensor* yOut,
                const aclTensor* expertIdxOut, const aclTensor* rowIdxOut),
               BindFirst(call, {x, finishedOptional, yOut, expertIdxOut, rowIdxOut}, k))

OPENACLNN_CALL(aclnnMoeGatingTopKSoftmaxV2,
               (const aclTensor* x, const aclTensor* finishedOptional, int64_t k, int64_t renorm,
                bool outputSoftmaxResultFlag, const aclTensor* yOut, const aclTensor* expertIdxOut,
                const aclTensor* softmaxOutOptional),
               BindSecond(call, {x, finishedOptional, yOut, expertIdxOut, softmaxOutOptional}, k, renorm,
                          outputSoftmaxResultFlag))

OPENACLNN_CALL(
    aclnnMoeGatingTopK,
    (const aclTensor* x, const aclTensor* biasOptional, int64_t k, int64_t kGroup, int64_t groupCount,
     int64_t groupSelectMode, int64_t renorm, int64_t normType, bool outFlag, double routedScalingFactor,
     double eps, const aclTensor* yOut, const aclTensor* expertIdxOut, const aclTensor* outOut),
    BindGroups(call, {x, biasOptional, yOut, expertIdxOut, outOut},
               {k, kGroup, groupCount, groupSelectMode, renorm, normType, outFlag, routedScalingFactor, eps}))
