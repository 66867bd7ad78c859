// SPDX-License-Identifier: Apache-2.0
//
// What events mean while streams are captured: they order the streams of a graph, and have streams join the
// capture. Asked only where AnyRecording says so.
#pragma once

#include <memory>
#include <optional>

#include "backend/backend.h"
#include "base/status.h"
#include "runtime/core/context.h"
#include "runtime/graph/graph_tasks.h"

namespace openaclnn::runtime {

// Empty: no capture has to do with it, and it is to be done as always.
[[nodiscard]] std::optional<Status> CaptureRecord(const Stream& stream,
                                                  const std::shared_ptr<backend::Event>& event);
[[nodiscard]] std::optional<Status> CaptureWait(const std::shared_ptr<Stream>& stream,
                                                const std::shared_ptr<backend::Event>& event);
[[nodiscard]] std::optional<Status> CaptureReset(const Stream& stream, const backend::Event& event);

// A task of a stream that is being captured; empty: it is not.
[[nodiscard]] std::optional<Status> CaptureTask(const Stream& stream, TaskBody body);

// A record or wait for those outside of the graph: once for an event, which the graph then uses for nothing
// else.
[[nodiscard]] Status CaptureOuter(const Stream& stream, const std::shared_ptr<backend::Event>& event,
                                  TaskBody body);

}  // namespace openaclnn::runtime
