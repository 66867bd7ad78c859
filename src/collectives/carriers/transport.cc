// SPDX-License-Identifier: Apache-2.0
#include "collectives/carriers/transport.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace openaclnn::collectives {
namespace {

constexpr uint64_t kWakeUpTag = UINT64_MAX;  // links have their rank
constexpr uint64_t kFabricTag = UINT64_MAX - 1;
// UCX may have something to go on with for as long as another rank is stopped.
constexpr int kMostArms = 16;
constexpr auto kUnarmed = std::chrono::milliseconds(1);
// Where all that is expected comes by rings, the connections are looked at now and then: they tell of lost
// ranks alone.
constexpr uint32_t kLooksOfPoll = 64;

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

void Transport::AddReadable(uint32_t peer) {
  if (std::find(readable_.begin(), readable_.end(), peer) == readable_.end()) {
    readable_.push_back(peer);
  }
}

void Transport::LookAtPoll() {
  constexpr int kMostEvents = 64;
  std::array<epoll_event, kMostEvents> events{};
  const int count = epoll_wait(poll_.Get(), events.data(), kMostEvents, 0);
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<size_t>(i)];
    if (event.data.u64 < links_.size() && (event.events & ~uint32_t{EPOLLOUT}) != 0) {
      const auto peer = static_cast<uint32_t>(event.data.u64);
      To(peer).NoteEvent();
      AddReadable(peer);
    }
  }
}

const std::vector<uint32_t>& Transport::Look() {
  readable_.clear();
  bool isPolled = looks_++ % kLooksOfPoll == 0 || closesAt_;
  for (uint32_t peer = 0; peer < links_.size(); ++peer) {
    if (IsOpen(peer)) {
      isPolled = isPolled || To(peer).IsPolled();
      if (To(peer).HasNews()) {
        readable_.push_back(peer);
      }
    }
  }
  if (isPolled) {
    LookAtPoll();
  }
  if (fabric_ != nullptr) {
    for (const uint32_t peer : fabric_->Progress()) {
      AddReadable(peer);
    }
  }
  if (closesAt_) {
    DropReadable();
  }
  return readable_;
}

void Transport::DropReadable() {
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

bool Transport::BeginSleep() {
  looks_ = 0;
  looksAt_ = IsClosed() ? std::nullopt : closesAt_;
  bool maySleep = true;
  for (const std::unique_ptr<Link>& link : links_) {
    maySleep = (link == nullptr || link->BeginSleep()) && maySleep;
  }
  if (!maySleep || fabric_ == nullptr || closesAt_) {
    return maySleep;
  }
  bool isArmed = false;
  for (int turn = 0; turn < kMostArms && !isArmed; ++turn) {
    isArmed = fabric_->Arm();
    if (!isArmed && !fabric_->Progress().empty()) {
      return false;
    }
  }
  epoll_event event{};
  event.events = EPOLLIN | EPOLLONESHOT;  // otherwise it would tell until it is armed again
  event.data.u64 = kFabricTag;
  if (epoll_ctl(poll_.Get(), EPOLL_CTL_MOD, fabric_->WaitDescriptor(), &event) != 0) {
    isArmed = false;
  }
  looksAt_ = isArmed ? fabric_->Until() : Clock::now() + kUnarmed;
  return true;
}

void Transport::Sleep(Deadline deadline) const {
  const Deadline until = looksAt_ ? std::min(deadline, *looksAt_) : deadline;
  epoll_event event{};
  // Whatever it is, it is still there for who looks.
  static_cast<void>(epoll_wait(poll_.Get(), &event, 1, MillisecondsUntil(until)));
}

void Transport::EndSleep() {
  for (const std::unique_ptr<Link>& link : links_) {
    if (link != nullptr) {
      link->EndSleep();
    }
  }
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
