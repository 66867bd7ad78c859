// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/memory_order.h"
#include "kernels/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/loss/mse_loss_backward/kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/loss/mse_loss_backward/kernel_cpu.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "simd/formats-inl.h"
#include "simd/streaming-inl.h"

#ifndef OPENACLNN_MSE_LOSS_BACKWARD_ONCE  // this file is included once for each target
#define OPENACLNN_MSE_LOSS_BACKWARD_ONCE
namespace openaclnn {

// A run of each input, in their type.
struct MseLossOperands {
  TileRun gradOutput;
  TileRun self;
  TileRun target;
  DType dtype;
};

struct MseLossResults {
  void* data;
  DType dtype;
  Stores stores;
};

}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Division by a power of two: a multiplication gives the same, and loses nothing.
struct ExactQuotient {
  static constexpr bool kExact = true;
  explicit ExactQuotient(double divisor) : factor(1 / divisor) {}
  template <class D>
  hn::Vec<D> operator()(D doubles, hn::Vec<D> value) const {
    return hn::Mul(value, hn::Set(doubles, factor));
  }
  double factor;
};

// `factor` is for where an approximation will do.
struct AnyQuotient {
  static constexpr bool kExact = false;
  explicit AnyQuotient(double by) : factor(1 / by), divisor(by) {}
  template <class D>
  hn::Vec<D> operator()(D doubles, hn::Vec<D> value) const {
    return hn::Div(value, hn::Set(doubles, divisor));
  }
  double factor;
  double divisor;
};

template <class Format>
struct Elements {
  explicit Elements(const TileRun& run)
      : data(static_cast<const typename Format::Element*>(run.data)), mask(-run.step) {}

  template <class D>
  [[nodiscard]] hn::Vec<D> Load(D floats, int64_t i) const {
    return Format::Load(floats, data + (i & mask));
  }
  template <class D>
  [[nodiscard]] auto LoadPairs(D floats, int64_t i) const {
    return Format::LoadPairs(floats, data + (i & mask));
  }

  const typename Format::Element* data;
  int64_t mask;  // 0 where one element is repeated
};

template <class In>
struct Inputs {
  explicit Inputs(const MseLossOperands& in) : gradOutput(in.gradOutput), self(in.self), target(in.target) {}

  Elements<In> gradOutput;
  Elements<In> self;
  Elements<In> target;
};

// In float64: the difference of two huge values may leave float32 and come back. Rounded to float32 only as
// far as that does not disturb the rounding to Out.
template <class In, class Out, class Quotient, class D>
HWY_INLINE hn::Vec<D> ComputeInDouble(D floats, const Inputs<In>& in, const Quotient& quotient, int64_t i) {
  const hn::Rebind<double, D> doubles;
  const auto load = [=](const Elements<In>& elements)
                        HWY_ATTR { return hn::PromoteTo(doubles, elements.Load(floats, i)); };
  const auto difference = hn::Sub(load(in.self), load(in.target));
  return ToFloat<Out>(doubles, quotient(doubles, hn::Mul(difference, load(in.gradOutput))));
}

// A whole vector of float32 lanes, from twice as many lanes of float64 as a vector has.
template <class In, class Out, class Quotient, class D>
HWY_NOINLINE hn::Vec<D> ComputeAgainInDouble(D floats, Inputs<In> in, Quotient quotient, int64_t i) {
  const hn::Rebind<float, hn::CappedTag<double, hn::MaxLanes(D())>> part;
  HWY_ALIGN std::array<float, hn::MaxLanes(D())> results;
  for (size_t at = 0; at < hn::Lanes(floats); at += hn::Lanes(part)) {
    hn::StoreU(ComputeInDouble<In, Out>(part, in, quotient, i + static_cast<int64_t>(at)), part,
               results.data() + at);
  }
  return hn::Load(floats, results.data());
}

// A float32 result, and the lanes in which it rounds to the half type as the exact one does.
template <class D>
struct Guess {
  hn::Vec<D> result;
  hn::Mask<D> sure;
};

