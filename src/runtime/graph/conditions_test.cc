// SPDX-License-Identifier: Apache-2.0
//
// Conditions of captured graphs: which bodies an execution runs, and how often.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/graph/conditions_testing.h"

namespace openaclnn::runtime {
namespace {

TEST_F(ConditionsTest, IfRunsItsBodyWhereTheWordIsNotZero) {
  const Block value;
  const Block after;
  Begin();
  const Condition condition = Make(GraphOf(stream_), 0, false);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, stream_);
  CaptureBody(bodies[0], other_, [&] { AddTo(value, *one_, other_); });
  AddTo(after, *one_, stream_);
  End();
  float expected = 0;
  for (const uint64_t word : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 40, uint64_t{0}}) {
    Set(condition, word);
    Execute();
    expected += word == 0 ? 0 : 1;
    EXPECT_EQ(value.Read(), All(expected)) << word;
    EXPECT_EQ(Get(condition), word) << "it is left as it is";
  }
  EXPECT_EQ(after.Read(), All(4)) << "the rest runs each time";
}

TEST_F(ConditionsTest, IfWithTwoBodiesRunsOneOfThem) {
  const Block value;
  Begin();
  const Condition condition = Make(GraphOf(stream_), 0, false);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 2, stream_);
  CaptureBody(bodies[0], other_, [&] { AddTo(value, *one_, other_); });
  CaptureBody(bodies[1], other_, [&] { AddTo(value, *ten_, other_); });
  End();
  Set(condition, 3);
  Execute();
  EXPECT_EQ(value.Read(), All(1));
  Set(condition, 0);
  Execute();
  EXPECT_EQ(value.Read(), All(11));
}

TEST_F(ConditionsTest, WhileRepeatsItsBody) {
  constexpr int64_t kTimes = 200;  // more tasks than a stream runs at once
  const Block value;
  const Block after;
  const Countdown countdown(5);
  Begin();
  const Condition condition = Make(GraphOf(stream_), 1);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_WHILE, 1, stream_);
  CaptureBody(bodies[0], other_, [&] {
    for (int64_t i = 0; i < kTimes; ++i) {
      AddTo(value, *one_, other_);
    }
    countdown.Step(condition, other_);
  });
  AddTo(after, value, stream_);
  End();
  Execute();
  EXPECT_EQ(value.Read(), All(5 * kTimes));
  EXPECT_EQ(after.Read(), All(5 * kTimes));
  Execute();  // the default is assigned again, and the table is at its end
  EXPECT_EQ(value.Read(), All(6 * kTimes));
}

TEST_F(ConditionsTest, SwitchRunsTheBodyWithTheNumber) {
  const std::vector<Block> values(4);
  Begin();
  const Condition condition = Make(GraphOf(stream_), 0, false);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_SWITCH, 4, stream_);
  for (size_t i = 0; i < bodies.size(); ++i) {
    if (i != 2) {  // one that is never captured is empty
      CaptureBody(bodies[i], other_, [&] { AddTo(values[i], *one_, other_); });
    }
  }
  End();
  for (const uint64_t word : {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{3}, uint64_t{4}, UINT64_MAX}) {
    Set(condition, word);
    Execute();
  }
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(values[i].Read(), All(i == 2 ? 0 : 1)) << i;
  }
}

TEST_F(ConditionsTest, TheDefaultIsAssignedAtEachStart) {
  const Block value;
  Begin();
  const Condition condition = Make(GraphOf(stream_), 7);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, stream_);
  CaptureBody(bodies[0], other_, [&] { AddTo(value, *one_, other_); });
  Write(condition, 0, stream_);
  End();
  for (int i = 1; i <= 3; ++i) {
    Execute();
    EXPECT_EQ(value.Read(), All(static_cast<float>(i)));
    EXPECT_EQ(Get(condition), 0U);
  }
}

TEST_F(ConditionsTest, AWordWithoutATaskIsAssignedAsWell) {
  Begin();
  const Condition condition = Make(GraphOf(stream_), 7);
  End();
  Set(condition, 1);
  Execute();
  EXPECT_EQ(Get(condition), 7U);
}

