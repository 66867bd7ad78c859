// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_grid_grad.h"

#include <algorithm>
#include <cstring>

#include "kernels/tiles.h"
#include "simd/convert.h"

namespace openaclnn {
namespace {

template <size_t kBytes>
void ScatterPairs(const void* pairs, const int64_t* order, int64_t count, void* destination) {
  const auto* from = static_cast<const std::byte*>(pairs);
  auto* to = static_cast<std::byte*>(destination);
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + order[i] * int64_t{kBytes}, from + i * int64_t{kBytes}, kBytes);
  }
}

}  // namespace

GridGradSums::GridGradSums(const GridSampler2DBackwardArgs& args, const GridCut& cut, std::byte* workspace,
                           const backend::cpu::CpuContext& cpu)
    : args_(args), cut_(cut), cpu_(cpu), staged_(reinterpret_cast<double*>(workspace + cut.gridGradAt)) {}

void GridGradSums::Begin(int64_t first, int64_t images) {
  first_ = first;
  images_ = images;
}

double* GridGradSums::Staged(int64_t image, int64_t chunk) const {
  return staged_ + (image * cut_.chunks + chunk) * cut_.samples * 2;
}

void GridGradSums::Write(int64_t image, int64_t chunk, const int64_t* order, int64_t count,
                         const GridGradTile& gridGrad) const {
  if (cut_.stagesGridGrad) {
    ScatterPairs<2 * sizeof(double)>(gridGrad.data(), order, count, Staged(image, chunk));
    return;
  }
  const TensorView& view = args_.gridGrad;
  TileBuffer rounded;
  ConvertTo(view.dtype, gridGrad.data(), rounded.data(), 2 * count, Stores::kCached);
  std::byte* pairs =
      view.data + (first_ + image) * cut_.samples * 2 * static_cast<int64_t>(SizeOf(view.dtype));
  if (view.dtype == DType::kFloat) {
    ScatterPairs<2 * sizeof(float)>(rounded.data(), order, count, pairs);
  } else {
    ScatterPairs<2 * sizeof(uint16_t)>(rounded.data(), order, count, pairs);
  }
}

void GridGradSums::Write(int64_t image, int64_t sample, int64_t count, const GridGradTile& gridGrad) const {
  if (cut_.stagesGridGrad) {
    std::copy_n(gridGrad.data(), 2 * count, Staged(image, 0) + 2 * sample);
    return;
  }
  const TensorView& view = args_.gridGrad;
  const int64_t element = ((first_ + image) * cut_.samples + sample) * 2;
  ConvertTo(view.dtype, gridGrad.data(), view.data + element * static_cast<int64_t>(SizeOf(view.dtype)),
            2 * count, Stores::kCached);
}

void GridGradSums::Finish() const {
  if (cut_.stagesGridGrad) {
    cpu_.ParallelFor(images_ * cut_.pieces,
                     [&](int64_t task) { FinishPiece(task / cut_.pieces, task % cut_.pieces); });
  }
}

void GridGradSums::FinishPiece(int64_t image, int64_t piece) const {
  const TileWriter gridGrad(args_.gridGrad);
  const GridCut::Range range = cut_.SamplesOf(piece);
  ForEachTile(range.begin * 2, range.end * 2, kTileElements, [&](int64_t begin, int64_t count) {
    DoubleTileBuffer sums;
    std::copy_n(Staged(image, 0) + begin, count, sums.data());
    for (int64_t chunk = 1; chunk < cut_.chunks; ++chunk) {
      const double* staged = Staged(image, chunk) + begin;
      for (int64_t i = 0; i < count; ++i) {
        sums[static_cast<size_t>(i)] += staged[i];
      }
    }
    gridGrad.Write((first_ + image) * cut_.samples * 2 + begin, count, sums.data());
  });
}

}  // namespace openaclnn
