// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/cache_size.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>

#include "backend/cpu/memory.h"

namespace openaclnn::backend::cpu {

size_t LastCacheBytes(const std::filesystem::path& folder) {
  size_t largest = 0;
  std::error_code error;  // a folder that cannot be read is one without caches
  std::filesystem::directory_iterator next(folder, error);
  while (!error && next != std::filesystem::directory_iterator()) {
    std::ifstream file(next->path() / "size");
    std::string text;
    if (file >> text) {
      largest = std::max(largest, ParseBytes(text));
    }
    next.increment(error);
  }
  return largest == 0 ? kAssumedCacheBytes : largest;
}

size_t LastCacheBytes() {
  static const size_t bytes = LastCacheBytes("/sys/devices/system/cpu/cpu0/cache");
  return bytes;
}

}  // namespace openaclnn::backend::cpu
