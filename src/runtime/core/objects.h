// SPDX-License-Identifier: Apache-2.0
//
// What the executor needs of the runtime's object tree (process -> devices -> contexts -> streams).
#pragma once

#include <memory>

#include "backend/backend.h"
#include "base/status.h"

namespace openaclnn::runtime {

// The stream behind an aclrtStream handle; a null handle means the default stream of the calling thread's
// current context. kUninitialized before aclInit, kRtContextNull without a current context, kRtInvalidHandle
// for a handle that was destroyed or never existed, kRtStreamContext for a stream of another device than the
// current one.
[[nodiscard]] Status FindStream(void* handle, std::shared_ptr<backend::Stream>* stream);
// With the number of its device.
[[nodiscard]] Status FindStream(void* handle, std::shared_ptr<backend::Stream>* stream, int* deviceId);

}  // namespace openaclnn::runtime
