// SPDX-License-Identifier: Apache-2.0
#include "runtime/single_operator/missing_operator.h"

#include <memory>
#include <utility>

#include "backend/backend.h"
#include "runtime/core/context.h"
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

Status MissingOperator(std::string text, void* stream) {
  const Status refusal(code::kRtFeatureNotSupported, text);
  std::shared_ptr<runtime::Stream> found;
  Status given = runtime::StreamToUse(stream, &found);
  if (given.IsOk()) {
    given = found->Queue()->Launch(std::make_unique<FailingTask>(std::move(text)));
  }
  return given.IsOk() ? refusal : Status(refusal.Code(), refusal.Message() + "; stream: " + given.Message());
}

}  // namespace openaclnn::single_operator
