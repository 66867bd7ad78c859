// SPDX-License-Identifier: Apache-2.0
#include "tests/determinism/tensor.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>

#include "tests/support/packed.h"

namespace openaclnn::testing {
namespace {

void Check(aclError status, const char* call) {
  if (status != ACL_SUCCESS) {
    throw std::runtime_error(std::string(call) + " returned " + std::to_string(status));
  }
}

void* Allocate(size_t bytes) {
  void* memory = nullptr;
  Check(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  return memory;
}

/// Dims from outermost to innermost in memory.
std::vector<size_t> OrderOf(size_t rank, Placement placement) {
  std::vector<size_t> order(rank);
  std::iota(order.begin(), order.end(), size_t{0});
  if (placement == Placement::kTransposed || (placement == Placement::kChannelsLast && rank == 2)) {
    std::reverse(order.begin(), order.end());
  } else if (placement == Placement::kChannelsLast && rank > 2) {
    std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  }
  return order;
}

/// Calls visit(place) for the elements of a view in row-major order.
template <typename Visit>
void ForEachPlace(const Shape& shape, const Shape& strides, int64_t offset, const Visit& visit) {
  if (NumElements(shape) == 0) {
    return;
  }
  if (shape.empty()) {
    visit(offset);
    return;
  }
  const size_t last = shape.size() - 1;
  Shape index(shape.size(), 0);
  int64_t place = offset;
  while (true) {
    for (int64_t i = 0; i < shape[last]; ++i) {
      visit(place + i * strides[last]);
    }
    size_t dim = last;
    do {
      if (dim == 0) {
        return;
      }
      --dim;
      place += strides[dim];
      if (++index[dim] < shape[dim]) {
        break;
      }
      place -= shape[dim] * strides[dim];
      index[dim] = 0;
    } while (true);
  }
}

/// With the size of an element as a constant, copying one is a single instruction.
template <typename Body>
void WithElementSize(aclDataType dtype, const Body& body) {
  switch (catalogue::SizeOf(dtype)) {
    case 1:
      return body(uint8_t{});
    case 2:
      return body(uint16_t{});
    case 4:
      return body(uint32_t{});
    case 16:
      return body(std::array<uint64_t, 2>{});
    default:
      return body(uint64_t{});
  }
}

}  // namespace

Memory::Memory(size_t bytes) : bytes_(std::max<size_t>(bytes, 1)), memory_(Allocate(bytes_)) {}

Memory::Memory(size_t bytes, std::byte fill) : Memory(bytes) {
  Check(aclrtMemset(Get(), bytes_, static_cast<int32_t>(fill), bytes_), "aclrtMemset");
}

std::vector<std::byte> Memory::Read() const {
  std::vector<std::byte> image(bytes_);
  Check(aclrtMemcpy(image.data(), bytes_, Get(), bytes_, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy");
  return image;
}

void Memory::Write(const std::vector<std::byte>& image) const {
  if (!image.empty()) {
    Check(aclrtMemcpy(Get(), bytes_, image.data(), image.size(), ACL_MEMCPY_HOST_TO_DEVICE), "aclrtMemcpy");
  }
}

Tensor::Geometry Tensor::Place(const Shape& shape, Placement placement,
                               const std::vector<size_t>& constantDims) {
  Geometry geometry{shape, Shape(shape.size(), 0), 0, 1};
  const std::vector<size_t> order = OrderOf(shape.size(), placement);
  for (auto dim = order.rbegin(); dim != order.rend(); ++dim) {
    const bool constant = std::find(constantDims.begin(), constantDims.end(), *dim) != constantDims.end();
    if (placement == Placement::kExpanded && constant) {
      continue;  // its stride stays 0
    }
    int64_t step = 1;
    if (placement == Placement::kStepped) {
      step = *dim + 1 == shape.size() ? 2 : (*dim == 0 ? 3 : 1);
    }
    geometry.strides[*dim] = geometry.elements * step;
    geometry.elements *= shape[*dim] * step;
  }
  if (placement == Placement::kStepped || placement == Placement::kOffset) {
    geometry.offset = 5;
  }
  geometry.elements += geometry.offset;
  return geometry;
}

Tensor::Tensor(const Shape& shape, aclDataType dtype, Placement placement, std::byte fill)
    : geometry_(Place(shape, placement, {})),
      dtype_(dtype),
      memory_(static_cast<size_t>(geometry_.elements) * catalogue::SizeOf(dtype), fill) {}

Tensor::Tensor(const Values& values, Placement placement, std::byte fill)
    : geometry_(Place(values.shape, placement, values.constantDims)),
      dtype_(values.dtype),
      memory_(static_cast<size_t>(geometry_.elements) * catalogue::SizeOf(values.dtype)) {
  if (placement == Placement::kContiguous) {
    memory_.Write(values.bits);
    return;
  }
  std::vector<std::byte> image(static_cast<size_t>(geometry_.elements) * catalogue::SizeOf(dtype_), fill);
  WithElementSize(dtype_, [&](auto element) {
    const std::byte* from = values.bits.data();
    ForEachPlace(geometry_.shape, geometry_.strides, geometry_.offset, [&](int64_t place) {
      std::memcpy(&image[static_cast<size_t>(place) * sizeof element], from, sizeof element);
      from += sizeof element;
    });
  });
  memory_.Write(image);
}

aclTensor* Tensor::Describe() const {
  aclTensor* tensor =
      aclCreateTensor(geometry_.shape.data(), geometry_.shape.size(), dtype_, geometry_.strides.data(),
                      geometry_.offset, ACL_FORMAT_ND, &geometry_.elements, 1, memory_.Get());
  if (tensor == nullptr) {
    throw std::runtime_error("aclCreateTensor returned null");
  }
  return tensor;
}

std::vector<std::byte> Tensor::Read(const Shape& shape) const {
  const std::vector<std::byte> image = memory_.Read();
  const bool packed = IsPacked(geometry_.shape, geometry_.strides, ContiguousStrides(geometry_.shape));
  std::vector<std::byte> bits(static_cast<size_t>(NumElements(shape)) * catalogue::SizeOf(dtype_));
  WithElementSize(dtype_, [&](auto element) {
    std::byte* to = bits.data();
    ForEachPlace(shape, packed ? ContiguousStrides(shape) : geometry_.strides, geometry_.offset,
                 [&](int64_t place) {
                   std::memcpy(to, &image[static_cast<size_t>(place) * sizeof element], sizeof element);
                   to += sizeof element;
                 });
  });
  return bits;
}

bool Tensor::Holds(std::byte fill) const {
  return std::ranges::all_of(memory_.Read(), [&](std::byte byte) { return byte == fill; });
}

}  // namespace openaclnn::testing
