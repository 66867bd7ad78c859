// SPDX-License-Identifier: Apache-2.0
//
// The regions of each image, found without a look at those of all others: there may be many of both.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>

namespace openaclnn::roi {

// The numbers of regions by their images, and among those of an image by themselves. imageOf(region) is an
// int64_t.
template <class ImageOf>
void SortByImage(const ImageOf& imageOf, std::span<int64_t> regions) {
  std::iota(regions.begin(), regions.end(), int64_t{0});
  std::ranges::sort(regions, [&](int64_t a, int64_t b) {
    const int64_t imageOfA = imageOf(a);
    const int64_t imageOfB = imageOf(b);
    return imageOfA != imageOfB ? imageOfA < imageOfB : a < b;
  });
}

// Those of one image, of regions that were sorted.
template <class ImageOf>
[[nodiscard]] std::span<const int64_t> RegionsOf(int64_t image, const ImageOf& imageOf,
                                                 std::span<const int64_t> regions) {
  const auto found = std::ranges::equal_range(regions, image, {}, imageOf);
  return {found.begin(), found.end()};
}

}  // namespace openaclnn::roi
