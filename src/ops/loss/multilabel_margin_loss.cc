// SPDX-License-Identifier: Apache-2.0
//
// aclnnMultilabelMarginLoss: how far the scores of a sample's classes are above those of all others.
#include <algorithm>
#include <array>
#include <atomic>
#include <string>

#include "aclnnop/aclnn_multilabel_margin_loss.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "executor/describe.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"

namespace openaclnn {
namespace {

enum class Reduction { kNone, kMean, kSum };

struct Args {
  TensorView self;
  TensorView target;
  TensorView out;
  TensorView isTarget;
  Reduction reduction = Reduction::kNone;
};

constexpr int64_t kMostSlots = 64;

struct State : Prepared {
  int64_t rows = 1;
  int64_t classes = 0;
  int64_t slots = 1;
  ScratchArray<float> scores;     // of a slot
  ScratchArray<float> flags;      // of a slot
  ScratchArray<int64_t> targets;  // of a slot
  ScratchArray<double> losses;    // of a row
};

State Prepare(const Args& args) {
  State state;
  const auto last = static_cast<size_t>(args.self.rank - 1);
  state.rows = last == 0 ? 1 : args.self.dims[0];
  state.classes = args.self.dims[last];
  state.slots = std::clamp<int64_t>(state.rows, 1, kMostSlots);
  ScratchLayout scratch;
  state.scores = scratch.Book<float>(state.slots * state.classes);
  state.flags = scratch.Book<float>(state.slots * state.classes);
  state.targets = scratch.Book<int64_t>(state.slots * state.classes);
  state.losses = scratch.Book<double>(state.rows);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>(args.self.NumElements()) * 64;
  return state;
}

// A row in pieces that tiles allow.
template <class Piece>
void ForEachPieceOf(int64_t row, int64_t classes, const Piece& piece) {
  for (int64_t begin = 0; begin < classes; begin += kTileElements) {
    piece(row * classes + begin, begin, std::min(kTileElements, classes - begin));
  }
}

int64_t ReadTargets(const IndexReader& reader, int64_t row, int64_t classes, int64_t* targets) {
  ForEachPieceOf(row, classes, [&](int64_t from, int64_t begin, int64_t count) {
    reader.Read(from, count, targets + begin);
  });
  return std::find(targets, targets + classes, -1) - targets;  // what follows does not count
}

Status CheckTargets(const Args& args, const State& state, std::byte* workspace,
                    const backend::cpu::CpuContext& cpu) {
  const IndexReader reader(args.target, -2);
  const int64_t elements = state.rows * state.classes;
  std::atomic<int64_t> firstWrong = elements;
  ForEachTaskInSlots(cpu, state.rows, state.slots, [&](int64_t row, int64_t slot) {
    int64_t* const targets = state.targets.In(workspace) + slot * state.classes;
    const int64_t count = ReadTargets(reader, row, state.classes, targets);
    for (int64_t i = 0; i < count; ++i) {
      if (targets[i] < 0 || targets[i] >= state.classes) {
        const int64_t at = row * state.classes + i;
        int64_t known = firstWrong;
        while (at < known && !firstWrong.compare_exchange_weak(known, at)) {
        }
        return;
      }
    }
  });
  if (firstWrong == elements) {
    return Status::Ok();
  }
  return {code::kRtVectorCoreException, "target: expected values in [0, " + std::to_string(state.classes) +
                                            "), or -1 behind the last one, got " + reader.Text(firstWrong) +
                                            " at element " + std::to_string(firstWrong)};
}

// The loss of a row, and which classes are its targets.
double LossOf(const float* scores, const int64_t* targets, int64_t count, float* flags, int64_t classes) {
  std::fill_n(flags, classes, 0.0F);
  for (int64_t i = 0; i < count; ++i) {
    flags[targets[i]] = 1;
  }
  double loss = 0;
  for (int64_t i = 0; i < count; ++i) {
    const float least = 1 - scores[targets[i]];
    for (int64_t c = 0; c < classes; ++c) {
      const float above = least + scores[c];
      loss += flags[c] == 0 && above > 0 ? static_cast<double>(above) : 0.0;  // NaN does not count
    }
  }
  return loss / static_cast<double>(classes);
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  Status status = CheckTargets(args, state, workspace, cpu);
  if (!status.IsOk()) {
    return status;
  }
  const TileReader self(args.self);
  const IndexReader target(args.target, -2);
  const TileWriter isTarget(args.isTarget);
  double* const losses = state.losses.In(workspace);
  ForEachTaskInSlots(cpu, state.rows, state.slots, [&](int64_t row, int64_t slot) {
    float* const scores = state.scores.In(workspace) + slot * state.classes;
    float* const flags = state.flags.In(workspace) + slot * state.classes;
    int64_t* const targets = state.targets.In(workspace) + slot * state.classes;
    const int64_t count = ReadTargets(target, row, state.classes, targets);
    ForEachPieceOf(row, state.classes, [&](int64_t from, int64_t begin, int64_t some) {
      TileBuffer buffer;
      std::copy_n(self.Read(from, some, buffer), some, scores + begin);
    });
    losses[row] = LossOf(scores, targets, count, flags, state.classes);
    ForEachPieceOf(row, state.classes,
                   [&](int64_t to, int64_t begin, int64_t some) { isTarget.Write(to, some, flags + begin); });
  });
  const TileWriter out(args.out);
  if (args.reduction == Reduction::kNone) {
    ForEachPieceOf(0, state.rows,
                   [&](int64_t to, int64_t begin, int64_t some) { out.Write(to, some, losses + begin); });
    return Status::Ok();
  }
  double sum = 0;
  for (int64_t row = 0; row < state.rows; ++row) {
    sum += losses[row];
  }
  const double result = args.reduction == Reduction::kMean ? sum / static_cast<double>(state.rows) : sum;
  out.Write(0, 1, &result);
  return Status::Ok();
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:multilabel_margin_loss", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{{{"self", Role::kInput, &Args::self},
                                                          {"target", Role::kInput, &Args::target},
                                                          {"out", Role::kOutput, &Args::out},
                                                          {"isTarget", Role::kOutput, &Args::isTarget}}};
constexpr Operator<Args> kLoss{"aclnnMultilabelMarginLoss", kArguments, kKernel};
constexpr std::array<DType, 2> kTargetDtypes{DType::kInt64, DType::kInt32};

Status Bind(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& target, int64_t reduction,
            const NamedTensor& out, const NamedTensor& isTarget) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(target).NotNull(out).NotNull(isTarget);
  check.DtypeIn(self, FloatDtypes()).DtypeIn(target, kTargetDtypes);
  check.SameDtype(out, self).SameDtype(isTarget, self);
  check.InRange("reduction", reduction, 0, 2, "0, 1 or 2");
  check.ValidView(self).ValidView(target).ValidOutputView(out).ValidOutputView(isTarget);
  if (check.Failed()) {
    return check.Result();
  }
  const std::span<const int64_t> dims(self.tensor->viewDims);
  check.Require(
      self.name, "[N, C] or [C], with classes",
      [&] { return (dims.size() == 1 || dims.size() == 2) && dims.back() > 0; },
      [&] { return ShapeText(dims); });
  check.SameShape(target, self).SameShape(isTarget, self);
  if (reduction == 0 && dims.size() == 2 && !check.Failed()) {
    check.Shape(out, {dims[0]}, "[N] of self");
  } else {
    check.NumElements(out, 1, "one");
  }
  Args args;
  args.reduction = reduction == 0 ? Reduction::kNone : reduction == 1 ? Reduction::kMean : Reduction::kSum;
  return check.Failed() ? check.Result()
                        : call.Bind(kLoss, args, {self.tensor, target.tensor, out.tensor, isTarget.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMultilabelMarginLoss,
               (const aclTensor* self, const aclTensor* target, int64_t reduction, aclTensor* out,
                aclTensor* isTarget),
               Bind(call, {"self", self}, {"target", target}, reduction, {"out", out},
                    {"isTarget", isTarget}))
