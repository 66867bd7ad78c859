// SPDX-License-Identifier: Apache-2.0
//
// Lists in messages.
#pragma once

#include <string>

namespace openaclnn::single_operator {

// "[a, b]", each value as `textOf` writes it.
template <typename List, typename TextOf>
[[nodiscard]] std::string ListText(const List& list, const TextOf& textOf) {
  std::string text = "[";
  for (const auto& value : list) {
    text.append(text.size() == 1 ? "" : ", ").append(textOf(value));
  }
  return text + ']';
}

}  // namespace openaclnn::single_operator
