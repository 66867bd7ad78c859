// SPDX-License-Identifier: Apache-2.0
//
// A communicator, seen from one of its ranks: its thread, and what callers ask of it. Thread safe.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "collectives/engine.h"
#include "collectives/identifier.h"
#include "collectives/inbox.h"
#include "collectives/operation.h"
#include "collectives/rendezvous.h"
#include "collectives/result.h"
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
  struct Facts {
    std::string name;
    int deviceId = 0;
    uint32_t rank = 0;
    uint32_t rankCount = 1;
    ExecTimeout timeout;
    Identifier group{};
    bool isPart = false;  // of another
  };
  Communicator(Facts facts, Mesh mesh);
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  ~Communicator();

  [[nodiscard]] const Facts& About() const { return facts_; }
  [[nodiscard]] HcclResult AsyncError() const { return static_cast<HcclResult>(state_.asyncError.load()); }
  // HCCL_E_REMOTE if it has failed.
  [[nodiscard]] Result ExpectHealthy() const;

  // Puts an operation on a stream of its device, as the next one of this communicator.
  [[nodiscard]] Result Issue(const std::shared_ptr<Operation>& operation, const runtime::Stream& stream);

  // Ends it: HCCL_E_AGAIN while operations are under way, unless they are stuck.
  [[nodiscard]] Result Close();

  // Where the members of a part of it listen; all of them call it with the same number.
  [[nodiscard]] Result Gather(uint64_t number, const std::vector<uint32_t>& ranks, const Member& self,
                              Deadline deadline, std::vector<Member>* members);
  // False if a part with this number was made before.
  [[nodiscard]] bool TakePartNumber(uint64_t number);

 private:
  void Number(Operation& operation) const;
  void Count(const Operation& operation, int64_t step);
  [[nodiscard]] bool IsStuck() const;

  const Facts facts_;
  const std::shared_ptr<Inbox> inbox_ = std::make_shared<Inbox>();
  const std::shared_ptr<Outstanding> outstanding_ = std::make_shared<Outstanding>();
  std::mutex issueMutex_;  // the order of calls
  CallCounts counts_;
  EngineState state_;
  std::mutex partsMutex_;
  std::vector<uint64_t> partNumbers_;
  Engine engine_;
  std::thread thread_;
};

}  // namespace openaclnn::collectives
