// SPDX-License-Identifier: Apache-2.0
//
// A communicator, seen from one of its ranks: its thread, and what callers ask of it. Thread safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "collectives/bootstrap/rendezvous.h"
#include "collectives/communicator_info.h"
#include "collectives/result.h"
#include "collectives/run/engine.h"
#include "collectives/run/inbox.h"
#include "collectives/run/operation.h"
#include "runtime/core/context.h"

namespace openaclnn::collectives {

// What waits, on behalf of a communicator, for its operations to end. Outlives it where streams do.
struct Outstanding {
  std::mutex mutex;
  std::condition_variable changed;
  size_t count = 0;
};

class Communicator {
 public:
  Communicator(CommunicatorInfo info, Mesh mesh);
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  ~Communicator();

  [[nodiscard]] const CommunicatorInfo& About() const { return info_; }
  [[nodiscard]] HcclResult AsyncError() const { return static_cast<HcclResult>(state_->asyncError.load()); }
  // HCCL_E_REMOTE if it has failed.
  [[nodiscard]] Result ExpectHealthy() const;

  // Puts an operation on a stream of its device, as the next one of this communicator.
  [[nodiscard]] Result Issue(const std::shared_ptr<Operation>& operation, const runtime::Stream& stream);

  // Ends it: HCCL_E_AGAIN while operations are under way, unless they are stuck.
  [[nodiscard]] Result Close();

  // Where the members of a part of it listen; all of them call it with the same number. HCCL_E_TIMEOUT names
  // those that did not.
  [[nodiscard]] Result Gather(uint64_t number, const std::vector<uint32_t>& ranks, const Member& self,
                              std::chrono::milliseconds timeout, std::vector<Member>* members);
  // False if a part with this number was made before.
  [[nodiscard]] bool TakePartNumber(uint64_t number);

 private:
  [[nodiscard]] Result Enqueue(const std::shared_ptr<Operation>& operation, const runtime::Stream& stream);
  void Number(Operation& operation) const;
  void Count(const Operation& operation, int64_t step);
  [[nodiscard]] bool IsStuck() const;

  const CommunicatorInfo info_;
  const std::shared_ptr<Inbox> inbox_ = std::make_shared<Inbox>();
  const std::shared_ptr<Outstanding> outstanding_ = std::make_shared<Outstanding>();
  std::mutex issueMutex_;  // the order of calls
  CallCounts counts_;
  const std::shared_ptr<EngineState> state_ = std::make_shared<EngineState>();
  std::mutex partsMutex_;
  std::vector<uint64_t> partNumbers_;
  const std::shared_ptr<Engine> engine_;  // threads that wait may hold it a little longer
  std::thread thread_;
};

}  // namespace openaclnn::collectives
