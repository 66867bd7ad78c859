// SPDX-License-Identifier: Apache-2.0
#include "collectives/carriers/link.h"

#include <sys/epoll.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace openaclnn::collectives {
namespace {

// Data that are worth a slot, which costs the other side a message more.
constexpr size_t kFewBytes = size_t{16} << 10;
// After so many reads it is the turn of another link.
constexpr size_t kReadsOfTurn = 4;
constexpr const char* kNonsense = "it sent what is no message of this library";

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

Link::Link(Descriptor socket, const Descriptor& poll, uint64_t tag, bool mayShareMemory)
    : socket_(std::move(socket)), poll_(poll), tag_(tag), mayShare_(mayShareMemory && IsOfThisHost(socket_)) {
  Arm();
}

void Link::Arm() {
  const uint32_t wanted = EPOLLIN | (HasToSend() ? uint32_t{EPOLLOUT} : 0);
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
  // Behind data that wait for a slot nothing else goes: it is soon free.
  return IsFrameSent() && !(isAccepted_ && slots_->IsFull());
}

size_t Link::Put(DataFrame frame) {
  BeginHead();
  FrameHeader& header = frame.header;
  if (mayShare_ && frame.bytes.size() > kFewBytes) {
    if (isAccepted_) {
      header.kind = FrameKind::kSharedData;
      header.bytes = slots_->Fill(frame.bytes);
      Append(head_, BytesOf(header));
      return header.bytes;
    }
    if (slots_ == nullptr) {
      OfferSlots();
    }
  }
  Append(head_, BytesOf(header));
  frame_ = std::move(frame);
  return 0;
}

void Link::OfferSlots() {
  slots_ = SlotWriter::Create();
  mayShare_ = slots_ != nullptr;
  if (mayShare_) {
    const SlotOffer offer = slots_->Offer();
    Post(FrameKind::kSlots, {}, BytesOf(offer));
  }
}

Sent Link::Send() {
  if (IsFrameSent()) {
    BeginHead();
  }
  while (!IsFrameSent()) {
    std::array<iovec, 2> parts{};
    parts[0] = {head_.data() + headSent_, head_.size() - headSent_};
    parts[1] = {const_cast<std::byte*>(frame_.bytes.data()), frame_.bytes.size()};  // NOLINT
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    const ssize_t bytes = sendmsg(socket_.Get(), &message, MSG_NOSIGNAL);
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

Sent Link::Advance(size_t bytes) {
  const size_t ofHead = std::min(bytes, head_.size() - headSent_);
  headSent_ += ofHead;
  frame_.bytes = frame_.bytes.subspan(bytes - ofHead);
  if (frame_.bytes.empty()) {
    frame_.owner = nullptr;
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
    const bool isHere = isInSlot_ || begin_ < end_;
    if (remaining_ > 0 && (isHere || readsLeft_ > 0)) {
      received.kind = Received::Kind::kData;
      received.header = header_;
      received.bytes = isHere && !isInSlot_ ? std::min(end_ - begin_, remaining_) : remaining_;
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
  if (emptied_ > 0) {
    Post(FrameKind::kEmptied, {.number = std::exchange(emptied_, 0)}, {});
  }
  if (broken_) {
    Lose(*broken_);
  }
  if (loss_) {
    received.kind = Received::Kind::kLoss;
    received.reason = *loss_;
  }
  return received;
}

size_t Link::Store(std::span<std::byte> room) {
  if (isInSlot_) {
    std::memcpy(room.data(), otherSlots_->Next() + (header_.bytes - remaining_), room.size());
    remaining_ -= room.size();
    if (remaining_ == 0) {
      isInSlot_ = false;
      otherSlots_->Pass();
      ++emptied_;
    }
    return room.size();
  }
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
  std::array<iovec, 2> parts{};
  parts[0] = {room.data(), room.size()};
  // Bytes of the same frame go to memory that is asked for later, not to the staging.
  const bool endsFrame = room.size() == remaining_;
  parts[1] = {staging_.data() + end_, endsFrame ? staging_.size() - end_ : 0};
  const ssize_t bytes = readv(socket_.Get(), parts.data(), parts.size());
  if (bytes < 0 && errno != EAGAIN && errno != EINTR) {
    Lose(errno == ECONNRESET ? "its connection is gone" : SystemError("receiving", errno));
  } else if (bytes == 0) {
    Lose("it closed the connection");
  }
  if (bytes <= 0) {
    readsLeft_ = 0;
    return 0;
  }
  const auto received = static_cast<size_t>(bytes);
  // Less than there was room for: that was all.
  readsLeft_ = received < room.size() + parts[1].iov_len ? 0 : readsLeft_ - 1;
  const size_t ofRoom = std::min(received, room.size());
  end_ += received - ofRoom;
  remaining_ -= ofRoom;
  return ofRoom;
}

bool Link::IsSane(const FrameHeader& header) const {
  if (header.magic != FrameHeader::kMagic || header.phase >= 2 || header.channel > Channel::kMessageDown ||
      header.kind < FrameKind::kCall || header.kind > FrameKind::kEmptied) {
    return false;
  }
  switch (header.kind) {
    case FrameKind::kSharedData:
      return otherSlots_ != nullptr && header.bytes > 0 && header.bytes <= kSlotBytes;
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
  isInSlot_ = header.kind == FrameKind::kSharedData;
  if (isInSlot_ || header.kind == FrameKind::kData) {
    begin_ += sizeof header;
    header_ = header;
    remaining_ = header.bytes;
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
  if (header.kind == FrameKind::kSlots) {
    return TakeOffer(body);
  }
  if (header.kind == FrameKind::kEmptied) {
    return slots_ != nullptr && slots_->Empty(header.number);
  }
  isAccepted_ = slots_ != nullptr;
  return true;
}

bool Link::TakeOffer(std::span<const std::byte> body) {
  SlotOffer offer;
  if (body.size() != sizeof offer || otherSlots_ != nullptr) {
    return false;
  }
  std::memcpy(&offer, body.data(), sizeof offer);
  otherSlots_ = mayShare_ ? SlotReader::Open(offer) : nullptr;
  if (otherSlots_ != nullptr) {
    Post(FrameKind::kAccepted, {}, {});
  }
  return true;
}

void Link::Lose(const std::string& reason) {
  if (IsOpen()) {
    socket_.Close();
    frame_ = {};
    loss_ = reason;
  }
}

void Link::Discard() {
  const ssize_t received = recv(socket_.Get(), staging_.data(), staging_.size(), 0);
  if (received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR)) {
    Close();
  }
}

}  // namespace openaclnn::collectives
