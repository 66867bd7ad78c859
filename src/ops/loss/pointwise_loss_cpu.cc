// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "base/checked_math.h"
#include "kernels/elementwise/converted.h"
#include "kernels/reduction/reduction.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/number.h"
#include "ops/loss/pointwise_loss.h"

namespace openaclnn {
namespace {

using Args = LossArgs;

static_assert(kConvertedChunk == kSumBlock && kConvertedChunk % kLossStep == 0);

struct State : Prepared {
  LossLoop loop = nullptr;
  TensorView place;  // of the shape that all inputs broadcast to
  int64_t count = 0;
  int64_t segments = 0;
  bool reduced = false;
  double divisor = 1;  // of the sum of terms, or of the gradient of their mean
};

const std::array<TensorView Args::*, kLossInputs> kInputs{&Args::self, &Args::target, &Args::weight,
                                                          &Args::posWeight, &Args::gradOutput};

Dims Together(const Dims& dims, const TensorView& view) {
  return view.Defined() ? *BroadcastShape(dims, view.Dims()) : dims;
}

TensorView ViewOf(const Dims& dims) {
  TensorView view;
  view.rank = static_cast<int>(dims.size());
  std::copy(dims.begin(), dims.end(), view.dims.begin());
  return view;
}

State Prepare(const Args& args) {
  State state;
  const bool gradient = args.gradOutput.Defined();
  state.loop = args.computed == DType::kInt64 ? nullptr : FindLossLoop(args.expression, args.computed);
  const Dims terms = Together(Together(Dims(), args.self), args.target);
  Dims all = terms;
  size_t bytes = SizeOf(args.out.dtype);
  for (TensorView Args::*const input : kInputs) {
    all = Together(all, args.*input);
    bytes += (args.*input).Defined() ? SizeOf((args.*input).dtype) : 0;
  }
  state.place = ViewOf(all);
  state.count = state.place.NumElements();
  state.segments = CeilDivide(state.count, kSegment);
  state.reduced = !gradient && args.reduction != kEachTerm;
  if (args.reduction == kMeanOfTerms) {
    state.divisor = static_cast<double>(ViewOf(terms).NumElements());
  } else if (args.reduction == kMeanOfBatch) {
    state.divisor = args.self.rank > 0 ? static_cast<double>(args.self.dims[0]) : 1;
  }
  state.workspaceBytes = state.reduced ? static_cast<size_t>(state.segments) * sizeof(double) : 0;
  // Exponentials and logarithms take the time of some bytes more.
  state.cost = static_cast<size_t>(state.count) * (bytes + 8);
  return state;
}

// One input of all places, in the computed type: a tensor's elements, or ones.
class Operand {
 public:
  Operand(const TensorView& view, const TensorView& place, DType computed) : size_(SizeOf(computed)) {
    if (view.Defined()) {
      reader_.emplace(BroadcastTo(view, place.Dims()), computed);
      return;
    }
    if (computed == DType::kFloat) {
      FillWithOnes<float>();
    } else if (computed == DType::kDouble) {
      FillWithOnes<double>();
    } else {
      FillWithOnes<int64_t>();
    }
  }

  // Whole steps: behind the last place there are zeros.
  const std::byte* Read(int64_t begin, int64_t count) {
    if (!reader_) {
      return buffer_.bytes.data();
    }
    const std::byte* const elements = reader_->Read(begin, count, buffer_);
    if (count % kLossStep == 0) {
      return elements;
    }
    const size_t used = static_cast<size_t>(count) * size_;
    if (elements != buffer_.bytes.data()) {
      std::memcpy(buffer_.bytes.data(), elements, used);
    }
    std::memset(buffer_.bytes.data() + used, 0, kLossStep * size_);
    return buffer_.bytes.data();
  }

 private:
  template <typename T>
  void FillWithOnes() {
    std::fill_n(reinterpret_cast<T*>(buffer_.bytes.data()), kConvertedChunk, T{1});
  }

  size_t size_;
  std::optional<ConvertedReader> reader_;
  ConvertedBuffer buffer_;
};

// |self - target| of integers, which wraps around.
void AbsoluteDifferences(const LossTile& tile) {
  const auto* const self = reinterpret_cast<const uint64_t*>(tile.inputs[kSelfInput]);
  const auto* const target = reinterpret_cast<const uint64_t*>(tile.inputs[kTargetInput]);
  auto* const out = reinterpret_cast<uint64_t*>(tile.out);
  for (int64_t i = 0; i < tile.count; ++i) {
    const uint64_t difference = self[i] - target[i];
    out[i] = static_cast<int64_t>(difference) < 0 ? uint64_t{0} - difference : difference;
  }
}

// Sums of integers wrap around; they are kept in the place of a float64.
double AddTerms(DType computed, double sum, const std::byte* terms, int64_t count) {
  if (computed != DType::kInt64) {
    return sum + SumOfTerms(computed, terms, count);
  }
  auto whole = std::bit_cast<uint64_t>(sum);
  for (int64_t i = 0; i < count; ++i) {
    whole += reinterpret_cast<const uint64_t*>(terms)[i];
  }
  return std::bit_cast<double>(whole);
}

double RunSegment(const Args& args, const State& state, int64_t segment) {
  std::array<Operand, kLossInputs> operands{
      Operand(args.self, state.place, args.computed), Operand(args.target, state.place, args.computed),
      Operand(args.weight, state.place, args.computed), Operand(args.posWeight, state.place, args.computed),
      Operand(args.gradOutput, state.place, args.computed)};
  ConvertedBuffer results;
  LossTile tile{{}, results.bytes.data(), 0, args.parameter, 1 / state.divisor};
  double sum = 0;
  const int64_t end = std::min(state.count, (segment + 1) * kSegment);
  for (int64_t begin = segment * kSegment; begin < end; begin += kConvertedChunk) {
    const int64_t count = std::min(kConvertedChunk, end - begin);
    for (size_t k = 0; k < kLossInputs; ++k) {
      tile.inputs[k] = operands[k].Read(begin, count);
    }
    tile.count = CeilDivide(count, kLossStep) * kLossStep;
    (state.loop == nullptr ? AbsoluteDifferences : state.loop)(tile);
    if (state.reduced) {
      sum = AddTerms(args.computed, sum, results.bytes.data(), count);
    } else {
      ConvertedWriter(args.out, args.computed).Write(begin, count, results.bytes.data());
    }
  }
  return sum;
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  auto* const sums = reinterpret_cast<double*>(workspace);
  cpu.ParallelFor(state.segments, [&](int64_t segment) {
    const double sum = RunSegment(args, state, segment);
    if (state.reduced) {
      sums[segment] = sum;
    }
  });
  if (!state.reduced) {
    return;
  }
  if (args.computed == DType::kInt64) {
    uint64_t total = 0;
    for (int64_t segment = 0; segment < state.segments; ++segment) {
      total += std::bit_cast<uint64_t>(sums[segment]);
    }
    StoreNumber(ScalarOf(static_cast<int64_t>(total)), args.out.dtype, args.out.data);
    return;
  }
  double total = 0;
  for (int64_t segment = 0; segment < state.segments; ++segment) {
    total += sums[segment];
  }
  StoreNumber(ScalarOf(total / state.divisor), args.out.dtype, args.out.data);
}

constexpr auto kKernel = CpuKernel<Run>("cpu:pointwise_loss", Prepare);

}  // namespace

constinit const KernelEntry<LossArgs> kPointwiseLossCpu = Entry(kKernel);

}  // namespace openaclnn
