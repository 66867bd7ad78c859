// SPDX-License-Identifier: Apache-2.0
#include "collectives/carriers/link.h"

#include <sys/epoll.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "collectives/carriers/shared_memory.h"

namespace openaclnn::collectives {
namespace {

// Data that are worth a carrier, which costs the other side a message more.
constexpr size_t kFewBytes = size_t{16} << 10;
// After so many reads it is the turn of another link.
constexpr size_t kReadsOfTurn = 4;
constexpr const char* kNonsense = "it sent what is no message of this library";

// Why there is nothing more to come from a connection, as what a read of it returned tells; empty: there may be.
std::optional<std::string> EndOfConnection(ssize_t bytes) {
  if (bytes > 0 || (bytes < 0 && (errno == EAGAIN || errno == EINTR))) {
    return std::nullopt;
  }
  if (bytes == 0) {
    return "it closed the connection";
  }
  return errno == ECONNRESET ? "its connection is gone" : SystemError("receiving", errno);
}

void Append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace

Link::Link(Descriptor socket, const Descriptor& poll, uint64_t tag, std::unique_ptr<Carrier> carrier,
           bool mayShareMemory)
    : socket_(std::move(socket)),
      poll_(poll),
      tag_(tag),
      carrier_(std::move(carrier)),
      mayRing_(mayShareMemory && IsOfThisHost(socket_)) {
  if (carrier_ == nullptr && mayRing_) {
    carrier_ = std::make_unique<SharedMemory>(
        [this](FrameKind kind, std::span<const std::byte> body) { Post(kind, {}, body); });
  }
  Arm();
}

void Link::Arm() {
  const uint32_t wanted = EPOLLIN | (HasToSend() && !sendsByRing_ ? uint32_t{EPOLLOUT} : 0);
  if (!IsOpen() || armed_ == wanted) {
    return;
  }
  epoll_event event{};
  event.events = wanted;
  event.data.u64 = tag_;
  const int operation = armed_ == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  if (epoll_ctl(poll_.Get(), operation, socket_.Get(), &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll_ctl");
  }
  armed_ = wanted;
}

// Sending
// -----------------------------------------------------------------------------------------------------

void Link::Post(FrameKind kind, Key key, std::span<const std::byte> body) {
  if (!IsOpen()) {
    return;
  }
  if (const uint64_t taken = std::exchange(taken_, 0); taken > 0) {
    Post(FrameKind::kTaken, {.number = taken}, {});  // before a farewell, of all things
  }
  FrameHeader header;
  header.kind = kind;
  header.channel = key.channel;
  header.number = key.number;
  header.bytes = body.size();
  Append(posted_, BytesOf(header));
  Append(posted_, body);
}

void Link::BeginHead() {
  head_.clear();
  headSent_ = 0;
  std::swap(head_, posted_);
  frame_ = {};
}

bool Link::TakesData() const {
  // Behind data that wait for a carrier nothing else goes: it is soon free.
  return IsFrameSent() && (carrier_ == nullptr || !carrier_->IsFull());
}

size_t Link::Put(DataFrame frame) {
  BeginHead();
  FrameHeader& header = frame.header;
  const bool isWorthIt = carrier_ != nullptr && (frame.bytes.size() > kFewBytes || frame.goesBehind);
  if (isWorthIt && (frame.isAwaited || carrier_->Copies()) && carrier_->Prepare()) {
    header.kind = FrameKind::kCarried;
    header.bytes = carrier_->Post(frame);
    outgoing_.push_back(header);
    sent_ += carrier_->Copies() ? 1 : 0;
    Append(head_, BytesOf(header));
    return header.bytes;
  }
  Append(head_, BytesOf(header));
  frame_ = std::move(frame);
  return frame_.bytes.size();
}

Sent Link::Send() {
  if (taken_ > 0) {
    Post(FrameKind::kTaken, {.number = std::exchange(taken_, 0)}, {});
  }
  if (IsFrameSent()) {
    if (!posted_.empty()) {
      OfferRing();
    }
    if (isReached_ && ring_->IsOpen() && !sendsByRing_ && !aborting_) {
      Post(FrameKind::kSwitch, {}, {});
      isSwitching_ = true;
    }
    BeginHead();
  }
  while (!IsFrameSent()) {
    const ssize_t bytes = Write();
    if (bytes >= 0) {
      return Advance(static_cast<size_t>(bytes));
    }
    if (errno == EAGAIN) {
      break;
    }
    if (errno != EINTR && aborting_) {
      Close();
      break;
    }
    if (errno != EINTR) {
      broken_ = SystemError("sending", errno);
      return {Sent::State::kBroken, 0, 0, {}};
    }
  }
  EndIfSent();
  Arm();
  return {};
}

ssize_t Link::Write() {
  const std::span<const std::byte> head = std::span(head_).subspan(headSent_);
  if (sendsByRing_) {
    const size_t bytes = ring_->Write(std::array{head, std::span<const std::byte>(frame_.bytes)});
    if (bytes == 0) {
      errno = EAGAIN;
      return -1;
    }
    if (ring_->IsAwaited()) {
      Ring();
    }
    return static_cast<ssize_t>(bytes);
  }
  std::array<iovec, 2> parts{};
  parts[0] = {const_cast<std::byte*>(head.data()), head.size()};                  // NOLINT
  parts[1] = {const_cast<std::byte*>(frame_.bytes.data()), frame_.bytes.size()};  // NOLINT
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  return sendmsg(socket_.Get(), &message, MSG_NOSIGNAL);
}

void Link::Ring() const {
  constexpr std::byte kAny{};
  // Where the connection takes no more, it has enough to tell of; and of its end others learn.
  static_cast<void>(!send(socket_.Get(), &kAny, sizeof kAny, MSG_NOSIGNAL));
}

void Link::OfferRing() {
  if (!mayRing_ || ring_ != nullptr || aborting_) {
    return;
  }
  ring_ = SharedRing::Create();
  mayRing_ = ring_ != nullptr;
  if (mayRing_) {
    const MemoryOffer offer = ring_->Offer();
    Post(FrameKind::kRing, {}, BytesOf(offer));
  }
}

bool Link::TakeRing(std::span<const std::byte> body) {
  MemoryOffer offer;
  if (body.size() != sizeof offer || (ring_ != nullptr && ring_->IsOpen())) {
    return false;
  }
  std::memcpy(&offer, body.data(), sizeof offer);
  OfferRing();
  if (ring_ != nullptr && ring_->Open(offer)) {
    Post(FrameKind::kReached, {}, {});
  }
  return true;
}

bool Link::BeginSleep() {
  const bool waitsForRoom = sendsByRing_ && HasToSend();
  if (!IsOpen() || (!sendsByRing_ && !receivesByRing_)) {
    return true;
  }
  ring_->BeginSleep(waitsForRoom);
  return !HasNews() && !(waitsForRoom && ring_->Room() > 0);
}

void Link::EndSleep() {
  if (sendsByRing_ || receivesByRing_) {
    ring_->EndSleep();
  }
}

Sent Link::Advance(size_t bytes) {
  const size_t ofHead = std::min(bytes, head_.size() - headSent_);
  headSent_ += ofHead;
  frame_.bytes = frame_.bytes.subspan(bytes - ofHead);
  if (frame_.bytes.empty()) {
    frame_.owner = nullptr;
  }
  if (IsFrameSent() && std::exchange(isSwitching_, false)) {
    sendsByRing_ = true;
  }
  return {Sent::State::kGoesOn, bytes, bytes - ofHead, frame_.header};
}

void Link::EndIfSent() {
  if (!aborting_ || HasToSend() || !IsOpen()) {
    return;
  }
  shutdown(socket_.Get(), SHUT_WR);
  if (aborting_ == Closing::kAtOnce) {
    Close();
  }
}

// Receiving
// ---------------------------------------------------------------------------------------------------

void Link::BeginTurn() {
  readsLeft_ = kReadsOfTurn;
}

Received Link::Receive() {
  Received received;
  while (!loss_) {
    // What is staged is taken whole: no event of the socket would tell of it.
    const bool isHere = begin_ < end_;
    if (remaining_ > 0 && (isHere || readsLeft_ > 0)) {
      received.kind = Received::Kind::kData;
      received.header = header_;
      received.bytes = isHere ? std::min(end_ - begin_, remaining_) : remaining_;
      return received;
    }
    if (remaining_ == 0 && TakeFrame(&received)) {
      if (received.kind != Received::Kind::kNothing) {
        return received;
      }
    } else if (readsLeft_ > 0) {
      Read({});
    } else {
      break;
    }
  }
  if (broken_) {
    Lose(*broken_);
  } else if (const auto loss = carrier_ == nullptr ? std::nullopt : carrier_->Loss()) {
    Lose(*loss);
  }
  if (loss_) {
    received.kind = Received::Kind::kLoss;
    received.reason = *loss_;
  }
  return received;
}

size_t Link::Store(std::span<std::byte> room) {
  if (begin_ < end_) {
    std::memcpy(room.data(), staging_.data() + begin_, room.size());
    begin_ += room.size();
    remaining_ -= room.size();
    return room.size();
  }
  return Read(room);
}

size_t Link::Read(std::span<std::byte> room) {
  std::memmove(staging_.data(), staging_.data() + begin_, end_ - begin_);
  end_ -= std::exchange(begin_, 0);
  // Bytes of the same frame go to memory that is asked for later, not to the staging.
  const bool endsFrame = room.size() == remaining_;
  const std::array pieces{room, std::span(staging_).subspan(end_, endsFrame ? staging_.size() - end_ : 0)};
  const size_t received = (receivesByRing_ ? ReadRing(pieces) : ReadConnection(pieces)).value_or(0);
  // Less than there was room for: that was all.
  readsLeft_ = received < room.size() + pieces[1].size() ? 0 : readsLeft_ - 1;
  const size_t ofRoom = std::min(received, room.size());
  end_ += received - ofRoom;
  remaining_ -= ofRoom;
  return ofRoom;
}

std::optional<size_t> Link::ReadConnection(std::span<const std::span<std::byte>> pieces) {
  std::array<iovec, 2> parts{};
  for (size_t i = 0; i < pieces.size(); ++i) {
    parts.at(i) = {pieces[i].data(), pieces[i].size()};
  }
  const ssize_t bytes = readv(socket_.Get(), parts.data(), static_cast<int>(pieces.size()));
  if (bytes > 0) {
    return static_cast<size_t>(bytes);
  }
  if (const auto reason = EndOfConnection(bytes)) {
    Lose(*reason);
    return std::nullopt;
  }
  return 0;
}

void Link::HearConnection() {
  std::array<std::byte, 64> rings;
  hasEvent_ = false;
  if (auto reason = EndOfConnection(recv(socket_.Get(), rings.data(), rings.size(), 0)); reason && !ended_) {
    ended_ = std::move(reason);
  }
}

std::optional<size_t> Link::ReadRing(std::span<const std::span<std::byte>> pieces) {
  if (hasEvent_) {
    HearConnection();  // before the ring is looked at: what was sent before the end is there
  }
  if (!ring_->IsSane()) {
    Lose(kNonsense);
    return std::nullopt;
  }
  const size_t bytes = ring_->Read(pieces);
  if (ring_->IsAwaited()) {
    Ring();
  }
  if (bytes == 0 && ended_) {
    Lose(*ended_);
    return std::nullopt;
  }
  return bytes;
}

bool Link::IsSane(const FrameHeader& header) const {
  if (header.magic != FrameHeader::kMagic || header.phase >= 2 || header.channel > Channel::kMessageDown ||
      header.kind < FrameKind::kCall || header.kind > FrameKind::kSwitch) {
    return false;
  }
  switch (header.kind) {
    case FrameKind::kCarried:
      return carrier_ != nullptr && header.bytes > 0 && carrier_->IsSane(header.bytes);
    case FrameKind::kData:
      return header.bytes > 0 && header.bytes <= kMostDataBytes;
    default:
      return header.bytes <= kMostControlBytes;
  }
}

bool Link::TakeFrame(Received* received) {
  const size_t staged = end_ - begin_;
  if (staged < sizeof(FrameHeader)) {
    return false;
  }
  FrameHeader header;
  std::memcpy(&header, staging_.data() + begin_, sizeof header);
  if (!IsSane(header)) {
    Lose(kNonsense);
    return true;
  }
  if (header.kind == FrameKind::kData) {
    begin_ += sizeof header;
    header_ = header;
    remaining_ = header.bytes;
    return true;
  }
  if (header.kind == FrameKind::kCarried) {
    begin_ += sizeof header;
    incoming_.push_back(header);
    received->kind = Received::Kind::kCarried;
    received->header = header;
    received->bytes = header.bytes;
    return true;
  }
  if (staged < sizeof header + header.bytes) {
    return false;
  }
  // The body is looked at where it lies: nothing is read meanwhile.
  const std::span<const std::byte> body(staging_.data() + begin_ + sizeof header, header.bytes);
  begin_ += sizeof header + header.bytes;
  if (header.kind < FrameKind::kSlots) {
    received->kind = Received::Kind::kControl;
    received->header = header;
    received->body = body;
  } else if (!TakeOwn(header, body)) {
    Lose(kNonsense);
  }
  return true;
}

bool Link::TakeOwn(const FrameHeader& header, std::span<const std::byte> body) {
  switch (header.kind) {
    case FrameKind::kRing:
      return TakeRing(body);
    case FrameKind::kReached:
      isReached_ = ring_ != nullptr;
      return isReached_;
    case FrameKind::kSwitch:
      receivesByRing_ = ring_ != nullptr && ring_->IsOpen();
      begin_ = end_;  // rings: there is something to look at anyway
      return receivesByRing_;
    default:
      return TakeOfCarrier(header, body);
  }
}

bool Link::TakeOfCarrier(const FrameHeader& header, std::span<const std::byte> body) {
  if (carrier_ == nullptr) {
    // One end may have been told to share no memory where the other was not.
    return header.kind == FrameKind::kSlots;
  }
  if (header.kind != FrameKind::kTaken) {
    return carrier_->Hear(header.kind, body);
  }
  if (!carrier_->Free(header.number)) {
    return false;
  }
  sent_ += carrier_->Copies() ? 0 : header.number;
  return true;
}

std::optional<Carried> Link::NextCarried() {
  const auto next = [](std::deque<FrameHeader>& headers, uint64_t& count, Carried::Way way) {
    const Carried carried{way, headers.front()};
    headers.pop_front();
    --count;
    return carried;
  };
  if (sent_ > 0) {
    return next(outgoing_, sent_, Carried::Way::kOut);
  }
  arrived_ += carrier_ == nullptr ? 0 : carrier_->Arrived();
  if (arrived_ > 0) {
    ++taken_;
    return next(incoming_, arrived_, Carried::Way::kIn);
  }
  return std::nullopt;
}

void Link::Lose(const std::string& reason) {
  if (IsOpen()) {
    socket_.Close();
    frame_ = {};
    loss_ = reason;
  }
}

void Link::Discard() {
  if (EndOfConnection(recv(socket_.Get(), staging_.data(), staging_.size(), 0))) {
    Close();
  }
  if (receivesByRing_ && IsOpen()) {
    while (ring_->IsSane() && ring_->Read(std::array{std::span<std::byte>(staging_)}) > 0) {
    }
    if (ring_->IsAwaited()) {
      Ring();
    }
  }
}

}  // namespace openaclnn::collectives