// FLOAT16: two products of its numbers fit in float32, and what their difference loses can be computed
// (Knuth's two-sum). The product is rounded to odd: exact but for the last bit, which is set if anything was
// lost.
template <class D>
HWY_INLINE Guess<D> GuessProduct(Float16 /*half*/, D floats, hn::Vec<D> gradOutput, hn::Vec<D> self,
                                 hn::Vec<D> target, float factor) {
  const hn::RebindToSigned<D> bits;
  const auto minuend = hn::Mul(self, gradOutput);
  const auto subtrahend = hn::Mul(target, gradOutput);
  const auto difference = hn::Sub(minuend, subtrahend);
  const auto part = hn::Sub(difference, minuend);
  const auto lost = hn::Sub(hn::Sub(minuend, hn::Sub(difference, part)), hn::Add(subtrahend, part));
  // Towards zero where it was rounded away from it.
  const auto raw = hn::BitCast(bits, difference);
  const auto away = hn::ShiftRight<31>(hn::Xor(raw, hn::BitCast(bits, lost)));
  const auto odd = hn::Or(hn::Add(raw, away), hn::Set(bits, 1));
  const auto inexact = hn::Gt(hn::Abs(lost), hn::Zero(floats));
  const auto product = hn::BitCast(floats, hn::IfThenElse(hn::RebindMask(bits, inexact), odd, raw));
  // Zeros get the sign that the formula gives.
  const auto sign = hn::Xor(hn::Sub(self, target), gradOutput);
  const auto result = hn::Mul(hn::OrAnd(product, sign, hn::SignBit(floats)), hn::Set(floats, factor));
  return {result, hn::Lt(hn::Abs(result), hn::Inf(floats))};
}

// BFLOAT16: its exponents are those of float32, so that its numbers lie at the same bits however small they
// are. A float32 result rounds to it otherwise than the exact one only if it lies right between two of them
// (many exact ones do) and has lost something.
template <class D>
HWY_INLINE Guess<D> GuessProduct(Bfloat16 /*half*/, D floats, hn::Vec<D> gradOutput, hn::Vec<D> self,
                                 hn::Vec<D> target, float factor) {
  const hn::Rebind<uint32_t, D> bits;
  const auto difference = hn::Sub(self, target);
  const auto result = hn::Mul(hn::Mul(difference, gradOutput), hn::Set(floats, factor));
  // The product of 16 digits and 8 fits in float32.
  const auto digits = hn::And(hn::BitCast(bits, difference), hn::Set(bits, 0xFF));
  const auto lost = hn::Or(hn::BitCast(bits, hn::Sub(hn::Sub(self, difference), target)),
                           hn::BitCast(bits, hn::Sub(hn::Add(difference, target), self)));
  const auto exact = hn::Eq(hn::Or(lost, digits), hn::Zero(bits));
  const auto between =
      hn::Xor(hn::ShiftLeft<16>(hn::BitCast(bits, result)), hn::Set(bits, uint32_t{1} << 31));
  // Between two numbers, only an exact product in the normal range will do.
  const auto least =
      hn::IfThenElse(hn::RebindMask(floats, exact), hn::Set(floats, 0x1p-125F), hn::Inf(floats));
  const auto magnitude = hn::Abs(result);
  const auto rounds =
      hn::Or(hn::Ge(magnitude, least), hn::RebindMask(floats, hn::Ne(between, hn::Zero(bits))));
  return {result, hn::And(hn::Lt(magnitude, hn::Inf(floats)), rounds)};
}

// Of what GuessProduct does, the part that suffices for most vectors: two FLOAT16 products, whose difference
// is rounded once, to a number in FLOAT16's normal range that does not lie between two of its numbers.
template <class D>
HWY_INLINE Guess<D> GuessProductQuickly(D floats, hn::Vec<D> gradOutput, hn::Vec<D> self, hn::Vec<D> target,
                                        float factor) {
  const hn::Rebind<uint32_t, D> bits;
  const auto difference = hn::Sub(hn::Mul(self, gradOutput), hn::Mul(target, gradOutput));
  const auto result = hn::Mul(difference, hn::Set(floats, factor));
  const auto dropped = hn::And(hn::BitCast(bits, result), hn::Set(bits, 0x1FFF));
  const auto rounds = hn::RebindMask(floats, hn::Ne(dropped, hn::Set(bits, 0x1000)));
  return {result, hn::And(rounds, hn::Ge(hn::Abs(result), hn::Set(floats, 0x1p-14F)))};
}

