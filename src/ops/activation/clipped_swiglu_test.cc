// SPDX-License-Identifier: Apache-2.0
//
// Gated linear units of bounded halves against their formulas in long double; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_clipped_swiglu.h"
#include "aclnnop/aclnn_clipped_swiglu_grad.h"
#include "aclnnop/aclnn_clipped_swiglu_v2.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

using Real = long double;

constexpr double kAlpha = 1.702;
constexpr double kLimit = 2.5;
constexpr double kBias = 1.25;

enum class Form { kFirst, kMode0, kMode1 };

Real Logistic(Real x) {
  return 1 / (1 + std::exp(-x));
}
Real Forward(Form form, Real x0, Real x1) {
  const Real b = std::clamp<Real>(x1, -kLimit, kLimit);
  if (form == Form::kMode1) {
    return std::min<Real>(x0 * Logistic(x0), kLimit) * b;
  }
  const Real a = std::min<Real>(x0, kLimit);
  return a * Logistic(kAlpha * a) * (b + kBias);
}

// A tensor, and where dim cuts it.
struct Cut {
  Shape shape;
  int64_t dim;
  bool interleaved;

  [[nodiscard]] size_t Axis() const {
    return static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim);
  }
  [[nodiscard]] Shape Half() const {
    Shape half = shape;
    half[Axis()] /= 2;
    return half;
  }
  // Where the first (or second) element of a place of the half is.
  [[nodiscard]] Shape Place(Shape index, bool second) const {
    int64_t& at = index[Axis()];
    at = interleaved ? 2 * at + (second ? 1 : 0) : at + (second ? shape[Axis()] / 2 : 0);
    return index;
  }
  // The row of an index: its dims before dim.
  [[nodiscard]] int64_t Row(const Shape& index) const {
    int64_t row = 0;
    for (size_t d = 0; d < Axis(); ++d) {
      row = row * shape[d] + index[d];
    }
    return row;
  }
};

size_t Flat(const Shape& shape, const Shape& index) {
  int64_t flat = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    flat = flat * shape[d] + index[d];
  }
  return static_cast<size_t>(flat);
}

struct Groups {
  std::vector<int64_t> sizes;
  int64_t rows;  // that they have together, as long as there are some
};
const std::vector<std::optional<Groups>> kGroups{std::nullopt, Groups{{2, 0, 1}, 3}, Groups{{0}, 0},
                                                 Groups{{500, 500}, 1000}, Groups{{}, 0}};

class ClippedSwiglu : public StatusTest {
 protected:
  static std::vector<Cut> Cuts() {
    return {{{7, 302}, -1, false},  {{7, 302}, 1, true},      {{6, 5, 11}, 0, false}, {{6, 5, 11}, -3, true},
            {{3, 4, 17}, 1, false}, {{2, 3, 4, 17}, 2, true}, {{2}, 0, true},         {{3, 0, 2}, 2, false},
            {{0, 4}, 1, true},      {{40, 2050}, -1, true}};
  }
  static std::optional<DeviceTensor> OnDevice(const std::optional<Groups>& groups) {
    if (!groups) {
      return std::nullopt;
    }
    return std::optional<DeviceTensor>(
        std::in_place, FromIntegers({static_cast<int64_t>(groups->sizes.size())}, groups->sizes), ACL_INT64);
  }

  Random random_{97};
};

TEST_F(ClippedSwiglu, ForwardOfEveryTypeFormAndLayout) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const Cut& cut : Cuts()) {
      for (const std::optional<Groups>& groups : kGroups) {
        for (const Form form : {Form::kFirst, Form::kMode0, Form::kMode1}) {
          const Array x = random_.Uniform(cut.shape, dtype, -4, 4);
          Array expected = Full(cut.Half(), 0);
          for (int64_t i = 0; i < NumElements(cut.Half()); ++i) {
            const Shape index = IndexOf(cut.Half(), i);
            if (!groups || cut.Row(index) < groups->rows) {
              expected.values[static_cast<size_t>(i)] = static_cast<double>(Forward(
                  form, BroadcastAt(x, cut.Place(index, false)), BroadcastAt(x, cut.Place(index, true))));
            }
          }
          const std::optional<DeviceTensor> index = OnDevice(groups);
          const aclTensor* const given = index ? index->Get() : nullptr;
          // b + bias is rounded at the size of 4.
          ExpectInEachLayout(expected, Tolerance::For(dtype, Full(cut.Half(), 12)),
                             [&](const Layout& layout, const DeviceTensor& out) {
                               const DeviceTensor input(x, dtype, layout);
                               return RunTwoPhase(
                                   [&](uint64_t* size, aclOpExecutor** executor) {
                                     return form == Form::kFirst
                                                ? aclnnClippedSwigluGetWorkspaceSize(
                                                      input.Get(), given, cut.dim, kAlpha, kLimit, kBias,
                                                      cut.interleaved, out.Get(), size, executor)
                                                : aclnnClippedSwigluV2GetWorkspaceSize(
                                                      input.Get(), given, cut.dim, kAlpha, kLimit, kBias,
                                                      cut.interleaved, form == Form::kMode1 ? 1 : 0,
                                                      out.Get(), size, executor);
                                   },
                                   form == Form::kFirst ? aclnnClippedSwiglu : aclnnClippedSwigluV2);
                             });
        }
      }
    }
  }
}

