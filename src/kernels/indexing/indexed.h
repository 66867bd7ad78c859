// SPDX-License-Identifier: Apache-2.0
//
// Gathers and scatters: slices of a tensor that index tensors name (kernels/indexing/index_space.h), and
// another tensor that has one slice for each position. A slice is an element, a row, or a box of any strides.
//
// The tensor is given by the dims that make up a slice; the other one by the dims of the positions, then
// those of a slice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "backend/cpu/parallel.h"
#include "base/tensor_view.h"
#include "kernels/indexing/combine.h"
#include "kernels/indexing/index_space.h"

namespace openaclnn {

// The slice at each position becomes the one that its indices name. All have been checked.
void GatherSlices(const IndexSpace& positions, const TensorView& table, const TensorView& out,
                  const backend::cpu::CpuContext& cpu);

// The slice that the indices of each position name becomes the position's own, or the sum or product of both
// (of its own times `scale` where that is what is added). It happens in the order of positions, so that the
// last of several wins, with one rounding for each addition. A half type is computed in float32. `apart`: a
// dim of the positions whose indices lead to different elements, along which work can be shared.
void ScatterSlices(const IndexSpace& positions, const TensorView& values, ScatterMode mode,
                   const TensorView& table, std::optional<size_t> apart, const backend::cpu::CpuContext& cpu,
                   const ScalarValue& scale = {});

}  // namespace openaclnn
