// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "backend/backend.h"

namespace openaclnn::runtime {

// The streams of a graph that was built by hand, by lane; the first lane has none.
struct LanePlan {
  struct Lane {
    std::vector<size_t> tasks;  // by their numbers in the graph
    bool isHead = false;        // starts with the execution
    std::shared_ptr<backend::Stream> queue;
  };
  std::vector<Lane> lanes;
  bool isStraight = true;  // each lane runs all of its tasks, if any
};

}  // namespace openaclnn::runtime