TEST_F(ClippedSwiglu, GradientOfEveryTypeAndLayout) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const Cut& cut : Cuts()) {
      for (const std::optional<Groups>& groups : kGroups) {
        const Array x = random_.Uniform(cut.shape, dtype, -4, 4);
        const Array gradY = random_.Uniform(cut.Half(), dtype, -2, 2);
        Array expected = Full(cut.shape, 0);
        for (int64_t i = 0; i < NumElements(cut.Half()); ++i) {
          const Shape index = IndexOf(cut.Half(), i);
          if (groups && cut.Row(index) >= groups->rows) {
            continue;
          }
          const Shape first = cut.Place(index, false);
          const Shape second = cut.Place(index, true);
          const Real x0 = BroadcastAt(x, first);
          const Real x1 = BroadcastAt(x, second);
          const Real g = gradY.values[static_cast<size_t>(i)];
          // The derivatives of the forward formula, by differences; 0 where it is bounded.
          const Real h = 1e-5L;
          const auto along = [&](bool isSecond, Real step) {
            return Forward(Form::kFirst, x0 + (isSecond ? 0 : step), x1 + (isSecond ? step : 0));
          };
          const auto slope = [&](bool isSecond) {
            return (8 * (along(isSecond, h) - along(isSecond, -h)) -
                    (along(isSecond, 2 * h) - along(isSecond, -2 * h))) /
                   (12 * h);
          };
          // At a bound itself the gradient is that from inside.
          const auto atBound = [&](Real number) { return std::fabs(std::fabs(number) - kLimit) < 1e-4L; };
          const auto inside = [&](bool isSecond) {
            const Real a = std::min<Real>(x0, kLimit);
            const Real s = Logistic(kAlpha * a);
            return isSecond
                       ? a * s
                       : (std::clamp<Real>(x1, -kLimit, kLimit) + kBias) * s * (1 + kAlpha * a * (1 - s));
          };
          expected.values[Flat(cut.shape, first)] =
              static_cast<double>(g * (atBound(x0) && x0 <= kLimit ? inside(false)
                                       : atBound(x0)               ? 0
                                                                   : slope(false)));
          expected.values[Flat(cut.shape, second)] =
              static_cast<double>(g * (atBound(x1) && std::fabs(x1) <= kLimit ? inside(true)
                                       : atBound(x1)                          ? 0
                                                                              : slope(true)));
        }
        const std::optional<DeviceTensor> index = OnDevice(groups);
        // Differences of the reference have 12 digits; the terms stay below 12.
        const Tolerance tolerance = Tolerance::For(dtype, Full(cut.shape, 12),
                                                   dtype == ACL_DOUBLE ? 1e4 : Tolerance::kArithmeticUlps);
        ExpectInEachLayout(expected, tolerance, [&](const Layout& layout, const DeviceTensor& out) {
          const DeviceTensor input(x, dtype, layout);
          const DeviceTensor gradient(gradY, dtype, layout);
          return RunTwoPhase(
              [&](uint64_t* size, aclOpExecutor** executor) {
                return aclnnClippedSwigluGradGetWorkspaceSize(
                    gradient.Get(), input.Get(), index ? index->Get() : nullptr, cut.dim, kAlpha, kLimit,
                    kBias, cut.interleaved, out.Get(), size, executor);
              },
              aclnnClippedSwigluGrad);
        });
      }
    }
  }
}

