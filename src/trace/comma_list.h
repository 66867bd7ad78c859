// SPDX-License-Identifier: Apache-2.0
//
// Lists in the values of variables: "memory,races".
#pragma once

#include <cstddef>
#include <string_view>

namespace openaclnn::trace {

// Calls take(item) with each of a list, an empty one between two commas, too.
template <typename Take>
void ForEachItem(std::string_view list, const Take& take) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    take(list.substr(0, comma));
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
  }
}

}  // namespace openaclnn::trace
