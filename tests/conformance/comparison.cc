// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "tests/conformance/parallel.h"

namespace openaclnn::conformance {
namespace {

constexpr int64_t kBlock = 4096;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool SameValue(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// The published standard's numbers for a dtype.
struct Published {
  double relative;
  double absolute;
  double limit;  // of the absolute error, or 32 ulps
};

const Published& PublishedFor(aclDataType dtype) {
  static constexpr Published kFor16{0x1p-9, 0x1p-9, 1e-1};
  static constexpr Published kForBfloat16{0x1p-6, 0x1p-6, 1};
  static constexpr Published kFor32{0x1p-10, 0x1p-16, 1e-2};
  return dtype == ACL_FLOAT16 ? kFor16 : dtype == ACL_BF16 ? kForBfloat16 : kFor32;
}

double Share(int64_t part, int64_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Comparison::Comparison(std::string name, const Tensor& actual, Tolerance tolerance)
    : name_(std::move(name)), actual_(&actual), tolerance_(tolerance), format_(FormatOf(actual.Dtype())) {}

void Comparison::AddBlock(int64_t first, int64_t count, const double* expected, const double* magnitudes) {
  std::vector<double> actual(static_cast<size_t>(std::min(count, kBlock)));
  for (int64_t done = 0; done < count; done += kBlock) {
    const int64_t size = std::min(kBlock, count - done);
    actual_->Read(first + done, size, actual.data());
    for (int64_t i = 0; i < size; ++i) {
      const double value = expected[done + i];
      Add(first + done + i, actual[static_cast<size_t>(i)], value,
          magnitudes == nullptr ? std::fabs(value) : magnitudes[done + i]);
    }
  }
}

void Comparison::Add(int64_t element, double actual, double expected, double magnitude) {
  ++count_;
  if (!std::isfinite(expected)) {
    const bool matches = SameValue(actual, expected) || (tolerance_.anyNonFinite && !std::isfinite(actual));
    rounded_ += matches ? 1 : 0;
    AddPublished(actual, expected, matches);
    if (!matches) {
      ++wrong_;
      if (!worst_ || worst_->share < kInfinity) {
        worst_ = Worst{element, actual, expected, magnitude, 0, kInfinity};
      }
    }
    return;
  }
  const double unbounded = format_.RoundUnbounded(expected);
  const double largest = format_.LargestFinite();
  const bool overflows = std::fabs(unbounded) > largest;
  const double target = overflows ? std::copysign(kInfinity, unbounded) : unbounded;
  const bool isRounded = actual == target;
  // Infinity seen as the number after the largest finite one, so that it has a distance from others.
  const double comparable =
      std::isinf(actual) ? std::copysign(largest + format_.Ulp(largest), actual) : actual;

  const double ulp = format_.Ulp(expected);
  const double arithmetic = FormatOf(ACL_FLOAT).Ulp(std::isfinite(magnitude) ? magnitude : expected);
  const double allowed = ulp + tolerance_.arithmeticUlps * arithmetic;
  const double error = isRounded ? 0 : std::fabs(comparable - unbounded);
  const double share = std::isnan(error) ? kInfinity : error / allowed;

  rounded_ += isRounded ? 1 : 0;
  // Where a float32 ulp of what was added up is no longer small beside the output's, an implementation in
  // float32 cannot know which way to round.
  constexpr double kCancelled = 0x1p-9;
  if (actual_->Dtype() != ACL_FLOAT && arithmetic <= kCancelled * ulp) {
    ++wellConditioned_;
    wellConditionedRounded_ += isRounded ? 1 : 0;
  }
  wrong_ += share > 1 ? 1 : 0;
  AddPublished(actual, overflows ? target : expected, isRounded);
  if (!worst_ || share > worst_->share) {
    worst_ = Worst{element, actual, expected, magnitude, allowed, share};
  }
}

void Comparison::AddPublished(double actual, double expected, bool matches) {
  if (matches) {
    ++publishedMatches_;
    return;
  }
  if (!std::isfinite(actual) || !std::isfinite(expected)) {
    publishedLimitHeld_ = false;
    return;
  }
  const Published& standard = PublishedFor(actual_->Dtype());
  const double error = std::fabs(actual - expected);
  publishedMatches_ += error <= standard.absolute + standard.relative * std::fabs(expected) ? 1 : 0;
  publishedLimitHeld_ = publishedLimitHeld_ && error <= std::max(standard.limit, 32 * format_.Ulp(expected));
}

void Comparison::Merge(const Comparison& other) {
  count_ += other.count_;
  wrong_ += other.wrong_;
  rounded_ += other.rounded_;
  wellConditioned_ += other.wellConditioned_;
  wellConditionedRounded_ += other.wellConditionedRounded_;
  publishedMatches_ += other.publishedMatches_;
  publishedLimitHeld_ = publishedLimitHeld_ && other.publishedLimitHeld_;
  if (other.worst_ && (!worst_ || other.worst_->share > worst_->share)) {
    worst_ = other.worst_;
  }
}

double Comparison::RoundedShare() const {
  return Share(rounded_, count_);
}

double Comparison::WellConditionedRoundedShare() const {
  return Share(wellConditionedRounded_, wellConditioned_);
}

bool Comparison::EnoughRounded() const {
  // One in a thousand, and one more: a small output must not fail for a single close call.
  return wellConditioned_ - wellConditionedRounded_ <= 1 + wellConditioned_ / 1000;
}

bool Comparison::PassedPublished() const {
  constexpr double kMatchesNeeded = 0.99;
  return publishedLimitHeld_ && Share(publishedMatches_, count_) >= kMatchesNeeded;
}

Comparison CompareElementwise(const Comparison& empty, int64_t count, const ExpectedBlock& expectedBlock) {
  const auto parts = MapPieces(count, kBlock, [&](int64_t begin, int64_t end) {
    Comparison part = empty;
    std::vector<double> expected(kBlock);
    for (int64_t first = begin; first < end; first += kBlock) {
      const int64_t size = std::min(kBlock, end - first);
      expectedBlock(first, size, expected.data());
      part.AddBlock(first, size, expected.data(), nullptr);
    }
    return part;
  });
  Comparison whole = empty;
  for (const Comparison& part : parts) {
    whole.Merge(part);
  }
  return whole;
}

}  // namespace openaclnn::conformance
