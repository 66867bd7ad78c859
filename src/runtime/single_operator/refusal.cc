// SPDX-License-Identifier: Apache-2.0
#include "runtime/single_operator/refusal.h"

#include <memory>
#include <utility>

#include "backend/backend.h"
#include "runtime/core/context.h"
#include "runtime/single_operator/clients.h"
#include "runtime/stream/streams.h"

namespace openaclnn::single_operator {
namespace {

class FailingTask final : public backend::Work {
 public:
  explicit FailingTask(std::string text) : failure_(code::kRtVectorCoreException, std::move(text)) {}

  [[nodiscard]] const char* Name() const override { return "aclopCompileAndExecute"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override { return failure_; }

 private:
  const Status failure_;
};

}  // namespace

Status Refuse(Status refusal, void* stream) {
  // torch_npu hands operators to a thread of its own, which ends at a refusal: nothing that its client
  // does afterwards is enqueued, and a synchronize that succeeds would pass off memory as a result.
  if (!IsLoaded(Client::kTorchNpu)) {
    return refusal;
  }
  std::shared_ptr<runtime::Stream> found;
  Status given = runtime::StreamToUse(stream, &found);
  if (given.IsOk()) {
    given = found->Sink()->Launch(std::make_unique<FailingTask>(refusal.Message()));
  }
  return given.IsOk() ? refusal : Status(refusal.Code(), refusal.Message() + "; stream: " + given.Message());
}

}  // namespace openaclnn::single_operator
