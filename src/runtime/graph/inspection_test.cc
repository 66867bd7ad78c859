// SPDX-License-Identifier: Apache-2.0
//
// The streams and tasks of a graph: how many, of which kind, and which are left out.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "runtime/graph/build_testing.h"

namespace openaclnn::runtime {
namespace {

class InspectionTest : public BuildTest {
 protected:
  static std::vector<aclrtStream> StreamsOf(aclmdlRI graph) {
    uint32_t count = 0;
    EXPECT_EQ(aclmdlRIGetStreams(graph, nullptr, &count), ACL_SUCCESS) << TakeMessages();
    std::vector<aclrtStream> streams(count);
    EXPECT_EQ(aclmdlRIGetStreams(graph, streams.data(), &count), ACL_SUCCESS) << TakeMessages();
    EXPECT_EQ(count, streams.size());
    return streams;
  }
  static std::vector<aclmdlRITask> TasksOf(aclrtStream stream) {
    uint32_t count = 0;
    EXPECT_EQ(aclmdlRIGetTasksByStream(stream, nullptr, &count), ACL_SUCCESS) << TakeMessages();
    std::vector<aclmdlRITask> tasks(count);
    EXPECT_EQ(aclmdlRIGetTasksByStream(stream, tasks.data(), &count), ACL_SUCCESS) << TakeMessages();
    return tasks;
  }
  static std::vector<aclmdlRITaskType> TypesOf(const std::vector<aclmdlRITask>& tasks) {
    std::vector<aclmdlRITaskType> types;
    for (aclmdlRITask const task : tasks) {
      auto type = AnyEnum<aclmdlRITaskType>(99);
      EXPECT_EQ(aclmdlRITaskGetType(task, &type), ACL_SUCCESS) << TakeMessages();
      types.push_back(type);
    }
    return types;
  }
  static std::vector<uint32_t> NumbersOf(const std::vector<aclmdlRITask>& tasks) {
    std::vector<uint32_t> numbers;
    for (aclmdlRITask const task : tasks) {
      numbers.push_back(UINT32_MAX);
      EXPECT_EQ(aclmdlRITaskGetSeqId(task, &numbers.back()), ACL_SUCCESS) << TakeMessages();
    }
    return numbers;
  }
  void Update() { EXPECT_EQ(aclmdlRIUpdate(graph_), ACL_SUCCESS) << TakeMessages(); }
};

TEST_F(InspectionTest, StreamsAndTasksOfACapture) {
  const Block value(All(1));
  const Block words(sizeof(uint64_t));
  aclrtEvent fork = nullptr;
  aclrtEvent join = nullptr;
  ASSERT_EQ(aclrtCreateEventExWithFlag(&fork, ACL_EVENT_SYNC), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEventExWithFlag(&join, ACL_EVENT_SYNC), ACL_SUCCESS);
  Capture([&] {
    EXPECT_EQ(Add(value.Get(), value.Get(), value.Get(), stream_), 0);
    EXPECT_EQ(aclrtRecordEvent(fork, stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(other_, fork), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemsetAsync(words.Get(), 8, 0, 8, other_), ACL_SUCCESS);
    EXPECT_EQ(aclrtValueWrite(words.Get(), 3, 0, other_), ACL_SUCCESS);
    EXPECT_EQ(aclrtValueWait(words.Get(), 3, ACL_STREAM_WAIT_VALUE_EQ, other_), ACL_SUCCESS);
    EXPECT_EQ(aclrtRecordEvent(join, other_), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(stream_, join), ACL_SUCCESS);
  });
  const std::vector<aclrtStream> streams = StreamsOf(graph_);
  ASSERT_EQ(streams.size(), 2U);
  EXPECT_EQ(StreamsOf(graph_), streams);
  const std::vector<aclmdlRITask> first = TasksOf(streams[0]);
  const std::vector<aclmdlRITask> second = TasksOf(streams[1]);
  EXPECT_EQ(TypesOf(first), (std::vector{ACL_MODEL_RI_TASK_KERNEL, ACL_MODEL_RI_TASK_EVENT_RECORD,
                                         ACL_MODEL_RI_TASK_EVENT_WAIT}));
  EXPECT_EQ(TypesOf(second), (std::vector{ACL_MODEL_RI_TASK_EVENT_WAIT, ACL_MODEL_RI_TASK_DEFAULT,
                                          ACL_MODEL_RI_TASK_VALUE_WRITE, ACL_MODEL_RI_TASK_VALUE_WAIT,
                                          ACL_MODEL_RI_TASK_EVENT_RECORD}));
  EXPECT_EQ(NumbersOf(first), (std::vector<uint32_t>{0, 1, 7}));
  EXPECT_EQ(NumbersOf(second), (std::vector<uint32_t>{2, 3, 4, 5, 6}));
  EXPECT_NE(aclrtSynchronizeStream(streams[0]), ACL_SUCCESS) << "it is none of the program's";
  TakeMessages();

  EXPECT_EQ(aclmdlRIDestroy(graph_), ACL_SUCCESS);
  graph_ = nullptr;
  uint32_t count = 9;
  ExpectFailure(aclmdlRIGetTasksByStream(streams[0], nullptr, &count), ACL_ERROR_RT_INVALID_HANDLE,
                {"stream", "destroyed"});
  ExpectFailure(aclmdlRITaskGetSeqId(first[0], &count), ACL_ERROR_RT_INVALID_HANDLE, {"task", "destroyed"});
  EXPECT_EQ(count, 9U);
  EXPECT_EQ(aclrtDestroyEvent(fork), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(join), ACL_SUCCESS);
}

TEST_F(InspectionTest, StreamsOfAGraphThatWasBuilt) {
  const Block value(All(1));
  Build([&](aclrtStream stream) { EXPECT_EQ(Add(value.Get(), value.Get(), value.Get(), stream), 0); });
  const std::vector<aclrtStream> streams = StreamsOf(graph_);
  ASSERT_EQ(streams.size(), 1U);
  const std::vector<aclmdlRITask> tasks = TasksOf(streams[0]);
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(aclmdlRITaskDisable(tasks[0]), ACL_SUCCESS);
  Update();
  Execute();
  EXPECT_EQ(value.Read(), All(1));
}

TEST_F(InspectionTest, ATaskIsLeftOutFromTheUpdateOn) {
  const Block value(All(1));
  const Block one(All(1));
  Capture([&] {
    EXPECT_EQ(Add(value.Get(), one.Get(), value.Get(), stream_), 0);
    EXPECT_EQ(Add(value.Get(), value.Get(), value.Get(), stream_), 0);
  });
  const std::vector<aclmdlRITask> tasks = TasksOf(StreamsOf(graph_).at(0));
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(aclmdlRITaskDisable(tasks[1]), ACL_SUCCESS) << TakeMessages();
  Execute();
  EXPECT_EQ(value.Read(), All(4)) << "not before the update";
  Update();
  Execute();
  EXPECT_EQ(value.Read(), All(5));
  EXPECT_EQ(aclmdlRITaskDisable(tasks[0]), ACL_SUCCESS);
  Update();
  Execute();
  EXPECT_EQ(value.Read(), All(5));
}

TEST_F(InspectionTest, ATaskOfABody) {
  const Block value(All(1));
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
  aclmdlRI root = nullptr;
  EXPECT_EQ(StatusOf(stream_, &root), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
  aclmdlRICondHandle handle = nullptr;
  ASSERT_EQ(aclmdlRICondHandleCreate(root, 1, ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT, &handle), ACL_SUCCESS);
  aclmdlRI body = nullptr;
  const aclmdlRICondTaskParams params{handle, ACL_MODEL_RI_COND_TYPE_IF, 1, &body};
  ASSERT_EQ(aclmdlRIAddCondTask(&params, stream_, 0), ACL_SUCCESS);
  ASSERT_EQ(aclmdlRICaptureToModelRIBegin(other_, body, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
  EXPECT_EQ(Add(value.Get(), value.Get(), value.Get(), other_), 0);
  ASSERT_EQ(aclmdlRICaptureEnd(other_, &body), ACL_SUCCESS);
  End();
  Execute();
  EXPECT_EQ(value.Read(), All(2));
  EXPECT_EQ(TypesOf(TasksOf(StreamsOf(graph_).at(0))), std::vector{ACL_MODEL_RI_TASK_DEFAULT});
  const std::vector<aclmdlRITask> tasks = TasksOf(StreamsOf(body).at(0));
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(aclmdlRITaskDisable(tasks[0]), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIUpdate(body), ACL_SUCCESS) << TakeMessages();
  Execute();
  EXPECT_EQ(value.Read(), All(2));
}

TEST_F(InspectionTest, ChecksItsArguments) {
  const Block words(sizeof(uint64_t));
  uint32_t count = 0;
  ExpectFailure(aclmdlRIGetStreams(nullptr, nullptr, &count), ACL_ERROR_INVALID_PARAM, {"modelRI"});
  ExpectFailure(aclmdlRIUpdate(this), ACL_ERROR_RT_INVALID_HANDLE, {"aclmdlRIUpdate", "modelRI"});
  Begin();
  aclmdlRI open = nullptr;
  EXPECT_EQ(StatusOf(stream_, &open), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
  ExpectFailure(aclmdlRIGetStreams(open, nullptr, &count), ACL_ERROR_RT_MODEL_CAPTURED, {"modelRI"});
  ExpectFailure(aclmdlRIUpdate(open), ACL_ERROR_RT_MODEL_UPDATE_FAILED, {"modelRI", "being captured"});
  EXPECT_EQ(aclrtValueWait(words.Get(), 1, ACL_STREAM_WAIT_VALUE_EQ, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetAsync(words.Get(), 8, 0, 8, stream_), ACL_SUCCESS);
  End();
  ExpectFailure(aclmdlRIGetStreams(graph_, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"numStreams"});
  aclrtStream stream = nullptr;
  ExpectFailure(aclmdlRIGetStreams(graph_, &stream, &count), ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY,
                {"numStreams", "room for 1", "got 0"});
  EXPECT_EQ(stream, nullptr);
  stream = StreamsOf(graph_).at(0);
  ExpectFailure(aclmdlRIGetTasksByStream(stream, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"numTasks"});
  ExpectFailure(aclmdlRIGetTasksByStream(nullptr, nullptr, &count), ACL_ERROR_INVALID_PARAM, {"stream"});
  ExpectFailure(aclmdlRIGetTasksByStream(stream_, nullptr, &count), ACL_ERROR_RT_INVALID_HANDLE,
                {"stream", "aclmdlRIGetStreams"});
  aclmdlRITask task = nullptr;
  count = 1;
  ExpectFailure(aclmdlRIGetTasksByStream(stream, &task, &count), ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY,
                {"numTasks", "room for 2", "got 1"});
  EXPECT_EQ(task, nullptr);
  EXPECT_EQ(count, 1U);
  const std::vector<aclmdlRITask> tasks = TasksOf(stream);
  ExpectFailure(aclmdlRITaskGetType(tasks[0], nullptr), ACL_ERROR_INVALID_PARAM, {"type"});
  ExpectFailure(aclmdlRITaskGetSeqId(tasks[0], nullptr), ACL_ERROR_INVALID_PARAM, {"id"});
  ExpectFailure(aclmdlRITaskGetSeqId(nullptr, &count), ACL_ERROR_INVALID_PARAM, {"task"});
  ExpectFailure(aclmdlRITaskDisable(graph_), ACL_ERROR_RT_INVALID_HANDLE,
                {"task", "aclmdlRIGetTasksByStream"});
  ExpectFailure(aclmdlRITaskDisable(tasks[0]), ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT, {"task", "operator"});
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  ExpectFailure(aclmdlRIUpdate(graph_), ACL_ERROR_RT_MODEL_UPDATE_FAILED, {"modelRI", "being executed"});
  EXPECT_EQ(aclrtValueWrite(words.Get(), 1, 0, other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
