// SPDX-License-Identifier: Apache-2.0
//
// What the operators that resize share: checks, and the maps of their axes.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>

#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/plane_map.h"
#include "ops/sampling/nearest.h"
#include "ops/sampling/resize_maps.h"

namespace openaclnn::resize {

// What there is to know besides the tensors and their sizes.
struct Resizing {
  ResizeKind kind;
  size_t spatial;
  std::span<const DType> dtypes;
  bool alignCorners;
  // How often each extent goes into the output's, the first one's first; not positive: as the sizes say.
  std::array<double, 3> times;
};

template <typename Args>
inline constexpr std::array<const KernelEntry<Args>*, 1> kKernels{nullptr};
template <>
inline constexpr std::array<const KernelEntry<NearestArgs>*, 1> kKernels<NearestArgs>{&kNearestCpu};
template <>
inline constexpr std::array<const KernelEntry<PlaneMapArgs>*, 1> kKernels<PlaneMapArgs>{&kPlaneMapCpu};

template <typename Args>
constexpr std::array<TensorArgument<Args>, 2> ArgumentsOf(const char* input, const char* output) {
  if constexpr (std::is_same_v<Args, NearestArgs>) {
    return {{{input, Role::kInput, &Args::self}, {output, Role::kOutput, &Args::out}}};
  } else {
    return {{{input, Role::kInput, &Args::source}, {output, Role::kOutput, &Args::result}}};
  }
}

// Phase one: of copies of the nearest places, and of weighted sums.
[[nodiscard]] Status Bind(PhaseOneCall& call, const Operator<NearestArgs>& op, const Resizing& resizing,
                          const NamedTensor& self, const aclIntArray* outputSize, const NamedTensor& out);
[[nodiscard]] Status Bind(PhaseOneCall& call, const Operator<PlaneMapArgs>& op, const Resizing& resizing,
                          const NamedTensor& self, const aclIntArray* outputSize, const NamedTensor& out);
[[nodiscard]] Status BindBackward(PhaseOneCall& call, const Operator<PlaneMapArgs>& op,
                                  const Resizing& resizing, const NamedTensor& gradOut,
                                  const aclIntArray* outputSize, const aclIntArray* inputSize,
                                  const NamedTensor& gradInput);

}  // namespace openaclnn::resize
