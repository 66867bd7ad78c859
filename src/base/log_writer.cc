// SPDX-License-Identifier: Apache-2.0
//
// The only file that knows spdlog, which is compiled in, hidden: a client may bring a spdlog of its own.
#define SPDLOG_LEVEL_NAMES \
  { "TRACE", "DEBUG", "INFO", "WARNING", "ERROR", "EVENT", "OFF" }

#include "base/log_writer.h"

#include <fcntl.h>
#include <spdlog/details/null_mutex.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <deque>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace openaclnn::log {
namespace {

constexpr size_t kMaxFileBytes = size_t{20} << 20;

spdlog::level::level_enum SpdlogLevel(Level level) {
  constexpr std::array kLevels = {spdlog::level::debug, spdlog::level::info, spdlog::level::warn,
                                  spdlog::level::err, spdlog::level::critical};
  return kLevels[static_cast<size_t>(level)];
}

spdlog::string_view_t View(std::string_view text) {
  return {text.data(), text.size()};
}

// The last three digits of a microsecond; the pattern language has none for them.
class Microseconds final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& line, const std::tm& /*time*/,
              spdlog::memory_buf_t& text) override {
    const auto sinceEpoch =
        std::chrono::duration_cast<std::chrono::microseconds>(line.time.time_since_epoch());
    spdlog::details::fmt_helper::pad3(static_cast<uint32_t>(sinceEpoch.count() % 1000), text);
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<Microseconds>();
  }
};

std::unique_ptr<spdlog::formatter> NewFormatter() {
  std::string process;
  for (const char* next = program_invocation_short_name; *next != '\0'; ++next) {
    process += *next == '%' ? "%%" : std::string(1, *next);
  }
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<Microseconds>('*');
  formatter->set_pattern("[%l] %n(%P," + process + "):%Y-%m-%d-%H:%M:%S.%e.%* [%s:%#]%t %v");
  return formatter;
}

// The files of this process in one folder: plog-<pid>_<time>.log, the oldest of which go when there are too
// many. No file stays open between lines: a process that forks, or closes what it did not open, cannot get in
// the way.
class Files {
 public:
  Files(std::string folder, size_t maxFiles) : folder_(std::move(folder)), maxFiles_(maxFiles) {}

  void Append(const spdlog::details::log_msg& line, const spdlog::memory_buf_t& text) {
    if (pid_ != getpid()) {  // the child of a fork has files of its own
      pid_ = getpid();
      paths_.clear();
      unusable_ = false;
    }
    if (unusable_) {
      return;
    }
    if (paths_.empty() || written_ + text.size() > kMaxFileBytes) {
      StartFile(line);
    }
    const int file = open(paths_.back().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
    if (file < 0) {
      unusable_ = true;  // asking again for every line would be slow
      return;
    }
    const ssize_t written = write(file, text.data(), text.size());
    written_ += written > 0 ? static_cast<size_t>(written) : 0;
    close(file);
  }

 private:
  void StartFile(const spdlog::details::log_msg& line) {
    const std::time_t seconds = spdlog::log_clock::to_time_t(line.time);
    std::tm time{};
    localtime_r(&seconds, &time);
    std::array<char, 32> stamp{};
    const size_t length = std::strftime(stamp.data(), stamp.size(), "%Y%m%d%H%M%S", &time);
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(line.time.time_since_epoch()).count() % 1000;
    std::snprintf(&stamp[length], stamp.size() - length, "%03d", static_cast<int>(milliseconds));
    std::error_code error;  // a folder that cannot be made is noticed at the file
    std::filesystem::create_directories(folder_, error);
    paths_.push_back(folder_ + "/plog-" + std::to_string(pid_) + '_' + stamp.data() + ".log");
    written_ = 0;
    if (paths_.size() > maxFiles_) {
      unlink(paths_.front().c_str());
      paths_.pop_front();
    }
  }

  const std::string folder_;
  const size_t maxFiles_;
  pid_t pid_ = 0;
  bool unusable_ = false;
  size_t written_ = 0;  // into the last of the paths
  std::deque<std::string> paths_;
};

}  // namespace

class Writer::Lines final : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
 public:
  explicit Lines(const Settings& settings)
      : base_sink(NewFormatter()),
        toStdout_(settings.toStdout),
        hasFiles_(!settings.root.empty()),
        lines_(settings.root + "/debug/plog", settings.maxFiles),
        events_(settings.root + "/run/plog", settings.maxFiles) {}

 private:
  void sink_it_(const spdlog::details::log_msg& line) override {
    text_.clear();
    formatter_->format(line, text_);
    if (toStdout_) {
      std::fwrite(text_.data(), 1, text_.size(), stdout);
      std::fflush(stdout);
    } else if (hasFiles_) {
      (line.level == SpdlogLevel(Level::kEvent) ? events_ : lines_).Append(line, text_);
    }
  }
  void flush_() override {}

  const bool toStdout_;
  const bool hasFiles_;
  Files lines_;
  Files events_;
  spdlog::memory_buf_t text_;
};

Writer::Writer(const Settings& settings) : lines_(std::make_shared<Lines>(settings)) {}

Writer::~Writer() = default;

void Writer::Write(Module module, Level level, Where where, std::string_view text) {
  const spdlog::source_loc place(where.file == nullptr ? "" : where.file, static_cast<int>(where.line), "");
  const spdlog::details::log_msg line(place, View(NameOf(module)), SpdlogLevel(level), View(text));
  lines_->log(line);
}

}  // namespace openaclnn::log
