// SPDX-License-Identifier: Apache-2.0
#include "base/object_slabs.h"

#include "base/address_text.h"

namespace openaclnn {
namespace {

// Those of every type that has had an object. Types do not go.
std::atomic<SlabsBase*> announced{nullptr};

}  // namespace

void SlabsBase::Announce() {
  if (announced_) {
    return;
  }
  announced_ = true;
  next_ = announced.load(std::memory_order_relaxed);
  while (!announced.compare_exchange_weak(next_, this, std::memory_order_release)) {
  }
}

std::string HandleText(const void* address) {
  std::string text = AddressText(address);
  for (const SlabsBase* slabs = announced.load(std::memory_order_acquire); slabs != nullptr;
       slabs = slabs->next_) {
    switch (slabs->find_(*slabs, address)) {
      case SlabsBase::Found::kNothing:
        break;
      case SlabsBase::Found::kDead:
        return text.append(", an ").append(slabs->type_).append(" that was destroyed before");
      case SlabsBase::Found::kLive:
        return text.append(", an ").append(slabs->type_);
    }
  }
  return text.append(", which is no object that this library made");
}

}  // namespace openaclnn
