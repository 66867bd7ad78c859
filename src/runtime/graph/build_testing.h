// SPDX-License-Identifier: Apache-2.0
//
// What the tests of graphs that are built by hand share.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "runtime/graph/graph_testing.h"

namespace openaclnn::runtime {

// Builds `graph_` of streams of its own.
class BuildTest : public GraphTest {
 protected:
  void TearDown() override {
    GraphTest::TearDown();
    for (aclrtStream const stream : bound_) {
      EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    }
  }

  aclrtStream Persistent() {
    aclrtStream stream = nullptr;
    EXPECT_EQ(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_PERSISTENT), ACL_SUCCESS);
    bound_.push_back(stream);
    return stream;
  }
  void BeginBuild() { ASSERT_EQ(aclmdlRIBuildBegin(&graph_, 0), ACL_SUCCESS) << TakeMessages(); }
  // A new stream of the graph.
  aclrtStream Bind(uint32_t flag = ACL_MODEL_STREAM_FLAG_HEAD) {
    aclrtStream const stream = Persistent();
    EXPECT_EQ(aclmdlRIBindStream(graph_, stream, flag), ACL_SUCCESS) << TakeMessages();
    return stream;
  }
  void EndBuild() {
    for (aclrtStream const stream : bound_) {
      EXPECT_EQ(aclmdlRIEndTask(graph_, stream), ACL_SUCCESS) << TakeMessages();
    }
    ASSERT_EQ(aclmdlRIBuildEnd(graph_, nullptr), ACL_SUCCESS) << TakeMessages();
  }
  // Of one stream, with what `issue` gives to it.
  template <typename Issue>
  void Build(const Issue& issue) {
    BeginBuild();
    issue(Bind());
    EndBuild();
  }
  void Destroy() {
    EXPECT_EQ(aclmdlRIDestroy(graph_), ACL_SUCCESS) << TakeMessages();
    graph_ = nullptr;
  }

  std::vector<aclrtStream> bound_;
};

}  // namespace openaclnn::runtime