// From a half type to the same one: in float32, in a third of the time. A vector with an element that might
// round otherwise than the exact result does is then done again in float64.
template <class Half, class Quotient, class D>
HWY_INLINE hn::Vec<D> ComputeInFloat(Half half, D floats, const Inputs<Half>& in, const Quotient& quotient,
                                     int64_t i) {
  const auto gradOutput = in.gradOutput.Load(floats, i);
  const auto self = in.self.Load(floats, i);
  const auto target = in.target.Load(floats, i);
  const auto factor = static_cast<float>(quotient.factor);
  if constexpr (Quotient::kExact) {
    if constexpr (std::is_same_v<Half, Float16>) {
      const auto quick = GuessProductQuickly(floats, gradOutput, self, target, factor);
      if (HWY_LIKELY(hn::AllTrue(floats, quick.sure))) {
        return quick.result;
      }
    }
    const auto guess = GuessProduct(half, floats, gradOutput, self, target, factor);
    if (HWY_LIKELY(hn::AllTrue(floats, guess.sure))) {
      return guess.result;
    }
  } else {
    const auto result = hn::Mul(hn::Mul(hn::Sub(self, target), gradOutput), hn::Set(floats, factor));
    if (HWY_LIKELY(RoundsSurely<Half>(floats, result))) {
      return result;
    }
  }
  return ComputeAgainInDouble<Half, Half>(floats, in, quotient, i);
}

// From float32 to float32: a pair of float32 numbers holds each intermediate result to 2^-44 of it, from what
// Knuth's two-sum and fused multiply-adds say that a difference and a product have lost. If the last addition
// gives one and the same whether the small part of the sum is a bit larger or smaller, the result that
// float64 gives, which lies between, rounds to it too (Ziv's test). Else the vector is done again in float64.
template <class Quotient, class D>
HWY_INLINE hn::Vec<D> ComputeInFloat(Float32 /*format*/, D floats, const Inputs<Float32>& in,
                                     const Quotient& quotient, int64_t i) {
  const auto gradOutput = in.gradOutput.Load(floats, i);
  const auto self = in.self.Load(floats, i);
  const auto target = in.target.Load(floats, i);
  const auto factor = static_cast<float>(quotient.factor);
  const auto factorLow = static_cast<float>(quotient.factor - factor);

  const auto difference = hn::Sub(self, target);
  const auto part = hn::Sub(difference, self);
  const auto differenceLow = hn::Sub(hn::Sub(self, hn::Sub(difference, part)), hn::Add(target, part));

  const auto product = hn::Mul(difference, gradOutput);
  const auto productLow = hn::MulAdd(differenceLow, gradOutput, hn::MulSub(difference, gradOutput, product));

  const auto scale = hn::Set(floats, factor);
  const auto large = hn::Mul(product, scale);
  auto small = hn::MulAdd(productLow, scale, hn::MulSub(product, scale, large));
  if constexpr (!Quotient::kExact) {
    small = hn::MulAdd(product, hn::Set(floats, factorLow), small);
  }

  const auto result = hn::MulAdd(small, hn::Set(floats, 1 + 0x1p-14F), large);
  const auto other = hn::MulAdd(small, hn::Set(floats, 1 - 0x1p-14F), large);
  // What is smaller may have lost digits at the lower end of float32's range.
  const auto inRange = hn::Ge(hn::Abs(result), hn::Set(floats, 0x1p-90F));
  const auto sure = hn::And(hn::Eq(result, other), inRange);
  if (HWY_LIKELY(hn::AllTrue(floats, sure))) {
    return result;
  }
  // Zeros, with the sign that the formula gives.
  const auto zero = hn::Zero(floats);
  const auto isZero =
      hn::And(hn::Eq(large, zero), hn::Or(hn::Eq(difference, zero), hn::Eq(gradOutput, zero)));
  if (hn::AllTrue(floats, hn::Or(sure, isZero))) {
    return hn::IfThenElse(isZero, large, result);
  }
  return ComputeAgainInDouble<Float32, Float32>(floats, in, quotient, i);
}

