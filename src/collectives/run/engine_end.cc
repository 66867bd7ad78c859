// SPDX-License-Identifier: Apache-2.0
//
// How an engine keeps time, fails, and comes to its end; and how members of a part of the communicator find
// each other.
#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "collectives/run/engine.h"

namespace openaclnn::collectives {
namespace {

// How long a failure or a farewell waits to be taken by the others before the connections are closed.
constexpr auto kParting = std::chrono::seconds(1);

// "rank 1, rank 2". Lists the first of many.
std::string ListOfRanks(const std::vector<uint32_t>& ranks) {
  constexpr size_t kMostListed = 16;
  std::string text;
  for (size_t i = 0; i < std::min(ranks.size(), kMostListed); ++i) {
    text += (i == 0 ? "rank " : ", rank ") + std::to_string(ranks[i]);
  }
  return text + (ranks.size() > kMostListed ? " and more" : "");
}

}  // namespace

Deadline Engine::NextDeadline() const {
  Deadline next = Clock::now() + std::chrono::hours(1);
  if (info_.timeout && !failure_) {
    for (const auto& operation : active_) {
      next = std::min(next, operation->lastProgress + *info_.timeout);
    }
  }
  return next;
}

void Engine::CheckTimes() {
  if (!info_.timeout || failure_) {
    return;
  }
  const auto late = std::find_if(active_.begin(), active_.end(), [&](const auto& operation) {
    return Clock::now() >= operation->lastProgress + *info_.timeout;
  });
  if (late != active_.end()) {
    const double waited = static_cast<double>(info_.timeout->count()) / 1000;
    std::string text = std::to_string(waited);
    text.erase(text.find_last_not_of('0') + 1);
    text += text.ends_with('.') ? "0" : "";
    Fail({HCCL_E_TIMEOUT, (*late)->Text() + " on " + Name(info_.rank) + ": " + Missing(**late) + " within " +
                              text + " s (HCCL_EXEC_TIMEOUT)"});
  }
}

std::string Engine::Missing(const Operation& operation) const {
  std::vector<uint32_t> missing;
  for (const Exchange& exchange : operation.exchanges) {
    if (!exchange.heard) {
      missing.push_back(exchange.peer);
    }
  }
  return missing.empty() ? "no data moved" : ListOfRanks(missing) + " did not call it";
}

void Engine::Fail(const Result& failure) {
  if (failure_) {
    return;
  }
  failure_ = failure;
  const bool isLost = failure.Code() == HCCL_E_REMOTE;
  const bool isLate = failure.Code() == HCCL_E_TIMEOUT;
  state_->failure = failure;
  state_->asyncError.store(isLost ? HCCL_E_REMOTE : isLate ? HCCL_E_TIMEOUT : HCCL_E_INTERNAL);
  try {
    const PackedResult packed = Pack(failure);
    for (uint32_t peer = 0; peer < peers_.size(); ++peer) {
      transport_.Post(peer, FrameKind::kFailure, {}, BytesOf(packed));
    }
  } catch (const std::bad_alloc&) {
    // The others see the end of the connection instead.
  }
  transport_.Abort(Closing::kAfterOther, Clock::now() + kParting);
  while (!active_.empty()) {
    const std::shared_ptr<Operation> operation = active_.front();
    End(operation, failure);
  }
  for (const Invitation& invitation : std::exchange(invitations_, {})) {
    invitation.done(failure, {});
  }
}

void Engine::Part() {
  leaving_ = true;
  if (failure_) {
    return;
  }
  if (!active_.empty() || !invitations_.empty()) {
    Fail(inbox_->ClosedBecause());
    return;
  }
  failure_ = inbox_->ClosedBecause();
  for (uint32_t peer = 0; peer < peers_.size(); ++peer) {
    transport_.Post(peer, FrameKind::kFarewell, {}, {});
  }
  transport_.Abort(Closing::kAtOnce, Clock::now() + kParting);
}

void Engine::Invite(uint64_t number, const std::vector<uint32_t>& ranks, const Member& self,
                    InvitationHandler done) {
  if (failure_) {
    done({HCCL_E_REMOTE, "the communicator has failed before: " + failure_->Message()}, {});
    return;
  }
  for (const uint32_t rank : ranks) {
    transport_.Post(rank, FrameKind::kInvitation, {.number = number}, BytesOf(self));
  }
  invitations_.push_back({number, ranks, self, std::move(done)});
  CheckInvitations();
}

void Engine::EndInvitation(uint64_t number, std::chrono::milliseconds lasted) {
  const auto found = std::find_if(invitations_.begin(), invitations_.end(),
                                  [&](const Invitation& one) { return one.number == number; });
  if (found == invitations_.end()) {
    return;
  }
  const Invitation late = std::move(*found);
  invitations_.erase(found);
  std::vector<uint32_t> missing;
  for (const uint32_t rank : late.ranks) {
    if (rank != info_.rank && !peers_[rank].invitations.contains(number)) {
      missing.push_back(rank);
    }
  }
  const size_t count = late.ranks.size();
  late.done(
      {HCCL_E_TIMEOUT, "expected all " + std::to_string(count) + " ranks within HCCL_CONNECT_TIMEOUT (" +
                           std::to_string(lasted.count() / 1000) + " s), got " +
                           std::to_string(count - missing.size()) + "; missing: " + ListOfRanks(missing)},
      {});
}

void Engine::CheckInvitations() {
  for (size_t index = 0; index < invitations_.size();) {
    const Invitation& invitation = invitations_[index];
    std::vector<Member> members;
    for (const uint32_t rank : invitation.ranks) {
      const auto& known = peers_[rank].invitations;
      if (const auto found = known.find(invitation.number); rank == info_.rank) {
        members.push_back(invitation.self);
      } else if (found != known.end()) {
        members.push_back(found->second);
      }
    }
    if (members.size() < invitation.ranks.size()) {
      ++index;
      continue;
    }
    for (const uint32_t rank : invitation.ranks) {
      peers_[rank].invitations.erase(invitation.number);
    }
    const Invitation complete = invitation;
    invitations_.erase(invitations_.begin() + static_cast<std::ptrdiff_t>(index));
    complete.done(Result::Ok(), std::move(members));
  }
}

}  // namespace openaclnn::collectives
