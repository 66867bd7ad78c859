// SPDX-License-Identifier: Apache-2.0
#include "ops/fourier/transform.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <initializer_list>
#include <numbers>
#include <utility>

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

// base ^ exponent modulo a number below 2^31.
int64_t PowerModulo(int64_t base, int64_t exponent, int64_t modulus) {
  int64_t power = 1;
  for (; exponent > 0; exponent /= 2) {
    power = exponent % 2 == 1 ? power * base % modulus : power;
    base = base * base % modulus;
  }
  return power;
}

// The least number whose powers are all that are not 0, modulo a prime.
int64_t PrimitiveRoot(int64_t prime) {
  const std::vector<int64_t> factors = FactorsOf(prime - 1);
  const auto isRoot = [&](int64_t number) {
    return std::ranges::none_of(factors, [&](int64_t factor) {
      // Of a number with several factors 2, 4 is one of them.
      return PowerModulo(number, (prime - 1) / (factor == 4 ? 2 : factor), prime) == 1;
    });
  };
  int64_t root = 2;
  while (!isRoot(root)) {
    ++root;
  }
  return root;
}

// The powers of the root modulo a prime, all that are not 0.
std::vector<int64_t> PowersModulo(int64_t prime) {
  const int64_t root = PrimitiveRoot(prime);
  std::vector<int64_t> powers(static_cast<size_t>(prime - 1));
  int64_t power = 1;
  for (int64_t& place : powers) {
    place = power;
    power = power * root % prime;
  }
  return powers;
}

// Operations for a point of a pass: those of a radix with a function of its own; of others for each point of the radix.
constexpr double kWorkOfPoint = 8;
constexpr double kWorkOfRoot = 1.5;
// Below, no convolution is faster.
constexpr int64_t kLeastConvolved = 41;

}  // namespace

PrimeConvolution::PrimeConvolution(int64_t prime)
    : plan(prime - 1, true), places(PowersModulo(prime)), spectrum(2 * places.size()) {
  const Roots roots(prime);
  std::vector<double> numbers;
  for (size_t i = 0; i < places.size(); ++i) {
    Append(roots.At(places[(places.size() - i) % places.size()]), numbers);
  }
  TransformRows(plan, {.numbers = numbers.data(),
                       .rows = 1,
                       .scale = 1 / static_cast<double>(places.size()),
                       .frequencies = prime - 1,
                       .results = spectrum.data(),
                       .frequencyStride = 1});
}

RealConvolution::RealConvolution(int64_t prime)
    : plan(prime - 1, false), places(PowersModulo(prime)), spectrum(places.size() + 2) {
  const Roots roots(prime);
  std::vector<double> numbers;
  for (size_t i = 0; i < places.size(); ++i) {
    const Complex turned = roots.At(places[(places.size() - i) % places.size()]);
    numbers.push_back(turned.real() - turned.imag());
  }
  TransformRows(plan, {.numbers = numbers.data(),
                       .rows = 1,
                       .scale = 1 / static_cast<double>(plan.points),
                       .frequencies = plan.points + 1,
                       .results = spectrum.data(),
                       .frequencyStride = 1});
}

FourierPlan::FourierPlan(int64_t numbers, bool ofComplex)
    : length(numbers),
      complex(ofComplex),
      points(!ofComplex && numbers % 2 == 0 ? numbers / 2 : numbers),
      halved(points != numbers) {
  const std::vector<int64_t> radices = FactorsOf(points);
  if (!complex && !halved && radices.size() == 1 && length >= kLeastConvolved) {
    convolution = std::make_shared<const RealConvolution>(length);
    scratchPoints = convolution->plan.scratchPoints;
    work = 2 * (convolution->plan.work + static_cast<double>(length) * kWorkOfPoint);
    return;
  }
  const Roots roots(length);
  const int64_t step = length / points;
  int64_t rest = points;
  for (const int64_t radix : radices) {
    Pass pass{radix, factors.size(), 0, {}};
    const int64_t distance = step * (points / rest);
    for (int64_t k = 0; k < rest / radix; ++k) {
      for (int64_t result = 1; result < radix; ++result) {
        Append(roots.At(k * result * distance), factors);
      }
    }
    const int64_t others = points / radix;
    double ofPass = static_cast<double>(points) * kWorkOfPoint;
    if (radix > 5) {
      pass.roots = factors.size();
      for (int64_t j = 0; j < radix; ++j) {
        Append(roots.At(j * (length / radix)), factors);
      }
      ofPass += static_cast<double>(points * radix) * kWorkOfRoot;
      int64_t scratch = radix;
      if (radix >= kLeastConvolved) {
        auto ofRadix = std::make_shared<const PrimeConvolution>(radix);
        const double convolved = 2 * (static_cast<double>(others) * ofRadix->plan.work +
                                      static_cast<double>(points) * kWorkOfPoint);
        if (convolved < ofPass) {
          ofPass = convolved;
          scratch = 2 * (radix - 1) + ofRadix->plan.scratchPoints;
          pass.convolution = std::move(ofRadix);
        }
      }
      scratchPoints = std::max(scratchPoints, scratch);
    }
    work += ofPass;
    passes.push_back(pass);
    rest /= radix;
  }
  for (int64_t k = 0; halved && k <= points; ++k) {
    Append(roots.At(k), halves);
  }
}

}  // namespace openaclnn
