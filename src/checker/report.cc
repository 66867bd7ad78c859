// SPDX-License-Identifier: Apache-2.0
#include "checker/report.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/no_destructor.h"
#include "trace/write_all.h"

namespace openaclnn::checker {
namespace {

struct Report {
  std::recursive_mutex mutex;
  int file = -1;                                                 // of JSON lines
  std::set<std::tuple<std::string, CallStack, CallStack>> told;  // kind, place, and the first related one
};

Report& Instance() {
  static NoDestructor<Report> report;
  return *report;
}

std::string StackText(const CallStack& stack) {
  std::string text;
  for (const CallStack::Frame& frame : stack.Frames()) {
    text += "    " + TextOf(frame) + "\n";
  }
  return text;
}

std::string TextOf(const Finding& finding) {
  std::string text =
      "openaclnn check: " + finding.kind + ": " + finding.text + "\n" + StackText(finding.stack);
  for (const Related& related : finding.related) {
    text += "  " + related.what + "\n" + StackText(related.stack);
  }
  return text;
}

nlohmann::json JsonOf(const CallStack& stack) {
  nlohmann::json frames = nlohmann::json::array();
  for (const CallStack::Frame& frame : stack.Frames()) {
    if (frame.file.empty()) {
      frames.push_back({{"function", frame.function}, {"module", frame.module}, {"offset", frame.offset}});
    } else {
      frames.push_back({{"function", frame.function}, {"file", frame.file}, {"line", frame.line}});
    }
  }
  return frames;
}

// Names of files and functions may be anything.
std::string LineOf(const nlohmann::json& record) {
  return record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

nlohmann::json JsonOf(const Finding& finding) {
  nlohmann::json related = nlohmann::json::array();
  for (const Related& other : finding.related) {
    related.push_back({{"what", other.what}, {"stack", JsonOf(other.stack)}});
  }
  nlohmann::json record{
      {"kind", finding.kind}, {"text", finding.text}, {"stack", JsonOf(finding.stack)}, {"related", related}};
  if (finding.left) {
    record["left"] = {
        {"object", finding.left->object}, {"count", finding.left->count}, {"bytes", finding.left->bytes}};
  }
  return record;
}

}  // namespace

void OpenReport() {
  if (const char* const path =
          std::getenv("OPENACLNN_CHECK_REPORT")) {  // NOLINT(concurrency-mt-unsafe): once
    constexpr mode_t kReadable = 0644;
    Instance().file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kReadable);
    if (Instance().file < 0) {
      trace::WriteAll(STDERR_FILENO, std::string("openaclnn check: cannot write OPENACLNN_CHECK_REPORT=") +
                                         path + ": " + std::generic_category().message(errno) + "\n");
    } else {
      trace::WriteAll(Instance().file, LineOf({{"process", getpid()}}));
    }
  }
}

void Tell(const Finding& finding) noexcept {
  try {
    Report& report = Instance();
    const std::lock_guard lock(report.mutex);
    const CallStack& other = finding.related.empty() ? CallStack() : finding.related.front().stack;
    if (!report.told.emplace(finding.kind, finding.stack, other).second) {
      return;
    }
    if (report.file >= 0) {
      trace::WriteAll(report.file, LineOf(JsonOf(finding)));
    } else {
      trace::WriteAll(STDERR_FILENO, TextOf(finding));
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): less is told
  }
}

}  // namespace openaclnn::checker
