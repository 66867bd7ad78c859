// SPDX-License-Identifier: Apache-2.0
#include "collectives/carriers/transport.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/bounded_spin.h"

namespace openaclnn::collectives {
namespace {

constexpr uint64_t kWakeUpTag = UINT64_MAX;  // links have their rank
constexpr uint64_t kFabricTag = UINT64_MAX - 1;
// UCX may have something to go on with for as long as another rank is stopped.
constexpr int kMostArms = 16;
constexpr auto kUnarmed = std::chrono::milliseconds(1);

}  // namespace

Transport::Transport(Mesh mesh, bool mayShareMemory, const WakeUp& wakeUp)
    : wakeUp_(wakeUp), poll_(epoll_create1(EPOLL_CLOEXEC)), fabric_(std::move(mesh.fabric)) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = kWakeUpTag;
  if (!poll_.IsOpen() || epoll_ctl(poll_.Get(), EPOLL_CTL_ADD, wakeUp.Event().Get(), &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll");
  }
  event.events = 0;  // until somebody sleeps
  event.data.u64 = kFabricTag;
  if (fabric_ != nullptr && epoll_ctl(poll_.Get(), EPOLL_CTL_ADD, fabric_->WaitDescriptor(), &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll");
  }
  for (uint32_t peer = 0; peer < mesh.connections.size(); ++peer) {
    Descriptor& connection = mesh.connections[peer];
    links_.push_back(connection.IsOpen()
                         ? std::make_unique<Link>(std::move(connection), poll_, peer,
                                                  fabric_ == nullptr ? nullptr : fabric_->CarrierTo(peer),
                                                  mayShareMemory)
                         : nullptr);
  }
  readable_.reserve(links_.size());
}

bool Transport::IsClosed() const {
  return std::none_of(links_.begin(), links_.end(),
                      [](const auto& link) { return link != nullptr && link->IsOpen(); });
}

int Transport::Look(std::span<epoll_event> events, Deadline deadline) {
  const int count = epoll_wait(poll_.Get(), events.data(), static_cast<int>(events.size()),
                               deadline == Deadline() ? 0 : MillisecondsUntil(deadline));
  if (fabric_ != nullptr) {
    news_ = &fabric_->Progress();
  }
  return count;
}

int Transport::Sleep(std::span<epoll_event> events, Deadline deadline) {
  if (fabric_ == nullptr || closesAt_) {
    return Look(events, deadline);
  }
  bool isArmed = false;
  for (int turn = 0; turn < kMostArms && !isArmed && !HasNews(); ++turn) {
    isArmed = fabric_->Arm();
    news_ = isArmed ? news_ : &fabric_->Progress();
  }
  if (HasNews()) {
    return 0;
  }
  epoll_event event{};
  event.events = EPOLLIN | EPOLLONESHOT;  // otherwise it would tell until it is armed again
  event.data.u64 = kFabricTag;
  if (epoll_ctl(poll_.Get(), EPOLL_CTL_MOD, fabric_->WaitDescriptor(), &event) != 0) {
    isArmed = false;
  }
  const Deadline until = isArmed ? fabric_->Until() : Clock::now() + kUnarmed;
  return Look(events, std::min(deadline, until));
}

const std::vector<uint32_t>& Transport::Wait(Deadline deadline) {
  constexpr int kMostEvents = 64;
  std::array<epoll_event, kMostEvents> events{};
  const Deadline until = closesAt_ && !IsClosed() ? std::min(deadline, *closesAt_) : deadline;
  // What comes next mostly comes soon after the last: peers that go on, the next operation. Who has still to
  // go on himself only looks.
  constexpr Deadline kAtOnce{};
  int count = Look(events, kAtOnce);
  BoundedSpin spin;
  while (count == 0 && !HasNews() && Clock::now() < until && spin.Again()) {
    count = Look(events, kAtOnce);
  }
  if (count == 0 && !HasNews()) {
    count = Sleep(events, until);
  }
  readable_.clear();
  if (HasNews()) {
    readable_ = *news_;
  }
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<size_t>(i)];
    if (event.data.u64 == kWakeUpTag) {
      wakeUp_.Clear();
    } else if (event.data.u64 == kFabricTag) {
      // It has gone on.
    } else if ((event.events & ~uint32_t{EPOLLOUT}) != 0) {
      const auto peer = static_cast<uint32_t>(event.data.u64);
      if (!HasNews() || std::find(news_->begin(), news_->end(), peer) == news_->end()) {
        readable_.push_back(peer);
      }
    }
  }
  if (closesAt_) {
    for (const uint32_t peer : std::exchange(readable_, {})) {
      if (IsOpen(peer)) {
        To(peer).Discard();
      }
    }
    for (const std::unique_ptr<Link>& link : links_) {
      if (link != nullptr && Clock::now() >= *closesAt_) {
        link->Close();
      }
    }
  }
  return readable_;
}

void Transport::Abort(Closing closing, Deadline deadline) {
  closesAt_ = deadline;
  for (const std::unique_ptr<Link>& link : links_) {
    if (link != nullptr) {
      link->Abort(closing);
      // The others are told before anything else takes its time, or the process its end.
      while (link->IsOpen() && link->Send().state == Sent::State::kGoesOn) {
      }
    }
  }
  if (fabric_ != nullptr) {
    fabric_->Cancel();
  }
}

}  // namespace openaclnn::collectives
