// SPDX-License-Identifier: Apache-2.0
#include "bench/operators/tensors.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "acl/acl.h"
#include "bench/turns/library.h"

namespace bench {
namespace {

// Values repeat after so many elements: filling hundreds of megabytes one by one would take longer than
// measuring.
constexpr int64_t kPattern = (int64_t{1} << 16) + 1;

// The order of the dims in memory, outermost first.
std::vector<size_t> MemoryOrder(size_t rank, Layout layout) {
  std::vector<size_t> order(rank);
  std::iota(order.begin(), order.end(), size_t{0});
  if (layout == Layout::kChannelsLast && rank > 2) {
    std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  }
  if (layout == Layout::kTransposed && rank > 1) {
    std::swap(order[rank - 1], order[rank - 2]);
  }
  return order;
}

Tensor Allocate(const std::vector<int64_t>& dims, DType dtype, Layout layout) {
  Tensor tensor;
  tensor.dtype = dtype;
  tensor.dims = dims;
  tensor.strides.resize(dims.size());
  int64_t stride = 1;
  const std::vector<size_t> order = MemoryOrder(dims.size(), layout);
  for (auto dim = order.rbegin(); dim != order.rend(); ++dim) {
    const bool repeated = layout == Layout::kExpanded && *dim == 0;
    tensor.strides[*dim] = repeated ? 0 : stride;
    stride *= repeated ? 1 : dims[*dim];
  }
  tensor.storageElements = stride;
  tensor.storage = AllocateDeviceMemory(static_cast<size_t>(tensor.Bytes()));
  return tensor;
}

void Store(DType dtype, void* data, int64_t index, double value) {
  const auto number = static_cast<float>(value);
  switch (dtype) {
    case DType::kFloat32:
      static_cast<float*>(data)[index] = number;
      break;
    case DType::kFloat16:
      static_cast<uint16_t*>(data)[index] = aclFloatToFloat16(number);
      break;
    case DType::kBfloat16:
      static_cast<uint16_t*>(data)[index] = static_cast<uint16_t>(std::bit_cast<uint32_t>(number) >> 16U);
      break;
    case DType::kInt32:
      static_cast<int32_t*>(data)[index] = static_cast<int32_t>(value);
      break;
    case DType::kInt64:
      static_cast<int64_t*>(data)[index] = static_cast<int64_t>(value);
      break;
    case DType::kInt16:
      static_cast<int16_t*>(data)[index] = static_cast<int16_t>(value);
      break;
    case DType::kInt8:
      static_cast<int8_t*>(data)[index] = static_cast<int8_t>(value);
      break;
    case DType::kUint8:
      static_cast<uint8_t*>(data)[index] = static_cast<uint8_t>(value);
      break;
    case DType::kBool:
      static_cast<bool*>(data)[index] = value != 0;
      break;
    case DType::kDouble:
      static_cast<double*>(data)[index] = value;
      break;
  }
}

}  // namespace

double Random(uint64_t number) {
  // The finalizer of SplitMix64.
  uint64_t bits = (number + 1) * 0x9e3779b97f4a7c15U;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return static_cast<double>((bits ^ (bits >> 31U)) >> 11U) * 0x1p-53;
}

Tensor MakeTensor(const std::vector<int64_t>& dims, DType dtype, Layout layout, float low, float high) {
  Tensor tensor = Allocate(dims, dtype, layout);
  const int64_t first = std::min(kPattern, tensor.storageElements);
  static uint64_t seed = 0;
  ++seed;
  for (int64_t i = 0; i < first; ++i) {
    Store(dtype, tensor.Data(), i, low + (high - low) * Random((seed << 32U) + static_cast<uint64_t>(i)));
  }
  auto* const bytes = static_cast<std::byte*>(tensor.Data());
  const int64_t size = SizeOf(dtype);
  for (int64_t at = first; at < tensor.storageElements; at += kPattern) {
    const int64_t count = std::min(kPattern, tensor.storageElements - at);
    std::memcpy(bytes + at * size, bytes, static_cast<size_t>(count * size));
  }
  return tensor;
}

Tensor MakeTensor(const std::vector<int64_t>& dims, DType dtype,
                  const std::function<double(int64_t)>& valueAt) {
  Tensor tensor = Allocate(dims, dtype, Layout::kContiguous);
  for (int64_t i = 0; i < tensor.storageElements; ++i) {
    Store(dtype, tensor.Data(), i, valueAt(i));
  }
  return tensor;
}

Tensor MakeOutput(const std::vector<int64_t>& dims, DType dtype, Layout layout) {
  Tensor tensor = Allocate(dims, dtype, layout);
  // Touched, so that the first run does not meet fresh pages.
  std::memset(tensor.Data(), 0, static_cast<size_t>(tensor.Bytes()));
  return tensor;
}

}  // namespace bench
