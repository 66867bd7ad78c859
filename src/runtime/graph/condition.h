// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "backend/allocation_registry.h"
#include "base/status.h"
#include "checker/kept_work.h"

namespace openaclnn::runtime {

class Graph;

// A word of device memory that decides what a graph does, from its making to the end of the graph.
struct Condition {
  // In memory of a device.
  [[nodiscard]] static Status Make(const std::shared_ptr<backend::Device>& device, int deviceId,
                                   std::shared_ptr<Condition>* condition);
  Condition() = default;
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;
  ~Condition();

  void* handle = nullptr;
  std::weak_ptr<const Graph> root;
  std::shared_ptr<backend::Allocation> block;
  uint64_t* word = nullptr;
  std::optional<uint64_t> assigned;  // at the start of each execution
  checker::KeptWork notes;           // of that
};

}  // namespace openaclnn::runtime
