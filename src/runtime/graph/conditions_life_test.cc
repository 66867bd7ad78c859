// SPDX-License-Identifier: Apache-2.0
//
// Conditions of captured graphs: how bodies are captured and end, wrong arguments, and what shows them.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runtime/graph/conditions_testing.h"

namespace openaclnn::runtime {
namespace {

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
