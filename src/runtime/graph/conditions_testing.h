// SPDX-License-Identifier: Apache-2.0
//
// Conditions of captured graphs, for tests: made, given bodies, and written.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/graph/graph_testing.h"

namespace openaclnn::runtime {

inline constexpr aclmdlRICaptureMode kRelaxed = ACL_MODEL_RI_CAPTURE_MODE_RELAXED;

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

}  // namespace openaclnn::runtime
