// SPDX-License-Identifier: Apache-2.0
//
// An operation as a rank takes part in it: what it sends to whom, what it gets from whom, and what is
// computed from that. Made by the call (plan/plan.h), run by the engine of its communicator, on its thread
// alone.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/allocation_registry.h"
#include "backend/backend.h"
#include "checker/access_history.h"
#include "collectives/carriers/frame.h"
#include "collectives/deadline.h"
#include "collectives/result.h"
#include "collectives/run/call.h"

namespace openaclnn::collectives {

// Bytes from one rank to another, in order; at either end they lie in pieces. They are begun in order, and
// done in order: what carries them may have several pieces under way.
class Flow {
 public:
  void Add(std::byte* data, size_t bytes) {
    if (bytes > 0) {
      pieces_.push_back({data, bytes});
      total_ += bytes;
    }
  }
  // All of it may go.
  void AllowAll() { allowed_ = total_; }
  void Allow(size_t bytes) { allowed_ = std::min(total_, allowed_ + bytes); }

  [[nodiscard]] size_t Total() const { return total_; }
  [[nodiscard]] size_t Done() const { return done_; }
  [[nodiscard]] size_t Allowed() const { return allowed_; }
  [[nodiscard]] bool IsDone() const { return done_ == total_; }
  [[nodiscard]] bool IsUnderWay() const { return begun_ > done_; }
  // The next bytes that may go, in one piece; empty if there are none.
  [[nodiscard]] std::span<std::byte> Next(size_t most) const {
    const size_t open = std::min(most, allowed_ - begun_);
    if (open == 0) {
      return {};
    }
    const Piece& piece = pieces_[piece_];
    return {piece.data + offset_, std::min(open, piece.bytes - offset_)};
  }
  // Of what Next returned.
  void Begin(size_t bytes) {
    begun_ += bytes;
    offset_ += bytes;
    if (piece_ < pieces_.size() && offset_ == pieces_[piece_].bytes) {
      ++piece_;
      offset_ = 0;
    }
  }
  void End(size_t bytes) { done_ += bytes; }
  void Advance(size_t bytes) {
    Begin(bytes);
    End(bytes);
  }

 private:
  struct Piece {
    std::byte* data;
    size_t bytes;
  };
  std::vector<Piece> pieces_;
  size_t piece_ = 0;   // that is to begin next
  size_t offset_ = 0;  // in it
  size_t total_ = 0;
  size_t allowed_ = 0;
  size_t begun_ = 0;
  size_t done_ = 0;
};

// A reduction has two phases: its inputs come first, then results go to who wants them. Other operations have
// the first alone.
inline constexpr size_t kPhases = 2;

// What an operation has to do with one rank.
struct Exchange {
  uint32_t peer = 0;
  Key key;
  Call mine;
  std::array<Flow, kPhases> out;
  std::array<Flow, kPhases> in;
  [[nodiscard]] bool IsDone() const {
    return heard && out[0].IsDone() && out[1].IsDone() && in[0].IsDone() && in[1].IsDone();
  }
  bool heard = false;  // the other has come, and agrees
};

// The part of a reduction that this rank computes.
struct ReductionPart {
  HcclDataType type = HCCL_DATA_TYPE_FP32;
  HcclReduceOp reduction = HCCL_REDUCE_SUM;
  uint32_t rank = 0;
  uint32_t rankCount = 1;
  const std::byte* own = nullptr;  // this rank's input
  std::byte* result = nullptr;
  size_t bytes = 0;
  size_t elementBytes = 1;
  size_t segment = 0;  // bytes that are reduced at once; whole elements
  // The result takes the place of what others are still to be sent.
  bool afterSending = false;

  size_t reduced = 0;
  size_t granted = 0;             // what the others may have sent
  std::vector<std::byte*> slots;  // of each rank, two segments
};

class Operation {
 public:
  // Inside the rank, when all else is done.
  struct LocalCopy {
    std::byte* destination;
    const std::byte* source;
    size_t bytes;
  };

  Call call;
  uint32_t peerOfMessage = kUnused;  // of HcclSend and HcclRecv, for messages
  std::vector<Exchange> exchanges;
  std::unique_ptr<ReductionPart> reduction;
  std::vector<LocalCopy> copies;
  std::vector<std::shared_ptr<backend::Allocation>> usedMemory;
  std::vector<checker::Access> accesses;  // for the check for races, as the client sees them
  std::shared_ptr<const void> staging;    // memory of the library's own
  uint64_t usedBytes = 0;                 // of this rank's buffers, for the timeline
  std::shared_ptr<backend::Signal> signal;

  // Scratch that Prepare needs.
  [[nodiscard]] size_t ScratchBytes() const;
  // Gives a reduction its slots.
  void Prepare(std::byte* scratch);
  [[nodiscard]] bool IsPrepared() const { return reduction == nullptr || !reduction->slots.empty(); }
  // Does what can be done with what has come; calls grant(exchange, bytes) where another rank may send more.
  void Advance(const std::function<void(Exchange&, size_t)>& grant);
  [[nodiscard]] bool IsDone() const;
  // Ends it, once, and lets the stream go on.
  void Finish(const Result& outcome) noexcept;
  [[nodiscard]] std::string Text() const;

  // Set and read with the signal held, but for a look at whether it has ended.
  std::atomic<bool> isFinished{false};
  Status status;

  // Whether the stream has taken it, which its wait may not outlive.
  enum class Issue { kIssuing, kIssued, kRefused };
  std::atomic<Issue> issue{Issue::kIssuing};

  // For the engine.
  Deadline lastProgress;
  bool hasMoved = false;  // something came, went or was heard since Advance
  std::unique_ptr<std::byte[]> scratch;
  size_t scratchBytes = 0;
  std::function<void()> onFinish;
  std::shared_ptr<Operation> nextArrived;  // in the inbox

 private:
  [[nodiscard]] bool HasInputs(size_t bytes) const;
  [[nodiscard]] bool HasSent() const;
  void ReduceSegment(size_t bytes);
  [[nodiscard]] Status StatusOf(const Result& outcome) const noexcept;

  bool copied_ = false;
};

// So much goes along with the call, before the other has come.
inline constexpr size_t kEagerBytes = size_t{32} << 10;
// What a part is reduced in: inputs of all ranks stay in the cache.
inline constexpr size_t kSegmentBytes = size_t{256} << 10;

}  // namespace openaclnn::collectives