TEST_F(ConditionsTest, ConditionsInBodies) {
  const Block inner;
  const Block outer;
  const Countdown rounds(3);
  aclrtStream third = nullptr;
  ASSERT_EQ(aclrtCreateStream(&third), ACL_SUCCESS);
  Begin();
  const Condition loop = Make(GraphOf(stream_), 1);
  const aclmdlRI body = Add(loop, ACL_MODEL_RI_COND_TYPE_WHILE, 1, stream_)[0];
  ASSERT_EQ(aclmdlRICaptureToModelRIBegin(other_, body, kRelaxed), ACL_SUCCESS);
  const Condition chosen = Make(body, 1);  // of a body: of the same graph
  const std::vector<aclmdlRI> nested = Add(chosen, ACL_MODEL_RI_COND_TYPE_IF, 2, other_);
  CaptureBody(nested[0], third, [&] {
    AddTo(inner, *one_, third);
    Write(chosen, 0, third);
  });
  CaptureBody(nested[1], third, [&] { AddTo(inner, *ten_, third); });
  AddTo(outer, *one_, other_);
  rounds.Step(loop, other_);
  aclmdlRI ended = nullptr;
  ASSERT_EQ(aclmdlRICaptureEnd(other_, &ended), ACL_SUCCESS) << TakeMessages();
  End();
  Execute();
  EXPECT_EQ(outer.Read(), All(3));
  EXPECT_EQ(inner.Read(), All(21)) << "once the first body, then the second one";
  EXPECT_EQ(aclrtDestroyStream(third), ACL_SUCCESS);
}

TEST_F(ConditionsTest, StreamsJoinABody) {
  const Block left;
  const Block right;
  const Block sum;
  const Countdown rounds(4);
  aclrtStream third = nullptr;
  aclrtEvent fork = nullptr;
  aclrtEvent join = nullptr;
  ASSERT_EQ(aclrtCreateStream(&third), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEventExWithFlag(&fork, ACL_EVENT_SYNC), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEventExWithFlag(&join, ACL_EVENT_SYNC), ACL_SUCCESS);
  Begin();
  const Condition loop = Make(GraphOf(stream_), 1);
  const aclmdlRI body = Add(loop, ACL_MODEL_RI_COND_TYPE_WHILE, 1, stream_)[0];
  CaptureBody(body, other_, [&] {
    AddTo(left, *one_, other_);
    EXPECT_EQ(aclrtRecordEvent(fork, other_), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(third, fork), ACL_SUCCESS);
    EXPECT_EQ(runtime::Add(left.Get(), right.Get(), right.Get(), third), 0);
    EXPECT_EQ(aclrtRecordEvent(join, third), ACL_SUCCESS);
    AddTo(sum, left, other_);
    EXPECT_EQ(aclrtStreamWaitEvent(other_, join), ACL_SUCCESS);
    AddTo(sum, right, other_);
    rounds.Step(loop, other_);
  });
  End();
  for (int i = 0; i < 10; ++i) {
    left.Write(All(0));
    right.Write(All(0));
    sum.Write(All(0));
    Execute();
    if (i == 0) {  // left: 1 to 4; right: 1, 3, 6, 10
      EXPECT_EQ(right.Read(), All(10));
      EXPECT_EQ(sum.Read(), All(1 + 2 + 3 + 4 + 1 + 3 + 6 + 10));
    } else {  // one round each
      EXPECT_EQ(sum.Read(), All(2));
    }
  }
  EXPECT_EQ(aclrtDestroyEvent(fork), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(join), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(third), ACL_SUCCESS);
}

TEST_F(ConditionsTest, ABodyIsCapturedAfterItsGraph) {
  const Block value;
  Begin();
  const Condition condition = Make(GraphOf(stream_), 1);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 2, stream_);
  End();
  CaptureBody(bodies[0], stream_, [&] { AddTo(value, *one_, stream_); });
  Execute();
  EXPECT_EQ(value.Read(), All(1));
  ExpectFailure(aclmdlRICaptureToModelRIBegin(stream_, bodies[1], kRelaxed), ACL_ERROR_RT_PARAM_INVALID,
                {"aclmdlRICaptureToModelRIBegin", "modelRI", "has not been executed"});
}

