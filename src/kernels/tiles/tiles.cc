// SPDX-License-Identifier: Apache-2.0
#include "kernels/tiles/tiles.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <type_traits>

#include "base/merged_dims.h"
#include "simd/convert.h"
#include "simd/transpose.h"

namespace openaclnn {
namespace {

// A tile of 16-bit elements on its way between strided memory and the vector conversions.
using HalfBuffer = std::array<uint16_t, kTileElements>;

// Outputs larger than this would push everything else out of a last-level cache, and not stay in it
// themselves.
constexpr size_t kStreamingBytes = size_t{16} << 20;

// Whether the rows of a plane lie across the columns in memory: what is one column of the tile lies side by
// side in the tensor.
bool RunsAcross(const MergedDims::Plane& plane) {
  return plane.rows > 1 && plane.rowStride == 1 && plane.columnStride > 1;
}

template <typename T>
void GatherTile(const MergedDims& dims, const T* source, int64_t begin, int64_t count, T* destination) {
  dims.ForEachPlane(begin, count, [&](const MergedDims::Plane& plane) {
    const T* from = source + plane.offset;
    if (RunsAcross(plane)) {
      PlanesToRows(sizeof(T), from, plane.columnStride, plane.columns, plane.rows, destination);
      destination += plane.rows * plane.columns;
      return;
    }
    for (int64_t row = 0; row < plane.rows; ++row) {
      if (plane.columnStride == 1) {
        std::copy_n(from, plane.columns, destination);
      } else if (plane.columnStride == 0) {
        std::fill_n(destination, plane.columns, *from);
      } else {
        for (int64_t column = 0; column < plane.columns; ++column) {
          destination[column] = from[column * plane.columnStride];
        }
      }
      from += plane.rowStride;
      destination += plane.columns;
    }
  });
}

template <typename T>
void ScatterTile(const MergedDims& dims, const T* source, T* destination, int64_t begin, int64_t count) {
  dims.ForEachPlane(begin, count, [&](const MergedDims::Plane& plane) {
    T* to = destination + plane.offset;
    if (RunsAcross(plane)) {
      RowsToPlanes(sizeof(T), source, plane.columns, plane.rows, to, plane.columnStride);
      source += plane.rows * plane.columns;
      return;
    }
    for (int64_t row = 0; row < plane.rows; ++row) {
      if (plane.columnStride == 1) {
        std::copy_n(source, plane.columns, to);
      } else {
        for (int64_t column = 0; column < plane.columns; ++column) {
          to[column * plane.columnStride] = source[column];
        }
      }
      to += plane.rowStride;
      source += plane.columns;
    }
  });
}

}  // namespace

TileReader::TileReader(const TensorView& view) : data_(view.data), dtype_(view.dtype), dims_(view) {}

const float* TileReader::Read(int64_t begin, int64_t count, TileBuffer& buffer) const {
  if (dtype_ == DType::kFloat) {
    const auto* source = reinterpret_cast<const float*>(data_);
    if (dims_.Contiguous()) {
      return source + begin;
    }
    GatherTile(dims_, source, begin, count, buffer.data());
    return buffer.data();
  }
  const auto* source = reinterpret_cast<const uint16_t*>(data_);
  if (dims_.Contiguous()) {
    ConvertToFloat(dtype_, source + begin, buffer.data(), count);
  } else {
    HalfBuffer packed;
    GatherTile(dims_, source, begin, count, packed.data());
    ConvertToFloat(dtype_, packed.data(), buffer.data(), count);
  }
  return buffer.data();
}

const void* TileReader::ReadRaw(int64_t begin, int64_t count, TileBuffer& buffer) const {
  if (dtype_ == DType::kFloat) {
    return Read(begin, count, buffer);
  }
  const auto* source = reinterpret_cast<const uint16_t*>(data_);
  if (dims_.Contiguous()) {
    return source + begin;
  }
  // Storage of a float buffer that holds halves from here on.
  auto* packed = new (buffer.data()) uint16_t[kTileElements];
  GatherTile(dims_, source, begin, count, packed);
  return packed;
}

int64_t TileReader::RunLength(int64_t begin) const {
  const MergedDims::Run run = dims_.RunFrom(begin);
  return run.stride <= 1 ? run.count : 0;
}

TileRun TileReader::ReadRun(int64_t begin, int64_t count, TileBuffer& buffer) const {
  const MergedDims::Run run = dims_.RunFrom(begin);
  if (run.stride > 1 || run.count < count) {
    return {ReadRaw(begin, count, buffer), 1};
  }
  const std::byte* first = data_ + run.offset * static_cast<int64_t>(SizeOf(dtype_));
  if (run.stride == 1) {
    return {first, 1};
  }
  if (dtype_ == DType::kFloat) {
    std::fill_n(buffer.data(), kRepeated, *reinterpret_cast<const float*>(first));
  } else {
    std::fill_n(new (buffer.data()) uint16_t[kRepeated], kRepeated,
                *reinterpret_cast<const uint16_t*>(first));
  }
  return {buffer.data(), 0};
}

Stores StoresFor(const TensorView& view) {
  const size_t bytes = static_cast<size_t>(view.NumElements()) * SizeOf(view.dtype);
  return bytes > kStreamingBytes ? Stores::kStreaming : Stores::kCached;
}

TileWriter::TileWriter(const TensorView& view)
    : data_(view.data), dtype_(view.dtype), dims_(view), stores_(StoresFor(view)) {}

float* TileWriter::Prepare(int64_t begin, TileBuffer& buffer) const {
  const bool inPlace = dtype_ == DType::kFloat && dims_.Contiguous() && stores_ == Stores::kCached;
  return inPlace ? reinterpret_cast<float*>(data_) + begin : buffer.data();
}

void TileWriter::Write(int64_t begin, int64_t count, const float* tile) const {
  WriteTile(begin, count, tile);
}

void TileWriter::Write(int64_t begin, int64_t count, const double* tile) const {
  WriteTile(begin, count, tile);
}

void* TileWriter::PrepareRaw(int64_t begin, TileBuffer& buffer) const {
  if (dims_.Contiguous()) {
    return data_ + begin * static_cast<int64_t>(SizeOf(dtype_));
  }
  return dtype_ == DType::kFloat ? static_cast<void*>(buffer.data())
                                 : new (buffer.data()) uint16_t[kTileElements];
}

void TileWriter::WriteRaw(int64_t begin, int64_t count, const void* tile) const {
  if (dims_.Contiguous() && tile == data_ + begin * static_cast<int64_t>(SizeOf(dtype_))) {
    return;
  }
  if (dtype_ == DType::kFloat) {
    ScatterTile(dims_, static_cast<const float*>(tile), reinterpret_cast<float*>(data_), begin, count);
  } else {
    ScatterTile(dims_, static_cast<const uint16_t*>(tile), reinterpret_cast<uint16_t*>(data_), begin, count);
  }
}

template <typename T>
void TileWriter::WriteTile(int64_t begin, int64_t count, const T* tile) const {
  if (dims_.Contiguous()) {
    std::byte* destination = data_ + begin * static_cast<int64_t>(SizeOf(dtype_));
    if (static_cast<const void*>(tile) != destination) {
      ConvertTo(dtype_, tile, destination, count, stores_);
    }
  } else if (dtype_ == DType::kFloat) {
    auto* destination = reinterpret_cast<float*>(data_);
    if constexpr (std::is_same_v<T, float>) {
      ScatterTile(dims_, tile, destination, begin, count);
    } else {
      TileBuffer packed;
      ConvertTo(dtype_, tile, packed.data(), count, Stores::kCached);
      ScatterTile(dims_, packed.data(), destination, begin, count);
    }
  } else {
    HalfBuffer packed;
    ConvertTo(dtype_, tile, packed.data(), count, Stores::kCached);
    ScatterTile(dims_, packed.data(), reinterpret_cast<uint16_t*>(data_), begin, count);
  }
}

void FillZero(const TensorView& view) {
  FillZero(view, 0, view.NumElements());
}

void FillZero(const TensorView& view, int64_t begin, int64_t end) {
  const auto size = static_cast<int64_t>(SizeOf(view.dtype));
  MergedDims(view).ForEachRun(begin, end - begin, [&](int64_t offset, int64_t stride, int64_t count) {
    std::byte* const first = view.data + offset * size;
    if (stride == 1) {
      std::memset(first, 0, static_cast<size_t>(count * size));
      return;
    }
    for (int64_t i = 0; i < count; ++i) {
      std::memset(first + i * stride * size, 0, static_cast<size_t>(size));
    }
  });
}

}  // namespace openaclnn
