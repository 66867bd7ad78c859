// SPDX-License-Identifier: Apache-2.0
#include "collectives/run/reduce.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/dtype.h"
#include "simd/convert.h"

namespace openaclnn::collectives {
namespace {

// Elements that are reduced at a time: accumulators in the first cache, aligned whatever the operands are.
constexpr size_t kTile = 1024;

template <typename Number>
Number Wrapped(uint64_t bits) {
  return static_cast<Number>(static_cast<std::make_unsigned_t<Number>>(bits));
}

struct Sum {
  template <typename Number>
  static Number Of(Number a, Number b) {
    if constexpr (std::is_floating_point_v<Number>) {
      return a + b;
    } else {
      return Wrapped<Number>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    }
  }
};

struct Product {
  template <typename Number>
  static Number Of(Number a, Number b) {
    if constexpr (std::is_floating_point_v<Number>) {
      return a * b;
    } else {
      return Wrapped<Number>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    }
  }
};

// The comparison with itself finds a NaN; one in `a` stays.
struct Maximum {
  template <typename Number>
  static Number Of(Number a, Number b) {
    return b > a || b != b ? b : a;
  }
};

struct Minimum {
  template <typename Number>
  static Number Of(Number a, Number b) {
    return b < a || b != b ? b : a;
  }
};

// Elements that are stored as they are computed with.
template <typename Number>
struct Plain {
  using Compute = Number;
  static constexpr size_t kBytes = sizeof(Number);
  static void Load(const std::byte* from, Number* to, size_t count) {
    std::memcpy(to, from, count * sizeof(Number));
  }
  static void Store(const Number* from, std::byte* to, size_t count) {
    std::memcpy(to, from, count * sizeof(Number));
  }
};

template <DType Type>
struct Half {
  using Compute = float;
  static constexpr size_t kBytes = sizeof(uint16_t);
  static void Load(const std::byte* from, float* to, size_t count) {
    alignas(64) std::array<uint16_t, kTile> bits;
    std::memcpy(bits.data(), from, count * sizeof(uint16_t));
    ConvertToFloat(Type, bits.data(), to, static_cast<int64_t>(count));
  }
  static void Store(const float* from, std::byte* to, size_t count) {
    alignas(64) std::array<uint16_t, kTile> bits;
    ConvertTo(Type, from, bits.data(), static_cast<int64_t>(count), Stores::kCached);
    std::memcpy(to, bits.data(), count * sizeof(uint16_t));
  }
};

template <typename Storage, typename Operation>
void ReduceTile(std::span<const std::byte* const> inputs, size_t offset, std::byte* result, size_t count) {
  using Compute = typename Storage::Compute;
  alignas(64) std::array<Compute, kTile> total;
  alignas(64) std::array<Compute, kTile> next;
  Storage::Load(inputs[0] + offset, total.data(), count);
  for (const std::byte* input : inputs.subspan(1)) {
    Storage::Load(input + offset, next.data(), count);
    for (size_t i = 0; i < count; ++i) {
      total[i] = Operation::template Of<Compute>(total[i], next[i]);
    }
  }
  Storage::Store(total.data(), result + offset, count);
}

template <typename Storage>
void ReduceAs(HcclReduceOp reduction, std::span<const std::byte* const> inputs, std::byte* result,
              size_t count) {
  const auto tile = reduction == HCCL_REDUCE_SUM    ? ReduceTile<Storage, Sum>
                    : reduction == HCCL_REDUCE_PROD ? ReduceTile<Storage, Product>
                    : reduction == HCCL_REDUCE_MAX  ? ReduceTile<Storage, Maximum>
                                                    : ReduceTile<Storage, Minimum>;
  for (size_t begin = 0; begin < count; begin += kTile) {
    tile(inputs, begin * Storage::kBytes, result, std::min(kTile, count - begin));
  }
}

}  // namespace

void ReduceInOrder(HcclDataType type, HcclReduceOp reduction, std::span<const std::byte* const> inputs,
                   std::byte* result, size_t count) {
  switch (type) {
    case HCCL_DATA_TYPE_INT8:
      return ReduceAs<Plain<int8_t>>(reduction, inputs, result, count);
    case HCCL_DATA_TYPE_INT16:
      return ReduceAs<Plain<int16_t>>(reduction, inputs, result, count);
    case HCCL_DATA_TYPE_INT32:
      return ReduceAs<Plain<int32_t>>(reduction, inputs, result, count);
    case HCCL_DATA_TYPE_INT64:
      return ReduceAs<Plain<int64_t>>(reduction, inputs, result, count);
    case HCCL_DATA_TYPE_UINT64:
      return ReduceAs<Plain<uint64_t>>(reduction, inputs, result, count);
    case HCCL_DATA_TYPE_FP16:
      return ReduceAs<Half<DType::kFloat16>>(reduction, inputs, result, count);
    case HCCL_DATA_TYPE_BFP16:
      return ReduceAs<Half<DType::kBfloat16>>(reduction, inputs, result, count);
    case HCCL_DATA_TYPE_FP32:
      return ReduceAs<Plain<float>>(reduction, inputs, result, count);
    case HCCL_DATA_TYPE_FP64:
      return ReduceAs<Plain<double>>(reduction, inputs, result, count);
    default:
      return;  // no product admits it
  }
}

}  // namespace openaclnn::collectives
