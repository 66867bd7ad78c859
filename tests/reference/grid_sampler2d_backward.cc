// SPDX-License-Identifier: Apache-2.0
#include "tests/reference/grid_sampler2d_backward.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "tests/reference/terms.h"
#include "tests/support/grid_modes.h"

namespace openaclnn::reference {
namespace {

using testing::Array;
using testing::Full;
using testing::Require;

/// A pixel coordinate along one axis and its derivative with respect to the grid value.
struct Coordinate {
  double position;
  double slope;
};

/// Numbers that are rounded to T one by one: `volatile`, as a compiler that contracts a*b - c into an FMA would move
/// ties and boundaries.
template <typename T>
T Rounded(T value) {
  volatile T rounded = value;
  return rounded;
}

template <typename T>
Coordinate Unnormalise(T gridValue, int64_t size, bool alignCorners) {
  const auto s = static_cast<T>(size);
  const auto last = static_cast<T>(size - 1);
  const T fromLeft = Rounded<T>(gridValue + 1);
  if (alignCorners) {  // -1 and +1 are the centres of the outer pixels
    return {Rounded<T>(fromLeft / 2 * last), last / 2};
  }
  return {Rounded<T>(Rounded<T>(fromLeft * s) - 1) / 2, s / 2};  // -1 and +1 are the image's edges
}

Coordinate Clip(Coordinate c, int64_t size) {
  const auto last = static_cast<double>(size - 1);
  if (c.position <= 0) {  // the borders themselves count as outside: slope 0
    return {0, 0};
  }
  if (c.position >= last) {
    return {last, 0};
  }
  return c;  // NaN comes through here
}

/// Mirrors at the centres of the outer pixels (alignCorners) or at the image's edges until inside.
template <typename T>
Coordinate Reflect(Coordinate c, int64_t size, bool alignCorners) {
  const T low = alignCorners ? T{0} : T{-0.5};
  const auto wayAndBack = static_cast<T>(2 * (alignCorners ? size - 1 : size));
  if (wayAndBack == 0) {
    return {0, 0};
  }
  const T distance = Rounded<T>(std::fabs(static_cast<T>(c.position) - low));
  const double slope = c.position < low ? -c.slope : c.slope;
  const T before = Rounded<T>(std::floor(Rounded<T>(distance / wayAndBack)) * wayAndBack);
  const T there = Rounded<T>(distance - before);
  const T back = Rounded<T>(wayAndBack - there);
  return there > back ? Coordinate{Rounded<T>(back + low), -slope}
                      : Coordinate{Rounded<T>(there + low), slope};
}

template <typename T>
Coordinate Locate(double gridValue, int64_t size, int64_t paddingMode, bool alignCorners) {
  Coordinate c = Unnormalise(static_cast<T>(gridValue), size, alignCorners);
  if (paddingMode == kReflection) {
    c = Reflect<T>(c, size, alignCorners);
  }
  return paddingMode == kZeros ? c : Clip(c, size);
}

bool Usable(double position) {
  return position >= -2147483648.0 && position <= 2147483646.0;  // false for NaN
}

/// A neighbour of a sample: which pixel, its weight, and the weight's derivatives along x and y.
struct Corner {
  int64_t y;
  int64_t x;
  long double weight;
  long double alongX;
  long double alongY;
};

class Problem {
 public:
  Problem(const Array& gradOutput, const Array& input, const Array& grid, int64_t interpolationMode,
          int64_t paddingMode, bool alignCorners, Terms terms, Positions positions)
      : gradOutput_(gradOutput),
        input_(input),
        grid_(grid),
        interpolationMode_(interpolationMode),
        paddingMode_(paddingMode),
        alignCorners_(alignCorners),
        terms_(terms),
        positions_(positions) {
    Require(interpolationMode == kBilinear || interpolationMode == kNearest, "unknown interpolationMode");
    Require(paddingMode == kZeros || paddingMode == kBorder || paddingMode == kReflection,
            "unknown paddingMode");
    Require(gradOutput.shape.size() == 4 && input.shape.size() == 4 && grid.shape.size() == 4, "not 4-D");
    batch_ = input.shape[0];
    channels_ = input.shape[1];
    height_ = input.shape[2];
    width_ = input.shape[3];
    outHeight_ = grid.shape[1];
    outWidth_ = grid.shape[2];
    Require(height_ > 0 && width_ > 0, "input has no pixels");
    Require(grid.shape[0] == batch_ && grid.shape[3] == 2, "grid is not [N,Ho,Wo,2]");
    Require(gradOutput.shape == testing::Shape({batch_, channels_, outHeight_, outWidth_}),
            "gradOutput is not [N,C,Ho,Wo]");
    inputSums_.assign(input.values.size(), 0.0L);
  }

