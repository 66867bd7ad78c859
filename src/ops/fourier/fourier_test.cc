// SPDX-License-Identifier: Apache-2.0
//
// Fourier transforms against their sums in long double, written out; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <optional>
#include <vector>

#include "aclnnop/acl_rfft1d.h"
#include "aclnnop/acl_stft.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/number_tensor.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr Lie kLies[] = {Lie::kPlain, Lie::kTransposed, Lie::kStepped};

Numbers Draw(const Shape& shape, aclDataType dtype, Random& random) {
  Numbers numbers{shape, {}};
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    numbers.values.push_back(RoundTo(dtype, Number(random.StandardNormal(), random.StandardNormal())));
  }
  return numbers;
}

// The sum for frequency w of so many numbers. Angles are reduced before they are rounded.
Number Frequency(const std::vector<Number>& numbers, int64_t w) {
  Number sum = 0;
  const auto length = static_cast<int64_t>(numbers.size());
  for (int64_t k = 0; k < length; ++k) {
    const long double angle = -2 * std::numbers::pi_v<long double> *
                              static_cast<long double>(w * k % length) / static_cast<long double>(length);
    sum += numbers[static_cast<size_t>(k)] * Number(std::cos(angle), std::sin(angle));
  }
  return sum;
}

// What results of a type may differ by: the rounding of the largest ones that occur, and in DOUBLE the
// transform's own.
long double Allowed(aclDataType dtype, size_t length) {
  const long double size = 8 * std::sqrt(static_cast<long double>(length)) + 1;
  return PartOf(dtype) == ACL_DOUBLE ? 0x1p-50L * size : 0x1p-24L * size;
}

// ---- aclStft

struct StftCase {
  Shape self;
  int64_t nFft;
  int64_t hop;
  int64_t window;  // 0: none is given, and it is as long as a piece
};

void ExpectStft(const StftCase& one, aclDataType dtype, int flags, Lie lie, Random& random) {
  const bool normalized = (flags & 1) != 0;
  const bool onesided = (flags & 2) != 0 && !IsComplex(dtype);
  const bool complex = (flags & 4) != 0;
  SCOPED_TRACE(::testing::Message() << ::testing::PrintToString(one.self) << " " << one.nFft << " " << one.hop
                                    << " " << one.window << " type " << dtype << " flags " << flags);
  const bool wide = PartOf(dtype) == ACL_DOUBLE;
  const aclDataType result = complex ? (wide ? ACL_COMPLEX128 : ACL_COMPLEX64) : PartOf(dtype);
  const int64_t frequencies = onesided ? one.nFft / 2 + 1 : one.nFft;
  const int64_t length = one.self.back();
  const int64_t pieces = (length - one.nFft) / one.hop + 1;
  const int64_t windowLength = one.window == 0 ? one.nFft : one.window;
  const Numbers self = Draw(one.self, dtype, random);
  const Numbers window = Draw({windowLength}, dtype, random);
  Shape shape(one.self.begin(), one.self.end() - 1);
  shape.insert(shape.end(), {frequencies, pieces});
  if (!complex) {
    shape.push_back(2);
  }
  const NumberTensor input(self, dtype, lie);
  const NumberTensor factors(window, dtype, lie);
  const NumberTensor out(shape, result, lie);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclStftGetWorkspaceSize(input.Get(), one.window == 0 ? nullptr : factors.Get(),
                                                 out.Get(), one.nFft, one.hop, windowLength, normalized,
                                                 onesided, complex, size, executor);
                },
                aclStft),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(out.IsIntactBetween());
  const Numbers actual = out.Read();
  const int64_t signals = one.self.size() == 2 ? one.self[0] : 1;
  const int64_t left = (one.nFft - windowLength) / 2;
  const long double factor = normalized ? 1 / std::sqrt(static_cast<long double>(one.nFft)) : 1;
  long double worst = 0;
  for (int64_t signal = 0; signal < signals; ++signal) {
    for (int64_t piece = 0; piece < pieces; ++piece) {
      std::vector<Number> numbers(static_cast<size_t>(one.nFft));
      for (int64_t k = 0; k < one.nFft; ++k) {
        const bool inside = k >= left && k < left + windowLength;
        const Number weight = one.window == 0 ? Number(1)
                              : inside        ? window.values[static_cast<size_t>(k - left)]
                                              : Number(0);
        numbers[static_cast<size_t>(k)] =
            weight * self.values[static_cast<size_t>(signal * length + piece * one.hop + k)];
      }
      for (int64_t w = 0; w < frequencies; ++w) {
        const Number exact = factor * Frequency(numbers, w);
        const auto at = static_cast<size_t>((signal * frequencies + w) * pieces + piece);
        const Number value = complex ? actual.values[at]
                                     : Number(actual.values[2 * at].real(), actual.values[2 * at + 1].real());
        worst = WorseOf(worst, std::abs(value - exact));
      }
    }
  }
  EXPECT_LE(worst, 4 * Allowed(dtype, static_cast<size_t>(one.nFft)));
}

