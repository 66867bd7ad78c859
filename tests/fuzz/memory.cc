// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/memory.h"

#include <algorithm>
#include <cstring>

#include "tests/fuzz/byte_reader.h"
#include "tests/fuzz/failure.h"

#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#endif

namespace openaclnn::fuzz {
namespace {

constexpr size_t kPinnedBytes = 16384;

uint8_t* Allocate(size_t bytes) {
  void* memory = nullptr;
  // Without the 32 bytes more that aclrtMalloc lends: an end is an end.
  Require(aclrtMallocAlign32(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS, "no device memory");
  return static_cast<uint8_t*>(memory);
}

void CopyToDevice(void* device, const void* host, size_t bytes) {
  Require(aclrtMemcpy(device, bytes, host, bytes, ACL_MEMCPY_HOST_TO_DEVICE) == ACL_SUCCESS,
          "copy to the device");
}

void CopyToHost(void* host, const void* device, size_t bytes) {
  Require(aclrtMemcpy(host, bytes, device, bytes, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS,
          "copy to the host");
}

std::vector<uint8_t> RandomBytes(size_t bytes, uint64_t seed) {
  Noise noise(seed);
  std::vector<uint8_t> result(bytes + 8);
  for (size_t i = 0; i < bytes; i += 8) {
    const uint64_t bits = noise.Next();
    std::memcpy(&result[i], &bits, 8);
  }
  result.resize(bytes);
  return result;
}

/// A multiple of 1/8 in (-4, 4), which every floating type holds exactly.
double TameValue(Noise& noise) {
  return (static_cast<double>(noise.Below(63)) - 31) / 8;
}

uint64_t NumberBits(int dtype, double value) {
  const auto single = static_cast<float>(value);
  uint32_t bits = 0;
  std::memcpy(&bits, &single, 4);
  if (dtype == ACL_FLOAT) {
    return bits;
  }
  if (dtype == ACL_BF16) {
    return bits >> 16;
  }
  if (dtype == ACL_FLOAT16) {  // exact for zero and for normal values with few bits
    const uint32_t magnitude = (bits >> 13 & 0x3FFFF) - (112U << 10);  // the exponent's other bias
    return value == 0 ? 0 : (bits >> 16 & 0x8000) | (magnitude & 0x7FFF);
  }
  if (dtype != ACL_DOUBLE) {  // whole numbers, which wrap around
    return dtype == ACL_BOOL ? static_cast<uint64_t>(value != 0)
                             : static_cast<uint64_t>(static_cast<int64_t>(value));
  }
  uint64_t wide = 0;
  std::memcpy(&wide, &value, 8);
  return wide;
}

uint64_t SpecialBits(int dtype, Noise& noise) {
  // NaN, infinities, -0, the smallest subnormal, the largest values, 1, +-2^31, -1 (grid: the edge).
  static constexpr std::array<uint32_t, 12> kFloat{0x7FC00000, 0x7F800000, 0xFF800000, 0x80000000,
                                                   1,          0x7F7FFFFF, 0xFF7FFFFF, 0x3F800000,
                                                   0x4F000000, 0xCF000000, 0xBF800000, 0};
  static constexpr std::array<uint16_t, 12> kHalf{0x7E00, 0x7C00, 0xFC00, 0x8000, 1,      0x7BFF,
                                                  0xFBFF, 0x3C00, 0x0400, 0x83FF, 0xBC00, 0};
  const size_t choice = noise.Below(kFloat.size());
  switch (dtype) {
    case ACL_FLOAT:
      return kFloat[choice];
    case ACL_BF16:
      return kFloat[choice] >> 16;
    case ACL_FLOAT16:
      return kHalf[choice];
    default:
      return noise.Next();
  }
}

uint64_t IndexBits(int dtype, int64_t rows, bool astray, Noise& noise) {
  const auto table = static_cast<uint64_t>(std::max<int64_t>(rows, 1));
  uint64_t index = noise.Below(table);
  if (astray) {
    index = noise.Below(2) == 0 ? table : ~uint64_t{0};
  }
  if (dtype == ACL_BOOL) {
    return index & 1;
  }
  if (dtype == ACL_FLOAT || dtype == ACL_FLOAT16 || dtype == ACL_DOUBLE) {
    return NumberBits(dtype, static_cast<double>(static_cast<int64_t>(index % 4096)));
  }
  return index;
}

/// Of symmetric matrices whose diagonal outweighs the rest.
uint64_t DefiniteBits(int dtype, const std::vector<int64_t>& dims, uint64_t element) {
  const auto columns = static_cast<uint64_t>(std::max<int64_t>(dims.empty() ? 1 : dims.back(), 1));
  const bool onDiagonal = element / columns % columns == element % columns;
  return NumberBits(dtype, onDiagonal ? 1024 : 1);
}

/// The type of a part of an element: of complex numbers the real and the imaginary one.
int PartType(int dtype) {
  return dtype == ACL_COMPLEX64 ? ACL_FLOAT : dtype == ACL_COMPLEX128 ? ACL_DOUBLE : dtype;
}

void Fill(const Call& call, const Tensor& tensor, Noise& noise, std::vector<uint8_t>& block) {
  const auto size = static_cast<size_t>(ElementSize(tensor.dtype));
  const int part = PartType(tensor.dtype);
  const auto partSize = static_cast<size_t>(ElementSize(part));
  const int64_t count = CountElements(tensor.dims).value_or(0);
  const uint64_t astray = noise.Below(static_cast<uint64_t>(std::max<int64_t>(count, 1)));
  const int64_t rows = tensor.argument->bound ? tensor.argument->bound(call.Described()) : 0;
  uint64_t element = 0;
  const auto next = [&]() -> uint64_t {
    switch (tensor.content) {
      case Content::kTame:
        return NumberBits(part, TameValue(noise));
      case Content::kSpecial:
        return SpecialBits(part, noise);
      case Content::kIndices:
        return IndexBits(part, rows, false, noise);
      case Content::kIndicesButOne:
        return IndexBits(part, rows, element++ == astray, noise);
      case Content::kDefinite:
        return DefiniteBits(part, tensor.dims, element++);
      case Content::kNoise:
        break;
    }
    return 0;
  };
  if (tensor.content == Content::kNoise) {
    return;
  }
  ForEachElement(tensor, [&](int64_t place) {
    const size_t begin = static_cast<size_t>(tensor.position) + static_cast<size_t>(place) * size;
    for (size_t at = begin; at < begin + size; at += partSize) {
      const uint64_t bits = next();
      std::memcpy(&block[at], &bits, partSize);
    }
  });
}

/// Whether the view lies in its block, and has few enough elements to walk through.
bool Walkable(const Tensor& tensor) {
  constexpr int64_t kMostElements = 65536;
  const std::optional<int64_t> count = CountElements(tensor.dims);
  const std::optional<int64_t> extent = Extent(tensor);
  const auto bytes = static_cast<int64_t>(kBlockBytes[tensor.block]);
  const int64_t size = ElementSize(tensor.dtype);
  return !tensor.absent && tensor.place == Place::kPool && size > 0 && count && *count <= kMostElements &&
         extent && tensor.offset >= 0 && tensor.offset <= bytes && *extent <= bytes && tensor.position >= 0 &&
         tensor.position + (tensor.offset + *extent) * size <= bytes;
}

}  // namespace

Memory::Memory() : host_(4096) {
  for (size_t i = 0; i < blocks_.size(); ++i) {
    blocks_[i] = Allocate(kBlockBytes[i]);
  }
  spare_ = Allocate(kSpareBytes);
  Require(aclrtMallocHost(&pinned_, kPinnedBytes) == ACL_SUCCESS, "no pinned memory");
  // Larger than any workspace, so that none gets this address.
  freed_ = Allocate(size_t{3} << 20);
  Require(aclrtFree(freed_) == ACL_SUCCESS, "free");
}

Memory::~Memory() {
  for (uint8_t* block : blocks_) {
    (void)aclrtFree(block);
  }
  (void)aclrtFree(spare_);
  (void)aclrtFreeHost(pinned_);
}

void* Memory::Address(const Tensor& tensor) const {
  const auto at = static_cast<uintptr_t>(tensor.position);
  switch (tensor.place) {
    case Place::kPool:
      // By integers: positions outside the block are wanted.
      return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(blocks_[tensor.block]) + at);
    case Place::kNull:
      return nullptr;
    case Place::kHost:
      return Host();
    case Place::kPinnedHost:
      return pinned_;
    case Place::kFreed:
      return freed_;
  }
  return nullptr;
}

std::vector<void*> Memory::Addresses(const Call& call) const {
  std::vector<void*> addresses;
  for (const Tensor& tensor : call.tensors) {
    addresses.push_back(tensor.absent ? nullptr : Address(tensor));
  }
  return addresses;
}

void Memory::Upload(const Image& image) const {
  for (size_t i = 0; i < blocks_.size(); ++i) {
    CopyToDevice(blocks_[i], image[i].data(), kBlockBytes[i]);
  }
}

Image Memory::Download() const {
  Image image;
  for (size_t i = 0; i < blocks_.size(); ++i) {
    image[i].resize(kBlockBytes[i]);
    CopyToHost(image[i].data(), blocks_[i], kBlockBytes[i]);
  }
  return image;
}

void Memory::CloseAllBut(const Call& call, const std::vector<bool>& used) const {
  for (size_t i = 0; i < blocks_.size(); ++i) {
    ASAN_POISON_MEMORY_REGION(blocks_[i], kBlockBytes[i]);
  }
  for (size_t i = 0; i < used.size(); ++i) {
    const Tensor& tensor = call.tensors[i];
    if (used[i] && Walkable(tensor)) {
      [[maybe_unused]] const auto size = ElementSize(tensor.dtype);
      ASAN_UNPOISON_MEMORY_REGION(blocks_[tensor.block] + tensor.position + tensor.offset * size,
                                  static_cast<size_t>(Extent(tensor).value_or(0) * size));
    }
  }
}

void Memory::Open() const {
  for (size_t i = 0; i < blocks_.size(); ++i) {
    ASAN_UNPOISON_MEMORY_REGION(blocks_[i], kBlockBytes[i]);
  }
}

Workspace::Workspace(uint64_t bytes, size_t misalignment, uint64_t seed)
    : bytes_(bytes), misalignment_(misalignment % kGuard) {
  if (bytes_ > 0) {
    memory_ = Allocate(Total());
    before_ = RandomBytes(Total(), seed);
    CopyToDevice(memory_, before_.data(), Total());
  }
}

Workspace::~Workspace() {
  if (memory_ != nullptr) {
    (void)aclrtFree(memory_);
  }
}

void Workspace::Close() const {
  if (memory_ != nullptr) {
    ASAN_POISON_MEMORY_REGION(memory_, Total());
    ASAN_UNPOISON_MEMORY_REGION(Get(), bytes_);
  }
}

void Workspace::Open() const {
  if (memory_ != nullptr) {
    ASAN_UNPOISON_MEMORY_REGION(memory_, Total());
  }
}

bool Workspace::GuardsIntact() const {
  if (memory_ == nullptr) {
    return true;
  }
  std::vector<uint8_t> after(Total());
  CopyToHost(after.data(), memory_, Total());
  const auto begin = static_cast<std::ptrdiff_t>(kGuard + misalignment_);
  const auto end = begin + static_cast<std::ptrdiff_t>(bytes_);
  return std::equal(after.begin(), after.begin() + begin, before_.begin()) &&
         std::equal(after.begin() + end, after.end(), before_.begin() + end);
}

Image FirstImage(const Call& call, uint64_t seed) {
  static const Image* const kNoise = [] {
    auto* image = new Image;
    for (size_t i = 0; i < image->size(); ++i) {
      (*image)[i] = RandomBytes(kBlockBytes[i], i);
    }
    return image;
  }();
  Image image = *kNoise;
  Noise noise(seed);
  for (const Tensor& tensor : call.tensors) {
    if (tensor.IsInput() && Walkable(tensor)) {
      Fill(call, tensor, noise, image[tensor.block]);
    }
  }
  return image;
}

}  // namespace openaclnn::fuzz
