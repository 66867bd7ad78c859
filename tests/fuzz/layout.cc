// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/layout.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace openaclnn::fuzz {
namespace {

/// Dims from innermost to outermost.
std::vector<size_t> RandomOrder(ByteReader& reader, size_t rank) {
  std::vector<size_t> order(rank);
  std::iota(order.rbegin(), order.rend(), size_t{0});
  for (size_t i = rank; i > 1; --i) {
    std::swap(order[i - 1], order[reader.Below(i)]);
  }
  return order;
}

/// Nested strides with gaps; a wrapped one is caught by Extent later.
Dims NestedStrides(ByteReader& reader, const Dims& dims, size_t mostStep) {
  Dims strides(dims.size(), 1);
  uint64_t stride = 1;
  for (const size_t d : RandomOrder(reader, dims.size())) {
    stride *= 1 + reader.Below(mostStep);
    strides[d] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(std::max<int64_t>(dims[d], 1));
  }
  return strides;
}

/// Strides of dims that have no second element say nothing: any will do.
void ScrambleUnusedStrides(ByteReader& reader, const Dims& dims, Dims& strides) {
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == 1 && reader.Chance(128)) {
      strides[d] = reader.AnyInteger() & ((int64_t{1} << 62) - 1);
    }
  }
}

void ChooseStrides(ByteReader& reader, Tensor& tensor) {
  const Dims& dims = tensor.dims;
  Dims strides = tensor.Strides();
  switch (reader.Below(8)) {
    default:
      return;  // null: contiguous
    case 3:
      ScrambleUnusedStrides(reader, dims, strides);
      break;
    case 4:
      strides = NestedStrides(reader, dims, 1);
      break;
    case 5:
      strides = NestedStrides(reader, dims, 3);
      break;
    case 6:  // expanded
      if (!tensor.IsOutput()) {
        strides = NestedStrides(reader, dims, 2);
        for (int64_t& stride : strides) {
          stride = reader.Chance(128) ? 0 : stride;
        }
      }
      break;
    case 7:  // windows that overlap
      for (int64_t& stride : strides) {
        stride = tensor.IsOutput() ? stride : static_cast<int64_t>(reader.Below(4));
      }
      break;
  }
  tensor.strides = std::move(strides);
}

void ChooseStorage(ByteReader& reader, Tensor& tensor) {
  tensor.offset = reader.Chance(64) ? static_cast<int64_t>(reader.Below(9)) : 0;
  const int64_t end = tensor.offset + Extent(tensor).value_or(0);
  switch (reader.Below(4)) {
    case 0:
      tensor.storage = tensor.dims;
      break;
    case 1:
      tensor.storage = {end};
      break;
    case 2:
      tensor.storage = {1, end + static_cast<int64_t>(reader.Below(5)), 1};
      break;
    default:
      tensor.storage = {end / 2 + 1, 2};
      break;
  }
  // The view's own dims are the storage only where nothing is stretched; a shape may also say too little.
  if (CountElements(tensor.storage).value_or(-1) < end) {
    tensor.storage = {end};
  }
}

}  // namespace

void Placer::Place(ByteReader& reader, Tensor& tensor) {
  const std::optional<int64_t> extent = Extent(tensor);
  if (!extent || *extent > int64_t{1} << 32) {  // absurd: phase one alone
    if (reader.Chance(128)) {
      tensor.strides = tensor.IsOutput() ? tensor.Strides() : Dims(tensor.dims.size(), 0);
    }
    tensor.storage = tensor.dims;
    tensor.place = Place::kNull;
    return;
  }
  ChooseStrides(reader, tensor);
  ChooseStorage(reader, tensor);
  if (!FindPlace(reader, tensor)) {
    tensor.strides.reset();
    tensor.offset = 0;
    tensor.storage = tensor.dims;
    if (!FindPlace(reader, tensor) && !tensor.IsOutput()) {  // one value for all
      tensor.strides = Dims(tensor.dims.size(), 0);
      tensor.storage = {1};
      (void)FindPlace(reader, tensor);
    }
  }
}

bool Placer::FindPlace(ByteReader& reader, Tensor& tensor) {
  tensor.place = Place::kNull;
  const int64_t size = std::max<int64_t>(ElementSize(tensor.dtype), 1);
  const std::optional<int64_t> extent = Extent(tensor);
  if (!extent || *extent > int64_t{1} << 32) {
    return false;
  }
  const auto first = static_cast<size_t>(reader.Below(kBlockBytes.size()));
  const auto gap = static_cast<int64_t>(reader.Below(9));
  for (size_t i = 0; i < kBlockBytes.size(); ++i) {
    const size_t block = (first + i) % kBlockBytes.size();
    const int64_t begin = (used_[block] + gap + size - 1) / size * size;
    const int64_t end = begin + (tensor.offset + *extent) * size;
    if (end <= static_cast<int64_t>(kBlockBytes[block])) {
      used_[block] = end;
      tensor.place = Place::kPool;
      tensor.block = block;
      tensor.position = begin;
      return true;
    }
  }
  return false;
}

}  // namespace openaclnn::fuzz
