// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "tests/support/array.h"

namespace openaclnn::testing {

/// d loss(x) / d x[i] for every i: the third witness of a gradient, which knows nothing of its formula.
///
/// Central differences at `step` and half of it, extrapolated (Richardson), leave a truncation error of order
/// step^4. `loss` returns long double, so that with steps near 1e-3 rounding adds about 1e-16 of |loss| only.
/// It must be smooth within `step` of x.
template <typename Loss>
Array CentralDifference(const Array& x, const Loss& loss, double step) {
  Array gradient = Full(x.shape, 0.0);
  Array moved = x;
  const auto slope = [&](size_t element, double h) {
    const double centre = x.values[element];
    const double above = centre + h;
    const double below = centre - h;
    moved.values[element] = above;
    const long double lossAbove = loss(moved);
    moved.values[element] = below;
    const long double lossBelow = loss(moved);
    moved.values[element] = centre;
    // Divide by the step really taken: centre +- h was rounded.
    return (lossAbove - lossBelow) / (static_cast<long double>(above) - below);
  };
  for (size_t element = 0; element < x.values.size(); ++element) {
    const long double coarse = slope(element, step);
    const long double fine = slope(element, step / 2);
    gradient.values[element] = static_cast<double>((4 * fine - coarse) / 3);
  }
  return gradient;
}

/// The largest |a - b|; NaN counts as infinitely far.
inline double LargestDifference(const Array& a, const Array& b) {
  Require(a.shape == b.shape, "the shapes differ");
  double largest = 0;
  for (size_t element = 0; element < a.values.size(); ++element) {
    const double difference = std::fabs(a.values[element] - b.values[element]);
    largest = difference <= largest ? largest : difference;  // written so that NaN is kept
  }
  return largest;
}

}  // namespace openaclnn::testing