TEST(Stft, EveryFlagTypeAndLayout) {
  Random random(31);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128}) {
    for (int flags = 0; flags < 8; ++flags) {
      const Lie lie = kLies[flags % 3];
      ExpectStft({{2, 50}, 16, 5, 16}, dtype, flags, lie, random);
      ExpectStft({{61}, 15, 7, 0}, dtype, flags, lie, random);
      ExpectStft({{3, 40}, 12, 40, 7}, dtype, flags, lie, random);
    }
  }
}

// Lengths of every kind: 1, primes, powers, products; more pieces than a task has.
TEST(Stft, EveryLength) {
  Random random(32);
  const auto trace = TraceSeed(random);
  for (const int64_t length : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 36, 49, 97, 100, 128}) {
    ExpectStft({{length + 5}, length, 2, 0}, ACL_DOUBLE, 6, Lie::kPlain, random);
    ExpectStft({{length + 5}, length, 2, 0}, ACL_COMPLEX128, 4, Lie::kPlain, random);
  }
  // Primes for which one number less is a product of small ones, of a prime like that, and of one that is not; products
  // of such primes.
  for (const int64_t length : {101, 107, 167, 205, 254, 303, 401}) {
    ExpectStft({{length + 3}, length, 1, 0}, ACL_DOUBLE, 6, Lie::kPlain, random);
    ExpectStft({{length + 1}, length, 2, 0}, ACL_COMPLEX128, 4, Lie::kPlain, random);
  }
  ExpectStft({{41 * 43}, 41 * 43, 1, 0}, ACL_COMPLEX128, 4, Lie::kPlain, random);
  ExpectStft({{2, 700}, 8, 1, 8}, ACL_FLOAT, 2, Lie::kPlain, random);
  for (const int64_t pieces : {1, 2, 3, 7, 8, 9, 17, 64, 65}) {  // around the numbers of lanes
    for (const int64_t hop : {3, 20}) {
      ExpectStft({{11 + hop * pieces}, 10, hop, 10}, ACL_DOUBLE, 7, Lie::kPlain, random);
      ExpectStft({{12 + hop * pieces}, 11, hop, 0}, ACL_COMPLEX64, 5, Lie::kStepped, random);
    }
  }
  ExpectStft({{0, 20}, 8, 1, 8}, ACL_FLOAT, 2, Lie::kPlain, random);
}

class StftChecks : public PhaseOneTest {
 protected:
  Descriptor self{{2, 20}};
  Descriptor doubles{{2, 20}, ACL_DOUBLE};
  Descriptor integers{{2, 20}, ACL_INT32};
  Descriptor complex{{2, 20}, ACL_COMPLEX64};
  Descriptor window{{8}};
  Descriptor wideWindow{{8}, ACL_DOUBLE};
  Descriptor out{{2, 5, 4}, ACL_COMPLEX64};
  Descriptor wideOut{{2, 5, 4}, ACL_COMPLEX128};
  Descriptor parts{{2, 5, 4, 2}};
  Descriptor whole{{2, 8, 4}, ACL_COMPLEX64};

  struct Options {
    int64_t nFft = 8;
    int64_t hop = 4;
    int64_t windowLength = 8;
    bool onesided = true;
    bool returnComplex = true;
  };

  aclnnStatus Plan(const aclTensor* signal, const aclTensor* factors, aclTensor* result,
                   const Options& options) {
    return Call("aclStft", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclStftGetWorkspaceSize(signal, factors, result, options.nFft, options.hop, options.windowLength,
                                     false, options.onesided, options.returnComplex, size, executor);
    });
  }
};

