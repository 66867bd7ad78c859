// SPDX-License-Identifier: Apache-2.0
#include "checker/device_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/address_text.h"
#include "base/no_destructor.h"
#include "base/page_size.h"
#include "checker/kept_work.h"
#include "checker/quietly.h"
#include "checker/written_ranges.h"

namespace openaclnn::checker {
namespace internal {

constinit std::atomic<uintptr_t> seenBegin{0};
constinit std::atomic<size_t> seenBytes{0};
constinit std::atomic<ptrdiff_t> toDevice{0};

}  // namespace internal

namespace {

constexpr size_t kFront = 512;       // in front of a block, which clients may count on to be so aligned
constexpr size_t kLeastBehind = 64;  // behind it
constexpr size_t kMostAddresses = size_t{1} << 40;
constexpr size_t kLeastAddresses = size_t{1} << 30;
constexpr unsigned char kGuard = 0xfd;
constexpr unsigned char kFresh = 0xcd;

struct Block {
  std::byte* pages;  // as the client sees them
  size_t pageBytes;
  size_t bytes;
  int device;
  CallStack made;
  std::optional<CallStack> freed;
  WrittenRanges written;
  bool guardsTold = false;
  bool isBacked = true;  // FreeBlock has not come

  [[nodiscard]] std::byte* Begin() const { return pages + kFront; }
};

// Addresses that are given out once, in order.
class Heap {
 public:
  // Pages for a block; null if there are none left.
  std::byte* Take(size_t pageBytes) {
    if (seen_ == nullptr && !Map()) {
      return nullptr;
    }
    if (pageBytes > bytes_ - used_) {
      return nullptr;
    }
    std::byte* const pages = seen_ + used_;
    used_ += pageBytes;
    return pages;
  }

  // Gives the memory of pages back. Their addresses stay dead.
  void Drop(const std::byte* pages, size_t pageBytes) const noexcept {
    (void)fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, pages - seen_,
                    static_cast<off_t>(pageBytes));
  }

 private:
  bool Map() {
    file_ = memfd_create("openaclnn device memory", MFD_CLOEXEC);
    for (size_t bytes = kMostAddresses; file_ >= 0 && bytes >= kLeastAddresses; bytes /= 2) {
      void* const seen = mmap(nullptr, bytes, PROT_NONE, MAP_SHARED | MAP_NORESERVE, file_, 0);
      void* const device = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
      // NOLINTBEGIN(performance-no-int-to-ptr): the macro of the C library
      if (seen != MAP_FAILED && device != MAP_FAILED && ftruncate(file_, static_cast<off_t>(bytes)) == 0) {
        seen_ = static_cast<std::byte*>(seen);
        bytes_ = bytes;
        internal::toDevice = static_cast<std::byte*>(device) - seen_;
        internal::seenBegin = reinterpret_cast<uintptr_t>(seen_);
        internal::seenBytes = bytes_;
        return true;
      }
      if (seen != MAP_FAILED) {
        munmap(seen, bytes);
      }
      if (device != MAP_FAILED) {
        munmap(device, bytes);
      }
      // NOLINTEND(performance-no-int-to-ptr)
    }
    return false;
  }

  int file_ = -1;
  std::byte* seen_ = nullptr;
  size_t bytes_ = 0;
  size_t used_ = 0;
};

struct MemoryState {
  static MemoryState& Instance() {
    static NoDestructor<MemoryState> state;
    return *state;
  }

  std::recursive_mutex mutex;  // a host access while it is held is told, too
  Heap heap;
  std::map<const std::byte*, Block> blocks;  // by their pages, those that are freed among them
};

// The block whose pages an address lies in; null if there is none. Under the lock.
Block* BlockAround(const void* address) {
  auto& blocks = MemoryState::Instance().blocks;
  const auto next = blocks.upper_bound(static_cast<const std::byte*>(address));
  if (next == blocks.begin()) {
    return nullptr;
  }
  Block& block = std::prev(next)->second;
  return static_cast<const std::byte*>(address) < block.pages + block.pageBytes ? &block : nullptr;
}

std::string SizeText(const Block& block) {
  return "a block of " + std::to_string(block.bytes) + " bytes of device " + std::to_string(block.device);
}

BlockText Describe(const Block& block, const void* address) {
  const ptrdiff_t offset = static_cast<const std::byte*>(address) - block.Begin();
  const auto size = static_cast<ptrdiff_t>(block.bytes);
  BlockText described;
  if (offset < 0) {
    described.text = std::to_string(-offset) + " bytes in front of ";
  } else if (offset >= size) {
    described.text = std::to_string(offset - size) + " bytes behind the end of ";
  } else {
    described.text = std::to_string(offset) + " bytes behind the start of ";
  }
  described.text += SizeText(block);
  described.related.push_back({"allocated at", block.made});
  if (block.freed) {
    described.text += ", which was freed";
    described.related.push_back({"freed at", *block.freed});
  }
  return described;
}

// The first byte of [begin, end), as clients see it, that is not the guard's; `end` if there is none.
const std::byte* FirstChange(const std::byte* begin, const std::byte* end) {
  const std::byte* const inDevice = InDevice(begin);
  return begin + (std::find_if(inDevice, inDevice + (end - begin),
                               [](std::byte found) { return found != std::byte{kGuard}; }) -
                  inDevice);
}

// Under the lock.
void TellGuards(Block& block) {
  if (block.guardsTold || !block.isBacked) {
    return;
  }
  const std::byte* const end = block.pages + block.pageBytes;
  const std::byte* change = FirstChange(block.pages, block.Begin());
  if (change == block.Begin()) {
    change = FirstChange(block.Begin() + block.bytes, end);
  }
  if (change == end) {
    return;
  }
  block.guardsTold = true;
  BlockText described = Describe(block, change);
  Tell({"overrun", "work of a device wrote " + described.text, {}, std::move(described.related)});
}

}  // namespace

