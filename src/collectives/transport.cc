// SPDX-License-Identifier: Apache-2.0
#include "collectives/transport.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/bounded_spin.h"
#include "collectives/environment.h"
#include "collectives/shared_slots.h"

namespace openaclnn::collectives {
namespace {

// What is read beyond a frame's data, or before it is known where they go.
constexpr size_t kStaging = 4096;
static_assert(kStaging >= sizeof(FrameHeader) + kMostControlBytes);
// After so many bytes it is the turn of another connection.
constexpr size_t kTurn = size_t{2} << 20;
constexpr uint64_t kWakeUpTag = UINT64_MAX;
// Data that are worth a slot, which costs the other side a message more.
constexpr size_t kFewBytes = size_t{16} << 10;

// Whether the other end of a connection is on this host.
bool IsOfThisHost(const Descriptor& socket) {
  const auto end = [&](auto name) {
    sockaddr_storage storage{};
    socklen_t length = sizeof storage;
    return name(socket.Get(), reinterpret_cast<sockaddr*>(&storage), &length) == 0 ? storage
                                                                                   : sockaddr_storage();
  };
  const sockaddr_storage own = end(getsockname);
  const sockaddr_storage other = end(getpeername);
  const auto addressOf = [](const sockaddr_storage& storage) {
    return Address(reinterpret_cast<const sockaddr*>(&storage));
  };
  return own.ss_family == AF_UNIX ||  // of one process
         (own.ss_family != AF_UNSPEC && addressOf(own).HasHostOf(addressOf(other)));
}

void Append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace

struct Transport::Link {
  uint32_t peer = 0;
  Descriptor socket;
  uint32_t armed = 0;  // the events that are waited for

  // Sending: first `head`, then the data of the frame whose header is the end of it.
  std::vector<std::byte> posted;  // control frames that come next
  std::vector<std::byte> head;
  size_t headSent = 0;
  DataFrame frame;
  // Memory that is shared: offered when it is first worth it, used when the other has accepted.
  bool mayShare = false;
  bool isAccepted = false;
  std::unique_ptr<SlotWriter> slots;

  // Receiving.
  std::array<std::byte, kStaging> staging;
  size_t begin = 0;  // of what is staged
  size_t end = 0;
  FrameHeader header;    // of the data frame under way
  size_t remaining = 0;  // its bytes that are to come
  std::unique_ptr<SlotReader> otherSlots;
  uint64_t emptied = 0;  // of them, untold
};

WakeUp::WakeUp() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!event_.IsOpen()) {
    throw std::system_error(errno, std::generic_category(), "eventfd");
  }
}

void WakeUp::Wake() const noexcept {
  const uint64_t one = 1;
  static_cast<void>(!write(event_.Get(), &one, sizeof one));  // full: it is awake
}

void WakeUp::Clear() const noexcept {
  uint64_t count = 0;
  static_cast<void>(!read(event_.Get(), &count, sizeof count));
}

Transport::Transport(Mesh mesh, const WakeUp& wakeUp, TransportClient& client)
    : client_(client), wakeUp_(wakeUp), poll_(epoll_create1(EPOLL_CLOEXEC)) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = kWakeUpTag;
  if (!poll_.IsOpen() || epoll_ctl(poll_.Get(), EPOLL_CTL_ADD, wakeUp.Event().Get(), &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll");
  }
  const bool mayShare = MayShareMemory();
  for (uint32_t peer = 0; peer < mesh.size(); ++peer) {
    std::unique_ptr<Link>& link = links_.emplace_back();
    if (mesh[peer].IsOpen()) {
      link = std::make_unique<Link>();
      link->peer = peer;
      link->socket = std::move(mesh[peer]);
      link->mayShare = mayShare && IsOfThisHost(link->socket);
      Arm(*link);
    }
  }
}

Transport::~Transport() = default;

bool Transport::IsOpen(uint32_t peer) const {
  return links_[peer] != nullptr && links_[peer]->socket.IsOpen();
}

bool Transport::IsClosed() const {
  return std::none_of(links_.begin(), links_.end(),
                      [](const auto& link) { return link != nullptr && link->socket.IsOpen(); });
}

