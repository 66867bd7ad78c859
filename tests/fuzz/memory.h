// SPDX-License-Identifier: Apache-2.0
//
// The memory that the fuzzer's tensors lie in: a few device blocks, filled anew for every run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/fuzz/call.h"

namespace openaclnn::fuzz {

inline constexpr std::array<size_t, 4> kBlockBytes{32768, 16384, 8192, 512};

/// One array of bytes for each block: an image of the memory, or a mark for each of its bytes.
using Image = std::array<std::vector<uint8_t>, kBlockBytes.size()>;

class Memory {
 public:
  Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory();

  /// The data address of a tensor; null for an absent one. Never followed here.
  [[nodiscard]] void* Address(const Tensor& tensor) const;
  [[nodiscard]] std::vector<void*> Addresses(const Call& call) const;

  /// Memory for copies of the outputs, large enough for whatever is run.
  [[nodiscard]] uint8_t* Spare() const { return spare_; }
  static constexpr size_t kSpareBytes = 65536;

  [[nodiscard]] void* Freed() const { return freed_; }
  [[nodiscard]] void* Host() const { return const_cast<uint8_t*>(host_.data()); }

  void Upload(const Image& image) const;
  [[nodiscard]] Image Download() const;

  /// Closes all blocks to AddressSanitizer but for what the tensors' views span, so that a kernel that reads
  /// or writes beside them is caught although the block goes on. No-ops without AddressSanitizer.
  void CloseAllBut(const Call& call, const std::vector<bool>& used) const;
  void Open() const;

 private:
  std::array<uint8_t*, kBlockBytes.size()> blocks_{};
  uint8_t* spare_ = nullptr;
  void* freed_ = nullptr;
  void* pinned_ = nullptr;
  std::vector<uint8_t> host_;
};

/// Workspace of exactly `bytes` bytes in a device block of its own, filled with noise, with guards around it.
class Workspace {
 public:
  /// `misalignment`: how far past a multiple of 64 it starts.
  Workspace(uint64_t bytes, size_t misalignment, uint64_t seed);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace();

  [[nodiscard]] void* Get() const { return bytes_ == 0 ? nullptr : memory_ + kGuard + misalignment_; }
  /// Closes the guards to AddressSanitizer, and opens them again.
  void Close() const;
  void Open() const;
  [[nodiscard]] bool GuardsIntact() const;

 private:
  static constexpr size_t kGuard = 64;
  [[nodiscard]] size_t Total() const { return bytes_ + 3 * kGuard; }

  size_t bytes_;
  size_t misalignment_;
  uint8_t* memory_ = nullptr;
  std::vector<uint8_t> before_;
};

/// Memory of random bits, always the same, with the inputs of the call filled as they ask.
[[nodiscard]] Image FirstImage(const Call& call, uint64_t seed);

}  // namespace openaclnn::fuzz
