// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <pthread.h>

#include <cerrno>
#include <cstdlib>
#include <mutex>

#include "base/log_writer.h"

namespace openaclnn::log {

namespace internal {
constinit std::array<std::atomic<uint8_t>, kModules> enabledLevels{{{0xff}, {0xff}}};
}  // namespace internal

namespace {

// Lines are written from destructors of static objects, and by the children of a fork: so nothing here is
// ever destroyed, and the mutex is free at the moment of a fork.
constinit std::mutex mutex;
constinit Writer* writer = nullptr;

[[maybe_unused]] const int atForkRegistered =
    pthread_atfork([] { mutex.lock(); }, [] { mutex.unlock(); }, [] { mutex.unlock(); });

void Start() {
  const Settings settings = ReadSettings([](const char* variable) -> const char* {
    return std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): read once
  });
  tzset();  // reads TZ: later lines may come from any thread
  writer = new Writer(settings);
  for (size_t module = 0; module < kModules; ++module) {
    internal::enabledLevels[module].store(settings.levels[module], std::memory_order_relaxed);
  }
}

}  // namespace

void Write(Module module, Level level, Where where, std::string_view text) noexcept {
  const int savedErrno = errno;  // logging a failure must not change what the caller sees of it
  try {
    const std::lock_guard lock(mutex);
    if (writer == nullptr) {
      Start();
    }
    if (IsOn(module, level)) {
      writer->Write(module, level, where, text);
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): no memory for a line: it is dropped
  }
  errno = savedErrno;
}

}  // namespace openaclnn::log
