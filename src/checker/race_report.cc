// SPDX-License-Identifier: Apache-2.0
#include "checker/race_report.h"

#include <optional>
#include <string>
#include <utility>

#include "base/address_text.h"
#include "checker/device_memory.h"

namespace openaclnn::checker {
namespace {

std::string NameOf(const Operation& operation) {
  if (operation.name != nullptr) {
    return operation.name;
  }
  std::string name = operation.stack.Callee();
  return name.empty() ? "a call" : name;
}

std::string UseText(const Use& use) {
  return (use.access.writes ? "writes " : "reads ") + use.access.argument + ", " +
         std::to_string(use.end - use.begin) + " bytes at " + AddressText(use.access.view.data);
}

// What would have put the later call behind the earlier one.
std::string Order(const Operation& later, const Operation& earlier) {
  const std::string after = " on " + earlier.place + " after " + NameOf(earlier) + ", ";
  return "to order them: " +
         (later.slot == Operation::kOnHost
              ? "aclrtSynchronizeStream" + after
              : "aclrtRecordEvent" + after + "aclrtStreamWaitEvent on " + later.place + " ") +
         "before " + NameOf(later);
}

}  // namespace

Finding DescribeRace(const Use& use, const Use& other, const std::vector<Related>& streams,
                     bool isOrderedBefore) {
  const Operation& later = *use.operation;
  const Operation& earlier = *other.operation;
  const std::string earlierCall = NameOf(earlier) + " on " + earlier.place;
  Finding finding{"race",
                  NameOf(later) + " on " + later.place + " " + UseText(use) +
                      ", and nothing orders it after " + earlierCall + ", which " + UseText(other) +
                      (isOrderedBefore ? "; what orders the two so far lies before that call" : ""),
                  later.stack,
                  {{earlierCall + ": called at", earlier.stack}}};
  finding.related.insert(finding.related.end(), streams.begin(), streams.end());
  finding.related.push_back({Order(later, earlier), {}});
  if (std::optional<BlockText> block = DescribeAddress(use.access.view.data)) {
    for (Related& place : block->related) {
      finding.related.push_back({block->text + ": " + place.what, std::move(place.stack)});
    }
  }
  return finding;
}

}  // namespace openaclnn::checker
