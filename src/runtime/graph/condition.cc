// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/condition.h"

#include <cstddef>
#include <utility>

#include "checker/device_memory.h"
#include "checker/races.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kBytes = sizeof(uint64_t);

}  // namespace

Status Condition::Make(const std::shared_ptr<backend::Device>& device, int deviceId,
                       std::shared_ptr<Condition>* condition) {
  auto made = std::make_shared<Condition>();
  void* memory = nullptr;
  Status status = device->Allocate(kBytes, &memory);
  if (!status.IsOk()) {
    return status;
  }
  std::shared_ptr<const void> keeper(memory, [device, memory](const void* /*same*/) {
    if (checker::IsOn(checker::kMemory)) [[unlikely]] {
      checker::NoteFreed(memory);
    }
    device->Free(memory, kBytes);
  });
  // Lent, so that aclrtFree does not take it.
  made->block = std::make_shared<backend::Allocation>(
      deviceId, static_cast<std::byte*>(memory), kBytes,
      backend::Allocation::Lent{"aclmdlRICondHandleCreate", std::move(keeper)});
  backend::AllocationRegistry::Instance().Insert(made->block);
  made->word = static_cast<uint64_t*>(memory);
  *condition = std::move(made);
  return Status::Ok();
}

Condition::~Condition() {
  if (block != nullptr) {
    if (checker::IsOn(checker::kRaces)) [[unlikely]] {
      checker::NoteFresh(word, kBytes);
    }
    backend::AllocationRegistry::Instance().Remove(block);
  }
}

}  // namespace openaclnn::runtime
