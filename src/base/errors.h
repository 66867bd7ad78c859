// SPDX-License-Identifier: Apache-2.0
//
// What a thread can ask about its failures: the pending messages (aclGetRecentErrMsg) and the last code
// (aclrtGetLastError). The C boundary reports here; nothing below it does.
#pragma once

#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "base/fork_guard.h"
#include "base/log.h"
#include "base/status.h"
#include "trace/trace.h"

namespace openaclnn {

enum class MessageScope { kThread, kProcess };

// Whose messages RecentMessages returns; the default is the calling thread's.
void SetMessageScope(MessageScope scope);

// Notes a failure of the entry point `function`: keeps its message (newest first) and code for the calling
// thread. Returns the code. Never throws: if memory is short, the text is dropped.
int32_t Note(const char* function, const Status& status) noexcept;

// Notes a failure, and logs it. Ok is passed through and noted nowhere.
[[gnu::cold]] int32_t ReportFailure(const char* function, const Status& status, log::Where where) noexcept;
inline int32_t Report(const char* function, const Status& status, log::Where where) noexcept {
  return status.IsOk() ? code::kOk : ReportFailure(function, status, where);
}

// Leaves a message of a call that does not fail: what it was asked for and does not do.
void Remark(const char* function, const std::string& text);

// The pending messages of the scope, newest first, which are then no longer pending; null if there are none.
// The text lives until the next call in the same scope.
const char* TakeRecentMessages() noexcept;

[[nodiscard]] int32_t PeekLastError() noexcept;
int32_t TakeLastError() noexcept;

// Which of the two APIs an entry point belongs to: each has its own codes for what no argument check
// foresees.
enum class Api { kRuntime, kOperator };

// What every entry point returns in a child of fork where the library cannot work.
[[nodiscard]] Status ForkedChildFailure(Api api);

// What is inside of Boundary, but for the trace.
template <typename Body>
int32_t Guard(const char* function, Body&& body, Api api, log::Where where) noexcept {
  const int32_t internal = api == Api::kRuntime ? code::kInternal : code::kInner;
  try {
    return Report(function, InForkedChild() ? ForkedChildFailure(api) : std::forward<Body>(body)(), where);
  } catch (const std::bad_alloc&) {
    return Report(function,
                  Status(api == Api::kRuntime ? code::kHostAllocation : code::kInnerCreateExecutor, {}),
                  where);
  } catch (const std::exception& error) {
    try {
      return Report(function, Status(internal, error.what()), where);
    } catch (...) {
      return internal;
    }
  } catch (...) {
    return Report(function, Status(internal, {}), where);
  }
}

// The boundary of every C entry point: runs `body` (which returns a Status), turns exceptions into status
// codes, and reports a failure. Nothing throws past it. In a forked child `body` does not run.
template <typename Body>
int32_t Boundary(const char* function, Body&& body, Api api = Api::kRuntime,
                 log::Where where = log::Where::Here()) noexcept {
  trace::HostCall call(function);
  return call.End(Guard(function, std::forward<Body>(body), api, where));
}

}  // namespace openaclnn
