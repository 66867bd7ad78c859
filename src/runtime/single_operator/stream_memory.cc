// SPDX-License-Identifier: Apache-2.0
#include "runtime/single_operator/stream_memory.h"

#include <memory>
#include <utility>

#include "acl/acl_rt.h"
#include "backend/backend.h"
#include "runtime/core/check.h"
#include "runtime/core/context.h"
#include "runtime/memory/memory.h"
#include "runtime/stream/streams.h"

namespace openaclnn::single_operator {
namespace {

// Frees memory where the stream has come to it, or drops it: what runs keeps what it uses.
class FreeMemory final : public backend::Work {
 public:
  explicit FreeMemory(std::vector<void*> memory) : memory_(std::move(memory)) {}
  FreeMemory(const FreeMemory&) = delete;
  FreeMemory& operator=(const FreeMemory&) = delete;
  ~FreeMemory() override {
    for (void* const block : memory_) {
      (void)runtime::FreeDevice(block, runtime::Wait::kNone);
    }
  }

  [[nodiscard]] const char* Name() const override { return "aclopCompileAndExecute"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override { return Status::Ok(); }

 private:
  const std::vector<void*> memory_;
};

}  // namespace

Status FreeInOrder(std::vector<void*> memory, void* stream) {
  auto work = std::make_unique<FreeMemory>(std::move(memory));
  std::shared_ptr<runtime::Stream> found;
  OPENACLNN_RETURN_IF_ERROR(runtime::StreamToUse(stream, &found));
  return found->Sink()->Launch(std::move(work));
}

}  // namespace openaclnn::single_operator