#if HWY_TARGET != HWY_SCALAR
// BFLOAT16 by pairs; one vector after the other where that is doubtful. Returns how many elements.
template <class Quotient>
int64_t PairDifferences(const Inputs<Bfloat16>& in, const Quotient& quotient, int64_t begin, int64_t count,
                        uint16_t* out) {
  const hn::ScalableTag<float> floats;
  const auto lanes = static_cast<int64_t>(hn::Lanes(floats));
  int64_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    const auto gradOutput = in.gradOutput.LoadPairs(floats, begin + i);
    const auto self = in.self.LoadPairs(floats, begin + i);
    const auto target = in.target.LoadPairs(floats, begin + i);
    // No default constructor: g++ does not compile it for the target.
    Bfloat16::Pairs<hn::ScalableTag<float>> results{hn::Zero(floats), hn::Zero(floats)};
    bool sure = false;
    if constexpr (Quotient::kExact) {
      const auto factor = static_cast<float>(quotient.factor);
      const auto even = GuessProduct(Bfloat16(), floats, gradOutput.even, self.even, target.even, factor);
      const auto odd = GuessProduct(Bfloat16(), floats, gradOutput.odd, self.odd, target.odd, factor);
      results = {even.result, odd.result};
      sure = hn::AllTrue(floats, hn::And(even.sure, odd.sure));
    } else {
      const auto factor = hn::Set(floats, static_cast<float>(quotient.factor));
      results = {hn::Mul(hn::Mul(hn::Sub(self.even, target.even), gradOutput.even), factor),
                 hn::Mul(hn::Mul(hn::Sub(self.odd, target.odd), gradOutput.odd), factor)};
      sure = RoundsSurely<Bfloat16>(floats, results.even) && RoundsSurely<Bfloat16>(floats, results.odd);
    }
    if (HWY_LIKELY(sure)) {
      Bfloat16::StoreFinitePairs(floats, results, out + i);
    } else {
      for (int64_t at = i; at < i + 2 * lanes; at += lanes) {
        Bfloat16::Store(floats, ComputeInFloat(Bfloat16(), floats, in, quotient, begin + at), out + at);
      }
    }
  }
  return i;
}
#endif

// Quotient: floating-point vector / divisor.
template <class In, class Out, class Quotient>
void Differences(const MseLossOperands& operands, const Quotient& quotient, int64_t begin, int64_t count,
                 typename Out::Element* out) {
  const Inputs<In> in(operands);
#if HWY_TARGET != HWY_SCALAR
  if constexpr (std::is_same_v<In, Bfloat16> && std::is_same_v<Out, Bfloat16>) {
    const int64_t done = PairDifferences(in, quotient, begin, count, out);
    begin += done;
    count -= done;
    out += done;
  }
#endif
  if constexpr (std::is_same_v<In, Out> && !std::is_same_v<In, Float32>) {
    ForEachVector(hn::ScalableTag<float>(), count, [=](auto floats, int64_t i) HWY_ATTR {
      Out::Store(floats, ComputeInFloat(In(), floats, in, quotient, begin + i), out + i);
    });
  } else {
    int64_t done = 0;
    if constexpr (std::is_same_v<In, Out> && HWY_NATIVE_FMA != 0) {
      const hn::ScalableTag<float> whole;
      done = count - count % static_cast<int64_t>(hn::Lanes(whole));
      ForEachVector(whole, done, [=](auto floats, int64_t i) HWY_ATTR {
        Out::Store(floats, ComputeInFloat(In(), floats, in, quotient, begin + i), out + i);
      });
    }
    ForEachVector(hn::Rebind<float, hn::ScalableTag<double>>(), count - done,
                  [=](auto floats, int64_t i) HWY_ATTR {
                    const int64_t at = done + i;
                    Out::Store(floats, ComputeInDouble<In, Out>(floats, in, quotient, begin + at), out + at);
                  });
  }
}

template <class In, class Out, class Quotient>
void AllDifferences(const MseLossOperands& in, const Quotient& quotient, int64_t count,
                    const MseLossResults& results) {
  using Element = typename Out::Element;
  auto* const out = static_cast<Element*>(results.data);
  if (results.stores == Stores::kCached) {
    return Differences<In, Out>(in, quotient, 0, count, out);
  }
  alignas(kLineBytes) std::array<Element, kTileElements> tile;
  int64_t length = static_cast<int64_t>(BytesToLine(out) / sizeof(Element));
  for (int64_t begin = 0; begin < count; begin += length, length = kTileElements) {
    length = std::min(length, count - begin);
    Differences<In, Out>(in, quotient, begin, length, tile.data());
    StreamCopy(reinterpret_cast<std::byte*>(out + begin), reinterpret_cast<const std::byte*>(tile.data()),
               static_cast<size_t>(length) * sizeof(Element));
  }
  hwy::FlushStream();
}

