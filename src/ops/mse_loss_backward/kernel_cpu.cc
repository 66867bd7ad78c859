// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "ops/common/memory_order.h"
#include "ops/common/tiles.h"
#include "ops/mse_loss_backward/kernel.h"

// Compiled once for each instruction set; the compiler makes the vectors, Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/mse_loss_backward/kernel_cpu.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "base/formats-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct Divisor {
  double value;
  bool powerOfTwo;  // a multiplication then gives the same as the division
};

template <class D>
hn::Vec<D> Divide(D tag, hn::Vec<D> product, Divisor by) {
  using T = hn::TFromD<D>;
  return by.powerOfTwo ? hn::Mul(product, hn::Set(tag, static_cast<T>(1.0 / by.value)))
                       : hn::Div(product, hn::Set(tag, static_cast<T>(by.value)));
}

// In float64: the difference of two huge values may leave float32 and come back. Rounded to float32 only as
// far as that does not disturb the rounding to Out.
template <class Out, class D>
hn::Vec<D> ComputeExactly(D /*floats*/, hn::Vec<D> gradOutput, hn::Vec<D> self, hn::Vec<D> target,
                          Divisor divisor) {
  const hn::Rebind<double, D> doubles;
  const auto difference = hn::Sub(hn::PromoteTo(doubles, self), hn::PromoteTo(doubles, target));
  const auto product = hn::Mul(difference, hn::PromoteTo(doubles, gradOutput));
  return ToFloat<Out>(doubles, Divide(doubles, product, divisor));
}

template <class In, class Out>
void DifferencesInDouble(const typename In::Element* gradOutput, const typename In::Element* self,
                         const typename In::Element* target, Divisor divisor, int64_t count, float* out) {
  const hn::Rebind<float, hn::ScalableTag<double>> floats;
  ForEachVector(floats, count, [=](auto tag, int64_t i) HWY_ATTR {
    const auto result = ComputeExactly<Out>(tag, In::Load(tag, gradOutput + i), In::Load(tag, self + i),
                                            In::Load(tag, target + i), divisor);
    hn::StoreU(result, tag, out + i);
  });
}

// From a half type to the same one: in float32, at less than half the time. Groups of elements with one that
// might round otherwise than the exact result does are then done again in float64.
template <class Half>
void DifferencesInFloat(const uint16_t* gradOutput, const uint16_t* self, const uint16_t* target,
                        Divisor divisor, int64_t count, float* out) {
  constexpr int64_t kGroup = 16;
  const hn::CappedTag<float, kGroup> floats;
  const int64_t groups = count / kGroup;
  std::array<bool, kTileElements / kGroup> sure;
  for (int64_t group = 0; group < groups; ++group) {
    bool all = true;
    for (int64_t i = group * kGroup; i < (group + 1) * kGroup; i += static_cast<int64_t>(hn::Lanes(floats))) {
      const auto difference = hn::Sub(Half::Load(floats, self + i), Half::Load(floats, target + i));
      const auto product = hn::Mul(difference, Half::Load(floats, gradOutput + i));
      const auto result = Divide(floats, product, divisor);
      hn::StoreU(result, floats, out + i);
      all &= RoundsSurely<Half>(floats, result);
    }
    sure[static_cast<size_t>(group)] = all;
  }
  const auto redo = [=](int64_t i, int64_t length) HWY_ATTR {
    DifferencesInDouble<Half, Half>(gradOutput + i, self + i, target + i, divisor, length, out + i);
  };
  for (int64_t group = 0; group < groups; ++group) {
    if (!sure[static_cast<size_t>(group)]) {
      redo(group * kGroup, kGroup);
    }
  }
  redo(groups * kGroup, count % kGroup);
}

template <class In>
void DifferencesOf(const MseLossOperands& in, Divisor divisor, int64_t count, float* out) {
  using Element = typename In::Element;
  const auto* gradOutput = static_cast<const Element*>(in.gradOutput);
  const auto* self = static_cast<const Element*>(in.self);
  const auto* target = static_cast<const Element*>(in.target);
  if (in.outType == DType::kFloat) {
    DifferencesInDouble<In, Float32>(gradOutput, self, target, divisor, count, out);
  } else if constexpr (!std::is_same_v<In, Float32>) {
    if (in.outType == in.type) {
      DifferencesInFloat<In>(gradOutput, self, target, divisor, count, out);
    } else {
      DifferencesInDouble<In, In>(gradOutput, self, target, divisor, count, out);  // any half type will do
    }
  } else {
    DifferencesInDouble<In, Float16>(gradOutput, self, target, divisor, count, out);  // likewise
  }
}

// All elements of a tile, as float32 that TileWriter rounds to the type of the output.
void Differences(const MseLossOperands& in, double divisor, int64_t count, float* out) {
  int exponent = 0;
  const Divisor by{divisor, std::frexp(divisor, &exponent) == 0.5};
  VisitFormat(in.type, [&](auto format) HWY_ATTR { DifferencesOf<decltype(format)>(in, by, count, out); });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(Differences);

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;

}  // namespace

Plan PlanMseLossBackwardCpu(const MseLossBackwardArgs& args) {
  const auto elements = static_cast<size_t>(args.out.NumElements());
  return {.workspaceBytes = 0, .bytes = elements * (3 * SizeOf(args.self.dtype) + SizeOf(args.out.dtype))};
}

Status RunMseLossBackwardCpu(const MseLossBackwardArgs& args, std::byte* /*workspace*/,
                             backend::ExecutionContext& context) {
  const auto& cpu = static_cast<const backend::cpu::CpuContext&>(context);
  TensorView gradOutputView = BroadcastTo(args.gradOutput, args.out.Dims());
  TensorView selfView = BroadcastTo(args.self, args.out.Dims());
  TensorView targetView = BroadcastTo(args.target, args.out.Dims());
  TensorView outView = args.out;
  FollowMemory({&outView, &gradOutputView, &selfView, &targetView});
  const TileReader gradOutput(gradOutputView);
  const TileReader self(selfView);
  const TileReader target(targetView);
  const TileWriter out(outView);
  const int64_t elements = args.out.NumElements();
  const auto differences = HWY_DYNAMIC_DISPATCH(Differences);
  cpu.ParallelFor(CeilDivide(elements, kTaskElements), [&](int64_t task) {
    TileBuffer gradOutputBuffer;
    TileBuffer selfBuffer;
    TileBuffer targetBuffer;
    TileBuffer outBuffer;
    const int64_t end = std::min(elements, (task + 1) * kTaskElements);
    for (int64_t begin = task * kTaskElements; begin < end; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, end - begin);
      float* tile = out.Prepare(begin, outBuffer);
      differences({gradOutput.ReadRaw(begin, count, gradOutputBuffer), self.ReadRaw(begin, count, selfBuffer),
                   target.ReadRaw(begin, count, targetBuffer), args.self.dtype, args.out.dtype},
                  args.divisor, count, tile);
      out.Write(begin, count, tile);
    }
  });
  return Status::Ok();
}

}  // namespace openaclnn
#endif  // HWY_ONCE
