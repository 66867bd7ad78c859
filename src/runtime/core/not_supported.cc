// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/not_supported.h"

#include <mutex>
#include <set>
#include <string>

#include "base/errors.h"
#include "base/fork_guard.h"
#include "base/no_destructor.h"
#include "base/status.h"
#include "trace/trace.h"

namespace openaclnn::runtime {
namespace {

bool IsFirstCall(const char* function) {
  static NoDestructor<std::mutex> mutex;
  static NoDestructor<std::set<std::string>> called;
  const std::lock_guard lock(*mutex);
  return called->insert(function).second;
}

}  // namespace

int32_t NotSupported(const char* function, const char* reason, log::Where where) noexcept {
  trace::HostCall call(function);
  try {
    if (InForkedChild()) {  // where a lock may stay locked for good
      return call.End(Report(function, ForkedChildFailure(Api::kRuntime), where));
    }
    const Status status(code::kRtFeatureNotSupported, reason);
    call.End(IsFirstCall(function) ? Report(function, status, where) : Note(function, status));
  } catch (...) {  // no memory left to say more
    call.End(code::kRtFeatureNotSupported);
  }
  return code::kRtFeatureNotSupported;
}

}  // namespace openaclnn::runtime
