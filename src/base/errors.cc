// SPDX-License-Identifier: Apache-2.0
#include "base/errors.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

#include "base/error_text.h"
#include "base/failure_observer.h"
#include "base/no_destructor.h"

namespace openaclnn {
namespace {

// More pending messages than this push the oldest out: a program that never asks must not grow without bound.
constexpr size_t kMaxPending = 16;

struct Messages {
  std::deque<std::string> pending;  // newest first
  // Of calls that did not fail: gone with the next failure, whose message is of its own call alone.
  std::deque<std::string> remarks;
  std::string taken;  // what the last TakeRecentMessages returned
};

// Calls arrive while a thread ends, too, after its objects are gone (destructors of clients' thread_local and
// static objects): what has no destructor goes on working, the messages say that they are no more.
thread_local int32_t lastError = code::kOk;
thread_local bool threadEnded = false;
thread_local bool messageLost = false;  // for a lack of memory

// Clients take it for granted that there is a text behind a failure.
constexpr const char* kLostMessage =
    "EL0004: Failed to allocate host memory(200000): there was none for the message of a failure, either\n"
    "        TraceBack (most recent call last):\n";

struct ThreadMessages : Messages {
  ThreadMessages() = default;
  ThreadMessages(const ThreadMessages&) = delete;
  ThreadMessages& operator=(const ThreadMessages&) = delete;
  ~ThreadMessages() { threadEnded = true; }
};

struct ProcessState {
  std::mutex mutex;
  Messages messages;
};

thread_local ThreadMessages threadMessages;
std::atomic<MessageScope> messageScope{MessageScope::kThread};
constinit std::atomic<FailureObserver> failureObserver{nullptr};

ProcessState& Process() {
  static NoDestructor<ProcessState> state;
  return *state;
}

// In a forked child another thread may have held the process's lock, for ever.
MessageScope Scope() {
  return InForkedChild() ? MessageScope::kThread : messageScope.load(std::memory_order_relaxed);
}

enum class Of { kFailure, kSuccess };

void Push(std::deque<std::string>& texts, std::string text) {
  texts.push_front(std::move(text));
  if (texts.size() > kMaxPending) {
    texts.pop_back();
  }
}

void Push(Messages& messages, Of call, std::string text) {
  if (call == Of::kFailure) {
    messages.remarks.clear();
  }
  Push(call == Of::kFailure ? messages.pending : messages.remarks, std::move(text));
}

void Keep(Of call, std::string text) {
  if (Scope() == MessageScope::kThread) {
    if (!threadEnded) {
      Push(threadMessages, call, std::move(text));
    }
  } else {
    const std::lock_guard lock(Process().mutex);
    Push(Process().messages, call, std::move(text));
  }
}

const char* Take(Messages& messages) {
  std::string joined;
  for (std::deque<std::string>* const texts : {&messages.remarks, &messages.pending}) {
    for (const std::string& text : *texts) {
      joined += text;
    }
    texts->clear();
  }
  if (joined.empty()) {
    return nullptr;
  }
  messages.taken = std::move(joined);
  return messages.taken.c_str();
}

}  // namespace

void ObserveFailures(FailureObserver observer) noexcept {
  failureObserver.store(observer, std::memory_order_release);
}

void SetMessageScope(MessageScope scope) {
  messageScope.store(scope, std::memory_order_relaxed);
}

int32_t Note(const char* function, const Status& status) noexcept {
  lastError = status.Code();
  try {
    Keep(Of::kFailure, ErrorText(function, status));
  } catch (...) {
    messageLost = true;
  }
  return status.Code();
}

int32_t ReportFailure(const char* function, const Status& status, log::Where where) noexcept {
  if (log::IsOn(log::Module::kApi, log::Level::kError)) {
    try {
      std::string line = function;
      line.append(" failed with ").append(std::to_string(status.Code()));
      if (!status.Message().empty()) {
        line.append(": ").append(status.Message());
      }
      log::Write(log::Module::kApi, log::Level::kError, where, line);
    } catch (...) {  // NOLINT(bugprone-empty-catch): as below
    }
  }
  if (const FailureObserver observer = failureObserver.load(std::memory_order_acquire)) {
    observer(function, status);
  }
  return Note(function, status);
}

void Remark(const char* function, const std::string& text) {
  Keep(Of::kSuccess, std::string("Remark: ") + function + ": " + text + '\n');
}

const char* TakeRecentMessages() noexcept {
  const char* text = nullptr;
  try {
    if (Scope() != MessageScope::kThread) {
      const std::lock_guard lock(Process().mutex);
      text = Take(Process().messages);
    } else if (!threadEnded) {
      text = Take(threadMessages);
    }
  } catch (...) {
    messageLost = true;
  }
  return text == nullptr && std::exchange(messageLost, false) ? kLostMessage : text;
}

Status ForkedChildFailure(Api api) {
  return {api == Api::kRuntime ? code::kRtFeatureNotSupported : code::kRuntimeError,
          "this process is the child of a fork() of a process that had called aclInit, and has none of its "
          "threads: call exec, or fork before aclInit"};
}

int32_t PeekLastError() noexcept {
  return lastError;
}

int32_t TakeLastError() noexcept {
  return std::exchange(lastError, code::kOk);
}

}  // namespace openaclnn
