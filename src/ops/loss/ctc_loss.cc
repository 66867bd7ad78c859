// SPDX-License-Identifier: Apache-2.0
//
// aclnnCtcLoss and aclnnCtcLossBackward: the negative log likelihood of labels without alignment, and its
// gradient. A sequence goes through its states forwards; backwards it is the same with all in reverse.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_ctc_loss.h"
#include "aclnnop/aclnn_ctc_loss_backward.h"
#include "base/checked_math.h"
#include "executor/phases.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/elementwise.h"
#include "ops/common/entry.h"
#include "ops/common/result_checks.h"
#include "ops/loss/ctc_states.h"

namespace openaclnn {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

struct Args {
  TensorView logProbs;
  TensorView targets;
  TensorView loss;   // negLogLikelihood
  TensorView alpha;  // logAlpha
  TensorView gradOut;
  TensorView out;
  std::vector<int64_t> inputLengths;
  std::vector<int64_t> targetLengths;
  std::vector<int64_t> firstTargets;  // where a sequence's labels begin, in row-major order
  int64_t longest = 0;                // of the targets
  int64_t blank = 0;
  bool zeroInfinity = false;
};

struct State : Prepared {
  int64_t steps = 0;
  int64_t sequences = 0;
  int64_t classes = 0;
  int64_t states = 0;  // of the longest target, and as many more as fill up vectors
  int64_t padded = 0;  // classes likewise
  int64_t slots = 1;
  int64_t slotDoubles = 0;
  ScratchArray<double> numbers;   // of a slot
  ScratchArray<int64_t> classOf;  // of a slot: of each state
};

constexpr int64_t kMostSlots = 64;

int64_t RoundedUp(int64_t count) {
  return CeilDivide(count, kCtcPadding) * kCtcPadding;
}

State Prepare(const Args& args) {
  State state;
  const bool batched = args.logProbs.rank == 3;
  state.steps = args.logProbs.dims[0];
  state.sequences = batched ? args.logProbs.dims[1] : 1;
  state.classes = args.logProbs.dims[batched ? 2 : 1];
  state.states = RoundedUp(2 * args.longest + 1);
  state.padded = RoundedUp(state.classes);
  state.slots = std::clamp<int64_t>(state.sequences, 1, kMostSlots);
  constexpr int64_t kArraysOfStates = 6;
  constexpr int64_t kArraysOfClasses = 3;
  state.slotDoubles = kArraysOfStates * (state.states + kCtcPadding) + kArraysOfClasses * state.padded;
  ScratchLayout scratch;
  state.numbers = scratch.Book<double>(state.slots * state.slotDoubles);
  state.classOf = scratch.Book<int64_t>(state.slots * state.states);
  state.workspaceBytes = scratch.Bytes();
  constexpr size_t kCostOfStep = 64;
  state.cost = kCostOfStep * static_cast<size_t>(state.steps) * static_cast<size_t>(state.sequences) *
               static_cast<size_t>(state.states + state.classes / 8);
  return state;
}

// The arrays of a slot.
struct Scratch {
  Scratch(const State& state, std::byte* workspace, int64_t slot)
      : classOf(state.classOf.In(workspace) + slot * state.states) {
    double* next = state.numbers.In(workspace) + slot * state.slotDoubles;
    for (double** array : {&current, &other, &skips, &logProbs, &forward, &weights}) {
      std::fill_n(next, kCtcPadding, kNever);
      *array = next + kCtcPadding;
      next += state.states + kCtcPadding;
    }
    for (double** array : {&row, &shares, &gradient}) {
      *array = next;
      next += state.padded;
    }
  }

