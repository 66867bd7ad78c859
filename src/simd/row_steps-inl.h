// SPDX-License-Identifier: Apache-2.0
//
// Steps on rows of FLOATs that lie side by side: some numbers in, some numbers out, place by place. A step is
//
//   struct Step {
//     static constexpr size_t kInputs = 2, kOutputs = 1;
//     template <class T>
//     static HWY_INLINE std::array<T, 1> Compute(const std::array<T, 2>& in);
//   };
//
// Outputs may lie where inputs do. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class Step, class... Constants>
HWY_INLINE void RunRowStep(const float* const* in, float* const* out, int64_t count,
                           const Constants&... constants) {
  using D = hn::ScalableTag<float>;
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(D()));
  const auto compute = [&]<size_t... kAt>(const float* const* from, float* const* to, int64_t at,
                                          std::index_sequence<kAt...> /*places*/) HWY_ATTR {
    const std::array<Lanes<D>, Step::kInputs> numbers{Lanes<D>(hn::LoadU(D(), from[kAt] + at))...};
    const std::array<Lanes<D>, Step::kOutputs> results = Step::Compute(numbers, constants...);
    for (size_t i = 0; i < Step::kOutputs; ++i) {
      hn::StoreU(results[i].vector, D(), to[i] + at);
    }
  };
  constexpr std::make_index_sequence<Step::kInputs> kPlaces;
  int64_t at = 0;
  for (; at + kStep <= count; at += kStep) {
    compute(in, out, at, kPlaces);
  }
  if (at == count) {
    return;
  }
  // What is left, in vectors of its own.
  HWY_ALIGN std::array<std::array<float, kStep>, Step::kInputs> numbers{};
  HWY_ALIGN std::array<std::array<float, kStep>, Step::kOutputs> results{};
  std::array<const float*, Step::kInputs> from{};
  std::array<float*, Step::kOutputs> to{};
  for (size_t i = 0; i < Step::kInputs; ++i) {
    std::copy_n(in[i] + at, count - at, numbers[i].data());
    from[i] = numbers[i].data();
  }
  for (size_t i = 0; i < Step::kOutputs; ++i) {
    to[i] = results[i].data();
  }
  compute(from.data(), to.data(), 0, kPlaces);
  for (size_t i = 0; i < Step::kOutputs; ++i) {
    std::copy_n(results[i].data(), count - at, out[i] + at);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