TEST_F(ClippedSwiglu, NanStaysAndNegativeSizesCountAsNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const DeviceTensor x(MakeArray({2, 4}, {nan, 1, 1, nan, 1, 1, 1, 1}), ACL_FLOAT);
  const DeviceTensor groups(FromIntegers({2}, {-3, 1}), ACL_INT64);
  const DeviceTensor out = DeviceTensor::Output({2, 2}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnClippedSwigluGetWorkspaceSize(x.Get(), groups.Get(), -1, kAlpha, kLimit, kBias,
                                                            false, out.Get(), size, executor);
                },
                aclnnClippedSwiglu),
            ACL_SUCCESS)
      << LastMessage();
  const std::vector<double> values = out.Read().values;
  EXPECT_TRUE(std::isnan(values[0]) && std::isnan(values[1]));
  EXPECT_EQ(values[2], 0);
  EXPECT_EQ(values[3], 0);
}

TEST_F(ClippedSwiglu, StatusesOfForward) {
  const Descriptor even({4, 6});
  const Descriptor half({4, 3});
  const Descriptor odd({4, 5});
  const Descriptor groups({3}, ACL_INT64);
  for (const bool second : {false, true}) {
    const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* x, const aclTensor* index,
                          int64_t dim, aclTensor* out) {
      ExpectCall(second ? "aclnnClippedSwigluV2" : "aclnnClippedSwiglu", status, said,
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return second ? aclnnClippedSwigluV2GetWorkspaceSize(x, index, dim, kAlpha, kLimit, kBias,
                                                                        true, 0, out, size, executor)
                                 : aclnnClippedSwigluGetWorkspaceSize(x, index, dim, kAlpha, kLimit, kBias,
                                                                      true, out, size, executor);
                 });
    };
    plan(ACL_SUCCESS, "", even.Get(), groups.Get(), 1, half.Get());
    plan(ACL_SUCCESS, "", even.Get(), nullptr, -1, half.Get());
    plan(kNullptr, "x", nullptr, groups.Get(), 1, half.Get());
    plan(kNullptr, "out", even.Get(), groups.Get(), 1, nullptr);
    plan(kInvalid, "dim", even.Get(), groups.Get(), 2, half.Get());
    plan(kInvalid, "x", odd.Get(), groups.Get(), 1, half.Get());
    plan(kInvalid, "x", Descriptor({4, 6}, ACL_INT32).Get(), groups.Get(), 1, half.Get());
    plan(kInvalid, "groupIndexOptional", even.Get(), Descriptor({3}, ACL_INT32).Get(), 1, half.Get());
    plan(kInvalid, "groupIndexOptional", even.Get(), Descriptor({3, 1}, ACL_INT64).Get(), 1, half.Get());
    plan(kInvalid, "out", even.Get(), groups.Get(), 1, even.Get());
    plan(kInvalid, "out", even.Get(), groups.Get(), 1, Descriptor({4, 3}, ACL_FLOAT16).Get());
  }
  ExpectCall("aclnnClippedSwigluV2", kInvalid, "clampMode", [&](uint64_t* size, aclOpExecutor** executor) {
    return aclnnClippedSwigluV2GetWorkspaceSize(even.Get(), nullptr, 1, kAlpha, kLimit, kBias, true, 2,
                                                half.Get(), size, executor);
  });
}

TEST_F(ClippedSwiglu, StatusesOfTheGradient) {
  const Descriptor even({4, 6});
  const Descriptor half({4, 3});
  const Descriptor groups({3}, ACL_INT64);
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* gradY, const aclTensor* x,
                        const aclTensor* index, aclTensor* gradX) {
    ExpectCall("aclnnClippedSwigluGrad", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnClippedSwigluGradGetWorkspaceSize(gradY, x, index, 1, kAlpha, kLimit, kBias, false, gradX,
                                                    size, executor);
    });
  };
  plan(ACL_SUCCESS, "", half.Get(), even.Get(), groups.Get(), even.Get());
  plan(ACL_SUCCESS, "", half.Get(), even.Get(), nullptr, even.Get());
  plan(kNullptr, "gradY", nullptr, even.Get(), groups.Get(), even.Get());
  plan(kNullptr, "x", half.Get(), nullptr, groups.Get(), even.Get());
  plan(kNullptr, "gradX", half.Get(), even.Get(), groups.Get(), nullptr);
  plan(kInvalid, "gradY", even.Get(), even.Get(), groups.Get(), even.Get());
  plan(kInvalid, "gradY", Descriptor({4, 3}, ACL_FLOAT16).Get(), even.Get(), groups.Get(), even.Get());
  plan(kInvalid, "groupIndexOptional", half.Get(), even.Get(), half.Get(), even.Get());
  plan(kInvalid, "gradX", half.Get(), even.Get(), groups.Get(), half.Get());
}

}  // namespace
}  // namespace openaclnn::testing
