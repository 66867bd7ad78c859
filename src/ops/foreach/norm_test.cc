// SPDX-License-Identifier: Apache-2.0
//
// aclnnForeachNorm and aclnnForeachNonFiniteCheckAndUnscale.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "aclnnop/aclnn_foreach_non_finite_check_and_unscale.h"
#include "aclnnop/aclnn_foreach_norm.h"
#include "tests/support/compare.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double NormOf(const std::vector<double>& values, double order) {
  long double sum = 0;
  for (const double value : values) {
    const long double magnitude = std::fabs(value);
    sum = order == 0   ? sum + (magnitude == 0 ? 0 : 1)
          : order == 1 ? sum + magnitude
          : order == 2 ? sum + magnitude * magnitude
                       : std::max(sum, magnitude);
  }
  return static_cast<double>(order == 2 ? std::sqrt(sum) : sum);
}

aclnnStatus Norm(const std::vector<DeviceTensor>& x, const Scalar& order,
                 const std::vector<DeviceTensor>& out) {
  const TensorList in = TensorList::Of(x);
  const TensorList results = TensorList::Of(out);
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnForeachNormGetWorkspaceSize(in.Get(), order.Get(), results.Get(), size, executor);
      },
      aclnnForeachNorm);
}

// A plan needs no memory for each of its elements.
TEST(ForeachNorm, ATensorThatIsOnlyDescribedMayBeHuge) {
  const Descriptor huge({int64_t{1} << 43}, ACL_FLOAT16);
  const Descriptor out({}, ACL_FLOAT16);
  const TensorList in({huge.Get()});
  const TensorList results({out.Get()});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnForeachNormGetWorkspaceSize(in.Get(), Scalar(2.0, ACL_FLOAT).Get(), results.Get(), &size,
                                             &executor),
            ACL_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
}

TEST(ForeachNorm, EveryTypeAndOrder) {
  Random random(5);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const double order : {0.0, 1.0, 2.0, kInfinity}) {
      SCOPED_TRACE(::testing::Message() << dtype << " " << order);
      std::vector<Array> values;
      std::vector<DeviceTensor> x;
      std::vector<DeviceTensor> out;
      for (const Shape& shape : {Shape{3, 5}, Shape{}, Shape{0, 3}, Shape{40, 431}, Shape{1}, Shape{16385}}) {
        values.push_back(random.Normal(shape, dtype, 0, 1));
        x.emplace_back(values.back(), dtype,
                       shape.size() == 2 ? Layout::Transposed(2) : Layout::Contiguous());
        out.push_back(DeviceTensor::Output({}, dtype));
      }
      ASSERT_EQ(Norm(x, Scalar(order, order == kInfinity ? ACL_DOUBLE : ACL_INT64), out), ACL_SUCCESS)
          << LastMessage();
      for (size_t k = 0; k < x.size(); ++k) {
        // Sums in float64, and one rounding.
        EXPECT_TRUE(Near(out[k].Read(), Array{{}, {NormOf(values[k].values, order)}},
                         Tolerance::For(dtype, std::nullopt, 0)))
            << k;
        EXPECT_TRUE(out[k].CanariesIntact());
      }
    }
  }
}

TEST(ForeachNorm, NanAndLargeNumbers) {
  std::vector<double> values(20000, 1);
  values[17000] = std::nan("");
  for (const double order : {1.0, 2.0, kInfinity}) {
    std::vector<DeviceTensor> x;
    x.emplace_back(Array{{20000}, values}, ACL_FLOAT);
    x.emplace_back(Full({3}, 1e30), ACL_FLOAT);
    std::vector<DeviceTensor> out;
    out.push_back(DeviceTensor::Output({}, ACL_FLOAT));
    out.push_back(DeviceTensor::Output({}, ACL_FLOAT));
    ASSERT_EQ(Norm(x, Scalar(order, ACL_DOUBLE), out), ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(std::isnan(out[0].Read().values[0])) << order;
    EXPECT_TRUE(std::isfinite(out[1].Read().values[0])) << order;
  }
}

TEST(ForeachNorm, Statuses) {
  std::vector<DeviceTensor> x;
  x.emplace_back(Full({3}, 1), ACL_FLOAT);
  std::vector<DeviceTensor> out;
  out.push_back(DeviceTensor::Output({}, ACL_FLOAT));
  EXPECT_EQ(Norm(x, Scalar(3, ACL_INT64), out), kInvalid);
  EXPECT_NE(LastMessage().find("1, 2 or infinity"), std::string::npos) << LastMessage();
  std::vector<DeviceTensor> wide;
  wide.push_back(DeviceTensor::Output({2}, ACL_FLOAT));
  EXPECT_EQ(Norm(x, Scalar(2, ACL_INT64), wide), kInvalid);
  EXPECT_NE(LastMessage().find("out[0]"), std::string::npos) << LastMessage();
  std::vector<DeviceTensor> half;
  half.push_back(DeviceTensor::Output({}, ACL_FLOAT16));
  EXPECT_EQ(Norm(x, Scalar(2, ACL_INT64), half), kInvalid);
  std::vector<DeviceTensor> integers;
  integers.emplace_back(Full({3}, 1), ACL_INT32);
  EXPECT_EQ(Norm(integers, Scalar(2, ACL_INT64), out), kInvalid);
}

class Unscale : public ::testing::TestWithParam<double> {};

INSTANTIATE_TEST_SUITE_P(Values, Unscale, ::testing::Values(3.0, kInfinity, -kInfinity, std::nan("")));

TEST_P(Unscale, MultipliesAndFindsWhatIsNotFinite) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    std::vector<double> values(20000, 6);
    values[19000] = GetParam();
    std::vector<DeviceTensor> grads;
    grads.emplace_back(Full({5, 4}, -8), dtype, Layout::Transposed(2));
    grads.emplace_back(Array{{20000}, values}, dtype);
    const DeviceTensor found(Full({1}, 0.5), ACL_FLOAT);
    const DeviceTensor scale(Full({1}, 0.25), ACL_FLOAT);
    const TensorList list = TensorList::Of(grads);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnForeachNonFiniteCheckAndUnscaleGetWorkspaceSize(list.Get(), found.Get(),
                                                                                scale.Get(), size, executor);
                  },
                  aclnnForeachNonFiniteCheckAndUnscale),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(grads[0].Read().values, std::vector<double>(20, -2.0));
    EXPECT_EQ(grads[1].Read().values[18999], 1.5);
    EXPECT_EQ(found.Read().values[0], std::isfinite(GetParam()) ? 0.5 : 1) << "left as it was, or 1";
  }
}

TEST(UnscaleStatus, NumbersOfElements) {
  const Descriptor grad(Shape{3});
  const Descriptor two(Shape{2});
  const Descriptor one(Shape{1});
  const TensorList list({grad.Get()});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const auto phaseOne = [&](const aclTensor* found, const aclTensor* scale) {
    return aclnnForeachNonFiniteCheckAndUnscaleGetWorkspaceSize(list.Get(), found, scale, &size, &executor);
  };
  EXPECT_EQ(phaseOne(two.Get(), one.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("foundInf"), std::string::npos);
  EXPECT_EQ(phaseOne(one.Get(), two.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("invScale"), std::string::npos);
  EXPECT_EQ(phaseOne(nullptr, one.Get()), kNullptr);
  EXPECT_EQ(phaseOne(one.Get(), nullptr), kNullptr);
}

}  // namespace
}  // namespace openaclnn::testing
