// SPDX-License-Identifier: Apache-2.0
#include "collectives/run/engine.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "collectives/bootstrap/environment.h"

namespace openaclnn::collectives {
namespace {

// Operations that a rank may be ahead with; one that is ahead more does not keep to the protocol.
constexpr size_t kMostEarly = 4096;
// After so many bytes it is the turn of another rank.
constexpr size_t kTurn = size_t{2} << 20;
constexpr const char* kUnasked = "it sent data that nobody has asked for";

template <typename Message>
std::optional<Message> Parse(std::span<const std::byte> body) {
  Message message;
  if (body.size() != sizeof message) {
    return std::nullopt;
  }
  std::memcpy(&message, body.data(), sizeof message);
  return message;
}

}  // namespace

Engine::Engine(const CommunicatorInfo& info, Mesh mesh, std::shared_ptr<Inbox> inbox,
               const CallCounts& counts, std::shared_ptr<EngineState> state)
    : info_(info),
      inbox_(std::move(inbox)),
      counts_(counts),
      state_(std::move(state)),
      transport_(std::move(mesh), MayShareMemory(), inbox_->Bell()),
      peers_(transport_.Size()) {}

void Engine::Serve(Inbox::Content content) {
  for (const std::function<void()>& task : content.tasks) {
    task();
  }
  while (content.arrived != nullptr) {
    const std::shared_ptr<Operation> operation = std::move(content.arrived);
    content.arrived = std::move(operation->nextArrived);
    operation->nextArrived = nullptr;
    Start(operation);
  }
  if (content.abandoned && !failure_) {
    Fail({HCCL_E_INTERNAL, content.abandonedText + " was dropped by its stream on " + Name(info_.rank)});
  }
}

void Engine::Start(const std::shared_ptr<Operation>& operation) {
  state_->active.fetch_add(1);
  active_.push_back(operation);
  NoteProgress(*operation);
  if (failure_) {
    End(operation, {HCCL_E_REMOTE, "the communicator has failed before: " + failure_->Message()});
    return;
  }
  for (const auto& block : operation->usedMemory) {
    if (block->Freed()) {
      Fail(
          {HCCL_E_PARA, operation->Text() + ": its memory was freed before it began on " + Name(info_.rank)});
      return;
    }
  }
  operation->hasMoved = operation->exchanges.empty();  // nobody else will move it
  for (size_t index = 0; index < operation->exchanges.size() && !failure_; ++index) {
    StartExchange(operation, index);
  }
  for (uint32_t peer = 0; peer < peers_.size() && !failure_; ++peer) {
    CheckOrder(peer);
  }
}

void Engine::StartExchange(const std::shared_ptr<Operation>& operation, size_t index) {
  Exchange& exchange = operation->exchanges[index];
  Peer& peer = peers_[exchange.peer];
  if (peer.hasLeft) {
    Fail({HCCL_E_REMOTE, Name(exchange.peer) + " has destroyed the communicator"});
    return;
  }
  transport_.Post(exchange.peer, FrameKind::kCall, exchange.key, BytesOf(exchange.mine));
  peer.active.push_back({operation, index});
  auto early = peer.early.extract(exchange.key);
  if (early.empty() || !early.mapped().call) {
    return;
  }
  Hear(*operation, exchange, *early.mapped().call);
  std::span<const std::byte> data(early.mapped().data.data(), early.mapped().filled);
  while (!failure_ && !data.empty()) {
    const std::span<std::byte> room = exchange.in[0].Next(data.size());
    if (room.empty()) {
      Fail({HCCL_E_INTERNAL, Name(exchange.peer) + " sent more than it said"});
      return;
    }
    std::memcpy(room.data(), data.data(), room.size());
    exchange.in[0].Advance(room.size());
    data = data.subspan(room.size());
  }
}

void Engine::Hear(Operation& operation, Exchange& exchange, const Call& theirs) {
  const auto reason = Disagreement(exchange.mine, theirs);
  if (reason) {
    const bool isCollective = exchange.key.channel == Channel::kCollective;
    Fail({HCCL_E_INTERNAL, (isCollective ? "operation " : "message ") + std::to_string(exchange.key.number) +
                               ": " + TextOf(exchange.mine) + " on " + Name(info_.rank) + " meets " +
                               TextOf(theirs) + " on " + Name(exchange.peer) + ": " + *reason});
    return;
  }
  exchange.heard = true;
  GiveScratch(operation);
  NoteProgress(operation);
}

void Engine::GiveScratch(Operation& operation) {
  if (operation.IsPrepared()) {
    return;
  }
  if (const size_t bytes = operation.ScratchBytes(); bytes > 0) {
    if (scratchBytes_ < bytes) {
      scratch_.reset(new std::byte[bytes]);
      scratchBytes_ = bytes;
    }
    operation.scratch = std::move(scratch_);
    operation.scratchBytes = std::exchange(scratchBytes_, 0);
  }
  operation.Prepare(operation.scratch.get());
}

Engine::Active* Engine::Find(uint32_t peer, Key key) {
  std::deque<Active>& active = peers_[peer].active;
  const auto found =
      std::find_if(active.begin(), active.end(), [&](const Active& one) { return one.Get().key == key; });
  return found == active.end() ? nullptr : &*found;
}

void Engine::TakeControl(uint32_t peer, const FrameHeader& header, std::span<const std::byte> body) {
  switch (header.kind) {
    case FrameKind::kCall:
      TakeCall(peer, header, body);
      return;
    case FrameKind::kCredit: {
      const auto bytes = Parse<uint64_t>(body);
      Active* active = Find(peer, header.OperationKey());
      if (bytes && active != nullptr) {
        active->Get().out[0].Allow(*bytes);
      }
      return;
    }
    case FrameKind::kFailure: {
      const auto packed = Parse<PackedResult>(body);
      const Result failure = packed ? Unpack(*packed) : Result(HCCL_E_REMOTE, "it has failed");
      Fail(failure.IsOk() ? Result(HCCL_E_REMOTE, Name(peer) + " has failed") : failure);
      return;
    }
    case FrameKind::kFarewell:
      peers_[peer].hasLeft = true;
      // An operation may wait for others still, and have all that it needs from this one.
      if (std::any_of(peers_[peer].active.begin(), peers_[peer].active.end(),
                      [](const Active& active) { return !active.Get().IsDone(); })) {
        Fail({HCCL_E_REMOTE, Name(peer) + " has destroyed the communicator"});
      }
      return;
    case FrameKind::kInvitation:
      if (const auto member = Parse<Member>(body); member && peers_[peer].invitations.size() < kMostEarly) {
        peers_[peer].invitations[header.number] = *member;
        CheckInvitations();
      }
      return;
    case FrameKind::kData:
    case FrameKind::kSlots:
    case FrameKind::kAccepted:
    case FrameKind::kCarried:
    case FrameKind::kTaken:
    case FrameKind::kRing:
    case FrameKind::kReached:
    case FrameKind::kSwitch:
      return;  // the link's
  }
}

void Engine::TakeCall(uint32_t peer, const FrameHeader& header, std::span<const std::byte> body) {
  const auto call = Parse<Call>(body);
  if (!call || peers_[peer].early.size() >= kMostEarly) {
    Fail({HCCL_E_INTERNAL, Name(peer) + " does not keep to the protocol"});
    return;
  }
  if (Active* active = Find(peer, header.OperationKey())) {
    Hear(*active->operation, active->Get(), *call);
    return;
  }
  peers_[peer].early[header.OperationKey()].call = *call;
  CheckOrder(peer);
}

// A message that the other calls before a collective operation that this rank has called already, without
// having called its side of the message: it would never be received.
void Engine::CheckOrder(uint32_t peer) {
  for (const auto& [key, early] : peers_[peer].early) {
    if (key.channel == Channel::kCollective || !early.call) {
      continue;
    }
    const uint64_t collectives = counts_.collectives.load();  // first: counts grow
    const auto& messages = key.channel == Channel::kMessageUp ? counts_.up : counts_.down;
    if (collectives > early.call->collectivesBefore && messages[peer].load() <= key.number) {
      Fail({HCCL_E_INTERNAL, Name(peer) + " calls " + TextOf(*early.call) + " with " + Name(info_.rank) +
                                 " after " + std::to_string(early.call->collectivesBefore) +
                                 " collective operations, " + Name(info_.rank) + " does not: it has called " +
                                 std::to_string(collectives) + " of them"});
      return;
    }
  }
}

void Engine::ReceiveFrom(uint32_t peer) {
  Link& link = transport_.To(peer);
  link.BeginTurn();
  NoteCarried(peer);
  while (!failure_) {
    const Received received = link.Receive();
    switch (received.kind) {
      case Received::Kind::kNothing:
        NoteCarried(peer);
        return;
      case Received::Kind::kControl:
        NoteCarried(peer);  // what was taken before a farewell
        TakeControl(peer, received.header, received.body);
        break;
      case Received::Kind::kData:
        TakeData(peer, received.header, received.bytes);
        break;
      case Received::Kind::kCarried:
        TakeCarried(peer, received.header);
        NoteCarried(peer);
        break;
      case Received::Kind::kLoss:
        TakeLoss(peer, received.reason);
        return;
    }
  }
}

std::span<std::byte> Engine::RoomFor(uint32_t peer, const FrameHeader& header, size_t bytes) {
  if (Active* active = Find(peer, header.OperationKey())) {
    return active->Get().heard ? active->Get().in[header.phase].Next(bytes) : std::span<std::byte>();
  }
  const auto found = peers_[peer].early.find(header.OperationKey());
  if (found == peers_[peer].early.end() || header.phase != 0 || found->second.filled + bytes > kEagerBytes) {
    return {};
  }
  found->second.data.resize(std::max(found->second.data.size(), found->second.filled + bytes));
  return {found->second.data.data() + found->second.filled, bytes};
}

void Engine::TakeData(uint32_t peer, const FrameHeader& header, size_t bytes) {
  Active* const known = Find(peer, header.OperationKey());
  const std::span<std::byte> room = RoomFor(peer, header, bytes);
  // Nor may it come before what a carrier has.
  if (room.empty() || (known != nullptr && known->Get().in[header.phase].IsUnderWay())) {
    transport_.To(peer).Lose(kUnasked);
    return;
  }
  const size_t stored = transport_.To(peer).Store(room);
  if (known != nullptr) {
    known->Get().in[header.phase].Begin(stored);
  }
  NoteArrived(peer, header, stored);
}

void Engine::TakeCarried(uint32_t peer, const FrameHeader& header) {
  Link& link = transport_.To(peer);
  Active* active = Find(peer, header.OperationKey());
  Room room;
  if (active != nullptr) {
    room.owner = active->operation;
  } else if (!link.CarrierCopies()) {
    link.Lose(kUnasked);  // what comes early may have to move
    return;
  }
  for (size_t missing = header.bytes; missing > 0;) {
    const std::span<std::byte> piece = RoomFor(peer, header, missing);
    if (piece.empty()) {
      link.Lose(kUnasked);
      return;
    }
    if (active != nullptr) {
      active->Get().in[header.phase].Begin(piece.size());
    }
    room.pieces.push_back(piece);
    missing -= piece.size();
  }
  link.Fetch(std::move(room));
}

void Engine::NoteArrived(uint32_t peer, const FrameHeader& header, size_t bytes) {
  if (bytes == 0) {
    return;
  }
  if (Active* active = Find(peer, header.OperationKey())) {
    active->Get().in[header.phase].End(bytes);
    NoteProgress(*active->operation);
  } else {
    peers_[peer].early[header.OperationKey()].filled += bytes;
  }
}

void Engine::NoteCarried(uint32_t peer) {
  while (!failure_) {
    const auto carried = transport_.To(peer).NextCarried();
    if (!carried) {
      return;
    }
    const FrameHeader& header = carried->header;
    carried->way == Carried::Way::kOut ? NoteSent(peer, header, header.bytes)
                                       : NoteArrived(peer, header, header.bytes);
  }
}

bool Engine::Send() {
  bool sent = false;
  for (uint32_t peer = 0; peer < peers_.size(); ++peer) {
    sent = (transport_.IsOpen(peer) && SendTo(peer)) || sent;
  }
  return sent;
}

bool Engine::SendTo(uint32_t peer) {
  Link& link = transport_.To(peer);
  size_t turn = 0;
  while (turn < kTurn) {
    if (DataFrame frame; !failure_ && link.TakesData() && NextData(peer, &frame)) {
      const FrameHeader header = frame.header;
      NoteBegun(peer, header, link.Put(std::move(frame)));
      NoteCarried(peer);
    }
    const Sent sent = link.Send();
    if (!failure_) {
      NoteSent(peer, sent.header, sent.dataBytes);
    }
    turn += sent.bytes;
    if (sent.state == Sent::State::kBroken) {
      ReceiveFrom(peer);
      return true;
    }
    if (sent.state == Sent::State::kStopped) {
      break;
    }
  }
  return turn > 0;
}

bool Engine::NextData(uint32_t peer, DataFrame* frame) {
  std::deque<Active>& active = peers_[peer].active;
  for (size_t turn = 0; turn < active.size() && !failure_; ++turn) {
    // Operations take turns, so that a large one does not hold up a small one.
    active.push_back(std::move(active.front()));
    active.pop_front();
    Exchange& exchange = active.back().Get();
    const bool mayGo = exchange.heard || exchange.out[0].Total() <= kEagerBytes;
    for (uint8_t phase = 0; mayGo && phase < kPhases; ++phase) {
      const std::span<std::byte> bytes = exchange.out[phase].Next(kMostDataBytes);
      if (!bytes.empty()) {
        frame->header.kind = FrameKind::kData;
        frame->header.channel = exchange.key.channel;
        frame->header.phase = phase;
        frame->header.number = exchange.key.number;
        frame->header.bytes = bytes.size();
        frame->bytes = bytes;
        frame->owner = active.back().operation;
        frame->isAwaited = exchange.heard;
        frame->goesBehind = exchange.out[phase].IsUnderWay();
        return true;
      }
    }
  }
  return false;
}

void Engine::NoteBegun(uint32_t peer, const FrameHeader& header, size_t bytes) {
  if (Active* active = Find(peer, header.OperationKey())) {
    active->Get().out[header.phase].Begin(bytes);
  }
}

void Engine::NoteSent(uint32_t peer, const FrameHeader& header, size_t bytes) {
  if (bytes == 0) {
    return;
  }
  if (Active* active = Find(peer, header.OperationKey())) {
    active->Get().out[header.phase].End(bytes);
    NoteProgress(*active->operation);
  }
}

void Engine::TakeLoss(uint32_t peer, const std::string& reason) {
  if (!peers_[peer].hasLeft) {
    Fail({HCCL_E_REMOTE, Name(peer) + " was lost: " + reason});
  }
}

void Engine::NoteProgress(Operation& operation) {
  operation.hasMoved = true;
  operation.lastProgress = Clock::now();
  state_->lastProgress.store(operation.lastProgress.time_since_epoch().count());
}

void Engine::AdvanceMoved() {
  if (failure_) {
    return;
  }
  for (size_t index = 0; index < active_.size();) {
    const std::shared_ptr<Operation> operation = active_[index];
    if (!std::exchange(operation->hasMoved, false)) {
      ++index;
      continue;
    }
    operation->Advance([&](Exchange& exchange, size_t bytes) {
      const uint64_t more = bytes;
      transport_.Post(exchange.peer, FrameKind::kCredit, exchange.key, BytesOf(more));
    });
    if (operation->IsDone()) {
      End(operation, Result::Ok());
    } else {
      ++index;
    }
  }
}

void Engine::End(const std::shared_ptr<Operation>& operation, const Result& outcome) {
  std::erase(active_, operation);
  for (const Exchange& exchange : operation->exchanges) {
    std::erase_if(peers_[exchange.peer].active,
                  [&](const Active& active) { return active.operation == operation; });
  }
  if (operation->scratchBytes > scratchBytes_ && outcome.IsOk()) {
    scratch_ = std::move(operation->scratch);
    scratchBytes_ = operation->scratchBytes;
  }
  state_->active.fetch_sub(1);
  operation->Finish(outcome);
}

}  // namespace openaclnn::collectives