void* AllocateBlock(size_t bytes, int device) {
  if (bytes > kMostAddresses) {
    return nullptr;
  }
  CallStack made = CallStack::Here();
  MemoryState& state = MemoryState::Instance();
  const std::lock_guard lock(state.mutex);
  const size_t pageBytes = (kFront + bytes + kLeastBehind + kPage - 1) / kPage * kPage;
  std::byte* const pages = state.heap.Take(pageBytes);
  if (pages == nullptr) {
    return nullptr;
  }
  std::byte* const inDevice = InDevice(pages);
  std::memset(inDevice, kGuard, kFront);
  std::memset(inDevice + kFront, kFresh, bytes);
  std::memset(inDevice + kFront + bytes, kGuard, pageBytes - kFront - bytes);
  const Block block{pages, pageBytes, bytes, device, std::move(made), std::nullopt, {}};
  return state.blocks.emplace(pages, block).first->second.Begin();
}

std::span<const std::byte> SeenAddresses() noexcept {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): as mapped
  return {reinterpret_cast<const std::byte*>(internal::seenBegin.load()), internal::seenBytes.load()};
}

void NoteFreed(const void* address) noexcept {
  Quietly<MemoryState>([&](MemoryState& /*state*/) {
    if (Block* const block = BlockAround(address); block != nullptr && !block->freed) {
      block->freed = CallStack::Here();
    }
  });
}

void FreeBlock(void* address) noexcept {
  Quietly<MemoryState>([&](MemoryState& state) {
    if (Block* const block = BlockAround(address); block != nullptr && block->isBacked) {
      TellGuards(*block);
      block->isBacked = false;
      state.heap.Drop(block->pages, block->pageBytes);
    }
  });
}

void NoteWrite(const void* address, size_t bytes) noexcept {
  if (internal::nothingRuns) {
    return;
  }
  Quietly<MemoryState>([&](MemoryState& /*state*/) {
    if (Block* const block = BlockAround(address); block != nullptr && bytes > 0) {
      const auto begin = static_cast<size_t>(static_cast<const std::byte*>(address) - block->Begin());
      block->written.Add(begin, begin + bytes);
    }
  });
}

void NoteRead(const std::string& what, const void* address, size_t bytes) noexcept {
  if (internal::nothingRuns) {
    return;
  }
  Quietly<MemoryState>([&](MemoryState& /*state*/) {
    Block* const block = BlockAround(address);
    if (block == nullptr || bytes == 0) {
      return;
    }
    const auto begin = static_cast<size_t>(static_cast<const std::byte*>(address) - block->Begin());
    if (!block->written.Meets(begin, begin + bytes)) {
      BlockText described = Describe(*block, address);
      Tell({"uninitialised read",
            what + " reads " + std::to_string(bytes) + " bytes that nobody has written, " + described.text,
            CallStack::Here(), std::move(described.related)});
      block->written.Add(begin, begin + bytes);  // told once
    }
  });
}

std::optional<BlockText> DescribeAddress(const void* address) {
  MemoryState& state = MemoryState::Instance();
  const std::lock_guard lock(state.mutex);
  const Block* const block = BlockAround(address);
  return block == nullptr ? std::nullopt : std::optional(Describe(*block, address));
}

void TellBlocks() noexcept {
  Quietly<MemoryState>([](MemoryState& state) {
    std::map<std::pair<CallStack, int>, std::pair<size_t, size_t>> left;  // blocks and bytes, by place
    for (auto& [pages, block] : state.blocks) {
      TellGuards(block);
      if (!block.freed) {
        auto& [count, bytes] = left[{block.made, block.device}];
        ++count;
        bytes += block.bytes;
      }
    }
    for (const auto& [place, size] : left) {
      Tell({"leak",
            std::to_string(size.first) + (size.first == 1 ? " block" : " blocks") + " of device memory, " +
                std::to_string(size.second) + " bytes, never freed",
            {},
            {{"allocated at", place.first}},
            Left{"block of device memory", size.first, size.second}});
    }
  });
}

}  // namespace openaclnn::checker
