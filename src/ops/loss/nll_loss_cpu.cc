// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "base/checked_math.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/fill_zero.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/loss/nll_loss.h"
#include "simd/convert.h"

namespace openaclnn {
namespace {

using Args = NllLossArgs;

// Positions of a task, whose terms are added one after the other.
constexpr int64_t kBlock = 4096;
// Positions that are gathered at a time.
constexpr int64_t kTogether = 256;

struct State : Prepared {
  int64_t blocks = 0;
  size_t sums = 0;       // in the workspace, two for each block
  size_t offenders = 0;  // the first position of each block whose target names no class; -1: none
};

State Prepare(const Args& args) {
  State state;
  const int64_t positions = args.target.NumElements();
  state.blocks = CeilDivide(positions, kBlock);
  ScratchLayout scratch;
  state.sums = scratch.Reserve(2 * state.blocks, sizeof(double));
  state.offenders = scratch.Reserve(state.blocks, sizeof(int64_t));
  state.workspaceBytes = scratch.Bytes();
  constexpr size_t kLine = 64;  // each position reads one of self
  state.cost = static_cast<size_t>(positions) * kLine;
  return state;
}

// A view without a dim.
TensorView Without(const TensorView& view, int dim) {
  TensorView result = view;
  result.rank = 0;
  for (int d = 0; d < view.rank; ++d) {
    if (d != dim) {
      result.dims[static_cast<size_t>(result.rank)] = view.dims[static_cast<size_t>(d)];
      result.strides[static_cast<size_t>(result.rank++)] = view.strides[static_cast<size_t>(d)];
    }
  }
  return result;
}

using Offsets = std::array<int64_t, kTogether>;
using Numbers = std::array<float, kTogether>;

// Elements of a FLOAT, FLOAT16 or BFLOAT16 tensor by their offsets.
class Elements {
 public:
  explicit Elements(const TensorView& view)
      : data_(view.data), dtype_(view.dtype), size_(SizeOf(view.dtype)) {}

  void Read(const Offsets& offsets, int64_t count, Numbers& numbers) const {
    if (dtype_ == DType::kFloat) {
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        std::memcpy(&numbers[i], At(offsets[i]), sizeof(float));
      }
      return;
    }
    std::array<uint16_t, kTogether> halves;
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      std::memcpy(&halves[i], At(offsets[i]), sizeof(uint16_t));
    }
    ConvertToFloat(dtype_, halves.data(), numbers.data(), count);
  }

  // Rounds.
  template <typename T>
  void Write(const Offsets& offsets, int64_t count, const T* numbers) const {
    alignas(64) std::array<std::byte, kTogether * sizeof(float)> rounded;
    ConvertTo(dtype_, numbers, rounded.data(), count, Stores::kCached);
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      std::memcpy(At(offsets[i]), rounded.data() + i * size_, size_);
    }
  }

 private:
  [[nodiscard]] std::byte* At(int64_t offset) const { return data_ + offset * static_cast<int64_t>(size_); }

  std::byte* data_;
  DType dtype_;
  size_t size_;
};

// Offsets of consecutive elements of a view.
class Walk {
 public:
  explicit Walk(const TensorView& view) : dims_(view) {}

  void Locate(int64_t begin, int64_t count, Offsets& offsets) const {
    size_t next = 0;
    dims_.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
      for (int64_t i = 0; i < run; ++i) {
        offsets[next++] = offset + i * stride;
      }
    });
  }

 private:
  MergedDims dims_;
};

// Some consecutive positions: their classes, and what these weigh. Ignored ones weigh nothing, and have class
// 0 in place of theirs.
struct Positions {
  int64_t count;
  std::array<int64_t, kTileElements> classes;
  std::array<bool, kTogether> ignored;
  Numbers weights;
};

class Targets {
 public:
  explicit Targets(const Args& args)
      : args_(args),
        classes_(args.self.dims[static_cast<size_t>(args.classDim)]),
        // What no int64 holds does not come from whole numbers.
        reader_(args.target, -1) {}

  [[nodiscard]] int64_t Count() const { return args_.target.NumElements(); }
  [[nodiscard]] bool HasClasses() const { return classes_ > 0; }

  // The first position of a block whose target names no class; -1 if there is none.
  [[nodiscard]] int64_t FindOffender(int64_t block) const {
    std::array<int64_t, kTileElements> targets;
    const int64_t end = std::min(Count(), (block + 1) * kBlock);
    for (int64_t begin = block * kBlock; begin < end; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, end - begin);
      reader_.Read(begin, count, targets.data());
      for (int64_t i = 0; i < count; ++i) {
        const int64_t target = targets[static_cast<size_t>(i)];
        if (target != args_.ignoreIndex && (target < 0 || target >= classes_)) {
          return begin + i;
        }
      }
    }
    return -1;
  }

  [[nodiscard]] Status OutOfRange(int64_t position) const {
    return {code::kRtVectorCoreException, "target: expected values in [0, " + std::to_string(classes_) +
                                              ") or ignoreIndex, got " + reader_.Text(position) +
                                              " at position " + std::to_string(position)};
  }

  void Read(int64_t begin, int64_t count, Positions& positions) const {
    positions.count = count;
    reader_.Read(begin, count, positions.classes.data());
    Offsets offsets;
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      positions.ignored[i] = positions.classes[i] == args_.ignoreIndex;
      positions.classes[i] = positions.ignored[i] ? 0 : positions.classes[i];
      offsets[i] = positions.classes[i] * (args_.weight.Defined() ? args_.weight.strides[0] : 0);
    }
    positions.weights.fill(1);
    if (args_.weight.Defined() && HasClasses()) {
      Elements(args_.weight).Read(offsets, count, positions.weights);
    }
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      positions.weights[i] = positions.ignored[i] ? 0 : positions.weights[i];
    }
  }

  // Finds what is out of range in all blocks.
  [[nodiscard]] Status Check(const State& state, std::byte* workspace,
                             const backend::cpu::CpuContext& cpu) const {
    auto* const offenders = reinterpret_cast<int64_t*>(workspace + state.offenders);
    cpu.ParallelFor(state.blocks, [&](int64_t block) { offenders[block] = FindOffender(block); });
    for (int64_t block = 0; block < state.blocks; ++block) {
      if (offenders[block] >= 0) {
        return OutOfRange(offenders[block]);
      }
    }
    return Status::Ok();
  }

 private:
  const Args& args_;
  int64_t classes_;
  IndexReader reader_;
};

