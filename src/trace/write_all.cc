// SPDX-License-Identifier: Apache-2.0
#include "trace/write_all.h"

#include <unistd.h>

#include <cerrno>

namespace openaclnn::trace {

void WriteAll(int file, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return;
    }
    text.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace openaclnn::trace
