// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/index_space.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <string>

#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {
namespace {

// Indices that a task checks.
constexpr int64_t kCheckedIndices = 32 * kTileElements;

// What no int64 holds reads as this: out of range for all but an extent that nobody has.
constexpr int64_t kNoIndex = INT64_MIN;

bool InRange(const IndexSpace::Indices& indices, int64_t index) {
  return index < indices.extent && index >= (indices.negative ? -indices.extent : 0);
}

// Where an element of a view lies, by its number in row-major order.
int64_t OffsetOf(const TensorView& view, int64_t element) {
  int64_t offset = 0;
  for (size_t d = view.Dims().size(); d-- > 0;) {
    offset += element % view.dims[d] * view.strides[d];
    element /= view.dims[d];
  }
  return offset;
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
  const int64_t count = Count();
  for (const Indices& indices : indices_) {
    const IndexReader reader(indices.view, kNoIndex);
    std::atomic<int64_t> offender = count;
    cpu.ParallelFor(CeilDivide(count, kCheckedIndices), [&](int64_t task) {
      std::array<int64_t, kTileElements> tile;
      const int64_t end = std::min(count, (task + 1) * kCheckedIndices);
      for (int64_t begin = task * kCheckedIndices; begin < end; begin += kTileElements) {
        const int64_t some = std::min(kTileElements, end - begin);
        reader.Read(begin, some, tile.data());
        const auto [least, most] = std::minmax_element(tile.data(), tile.data() + some);
        if (InRange(indices, *least) && InRange(indices, *most)) {
          continue;
        }
        const int64_t* const found = std::find_if(tile.data(), tile.data() + some,
                                                  [&](int64_t index) { return !InRange(indices, index); });
        const int64_t position = begin + (found - tile.data());
        int64_t first = offender.load();
        while (position < first && !offender.compare_exchange_weak(first, position)) {
        }
        return;
      }
    });
    if (offender < count) {
      const std::string lowest = std::to_string(indices.negative ? -indices.extent : 0);
      return {code::kRtVectorCoreException, indices.name.Text() + ": expected values in [" + lowest + ", " +
                                                std::to_string(indices.extent) + "), got " +
                                                reader.Text(offender) + " at position " +
                                                std::to_string(offender)};
    }
  }
  return Status::Ok();
}

void IndexSpace::Read(int64_t begin, int64_t count, int64_t* offsets) const {
  int64_t* next = offsets;
  MergedDims(steps_).ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
    for (int64_t i = 0; i < run; ++i) {
      *next++ = offset_ + offset + i * stride;
    }
  });
  std::array<int64_t, kTileElements> tile;
  for (const Indices& indices : indices_) {
    IndexReader(indices.view, kNoIndex).Read(begin, count, tile.data());
    for (int64_t i = 0; i < count; ++i) {
      const int64_t given = tile[static_cast<size_t>(i)];
      const int64_t index = given < 0 ? given + indices.extent : given;
      offsets[i] += indices.flat.Defined() ? OffsetOf(indices.flat, index) : index * indices.stride;
    }
  }
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

}  // namespace openaclnn