  int64_t* classOf;  // of each state
  double* current;   // of each state, as the following ones
  double* other;
  double* skips;
  double* logProbs;
  double* forward;
  double* weights;
  double* row;  // of each class, as the following ones
  double* shares;
  double* gradient;
};

// One sequence of a batch.
struct Sequence {
  int64_t number;
  int64_t steps;
  int64_t states;
};

Sequence SequenceOf(const Args& args, int64_t number) {
  const auto at = static_cast<size_t>(number);
  return {number, args.inputLengths[at], 2 * args.targetLengths[at] + 1};
}

// The class of each state, in reverse if asked, and where a path may leave out the blank between two labels.
void SetStates(const Args& args, const State& state, const Sequence& sequence, bool reverse,
               const Scratch& scratch) {
  std::fill_n(scratch.classOf, state.states, args.blank);
  const int64_t labels = sequence.states / 2;
  const IndexReader reader(args.targets, -1);
  std::array<int64_t, kTileElements> tile;
  for (int64_t begin = 0; begin < labels; begin += kTileElements) {
    const int64_t some = std::min(kTileElements, labels - begin);
    reader.Read(args.firstTargets[static_cast<size_t>(sequence.number)] + begin, some, tile.data());
    for (int64_t i = 0; i < some; ++i) {
      const int64_t place = 2 * (begin + i) + 1;
      scratch.classOf[reverse ? sequence.states - 1 - place : place] = tile[static_cast<size_t>(i)];
    }
  }
  for (int64_t s = 0; s < state.states; ++s) {
    const bool skips = s % 2 == 1 && s >= 2 && scratch.classOf[s] != scratch.classOf[s - 2];
    scratch.skips[s] = skips ? 0 : kNever;
  }
}

// The log probability of each state's class at a step, which stays in scratch.row, too.
void SetStep(const Args& args, const State& state, const Sequence& sequence, int64_t step,
             const Scratch& scratch) {
  ReadConverted(args.logProbs, (step * state.sequences + sequence.number) * state.classes, state.classes,
                scratch.row);
  std::fill_n(scratch.logProbs, state.states, kNever);
  for (int64_t s = 0; s < sequence.states; ++s) {
    scratch.logProbs[s] = scratch.row[scratch.classOf[s]];
  }
}

// The states after one step more; of the first one a path is in one of the first two.
void Advance(const State& state, const Sequence& sequence, bool first, Scratch& scratch) {
  if (first) {
    std::fill_n(scratch.current, state.states, kNever);
    std::copy_n(scratch.logProbs, std::min<int64_t>(2, sequence.states), scratch.current);
    return;
  }
  CtcStep(scratch.current, scratch.skips, scratch.logProbs, state.states, scratch.other);
  std::swap(scratch.current, scratch.other);
}

double LossOf(const Sequence& sequence, const double* last) {
  const double end = last[sequence.states - 1];
  const double sum = sequence.states > 1 ? CtcSum(end, last[sequence.states - 2]) : end;
  return -sum;
}

// Without steps, no labels are certain, and others impossible.
double LossOfNoSteps(const Sequence& sequence) {
  return sequence.states > 1 ? -kNever : 0;
}

// A target that is no class.
Status CheckTargets(const Args& args, const State& state) {
  const IndexReader reader(args.targets, -1);
  std::array<int64_t, kTileElements> tile;
  for (int64_t n = 0; n < state.sequences; ++n) {
    const int64_t first = args.firstTargets[static_cast<size_t>(n)];
    const int64_t labels = args.targetLengths[static_cast<size_t>(n)];
    for (int64_t begin = 0; begin < labels; begin += kTileElements) {
      const int64_t some = std::min(kTileElements, labels - begin);
      reader.Read(first + begin, some, tile.data());
      const int64_t* const end = tile.data() + some;
      const int64_t* const wrong =
          std::find_if(static_cast<const int64_t*>(tile.data()), end,
                       [&](int64_t label) { return label < 0 || label >= state.classes; });
      if (wrong != end) {
        const int64_t position = first + begin + (wrong - tile.data());
        return {code::kRtVectorCoreException,
                "targets: expected values in [0, " + std::to_string(state.classes) + "), got " +
                    reader.Text(position) + " at position " + std::to_string(position)};
      }
    }
  }
  return Status::Ok();
}

void RunSequence(const Args& args, const State& state, const Sequence& sequence, Scratch scratch) {
  SetStates(args, state, sequence, false, scratch);
  const int64_t width = args.alpha.dims[static_cast<size_t>(args.alpha.rank) - 1];
  const auto alphaAt = [&](int64_t step) { return (sequence.number * state.steps + step) * width; };
  for (int64_t step = 0; step < sequence.steps; ++step) {
    SetStep(args, state, sequence, step, scratch);
    Advance(state, sequence, step == 0, scratch);
    WriteConverted(args.alpha, alphaAt(step), sequence.states, scratch.current);
  }
  double loss = sequence.steps > 0 ? LossOf(sequence, scratch.current) : LossOfNoSteps(sequence);
  // What no path reaches.
  std::array<double, static_cast<size_t>(kConvertedChunk)> never;
  never.fill(kNever);
  for (int64_t step = 0; step < state.steps; ++step) {
    const int64_t written = step < sequence.steps ? sequence.states : 0;
    for (int64_t s = written; s < width; s += kConvertedChunk) {
      WriteConverted(args.alpha, alphaAt(step) + s, std::min(kConvertedChunk, width - s), never.data());
    }
  }
  loss = args.zeroInfinity && std::isinf(loss) ? 0 : loss;
  WriteConverted(args.loss, sequence.number, 1, &loss);
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (Status status = CheckTargets(args, state); !status.IsOk()) {
    return status;
  }
  ForEachTaskInSlots(cpu, state.sequences, state.slots, [&](int64_t number, int64_t slot) {
    RunSequence(args, state, SequenceOf(args, number), Scratch(state, workspace, slot));
  });
  return Status::Ok();
}

// ---- The gradient

void RunSequenceBackward(const Args& args, const State& state, const Sequence& sequence, Scratch scratch) {
  SetStates(args, state, sequence, true, scratch);
  const int64_t width = args.alpha.dims[static_cast<size_t>(args.alpha.rank) - 1];
  const auto outAt = [&](int64_t step) { return (step * state.sequences + sequence.number) * state.classes; };
  double factor = 0;
  double loss = 0;
  ReadConverted(args.gradOut, sequence.number, 1, &factor);
  ReadConverted(args.loss, sequence.number, 1, &loss);
  std::fill_n(scratch.forward, state.states, kNever);
  bool impossible = std::isinf(loss) || sequence.steps == 0;
  if (!impossible) {
    // A forward operator that puts 0 in the place of infinities leaves the states.
    ReadConverted(args.alpha, (sequence.number * state.steps + sequence.steps - 1) * width, sequence.states,
                  scratch.forward);
    impossible = std::isinf(LossOf(sequence, scratch.forward));
  }
  const double constant = args.zeroInfinity ? 0 : std::numeric_limits<double>::quiet_NaN();
  const int64_t steps = impossible ? 0 : sequence.steps;
  for (int64_t step = steps; step < state.steps; ++step) {
    std::fill_n(scratch.gradient, state.classes, step < sequence.steps ? constant : 0);
    WriteConverted(args.out, outAt(step), state.classes, scratch.gradient);
  }
  for (int64_t step = steps; step-- > 0;) {
    SetStep(args, state, sequence, step, scratch);
    Advance(state, sequence, step == steps - 1, scratch);
    ReadConverted(args.alpha, (sequence.number * state.steps + step) * width, sequence.states,
                  scratch.forward);
    std::reverse(scratch.forward, scratch.forward + sequence.states);
    const double largest = CtcWeights(scratch.forward, scratch.current, state.states, scratch.weights);
    std::fill_n(scratch.shares, state.classes, 0);
    for (int64_t s = 0; s < sequence.states; ++s) {
      scratch.shares[scratch.classOf[s]] += scratch.weights[s];
    }
    CtcGradient(scratch.row, scratch.shares, largest + loss, factor, state.padded, scratch.gradient);
    WriteConverted(args.out, outAt(step), state.classes, scratch.gradient);
  }
}

Status RunBackward(const Args& args, const State& state, std::byte* workspace,
                   const backend::cpu::CpuContext& cpu) {
  if (Status status = CheckTargets(args, state); !status.IsOk()) {
    return status;
  }
  ForEachTaskInSlots(cpu, state.sequences, state.slots, [&](int64_t number, int64_t slot) {
    Scratch scratch(state, workspace, slot);
    // Beyond the classes there is nothing to be read.
    std::fill_n(scratch.row, state.padded, 0);
    std::fill_n(scratch.shares, state.padded, 0);
    RunSequenceBackward(args, state, SequenceOf(args, number), scratch);
  });
  return Status::Ok();
}

constexpr OnlyKernel kForwardKernels(CpuKernel<Run>("cpu:ctc_loss", Prepare));
constexpr OnlyKernel kBackwardKernels(CpuKernel<RunBackward>("cpu:ctc_loss_backward", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kForwardArguments{
    {{"logProbs", Role::kInput, &Args::logProbs},
     {"targets", Role::kInput, &Args::targets},
     {"negLogLikelihoodOut", Role::kOutput, &Args::loss},
     {"logAlphaOut", Role::kOutput, &Args::alpha}}};
constexpr std::array<TensorArgument<Args>, 6> kBackwardArguments{
    {{"gradOut", Role::kInput, &Args::gradOut},
     {"logProbs", Role::kInput, &Args::logProbs},
     {"targets", Role::kInput, &Args::targets},
     {"negLogLikelihood", Role::kInput, &Args::loss},
     {"logAlpha", Role::kInput, &Args::alpha},
     {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kCtcLoss{"aclnnCtcLoss", kForwardArguments, kForwardKernels};
constexpr Operator<Args> kCtcLossBackward{"aclnnCtcLossBackward", kBackwardArguments, kBackwardKernels};

constexpr std::array<DType, 10> kTargetDtypes{DType::kInt64,  DType::kInt32,   DType::kInt16, DType::kInt8,
                                              DType::kUint8,  DType::kBool,    DType::kFloat, DType::kFloat16,
                                              DType::kDouble, DType::kBfloat16};

// What both directions have.
struct Common {
  NamedTensor logProbs;
  NamedTensor targets;
  const aclIntArray* inputLengths;
  const aclIntArray* targetLengths;
  NamedTensor loss;
  NamedTensor alpha;
  int64_t blank;
  bool zeroInfinity;
};

// Lengths of the sequences, and where their labels begin.
void CheckLengths(ArgumentChecks& check, const Common& given, int64_t steps, int64_t sequences, Args* args) {
  const auto& inputs = given.inputLengths->values;
  const auto& labels = given.targetLengths->values;
  const std::vector<int64_t>& targets = given.targets.tensor->viewDims;
  const bool rows = targets.size() == 2;
  const auto count = static_cast<size_t>(sequences);
  check.Require(
      "inputLengths", "a length for each sequence, at most the steps of logProbs",
      [&] {
        return inputs.size() == count &&
               std::ranges::all_of(inputs, [&](int64_t length) { return length >= 0 && length <= steps; });
      },
      [&] {
        return ShapeText(inputs) + " for " + std::to_string(sequences) + " of " + std::to_string(steps);
      });
  check.Require(
      "targetLengths", "a length for each sequence, at most the columns of targets",
      [&] {
        const int64_t most = rows ? targets[1] : NumElements(*given.targets.tensor);
        return labels.size() == count &&
               std::ranges::all_of(labels, [&](int64_t length) { return length >= 0 && length <= most; });
      },
      [&] { return ShapeText(labels) + " for targets " + ShapeText(targets); });
  check.Require(
      given.targets.name, "a row for each sequence, or one dim",
      [&] { return targets.size() == 1 || (rows && targets[0] == sequences); },
      [&] { return ShapeText(targets); });
  if (check.Failed()) {
    return;
  }
  int64_t sum = 0;
  for (size_t n = 0; n < count; ++n) {
    args->firstTargets.push_back(rows ? static_cast<int64_t>(n) * targets[1] : sum);
    args->longest = std::max(args->longest, labels[n]);
    check.Require(
        "targetLengths", "lengths whose sum is the number of targets",
        [&] { return !__builtin_add_overflow(sum, labels[n], &sum); }, [&] { return ShapeText(labels); });
  }
  check.Require(
      "targetLengths", "lengths whose sum is the number of targets",
      [&] { return rows || sum == targets[0]; },
      [&] { return ShapeText(labels) + " for targets " + ShapeText(targets); });
  args->inputLengths = inputs;
  args->targetLengths = labels;
}

// Types come first: they are the same for all but the targets.
Args CheckCommon(ArgumentChecks& check, const Common& given) {
  Args args;
  args.blank = given.blank;
  args.zeroInfinity = given.zeroInfinity;
  check.Require(
      given.logProbs.name, "2 or 3 dims, [T, N, C] or [T, C]",
      [&] {
        const size_t rank = given.logProbs.tensor->viewDims.size();
        return rank == 2 || rank == 3;
      },
      [&] { return ShapeText(given.logProbs.tensor->viewDims); });
  if (check.Failed()) {
    return args;
  }
  const std::vector<int64_t>& dims = given.logProbs.tensor->viewDims;
  const bool batched = dims.size() == 3;
  const int64_t sequences = batched ? dims[1] : 1;
  check.Require(
      "blank", "a class", [&] { return given.blank >= 0 && given.blank < dims.back(); },
      [&] { return std::to_string(given.blank) + " of " + std::to_string(dims.back()); });
  CheckLengths(check, given, dims[0], sequences, &args);
  CheckReducedShape(check, given.loss, batched ? Dims{sequences} : Dims(), "[sequences]");
  if (check.Failed()) {
    return args;
  }
  const std::vector<int64_t>& alpha = given.alpha.tensor->viewDims;
  check.Require(
      given.alpha.name, "[N, T, at least 2 * the longest target + 1]",
      [&] {
        const bool hasN = alpha.size() == 3 && alpha[0] == sequences;
        const bool hasNone = alpha.size() == 2 && !batched;
        return (hasN || hasNone) && alpha[alpha.size() - 2] == dims[0] && alpha.back() / 2 >= args.longest &&
               alpha.back() > 2 * args.longest;
      },
      [&] { return ShapeText(alpha) + " for targets of up to " + std::to_string(args.longest); });
  return args;
}

Status Forward(PhaseOneCall& call, const Common& given) {
  ArgumentChecks check;
  check.NotNull(given.logProbs).NotNull(given.targets).NotNull("inputLengths", given.inputLengths);
  check.NotNull("targetLengths", given.targetLengths).NotNull(given.loss).NotNull(given.alpha);
  check.DtypeIn(given.logProbs, kFloatingDtypes).DtypeIn(given.targets, kTargetDtypes);
  check.SameDtype(given.loss, given.logProbs).SameDtype(given.alpha, given.logProbs);
  check.ValidView(given.logProbs).ValidView(given.targets);
  check.ValidOutputView(given.loss).ValidOutputView(given.alpha);
  Args args = check.Failed() ? Args() : CheckCommon(check, given);
  return check.Failed() ? check.Result()
                        : call.Bind(kCtcLoss, std::move(args),
                                    {given.logProbs.tensor, given.targets.tensor, given.loss.tensor,
                                     given.alpha.tensor});
}

Status Backward(PhaseOneCall& call, const NamedTensor& gradOut, const Common& given, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(gradOut).NotNull(given.logProbs).NotNull(given.targets);
  check.NotNull("inputLengths", given.inputLengths).NotNull("targetLengths", given.targetLengths);
  check.NotNull(given.loss).NotNull(given.alpha).NotNull(out);
  check.DtypeIn(given.logProbs, kFloatingDtypes).DtypeIn(given.targets, kTargetDtypes);
  for (const NamedTensor* tensor : {&gradOut, &given.loss, &given.alpha, &out}) {
    check.SameDtype(*tensor, given.logProbs);
  }
  for (const NamedTensor* tensor : {&gradOut, &given.logProbs, &given.targets, &given.loss, &given.alpha}) {
    check.ValidView(*tensor);
  }
  check.ValidOutputView(out);
  Args args = check.Failed() ? Args() : CheckCommon(check, given);
  check.SameShape(gradOut, given.loss).SameShape(out, given.logProbs);
  return check.Failed() ? check.Result()
                        : call.Bind(kCtcLossBackward, std::move(args),
                                    {gradOut.tensor, given.logProbs.tensor, given.targets.tensor,
                                     given.loss.tensor, given.alpha.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnCtcLoss,
               (const aclTensor* logProbs, const aclTensor* targets, const aclIntArray* inputLengths,
                const aclIntArray* targetLengths, int64_t blank, bool zeroInfinity,
                aclTensor* negLogLikelihoodOut, aclTensor* logAlphaOut),
               Forward(call, {{"logProbs", logProbs},
                              {"targets", targets},
                              inputLengths,
                              targetLengths,
                              {"negLogLikelihoodOut", negLogLikelihoodOut},
                              {"logAlphaOut", logAlphaOut},
                              blank,
                              zeroInfinity}))

OPENACLNN_CALL(aclnnCtcLossBackward,
               (const aclTensor* gradOut, const aclTensor* logProbs, const aclTensor* targets,
                const aclIntArray* inputLengths, const aclIntArray* targetLengths,
                const aclTensor* negLogLikelihood, const aclTensor* logAlpha, int64_t blank,
                bool zeroInfinity, aclTensor* out),
               Backward(call, {"gradOut", gradOut},
                        {{"logProbs", logProbs},
                         {"targets", targets},
                         inputLengths,
                         targetLengths,
                         {"negLogLikelihood", negLogLikelihood},
                         {"logAlpha", logAlpha},
                         blank,
                         zeroInfinity},
                        {"out", out}))
