// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "base/checked_math.h"
#include "kernels/elementwise/converted.h"
#include "ops/common/cpu_kernel.h"
#include "ops/random/fill.h"
#include "ops/random/sequence_source.h"

namespace openaclnn {
namespace {

using Args = FillArgs;

static_assert(kDrawn == kConvertedChunk);
constexpr int64_t kTask = 32 * kDrawn;

struct State : Prepared {
  int64_t count = 0;
};

State Prepare(const Args& args) {
  State state;
  state.count = args.out.NumElements();
  constexpr size_t kCostOfElement = 32;  // a nanosecond or a few
  state.cost = static_cast<size_t>(state.count) * kCostOfElement;
  return state;
}

// The numbers of a parameter: a tensor's that broadcasts to the output, or one.
template <typename T>
class Parameter {
 public:
  Parameter(const TensorView& view, double number, const TensorView& out)
      : tensor_(view.Defined()), reader_(tensor_ ? BroadcastTo(view, out.Dims()) : out, kType) {
    if (!tensor_) {
      numbers_.fill(static_cast<T>(number));
    }
  }

  const T* Read(int64_t begin, int64_t count) {
    if (!tensor_) {
      return numbers_.data();
    }
    const std::byte* const from = reader_.Read(begin, count, buffer_);
    std::copy_n(reinterpret_cast<const T*>(from), count, numbers_.begin());
    return numbers_.data();
  }

 private:
  static constexpr DType kType = std::is_same_v<T, float> ? DType::kFloat : DType::kDouble;

