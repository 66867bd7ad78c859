// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/index_space.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <string>

#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "kernels/indexing/index_loops.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {
namespace {

// Indices that a task checks.
constexpr int64_t kCheckedIndices = 32 * kTileElements;

// What no int64 holds reads as this: out of range for all but an extent that nobody has.
constexpr int64_t kNoIndex = INT64_MIN;

// Where an element of a view lies, by its number in row-major order.
int64_t OffsetOf(const TensorView& view, int64_t element) {
  int64_t offset = 0;
  for (size_t d = view.Dims().size(); d-- > 0;) {
    offset += element % view.dims[d] * view.strides[d];
    element /= view.dims[d];
  }
  return offset;
}

void RemoveDim(TensorView& view, size_t dim) {
  const auto after = static_cast<std::ptrdiff_t>(dim) + 1;
  std::copy(view.dims.begin() + after, view.dims.end(), view.dims.begin() + after - 1);
  std::copy(view.strides.begin() + after, view.strides.end(), view.strides.begin() + after - 1);
  --view.rank;
}

// Each of the view's elements once: without the dims along which they repeat.
TensorView WithoutRepeats(TensorView view) {
  for (size_t d = 0; d < view.Dims().size(); ++d) {
    view.dims[d] = view.strides[d] == 0 ? 1 : view.dims[d];
  }
  return view;
}

// The number in a box of an element of a part at its beginning.
int64_t PositionOf(std::span<const int64_t> part, int64_t element, std::span<const int64_t> box) {
  int64_t position = 0;
  int64_t step = 1;
  for (size_t d = part.size(); d-- > 0;) {
    position += element % part[d] * step;
    element /= part[d];
    step *= box[d];
  }
  return position;
}

}  // namespace

IndexSpace::IndexSpace(std::span<const int64_t> dims) {
  steps_.rank = static_cast<int>(dims.size());
  std::ranges::copy(dims, steps_.dims.begin());
}

void IndexSpace::Add(const Indices& indices) {
  Indices all = indices;
  all.view = BroadcastTo(indices.view, Dims());
  indices_.push_back(all);
}

Status IndexSpace::Check(const backend::cpu::CpuContext& cpu) const {
  for (const Indices& indices : indices_) {
    const TensorView view = Count() == 0 ? steps_ : WithoutRepeats(indices.view);
    const int64_t count = view.NumElements();
    const int64_t below = indices.negative ? indices.extent : 0;
    const IndexReader reader(count == 0 ? indices.view : view, kNoIndex);
    std::atomic<int64_t> offender = count;
    cpu.ParallelFor(CeilDivide(count, kCheckedIndices), [&](int64_t task) {
      IndexReader::Buffer buffer;
      const int64_t end = std::min(count, (task + 1) * kCheckedIndices);
      for (int64_t begin = task * kCheckedIndices; begin < end; begin += kTileElements) {
        const int64_t some = std::min(kTileElements, end - begin);
        const int64_t* const tile = reader.ReadTile(begin, some, buffer);
        if (AllInRange(tile, some, below, indices.extent)) {
          continue;
        }
        const int64_t* const found = std::find_if(
            tile, tile + some, [&](int64_t index) { return index < -below || index >= indices.extent; });
        const int64_t element = begin + (found - tile);
        int64_t first = offender.load();
        while (element < first && !offender.compare_exchange_weak(first, element)) {
        }
        return;
      }
    });
    if (offender < count) {
      return {code::kRtVectorCoreException,
              indices.name.Text() + ": expected values in [" + std::to_string(-below) + ", " +
                  std::to_string(indices.extent) + "), got " + reader.Text(offender) + " at " + indices.unit +
                  " " + std::to_string(PositionOf(view.Dims(), offender, Dims()))};
    }
  }
  return Status::Ok();
}

void IndexSpace::Read(int64_t begin, int64_t count, int64_t* offsets) const {
  IndexReader::Buffer buffer;
  const bool starts = !indices_.empty() && !indices_[0].flat.Defined();
  const int64_t* tile =
      starts ? IndexReader(indices_[0].view, kNoIndex).ReadTile(begin, count, buffer) : nullptr;
  int64_t* next = offsets;
  MergedDims(steps_).ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
    const int64_t first = offset_ + offset;
    if (starts) {
      SetOffsets(tile, run, indices_[0].extent, indices_[0].stride, first, stride, next);
      tile += run;
    } else {
      for (int64_t i = 0; i < run; ++i) {
        next[i] = first + i * stride;
      }
    }
    next += run;
  });
  for (size_t k = starts ? 1 : 0; k < indices_.size(); ++k) {
    const Indices& indices = indices_[k];
    tile = IndexReader(indices.view, kNoIndex).ReadTile(begin, count, buffer);
    if (!indices.flat.Defined()) {
      AddOffsets(tile, count, indices.extent, indices.stride, offsets);
      continue;
    }
    for (int64_t i = 0; i < count; ++i) {
      offsets[i] += OffsetOf(indices.flat, tile[i] < 0 ? tile[i] + indices.extent : tile[i]);
    }
  }
}

std::optional<IndexSpace::Plain> IndexSpace::AsPlain() const {
  constexpr int64_t kLeastRun = 4;
  if (indices_.size() != 1 || indices_[0].negative || indices_[0].flat.Defined()) {
    return std::nullopt;
  }
  const MergedDims steps(steps_);
  if (steps.RunFrom(0).count < std::min(kLeastRun, Count())) {
    return std::nullopt;
  }
  return Plain{IndexReader(indices_[0].view, kNoIndex), steps, offset_, indices_[0].stride};
}

IndexSpace IndexSpace::Narrowed(size_t dim, int64_t start, int64_t count) const {
  IndexSpace part = *this;
  part.offset_ += start * steps_.strides[dim];
  part.steps_.dims[dim] = count;
  for (Indices& indices : part.indices_) {
    indices.view.data += start * indices.view.strides[dim] * static_cast<int64_t>(SizeOf(indices.view.dtype));
    indices.view.dims[dim] = count;
  }
  return part;
}

bool IndexSpace::OnlySteps(size_t dim) const {
  return steps_.dims[dim] == 1 || std::ranges::all_of(indices_, [&](const Indices& indices) {
           return indices.view.strides[dim] == 0;
         });
}

IndexSpace IndexSpace::WithoutDim(size_t dim) const {
  IndexSpace rest = *this;
  RemoveDim(rest.steps_, dim);
  std::copy(apart_.begin() + static_cast<std::ptrdiff_t>(dim) + 1, apart_.end(),
            rest.apart_.begin() + static_cast<std::ptrdiff_t>(dim));
  for (Indices& indices : rest.indices_) {
    RemoveDim(indices.view, dim);
  }
  return rest;
}

int64_t IndexSpace::LeastStride() const {
  int64_t least = INT64_MAX;
  for (const Indices& indices : indices_) {
    least = std::min(least, indices.stride);
  }
  return least;
}

IndexSpace IndexSpace::Scaled(int64_t factor) const {
  const auto scale = [&](TensorView& view) {
    std::ranges::transform(view.strides, view.strides.begin(),
                           [&](int64_t stride) { return stride * factor; });
  };
  IndexSpace scaled = *this;
  scaled.offset_ *= factor;
  scale(scaled.steps_);
  for (Indices& indices : scaled.indices_) {
    indices.stride *= factor;
    scale(indices.flat);
  }
  return scaled;
}

}  // namespace openaclnn
