// SPDX-License-Identifier: Apache-2.0
//
// What the tests of streams and events share.
#pragma once

#include <gtest/gtest.h>

#include <atomic>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {

// Holds a stream up at the gate, and makes another one wait for it, with a task behind the wait.
inline void BlockAndWait(Gate& gate, aclrtStream blocked, aclrtEvent event, aclrtStream waiting,
                         std::atomic<int>* runs) {
  gate.Block(blocked);
  EXPECT_EQ(aclrtRecordEvent(event, blocked), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(waiting, event), ACL_SUCCESS);
  EXPECT_EQ(Launch(waiting, 0, runs), ACL_SUCCESS);
}

// Whether the latest record of an event has completed.
inline aclrtEventRecordedStatus RecordedStatus(aclrtEvent event) {
  auto status = AnyEnum<aclrtEventRecordedStatus>(99);
  EXPECT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
  return status;
}

}  // namespace openaclnn::runtime
