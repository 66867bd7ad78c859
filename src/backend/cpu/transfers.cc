// SPDX-License-Identifier: Apache-2.0
//
// What copies and fills of other shapes than a run of bytes do on the CPU.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "backend/cpu/parallel.h"
#include "checker/device_memory.h"
#include "simd/convert.h"

namespace openaclnn::backend::cpu {
namespace {

constexpr size_t kWord = sizeof(uint32_t);

// Elements that are reduced at a time, from copies in the cache that are aligned whatever the operands are.
constexpr size_t kTile = 1024;

template <typename Element>
Element Wrapped(Element a, Element b) {
  using Unsigned = std::make_unsigned_t<Element>;
  return static_cast<Element>(static_cast<Unsigned>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b)));
}

struct Sum {
  float operator()(float a, float b) const { return a + b; }
  template <typename Integer>
  Integer operator()(Integer a, Integer b) const {
    return Wrapped(a, b);
  }
};

struct Max {
  float operator()(float a, float b) const { return b > a || std::isnan(b) ? b : a; }
  template <typename Integer>
  Integer operator()(Integer a, Integer b) const {
    return std::max(a, b);
  }
};

struct Min {
  float operator()(float a, float b) const { return b < a || std::isnan(b) ? b : a; }
  template <typename Integer>
  Integer operator()(Integer a, Integer b) const {
    return std::min(a, b);
  }
};

// How elements become numbers, and numbers elements.
template <typename Element>
struct Plain {
  using Number = Element;
  static void Load(const std::byte* from, std::array<Number, kTile>& to, size_t count) {
    std::memcpy(to.data(), from, count * sizeof(Element));
  }
  static void Store(const std::array<Number, kTile>& from, std::byte* to, size_t count) {
    std::memcpy(to, from.data(), count * sizeof(Element));
  }
};

// The sum of two halves in float32, rounded again, is their sum rounded once: 24 bits hold more than twice
// the 11 or 8 of a half and two.
template <DType Type>
struct Half {
  using Number = float;
  static void Load(const std::byte* from, std::array<Number, kTile>& to, size_t count) {
    alignas(64) std::array<uint16_t, kTile> halves;
    std::memcpy(halves.data(), from, count * sizeof(uint16_t));
    ConvertToFloat(Type, halves.data(), to.data(), static_cast<int64_t>(count));
  }
  static void Store(const std::array<Number, kTile>& from, std::byte* to, size_t count) {
    alignas(64) std::array<uint16_t, kTile> halves;
    ConvertTo(Type, from.data(), halves.data(), static_cast<int64_t>(count), Stores::kCached);
    std::memcpy(to, halves.data(), count * sizeof(uint16_t));
  }
};

template <typename Format, typename Operation>
void ReduceTile(std::byte* destination, const std::byte* source, size_t count) {
  alignas(64) std::array<typename Format::Number, kTile> into;
  alignas(64) std::array<typename Format::Number, kTile> from;
  Format::Load(destination, into, count);
  Format::Load(source, from, count);
  for (size_t i = 0; i < count; ++i) {
    into[i] = Operation()(into[i], from[i]);
  }
  Format::Store(into, destination, count);
}

template <typename Format, typename Operation>
void ReduceTiles(const CpuContext& context, const Reduction& reduction) {
  const size_t tileBytes = kTile * SizeOf(reduction.dtype);
  auto* const destination = static_cast<std::byte*>(checker::InDevice(reduction.destination));
  const auto* const source = static_cast<const std::byte*>(checker::InDevice(reduction.source));
  ForEachPiece(context, reduction.bytes, [&](size_t begin, size_t size) {
    for (size_t done = 0; done < size; done += tileBytes) {
      ReduceTile<Format, Operation>(destination + begin + done, source + begin + done,
                                    std::min(tileBytes, size - done) / SizeOf(reduction.dtype));
    }
  });
}

template <typename Format>
void ReduceWith(const CpuContext& context, const Reduction& reduction) {
  switch (reduction.operation) {
    case ReduceOperation::kSum:
      return ReduceTiles<Format, Sum>(context, reduction);
    case ReduceOperation::kMax:
      return ReduceTiles<Format, Max>(context, reduction);
    case ReduceOperation::kMin:
      return ReduceTiles<Format, Min>(context, reduction);
  }
}

}  // namespace

void CpuContext::Copy(void* destination, const void* source, size_t bytes) {
  CopyBytes(*this, destination, source, bytes);
}

void CpuContext::CopyRows(const RowCopy& copy) {
  if (copy.width == 0 || copy.height == 0) {
    return;
  }
  if (copy.width == copy.destinationPitch && copy.width == copy.sourcePitch) {
    return CopyBytes(*this, copy.destination, copy.source, copy.width * copy.height);
  }
  auto* const destination = static_cast<std::byte*>(checker::InDevice(copy.destination));
  const auto* const source = static_cast<const std::byte*>(checker::InDevice(copy.source));
  // A task takes several short rows, or a piece of a long one.
  const size_t rowsOfTask = std::max(size_t{1}, kCopyPiece / copy.width);
  const size_t piecesOfRow = (copy.width + kCopyPiece - 1) / kCopyPiece;
  const size_t groups = (copy.height + rowsOfTask - 1) / rowsOfTask;
  ParallelFor(static_cast<int64_t>(groups * piecesOfRow), [&](int64_t task) {
    const size_t first = static_cast<size_t>(task) / piecesOfRow * rowsOfTask;
    const size_t last = std::min(copy.height, first + rowsOfTask);
    const size_t begin = static_cast<size_t>(task) % piecesOfRow * kCopyPiece;
    const size_t size = std::min(kCopyPiece, copy.width - begin);
    for (size_t row = first; row < last; ++row) {
      std::memmove(destination + row * copy.destinationPitch + begin, source + row * copy.sourcePitch + begin,
                   size);
    }
  });
}

void CpuContext::FillWords(void* destination, uint32_t value, size_t words) {
  // Copied rather than stored: the address need not be a multiple of four.
  std::array<uint32_t, kTile> pattern;
  pattern.fill(value);
  auto* const to = static_cast<std::byte*>(checker::InDevice(destination));
  ForEachPiece(*this, words * kWord, [&](size_t begin, size_t size) {
    for (size_t done = 0; done < size; done += sizeof pattern) {
      std::memcpy(to + begin + done, pattern.data(), std::min(sizeof pattern, size - done));
    }
  });
}

void CpuContext::Reduce(const Reduction& reduction) {
  switch (reduction.dtype) {
    case DType::kFloat:
      return ReduceWith<Plain<float>>(*this, reduction);
    case DType::kFloat16:
      return ReduceWith<Half<DType::kFloat16>>(*this, reduction);
    case DType::kBfloat16:
      return ReduceWith<Half<DType::kBfloat16>>(*this, reduction);
    case DType::kInt8:
      return ReduceWith<Plain<int8_t>>(*this, reduction);
    case DType::kInt16:
      return ReduceWith<Plain<int16_t>>(*this, reduction);
    case DType::kInt32:
      return ReduceWith<Plain<int32_t>>(*this, reduction);
    default:
      return;  // no other type comes here: Reduction
  }
}

}  // namespace openaclnn::backend::cpu
