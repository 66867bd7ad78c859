// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "acl/acl.h"
#include "base/enumerators.h"

namespace {

namespace log = openaclnn::log;

constexpr size_t kLongest = 1024;
constexpr std::string_view kCut = "...";

using Text = std::array<char, kLongest + 1>;

// What snprintf made of the format, at most kLongest bytes. A format that cannot be applied, because a result
// would be longer than an int can tell or a wide character has no encoding, is the message itself.
std::string Message(const Text& text, int length, const char* format) {
  std::string message = length < 0 ? format : text.data();
  if (message.size() > kLongest || length > static_cast<int>(kLongest)) {
    message.resize(kLongest - kCut.size());
    message += kCut;
  }
  return message;
}

}  // namespace

extern "C" {

void aclAppLog(aclLogLevel logLevel, const char* func, const char* file, uint32_t line, const char* fmt,
               ...) {
  const int32_t number = openaclnn::NumberOf(logLevel);
  if (number < ACL_DEBUG || number > ACL_ERROR || fmt == nullptr) {
    return;
  }
  const auto level = static_cast<log::Level>(number);
  if (!log::IsOn(log::Module::kApplication, level)) {
    return;
  }
  const int savedErrno = errno;
  Text formatted{};
  va_list arguments;
  va_start(arguments, fmt);
  // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): it is, two lines above
  const int length = std::vsnprintf(formatted.data(), formatted.size(), fmt, arguments);
  va_end(arguments);
  try {
    std::string text = func == nullptr ? std::string() : std::string(func) + ": ";
    text += Message(formatted, length, fmt);
    log::Write(log::Module::kApplication, level, {file, line}, text);
  } catch (...) {  // NOLINT(bugprone-empty-catch): no memory for a line: it is dropped
  }
  errno = savedErrno;
}

}  // extern "C"
