// SPDX-License-Identifier: Apache-2.0
#include "ops/common/tiles.h"

#include <algorithm>
#include <type_traits>

#include "base/convert.h"

namespace openaclnn {
namespace {

// A tile of 16-bit elements on its way between strided memory and the vector conversions.
using HalfBuffer = std::array<uint16_t, kTileElements>;

// Outputs larger than this would push everything else out of a last-level cache, and not stay in it
// themselves.
constexpr size_t kStreamingBytes = size_t{16} << 20;

template <typename T>
void Gather(const T* source, int64_t stride, int64_t count, T* destination) {
  if (stride == 1) {
    std::copy_n(source, count, destination);
  } else if (stride == 0) {
    std::fill_n(destination, count, *source);
  } else {
    for (int64_t i = 0; i < count; ++i) {
      destination[i] = source[i * stride];
    }
  }
}

template <typename T>
void Scatter(const T* source, T* destination, int64_t stride, int64_t count) {
  if (stride == 1) {
    std::copy_n(source, count, destination);
  } else {
    for (int64_t i = 0; i < count; ++i) {
      destination[i * stride] = source[i];
    }
  }
}

template <typename T>
void GatherTile(const MergedDims& dims, const T* source, int64_t begin, int64_t count, T* destination) {
  dims.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
    Gather(source + offset, stride, run, destination);
    destination += run;
  });
}

template <typename T>
void ScatterTile(const MergedDims& dims, const T* source, T* destination, int64_t begin, int64_t count) {
  dims.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
    Scatter(source, destination + offset, stride, run);
    source += run;
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

TileWriter::TileWriter(const TensorView& view)
    : data_(view.data),
      dtype_(view.dtype),
      dims_(view),
      stores_(static_cast<size_t>(view.NumElements()) * SizeOf(view.dtype) > kStreamingBytes
                  ? Stores::kStreaming
                  : Stores::kCached) {}

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
  const TileBuffer zeros{};
  const TileWriter writer(view);
  const int64_t count = view.NumElements();
  for (int64_t begin = 0; begin < count; begin += kTileElements) {
    writer.Write(begin, std::min(kTileElements, count - begin), zeros.data());
  }
}

}  // namespace openaclnn
