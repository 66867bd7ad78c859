// SPDX-License-Identifier: Apache-2.0
//
// What a communicator does: starts operations whose streams have come, tells the other ranks, holds their calls
// against its own, moves data, keeps time, and ends everything at the first failure.
//
// One thread at a time runs it: the engine's own, or one that waits anyway for what the engine does, so that a
// small operation needs no thread that wakes another. As long as threads come that wait, again and again, the
// engine's own stands by: nobody wakes it, and it looks now and then whether they still come.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/progress.h"
#include "base/bounded_spin.h"
#include "collectives/bootstrap/rendezvous_messages.h"
#include "collectives/carriers/transport.h"
#include "collectives/communicator_info.h"
#include "collectives/run/inbox.h"
#include "collectives/run/operation.h"

namespace openaclnn::collectives {

// How many operations a rank has called so far; counted by the callers, read by the engine.
struct CallCounts {
  explicit CallCounts(uint32_t rankCount) : up(rankCount), down(rankCount) {}

  std::atomic<uint64_t> collectives{0};
  std::vector<std::atomic<uint64_t>> up;  // messages with each rank, by Channel
  std::vector<std::atomic<uint64_t>> down;
};

// What others may ask of an engine at any time.
struct EngineState {
  std::atomic<int32_t> asyncError{HCCL_SUCCESS};  // set after `failure`
  Result failure;
  std::atomic<int64_t> lastProgress{0};  // Clock's ticks
  std::atomic<size_t> active{0};         // operations that have arrived and not ended
};

// The addresses of the members of a part of the communicator, as they come in.
using InvitationHandler = std::function<void(const Result&, std::vector<Member>)>;

class Engine final : public backend::Progress {
 public:
  Engine(const CommunicatorInfo& info, Mesh mesh, std::shared_ptr<Inbox> inbox, const CallCounts& counts,
         std::shared_ptr<EngineState> state);

  // For the engine's own thread. Until the inbox is closed and the connections are; after that the engine
  // uses nothing of what it does not own.
  void Run();
  // At the end of a call that has put operations into the inbox: tells the other ranks of them.
  void Begin() noexcept;

  // For threads that wait.
  void Enter() noexcept override { ++helpers_; }
  Found GoOn() noexcept override;
  void Leave() noexcept override;

  // For a task of the inbox. Collects the addresses of `ranks`, this one among them.
  void Invite(uint64_t number, const std::vector<uint32_t>& ranks, const Member& self,
              InvitationHandler done);
  // For a task of the inbox. Ends an invitation that has lasted this long: `done` gets the missing ranks in
  // its message. Does nothing if all have come.
  void EndInvitation(uint64_t number, std::chrono::milliseconds lasted);

 private:
  // An exchange of an operation that is under way.
  struct Active {
    std::shared_ptr<Operation> operation;
    size_t exchange;
    [[nodiscard]] Exchange& Get() const { return operation->exchanges[exchange]; }
  };
  // What has come for an operation that this rank has not come to.
  struct Early {
    std::optional<Call> call;
    std::vector<std::byte> data;
    size_t filled = 0;
  };
  struct Peer {
    std::deque<Active> active;
    std::map<Key, Early> early;
    std::map<uint64_t, Member> invitations;
    bool hasLeft = false;
  };
  struct Invitation {
    uint64_t number;
    std::vector<uint32_t> ranks;
    Member self;
    InvitationHandler done;
  };

  // These require mutex_, as does all that follows.
  // Whether anything has happened.
  template <typename Step>
  bool Guarded(const Step& step) noexcept;
  bool Pass();
  // Of the own thread, where nothing has happened. Release the lock meanwhile.
  void Rest(std::unique_lock<std::mutex>& lock);
  void StandBy(std::unique_lock<std::mutex>& lock);
  void Sleep(std::unique_lock<std::mutex>& lock);
  [[nodiscard]] bool HasWork() const { return state_->active > 0 || !inbox_->IsEmpty(); }

  void Serve(Inbox::Content content);
  void Start(const std::shared_ptr<Operation>& operation);
  void StartExchange(const std::shared_ptr<Operation>& operation, size_t index);
  void Hear(Operation& operation, Exchange& exchange, const Call& theirs);
  // Gives a reduction the memory for what comes from the other ranks.
  void GiveScratch(Operation& operation);

  // Sends what the links take. Returns whether that was anything: operations may have got further.
  bool Send();
  bool SendTo(uint32_t peer);
  // The next data for a rank; false: there are none.
  [[nodiscard]] bool NextData(uint32_t peer, DataFrame* frame);
  void NoteBegun(uint32_t peer, const FrameHeader& header, size_t bytes);
  void NoteSent(uint32_t peer, const FrameHeader& header, size_t bytes);
  void NoteArrived(uint32_t peer, const FrameHeader& header, size_t bytes);
  // What the carrier is through with.
  void NoteCarried(uint32_t peer);
  void ReceiveFrom(uint32_t peer);
  void TakeControl(uint32_t peer, const FrameHeader& header, std::span<const std::byte> body);
  void TakeData(uint32_t peer, const FrameHeader& header, size_t bytes);
  void TakeCarried(uint32_t peer, const FrameHeader& header);
  // Where the next bytes of a data frame go, not more than `bytes`; empty: nobody has asked for them.
  [[nodiscard]] std::span<std::byte> RoomFor(uint32_t peer, const FrameHeader& header, size_t bytes);
  void TakeLoss(uint32_t peer, const std::string& reason);
  void TakeCall(uint32_t peer, const FrameHeader& header, std::span<const std::byte> body);
  void CheckOrder(uint32_t peer);
  void CheckInvitations();
  // Goes on with the operations that something has happened to.
  void AdvanceMoved();
  void End(const std::shared_ptr<Operation>& operation, const Result& outcome);
  void CheckTimes();
  [[nodiscard]] Deadline NextDeadline() const;
  [[nodiscard]] std::string Missing(const Operation& operation) const;
  // Ends all operations, now and later, and tells the other ranks.
  void Fail(const Result& failure);
  void Part();
  [[nodiscard]] Active* Find(uint32_t peer, Key key);
  [[nodiscard]] std::string Name(uint32_t peer) const { return "rank " + std::to_string(peer); }
  void NoteProgress(Operation& operation);

  const CommunicatorInfo& info_;
  const std::shared_ptr<Inbox> inbox_;
  const CallCounts& counts_;
  const std::shared_ptr<EngineState> state_;
  Transport transport_;
  std::vector<Peer> peers_;
  std::vector<std::shared_ptr<Operation>> active_;
  std::vector<Invitation> invitations_;
  std::unique_ptr<std::byte[]> scratch_;  // of the operation before, for the next
  size_t scratchBytes_ = 0;
  std::optional<Result> failure_;
  bool leaving_ = false;

  // Who runs it.
  std::mutex mutex_;
  bool isOver_ = false;
  bool isAsleep_ = false;              // the own thread, in the transport
  std::optional<BoundedSpin> spin_;    // of the own thread
  std::atomic<int> helpers_{0};        // threads between Enter and Leave
  std::atomic<int64_t> helpedAt_{0};   // Clock's ticks
  std::atomic<bool> isLeft_{false};    // they are gone, and there is work
  std::atomic<int> vainHelps_{0};      // in a row
  std::atomic<int> declinedHelps_{0};  // still to be
};

}  // namespace openaclnn::collectives
