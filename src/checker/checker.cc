// SPDX-License-Identifier: Apache-2.0
#include "checker/checker.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/failure_observer.h"
#include "checker/device_memory.h"
#include "checker/host_access.h"
#include "checker/objects.h"
#include "checker/python_frames.h"
#include "checker/report.h"
#include "checker/settings.h"

namespace openaclnn::checker {
namespace {

// The blocks that the addresses in a message lie in.
std::vector<Related> BlocksIn(std::string_view message) {
  std::vector<Related> related;
  for (size_t at = message.find("0x"); at != std::string_view::npos; at = message.find("0x", at + 1)) {
    constexpr int kHexadecimal = 16;
    const uint64_t number = std::strtoull(std::string(message.substr(at, 18)).c_str(), nullptr, kHexadecimal);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): looked up, never followed
    if (std::optional<BlockText> block = DescribeAddress(reinterpret_cast<const void*>(number))) {
      for (Related& place : block->related) {
        place.what = block->text + ", " + place.what;
        related.push_back(std::move(place));
      }
    }
  }
  return related;
}

void OnRefusal(const char* function, const Status& status) noexcept {
  try {
    Tell({"refused call",
          std::string(function) + " returned " + std::to_string(status.Code()) + ": " + status.Message(),
          CallStack::Here(), BlocksIn(status.Message())});
  } catch (...) {  // NOLINT(bugprone-empty-catch): less is told
  }
}

}  // namespace

void Start() {
  if (!IsOn(kAny)) {
    return;
  }
  static constinit std::once_flag once;
  std::call_once(once, [] {
    OpenReport();
    FollowPython();
    if (!IsOn(kMemory)) {
      return;
    }
    ObserveFailures(OnRefusal);
    WatchHostAccess();
    (void)std::atexit(TellWhatIsLeft);
  });
}

void TellWhatIsLeft() noexcept {
  static constinit std::atomic<bool> done{false};
  if (IsOn(kMemory) && !done.exchange(true)) {
    TellBlocks();
    TellObjects();
  }
}

}  // namespace openaclnn::checker
