// SPDX-License-Identifier: Apache-2.0
//
// What the rows of attention for training and for inference share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::attention {

/// Batches of drawn calls that a list has a number for: fuzzers draw absurd extents.
inline constexpr int64_t kMostSequences = 1 << 17;

using Integers64 = std::vector<int64_t>;

/// The sizes that every call has; what a layout's number means is its operator's.
struct HeadSizes {
  int64_t batches = 1;
  int64_t heads = 1;
  int64_t keyHeads = 1;
  int64_t queries = 1;
  int64_t keys = 1;
  int64_t size = 1;
  int64_t valueSize = 1;
  int64_t layout = 0;
  int64_t sparseMode = 0;
};

/// One or two heads of keys, each for one to three of queries.
void DrawHeads(Choices& choices, HeadSizes& sizes);
/// Rows that may be none, and sizes of heads.
void DrawRows(Choices& choices, bool oneQuery, HeadSizes& sizes);
/// With that type wherever tensors leave it open.
[[nodiscard]] Arguments OfType(Arguments arguments, aclDataType dtype);

/// A tensor of query's type, or query itself.
[[nodiscard]] Argument Floating(std::string name, std::string meaning, std::string shapeText);
[[nodiscard]] Argument Optional(Argument argument);
[[nodiscard]] Argument Integer(std::string name, std::string meaning, int64_t value);
/// How many heads query has; by default, of its second dimension.
[[nodiscard]] Argument HeadCount(std::string name, std::string derivation);
/// Layouts by the numbers that stand for them.
[[nodiscard]] std::vector<Choice> LayoutChoices(std::span<const char* const> names);
/// Another number is a name that no layout has.
[[nodiscard]] std::string LayoutName(std::span<const char* const> names, int64_t layout);

}  // namespace openaclnn::catalogue::attention
