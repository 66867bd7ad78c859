// SPDX-License-Identifier: Apache-2.0
//
// What the streams of graphs that are built by hand do next: streams that start others, switches, labels.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <new>
#include <thread>
#include <vector>

#include "runtime/graph/build_testing.h"

namespace openaclnn::runtime {
namespace {

constexpr uint32_t kDefault = ACL_MODEL_STREAM_FLAG_DEFAULT;

class BranchesTest : public BuildTest {
 protected:
  void TearDown() override {
    BuildTest::TearDown();
    for (aclrtLabel const label : labels_) {
      EXPECT_EQ(aclrtDestroyLabel(label), ACL_SUCCESS);
    }
  }
  aclrtLabel Label() {
    aclrtLabel label = nullptr;
    EXPECT_EQ(aclrtCreateLabel(&label), ACL_SUCCESS);
    labels_.push_back(label);
    return label;
  }
  template <typename Word>
  static void Set(const Block& block, Word value, size_t place = 0) {
    EXPECT_EQ(aclrtMemcpy(static_cast<Word*>(block.Get()) + place, sizeof value, &value, sizeof value,
                          ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
  }
  static void AddTo(const Block& block, const Block& what, aclrtStream stream) {
    EXPECT_EQ(Add(block.Get(), what.Get(), block.Get(), stream), 0);
  }

  std::vector<aclrtLabel> labels_;
};

TEST_F(BranchesTest, AStreamStartsAnother) {
  const Block value(All(1));
  const Block out;
  BeginBuild();
  aclrtStream const other = Bind(kDefault);
  aclrtStream const head = Bind();
  EXPECT_EQ(Add(value.Get(), value.Get(), out.Get(), other), 0);
  EXPECT_EQ(aclmdlRIEndTask(graph_, other), ACL_SUCCESS);
  AddTo(value, value, head);
  EXPECT_EQ(aclrtActiveStream(other, head), ACL_SUCCESS) << TakeMessages();
  EXPECT_EQ(aclmdlRIEndTask(graph_, head), ACL_SUCCESS);
  ASSERT_EQ(aclmdlRIBuildEnd(graph_, nullptr), ACL_SUCCESS);
  float expected = 1;
  for (int i = 0; i < 20; ++i) {
    expected *= 2;
    Execute();
    ASSERT_EQ(out.Read(), All(2 * expected));
  }
}

TEST_F(BranchesTest, AStreamThatRunsIsStartedAgain) {
  const Block counter;
  const Block one(All(1));
  BeginBuild();
  aclrtStream const other = Bind(kDefault);
  aclrtStream const head = Bind();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(aclrtActiveStream(other, head), ACL_SUCCESS);
  }
  AddTo(counter, one, other);
  EndBuild();
  Execute();
  EXPECT_EQ(counter.Read(), All(3));
}

TEST_F(BranchesTest, ASwitchComparesWhatIsInMemoryThen) {
  const Block words(2 * sizeof(int64_t));
  const Block whenTrue;
  const Block whenFalse;
  const Block rest;
  const Block one(All(1));
  struct Case {
    aclrtCondition condition;
    std::array<bool, 3> holds;  // for less, equal, greater
  };
  const std::vector<Case> cases{
      {ACL_RT_EQUAL, {false, true, false}},   {ACL_RT_NOT_EQUAL, {true, false, true}},
      {ACL_RT_GREATER, {false, false, true}}, {ACL_RT_GREATER_OR_EQUAL, {false, true, true}},
      {ACL_RT_LESS, {true, false, false}},    {ACL_RT_LESS_OR_EQUAL, {true, true, false}}};
  for (const aclrtCompareDataType type : {ACL_RT_SWITCH_INT32, ACL_RT_SWITCH_INT64}) {
    const size_t bytes = type == ACL_RT_SWITCH_INT32 ? 4 : 8;
    for (const Case& one_case : cases) {
      BeginBuild();
      aclrtStream const head = Persistent();
      aclrtStream const first = Persistent();
      aclrtStream const second = Persistent();
      EXPECT_EQ(aclmdlRIBindStream(graph_, head, ACL_MODEL_STREAM_FLAG_HEAD), ACL_SUCCESS);
      EXPECT_EQ(aclmdlRIBindStream(graph_, first, kDefault), ACL_SUCCESS);
      EXPECT_EQ(aclmdlRIBindStream(graph_, second, kDefault), ACL_SUCCESS);
      EXPECT_EQ(aclrtSwitchStream(words.Get(), one_case.condition, static_cast<char*>(words.Get()) + bytes,
                                  type, first, second, head),
                ACL_SUCCESS)
          << TakeMessages();
      AddTo(rest, one, head);
      AddTo(whenTrue, one, first);
      AddTo(whenFalse, one, second);
      EXPECT_EQ(aclmdlRIEndTask(graph_, head), ACL_SUCCESS);
      ASSERT_EQ(aclmdlRIBuildEnd(graph_, nullptr), ACL_SUCCESS);
      for (int i = 0; i < 3; ++i) {
        if (bytes == 4) {
          Set<int32_t>(words, i - 1);
          Set<int32_t>(words, 0, 1);
        } else {
          Set<int64_t>(words, (i - 1) * (int64_t{1} << 40));
          Set<int64_t>(words, 0, 1);
        }
        whenTrue.Write(All(0));
        whenFalse.Write(All(0));
        Execute();
        const bool holds = one_case.holds.at(static_cast<size_t>(i));
        EXPECT_EQ(whenTrue.Read(), All(holds ? 1 : 0)) << one_case.condition << i;
        EXPECT_EQ(whenFalse.Read(), All(holds ? 0 : 1)) << one_case.condition << i;
      }
      Destroy();
    }
  }
  EXPECT_EQ(rest.Read(), All(0)) << "the rest of the stream is not run";
}

TEST_F(BranchesTest, WithoutAnotherStreamItGoesOn) {
  const Block words(2 * sizeof(int32_t));
  const Block branch;
  const Block rest;
  const Block one(All(1));
  BeginBuild();
  aclrtStream const head = Bind();
  aclrtStream const other = Bind(kDefault);
  EXPECT_EQ(aclrtSwitchStream(words.Get(), ACL_RT_NOT_EQUAL, static_cast<char*>(words.Get()) + 4,
                              ACL_RT_SWITCH_INT32, other, nullptr, head),
            ACL_SUCCESS);
  AddTo(rest, one, head);
  AddTo(branch, one, other);
  EndBuild();
  Execute();
  EXPECT_EQ(rest.Read(), All(1));
  EXPECT_EQ(branch.Read(), All(0));
  Set<int32_t>(words, 5);
  Execute();
  EXPECT_EQ(rest.Read(), All(1));
  EXPECT_EQ(branch.Read(), All(1));
}

// A loop of two streams: one tests a counter, the other one counts.
TEST_F(BranchesTest, StreamsLoop) {
  const Block words(2 * sizeof(int64_t));
  const Block zero(sizeof(int64_t));
  const Block sum;
  const Block one(All(1));
  const Block after;
  auto* const word = static_cast<int64_t*>(words.Get());
  std::vector<int64_t> steps{1, 2, 3, 4, 5};
  void* table = nullptr;
  ASSERT_EQ(aclrtMallocHost(&table, sizeof(int64_t)), ACL_SUCCESS);
  BeginBuild();
  aclrtStream const head = Bind();
  aclrtStream const body = Bind(kDefault);
  EXPECT_EQ(aclrtSwitchStream(word, ACL_RT_LESS, word + 1, ACL_RT_SWITCH_INT64, body, nullptr, head),
            ACL_SUCCESS);
  EXPECT_EQ(Add(sum.Get(), one.Get(), after.Get(), head), 0);
  AddTo(sum, one, body);
  EXPECT_EQ(aclrtLaunchHostFunc(
                body, [](void* count) { ++*static_cast<int64_t*>(count); }, table),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsync(word, 8, table, 8, ACL_MEMCPY_HOST_TO_DEVICE, body), ACL_SUCCESS);
  EXPECT_EQ(aclrtActiveStream(head, body), ACL_SUCCESS);
  EndBuild();
  for (const int64_t count : {0, 1, 200}) {
    *static_cast<int64_t*>(table) = 0;
    Set<int64_t>(words, 0);
    Set<int64_t>(words, count, 1);
    sum.Write(All(0));
    Execute();
    EXPECT_EQ(sum.Read(), All(static_cast<float>(count)));
    EXPECT_EQ(after.Read(), All(static_cast<float>(count + 1)));
  }
  Destroy();
  EXPECT_EQ(aclrtFreeHost(table), ACL_SUCCESS);
}

TEST_F(BranchesTest, LabelsAreJumpedTo) {
  const Block index(sizeof(uint32_t));
  const Block out;
  const std::array<Block, 3> numbers{Block(All(1)), Block(All(10)), Block(All(100))};
  std::array<aclrtLabel, 3> cases{Label(), Label(), Label()};
  aclrtLabelList list = nullptr;
  ASSERT_EQ(aclrtCreateLabelList(cases.data(), cases.size(), &list), ACL_SUCCESS);
  Build([&](aclrtStream stream) {
    EXPECT_EQ(aclrtSwitchLabelByIndex(index.Get(), 3, list, stream), ACL_SUCCESS) << TakeMessages();
    for (size_t i = 0; i < cases.size(); ++i) {
      EXPECT_EQ(aclrtSetLabel(cases.at(i), stream), ACL_SUCCESS) << TakeMessages();
      AddTo(out, numbers.at(i), stream);
    }
  });
  EXPECT_EQ(aclrtDestroyLabelList(list), ACL_SUCCESS) << "the graph needs it no longer";
  const std::array<float, 4> expected{111, 110, 100, 100};
  for (uint32_t i = 0; i < expected.size(); ++i) {
    Set(index, i);
    out.Write(All(0));
    Execute();
    EXPECT_EQ(out.Read(), All(expected.at(i)));
  }
}

TEST_F(BranchesTest, LabelsLoop) {
  const Block counter;
  const Block one(All(1));
  std::array<aclrtLabel, 2> places{Label(), Label()};
  aclrtLabelList list = nullptr;
  ASSERT_EQ(aclrtCreateLabelList(places.data(), places.size(), &list), ACL_SUCCESS);
  struct Steps {
    uint32_t isLast;  // where the jump looks
    std::atomic<uint32_t> done;
    uint32_t wanted;
  };
  void* memory = nullptr;
  ASSERT_EQ(aclrtMallocHost(&memory, sizeof(Steps)), ACL_SUCCESS);
  auto* const steps = new (memory) Steps{};
  Build([&](aclrtStream stream) {
    EXPECT_EQ(aclrtSetLabel(places[0], stream), ACL_SUCCESS);
    AddTo(counter, one, stream);
    EXPECT_EQ(aclrtLaunchHostFunc(
                  stream,
                  [](void* argument) {
                    auto* const progress = static_cast<Steps*>(argument);
                    progress->isLast = ++progress->done == progress->wanted ? 1 : 0;
                  },
                  steps),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSwitchLabelByIndex(&steps->isLast, 2, list, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetLabel(places[1], stream), ACL_SUCCESS);
  });
  for (const uint32_t wanted : {1, 5, 300}) {
    steps->done = 0;
    steps->wanted = wanted;
    counter.Write(All(0));
    Execute();
    EXPECT_EQ(counter.Read(), All(static_cast<float>(wanted)));
  }
  steps->done = 0;
  steps->wanted = 0;
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  while (steps->done < 5) {
    std::this_thread::yield();
  }
  EXPECT_EQ(aclmdlRIAbort(graph_), ACL_SUCCESS) << "ends a loop without an end";
  ExpectFailure(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_MODEL_ABORT_NORMAL, {"aborted"});
  Destroy();
  EXPECT_EQ(aclrtDestroyLabelList(list), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(memory), ACL_SUCCESS);
}

TEST_F(BranchesTest, RecordsCountAgainAfterAReset) {
  const Block counter;
  const Block copies;
  const Block one(All(1));
  const Block words(2 * sizeof(int64_t));
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  BeginBuild();
  aclrtStream const head = Bind();
  aclrtStream const first = Bind(kDefault);
  aclrtStream const second = Bind(kDefault);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(aclrtActiveStream(first, head), ACL_SUCCESS);
  }
  AddTo(counter, one, first);
  EXPECT_EQ(aclrtRecordEvent(event, first), ACL_SUCCESS);
  EXPECT_EQ(aclrtActiveStream(second, first), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
  AddTo(copies, one, second);
  EndBuild();
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  for (int i = 1; i <= 20; ++i) {
    Execute();
    ASSERT_EQ(counter.Read(), All(static_cast<float>(4 * i)));
    ASSERT_EQ(copies.Read(), All(static_cast<float>(4 * i)));
  }
}

TEST_F(BranchesTest, MemoryOfDecisionsHasToLive) {
  Block words(2 * sizeof(int64_t));
  auto* const word = static_cast<int64_t*>(words.Get());
  BeginBuild();
  aclrtStream const head = Bind();
  aclrtStream const other = Bind(kDefault);
  EXPECT_EQ(aclrtSwitchStream(word, ACL_RT_EQUAL, word + 1, ACL_RT_SWITCH_INT64, other, nullptr, head),
            ACL_SUCCESS);
  EndBuild();
  Gate gate;
  gate.Block(stream_);
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  words.Free();
  gate.Open();
  ExpectFailure(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION,
                {"aclrtSwitchStream: leftValue", "freed"});
  ExpectFailure(aclmdlRIExecute(graph_, -1), ACL_ERROR_RT_PARAM_INVALID, {"aclrtSwitchStream: leftValue"});
}

TEST_F(BranchesTest, NeedAGraphThatIsBuilt) {
  const Block words(2 * sizeof(int64_t));
  const Block index(sizeof(uint32_t));
  std::array<aclrtLabel, 1> labels{Label()};
  aclrtLabelList list = nullptr;
  ASSERT_EQ(aclrtCreateLabelList(labels.data(), 1, &list), ACL_SUCCESS);
  const auto expectRefused = [&](aclrtStream stream) {
    ExpectFailure(aclrtActiveStream(stream, stream), ACL_ERROR_RT_STREAM_MODEL, {"stream", "bound"});
    ExpectFailure(aclrtSwitchStream(words.Get(), ACL_RT_EQUAL, words.Get(), ACL_RT_SWITCH_INT64, stream,
                                    stream, stream),
                  ACL_ERROR_RT_STREAM_MODEL, {"stream"});
    ExpectFailure(aclrtSetLabel(labels[0], stream), ACL_ERROR_RT_STREAM_MODEL, {"stream"});
    ExpectFailure(aclrtSwitchLabelByIndex(index.Get(), 1, list, stream), ACL_ERROR_RT_STREAM_MODEL,
                  {"stream"});
  };
  expectRefused(stream_);
  expectRefused(Persistent());
  Begin();
  expectRefused(stream_);
  End();
  EXPECT_EQ(aclmdlRIDestroy(graph_), ACL_SUCCESS);
  BeginBuild();
  aclrtStream const stream = Bind();
  ExpectFailure(aclrtActiveStream(other_, stream), ACL_ERROR_RT_STREAM_MODEL, {"activeStream"});
  ExpectFailure(aclrtActiveStream(nullptr, stream), ACL_ERROR_INVALID_PARAM, {"activeStream"});
  ExpectFailure(aclrtActiveStream(stream, nullptr), ACL_ERROR_INVALID_PARAM, {"stream"});
  const auto expectNoSwitch = [&](void* left, int condition, int type, aclrtStream whenTrue, aclError status,
                                  const char* fragment) {
    ExpectFailure(aclrtSwitchStream(left, AnyEnum<aclrtCondition>(condition), words.Get(),
                                    AnyEnum<aclrtCompareDataType>(type), whenTrue, nullptr, stream),
                  status, {fragment});
  };
  int64_t host = 0;
  expectNoSwitch(words.Get(), 6, 0, stream, ACL_ERROR_RT_PARAM_INVALID, "cond");
  expectNoSwitch(words.Get(), 0, 2, stream, ACL_ERROR_RT_PARAM_INVALID, "dataType");
  expectNoSwitch(nullptr, 0, 0, stream, ACL_ERROR_INVALID_PARAM, "leftValue");
  expectNoSwitch(&host, 0, 0, stream, ACL_ERROR_RT_PARAM_INVALID, "leftValue");
  expectNoSwitch(words.Get(), 0, 0, nullptr, ACL_ERROR_INVALID_PARAM, "trueStream");
  expectNoSwitch(words.Get(), 0, 0, stream_, ACL_ERROR_RT_STREAM_MODEL, "trueStream");
  EXPECT_EQ(aclrtDestroyLabelList(list), ACL_SUCCESS);
}

TEST_F(BranchesTest, LabelsAreSetOnceOnTheirStream) {
  const Block index(sizeof(uint32_t));
  std::array<aclrtLabel, 2> labels{Label(), Label()};
  aclrtLabelList list = nullptr;
  ExpectFailure(aclrtCreateLabel(nullptr), ACL_ERROR_INVALID_PARAM, {"label"});
  ExpectFailure(aclrtCreateLabelList(nullptr, 1, &list), ACL_ERROR_INVALID_PARAM, {"labels"});
  ExpectFailure(aclrtCreateLabelList(labels.data(), 0, &list), ACL_ERROR_RT_PARAM_INVALID, {"num"});
  ASSERT_EQ(aclrtCreateLabelList(labels.data(), 2, &list), ACL_SUCCESS);
  BeginBuild();
  aclrtStream const first = Bind();
  aclrtStream const second = Bind();
  ExpectFailure(aclrtSwitchLabelByIndex(index.Get(), 0, list, first), ACL_ERROR_RT_PARAM_INVALID,
                {"maxValue"});
  ExpectFailure(aclrtSwitchLabelByIndex(index.Get(), 3, list, first), ACL_ERROR_RT_PARAM_INVALID,
                {"maxValue"});
  ExpectFailure(aclrtSwitchLabelByIndex(nullptr, 1, list, first), ACL_ERROR_INVALID_PARAM, {"ptr"});
  ExpectFailure(aclrtSwitchLabelByIndex(index.Get(), 1, labels[0], first), ACL_ERROR_RT_INVALID_HANDLE,
                {"labelList", "never was one"});
  EXPECT_EQ(aclrtSwitchLabelByIndex(index.Get(), 2, list, first), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetLabel(labels[0], first), ACL_SUCCESS);
  ExpectFailure(aclrtSetLabel(labels[0], first), ACL_ERROR_RT_PARAM_INVALID, {"label", "before"});
  EXPECT_EQ(aclmdlRIEndTask(graph_, first), ACL_SUCCESS);
  ExpectFailure(aclmdlRIBuildEnd(graph_, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"label 1", "not set"});
  EXPECT_EQ(aclrtSetLabel(labels[1], second), ACL_SUCCESS);
  ExpectFailure(aclmdlRIBuildEnd(graph_, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"label 1", "another stream"});
  EXPECT_EQ(aclrtDestroyLabelList(list), ACL_SUCCESS);
  ExpectFailure(aclrtDestroyLabelList(list), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed before"});
  ExpectFailure(aclrtDestroyLabel(list), ACL_ERROR_RT_INVALID_HANDLE, {"label"});
  aclrtContext context = nullptr;
  aclrtContext before = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&before), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  ExpectFailure(aclrtCreateLabelList(labels.data(), 2, &list), ACL_ERROR_RT_LABEL_CONTEXT,
                {"labels[0]", "context"});
  ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetCurrentContext(before), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
