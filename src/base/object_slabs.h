// SPDX-License-Identifier: Apache-2.0
//
// Objects behind pointers that clients hold and give back at any time, also when the object is gone, and
// mistaken for others. They live in slabs, memory that is never anything but slots of one type, so that any
// address at all can be asked whether a live object is there, without following it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <string>

#include "base/spin_lock.h"
#include "base/status.h"

namespace openaclnn {

// All slabs of one type, whatever the type.
class SlabsBase {
 public:
  SlabsBase(const SlabsBase&) = delete;
  SlabsBase& operator=(const SlabsBase&) = delete;

 protected:
  enum class Found { kNothing, kDead, kLive };

  constexpr explicit SlabsBase(const char* type, Found (*find)(const SlabsBase&, const void*))
      : type_(type), find_(find) {}
  ~SlabsBase() = default;

  [[nodiscard]] const char* TypeName() const { return type_; }
  // From the first object on, messages can tell objects of this type.
  void Announce();

 private:
  friend std::string HandleText(const void* address);

  const char* type_;
  Found (*find_)(const SlabsBase&, const void*);
  SlabsBase* next_ = nullptr;
  bool announced_ = false;
};

// What an address is that was taken for an object, for messages: "0x5581, an aclScalar", "0x5581, an
// aclTensor that was destroyed before", "0x10, which never was an object of this library".
[[nodiscard]] std::string HandleText(const void* address);

// Slots are given to new objects in the order in which they became free: an address stays dead for as long as
// possible. Memory of slots is kept until the process ends. Thread safe, in that of two threads that destroy
// an object one does; nobody may read an object while another thread destroys it.
template <typename Object>
class ObjectSlabs final : public SlabsBase {
 public:
  constexpr explicit ObjectSlabs(const char* type) : SlabsBase(type, Find) {}

  // `fill(object)` completes the new object before anybody finds it. std::bad_alloc, or what `fill` throws. Of a
  // type that is kept for the next it sets everything.
  template <typename Fill>
  [[nodiscard]] Object* Make(const Fill& fill) {
    Slot* const slot = Take();
    Object* const object = kKeeps ? slot->Get() : new (slot->object.data()) Object();
    try {
      fill(*object);
    } catch (...) {
      End(*object);
      Offer(slot);
      throw;
    }
    slot->live.store(true, std::memory_order_release);
    return object;
  }

  // False, and nothing happens, if there is no live object. `last(object)` is called when nobody finds it any
  // more; it must not throw.
  [[nodiscard]] bool Destroy(const Object* object) noexcept {
    return Destroy(object, [](Object& /*object*/) {});
  }
  template <typename Last>
  [[nodiscard]] bool Destroy(const Object* object, const Last& last) noexcept {
    Slot* const slot = SlotAt(object);
    if (slot == nullptr || !slot->live.exchange(false, std::memory_order_acq_rel)) {
      return false;
    }
    last(*slot->Get());
    End(*slot->Get());
    Offer(slot);
    return true;
  }

  [[nodiscard]] const char* Type() const { return TypeName(); }
  // Why an argument that is not live is refused.
  [[nodiscard]] Status Refusal(int32_t code, const std::string& argument, const void* address) const {
    return {code, argument + ": expected a live " + TypeName() + ", got " + HandleText(address)};
  }

  [[nodiscard]] bool IsLive(const void* address) const noexcept {
    const Slot* const slot = SlotAt(address);
    return slot != nullptr && slot->live.load(std::memory_order_acquire);
  }

 private:
  // Of types that say so, and hold little, an object that has ended stays in its slot: the next one takes over
  // the memory of its vectors, and asks for none.
  static constexpr bool kKeeps = requires { typename Object::KeptForNext; };
  static void End(Object& object) noexcept {
    if constexpr (!kKeeps) {
      std::destroy_at(&object);
    }
  }

  struct Slot {
    alignas(Object) std::array<std::byte, sizeof(Object)> object;
    std::atomic<bool> live{false};
    Slot* next = nullptr;  // of the free ones

    [[nodiscard]] Object* Get() { return std::launder(reinterpret_cast<Object*>(object.data())); }
  };
  static_assert(offsetof(Slot, object) == 0);

  // Each slab has twice the slots of the one before, so that few are to be looked through.
  static constexpr size_t kFirstSlots = 32;
  static constexpr size_t kMostSlabs = 40;
  struct Slab {
    Slot* slots = nullptr;
    size_t bytes = 0;
  };

  [[nodiscard]] Slot* SlotAt(const void* address) const noexcept {
    const size_t count = slabCount_.load(std::memory_order_acquire);
    for (size_t number = 0; number < count; ++number) {
      const Slab& slab = slabs_[number];
      const uintptr_t offset = reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(slab.slots);
      if (offset < slab.bytes) {
        const size_t index = offset / sizeof(Slot);
        return index * sizeof(Slot) == offset ? slab.slots + index : nullptr;
      }
    }
    return nullptr;
  }

  static Found Find(const SlabsBase& slabs, const void* address) {
    const auto& self = static_cast<const ObjectSlabs&>(slabs);
    const Slot* const slot = self.SlotAt(address);
    if (slot == nullptr) {
      return Found::kNothing;
    }
    return slot->live.load(std::memory_order_acquire) ? Found::kLive : Found::kDead;
  }

  Slot* Take() {
    const std::lock_guard lock(lock_);
    if (firstFree_ == nullptr) {
      AddSlab();
    }
    Slot* const slot = firstFree_;
    firstFree_ = slot->next;
    return slot;
  }

  void Offer(Slot* slot) noexcept {
    const std::lock_guard lock(lock_);
    Append(slot);
  }

  void Append(Slot* slot) noexcept {
    slot->next = nullptr;
    (firstFree_ == nullptr ? firstFree_ : lastFree_->next) = slot;
    lastFree_ = slot;
  }

  void AddSlab() {
    const size_t number = slabCount_.load(std::memory_order_relaxed);
    if (number == kMostSlabs) {
      throw std::bad_alloc();
    }
    const size_t slots = kFirstSlots << number;
    Slab& slab = slabs_[number];
    slab = {new Slot[slots], slots * sizeof(Slot)};
    for (size_t slot = 0; slot < slots; ++slot) {
      if constexpr (kKeeps) {
        new (slab.slots[slot].object.data()) Object();
      }
      Append(slab.slots + slot);
    }
    Announce();
    slabCount_.store(number + 1, std::memory_order_release);
  }

  std::array<Slab, kMostSlabs> slabs_{};  // written before slabCount_ counts them
  std::atomic<size_t> slabCount_{0};
  SpinLock lock_;  // of what follows
  Slot* firstFree_ = nullptr;
  Slot* lastFree_ = nullptr;
};

}  // namespace openaclnn