TEST_F(ConditionsTest, HostFunctionsOfTheBodyThatRuns) {
  std::array<int, 2> calls{};
  const auto call = [](void* count) { ++*static_cast<int*>(count); };
  Begin(kRelaxed);
  const Condition condition = Make(GraphOf(stream_), 0);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 2, stream_);
  for (size_t i = 0; i < 2; ++i) {
    CaptureBody(bodies[i], other_,
                [&] { EXPECT_EQ(aclrtLaunchHostFunc(other_, call, &calls.at(i)), ACL_SUCCESS); });
  }
  End();
  Execute();
  EXPECT_EQ(calls, (std::array<int, 2>{0, 1}));
}

TEST_F(ConditionsTest, AnEndlessLoopEndsWithItsStream) {
  const Block value;
  Begin();
  const Condition condition = Make(GraphOf(stream_), 1);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_WHILE, 1, stream_);
  CaptureBody(bodies[0], other_, [&] { AddTo(value, *one_, other_); });
  End();
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  ExpectFailure(aclmdlRIDestroy(graph_), ACL_ERROR_RT_MODEL_RUNNING, {"modelRI"});
  ExpectFailure(aclmdlRIAbort(graph_), ACL_ERROR_RT_PARAM_INVALID, {"aclmdlRIBuildBegin"});
  EXPECT_EQ(aclrtStreamAbort(stream_), ACL_SUCCESS) << TakeMessages();
  TakeMessages();
  // Nothing but the word ends one that no stream orders.
  EXPECT_EQ(aclmdlRIExecute(graph_, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  Write(condition, 0, other_);
  ASSERT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS) << TakeMessages();
  while (aclmdlRIDestroy(graph_) == ACL_ERROR_RT_MODEL_RUNNING) {
    TakeMessages();
  }
  graph_ = nullptr;
}

TEST_F(ConditionsTest, AFailureEndsALoop) {
  const Block value;
  Block freed;
  std::array<int, 2> calls{};
  const auto call = [](void* count) { ++*static_cast<int*>(count); };
  Begin(kRelaxed);
  const Condition condition = Make(GraphOf(stream_), 1);
  const Condition never = Make(GraphOf(stream_), 0);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_WHILE, 1, stream_);
  const std::vector<aclmdlRI> others = Add(never, ACL_MODEL_RI_COND_TYPE_IF, 1, stream_);
  const Block indices(4 * sizeof(int64_t));
  const std::array<int64_t, 4> outside{0, 99, 0, 0};
  EXPECT_EQ(
      aclrtMemcpy(indices.Get(), sizeof outside, outside.data(), sizeof outside, ACL_MEMCPY_HOST_TO_DEVICE),
      ACL_SUCCESS);
  const Block workspace(kAddRowsWorkspace);
  CaptureBody(bodies[0], other_, [&] {
    EXPECT_EQ(AddRows(value.Get(), indices.Get(), value.Get(), workspace.Get(), other_), 0);
    EXPECT_EQ(aclrtLaunchHostFunc(other_, call, &calls[0]), ACL_SUCCESS);
  });
  CaptureBody(others[0], other_,
              [&] { EXPECT_EQ(aclrtLaunchHostFunc(other_, call, &calls[1]), ACL_SUCCESS); });
  End();
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  EXPECT_NE(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  TakeMessages();
  EXPECT_EQ(calls, (std::array<int, 2>{1, 0}))
      << "what was begun calls its functions, and nothing else is begun";
}

TEST_F(ConditionsTest, MemoryOfBodiesIsFoundAgain) {
  Block value(All(1));
  Begin();
  const Condition condition = Make(GraphOf(stream_), 1);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, stream_);
  CaptureBody(bodies[0], other_, [&] { AddTo(value, *one_, other_); });
  End();
  Execute();
  value.Free();
  ExpectFailure(aclmdlRIExecuteAsync(graph_, stream_), ACL_ERROR_RT_PARAM_INVALID,
                {"aclnnAdd", "self", "freed"});
}

}  // namespace
}  // namespace openaclnn::runtime
