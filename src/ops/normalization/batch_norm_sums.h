// SPDX-License-Identifier: Apache-2.0
//
// Sums over the channels of a plan (batch_norm_plan.h), and their parameters as float32.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "kernels/layout/channels.h"
#include "kernels/reduction/accumulate.h"
#include "ops/normalization/batch_norm_plan.h"
#include "ops/normalization/parameters.h"

namespace openaclnn::batch_norm {

using backend::cpu::CpuContext;

// Calls body(first, count) for the channels, some at a time.
template <class Body>
void ForEachBand(const CpuContext& cpu, int64_t channels, const Body& body) {
  constexpr int64_t kBand = 64;
  cpu.ParallelFor(CeilDivide(channels, kBand),
                  [&](int64_t task) { body(task * kBand, std::min(kBand, channels - task * kBand)); });
}

// Adds what lies `from` channels behind to each pointer.
template <class Pointers>
Pointers From(Pointers pointers, int64_t from) {
  for (auto& pointer : pointers) {
    pointer += from;
  }
  return pointers;
}

// The sums of a pass over a channel each: sums[k][channel], in arrays with room for plan.Rows() rows.
template <class Pass>
void SumChannels(const CpuContext& cpu, const Plan& plan, const Pass& pass,
                 const typename Pass::Coefficients& coefficients, const typename Pass::Sums& sums) {
  const int64_t channels = plan.shape.channels;
  cpu.ParallelFor(plan.sumTasks.Count(), [&](int64_t task) {
    const ChannelRegion region = plan.sumTasks.At(task);
    const auto row = From(sums, plan.RowOf(region) * channels + region.channel);
    for (double* of : row) {
      std::fill_n(of, region.channels, 0.0);
    }
    pass.Run(region, From(coefficients, region.channel), row);
  });
  ForEachBand(cpu, channels, [&](int64_t first, int64_t count) {
    for (double* of : sums) {
      for (int64_t row = 1; row < plan.Rows(); ++row) {
        AddTo(of + first, of + row * channels + first, count);
      }
    }
  });
}

}  // namespace openaclnn::batch_norm
