// SPDX-License-Identifier: Apache-2.0
//
// Device memory while memory is checked. Each block has pages of its own, between guard zones that begin
// exactly where it ends, and addresses that no other block ever gets. The pages are mapped twice: where the
// client sees them they can be neither read nor written, as on hardware; the devices use the other mapping.
// Who is told an address by a client and touches the memory asks InDevice first.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checker/report.h"

namespace openaclnn::checker {

namespace internal {
// Of the addresses that clients see; 0 bytes until there is a block.
extern std::atomic<uintptr_t> seenBegin;
extern std::atomic<size_t> seenBytes;
extern std::atomic<ptrdiff_t> toDevice;  // from there to the devices' addresses
}  // namespace internal

// Where the devices find what a client sees at an address. Other addresses stay as they are.
template <typename Byte>
[[nodiscard]] Byte* InDevice(Byte* address) noexcept {
  const auto number = reinterpret_cast<uintptr_t>(address);
  const size_t bytes = internal::seenBytes.load(std::memory_order_acquire);
  if (bytes != 0 && number - internal::seenBegin.load(std::memory_order_relaxed) < bytes) [[unlikely]] {
    const auto moved = number + static_cast<uintptr_t>(internal::toDevice.load(std::memory_order_relaxed));
    return reinterpret_cast<Byte*>(moved);  // NOLINT(performance-no-int-to-ptr): the other mapping
  }
  return address;
}

// The address of a new block, as the client sees it; null if there is no memory left. The call that it is
// made in is remembered.
[[nodiscard]] void* AllocateBlock(size_t bytes, int device);
// The addresses that all blocks lie in, as clients see them; from the first block on.
[[nodiscard]] std::span<const std::byte> SeenAddresses() noexcept;
// Looks at the guard zones, and gives the memory back. Nothing is done for what is no block.
void FreeBlock(void* address) noexcept;
// The client has freed the block; queued work may still use it until FreeBlock.
void NoteFreed(const void* address) noexcept;

// Something writes to memory. Other memory than that of blocks is not looked at.
void NoteWrite(const void* address, size_t bytes) noexcept;
// Something reads memory: told if nothing was ever written there.
void NoteRead(const std::string& what, const void* address, size_t bytes) noexcept;

// What is known of an address: "12 bytes behind the start of a block of 100 bytes of device 0", and where
// that was allocated and freed. Empty if it is none of a block.
struct BlockText {
  std::string text;
  std::vector<Related> related;
};
[[nodiscard]] std::optional<BlockText> DescribeAddress(const void* address);

// Every block whose guard zones were written to, and every block that the client has not freed.
void TellBlocks() noexcept;

}  // namespace openaclnn::checker
