// SPDX-License-Identifier: Apache-2.0
//
// gridGrad, from what the chunks of channels have to say to it. Include after simd/per_target.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "backend/cpu/parallel.h"
#include "kernels/tiles/tiles.h"
#include "ops/sampling/grid_sampler2d_backward/gradients-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::grid_sampler {

// Images that are worked on together; their parts of the workspace are counted from the first one.
struct Round {
  int64_t first;
  int64_t images;
};

using PairTile = PerSample<float, 2>;

class GridGrad {
 public:
  GridGrad(const GridSampler2DBackwardArgs& args, const State& state, std::byte* workspace)
      : view_(args.gridGrad),
        partition_(state.partition),
        schedule_(state.schedule),
        staged_(reinterpret_cast<float*>(workspace + schedule_.gridGradAt)) {}

  // A chunk's part of the samples order[0], order[1], ...
  void Stage(int64_t image, int64_t chunk, const int64_t* order, int64_t count, const PairTile& pairs) const {
    float* to = Staged(image, chunk);
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(to + 2 * order[i], pairs.data() + 2 * i, 2 * sizeof(float));
    }
  }
  // A chunk's part of the samples from `sample` on.
  void Stage(int64_t image, int64_t chunk, int64_t sample, int64_t count, const PairTile& pairs) const {
    std::copy_n(pairs.data(), 2 * count, Staged(image, chunk) + 2 * sample);
  }
  // A sample that touches no pixel.
  void StageZeros(int64_t image, int64_t sample) const {
    for (int64_t chunk = 0; chunk < partition_.chunks; ++chunk) {
      std::fill_n(Staged(image, chunk) + 2 * sample, 2, 0.0F);
    }
  }

  // When all chunks of all samples are there: their sums.
  void Finish(const backend::cpu::CpuContext& cpu, const Round& round) const {
    cpu.ParallelFor(round.images * schedule_.pieces, [&](int64_t task) {
      FinishPiece(round, task / schedule_.pieces, task % schedule_.pieces);
    });
  }

 private:
  [[nodiscard]] float* Staged(int64_t image, int64_t chunk) const {
    return staged_ + (image * partition_.chunks + chunk) * partition_.samples * 2;
  }

  void FinishPiece(const Round& round, int64_t image, int64_t piece) const {
    const TileWriter writer(view_);
    const int64_t first = (round.first + image) * partition_.samples;
    alignas(64) PerSample<double, 2> sums;
    alignas(64) PairTile pairs;
    ForEachTile(schedule_.SamplesOf(piece, partition_.samples), [&](int64_t begin, int64_t count) {
      std::fill_n(sums.data(), 2 * count, 0.0);
      for (int64_t chunk = 0; chunk < partition_.chunks; ++chunk) {
        const float* staged = Staged(image, chunk) + 2 * begin;
        for (int64_t i = 0; i < 2 * count; ++i) {
          sums[static_cast<size_t>(i)] += static_cast<double>(staged[i]);
        }
      }
      for (size_t i = 0; i < 2 * static_cast<size_t>(count); ++i) {
        pairs[i] = static_cast<float>(sums[i]);
      }
      writer.Write(2 * (first + begin), 2 * count, pairs.data());
    });
  }

  TensorView view_;
  const Partition& partition_;
  const Schedule& schedule_;
  float* staged_;
};

}  // namespace openaclnn::HWY_NAMESPACE::grid_sampler
HWY_AFTER_NAMESPACE();
