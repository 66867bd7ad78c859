// SPDX-License-Identifier: Apache-2.0
#include "checker/objects.h"

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/no_destructor.h"
#include "checker/report.h"

namespace openaclnn::checker {
namespace {

struct Made {
  std::string type;
  CallStack place;
};

struct MadeObjects {
  static MadeObjects& Instance() {
    static NoDestructor<MadeObjects> state;
    return *state;
  }

  std::mutex mutex;
  std::unordered_map<const void*, Made> made;
};

}  // namespace

void internal::Add(const char* type, const void* handle) noexcept {
  try {
    Made made{type, CallStack::Here()};
    const std::lock_guard lock(MadeObjects::Instance().mutex);
    MadeObjects::Instance().made.insert_or_assign(handle, std::move(made));
  } catch (...) {  // NOLINT(bugprone-empty-catch): less is told
  }
}

void internal::Remove(const void* handle) noexcept {
  const std::lock_guard lock(MadeObjects::Instance().mutex);
  MadeObjects::Instance().made.erase(handle);
}

void TellObjects() noexcept {
  try {
    std::map<std::pair<std::string, CallStack>, size_t> left;
    {
      const std::lock_guard lock(MadeObjects::Instance().mutex);
      for (const auto& [handle, made] : MadeObjects::Instance().made) {
        ++left[{made.type, made.place}];
      }
    }
    for (const auto& [what, count] : left) {
      Tell({"leak",
            std::to_string(count) + " " + what.first + (count == 1 ? "" : "s") + " never destroyed",
            {},
            {{"made at", what.second}},
            Left{what.first, count, 0}});
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): less is told
  }
}

}  // namespace openaclnn::checker
