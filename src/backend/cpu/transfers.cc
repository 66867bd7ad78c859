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

template <typename Element, typename Operation>
void Combine(std::array<Element, kTile>& into, const std::array<Element, kTile>& from, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    into[i] = Operation()(into[i], from[i]);
  }
}

template <typename Element>
struct Plain {
  template <typename Operation>
  static void Reduce(std::byte* destination, const std::byte* source, size_t count) {
    alignas(64) std::array<Element, kTile> into;
    alignas(64) std::array<Element, kTile> from;
    std::memcpy(into.data(), destination, count * sizeof(Element));
    std::memcpy(from.data(), source, count * sizeof(Element));
    Combine<Element, Operation>(into, from, count);
    std::memcpy(destination, into.data(), count * sizeof(Element));
  }
};

// The sum of two halves in float32, rounded again, is their sum rounded once: 24 bits hold more than twice
// the 11 or 8 of a half and two.
template <DType Type>
struct Half {
  template <typename Operation>
  static void Reduce(std::byte* destination, const std::byte* source, size_t count) {
    alignas(64) std::array<uint16_t, kTile> half;
    alignas(64) std::array<float, kTile> into;
    alignas(64) std::array<float, kTile> from;
    const auto elements = static_cast<int64_t>(count);
    std::memcpy(half.data(), source, count * sizeof(uint16_t));
    ConvertToFloat(Type, half.data(), from.data(), elements);
    std::memcpy(half.data(), destination, count * sizeof(uint16_t));
    ConvertToFloat(Type, half.data(), into.data(), elements);
    Combine<float, Operation>(into, from, count);
    ConvertTo(Type, into.data(), half.data(), elements, Stores::kCached);
    std::memcpy(destination, half.data(), count * sizeof(uint16_t));
  }
};

template <typename Kernel, typename Operation>
void ReduceTiles(const CpuContext& context, const Reduction& reduction) {
  const size_t tileBytes = kTile * SizeOf(reduction.dtype);
  auto* const destination = static_cast<std::byte*>(checker::InDevice(reduction.destination));
  const auto* const source = static_cast<const std::byte*>(checker::InDevice(reduction.source));
  ForEachPiece(context, reduction.bytes, [&](size_t begin, size_t size) {
    for (size_t done = 0; done < size; done += tileBytes) {
      Kernel::template Reduce<Operation>(destination + begin + done, source + begin + done,
                                         std::min(tileBytes, size - done) / SizeOf(reduction.dtype));
    }
  });
}

template <typename Kernel>
void ReduceWith(const CpuContext& context, const Reduction& reduction) {
  switch (reduction.operation) {
    case ReduceOperation::kSum:
      return ReduceTiles<Kernel, Sum>(context, reduction);
    case ReduceOperation::kMax:
      return ReduceTiles<Kernel, Max>(context, reduction);
    case ReduceOperation::kMin:
      return ReduceTiles<Kernel, Min>(context, reduction);
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