// (self - target) * gradOutput / divisor for `count` elements.
void MseLossGradient(const MseLossOperands& in, double divisor, int64_t count,
                     const MseLossResults& results) {
  VisitFormat(in.dtype, [&](auto inFormat) HWY_ATTR {
    VisitFormat(results.dtype, [&](auto outFormat) HWY_ATTR {
      using In = decltype(inFormat);
      using Out = decltype(outFormat);
      int exponent = 0;
      if (std::frexp(divisor, &exponent) == 0.5) {
        AllDifferences<In, Out>(in, ExactQuotient(divisor), count, results);
      } else {
        AllDifferences<In, Out>(in, AnyQuotient(divisor), count, results);
      }
    });
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(MseLossGradient);

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;

bool AllContiguousAndOfOneShape(const MseLossBackwardArgs& args) {
  const auto plain = [&](const TensorView& view) {
    return std::ranges::equal(view.Dims(), args.out.Dims()) && view.Contiguous();
  };
  return plain(args.gradOutput) && plain(args.self) && plain(args.target) && args.out.Contiguous();
}

// Apart, because what serves any layout is a tenth of a small call.
void RunContiguous(const MseLossBackwardArgs& args, const backend::cpu::CpuContext& cpu) {
  const int64_t elements = args.out.NumElements();
  const auto gradient = HWY_DYNAMIC_DISPATCH(MseLossGradient);
  const Stores stores = StoresFor(args.out);
  cpu.ParallelFor(CeilDivide(elements, kTaskElements), [&](int64_t task) {
    const int64_t begin = task * kTaskElements;
    const auto at = [=](const TensorView& view) {
      return view.data + begin * static_cast<int64_t>(SizeOf(view.dtype));
    };
    gradient({{at(args.gradOutput), 1}, {at(args.self), 1}, {at(args.target), 1}, args.self.dtype},
             args.divisor, std::min(kTaskElements, elements - begin), {at(args.out), args.out.dtype, stores});
  });
}

Prepared Prepare(const MseLossBackwardArgs& args) {
  const auto elements = static_cast<size_t>(args.out.NumElements());
  const size_t bytes = elements * (3 * SizeOf(args.self.dtype) + SizeOf(args.out.dtype));
  constexpr size_t kWorthLooking = size_t{64} << 10;  // what is smaller is soon done in any case
  if (bytes > kWorthLooking && args.self.dtype == args.out.dtype && AllContiguousAndOfOneShape(args)) {
    return {.cost = 4 * elements};
  }
  return {.cost = bytes};
}

Status Run(const MseLossBackwardArgs& args, const Prepared& /*needs*/, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  if (AllContiguousAndOfOneShape(args)) {
    RunContiguous(args, cpu);
    return Status::Ok();
  }
  TensorView gradOutputView = BroadcastTo(args.gradOutput, args.out.Dims());
  TensorView selfView = BroadcastTo(args.self, args.out.Dims());
  TensorView targetView = BroadcastTo(args.target, args.out.Dims());
  TensorView outView = args.out;
  FollowMemory({&outView, &gradOutputView, &selfView, &targetView});
  const TileReader gradOutput(gradOutputView);
  const TileReader self(selfView);
  const TileReader target(targetView);
  const TileWriter out(outView);
  const bool inPlace = outView.Contiguous();
  const Stores stores = inPlace ? StoresFor(outView) : Stores::kCached;
  const int64_t elements = args.out.NumElements();
  const auto gradient = HWY_DYNAMIC_DISPATCH(MseLossGradient);
  cpu.ParallelFor(CeilDivide(elements, kTaskElements), [&](int64_t task) {
    TileBuffer gradOutputBuffer;
    TileBuffer selfBuffer;
    TileBuffer targetBuffer;
    TileBuffer outBuffer;
    const int64_t end = std::min(elements, (task + 1) * kTaskElements);
    int64_t count = 0;
    for (int64_t begin = task * kTaskElements; begin < end; begin += count) {
      count = kTileElements;
      if (inPlace) {
        const int64_t run =
            std::min({gradOutput.RunLength(begin), self.RunLength(begin), target.RunLength(begin)});
        count = std::max(count, run);
      }
      count = std::min(count, end - begin);
      void* const results = inPlace ? outView.data + begin * static_cast<int64_t>(SizeOf(outView.dtype))
                                    : static_cast<void*>(outBuffer.data());
      gradient({gradOutput.ReadRun(begin, count, gradOutputBuffer), self.ReadRun(begin, count, selfBuffer),
                target.ReadRun(begin, count, targetBuffer), args.self.dtype},
               args.divisor, count, {results, outView.dtype, stores});
      if (!inPlace) {
        out.WriteRaw(begin, count, results);
      }
    }
  });
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:tiles", Prepare);

}  // namespace

constinit const KernelEntry<MseLossBackwardArgs> kMseLossBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
