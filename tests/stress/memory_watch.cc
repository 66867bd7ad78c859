// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/memory_watch.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace stress {
namespace {

// The first rounds of a thread's heap, and the longest lists seen yet, are no leaks: over 1600 rounds both
// level off below.
constexpr size_t kResidentSlack = size_t{128} << 20;
constexpr size_t kAllocatedSlack = size_t{2} << 20;
constexpr size_t kMostThreads = 96;
constexpr size_t kFewestRounds = 12;

// A sanitizer keeps freed memory and shadows the rest: its own leak check stands in for this one.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

size_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  size_t total = 0;
  size_t resident = 0;
  file >> total >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

size_t Threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<size_t>(std::distance(begin(tasks), end(tasks)));
}

std::string Text(const char* name, size_t before, size_t after, const char* unit) {
  return std::string(name) + " " + std::to_string(before) + " -> " + std::to_string(after) + unit;
}

}  // namespace

void MemoryWatch::Sample() {
  const struct mallinfo2 heap = mallinfo2();
  samples_.push_back({ResidentBytes(), heap.uordblks + heap.hblkhd, Threads()});
}

MemoryWatch::Growth MemoryWatch::GrowthOf(size_t Holdings::*member) const {
  const auto third = static_cast<std::ptrdiff_t>(samples_.size() / 3);
  const auto less = [member](const Holdings& a, const Holdings& b) { return a.*member < b.*member; };
  return {*std::max_element(samples_.begin(), samples_.begin() + third + 1, less).*member,
          *std::min_element(samples_.end() - third - 1, samples_.end(), less).*member};
}

std::string MemoryWatch::Verdict() const {
  if (kSanitized || samples_.size() < kFewestRounds) {
    return {};
  }
  const Growth resident = GrowthOf(&Holdings::resident);
  const Growth allocated = GrowthOf(&Holdings::allocated);
  if (resident.after > resident.before + kResidentSlack) {
    return Text("resident memory grew, bytes:", resident.before, resident.after, "");
  }
  if (allocated.after > allocated.before + kAllocatedSlack) {
    return Text("what malloc gave out grew, bytes:", allocated.before, allocated.after, "");
  }
  if (samples_.back().threads > kMostThreads) {
    return "the process has " + std::to_string(samples_.back().threads) + " threads";
  }
  return {};
}

std::string MemoryWatch::Summary() const {
  if (samples_.empty()) {
    return {};
  }
  const Growth resident = GrowthOf(&Holdings::resident);
  const Growth allocated = GrowthOf(&Holdings::allocated);
  return Text("resident", resident.before >> 10, resident.after >> 10, " KiB, ") +
         Text("malloc", allocated.before >> 10, allocated.after >> 10, " KiB, ") +
         std::to_string(samples_.back().threads) + " threads" +
         (kSanitized || samples_.size() < kFewestRounds ? " (not judged)" : "");
}

}  // namespace stress
