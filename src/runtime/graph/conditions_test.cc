// SPDX-License-Identifier: Apache-2.0
//
// Conditions of captured graphs: which bodies an execution runs, and how often.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "runtime/graph/graph_testing.h"

namespace openaclnn::runtime {
namespace {

constexpr aclmdlRICaptureMode kRelaxed = ACL_MODEL_RI_CAPTURE_MODE_RELAXED;

class ConditionsTest : public GraphTest {
 protected:
  void SetUp() override {
    GraphTest::SetUp();
    one_.emplace(All(1));
    ten_.emplace(All(10));
  }
  void TearDown() override {
    one_.reset();
    ten_.reset();
    GraphTest::TearDown();
  }
  struct Condition {
    aclmdlRICondHandle handle = nullptr;
    uint64_t* word = nullptr;
  };

  // The graph that a stream is captured into.
  static aclmdlRI GraphOf(aclrtStream stream) {
    aclmdlRI graph = nullptr;
    EXPECT_EQ(StatusOf(stream, &graph), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
    return graph;
  }
  static Condition Make(aclmdlRI graph, uint32_t value, bool isAssigned = true) {
    Condition condition;
    EXPECT_EQ(aclmdlRICondHandleCreate(graph, value, isAssigned ? ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT : 0,
                                       &condition.handle),
              ACL_SUCCESS)
        << TakeMessages();
    EXPECT_EQ(aclmdlRICondHandleGetCondPtr(condition.handle, &condition.word), ACL_SUCCESS) << TakeMessages();
    return condition;
  }
  static std::vector<aclmdlRI> Add(const Condition& condition, aclmdlRICondTaskType type, uint32_t size,
                                   aclrtStream stream) {
    std::vector<aclmdlRI> bodies(size);
    const aclmdlRICondTaskParams params{condition.handle, type, size, bodies.data()};
    EXPECT_EQ(aclmdlRIAddCondTask(&params, stream, 0), ACL_SUCCESS) << TakeMessages();
    return bodies;
  }
  // Captures what `issue` gives to a stream into a body.
  template <typename Issue>
  static void CaptureBody(aclmdlRI body, aclrtStream stream, const Issue& issue) {
    ASSERT_EQ(aclmdlRICaptureToModelRIBegin(stream, body, kRelaxed), ACL_SUCCESS) << TakeMessages();
    EXPECT_EQ(GraphOf(stream), body);
    issue();
    aclmdlRI ended = nullptr;
    ASSERT_EQ(aclmdlRICaptureEnd(stream, &ended), ACL_SUCCESS) << TakeMessages();
    EXPECT_EQ(ended, body);
  }
  static void Set(const Condition& condition, uint64_t value) {
    ASSERT_EQ(aclrtMemcpy(condition.word, sizeof value, &value, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
  }
  static uint64_t Get(const Condition& condition) {
    uint64_t value = 0;
    EXPECT_EQ(aclrtMemcpy(&value, sizeof value, condition.word, sizeof value, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    return value;
  }
  static void AddTo(const Block& block, const Block& what, aclrtStream stream) {
    EXPECT_EQ(runtime::Add(block.Get(), what.Get(), block.Get(), stream), 0);
  }
  // The value to the word, in the order of the stream.
  static void Write(const Condition& condition, uint64_t value, aclrtStream stream) {
    EXPECT_EQ(aclrtValueWrite(condition.word, value, 0, stream), ACL_SUCCESS) << TakeMessages();
  }
  // A word that counts down from `from` to 0 in the order of a stream, by copies out of a table.
  class Countdown {
   public:
    explicit Countdown(int64_t from) : table_(static_cast<size_t>(from + 1) * sizeof(int64_t)) {
      std::vector<int64_t> values;
      for (int64_t value = from; value >= 0; --value) {
        values.push_back(value);
      }
      EXPECT_EQ(
          aclrtMemcpy(table_.Get(), table_.Bytes(), values.data(), table_.Bytes(), ACL_MEMCPY_HOST_TO_DEVICE),
          ACL_SUCCESS);
    }
    // The next number: the table moves up by one.
    void Step(const Condition& condition, aclrtStream stream) const {
      auto* const words = static_cast<int64_t*>(table_.Get());
      const size_t rest = table_.Bytes() - sizeof(int64_t);
      for (size_t i = 0; i < rest / sizeof(int64_t); ++i) {
        EXPECT_EQ(aclrtMemcpyAsync(words + i, sizeof(int64_t), words + i + 1, sizeof(int64_t),
                                   ACL_MEMCPY_DEVICE_TO_DEVICE, stream),
                  ACL_SUCCESS);
      }
      EXPECT_EQ(aclrtMemcpyAsync(condition.word, sizeof(int64_t), words, sizeof(int64_t),
                                 ACL_MEMCPY_DEVICE_TO_DEVICE, stream),
                ACL_SUCCESS);
    }

   private:
    Block table_;
  };

  std::optional<Block> one_;
  std::optional<Block> ten_;
};

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

TEST_F(ConditionsTest, BodiesAndConditionsGoWithTheirGraph) {
  Begin();
  const Condition condition = Make(GraphOf(stream_), 1);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, stream_);
  End();
  ExpectFailure(aclrtFree(condition.word), ACL_ERROR_RT_PARAM_INVALID, {"aclmdlRICondHandleCreate"});
  ExpectFailure(aclmdlRIDestroy(bodies[0]), ACL_ERROR_RT_PARAM_INVALID,
                {"aclmdlRIDestroy", "modelRI", "body"});
  ExpectFailure(aclmdlRIExecuteAsync(bodies[0], stream_), ACL_ERROR_RT_PARAM_INVALID, {"modelRI", "body"});
  ExpectFailure(aclmdlRIExecute(bodies[0], -1), ACL_ERROR_RT_PARAM_INVALID, {"modelRI", "body"});
  int ends = 0;
  EXPECT_EQ(aclmdlRIDestroyRegisterCallback(
                bodies[0], [](void* count) { ++*static_cast<int*>(count); }, &ends),
            ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIDestroy(graph_), ACL_SUCCESS) << TakeMessages();
  graph_ = nullptr;
  EXPECT_EQ(ends, 1);
  uint32_t id = 0;
  ExpectFailure(aclmdlRIGetId(bodies[0], &id), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
  uint64_t* word = nullptr;
  ExpectFailure(aclmdlRICondHandleGetCondPtr(condition.handle, &word), ACL_ERROR_RT_INVALID_HANDLE,
                {"handle"});
  EXPECT_EQ(word, nullptr);
  EXPECT_NE(aclrtMemset(condition.word, sizeof(uint64_t), 0, sizeof(uint64_t)), ACL_SUCCESS);
  TakeMessages();
}

TEST_F(ConditionsTest, ABodyThatIsBeingCapturedHoldsUpItsGraph) {
  Begin(kRelaxed);
  const Condition condition = Make(GraphOf(stream_), 1);
  aclmdlRI body = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, stream_)[0];
  End();
  ASSERT_EQ(aclmdlRICaptureToModelRIBegin(other_, body, kRelaxed), ACL_SUCCESS);
  ExpectFailure(aclmdlRICaptureToModelRIBegin(stream_, body, kRelaxed), ACL_ERROR_RT_PARAM_INVALID,
                {"modelRI", "is being captured"});
  ExpectFailure(aclmdlRIExecuteAsync(graph_, stream_), ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING,
                {"modelRI", "body"});
  ExpectFailure(aclmdlRIDestroy(graph_), ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING, {"modelRI", "body"});
  ASSERT_EQ(aclmdlRICaptureEnd(other_, &body), ACL_SUCCESS);
  Execute();
}

TEST_F(ConditionsTest, AnOpenBodyFailsTheEndOfTheCapture) {
  Begin(kRelaxed);
  const Condition condition = Make(GraphOf(stream_), 1);
  const aclmdlRI body = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, stream_)[0];
  ASSERT_EQ(aclmdlRICaptureToModelRIBegin(other_, body, kRelaxed), ACL_SUCCESS);
  aclmdlRI none = this;
  ExpectFailure(aclmdlRICaptureEnd(stream_, &none), ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING,
                {"aclmdlRICaptureEnd", "body"});
  EXPECT_EQ(none, this);
  EXPECT_EQ(StatusOf(stream_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  EXPECT_EQ(StatusOf(other_), ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
  ExpectFailure(aclmdlRICaptureEnd(other_, &none), ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, {"failed"});
  EXPECT_EQ(StatusOf(other_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  ExpectFailure(aclmdlRICaptureToModelRIBegin(other_, body, kRelaxed), ACL_ERROR_RT_INVALID_HANDLE,
                {"modelRI"});
}

TEST_F(ConditionsTest, ABodyWhoseCaptureFailedIsEmptyAgain) {
  const Block value;
  Begin(kRelaxed);
  const Condition condition = Make(GraphOf(stream_), 1);
  const aclmdlRI body = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, stream_)[0];
  ASSERT_EQ(aclmdlRICaptureToModelRIBegin(other_, body, kRelaxed), ACL_SUCCESS);
  AddTo(value, *one_, other_);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_ERROR_RT_STREAM_CAPTURED);
  aclmdlRI ended = nullptr;
  ExpectFailure(aclmdlRICaptureEnd(other_, &ended), ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, {"107027"});
  CaptureBody(body, other_, [&] { AddTo(value, *ten_, other_); });
  End();
  Execute();
  EXPECT_EQ(value.Read(), All(10));
}

TEST_F(ConditionsTest, ChecksItsArguments) {
  aclmdlRICondHandle handle = nullptr;
  ExpectFailure(aclmdlRICondHandleCreate(nullptr, 0, 0, &handle), ACL_ERROR_INVALID_PARAM,
                {"aclmdlRICondHandleCreate", "modelRI"});
  ExpectFailure(aclmdlRICondHandleCreate(this, 0, 0, &handle), ACL_ERROR_RT_INVALID_HANDLE, {"modelRI"});
  Begin(kRelaxed);
  const aclmdlRI root = GraphOf(stream_);
  ExpectFailure(aclmdlRICondHandleCreate(root, 0, 2, &handle), ACL_ERROR_RT_PARAM_INVALID, {"flag", "got 2"});
  ExpectFailure(aclmdlRICondHandleCreate(root, 0, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"handle"});
  EXPECT_EQ(handle, nullptr);
  const Condition condition = Make(root, 1);
  ExpectFailure(aclmdlRICondHandleGetCondPtr(condition.handle, nullptr), ACL_ERROR_INVALID_PARAM,
                {"condPtr"});
  uint64_t* word = nullptr;
  ExpectFailure(aclmdlRICondHandleGetCondPtr(nullptr, &word), ACL_ERROR_INVALID_PARAM, {"handle"});
  ExpectFailure(aclmdlRICondHandleGetCondPtr(root, &word), ACL_ERROR_RT_INVALID_HANDLE, {"handle"});

  std::array<aclmdlRI, 3> bodies{};
  aclmdlRICondTaskParams params{condition.handle, ACL_MODEL_RI_COND_TYPE_IF, 1, bodies.data()};
  ExpectFailure(aclmdlRIAddCondTask(nullptr, stream_, 0), ACL_ERROR_INVALID_PARAM,
                {"aclmdlRIAddCondTask", "params"});
  ExpectFailure(aclmdlRIAddCondTask(&params, stream_, 1), ACL_ERROR_RT_PARAM_INVALID, {"flag", "got 1"});
  ExpectFailure(aclmdlRIAddCondTask(&params, other_, 0), ACL_ERROR_RT_STREAM_NOT_CAPTURED, {"stream"});
  params.size = 3;
  ExpectFailure(aclmdlRIAddCondTask(&params, stream_, 0), ACL_ERROR_RT_PARAM_INVALID,
                {"size", "1 or 2", "got 3"});
  params.type = ACL_MODEL_RI_COND_TYPE_WHILE;
  ExpectFailure(aclmdlRIAddCondTask(&params, stream_, 0), ACL_ERROR_RT_PARAM_INVALID, {"size", "got 3"});
  params.type = ACL_MODEL_RI_COND_TYPE_SWITCH;
  params.size = 0;
  ExpectFailure(aclmdlRIAddCondTask(&params, stream_, 0), ACL_ERROR_RT_PARAM_INVALID, {"size", "got 0"});
  params.type = AnyEnum<aclmdlRICondTaskType>(3);
  ExpectFailure(aclmdlRIAddCondTask(&params, stream_, 0), ACL_ERROR_RT_PARAM_INVALID, {"type", "got 3"});
  params = {condition.handle, ACL_MODEL_RI_COND_TYPE_IF, 1, nullptr};
  ExpectFailure(aclmdlRIAddCondTask(&params, stream_, 0), ACL_ERROR_INVALID_PARAM, {"modelRIArray"});
  params = {nullptr, ACL_MODEL_RI_COND_TYPE_IF, 1, bodies.data()};
  ExpectFailure(aclmdlRIAddCondTask(&params, stream_, 0), ACL_ERROR_INVALID_PARAM, {"handle"});
  EXPECT_EQ(bodies[0], nullptr);

  // Of another graph.
  ASSERT_EQ(aclmdlRICaptureBegin(other_, kRelaxed), ACL_SUCCESS);
  params.handle = condition.handle;
  ExpectFailure(aclmdlRIAddCondTask(&params, other_, 0), ACL_ERROR_RT_PARAM_INVALID,
                {"handle", "another graph"});
  aclmdlRI second = nullptr;
  ASSERT_EQ(aclmdlRICaptureEnd(other_, &second), ACL_SUCCESS);
  ExpectFailure(aclmdlRICondHandleCreate(second, 0, 0, &handle), ACL_ERROR_RT_PARAM_INVALID,
                {"modelRI", "ended"});
  ExpectFailure(aclmdlRICaptureToModelRIBegin(other_, second, kRelaxed), ACL_ERROR_RT_PARAM_INVALID,
                {"modelRI", "aclmdlRIAddCondTask"});
  EXPECT_EQ(aclmdlRIDestroy(second), ACL_SUCCESS);

  const aclmdlRI spare = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, stream_)[0];
  const aclmdlRI body = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, stream_)[0];
  ExpectFailure(aclmdlRICaptureToModelRIBegin(other_, body, AnyEnum<aclmdlRICaptureMode>(3)),
                ACL_ERROR_RT_PARAM_INVALID, {"mode"});
  ExpectFailure(aclmdlRICaptureToModelRIBegin(stream_, body, kRelaxed), ACL_ERROR_RT_STREAM_CAPTURED,
                {"stream"});
  ExpectFailure(aclmdlRICaptureToModelRIBegin(other_, nullptr, kRelaxed), ACL_ERROR_INVALID_PARAM,
                {"modelRI"});
  CaptureBody(body, other_, [] {});
  ExpectFailure(aclmdlRICaptureToModelRIBegin(other_, body, kRelaxed), ACL_ERROR_RT_PARAM_INVALID,
                {"modelRI", "captured before"});
  End();
  EXPECT_EQ(StatusOf(stream_), ACL_MODEL_RI_CAPTURE_STATUS_NONE) << "none of these has voided the capture";
  ExpectFailure(aclmdlRICaptureToModelRIBegin(nullptr, spare, kRelaxed), ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                {"stream", "default"});
}

TEST_F(ConditionsTest, EventsOfOthersAreNotForBodies) {
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  Begin(kRelaxed);
  const Condition condition = Make(GraphOf(stream_), 1);
  const aclmdlRI body = Add(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, stream_)[0];
  CaptureBody(body, other_, [&] {
    ExpectFailure(aclrtRecordEventWithFlag(event, other_, ACL_EVENT_RECORD_EXTERNAL),
                  ACL_ERROR_RT_PARAM_INVALID, {"stream", "body"});
  });
  End();
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST_F(ConditionsTest, CanBeShown) {
  const Block value;
  Begin(kRelaxed);
  const Condition condition = Make(GraphOf(stream_), 1);
  const std::vector<aclmdlRI> bodies = Add(condition, ACL_MODEL_RI_COND_TYPE_SWITCH, 2, stream_);
  CaptureBody(bodies[0], other_, [&] { AddTo(value, *one_, other_); });
  End();
  std::array<uint32_t, 2> ids{};
  ASSERT_EQ(aclmdlRIGetId(bodies[0], &ids[0]), ACL_SUCCESS);
  ASSERT_EQ(aclmdlRIGetId(bodies[1], &ids[1]), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIDebugPrint(graph_), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIDebugPrint(bodies[1]), ACL_SUCCESS);
  const std::string path = testing::TempDir() + "conditions.json";
  ASSERT_EQ(aclmdlRIDebugJsonPrint(graph_, path.c_str(), 0), ACL_SUCCESS);
  const nlohmann::json events = nlohmann::json::parse(std::ifstream(path)).at("traceEvents");
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].at("name"), "switch: graph " + std::to_string(ids[0]) + ", " + std::to_string(ids[1]));
  EXPECT_EQ(events[1].at("name"), "aclnnAdd");
  EXPECT_EQ(events[1].at("pid"), ids[0]);
}

}  // namespace
}  // namespace openaclnn::runtime
