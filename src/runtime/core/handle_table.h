// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "base/spin_lock.h"
#include "checker/objects.h"

namespace openaclnn::runtime {

// The kinds of handles, told apart by the handle itself: an event passed as a stream is found out.
enum class HandleKind : uint8_t {
  kContext = 1,
  kStream = 2,
  kEvent = 3,
  kNotify = 4,
  kCountingNotify = 5,
  kPhysicalMemory = 6,
  kMemoryPool = 7,
  kAllocatorDescription = 8,
  kExecutor = 9,
  kCommunicator = 10,
  kGraph = 11,
  kTaskGroup = 12,
  kLabel = 13,
  kLabelList = 14,
  kCondition = 15,
  kGraphStream = 16,
  kGraphTask = 17,
};

// What the checker calls an object of a kind that its owner never destroyed.
[[nodiscard]] constexpr const char* NameOf(HandleKind kind) {
  constexpr std::array<const char*, 18> kNames{"",
                                               "aclrtContext",
                                               "aclrtStream",
                                               "aclrtEvent",
                                               "aclrtNotify",
                                               "aclrtCntNotify",
                                               "aclrtDrvMemHandle",
                                               "aclrtMemPool",
                                               "aclrtAllocatorDesc",
                                               "aclOpExecutor",
                                               "HcclComm",
                                               "aclmdlRI",
                                               "aclrtTaskGrp",
                                               "aclrtLabel",
                                               "aclrtLabelList",
                                               "aclmdlRICondHandle",
                                               "aclrtStream of a graph",
                                               "aclmdlRITask"};
  return kNames.at(static_cast<size_t>(kind));
}

// Who has to destroy an object.
enum class HandleOwner : uint8_t { kClient, kLibrary };

// Objects by the opaque handles that clients hold. A handle is a number, never an address: kind, slot, and
// the slot's generation, which changes when the object goes. So any value at all can be looked up, safely and
// in constant time, and one that was destroyed, released or made up finds nothing. Thread safe.
template <typename Object>
class HandleTable {
 public:
  explicit HandleTable(HandleKind kind) : kind_(kind), name_(NameOf(kind)) {}

  void* Insert(std::shared_ptr<Object> object, HandleOwner owner = HandleOwner::kClient) {
    void* const handle = Add(std::move(object));
    return owner == HandleOwner::kClient ? checker::NoteMade(name_, handle) : handle;
  }

  // Null if the handle is not a live one.
  [[nodiscard]] std::shared_ptr<Object> Find(const void* handle) const {
    const std::lock_guard lock(lock_);
    const size_t index = LiveIndex(handle);
    return index == kNone ? nullptr : slots_[index].object;
  }

  // What `question(object)` answers, which is brief and asks for nothing else here; empty if the handle is
  // not a live one. Spares the reference.
  template <typename Question>
  [[nodiscard]] auto Ask(const void* handle, const Question& question) const
      -> std::optional<decltype(question(std::declval<const Object&>()))> {
    const std::lock_guard lock(lock_);
    const size_t index = LiveIndex(handle);
    return index == kNone ? std::nullopt : std::optional(question(*slots_[index].object));
  }

  // Takes the object out: its owner destroys it. Null if the handle is not a live one.
  std::shared_ptr<Object> Remove(const void* handle) {
    const std::lock_guard lock(lock_);
    return Take(LiveIndex(handle));
  }

  // Find, and Remove unless `keeps` says otherwise, in one step.
  template <typename Keeps>
  std::shared_ptr<Object> FindOrTake(const void* handle, const Keeps& keeps) {
    const std::lock_guard lock(lock_);
    const size_t index = LiveIndex(handle);
    return index != kNone && keeps(*slots_[index].object) ? slots_[index].object : Take(index);
  }

  // Takes the object out without its owner's doing. The owner still has to destroy the handle, once: see
  // ForgetReleased. Remembered until then, but not more than so many at once: owners need not come.
  static constexpr size_t kMostRemembered = size_t{1} << 14;
  std::shared_ptr<Object> Release(const void* handle) noexcept {
    const std::lock_guard lock(lock_);
    const size_t index = LiveIndex(handle);
    if (index == kNone) {
      return nullptr;
    }
    slots_[index].released = slots_[index].generation;
    std::shared_ptr<Object> object = TakeObject(index);
    slots_[index].previous = remembered_.last;
    remembered_.Append(slots_, index);
    if (++rememberedCount_ > kMostRemembered) {
      Forget(remembered_.first);
    }
    return object;
  }

  // Whether the handle was released and not yet destroyed by its owner.
  [[nodiscard]] bool WasReleased(const void* handle) const {
    const std::lock_guard lock(lock_);
    const size_t index = IssuedIndex(handle);
    return index != kNone && slots_[index].released == GenerationOf(handle);
  }