TEST_F(StftChecks, Statuses) {
  EXPECT_EQ(Plan(self.Get(), window.Get(), out.Get(), {}), ACL_SUCCESS);
  EXPECT_EQ(Plan(self.Get(), nullptr, out.Get(), {}), ACL_SUCCESS);
  EXPECT_EQ(Plan(self.Get(), window.Get(), parts.Get(), {.returnComplex = false}), ACL_SUCCESS);
  EXPECT_EQ(Plan(complex.Get(), nullptr, whole.Get(), {.onesided = false}), ACL_SUCCESS);
  EXPECT_EQ(Plan(nullptr, window.Get(), out.Get(), {}), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(Plan(self.Get(), window.Get(), nullptr, {}), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(Plan(integers.Get(), window.Get(), out.Get(), {}), kInvalid);
  ExpectMessage({"self", "INT32"});
  EXPECT_EQ(Plan(self.Get(), wideWindow.Get(), out.Get(), {}), kInvalid);
  ExpectMessage({"windowOptional", "DOUBLE"});
  EXPECT_EQ(Plan(self.Get(), window.Get(), wideOut.Get(), {}), kInvalid);
  ExpectMessage({"out", "COMPLEX128"});
  EXPECT_EQ(Plan(self.Get(), window.Get(), out.Get(), {.returnComplex = false}), kInvalid);
  ExpectMessage({"out", "COMPLEX64"});
  EXPECT_EQ(Plan(parts.Get(), window.Get(), out.Get(), {}), kInvalid);
  ExpectMessage({"self", "1 or 2 dims"});
  EXPECT_EQ(Plan(self.Get(), window.Get(), out.Get(), {.nFft = 0, .windowLength = 1}), kInvalid);
  ExpectMessage({"nFft", "0"});
  EXPECT_EQ(Plan(self.Get(), window.Get(), out.Get(), {.nFft = 21}), kInvalid);
  ExpectMessage({"self", "at least nFft"});
  EXPECT_EQ(Plan(self.Get(), window.Get(), out.Get(), {.hop = 0}), kInvalid);
  ExpectMessage({"hopLength", "0"});
  EXPECT_EQ(Plan(self.Get(), window.Get(), out.Get(), {.windowLength = 9}), kInvalid);
  ExpectMessage({"winLength", "9"});
  EXPECT_EQ(Plan(self.Get(), window.Get(), out.Get(), {.windowLength = 7}), kInvalid);
  ExpectMessage({"windowOptional", "[8]"});
  EXPECT_EQ(Plan(complex.Get(), nullptr, out.Get(), {}), kInvalid);
  ExpectMessage({"onesided"});
  EXPECT_EQ(Plan(self.Get(), window.Get(), whole.Get(), {}), kInvalid);
  ExpectMessage({"out", "[2, 8, 4]"});
}

// ---- aclRfft1D

// So long that rows are transformed one after another: those of single ones among zeros are known.
TEST(Rfft1D, LongRows) {
  constexpr int64_t kLength = 3 << 16;
  const std::vector<int64_t> places{1, 12345, kLength - 7};
  Numbers self{{3, kLength}, std::vector<Number>(static_cast<size_t>(3 * kLength))};
  for (size_t row = 0; row < places.size(); ++row) {
    self.values[row * static_cast<size_t>(kLength) + static_cast<size_t>(places[row])] = 1;
  }
  const NumberTensor input(self, ACL_FLOAT);
  const NumberTensor out(Shape{3, kLength / 2 + 1, 2}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclRfft1DGetWorkspaceSize(input.Get(), kLength, 1, 1, out.Get(), size, executor);
                },
                aclRfft1D),
            ACL_SUCCESS)
      << LastMessage();
  const Numbers actual = out.Read();
  long double worst = 0;
  for (size_t row = 0; row < places.size(); ++row) {
    for (int64_t k = 0; k <= kLength / 2; ++k) {
      const long double angle = -2 * std::numbers::pi_v<long double> *
                                static_cast<long double>(k * places[row] % kLength) / kLength;
      const size_t at = 2 * (row * static_cast<size_t>(kLength / 2 + 1) + static_cast<size_t>(k));
      worst = WorseOf(worst, std::abs(Number(actual.values[at].real(), actual.values[at + 1].real()) -
                                      Number(std::cos(angle), std::sin(angle))));
    }
  }
  EXPECT_LE(worst, 0x1p-23L);  // rounded once
}

void ExpectRfft(const Shape& shape, int64_t n, int64_t dim, int64_t norm, Lie lie, Random& random) {
  SCOPED_TRACE(::testing::Message() << ::testing::PrintToString(shape) << " " << n << " " << dim << " "
                                    << norm);
  const auto place = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim);
  const Numbers self = Draw(shape, ACL_FLOAT, random);
  Shape result = shape;
  result[place] = n / 2 + 1;
  result.push_back(2);
  const NumberTensor input(self, ACL_FLOAT, lie);
  const NumberTensor out(result, ACL_FLOAT, lie);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclRfft1DGetWorkspaceSize(input.Get(), n, dim, norm, out.Get(), size, executor);
                },
                aclRfft1D),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(out.IsIntactBetween());
  const Numbers actual = out.Read();
  const auto length = static_cast<long double>(n);
  const long double factor = norm == 1 ? 1 : norm == 2 ? 1 / length : 1 / std::sqrt(length);
  long double worst = 0;
  for (size_t i = 0; i < actual.values.size(); i += 2) {
    Shape index = IndexOf(result, static_cast<int64_t>(i));
    const int64_t w = index[place];
    index.pop_back();
    std::vector<Number> numbers(static_cast<size_t>(n));
    for (int64_t k = 0; k < std::min(n, shape[place]); ++k) {
      index[place] = k;
      numbers[static_cast<size_t>(k)] = self.values[FlatIndex(shape, index)];
    }
    const Number exact = factor * Frequency(numbers, w);
    worst = WorseOf(worst, std::abs(Number(actual.values[i].real(), actual.values[i + 1].real()) - exact));
  }
  EXPECT_LE(worst, Allowed(ACL_FLOAT, static_cast<size_t>(n)));
}

