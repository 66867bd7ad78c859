// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "acl/acl.h"

namespace openaclnn::testing {

/// The runtime, device 0 and a stream, while it lives. Throws std::runtime_error with the call, its status
/// and the library's message if they do not come up.
class Session {
 public:
  Session() {
    Check(aclInit(nullptr), "aclInit");
    Check(aclrtSetDevice(0), "aclrtSetDevice");
    Check(aclrtCreateStream(&stream_), "aclrtCreateStream");
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    (void)aclrtDestroyStream(stream_);
    (void)aclrtResetDevice(0);
    (void)aclFinalize();
  }

  [[nodiscard]] aclrtStream Stream() const { return stream_; }

 private:
  static void Check(int status, const char* call) {
    if (status != ACL_SUCCESS) {
      const char* message = aclGetRecentErrMsg();
      throw std::runtime_error(std::string(call) + " returned " + std::to_string(status) + ": " +
                               (message == nullptr ? "no message" : message));
    }
  }

  aclrtStream stream_ = nullptr;
};

}  // namespace openaclnn::testing