  // As WasReleased; the answer is true once.
  bool ForgetReleased(const void* handle) {
    const std::lock_guard lock(lock_);
    const size_t index = IssuedIndex(handle);
    if (index == kNone || slots_[index].released != GenerationOf(handle)) {
      return false;
    }
    Forget(index);
    checker::NoteEnded(handle);
    return true;
  }

  // Whether the handle came from this table once and is no longer live.
  [[nodiscard]] bool WasLive(const void* handle) const {
    const std::lock_guard lock(lock_);
    return IssuedIndex(handle) != kNone && LiveIndex(handle) == kNone;
  }

 private:
  static constexpr int kIndexBits = 24;
  static constexpr int kGenerationBits = 32;
  static constexpr uint64_t kIndexMask = (uint64_t{1} << kIndexBits) - 1;
  static constexpr size_t kNone = SIZE_MAX;

  struct Slot {
    std::shared_ptr<Object> object;
    uint32_t generation;  // of the object, or of the next one where there is none
    uint32_t released;    // the generation that was released and not yet forgotten; 0: none. Not free then
    size_t next;          // in the list that it is in: of the free ones, or of those to remember
    size_t previous;      // of those to remember
  };
  // Oldest first.
  struct List {
    size_t first = kNone;
    size_t last = kNone;

    void Append(std::vector<Slot>& slots, size_t index) {
      slots[index].next = kNone;
      (first == kNone ? first : slots[last].next) = index;
      last = index;
    }
  };

  void* Add(std::shared_ptr<Object> object) {
    const std::lock_guard lock(lock_);
    if (free_.first == kNone) {
      if (slots_.size() > kIndexMask) {
        throw std::bad_alloc();
      }
      slots_.push_back({std::move(object), 1, 0, kNone, kNone});
      return Encode(slots_.size() - 1, 1);
    }
    const size_t index = free_.first;
    Slot& slot = slots_[index];
    free_.first = slot.next;
    slot.object = std::move(object);
    return Encode(index, slot.generation);
  }

  [[nodiscard]] void* Encode(size_t index, uint32_t generation) const {
    const uint64_t bits = (static_cast<uint64_t>(kind_) << (kIndexBits + kGenerationBits)) |
                          (static_cast<uint64_t>(generation) << kIndexBits) | index;
    return reinterpret_cast<void*>(bits);  // NOLINT(performance-no-int-to-ptr): nothing points there
  }

  [[nodiscard]] static uint32_t GenerationOf(const void* handle) {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(handle) >> kIndexBits);
  }

  [[nodiscard]] size_t IssuedIndex(const void* handle) const {
    const auto bits = reinterpret_cast<uintptr_t>(handle);
    const uint64_t index = bits & kIndexMask;
    const uint32_t generation = GenerationOf(handle);
    if (bits >> (kIndexBits + kGenerationBits) != static_cast<uint64_t>(kind_) || index >= slots_.size()) {
      return kNone;
    }
    const Slot& slot = slots_[index];
    const bool issued =
        generation != 0 && (slot.object ? generation <= slot.generation : generation < slot.generation);
    return issued ? index : kNone;
  }

  [[nodiscard]] size_t LiveIndex(const void* handle) const {
    const size_t index = IssuedIndex(handle);
    return index != kNone && slots_[index].object && slots_[index].generation == GenerationOf(handle) ? index
                                                                                                      : kNone;
  }

  std::shared_ptr<Object> Take(size_t index) {
    if (index == kNone) {
      return nullptr;
    }
    checker::NoteEnded(Encode(index, slots_[index].generation));
    std::shared_ptr<Object> object = TakeObject(index);
    Offer(index);
    return object;
  }

  std::shared_ptr<Object> TakeObject(size_t index) {
    Slot& slot = slots_[index];
    std::shared_ptr<Object> object = std::move(slot.object);
    slot.object = nullptr;
    ++slot.generation;
    return object;
  }

  void Forget(size_t index) {
    Slot& slot = slots_[index];
    slot.released = 0;
    (slot.previous == kNone ? remembered_.first : slots_[slot.previous].next) = slot.next;
    (slot.next == kNone ? remembered_.last : slots_[slot.next].previous) = slot.previous;
    --rememberedCount_;
    Offer(index);
  }

  // For the next object. The slot that has been free for longest is used first.
  void Offer(size_t index) { free_.Append(slots_, index); }

  const HandleKind kind_;
  const char* const name_;
  mutable SpinLock lock_;  // held for some instructions, which a lock of the system's would take longer than
  std::vector<Slot> slots_;
  List free_;
  List remembered_;
  size_t rememberedCount_ = 0;
};

}  // namespace openaclnn::runtime
