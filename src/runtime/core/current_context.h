// SPDX-License-Identifier: Apache-2.0
//
// The current context of the calling thread.
#pragma once

#include <memory>

#include "base/status.h"
#include "runtime/core/context.h"

namespace openaclnn::runtime {

// kUninitialized before aclInit; kRtContextNull if there is none. A thread that never had one gets the
// default context of the configured default device, where there is one.
[[nodiscard]] Status CurrentContext(std::shared_ptr<Context>* context);

// The device of CurrentContext, for which nothing is held.
[[nodiscard]] Status CurrentDevice(int* deviceId);

// The default stream of CurrentContext; nothing else is held.
[[nodiscard]] Status CurrentDefaultStream(std::shared_ptr<Stream>* stream);

// Whether this is the handle of the context that CurrentContext gives, if that is live. Null is not.
[[nodiscard]] bool IsCurrentContext(const void* handle);

// Counts a user of the device and makes its default context current. May come before aclInit.
[[nodiscard]] Status SetDevice(int deviceId);

// As ObjectTree::ResetDevice. This and SetDevice tell the device callbacks.
[[nodiscard]] Status ResetDevice(int deviceId, bool force);

// Makes a new context, and makes it current.
[[nodiscard]] Status CreateContext(int deviceId, void** handle);

[[nodiscard]] Status SetCurrentContext(void* handle);

}  // namespace openaclnn::runtime
