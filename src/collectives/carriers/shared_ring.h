// SPDX-License-Identifier: Apache-2.0
//
// A connection's bytes between two ranks of one host, without the system's network: each end writes into a
// ring of its own memory and reads the other's. Nobody writes into another one's memory. An end that sleeps
// says so; whoever has something for it then has to ring, over the connection, whose end tells of a lost rank
// as well.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "collectives/carriers/shared_region.h"

namespace openaclnn::collectives {

inline constexpr size_t kRingBytes = size_t{64} << 10;

// Both directions, as one end has them. Usable when both ends have mapped each other's memory.
class SharedRing {
 public:
  // What an end tells, at the beginning of its memory. The other one may have anything in it.
  struct Board {
    alignas(64) std::atomic<uint64_t> written;   // into the own ring
    alignas(64) std::atomic<uint64_t> read;      // from the other's
    alignas(64) std::atomic<uint32_t> sleeping;  // bits below, and above them the number of the sleep
  };
  static_assert(std::atomic<uint64_t>::is_always_lock_free && std::atomic<uint32_t>::is_always_lock_free);

  // Null where the system gives no memory for it.
  [[nodiscard]] static std::unique_ptr<SharedRing> Create();
  explicit SharedRing(std::unique_ptr<SharedRegion> own) : own_(std::move(own)) {}

  [[nodiscard]] MemoryOffer Offer() const { return own_->Offer(); }
  // False where what is offered cannot be reached or is something else.
  [[nodiscard]] bool Open(const MemoryOffer& offer);
  [[nodiscard]] bool IsOpen() const { return other_ != nullptr; }

  // Bytes that can be read. IsSane is false where the other end has made no sense.
  [[nodiscard]] size_t Readable() const;
  [[nodiscard]] size_t Room() const;
  [[nodiscard]] bool IsSane() const;

  // As many bytes as can be had; returns how many.
  [[nodiscard]] size_t Read(std::span<const std::span<std::byte>> pieces);
  [[nodiscard]] size_t Write(std::span<const std::span<const std::byte>> pieces);
  // Whether the other end sleeps, and waits for what was read or written here since this was asked last.
  [[nodiscard]] bool IsAwaited();

  // From now on the other end rings when it has written; if told so, also when there is room. What it did
  // before is to be looked for once more.
  void BeginSleep(bool forRoom);
  void EndSleep();

 private:
  static constexpr uint32_t kForBytes = 1;
  static constexpr uint32_t kForRoom = 2;
  static constexpr uint32_t kSleep = 4;

  [[nodiscard]] static Board& BoardOf(const SharedRegion& memory) {
    return *reinterpret_cast<Board*>(memory.Data());
  }
  [[nodiscard]] static std::byte* RingOf(const SharedRegion& memory);

  const std::unique_ptr<SharedRegion> own_;
  std::unique_ptr<SharedRegion> other_;
  uint64_t written_ = 0;
  uint64_t read_ = 0;
  uint32_t changed_ = 0;  // for whom, since IsAwaited
  uint32_t sleep_ = 0;    // the number of the last sleep here
  uint32_t rung_ = 0;     // the sleep of the other that was ended from here
};

}  // namespace openaclnn::collectives
