// SPDX-License-Identifier: Apache-2.0
//
// Samples between the pixels of images whose channels lie side by side: of each pixel a row of FLOATs. A sample
// is a combination of the four pixels around its place, and those outside of the image are rows of zeros.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace openaclnn {

inline constexpr size_t kCorners = 4;

/// The pixels around a place, and how far it lies behind the first of them.
struct Corners {
  std::array<int64_t, kCorners> pixels{-1, -1, -1, -1};  // row-major; negative: outside
  double y = 0;
  double x = 0;

  [[nodiscard]] std::array<float, kCorners> Weights() const {
    return {static_cast<float>((1 - y) * (1 - x)), static_cast<float>((1 - y) * x),
            static_cast<float>(y * (1 - x)), static_cast<float>(y * x)};
  }
  /// Of numbers of the pixels, what a sample of them is.
  [[nodiscard]] double Sample(const std::array<float, kCorners>& numbers) const {
    const std::array<float, kCorners> weights = Weights();
    double sum = 0;
    for (size_t corner = 0; corner < kCorners; ++corner) {
      sum += At(weights, corner) * At(numbers, corner);
    }
    return sum;
  }
  /// Of what changes with the pixels by these slopes: how it changes with the place.
  [[nodiscard]] double SlopeY(const std::array<float, kCorners>& slopes) const {
    return (1 - x) * (At(slopes, 2) - At(slopes, 0)) + x * (At(slopes, 3) - At(slopes, 1));
  }
  [[nodiscard]] double SlopeX(const std::array<float, kCorners>& slopes) const {
    return (1 - y) * (At(slopes, 1) - At(slopes, 0)) + y * (At(slopes, 3) - At(slopes, 2));
  }

 private:
  [[nodiscard]] static double At(const std::array<float, kCorners>& slopes, size_t corner) {
    return static_cast<double>(slopes[corner]);
  }
};

/// NaN, and what is a pixel or more outside, has no pixels.
[[nodiscard]] inline Corners CornersAt(double y, double x, int64_t height, int64_t width) {
  Corners corners;
  if (!(y > -1 && y < static_cast<double>(height) && x > -1 && x < static_cast<double>(width))) {
    return corners;
  }
  // Rounded down; above -1, so that it is 0 or 1 less than without a fraction.
  const int64_t row = static_cast<int64_t>(y) - (y < 0 ? 1 : 0);
  const int64_t column = static_cast<int64_t>(x) - (x < 0 ? 1 : 0);
  corners.y = y - static_cast<double>(row);
  corners.x = x - static_cast<double>(column);
  for (size_t corner = 0; corner < kCorners; ++corner) {
    const int64_t r = row + static_cast<int64_t>(corner / 2);
    const int64_t c = column + static_cast<int64_t>(corner % 2);
    corners.pixels[corner] = r >= 0 && r < height && c >= 0 && c < width ? r * width + c : -1;
  }
  return corners;
}

/// The same bits on every instruction set.
struct PixelRows {
  /// to[i] = scale * the sum over k of weights[k] * rows[k][i], in their order
  void (*combine)(const float* const* rows, const float* weights, int64_t count, float scale, int64_t length,
                  float* to);
  /// sums[k][i] += weights[k] * row[i] for four k
  void (*spread)(const float* row, const float* weights, int64_t length, double* const* sums);
  /// products[k] = the sum over i of row[i] * rows[k][i] for four k, in 16 lanes
  void (*multiply)(const float* row, const float* const* rows, int64_t length, float* products);
};
/// Those for the processor at hand.
[[nodiscard]] const PixelRows& BestPixelRows();

}  // namespace openaclnn
