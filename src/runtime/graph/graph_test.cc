// SPDX-License-Identifier: Apache-2.0
//
// Graphs of one stream: what executions compute, which memory they use, and how graphs end.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runtime/graph/graph_testing.h"

namespace openaclnn::runtime {
namespace {

TEST_F(GraphTest, ComputesTheSameBitsAsTheCalls) {
  const Sequence eager;
  const Sequence captured;
  Capture([&] { captured.Issue(stream_); });
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(captured.copied.Read(), All(0)) << "nothing runs before the execution";
  EXPECT_EQ(captured.product.Read(), All(0));
  for (const float scale : {1.F, 0.7F, -3.F}) {
    Floats values{1, 2, 3, 4, 5, 6, 7, 8};
    for (float& value : values) {
      value *= scale;
    }
    eager.input.Write(values);
    captured.input.Write(values);
    eager.Issue(stream_);
    Execute();
    EXPECT_EQ(captured.Results(), eager.Results());
  }
}

TEST_F(GraphTest, EveryExecutionRunsTheWorkAgain) {
  const Block counter;
  const Block one(All(1));
  Capture([&] { EXPECT_EQ(Add(counter.Get(), one.Get(), counter.Get(), stream_), 0); });
  constexpr int kTimes = 200;
  for (int i = 0; i < kTimes; ++i) {
    ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(counter.Read(), All(kTimes));
  EXPECT_EQ(aclmdlRIExecute(graph_, -1), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIExecute(graph_, 10'000), ACL_SUCCESS);
  EXPECT_EQ(counter.Read(), All(kTimes + 2));
}

TEST_F(GraphTest, ManyTasksKeepTheirOrder) {
  const Halvings halvings;
  Capture([&] { halvings.Issue(stream_); });
  Execute();
  halvings.ExpectInOrder();
}

TEST_F(GraphTest, RowsWordsAndReductionsAreTasks) {
  const Block from(Floats{1, 2, 3, 4, 5, 6, 7, 8});
  const Block to;
  void* host = nullptr;
  ASSERT_EQ(aclrtMallocHost(&host, kBytes), ACL_SUCCESS);
  std::memset(host, 0, kBytes);
  Capture([&] {
    EXPECT_EQ(aclrtMemsetD32Async(to.Get(), kBytes, 0x40000000, kElements, stream_), ACL_SUCCESS);  // 2.0
    EXPECT_EQ(aclrtReduceAsync(to.Get(), from.Get(), kBytes, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_FLOAT,
                               stream_, nullptr),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy2dAsync(host, 8, to.Get(), 16, 8, 2, ACL_MEMCPY_DEVICE_TO_HOST, stream_),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtMemsetAsync(static_cast<char*>(to.Get()) + 3, 7, 0, 7, stream_), ACL_SUCCESS);
  });
  Execute();
  Floats rows(4);
  std::memcpy(rows.data(), host, 16);
  EXPECT_EQ(rows, (Floats{3, 4, 7, 8}));
  const Floats left = to.Read();
  EXPECT_EQ(left[1], 0.F);
  EXPECT_EQ(left[3], 6.F);
  EXPECT_EQ(aclmdlRIDestroy(graph_), ACL_SUCCESS);
  graph_ = nullptr;
  EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
}

TEST_F(GraphTest, AnEmptyGraphCanBeExecuted) {
  Capture([] {});
  Execute();
  EXPECT_EQ(aclmdlRIExecute(graph_, -1), ACL_SUCCESS);
}

TEST_F(GraphTest, FreedMemoryIsRefusedByName) {
  Block self(All(1));
  const Block other(All(2));
  const Block out;
  Capture([&] { EXPECT_EQ(Add(self.Get(), other.Get(), out.Get(), stream_), 0); });
  Execute();
  self.Free();
  ExpectFailure(aclmdlRIExecuteAsync(graph_, stream_), ACL_ERROR_RT_PARAM_INVALID,
                {"aclmdlRIExecuteAsync", "aclnnAdd: self: ", "was freed"});
  ExpectFailure(aclmdlRIExecute(graph_, -1), ACL_ERROR_RT_PARAM_INVALID, {"aclnnAdd: self: "});
}

TEST_F(GraphTest, MemoryIsUsedByAddress) {
  constexpr size_t kPage = size_t{2} << 20;
  void* address = nullptr;
  ASSERT_EQ(aclrtReserveMemAddress(&address, kPage, 0, nullptr, 1), ACL_SUCCESS);
  aclrtPhysicalMemProp property{};
  property.handleType = ACL_MEM_HANDLE_TYPE_NONE;
  property.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
  property.memAttr = ACL_HBM_MEM_HUGE;
  property.location = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
  std::array<aclrtDrvMemHandle, 2> memory{};
  for (aclrtDrvMemHandle& one : memory) {
    ASSERT_EQ(aclrtMallocPhysical(&one, kPage, &property, 0), ACL_SUCCESS);
  }
  const Block out;
  const auto map = [&](aclrtDrvMemHandle one, float value) {
    EXPECT_EQ(aclrtMapMem(address, kPage, 0, one, 0), ACL_SUCCESS);
    const Floats values = All(value);
    EXPECT_EQ(aclrtMemcpy(address, kBytes, values.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  };
  map(memory[0], 1);
  Capture([&] { EXPECT_EQ(Add(address, address, out.Get(), stream_), 0); });
  Execute();
  EXPECT_EQ(out.Read(), All(2));
  EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
  ExpectFailure(aclmdlRIExecuteAsync(graph_, stream_), ACL_ERROR_RT_PARAM_INVALID, {"aclnnAdd: self: "});
  map(memory[1], 5);
  Execute();
  EXPECT_EQ(out.Read(), All(10));
  EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
  for (const aclrtDrvMemHandle one : memory) {
    EXPECT_EQ(aclrtFreePhysical(one), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtReleaseMemAddress(address), ACL_SUCCESS);
}

TEST_F(GraphTest, MemoryThatIsFreedBeforeTheTaskRunsFailsTheExecution) {
  const Block self(All(1));
  Block other(All(2));
  const Block out;
  const Block last;
  Capture([&] {
    EXPECT_EQ(Add(self.Get(), other.Get(), out.Get(), stream_), 0);
    EXPECT_EQ(Add(self.Get(), self.Get(), last.Get(), stream_), 0);
  });
  Gate gate;
  gate.Block(stream_);
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  other.Free();
  gate.Open();
  ExpectFailure(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION,
                {"aclnnAdd: other: ", "freed before the task started"});
  EXPECT_EQ(last.Read(), All(0)) << "an execution ends with the first failure";
}

TEST_F(GraphTest, AFailureInTheDataEndsOneExecution) {
  const Sequence sequence;
  const std::array<int64_t, 4> wrong{0, 1, 2, 0};
  const std::array<int64_t, 4> right{0, 1, 1, 0};
  const auto write = [&](const std::array<int64_t, 4>& rows) {
    EXPECT_EQ(
        aclrtMemcpy(sequence.indices.Get(), sizeof rows, rows.data(), sizeof rows, ACL_MEMCPY_HOST_TO_DEVICE),
        ACL_SUCCESS);
  };
  const Block after;
  Capture([&] {
    sequence.Issue(stream_);
    EXPECT_EQ(Add(sequence.input.Get(), sequence.input.Get(), after.Get(), stream_), 0);
  });
  write(wrong);
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  EXPECT_NE(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_NE(TakeMessages().find("aclnnEmbeddingDenseBackward"), std::string::npos);
  EXPECT_EQ(after.Read(), All(0));
  EXPECT_NE(aclmdlRIExecute(graph_, -1), ACL_SUCCESS);
  write(right);
  Execute();
  EXPECT_EQ(after.Read()[0], 2.F);
}

TEST_F(GraphTest, CannotBeDestroyedWhileItIsExecuted) {
  const Block value(All(1));
  Capture([&] { EXPECT_EQ(Add(value.Get(), value.Get(), value.Get(), stream_), 0); });
  Gate gate;
  gate.Block(stream_);
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  ExpectFailure(aclmdlRIDestroy(graph_), ACL_ERROR_RT_MODEL_RUNNING, {"modelRI", "synchronize"});
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIDestroy(graph_), ACL_SUCCESS);
  ExpectFailure(aclmdlRIDestroy(graph_), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed before"});
  ExpectFailure(aclmdlRIExecuteAsync(graph_, stream_), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed before"});
  graph_ = nullptr;
  ExpectFailure(aclmdlRIExecuteAsync(stream_, stream_), ACL_ERROR_RT_INVALID_HANDLE, {"never was one"});
  ExpectFailure(aclmdlRIExecuteAsync(nullptr, stream_), ACL_ERROR_INVALID_PARAM, {"modelRI"});
}

TEST_F(GraphTest, ExecutionsOnTwoStreamsDoNotOverlap) {
  const Block counter;
  const Block one(All(1));
  Capture([&] {
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(Add(counter.Get(), one.Get(), counter.Get(), stream_), 0);
    }
  });
  Gate gate;
  gate.Block(stream_);
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS);
  ASSERT_EQ(aclmdlRIExecuteAsync(graph_, other_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(other_, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  TakeMessages();
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
  EXPECT_EQ(counter.Read(), All(40));
}

TEST_F(GraphTest, IsOfOneDevice) {
  Capture([] {});
  aclrtStream elsewhere = nullptr;
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&elsewhere), ACL_SUCCESS);
  ExpectFailure(aclmdlRIExecuteAsync(graph_, elsewhere), ACL_ERROR_RT_PARAM_INVALID,
                {"device 0", "device 1"});
  ASSERT_EQ(aclrtDestroyStream(elsewhere), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ExpectFailure(aclmdlRIExecute(graph_, 0), ACL_ERROR_RT_PARAM_INVALID, {"timeout"});
}

TEST_F(GraphTest, AnExecutionMayTakeTooLong) {
  std::promise<void> go;
  std::future<void> went = go.get_future();
  Capture([&] {
    EXPECT_EQ(aclrtLaunchHostFunc(
                  stream_, [](void* wait) { static_cast<std::future<void>*>(wait)->wait(); }, &went),
              ACL_SUCCESS);
  });
  ExpectFailure(aclmdlRIExecute(graph_, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, {"5 ms"});
  ExpectFailure(aclmdlRIDestroy(graph_), ACL_ERROR_RT_MODEL_RUNNING, {"modelRI"});
  go.set_value();
  EXPECT_EQ(aclmdlRIExecute(graph_, -1), ACL_SUCCESS);
}

TEST_F(GraphTest, HasANameAndANumber) {
  Begin();
  aclmdlRI early = nullptr;
  EXPECT_EQ(StatusOf(stream_, &early), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
  std::array<char, 8> name{"before"};
  EXPECT_EQ(aclmdlRIGetName(early, name.size(), name.data()), ACL_SUCCESS);
  EXPECT_STREQ(name.data(), "");
  EXPECT_EQ(aclmdlRISetName(early, "early"), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRISetName(early, "the decode step"), ACL_SUCCESS);
  ExpectFailure(aclmdlRIExecuteAsync(early, other_), ACL_ERROR_RT_MODEL_CAPTURED, {"modelRI"});
  ExpectFailure(aclmdlRIDestroy(early), ACL_ERROR_RT_MODEL_CAPTURED, {"modelRI"});
  End();
  EXPECT_EQ(graph_, early);
  EXPECT_EQ(aclmdlRIGetName(graph_, name.size(), name.data()), ACL_SUCCESS);
  EXPECT_STREQ(name.data(), "the dec");
  const std::string longName(1000, 'x');
  std::array<char, 2000> whole{};
  EXPECT_EQ(aclmdlRISetName(graph_, longName.c_str()), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIGetName(graph_, whole.size(), whole.data()), ACL_SUCCESS);
  EXPECT_EQ(std::string(whole.data()), longName.substr(0, 511));
  ExpectFailure(aclmdlRIGetName(graph_, 0, name.data()), ACL_ERROR_RT_PARAM_INVALID, {"maxLen"});
  ExpectFailure(aclmdlRIGetName(graph_, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"name"});
  ExpectFailure(aclmdlRISetName(graph_, nullptr), ACL_ERROR_INVALID_PARAM, {"name"});
  uint32_t id = 0;
  EXPECT_EQ(aclmdlRIGetId(graph_, &id), ACL_SUCCESS);
  aclmdlRI next = nullptr;
  uint32_t nextId = id;
  ASSERT_EQ(aclmdlRICaptureBegin(other_, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
  ASSERT_EQ(aclmdlRICaptureEnd(other_, &next), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIGetId(next, &nextId), ACL_SUCCESS);
  EXPECT_NE(nextId, id);
  EXPECT_EQ(aclmdlRIDestroy(next), ACL_SUCCESS);
}

TEST_F(GraphTest, CallsFunctionsAtItsEnd) {
  Capture([] {});
  int first = 0;
  int second = 0;
  const auto count = [](void* counter) { ++*static_cast<int*>(counter); };
  const auto countTen = [](void* counter) { *static_cast<int*>(counter) += 10; };
  EXPECT_EQ(aclmdlRIDestroyRegisterCallback(graph_, count, &first), ACL_SUCCESS);
  ExpectFailure(aclmdlRIDestroyRegisterCallback(graph_, count, &second), ACL_ERROR_RT_PARAM_INVALID,
                {"func"});
  EXPECT_EQ(aclmdlRIDestroyRegisterCallback(graph_, countTen, &second), ACL_SUCCESS);
  EXPECT_EQ(aclmdlRIDestroyUnregisterCallback(graph_, countTen), ACL_SUCCESS);
  ExpectFailure(aclmdlRIDestroyUnregisterCallback(graph_, countTen), ACL_ERROR_RT_PARAM_INVALID, {"func"});
  ExpectFailure(aclmdlRIDestroyRegisterCallback(graph_, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"func"});
  EXPECT_EQ(first, 0);
  EXPECT_EQ(aclmdlRIDestroy(graph_), ACL_SUCCESS);
  graph_ = nullptr;
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 0);
}

TEST_F(GraphTest, CanBeShown) {
  const Block value(All(1));
  Capture([&] {
    EXPECT_EQ(Add(value.Get(), value.Get(), value.Get(), stream_), 0);
    EXPECT_EQ(aclrtMemsetAsync(value.Get(), kBytes, 0, kBytes, stream_), ACL_SUCCESS);
  });
  EXPECT_EQ(aclmdlRIDebugPrint(graph_), ACL_SUCCESS);
  const std::string path = testing::TempDir() + "graph.json";
  const auto events = [&](uint32_t flags) {
    EXPECT_EQ(aclmdlRIDebugJsonPrint(graph_, path.c_str(), flags), ACL_SUCCESS);
    return nlohmann::json::parse(std::ifstream(path)).at("traceEvents");
  };
  const nlohmann::json brief = events(ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY);
  ASSERT_EQ(brief.size(), 2U);
  EXPECT_EQ(brief[0].at("name"), "aclnnAdd");
  EXPECT_EQ(brief[0].at("args").at("type"), "KERNEL");
  EXPECT_EQ(brief[1].at("name"), "fill");
  EXPECT_EQ(brief[1].at("args").at("task"), 1);
  EXPECT_FALSE(brief[0].at("args").contains("self"));
  const nlohmann::json verbose = events(ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE);
  EXPECT_EQ(verbose[0].at("args").at("self").at("dims"), nlohmann::json::array({kElements}));
  ExpectFailure(aclmdlRIDebugJsonPrint(graph_, "/no/such/folder/graph.json", 0), ACL_ERROR_RT_FILE_WRITE,
                {"/no/such/folder"});
  ExpectFailure(aclmdlRIDebugJsonPrint(graph_, path.c_str(), 2), ACL_ERROR_RT_PARAM_INVALID, {"flags"});
  ExpectFailure(aclmdlRIDebugJsonPrint(graph_, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"path"});
}

TEST_F(GraphTest, OfAnEarlierEpochIsNotExecuted) {
  Capture([] {});
  ReleaseDevices();
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  stream_ = nullptr;
  other_ = nullptr;
  aclrtStream fresh = nullptr;
  ASSERT_EQ(aclrtCreateStream(&fresh), ACL_SUCCESS);
  ExpectFailure(aclmdlRIExecuteAsync(graph_, fresh), ACL_ERROR_RT_INVALID_HANDLE, {"last reset"});
  ExpectFailure(aclmdlRIExecute(graph_, -1), ACL_ERROR_RT_INVALID_HANDLE, {"last reset"});
  EXPECT_EQ(aclmdlRIDestroy(graph_), ACL_SUCCESS);
  graph_ = nullptr;
  EXPECT_EQ(aclrtDestroyStream(fresh), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