TEST(Rfft1D, EveryDimNormAndLayout) {
  Random random(33);
  const auto trace = TraceSeed(random);
  for (const int64_t norm : {1, 2, 3}) {
    for (const Lie lie : kLies) {
      ExpectRfft({40}, 40, 0, norm, lie, random);
      ExpectRfft({3, 20, 4}, 20, 1, norm, lie, random);
      ExpectRfft({7, 5}, 4, 0, norm, lie, random);       // cut
      ExpectRfft({2, 3, 5}, 11, -1, norm, lie, random);  // extended
      ExpectRfft({2, 1, 2, 1, 2, 1, 3}, 6, 2, norm, lie, random);
    }
  }
  ExpectRfft({0, 4}, 4, 1, 1, Lie::kPlain, random);
  ExpectRfft({2, 0}, 3, 1, 1, Lie::kPlain, random);  // of zeros
  ExpectRfft({5}, 1, 0, 1, Lie::kPlain, random);
}

TEST(Rfft1D, PublishedExample) {
  const NumberTensor self(Numbers{{4}, {1, 2, 3, 4}}, ACL_FLOAT);
  const NumberTensor out(Shape{3, 2}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclRfft1DGetWorkspaceSize(self.Get(), 4, 0, 1, out.Get(), size, executor);
                },
                aclRfft1D),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read().values, (std::vector<Number>{10, 0, -2, 2, -2, 0}));
}

class Rfft1DChecks : public PhaseOneTest {
 protected:
  Descriptor self{{3, 8}};
  Descriptor doubles{{3, 8}, ACL_DOUBLE};
  Descriptor scalar{{}};
  Descriptor eight{{1, 1, 1, 1, 1, 1, 1, 8}};
  Descriptor out{{3, 5, 2}};
  Descriptor wideOut{{3, 5, 2}, ACL_DOUBLE};

  aclnnStatus Plan(const aclTensor* input, int64_t n, int64_t dim, int64_t norm, aclTensor* result) {
    return Call("aclRfft1D", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclRfft1DGetWorkspaceSize(input, n, dim, norm, result, size, executor);
    });
  }
};

TEST_F(Rfft1DChecks, Statuses) {
  EXPECT_EQ(Plan(self.Get(), 8, 1, 1, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(Plan(self.Get(), 8, -1, 3, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(Plan(nullptr, 8, 1, 1, out.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(Plan(self.Get(), 8, 1, 1, nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(Plan(doubles.Get(), 8, 1, 1, out.Get()), kInvalid);
  ExpectMessage({"self", "DOUBLE"});
  EXPECT_EQ(Plan(self.Get(), 8, 1, 1, wideOut.Get()), kInvalid);
  ExpectMessage({"out", "DOUBLE"});
  EXPECT_EQ(Plan(scalar.Get(), 8, 0, 1, out.Get()), kInvalid);
  ExpectMessage({"self", "1 to 7 dims"});
  EXPECT_EQ(Plan(eight.Get(), 8, 0, 1, out.Get()), kInvalid);
  ExpectMessage({"self", "1 to 7 dims"});
  EXPECT_EQ(Plan(self.Get(), 0, 1, 1, out.Get()), kInvalid);
  ExpectMessage({"n: ", "0"});
  EXPECT_EQ(Plan(self.Get(), 8, 2, 1, out.Get()), kInvalid);
  ExpectMessage({"dim", "2 of 2"});
  EXPECT_EQ(Plan(self.Get(), 8, 1, 4, out.Get()), kInvalid);
  ExpectMessage({"norm", "4"});
  EXPECT_EQ(Plan(self.Get(), 8, 0, 1, out.Get()), kInvalid);
  ExpectMessage({"out", "[3, 5, 2]"});
}

}  // namespace
}  // namespace openaclnn::testing