// Calls body(begin, count, positions) for the positions of a block.
template <typename Body>
void ForEachPositions(const Targets& targets, int64_t block, const Body& body) {
  Positions positions;
  const int64_t end = std::min(targets.Count(), (block + 1) * kBlock);
  for (int64_t begin = block * kBlock; begin < end; begin += kTogether) {
    const int64_t count = std::min(kTogether, end - begin);
    targets.Read(begin, count, positions);
    body(begin, count, positions);
  }
}

// Where self, or its gradient, has the classes of some positions.
void LocateClasses(const Walk& walk, const TensorView& view, int classDim, int64_t begin,
                   const Positions& positions, Offsets& offsets) {
  walk.Locate(begin, positions.count, offsets);
  for (size_t i = 0; i < static_cast<size_t>(positions.count); ++i) {
    offsets[i] += positions.classes[i] * view.strides[static_cast<size_t>(classDim)];
  }
}

constexpr Offsets kFirst{};

Status RunLoss(const Args& args, const State& state, std::byte* workspace,
               const backend::cpu::CpuContext& cpu) {
  const Targets targets(args);
  if (const Status status = targets.Check(state, workspace, cpu); !status.IsOk()) {
    return status;
  }
  auto* const sums = reinterpret_cast<double*>(workspace + state.sums);
  const Walk walk(Without(args.self, args.classDim));
  const Walk outWalk(args.out);
  const Elements self(args.self);
  cpu.ParallelFor(state.blocks, [&](int64_t block) {
    double loss = 0;
    double total = 0;
    Offsets offsets;
    Numbers losses;
    ForEachPositions(targets, block, [&](int64_t begin, int64_t count, const Positions& positions) {
      losses.fill(0);
      if (targets.HasClasses()) {
        LocateClasses(walk, args.self, args.classDim, begin, positions, offsets);
        self.Read(offsets, count, losses);
      }
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        const double weight = positions.weights[i];
        const double term = positions.ignored[i] ? 0 : -weight * losses[i];
        losses[i] = static_cast<float>(term);
        loss += term;
        total += weight;
      }
      if (args.reduction == kLossNone) {
        outWalk.Locate(begin, count, offsets);
        Elements(args.out).Write(offsets, count, losses.data());
      }
    });
    sums[2 * block] = loss;
    sums[2 * block + 1] = total;
  });
  double loss = 0;
  double total = 0;
  for (int64_t block = 0; block < state.blocks; ++block) {
    loss += sums[2 * block];
    total += sums[2 * block + 1];
  }
  Elements(args.totalWeight).Write(kFirst, 1, &total);
  if (args.reduction != kLossNone) {
    const double result = args.reduction == kLossMean ? loss / total : loss;
    Elements(args.out).Write(kFirst, 1, &result);
  }
  return Status::Ok();
}

Status RunGradient(const Args& args, const State& state, std::byte* workspace,
                   const backend::cpu::CpuContext& cpu) {
  const Targets targets(args);
  if (const Status status = targets.Check(state, workspace, cpu); !status.IsOk()) {
    return status;
  }
  FillZero(cpu, args.out);
  if (!targets.HasClasses()) {
    return Status::Ok();
  }
  Numbers total{1};
  if (args.reduction == kLossMean) {
    Elements(args.totalWeight).Read(kFirst, 1, total);
  }
  const Elements gradOutput(args.gradOutput);
  const Walk gradWalk(args.gradOutput);
  const Walk walk(Without(args.out, args.classDim));
  cpu.ParallelFor(state.blocks, [&](int64_t block) {
    Offsets offsets;
    Numbers gradients;
    ForEachPositions(targets, block, [&](int64_t begin, int64_t count, const Positions& positions) {
      if (args.reduction == kLossNone) {
        gradWalk.Locate(begin, count, offsets);
      } else {
        offsets.fill(0);
      }
      gradOutput.Read(offsets, count, gradients);
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        const float gradient = -positions.weights[i] * gradients[i];
        gradients[i] = positions.ignored[i]          ? 0
                       : args.reduction == kLossMean ? gradient / total[0]
                                                     : gradient;
      }
      LocateClasses(walk, args.out, args.classDim, begin, positions, offsets);
      Elements(args.out).Write(offsets, count, gradients.data());
    });
  });
  return Status::Ok();
}

constexpr auto kLoss = CpuKernel<RunLoss>("cpu:nll_loss", Prepare);
constexpr auto kGradient = CpuKernel<RunGradient>("cpu:nll_loss_backward", Prepare);

}  // namespace

constinit const KernelEntry<NllLossArgs> kNllLossCpu = Entry(kLoss);
constinit const KernelEntry<NllLossArgs> kNllLossBackwardCpu = Entry(kGradient);

}  // namespace openaclnn
