// SPDX-License-Identifier: Apache-2.0
#include "collectives/communicator.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <string>
#include <utility>

#include "backend/backend.h"
#include "checker/races.h"

namespace openaclnn::collectives {
namespace {

// Operations that wait for other ranks for as long, with nothing moving, are stuck.
constexpr auto kStuckAfter = std::chrono::milliseconds(500);

void Release(const std::shared_ptr<Outstanding>& outstanding) {
  const std::lock_guard lock(outstanding->mutex);
  --outstanding->count;
  outstanding->changed.notify_all();
}

}  // namespace

Communicator::Communicator(CommunicatorInfo info, Mesh mesh)
    : info_(std::move(info)),
      counts_(info_.rankCount),
      engine_(std::make_shared<Engine>(info_, std::move(mesh), inbox_, counts_, state_)),
      thread_([this] { engine_->Run(); }) {
  backend::ProgressList::Instance().Add(engine_);
}

Communicator::~Communicator() {
  inbox_->Close({HCCL_E_REMOTE, "the communicator was destroyed"});
  thread_.join();
  backend::ProgressList::Instance().Remove(*engine_);
}

Result Communicator::ExpectHealthy() const {
  if (AsyncError() != HCCL_SUCCESS) {
    return {HCCL_E_REMOTE, "comm: the communicator has failed before: " + state_->failure.Message()};
  }
  return inbox_->ClosedBecause();
}

void Communicator::Number(Operation& operation) const {
  const uint64_t collectives = counts_.collectives.load();
  std::vector<uint64_t> up(info_.rankCount);
  std::vector<uint64_t> down(info_.rankCount);
  for (Exchange& exchange : operation.exchanges) {
    switch (exchange.key.channel) {
      case Channel::kCollective:
        exchange.key.number = collectives;
        break;
      case Channel::kMessageUp:
        exchange.key.number = counts_.up[exchange.peer].load() + up[exchange.peer]++;
        break;
      case Channel::kMessageDown:
        exchange.key.number = counts_.down[exchange.peer].load() + down[exchange.peer]++;
        break;
    }
    exchange.mine.collectivesBefore = exchange.key.channel == Channel::kCollective ? 0 : collectives;
  }
}

void Communicator::Count(const Operation& operation, int64_t step) {
  const auto calls = static_cast<uint64_t>(step);  // wraps around where it goes back
  bool isCollective = false;
  for (const Exchange& exchange : operation.exchanges) {
    isCollective = isCollective || exchange.key.channel == Channel::kCollective;
    if (exchange.key.channel == Channel::kMessageUp) {
      counts_.up[exchange.peer] += calls;
    } else if (exchange.key.channel == Channel::kMessageDown) {
      counts_.down[exchange.peer] += calls;
    }
  }
  counts_.collectives += isCollective ? calls : 0;
}

Result Communicator::Enqueue(const std::shared_ptr<Operation>& operation, const runtime::Stream& stream) {
  const std::lock_guard order(issueMutex_);
  OPENACLNN_RETURN_IF_FAILED(ExpectHealthy());
  Number(*operation);
  {
    const std::lock_guard lock(outstanding_->mutex);
    ++outstanding_->count;
  }
  // Before the stream can come to it: other ranks' calls are held against the counts.
  Count(*operation, 1);
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    checker::NoteWork(stream.Sink(), std::move(operation->accesses));
  }
  const Status status = stream.Sink()->WaitFor(operation->signal, MakeArrival(inbox_, operation), {});
  auto issue = Operation::Issue::kIssuing;
  const bool isIssued = operation->issue.compare_exchange_strong(issue, Operation::Issue::kIssued);
  if (!status.IsOk()) {
    Count(*operation, -1);
    Release(outstanding_);
    operation->onFinish = nullptr;
  } else if (!isIssued && !operation->isFinished) {
    inbox_->Abandon(*operation);
  }
  return FromStatus(status);
}

Result Communicator::Issue(const std::shared_ptr<Operation>& operation, const runtime::Stream& stream) {
  operation->signal = stream.Device().CreateSignal();
  operation->onFinish = [outstanding = outstanding_] { Release(outstanding); };
  Result result = Enqueue(operation, stream);
  engine_->Begin();
  return result;
}

bool Communicator::IsStuck() const {
  const Clock::duration last(state_->lastProgress.load());
  return state_->active.load() > 0 && Clock::now().time_since_epoch() - last >= kStuckAfter;
}

Result Communicator::Close() {
  const auto isIdle = [&] { return outstanding_->count == 0 || AsyncError() != HCCL_SUCCESS; };
  {
    std::unique_lock lock(outstanding_->mutex);
    const Deadline deadline = Clock::now() + kStuckAfter + kStuckAfter / 10;
    while (!isIdle() && !IsStuck()) {
      if (Clock::now() >= deadline) {
        return {HCCL_E_AGAIN, "comm: " + std::to_string(outstanding_->count) +
                                  " operations are under way or queued on streams"};
      }
      outstanding_->changed.wait_for(lock, std::chrono::milliseconds(20));
    }
  }
  inbox_->Close({HCCL_E_REMOTE, "the communicator was destroyed on rank " + std::to_string(info_.rank)});
  return Result::Ok();
}

Result Communicator::Gather(uint64_t number, const std::vector<uint32_t>& ranks, const Member& self,
                            std::chrono::milliseconds timeout, std::vector<Member>* members) {
  struct Answer {
    std::promise<Result> outcome;
    std::vector<Member> members;
  };
  const auto answer = std::make_shared<Answer>();
  std::future<Result> outcome = answer->outcome.get_future();
  const bool accepted = inbox_->Do([this, number, ranks, self, answer] {
    engine_->Invite(number, ranks, self, [answer](const Result& result, std::vector<Member> found) {
      answer->members = std::move(found);
      answer->outcome.set_value(result);
    });
  });
  if (!accepted) {
    return inbox_->ClosedBecause();
  }
  if (outcome.wait_for(timeout) != std::future_status::ready) {
    // The engine knows who is missing. A closed inbox ends the invitation as well.
    static_cast<void>(inbox_->Do([this, number, timeout] { engine_->EndInvitation(number, timeout); }));
  }
  Result gathered = outcome.get();
  *members = std::move(answer->members);
  return gathered;
}

bool Communicator::TakePartNumber(uint64_t number) {
  const std::lock_guard lock(partsMutex_);
  if (std::find(partNumbers_.begin(), partNumbers_.end(), number) != partNumbers_.end()) {
    return false;
  }
  partNumbers_.push_back(number);
  return true;
}

}  // namespace openaclnn::collectives