// Waits for room only where there is something to send.
void Transport::Arm(Link& link) {
  const bool sends = link.headSent < link.head.size() || !link.frame.bytes.empty() || !link.posted.empty();
  const uint32_t wanted = EPOLLIN | (sends ? uint32_t{EPOLLOUT} : 0);
  if (!link.socket.IsOpen() || link.armed == wanted) {
    return;
  }
  epoll_event event{};
  event.events = wanted;
  event.data.u64 = link.peer;
  const int operation = link.armed == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  if (epoll_ctl(poll_.Get(), operation, link.socket.Get(), &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll_ctl");
  }
  link.armed = wanted;
}

void Transport::Post(uint32_t peer, FrameKind kind, Key key, std::span<const std::byte> body) {
  if (!IsOpen(peer)) {
    return;
  }
  FrameHeader header;
  header.kind = kind;
  header.channel = key.channel;
  header.number = key.number;
  header.bytes = body.size();
  Link& link = *links_[peer];
  Append(link.posted, BytesOf(header));
  Append(link.posted, body);
}

bool Transport::FillLink(Link& link) {
  if (link.headSent < link.head.size() || !link.frame.bytes.empty()) {
    return true;
  }
  link.head.clear();
  link.headSent = 0;
  std::swap(link.head, link.posted);
  link.frame = {};
  if (!aborting_) {
    NextFrame(link);
  }
  return !link.head.empty();
}

void Transport::NextFrame(Link& link) {
  // Behind data that wait for a slot nothing else goes: it is soon free.
  if ((link.isAccepted && link.slots->IsFull()) || !client_.NextData(link.peer, &link.frame)) {
    return;
  }
  FrameHeader& header = link.frame.header;
  if (link.mayShare && link.frame.bytes.size() > kFewBytes) {
    if (link.isAccepted) {
      header.kind = FrameKind::kSharedData;
      header.bytes = link.slots->Fill(link.frame.bytes);
      Append(link.head, BytesOf(header));
      client_.DataSent(link.peer, header, header.bytes);
      link.frame = {};
      return;
    }
    if (link.slots == nullptr) {
      link.slots = SlotWriter::Create();
      link.mayShare = link.slots != nullptr;
      if (link.mayShare) {
        const SlotOffer offer = link.slots->Offer();
        Post(link.peer, FrameKind::kSlots, {}, BytesOf(offer));
      }
    }
  }
  Append(link.head, BytesOf(header));
}

bool Transport::Flush() {
  bool sent = false;
  for (const std::unique_ptr<Link>& link : links_) {
    if (link != nullptr && link->socket.IsOpen()) {
      sent = FlushLink(*link) || sent;
    }
  }
  return sent;
}

bool Transport::FlushLink(Link& link) {
  size_t turn = 0;
  while (turn < kTurn && FillLink(link)) {
    std::array<iovec, 2> parts{};
    parts[0] = {link.head.data() + link.headSent, link.head.size() - link.headSent};
    parts[1] = {const_cast<std::byte*>(link.frame.bytes.data()), link.frame.bytes.size()};  // NOLINT
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    const ssize_t sent = sendmsg(link.socket.Get(), &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) {
      continue;
    }
    if (sent < 0 && errno != EAGAIN) {
      const std::string reason = SystemError("sending", errno);
      // What the other has said before it went is read first.
      aborting_ ? DiscardFrom(link) : ReceiveLink(link);
      Drop(link, reason);
      return true;
    }
    if (sent < 0) {
      break;
    }
    Sent(link, static_cast<size_t>(sent));
    turn += static_cast<size_t>(sent);
  }
  const bool isDone = link.headSent == link.head.size() && link.frame.bytes.empty() && link.posted.empty();
  if (aborting_ && isDone) {
    shutdown(link.socket.Get(), SHUT_WR);
    if (closing_ == Closing::kAtOnce) {
      link.socket.Close();
    }
  }
  Arm(link);
  return turn > 0;
}

void Transport::Sent(Link& link, size_t bytes) {
  const size_t ofHead = std::min(bytes, link.head.size() - link.headSent);
  link.headSent += ofHead;
  bytes -= ofHead;
  if (bytes > 0) {
    link.frame.bytes = link.frame.bytes.subspan(bytes);
    if (!aborting_) {
      client_.DataSent(link.peer, link.frame.header, bytes);
    }
  }
  if (link.frame.bytes.empty()) {
    link.frame.owner = nullptr;
  }
}

void Transport::Wait(Deadline deadline) {
  constexpr int kMostEvents = 64;
  std::array<epoll_event, kMostEvents> events{};
  const Deadline until = aborting_ && !IsClosed() ? std::min(deadline, abortDeadline_) : deadline;
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
  for (int i = 0; i < count; ++i) {
    const uint64_t tag = events[static_cast<size_t>(i)].data.u64;
    if (tag == kWakeUpTag) {
      wakeUp_.Clear();
    } else if (Link& link = *links_[tag]; link.socket.IsOpen()) {
      if ((events[static_cast<size_t>(i)].events & ~uint32_t{EPOLLOUT}) != 0) {
        aborting_ ? DiscardFrom(link) : ReceiveLink(link);
      }
    }
  }
  if (aborting_ && Clock::now() >= abortDeadline_) {
    for (const std::unique_ptr<Link>& link : links_) {
      if (link != nullptr) {
        link->socket.Close();
      }
    }
  }
}

void Transport::ReceiveLink(Link& link) {
  size_t budget = kTurn / kMostDataBytes;
  const auto goesOn = [&] { return link.socket.IsOpen() && !aborting_; };
  // What is staged is taken whole: no event of the socket would tell of it.
  const auto isStaged = [&] { return link.remaining > 0 && link.begin < link.end; };
  while (goesOn() && (isStaged() || budget-- > 0) && ReadOnce(link)) {
    while (goesOn() && link.remaining == 0 && TakeFrame(link)) {
    }
  }
  if (link.emptied > 0) {
    Post(link.peer, FrameKind::kEmptied, {.number = std::exchange(link.emptied, 0)}, {});
  }
}

std::span<std::byte> Transport::RoomFor(Link& link, const FrameHeader& header, size_t bytes) {
  const std::span<std::byte> room = client_.Destination(link.peer, header, bytes);
  if (room.empty()) {
    Drop(link, "it sent data that nobody has asked for");
  }
  return room;
}

bool Transport::Give(Link& link, const FrameHeader& header, std::span<const std::byte> bytes) {
  while (!bytes.empty() && link.socket.IsOpen() && !aborting_) {
    const std::span<std::byte> room = RoomFor(link, header, bytes.size());
    if (room.empty()) {
      return false;
    }
    std::memcpy(room.data(), bytes.data(), room.size());
    client_.TakeData(link.peer, header, room.size());
    bytes = bytes.subspan(room.size());
  }
  return true;
}

void Transport::TakeShared(Link& link, const FrameHeader& header) {
  if (Give(link, header, {link.otherSlots->Next(), header.bytes})) {
    link.otherSlots->Pass();
    ++link.emptied;
  }
}

void Transport::TakeOffer(Link& link, std::span<const std::byte> body) {
  SlotOffer offer;
  if (body.size() != sizeof offer || link.otherSlots != nullptr) {
    Drop(link, "it sent what is no message of this library");
    return;
  }
  std::memcpy(&offer, body.data(), sizeof offer);
  link.otherSlots = link.mayShare ? SlotReader::Open(offer) : nullptr;
  if (link.otherSlots != nullptr) {
    Post(link.peer, FrameKind::kAccepted, {}, {});
  }
}

bool Transport::ReadOnce(Link& link) {
  if (link.remaining > 0 && link.begin < link.end) {
    const size_t staged = std::min(link.end - link.begin, link.remaining);
    const std::span<const std::byte> bytes(link.staging.data() + link.begin, staged);
    link.begin += staged;
    link.remaining -= staged;
    return Give(link, link.header, bytes);
  }
  std::span<std::byte> room;
  if (link.remaining > 0) {
    room = RoomFor(link, link.header, link.remaining);
    if (room.empty()) {
      return false;
    }
    link.begin = link.end = 0;
  } else if (link.begin > 0) {
    std::memmove(link.staging.data(), link.staging.data() + link.begin, link.end - link.begin);
    link.end -= link.begin;
    link.begin = 0;
  }
  std::array<iovec, 2> parts{};
  parts[0] = {room.data(), room.size()};
  // Bytes of the same frame go to memory that is asked for later, not to the staging.
  const bool endsFrame = room.size() == link.remaining;
  parts[1] = {link.staging.data() + link.end, endsFrame ? link.staging.size() - link.end : 0};
  const ssize_t received = readv(link.socket.Get(), parts.data(), parts.size());
  if (received < 0) {
    if (errno != EAGAIN && errno != EINTR) {
      Drop(link, errno == ECONNRESET ? "its connection is gone" : SystemError("receiving", errno));
    }
    return false;
  }
  if (received == 0) {
    Drop(link, "it closed the connection");
    return false;
  }
  const size_t ofData = std::min(static_cast<size_t>(received), room.size());
  link.end += static_cast<size_t>(received) - ofData;
  link.remaining -= ofData;
  if (ofData > 0) {
    client_.TakeData(link.peer, link.header, ofData);
  }
  return true;
}

bool Transport::TakeFrame(Link& link) {
  const size_t staged = link.end - link.begin;
  if (staged < sizeof(FrameHeader)) {
    return false;
  }
  FrameHeader header;
  std::memcpy(&header, link.staging.data() + link.begin, sizeof header);
  const bool isData = header.kind == FrameKind::kData;
  const bool isShared = header.kind == FrameKind::kSharedData;
  const bool isSane = header.magic == FrameHeader::kMagic && header.phase < 2 &&
                      header.channel <= Channel::kMessageDown && header.kind >= FrameKind::kCall &&
                      header.kind <= FrameKind::kEmptied &&
                      (isShared ? link.otherSlots != nullptr && header.bytes > 0 && header.bytes <= kSlotBytes
                       : isData ? header.bytes > 0 && header.bytes <= kMostDataBytes
                                : header.bytes <= kMostControlBytes);
  if (!isSane) {
    Drop(link, "it sent what is no message of this library");
    return false;
  }
  if (isData) {
    link.begin += sizeof header;
    link.header = header;
    link.remaining = header.bytes;
    return true;
  }
  if (isShared) {
    link.begin += sizeof header;
    TakeShared(link, header);
    return true;
  }
  if (staged < sizeof header + header.bytes) {
    return false;
  }
  // The body is looked at where it lies: nothing is read meanwhile.
  const std::span<const std::byte> body(link.staging.data() + link.begin + sizeof header, header.bytes);
  link.begin += sizeof header + header.bytes;
  TakeControl(link, header, body);
  return true;
}

void Transport::TakeControl(Link& link, const FrameHeader& header, std::span<const std::byte> body) {
  if (header.kind == FrameKind::kSlots) {
    TakeOffer(link, body);
  } else if (header.kind == FrameKind::kAccepted) {
    link.isAccepted = link.slots != nullptr;
  } else if (header.kind == FrameKind::kEmptied) {
    if (link.slots == nullptr || !link.slots->Empty(header.number)) {
      Drop(link, "it sent what is no message of this library");
    }
  } else {
    client_.TakeControl(link.peer, header, body);
  }
}

void Transport::Drop(Link& link, const std::string& reason) {
  if (!link.socket.IsOpen()) {
    return;
  }
  link.socket.Close();
  link.frame = {};
  if (!aborting_) {
    client_.TakeLoss(link.peer, reason);
  }
}

void Transport::DiscardFrom(Link& link) {
  const ssize_t received = recv(link.socket.Get(), link.staging.data(), link.staging.size(), 0);
  if (received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR)) {
    link.socket.Close();
  }
}

void Transport::Abort(Closing closing, Deadline deadline) {
  aborting_ = true;
  closing_ = closing;
  abortDeadline_ = deadline;
}

}  // namespace openaclnn::collectives
