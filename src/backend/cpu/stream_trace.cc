// SPDX-License-Identifier: Apache-2.0
// What a stream tells the timeline of its tasks.
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "backend/cpu/stream.h"

namespace openaclnn::backend::cpu {

Status CpuStream::ExecuteTraced(const Task& task, const Status& pending, CpuContext& context) const noexcept {
  std::optional<trace::Details> details;
  try {
    Describe(task, details.emplace());  // first: a wait forgets what it was for
  } catch (...) {
    return ExecuteUntraced(task, pending, context);  // no memory: it is left out
  }
  const trace::TaskSpan span(track_, finished_ + 1);
  Status status = ExecuteUntraced(task, pending, context);
  span.End(status.Code(), [&details](trace::Details& to) { to = *std::move(details); });
  return status;
}

void CpuStream::Describe(const Task& task, trace::Details& details) {
  const auto set = [&](const char* name, const char* category, const char* phase) {
    details.name = name;
    details.category = category;
    details.phase = phase;
  };
  if (const auto* work = std::get_if<std::unique_ptr<Work>>(&task)) {
    set((*work)->Name(), "work", nullptr);
    (*work)->Describe(details);
  } else if (const auto* copy = std::get_if<CopyTask>(&task)) {
    set("copy", "copy", "run");
    details.direction = copy->direction;
    details.bytes = copy->bytes;
  } else if (const auto* fill = std::get_if<FillTask>(&task)) {
    set("fill", "fill", "run");
    details.bytes = fill->bytes;
  } else if (std::holds_alternative<HostTask>(task)) {
    set("host function", "host function", "run");
  } else if (std::holds_alternative<RecordTask>(task)) {
    set("record event", "event", nullptr);
  } else {
    DescribeWait(*std::get<WaitTask>(task).wait, details);
  }
}

void CpuStream::DescribeWait(const CpuWait& wait, trace::Details& details) {
  details.category = "wait";
  wait.Describe(details);
}

void CpuStream::TraceWait(const CpuWait& wait) const noexcept {
  const trace::TaskSpan span(track_, finished_ + 1, waitBegin_);
  span.End(wait.Result().Code(), [&wait](trace::Details& details) { DescribeWait(wait, details); });
}

}  // namespace openaclnn::backend::cpu
