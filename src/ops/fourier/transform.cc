// SPDX-License-Identifier: Apache-2.0
#include "ops/fourier/transform.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <initializer_list>
#include <numbers>

namespace openaclnn {
namespace {

using Complex = std::complex<double>;

// exp(-2 pi i k / n) for 0 <= k <= n. Angles are taken from the nearest axis: a small one is rounded least.
Complex RootOf(int64_t k, int64_t n) {
  const int64_t quarter = (8 * k + n) / (2 * n);
  const double angle =
      std::numbers::pi * static_cast<double>(8 * k - quarter * 2 * n) / (4 * static_cast<double>(n));
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  switch (quarter % 4) {
    case 0:
      return {cosine, -sine};
    case 1:
      return {-sine, -cosine};
    case 2:
      return {-cosine, sine};
    default:
      return {sine, cosine};
  }
}

// All of exp(-2 pi i k / n): the lower half of the circle is the upper one's mirror image.
class Roots {
 public:
  explicit Roots(int64_t n) : n_(n), upper_(static_cast<size_t>(n / 2) + 1) {
    for (int64_t k = 0; k <= n / 2; ++k) {
      upper_[static_cast<size_t>(k)] = RootOf(k, n);
    }
  }

  [[nodiscard]] Complex At(int64_t k) const {
    k %= n_;
    return k <= n_ / 2 ? upper_[static_cast<size_t>(k)] : std::conj(upper_[static_cast<size_t>(n_ - k)]);
  }

 private:
  int64_t n_;
  std::vector<Complex> upper_;
};

void Append(Complex number, std::vector<double>& to) {
  to.push_back(number.real());
  to.push_back(number.imag());
}

// The factors of a number, those with functions of their own first.
std::vector<int64_t> FactorsOf(int64_t number) {
  std::vector<int64_t> factors;
  const auto take = [&](int64_t factor) {
    for (; number % factor == 0; number /= factor) {
      factors.push_back(factor);
    }
  };
  for (const int64_t factor : {4, 2, 3, 5}) {
    take(factor);
  }
  for (int64_t factor = 7; factor * factor <= number; factor += 2) {
    take(factor);
  }
  if (number > 1) {
    factors.push_back(number);
  }
  return factors;
}

}  // namespace

FourierPlan::FourierPlan(int64_t numbers, bool ofComplex)
    : length(numbers),
      complex(ofComplex),
      points(!ofComplex && numbers % 2 == 0 ? numbers / 2 : numbers),
      halved(points != numbers) {
  const Roots roots(length);
  const int64_t step = length / points;
  int64_t rest = points;
  for (const int64_t radix : FactorsOf(points)) {
    largestRadix = std::max(largestRadix, radix);
    Pass pass{radix, factors.size(), 0};
    const int64_t distance = step * (points / rest);
    for (int64_t k = 0; k < rest / radix; ++k) {
      for (int64_t result = 1; result < radix; ++result) {
        Append(roots.At(k * result * distance), factors);
      }
    }
    pass.roots = factors.size();
    if (radix > 5) {
      for (int64_t j = 0; j < radix; ++j) {
        Append(roots.At(j * (length / radix)), factors);
      }
    }
    passes.push_back(pass);
    rest /= radix;
  }
  for (int64_t k = 0; halved && k <= points; ++k) {
    Append(roots.At(k), halves);
  }
}

}  // namespace openaclnn
