// SPDX-License-Identifier: Apache-2.0
#include "trace/output.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace openaclnn::trace {
namespace {

constexpr std::string_view kClosing = "\n]\n";
// A process whose files may not grow any more gets a signal, which ends it, where it tries. Here the write
// just fails.
class WithoutSizeSignal {
 public:
  WithoutSizeSignal() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  WithoutSizeSignal(const WithoutSizeSignal&) = delete;
  WithoutSizeSignal& operator=(const WithoutSizeSignal&) = delete;
  ~WithoutSizeSignal() {
    const int error = errno;
    constexpr timespec kNow{};
    if (sigismember(&before_, SIGXFSZ) == 0) {
      sigtimedwait(&signals_, nullptr, &kNow);
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }

 private:
  sigset_t signals_{};
  sigset_t before_{};
};

constexpr int64_t kLongestWait = 1'000'000'000;  // nanoseconds

std::string ErrorText() {
  return std::generic_category().message(errno);
}

}  // namespace

std::string Output::Open(const std::string& path) {
  path_ = path;
  // Not emptied before it is clear that nobody else writes it.
  file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
  if (file_ < 0) {
    return ErrorText();
  }
  std::string problem;
  struct stat facts {};
  if (fstat(file_, &facts) != 0) {
    problem = ErrorText();
  } else if (!S_ISREG(facts.st_mode)) {
    problem = "not a regular file";
  } else if (flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    problem = "another process writes its trace there; %p in the name stands for the process";
  } else if (ftruncate(file_, 0) != 0) {
    problem = ErrorText();
  } else {
    buffer_ = "[";
    if (!Flush()) {
      problem = ErrorText();
    }
  }
  if (!problem.empty()) {
    Abandon();
  }
  return problem;
}

bool Output::HasRoomFor(size_t characters, uint64_t mostBytes) const {
  constexpr size_t kSeparator = 2;
  return static_cast<uint64_t>(end_) + buffer_.size() + kSeparator + characters + kClosing.size() <=
         mostBytes;
}

bool Output::Append(std::string_view value, int64_t now) {
  constexpr size_t kSeparator = 2;
  const size_t needed = value.size() + kSeparator;
  if (buffer_.size() + needed > kBufferBytes && !Flush()) {
    return false;
  }
  // All memory first: half a value would spoil the file.
  buffer_.reserve(std::max(kBufferBytes, buffer_.size() + needed) + kClosing.size());
  buffer_ += isFirst_ ? "\n" : ",\n";
  buffer_ += value;
  isFirst_ = false;
  if (now - flushed_ < kLongestWait) {
    return true;
  }
  flushed_ = now;
  return Flush();
}

bool Output::Flush() {
  const auto bytes = static_cast<int64_t>(buffer_.size());
  buffer_ += kClosing;
  const bool written = Write(buffer_);
  buffer_.clear();
  if (!written) {
    const int error = errno;
    // What is there stays valid.
    if (ftruncate(file_, end_) == 0) {
      static_cast<void>(Write(kClosing));
    }
    errno = error;
    return false;
  }
  end_ += bytes;
  return true;
}

bool Output::Write(std::string_view text) {
  const WithoutSizeSignal withoutSizeSignal;
  int64_t position = end_;
  while (!text.empty()) {
    const ssize_t written = pwrite(file_, text.data(), text.size(), position);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return false;
    }
    position += written;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

void Output::Abandon() noexcept {
  if (file_ >= 0) {
    close(file_);
  }
  file_ = -1;
  buffer_.clear();
  end_ = 0;
  flushed_ = 0;
  isFirst_ = true;
}

}  // namespace openaclnn::trace
