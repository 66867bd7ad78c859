// SPDX-License-Identifier: Apache-2.0
//
// What clients do with graphs, which they know by handles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "acl/acl_rt.h"
#include "base/status.h"
#include "runtime/graph/graph.h"

namespace openaclnn::runtime {

[[nodiscard]] Status BeginCapture(void* stream, int32_t mode);
[[nodiscard]] Status EndCapture(void* stream, void** graph);
// `graph` may be null: it is not wanted.
[[nodiscard]] Status CaptureInfo(void* stream, aclmdlRICaptureStatus* status, void** graph);

[[nodiscard]] Status ExecuteGraph(const void* handle, int32_t milliseconds);
[[nodiscard]] Status EnqueueGraph(const void* handle, void* stream);
[[nodiscard]] Status DestroyGraph(const void* handle);

[[nodiscard]] Status RegisterGraphEnd(const void* handle, void (*function)(void*), void* argument);
[[nodiscard]] Status UnregisterGraphEnd(const void* handle, void (*function)(void*));

[[nodiscard]] Status SetGraphName(const void* handle, const char* name);
[[nodiscard]] Status GetGraphName(const void* handle, uint32_t bytes, char* name);

}  // namespace openaclnn::runtime
