// SPDX-License-Identifier: Apache-2.0
#include "base/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace openaclnn {
namespace {

bool IsEqualButForCase(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char one, unsigned char other) { return std::tolower(one) == std::tolower(other); });
}

}  // namespace

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> rows(a.size() + 1, std::vector<size_t>(b.size() + 1));
  std::iota(rows[0].begin(), rows[0].end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    rows[i][0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t changed = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      rows[i][j] = std::min({changed, rows[i - 1][j] + 1, rows[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.size()][b.size()];
}

std::string_view NearestName(std::string_view word, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    if (IsEqualButForCase(word, name)) {
      return name;
    }
  }
  std::string_view nearest;
  size_t least = std::max<size_t>(word.size() / 3, 1) + 1;
  for (const std::string_view name : names) {
    const bool isEnd =
        name.size() > word.size() && name.ends_with(word) && name[name.size() - word.size() - 1] == '_';
    const size_t distance = isEnd ? 1 : EditDistance(word, name);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

}  // namespace openaclnn
