// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/value.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "backend/allocation_registry.h"
#include "backend/cpu/signal.h"
#include "backend/value_passes.h"
#include "checker/device_memory.h"

namespace openaclnn::backend::cpu {
namespace {

// Copies, fills and kernels write to the cell as to any other memory, without atomics: ThreadSanitizer would
// take what the API means for a race.
__attribute__((no_sanitize("thread"), noinline)) uint64_t Load(const void* address) {
  return __atomic_load_n(static_cast<const uint64_t*>(address), __ATOMIC_ACQUIRE);
}

Status FreedTooEarly() {
  return {code::kRtVectorCoreException,
          "devAddr: expected memory that lives until the task is done, got memory that was freed before"};
}

class ValueCondition final : public Condition {
 public:
  ValueCondition(Cell cell, ValueTest test, uint64_t value)
      : cell_(std::move(cell)), test_(test), value_(value) {}

  [[nodiscard]] std::optional<Status> Look() noexcept override {
    if (cell_.block->Freed()) {
      return std::move(freed_);  // once: the wait is over then
    }
    return Passes(Load(checker::InDevice(cell_.address)), test_, value_) ? std::optional(Status::Ok())
                                                                         : std::nullopt;
  }
  void Describe(trace::Details& details) const override { details.name = "wait for value"; }

 private:
  const Cell cell_;
  const ValueTest test_;
  const uint64_t value_;
  Status freed_ = FreedTooEarly();  // made here, where memory may be asked for
};

class ValueWrite final : public Work {
 public:
  ValueWrite(Cell cell, uint64_t value) : cell_(std::move(cell)), value_(value) {}

  [[nodiscard]] const char* Name() const override { return "ValueWrite"; }
  [[nodiscard]] size_t Bytes() const override { return sizeof value_; }
  [[nodiscard]] Status Run(ExecutionContext& /*context*/) override {
    if (cell_.block->Freed()) {
      return FreedTooEarly();
    }
    // Said to those who wait for values, so that they need not find it out by polling.
    PolledSignal()->Change([this] {
      __atomic_store_n(static_cast<uint64_t*>(checker::InDevice(cell_.address)), value_, __ATOMIC_RELEASE);
    });
    return Status::Ok();
  }

 private:
  const Cell cell_;
  const uint64_t value_;
};

}  // namespace

std::unique_ptr<Condition> MakeValueCondition(Cell cell, ValueTest test, uint64_t value) {
  return std::make_unique<ValueCondition>(std::move(cell), test, value);
}

std::unique_ptr<Work> MakeValueWrite(Cell cell, uint64_t value) {
  return std::make_unique<ValueWrite>(std::move(cell), value);
}

}  // namespace openaclnn::backend::cpu
