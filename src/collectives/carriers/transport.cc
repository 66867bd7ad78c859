// SPDX-License-Identifier: Apache-2.0
#include "collectives/carriers/transport.h"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/bounded_spin.h"

namespace openaclnn::collectives {
namespace {

constexpr uint64_t kWakeUpTag = UINT64_MAX;  // links have their rank

}  // namespace

Transport::Transport(Mesh mesh, bool mayShareMemory, const WakeUp& wakeUp)
    : wakeUp_(wakeUp), poll_(epoll_create1(EPOLL_CLOEXEC)) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = kWakeUpTag;
  if (!poll_.IsOpen() || epoll_ctl(poll_.Get(), EPOLL_CTL_ADD, wakeUp.Event().Get(), &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll");
  }
  for (uint32_t peer = 0; peer < mesh.size(); ++peer) {
    links_.push_back(mesh[peer].IsOpen()
                         ? std::make_unique<Link>(std::move(mesh[peer]), poll_, peer, mayShareMemory)
                         : nullptr);
  }
  readable_.reserve(links_.size());
}

bool Transport::IsClosed() const {
  return std::none_of(links_.begin(), links_.end(),
                      [](const auto& link) { return link != nullptr && link->IsOpen(); });
}

const std::vector<uint32_t>& Transport::Wait(Deadline deadline) {
  constexpr int kMostEvents = 64;
  std::array<epoll_event, kMostEvents> events{};
  const Deadline until = closesAt_ && !IsClosed() ? std::min(deadline, *closesAt_) : deadline;
  const auto look = [&](int milliseconds) {
    return epoll_wait(poll_.Get(), events.data(), kMostEvents, milliseconds);
  };
  // What comes next mostly comes soon after the last: peers that go on, the next operation. Who has still to
  // go on himself only looks.
  int count = look(0);
  BoundedSpin spin;
  while (count == 0 && Clock::now() < until && spin.Again()) {
    count = look(0);
  }
  if (count == 0) {
    count = look(MillisecondsUntil(until));
  }
  readable_.clear();
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<size_t>(i)];
    if (event.data.u64 == kWakeUpTag) {
      wakeUp_.Clear();
    } else if ((event.events & ~uint32_t{EPOLLOUT}) != 0) {
      readable_.push_back(static_cast<uint32_t>(event.data.u64));
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
}

}  // namespace openaclnn::collectives
