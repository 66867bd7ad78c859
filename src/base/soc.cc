// SPDX-License-Identifier: Apache-2.0
#include "base/soc.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "base/nearest_name.h"
#include "base/no_destructor.h"

namespace openaclnn {
namespace {

constexpr const char* kDefaultSocName = "Ascend910B1";

// What the series before the A2 lack.
constexpr SeriesFacts BeforeA2(SeriesFacts facts) {
  facts.bfloat16 = false;
  facts.infinities = false;
  facts.defaultStreamAttributes = false;
  facts.queuedDeviceRows = false;
  return facts;
}

// In the order of the enumerators.
constexpr std::array<SeriesFacts, 6> kSeries{{
    BeforeA2({.series = Series::kAtlasTraining, .npuArch = 1001, .streamLimit = 2048, .eventLimit = 65535}),
    BeforeA2({.series = Series::kAtlasInference,
              .npuArch = 2002,
              .streamLimit = 1024,
              .eventLimit = 1023,
              .streamPriorities = false}),
    BeforeA2({.series = Series::kAtlas200I,
              .npuArch = 3002,
              .streamLimit = 512,
              .streamPriorities = false,
              .copiesNeedPeerAccess = false}),
    {.series = Series::kAtlasA2},
    {.series = Series::kAtlasA3, .copiesNeedPeerAccess = false},
    {.series = Series::kAscend950,
     .npuArch = 3510,
     .saturation = false,
     .simt = true,
     .extraTail = false,
     .abortPersistent = false},
}};

constexpr bool InOrder() {
  for (size_t series = 0; series < kSeries.size(); ++series) {
    if (kSeries[series].series != static_cast<Series>(series)) {
      return false;
    }
  }
  return true;
}
static_assert(InOrder());

constexpr std::array<Soc, 30> kSocs{{
    {"Ascend910A", Series::kAtlasTraining},
    {"Ascend910ProA", Series::kAtlasTraining},
    {"Ascend910PremiumA", Series::kAtlasTraining},
    {"Ascend910B", Series::kAtlasTraining},
    {"Ascend910ProB", Series::kAtlasTraining},
    {"Ascend910B1", Series::kAtlasA2},
    {"Ascend910B2", Series::kAtlasA2},
    {"Ascend910B2C", Series::kAtlasA2},
    {"Ascend910B3", Series::kAtlasA2},
    {"Ascend910B4", Series::kAtlasA2},
    {"Ascend910B4-1", Series::kAtlasA2},
    {"Ascend910_9391", Series::kAtlasA3},
    {"Ascend910_9392", Series::kAtlasA3},
    {"Ascend910_9381", Series::kAtlasA3},
    {"Ascend910_9382", Series::kAtlasA3},
    {"Ascend910_9372", Series::kAtlasA3},
    {"Ascend910_9362", Series::kAtlasA3},
    {"Ascend910_9363", Series::kAtlasA3},
    {"Ascend310P1", Series::kAtlasInference},
    {"Ascend310P2", Series::kAtlasInference},
    {"Ascend310P3", Series::kAtlasInference},
    {"Ascend310P4", Series::kAtlasInference},
    {"Ascend310P5", Series::kAtlasInference},
    {"Ascend310P7", Series::kAtlasInference},
    {"Ascend310B1", Series::kAtlas200I},
    {"Ascend310B2", Series::kAtlas200I},
    {"Ascend310B3", Series::kAtlas200I},
    {"Ascend310B4", Series::kAtlas200I},
    {"Ascend910_95", Series::kAscend950},  // the 950's name in toolkit 8.1
    {"Ascend950PR_9599", Series::kAscend950},
}};

bool IsAlphanumeric(char character) {
  return (character >= '0' && character <= '9') || (character >= 'A' && character <= 'Z') ||
         (character >= 'a' && character <= 'z');
}

// Ascend950PR_95xx, Ascend950DT_95xx: the last two characters tell variants apart that nothing here depends
// on.
bool Is950Name(std::string_view name) {
  for (const std::string_view prefix : {"Ascend950PR_95", "Ascend950DT_95"}) {
    if (name.size() == prefix.size() + 2 && name.substr(0, prefix.size()) == prefix) {
      return IsAlphanumeric(name[prefix.size()]) && IsAlphanumeric(name[prefix.size() + 1]);
    }
  }
  return false;
}

// The SoC of a 950 name that the table does not list. Never destroyed: callers keep the pointers.
const Soc* Intern950(std::string_view name) {
  static NoDestructor<std::mutex> mutex;
  static NoDestructor<std::map<std::string, Soc, std::less<>>> SoCs;
  const std::lock_guard lock(*mutex);
  const auto [entry, isNew] = SoCs->try_emplace(std::string(name));
  if (isNew) {  // else others read it without the lock
    entry->second = {entry->first.c_str(), Series::kAscend950};
  }
  return &entry->second;
}

}  // namespace

const SeriesFacts& FactsOf(Series series) {
  return kSeries[static_cast<size_t>(series)];
}

const Soc* FindSoc(std::string_view socName) {
  for (const Soc& soc : kSocs) {
    if (socName == soc.socName) {
      return &soc;
    }
  }
  return Is950Name(socName) ? Intern950(socName) : nullptr;
}

std::string_view NearestSocName(std::string_view socName) {
  std::array<std::string_view, kSocs.size()> names;
  std::ranges::transform(kSocs, names.begin(), &Soc::socName);
  return NearestName(socName, names);
}

const std::string& RequestedSoc() {
  static const NoDestructor<std::string> requested([] {
    const char* name = std::getenv("OPENACLNN_SOC");  // NOLINT(concurrency-mt-unsafe): read once
    return std::string(name == nullptr || *name == '\0' ? kDefaultSocName : name);
  }());
  return *requested;
}

const Soc* EmulatedSoc() {
  static const Soc* const soc = FindSoc(RequestedSoc());
  return soc;
}

const SeriesFacts& EmulatedFacts() {
  static const SeriesFacts& facts =
      FactsOf(EmulatedSoc() == nullptr ? FindSoc(kDefaultSocName)->series : EmulatedSoc()->series);
  return facts;
}

}  // namespace openaclnn
