// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace openaclnn {

// How many letters have to be changed, left out, added or exchanged with the next one.
[[nodiscard]] size_t EditDistance(std::string_view a, std::string_view b);

// The name that may be meant by a word: it is the word but for its case, ends with it, or differs in a third of the word's letters
// at most. Empty if there is none.
[[nodiscard]] std::string_view NearestName(std::string_view word, std::span<const std::string_view> names);

}  // namespace openaclnn
