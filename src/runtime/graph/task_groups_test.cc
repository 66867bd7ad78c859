// SPDX-License-Identifier: Apache-2.0
//
// Operators of a graph that are replaced.
#include <gtest/gtest.h>

#include <optional>

#include "runtime/graph/graph_testing.h"

namespace openaclnn::runtime {
namespace {

// out = (input + 10) * 2 + input, of which the product can be replaced.
class TaskGroupsTest : public GraphTest {
 protected:
  void SetUp() override {
    GraphTest::SetUp();
    memory_.emplace();
  }
  void TearDown() override {
    memory_.reset();
    GraphTest::TearDown();
  }
  void CaptureGroup() {
    Begin();
    EXPECT_EQ(Add(memory_->input.Get(), memory_->ten.Get(), memory_->out.Get(), stream_), 0);
    EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(stream_), ACL_SUCCESS);
    EXPECT_EQ(Mul(memory_->out.Get(), memory_->two.Get(), memory_->out.Get(), stream_), 0);
    EXPECT_EQ(aclmdlRICaptureTaskGrpEnd(stream_, &group_), ACL_SUCCESS);
    EXPECT_EQ(Add(memory_->out.Get(), memory_->input.Get(), memory_->out.Get(), stream_), 0);
    End();
  }

  struct Memory {
    Block input{All(1)};
    Block ten{All(10)};
    Block two{All(2)};
    Block out;
  };
  std::optional<Memory> memory_;  // once there is a device
  aclrtTaskGrp group_ = nullptr;
};

TEST_F(TaskGroupsTest, ReplacesOperators) {
  CaptureGroup();
  Execute();
  EXPECT_EQ(memory_->out.Read(), All(23));
  Block five(All(5));
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group_), ACL_SUCCESS);
  EXPECT_EQ(Mul(memory_->out.Get(), five.Get(), memory_->out.Get(), other_), 0);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), ACL_SUCCESS) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  EXPECT_EQ(memory_->out.Read(), All(23)) << "the calls of an update do not run";
  Execute();
  EXPECT_EQ(memory_->out.Read(), All(56));
  five.Free();
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  ExpectFailure(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, {"aclnnMul: other: "});
}

TEST_F(TaskGroupsTest, AnUpdateHasTheSameOperators) {
  CaptureGroup();
  const auto expectRefused = [&](const char* fragment) {
    ExpectFailure(aclmdlRICaptureTaskUpdateEnd(other_), ACL_ERROR_RT_PARAM_INVALID, {fragment});
    EXPECT_EQ(StatusOf(other_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  };
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group_), ACL_SUCCESS);
  expectRefused("as many as the group has: 1");
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group_), ACL_SUCCESS);
  EXPECT_EQ(Add(memory_->out.Get(), memory_->two.Get(), memory_->out.Get(), other_), 0);
  expectRefused("aclnnMul");
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group_), ACL_SUCCESS);
  ExpectFailure(aclrtMemsetAsync(memory_->out.Get(), kBytes, 0, kBytes, other_),
                ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT, {"operator"});
  ExpectFailure(aclmdlRICaptureTaskUpdateBegin(other_, group_), ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                {"update"});
  EXPECT_EQ(Mul(memory_->out.Get(), memory_->ten.Get(), memory_->out.Get(), other_), 0);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), ACL_SUCCESS);
  ExpectFailure(aclmdlRICaptureTaskUpdateEnd(other_), ACL_ERROR_STREAM_TASK_GROUP_STATUS, {"Begin"});
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  Execute();
  EXPECT_EQ(memory_->out.Read(), All(111));
}

TEST_F(TaskGroupsTest, GroupsHaveOperatorsOfOneStream) {
  ExpectFailure(aclmdlRICaptureTaskGrpBegin(stream_), ACL_ERROR_RT_STREAM_NOT_CAPTURED, {"stream"});
  Begin();
  EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(stream_), ACL_SUCCESS);
  ExpectFailure(aclrtMemsetAsync(memory_->out.Get(), kBytes, 0, kBytes, stream_),
                ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT, {"task group"});
  ExpectVoid("task group");
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  Begin();
  EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(other_, event), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(stream_), ACL_SUCCESS);
  ExpectFailure(aclrtMemsetAsync(memory_->out.Get(), kBytes, 0, kBytes, other_),
                ACL_ERROR_STREAM_TASK_GROUP_INTR, {"stream", "task group"});
  ExpectVoid("task group");
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  Begin();
  EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(stream_), ACL_SUCCESS);
  ExpectFailure(aclmdlRICaptureTaskGrpBegin(stream_), ACL_ERROR_STREAM_TASK_GROUP_STATUS, {"task group"});
  ExpectVoid("task group");
  Begin();
  ExpectFailure(aclmdlRICaptureTaskGrpEnd(stream_, &group_), ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                {"task group"});
  ExpectVoid("task group");
  Begin();
  EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(stream_), ACL_SUCCESS);
  ExpectFailure(aclmdlRICaptureEnd(stream_, &graph_), ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                {"aclmdlRICaptureTaskGrpEnd"});
  ExpectFailure(aclmdlRICaptureTaskUpdateBegin(stream_, stream_), ACL_ERROR_RT_PARAM_INVALID, {"handle"});
}

}  // namespace
}  // namespace openaclnn::runtime
