// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/label.h"

#include <string>
#include <unordered_map>
#include <variant>

#include "runtime/core/check.h"

namespace openaclnn::runtime {

Status ResolveJumps(uint32_t graph, std::vector<GraphTask>& tasks) {
  std::unordered_map<size_t, size_t> lengths;  // of lanes, up to a task
  std::vector<size_t> positions;
  positions.reserve(tasks.size());
  for (const GraphTask& task : tasks) {
    positions.push_back(lengths[task.lane]++);
  }
  for (const GraphTask& task : tasks) {
    const auto* const jump = std::get_if<JumpTask>(&task.body);
    for (size_t i = 0; jump != nullptr && i < jump->labels.size(); ++i) {
      const Label& label = *jump->labels[i];
      if (label.graph != graph || tasks[label.task].lane != task.lane) {
        return Mismatch(code::kRtParamInvalid,
                        std::string(kJumpName) + ": labelList: label " + std::to_string(i),
                        "one that aclrtSetLabel has set on the same stream",
                        label.graph == 0 ? "one that is not set" : "one of another stream");
      }
    }
  }
  for (GraphTask& task : tasks) {
    if (auto* const jump = std::get_if<JumpTask>(&task.body)) {
      for (const std::shared_ptr<Label>& label : jump->labels) {
        jump->positions.push_back(positions[label->task]);
      }
      jump->labels.clear();
    }
  }
  return Status::Ok();
}

}  // namespace openaclnn::runtime
