// SPDX-License-Identifier: Apache-2.0
#include "collectives/run/inbox.h"

#include <utility>

namespace openaclnn::collectives {
namespace {

class Arrival final : public backend::Condition {
 public:
  Arrival(std::shared_ptr<Inbox> inbox, std::shared_ptr<Operation> operation)
      : inbox_(std::move(inbox)), operation_(std::move(operation)) {}
  ~Arrival() override {
    auto issue = Operation::Issue::kIssuing;
    const bool isRefused = operation_->issue.compare_exchange_strong(issue, Operation::Issue::kRefused);
    if (!isRefused && !operation_->isFinished) {
      inbox_->Abandon(*operation_);
    }
  }

  [[nodiscard]] std::optional<Status> Look() noexcept override {
    if (!std::exchange(hasArrived_, true) && !inbox_->Arrive(operation_)) {
      operation_->isFinished = true;
      if (operation_->onFinish) {
        std::exchange(operation_->onFinish, nullptr)();
      }
      return inbox_->ClosedBecause().AsTaskStatus();
    }
    return operation_->isFinished ? std::optional(operation_->status) : std::nullopt;
  }
  void Describe(trace::Details& details) const override {
    details.name = NameOf(static_cast<OperationKind>(operation_->call.which));
    details.category = "collective";
    details.phase = "run";
    details.bytes = operation_->usedBytes;
  }

 private:
  const std::shared_ptr<Inbox> inbox_;
  const std::shared_ptr<Operation> operation_;
  bool hasArrived_ = false;
};

}  // namespace

bool Inbox::Arrive(const std::shared_ptr<Operation>& operation) noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) {
      return false;
    }
    (last_ == nullptr ? content_.arrived : last_->nextArrived) = operation;
    last_ = operation.get();
    isEmpty_ = false;
  }
  if (!isTended_ && operation->issue != Operation::Issue::kIssuing) {
    bell_.Wake();
  }
  return true;
}

void Inbox::Abandon(const Operation& operation) noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (!content_.abandoned) {
      content_.abandoned = true;
      isEmpty_ = false;
      try {
        content_.abandonedText = operation.Text();
      } catch (...) {
        content_.abandonedText.clear();  // no memory: it stays unnamed
      }
    }
  }
  bell_.Wake();
}

bool Inbox::Do(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) {
      return false;
    }
    content_.tasks.push_back(std::move(task));
    isEmpty_ = false;
  }
  bell_.Wake();
  return true;
}

void Inbox::Close(const Result& reason) {
  {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
      closed_ = reason;
      isClosed_ = true;
    }
  }
  bell_.Wake();
}

Result Inbox::ClosedBecause() const {
  const std::lock_guard lock(mutex_);
  return closed_.value_or(Result::Ok());
}

Inbox::Content Inbox::Take() {
  const std::lock_guard lock(mutex_);
  last_ = nullptr;
  isEmpty_ = true;
  return std::exchange(content_, Content());
}

std::unique_ptr<backend::Condition> MakeArrival(std::shared_ptr<Inbox> inbox,
                                                std::shared_ptr<Operation> operation) {
  return std::make_unique<Arrival>(std::move(inbox), std::move(operation));
}

}  // namespace openaclnn::collectives
