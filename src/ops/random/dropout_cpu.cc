// SPDX-License-Identifier: Apache-2.0
#include "ops/random/dropout.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "base/checked_math.h"
#include "kernels/elementwise/elementwise.h"
#include "ops/common/cpu_kernel.h"
#include "ops/random/sequence_source.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/elementwise/elementwise-inl.h"
#include "simd/numbers-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindDropout, ElementwiseLoop(bool divides, DType dtype));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace dropout {

struct Divided {
  template <class T>
  static HWY_INLINE T Compute(T self, T keep, T divisor) {
    const T zero = Constant<T>(0);
    return Choose((keep > zero) & (divisor > zero), self / divisor, zero);
  }
};
struct Multiplied {
  template <class T>
  static HWY_INLINE T Compute(T self, T keep, T scale) {
    const T zero = Constant<T>(0);
    return Choose((keep > zero) & (scale != zero), self * scale, zero);
  }
};

}  // namespace dropout

ElementwiseLoop FindDropout(bool divides, DType dtype) {
  return divides ? FindLoop<dropout::Divided, 2, 1>(FloatAndDouble(), dtype)
                 : FindLoop<dropout::Multiplied, 2, 1>(FloatAndDouble(), dtype);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

// Of a mask, what a task makes or reads: whole blocks of random words, a bit for each element.
constexpr int64_t kBytesOfTask = 4096;
constexpr int64_t kBitsOfTask = 8 * kBytesOfTask;

struct State : Prepared {
  ElementwisePlan plan;
  int64_t tasks = 0;
};

// A tensor of bytes of the shape of `like`, side by side.
TensorView Bytes(const TensorView& like) {
  TensorView view = like;
  view.data = nullptr;
  view.dtype = DType::kUint8;
  ContiguousStrides(view.Dims(), std::span(view.strides).first(static_cast<size_t>(view.rank)));
  return view;
}

State Prepare(const DropoutArgs& args) {
  State state;
  state.tasks = args.maskOut.Defined() ? CeilDivide(args.maskOut.NumElements(), kBytesOfTask)
                                       : CeilDivide(args.count, kBitsOfTask);
  state.cost = static_cast<size_t>(args.count) * (args.maskOut.Defined() ? 4 : 1);
  if (args.self.Defined()) {
    const TensorView mask = Bytes(args.self);
    const std::array<const TensorView*, 2> inputs{&args.self, &mask};
    const DType computed = args.self.dtype == DType::kDouble ? DType::kDouble : DType::kFloat;
    state.plan = ElementwisePlan(args.out, inputs, {computed, computed},
                                 HWY_DYNAMIC_DISPATCH(FindDropout)(args.divides, computed));
    state.cost += state.plan.Cost();
    state.workspaceBytes = static_cast<size_t>(args.count);
  }
  return state;
}

// Where byte `index` of a mask lies.
int64_t OffsetOf(const TensorView& mask, int64_t index) {
  int64_t offset = 0;
  for (int dim = mask.rank - 1; dim >= 0; --dim) {
    const auto d = static_cast<size_t>(dim);
    offset += index % mask.dims[d] * mask.strides[d];
    index /= mask.dims[d];
  }
  return offset;
}

// Eight truths as the bits of a byte, the first one lowest: the product has truth i at bit 56 + i, and what
// else it has lies below or is no more than 64 bits hold.
uint8_t Packed(const uint8_t* truths) {
  uint64_t bytes;
  std::memcpy(&bytes, truths, sizeof(bytes));
  return static_cast<uint8_t>(bytes * 0x0102040810204080 >> 56U);
}

// The bytes of `count` bits from bit `first` on, a multiple of kWordsOfBlock; bits behind them are 0.
void DrawBits(const Chance& chance, int64_t first, int64_t count, uint8_t* bytes) {
  std::array<uint32_t, kMostRandomWords> words;
  std::array<uint8_t, kMostRandomWords> keeps;
  for (int64_t begin = 0; begin < count; begin += kMostRandomWords) {
    const auto drawn = static_cast<size_t>(std::min(kMostRandomWords, count - begin));
    DrawWords(chance.sequence, first + begin, static_cast<int64_t>(drawn), words.data());
    for (size_t i = 0; i < kMostRandomWords; ++i) {
      keeps[i] = i < drawn && words[i] >= chance.threshold ? 1 : 0;
    }
    for (size_t i = 0; i < drawn; i += 8) {
      *bytes++ = Packed(&keeps[i]);
    }
  }
}

// All bytes of a mask's tensor from `begin` on, as many as a task has; behind the last element's they are 0.
void DrawMask(const DropoutArgs& args, const Chance& chance, int64_t begin, int64_t elements) {
  std::array<uint8_t, kBytesOfTask> bytes{};
  DrawBits(chance, 8 * begin, elements, bytes.data());
  const int64_t count = std::min(kBytesOfTask, args.maskOut.NumElements() - begin);
  auto* const mask = reinterpret_cast<uint8_t*>(args.maskOut.data);
  if (args.maskOut.Contiguous()) {
    std::copy_n(bytes.data(), count, mask + begin);
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    mask[OffsetOf(args.maskOut, begin + i)] = bytes[static_cast<size_t>(i)];
  }
}

void Expand(const TensorView& mask, int64_t first, int64_t count, uint8_t* keeps) {
  const auto* const data = reinterpret_cast<const uint8_t*>(mask.data);
  const bool contiguous = mask.Contiguous();
  for (int64_t i = 0; i < count; i += 8) {
    const int64_t index = (first + i) / 8;
    const unsigned byte = data[contiguous ? index : OffsetOf(mask, index)];
    for (int64_t bit = 0; bit < std::min<int64_t>(8, count - i); ++bit) {
      keeps[first + i + bit] = static_cast<uint8_t>(byte >> static_cast<unsigned>(bit) & 1U);
    }
  }
}

void Run(const DropoutArgs& args, const State& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  auto* const keeps = reinterpret_cast<uint8_t*>(workspace);
  const Chance chance{args.chance.threshold,
                      SequenceAt(args.chance.sequence, args.seedTensor, args.offsetTensor)};
  cpu.ParallelFor(state.tasks, [&](int64_t task) {
    const int64_t first = task * kBitsOfTask;
    const int64_t count = std::clamp(args.count - first, int64_t{0}, kBitsOfTask);
    if (args.maskOut.Defined()) {
      DrawMask(args, chance, task * kBytesOfTask, count);
    }
    if (args.self.Defined()) {
      Expand(args.mask.Defined() ? args.mask : args.maskOut, first, count, keeps);
    }
  });
  if (args.self.Defined() && args.count > 0) {
    const std::array<const std::byte*, 2> inputs{args.self.data, workspace};
    state.plan.Run(args.out.data, inputs, {args.factor}, cpu);
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:dropout", Prepare);

}  // namespace

constinit const KernelEntry<DropoutArgs> kDropoutCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
