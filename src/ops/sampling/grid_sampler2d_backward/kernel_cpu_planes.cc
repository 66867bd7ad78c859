// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_planes.h"

#include <algorithm>
#include <atomic>

#include "kernels/tiles.h"
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_points.h"

namespace openaclnn {

GridPlanes::GridPlanes(const GridSampler2DBackwardArgs& args, const GridCut& cut, std::byte* workspace,
                       const backend::cpu::CpuContext& cpu)
    : args_(args), cut_(cut), cpu_(cpu), slots_(workspace + cut.slotsAt), rowPixels_(cut.width + 2) {}

void GridPlanes::Run(int64_t first, int64_t images, const GridGradSums& gridGrad) {
  first_ = first;
  std::atomic<int64_t> next = 0;
  cpu_.ParallelFor(std::min(cut_.slots, images), [&](int64_t slot) {
    for (int64_t image = next++; image < images; image = next++) {
      RunImage(image, slots_ + slot * static_cast<int64_t>(cut_.slotBytes), gridGrad);
    }
  });
}

void GridPlanes::RunImage(int64_t image, std::byte* slot, const GridGradSums& gridGrad) const {
  std::byte* const input = slot + cut_.slotElements * static_cast<int64_t>(sizeof(double));
  const Plane plane{.image = image,
                    .sums = cut_.scatters ? reinterpret_cast<double*>(slot) : nullptr,
                    .input = cut_.gathers ? reinterpret_cast<float*>(input) : nullptr,
                    .gradients = slot + cut_.slotElements * cut_.elementBytes};
  if (cut_.gathers) {
    ReadInput(plane);
  }
  if (cut_.scatters) {
    std::fill_n(plane.sums, cut_.slotElements, 0.0);
  }
  AddSamples(plane, gridGrad);
  if (cut_.scatters) {
    WriteInputGrad(plane);
  }
}

void GridPlanes::AddSamples(const Plane& plane, const GridGradSums& gridGrad) const {
  GridRows rows{.lanes = cut_.lanes, .firstColumn = 0, .firstRow = 0, .rowPixels = rowPixels_};
  if (plane.sums != nullptr) {
    rows.northSums = plane.sums + RowOffset(0);
    rows.southSums = plane.sums + RowOffset(1);
  }
  if (plane.input != nullptr) {
    rows.northInput = plane.input + RowOffset(0);
    rows.southInput = plane.input + RowOffset(1);
  }
  const GridEdges edges{static_cast<double>(cut_.width - 1), static_cast<double>(cut_.height - 1)};
  const TileReader grid(args_.grid);
  GridPoints points;
  alignas(64) GridGradTile tile;
  ForEachTile(0, cut_.samples, static_cast<int64_t>(kGridTile), [&](int64_t begin, int64_t count) {
    LocateGridPoints(args_, grid, (first_ + plane.image) * cut_.samples + begin, count, points);
    const GridGradients gradients = GradientsOf(plane, begin, count);
    if (cut_.nearest) {
      AddGridSamples(points, gradients, count, rows);
      return;
    }
    BlendGridSamples(points, gradients, count, edges, rows, tile);
    if (cut_.gathers) {
      gridGrad.Write(plane.image, begin, count, tile);
    }
  });
}

GridGradients GridPlanes::GradientsOf(const Plane& plane, int64_t begin, int64_t count) const {
  const TensorView& view = args_.gradOutput;
  const auto elementSize = static_cast<int64_t>(SizeOf(view.dtype));
  const int64_t image = first_ + plane.image;
  if (cut_.packsGradients) {
    PackGridGradients(view, {image, 0, cut_.channels}, {begin, count}, nullptr, plane.gradients, cut_.lanes);
    return {view.dtype, plane.gradients, cut_.lanes * elementSize, nullptr};
  }
  const int64_t stride = view.strides[view.dims[3] == 1 ? 2 : 3] * elementSize;
  return {view.dtype, view.data + GridByteOffset(view, image, 0, 0, 0) + begin * stride, stride, nullptr};
}

// The pixels of a row.
template <typename Pointer>
GridPatch<Pointer> GridPlanes::PatchOf(const TensorView& view, int64_t image, int64_t row) const {
  return {.data = view.data + GridByteOffset(view, first_ + image, 0, row, 0),
          .dtype = view.dtype,
          .channels = cut_.channels,
          .channelStride = view.strides[1],
          .pixels = cut_.width,
          .pixelStride = view.strides[3]};
}

// With zeros around.
void GridPlanes::ReadInput(const Plane& plane) const {
  float* written = plane.input;
  for (int64_t row = 0; row < cut_.height; ++row) {
    float* const pixels = plane.input + RowOffset(row);
    std::fill(written, pixels, 0.0F);
    ReadGridRows(PatchOf<const std::byte*>(args_.input, plane.image, row), pixels, cut_.lanes);
    written = pixels + cut_.width * cut_.lanes;
  }
  std::fill(written, plane.input + cut_.slotElements, 0.0F);
}

void GridPlanes::WriteInputGrad(const Plane& plane) const {
  for (int64_t row = 0; row < cut_.height; ++row) {
    WriteGridRows(PatchOf<std::byte*>(args_.inputGrad, plane.image, row), plane.sums + RowOffset(row),
                  cut_.lanes);
  }
}

}  // namespace openaclnn
