// SPDX-License-Identifier: Apache-2.0
#include "standard_stream.h"

#include <sys/stat.h>
#include <unistd.h>

#include <optional>

#include "error.h"

namespace openaclnn::cli {
namespace {

using Status = struct stat;

std::optional<Status> StatusOf(const std::string& path) {
  Status status{};
  return stat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

std::optional<Status> StatusOf(int descriptor) {
  Status status{};
  return fstat(descriptor, &status) == 0 ? std::optional(status) : std::nullopt;
}

bool AreSame(const std::optional<Status>& a, const std::optional<Status>& b) {
  return a && b && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

}  // namespace

bool IsStandardInput(const std::string& path) {
  const std::optional<Status> input = StatusOf(STDIN_FILENO);
  return path == "-" || (AreSame(StatusOf(path), input) && !S_ISREG(input->st_mode));
}

bool IsStandardOutput(const std::string& path) {
  const std::optional<Status> output = StatusOf(STDOUT_FILENO);
  return path == "-" || (AreSame(StatusOf(path), output) && !AreSame(StatusOf("/dev/null"), output));
}

void StandardStream::Offer(const std::string& option, const std::string& path) {
  if (!isStream_(path)) {
    return;
  }
  if (IsTaken()) {
    throw InputError(option + ": " + name_ + " is taken by " + owner_ + " already");
  }
  owner_ = option;
}

}  // namespace openaclnn::cli
