// SPDX-License-Identifier: Apache-2.0
#include "base/process_tag.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>

namespace openaclnn {
namespace {

constexpr uint64_t kStartMask = (uint64_t{1} << kStartBitsOfTag) - 1;

// When a process started, in ticks since the system did; 0: it has ended. Asks for no memory.
uint64_t StartOf(int32_t process) noexcept {
  // With the dot, programs that run under qemu see of themselves what others see of them.
  constexpr std::string_view kFolder("/proc/./");
  std::array<char, 32> path{};
  kFolder.copy(path.data(), kFolder.size());
  char* end = std::to_chars(path.data() + kFolder.size(), path.data() + 22, process).ptr;
  for (const char letter : std::string_view("/stat")) {
    *end++ = letter;
  }
  const int file = open(path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return 0;
  }
  std::array<char, 1024> text{};
  const ssize_t length = read(file, text.data(), text.size());
  close(file);
  std::string_view rest(text.data(), length > 0 ? static_cast<size_t>(length) : 0);
  // The name may hold anything, and ends with the last parenthesis. The state follows; the time of the start
  // is the 20th field from there on.
  const size_t name = rest.rfind(')');
  if (name == std::string_view::npos || name + 3 > rest.size()) {
    return 0;
  }
  rest.remove_prefix(name + 2);
  if (rest.front() == 'Z' || rest.front() == 'X') {
    return 0;
  }
  constexpr int kFieldsBefore = 19;
  for (int field = 0; field < kFieldsBefore; ++field) {
    const size_t space = rest.find(' ');
    if (space == std::string_view::npos) {
      return 0;
    }
    rest.remove_prefix(space + 1);
  }
  uint64_t start = 0;
  std::from_chars(rest.data(), rest.data() + rest.size(), start);
  return start & kStartMask;
}

}  // namespace

ProcessTag OwnProcessTag() noexcept {
  const auto process = static_cast<int32_t>(getpid());
  return static_cast<uint64_t>(process) << kStartBitsOfTag | StartOf(process);
}

bool IsAlive(ProcessTag tag) noexcept {
  const uint64_t start = StartOf(ProcessIdOf(tag));
  return tag != 0 && start != 0 && start == (tag & kStartMask);
}

}  // namespace openaclnn
