// SPDX-License-Identifier: Apache-2.0
//
// Regions of images and their bins: what there is, and the regions of each image, found without a look at those of all
// others: there may be many of both.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>

#include "base/tensor_view.h"

namespace openaclnn::roi {

// Of images [N, C, H, W] and of the bins of their regions, [R, C, rows, columns].
struct Extents {
  int64_t images = 0;
  int64_t channels = 0;
  int64_t height = 0;
  int64_t width = 0;
  int64_t regions = 0;
  int64_t rows = 0;  // of bins
  int64_t columns = 0;

  [[nodiscard]] int64_t Pixels() const { return height * width; }
  [[nodiscard]] int64_t Bins() const { return rows * columns; }

  // What is empty may have any dims, whose product does not fit.
  void SetExtents(const TensorView& pixels, const TensorView& bins) {
    images = pixels.dims[0];
    channels = pixels.dims[1];
    height = pixels.Empty() ? 0 : pixels.dims[2];
    width = pixels.Empty() ? 0 : pixels.dims[3];
    regions = bins.dims[0];
    rows = bins.Empty() ? 0 : bins.dims[2];
    columns = bins.Empty() ? 0 : bins.dims[3];
  }
};

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