  bool tensor_;
  ConvertedReader reader_;
  ConvertedBuffer buffer_;
  alignas(64) std::array<T, static_cast<size_t>(kDrawn)> numbers_{};
};

template <typename T>
using Drawn = std::array<T, static_cast<size_t>(kDrawn)>;

// Calls chunk(begin, count) for the chunks of a task.
template <typename Chunk>
void ForEachChunk(int64_t task, int64_t elements, const Chunk& chunk) {
  const int64_t end = std::min(elements, (task + 1) * kTask);
  for (int64_t begin = task * kTask; begin < end; begin += kDrawn) {
    chunk(begin, std::min(kDrawn, end - begin));
  }
}

template <typename T>
const std::byte* BytesOf(const Drawn<T>& numbers) {
  return reinterpret_cast<const std::byte*>(numbers.data());
}

template <typename T>
void FillWithNormal(const Args& args, const State& state, int64_t task, const ConvertedWriter& writer) {
  Parameter<T> mean(args.mean, args.meanNumber, args.out);
  Parameter<T> deviation(args.std, args.stdNumber, args.out);
  alignas(64) Drawn<T> numbers;
  ForEachChunk(task, state.count, [&](int64_t begin, int64_t count) {
    DrawNormal(args.sequence, begin, numbers.data());
    ScaleAndShift(deviation.Read(begin, count), mean.Read(begin, count), numbers.data());
    writer.Write(begin, count, BytesOf(numbers));
  });
}

// Both parts of a complex number have half its variance.
template <typename T>
void FillWithPairs(const Args& args, const State& state, int64_t task, const ConvertedWriter& writer) {
  Drawn<T> factors;
  factors.fill(static_cast<T>(args.stdNumber * std::sqrt(0.5)));
  Drawn<T> shifts{};
  for (size_t i = 0; i < shifts.size(); i += 2) {
    shifts[i] = static_cast<T>(args.meanNumber);
  }
  alignas(64) Drawn<T> numbers;
  const auto draw = [&](int64_t begin, int64_t count) {
    DrawNormal(args.sequence, 2 * begin, numbers.data());
    ScaleAndShift(factors.data(), shifts.data(), numbers.data());
    writer.Write(begin, count, BytesOf(numbers));
  };
  ForEachChunk(task, state.count, [&](int64_t begin, int64_t count) {
    const int64_t half = std::min(count, kDrawn / 2);
    draw(begin, half);
    if (count > half) {
      draw(begin + half, count - half);
    }
  });
}

template <typename T>
void FillWithUniform(const Args& args, const State& state, int64_t task, const ConvertedWriter& writer) {
  Drawn<T> factors;
  Drawn<T> shifts;
  factors.fill(static_cast<T>(args.width));
  shifts.fill(static_cast<T>(args.least));
  const auto most = static_cast<T>(args.most);
  alignas(64) Drawn<T> numbers;
  ForEachChunk(task, state.count, [&](int64_t begin, int64_t count) {
    DrawUniform(args.sequence, begin, args.digits, numbers.data());
    ScaleAndShift(factors.data(), shifts.data(), numbers.data());
    for (T& number : numbers) {
      number = std::min(number, most);
    }
    writer.Write(begin, count, BytesOf(numbers));
  });
}

void FillWithWhole(const Args& args, const State& state, int64_t task, const ConvertedWriter& writer) {
  alignas(64) Drawn<uint64_t> numbers;
  ForEachChunk(task, state.count, [&](int64_t begin, int64_t count) {
    DrawWhole(args.sequence, begin, args.range, numbers.data());
    for (uint64_t& number : numbers) {
      const auto whole = static_cast<int64_t>(number + static_cast<uint64_t>(args.base));
      number = static_cast<uint64_t>(std::clamp(whole, args.lowest, args.highest));
    }
    writer.Write(begin, count, BytesOf(numbers));
  });
}

void FillWithTruths(const Args& args, const State& state, int64_t task, const ConvertedWriter& writer) {
  Parameter<double> prob(args.prob, 0, args.out);
  alignas(64) Drawn<uint32_t> words;
  Drawn<uint8_t> truths;
  ForEachChunk(task, state.count, [&](int64_t begin, int64_t count) {
    DrawWords(args.sequence, begin, kDrawn, words.data());
    if (args.prob.Defined()) {
      const double* const probabilities = prob.Read(begin, count);
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        truths[i] = words[i] < ZerosOf(probabilities[i]) ? 0 : 1;
      }
    } else {
      for (size_t i = 0; i < truths.size(); ++i) {
        truths[i] = words[i] < args.zeros ? 0 : 1;
      }
    }
    writer.Write(begin, count, BytesOf(truths));
  });
}

// The first of the tensor's elements that is no probability.
Status CheckProbabilities(const TensorView& prob, const backend::cpu::CpuContext& cpu) {
  const int64_t elements = prob.NumElements();
  constexpr int64_t kNone = std::numeric_limits<int64_t>::max();
  std::atomic<int64_t> offender = kNone;
  const auto isProbability = [](double number) { return number >= 0 && number <= 1; };
  cpu.ParallelFor(CeilDivide(elements, kTask), [&](int64_t task) {
    const ConvertedReader reader(prob, DType::kDouble);
    ConvertedBuffer buffer;
    ForEachChunk(task, elements, [&](int64_t begin, int64_t count) {
      const auto* const numbers = reinterpret_cast<const double*>(reader.Read(begin, count, buffer));
      const auto* const wrong = std::find_if_not(numbers, numbers + count, isProbability);
      const int64_t found = wrong == numbers + count ? kNone : begin + (wrong - numbers);
      int64_t first = offender;
      while (found < first && !offender.compare_exchange_weak(first, found)) {
      }
    });
  });
  if (offender == kNone) {
    return Status::Ok();
  }
  ConvertedBuffer buffer;
  const auto* const number =
      reinterpret_cast<const double*>(ConvertedReader(prob, DType::kDouble).Read(offender, 1, buffer));
  return {code::kRtVectorCoreException, "prob: expected values from 0 to 1, got " + std::to_string(*number) +
                                            " at position " + std::to_string(offender)};
}

void Fill(const Args& args, const State& state, int64_t task) {
  const TensorView& out = args.out;
  const bool doubles = out.dtype == DType::kDouble || ClassOf(out.dtype) != DTypeClass::kFloating;
  switch (args.distribution) {
    case Distribution::kNormal:
      if (ClassOf(out.dtype) == DTypeClass::kComplex) {
        const ConvertedWriter writer(out, out.dtype);
        return out.dtype == DType::kComplex64 ? FillWithPairs<float>(args, state, task, writer)
                                              : FillWithPairs<double>(args, state, task, writer);
      }
      return doubles ? FillWithNormal<double>(args, state, task, {out, DType::kDouble})
                     : FillWithNormal<float>(args, state, task, {out, DType::kFloat});
    case Distribution::kUniform:
      return doubles ? FillWithUniform<double>(args, state, task, {out, DType::kDouble})
                     : FillWithUniform<float>(args, state, task, {out, DType::kFloat});
    case Distribution::kWhole:
      return FillWithWhole(args, state, task, {out, DType::kInt64});
    case Distribution::kBernoulli:
      return FillWithTruths(args, state, task, {out, DType::kUint8});
  }
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  if (args.prob.Defined() && state.count > 0) {
    if (const Status status = CheckProbabilities(args.prob, cpu); !status.IsOk()) {
      return status;
    }
  }
  Args drawn = args;
  drawn.sequence = SequenceAt(args.sequence, args.seedTensor, args.offsetTensor);
  cpu.ParallelFor(CeilDivide(state.count, kTask), [&](int64_t task) { Fill(drawn, state, task); });
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:random", Prepare);

}  // namespace

constinit const KernelEntry<FillArgs> kFillCpu = Entry(kKernel);

}  // namespace openaclnn