  GridSampler2DBackwardResult Solve() {
    GridSampler2DBackwardResult result{Full(input_.shape, 0.0), Full(grid_.shape, 0.0)};
    for (int64_t n = 0; n < batch_; ++n) {
      for (int64_t h = 0; h < outHeight_; ++h) {
        for (int64_t w = 0; w < outWidth_; ++w) {
          SolveSample(n, h, w, result.gridGrad);
        }
      }
    }
    for (size_t i = 0; i < inputSums_.size(); ++i) {
      result.inputGrad.values[i] = static_cast<double>(inputSums_[i]);
    }
    return result;
  }

 private:
  void SolveSample(int64_t n, int64_t h, int64_t w, Array& gridGrad) {
    const auto gridAt = static_cast<size_t>(((n * outHeight_ + h) * outWidth_ + w) * 2);
    const auto locate = positions_ == Positions::kFloat32 ? Locate<float> : Locate<double>;
    const Coordinate x = locate(grid_.values[gridAt], width_, paddingMode_, alignCorners_);
    const Coordinate y = locate(grid_.values[gridAt + 1], height_, paddingMode_, alignCorners_);
    if (!Usable(x.position) || !Usable(y.position)) {
      return;
    }
    if (interpolationMode_ == kNearest) {  // piecewise constant: no gradient for the grid
      Scatter(n, h, w,
              {static_cast<int64_t>(std::nearbyint(y.position)),
               static_cast<int64_t>(std::nearbyint(x.position)), 1, 0, 0});
      return;
    }
    const double x0 = std::floor(x.position);
    const double y0 = std::floor(y.position);
    const long double tx = x.position - x0;
    const long double ty = y.position - y0;
    const auto left = static_cast<int64_t>(x0);
    const auto top = static_cast<int64_t>(y0);
    const std::array<Corner, 4> corners{{
        {top, left, (1 - tx) * (1 - ty), -(1 - ty), -(1 - tx)},
        {top, left + 1, tx * (1 - ty), 1 - ty, -tx},
        {top + 1, left, (1 - tx) * ty, -ty, 1 - tx},
        {top + 1, left + 1, tx * ty, ty, tx},
    }};
    long double sumX = 0;
    long double sumY = 0;
    for (const Corner& corner : corners) {
      const long double dot = Scatter(n, h, w, corner);
      sumX += Term(corner.alongX) * dot;
      sumY += Term(corner.alongY) * dot;
    }
    gridGrad.values[gridAt] = static_cast<double>(Term(x.slope) * sumX);
    gridGrad.values[gridAt + 1] = static_cast<double>(Term(y.slope) * sumY);
  }

  /// Adds the sample's gradients to the corner's pixels; returns the sum over channels of pixel * gradient. A
  /// corner outside the image takes no part: 0. One of weight 0 inside does, so that 0 * inf is NaN.
  long double Scatter(int64_t n, int64_t h, int64_t w, const Corner& corner) {
    if (corner.x < 0 || corner.x >= width_ || corner.y < 0 || corner.y >= height_) {
      return 0;
    }
    long double dot = 0;
    for (int64_t c = 0; c < channels_; ++c) {
      const int64_t plane = n * channels_ + c;
      const auto pixel = static_cast<size_t>((plane * height_ + corner.y) * width_ + corner.x);
      const auto sample = static_cast<size_t>((plane * outHeight_ + h) * outWidth_ + w);
      const long double g = Term(gradOutput_.values[sample]);
      inputSums_[pixel] += corner.weight * g;
      dot += Term(input_.values[pixel]) * g;
    }
    return dot;
  }

  // With all factors absolute, every sum above becomes the sum of its absolute terms.
  long double Term(long double value) const { return terms_ == Terms::kAbsolute ? std::fabs(value) : value; }

  const Array& gradOutput_;
  const Array& input_;
  const Array& grid_;
  int64_t interpolationMode_;
  int64_t paddingMode_;
  bool alignCorners_;
  Terms terms_;
  Positions positions_;
  int64_t batch_ = 0;
  int64_t channels_ = 0;
  int64_t height_ = 0;
  int64_t width_ = 0;
  int64_t outHeight_ = 0;
  int64_t outWidth_ = 0;
  std::vector<long double> inputSums_;  // many samples may land on one pixel: keep digits beyond double
};

}  // namespace

GridSampler2DBackwardResult GridSampler2DBackward(const Array& gradOutput, const Array& input,
                                                  const Array& grid, int64_t interpolationMode,
                                                  int64_t paddingMode, bool alignCorners,
                                                  Positions positions) {
  return Problem(gradOutput, input, grid, interpolationMode, paddingMode, alignCorners, Terms::kSigned,
                 positions)
      .Solve();
}

GridSampler2DBackwardResult GridSampler2DBackwardMagnitudes(const Array& gradOutput, const Array& input,
                                                            const Array& grid, int64_t interpolationMode,
                                                            int64_t paddingMode, bool alignCorners,
                                                            Positions positions) {
  return Problem(gradOutput, input, grid, interpolationMode, paddingMode, alignCorners, Terms::kAbsolute,
                 positions)
      .Solve();
}

}  // namespace openaclnn::reference
