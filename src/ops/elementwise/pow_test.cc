// SPDX-License-Identifier: Apache-2.0
//
// Powers against those of long double, of integers against products that wrap around.
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_pow.h"
#include "aclnnop/aclnn_pow_tensor_tensor.h"
#include "tests/pointwise/oracle.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

long double Power(Elements x) {
  return std::pow(x[0], x[1]);
}
// The low 64 bits, as the harness cuts them to the type's.
long double PowerOfIntegers(Elements x) {
  const auto base = static_cast<int64_t>(x[0]);
  const auto exponent = static_cast<int64_t>(x[1]);
  if (exponent < 0) {
    return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
  }
  uint64_t result = 1;
  for (int64_t i = 0; i < exponent; ++i) {
    result *= static_cast<uint64_t>(base);
  }
  return static_cast<long double>(static_cast<int64_t>(result));
}

PointwiseOracle Row(const char* name) {
  return {.function = name, .result = Power, .ofIntegers = PowerOfIntegers, .ulps = 3, .roundsNumbers = true};
}
// Numbers are not infinite: PyTorch has sqrt(-inf) for pow(-inf, 0.5), and so has this.
PointwiseOracle Finite(PointwiseOracle row) {
  row.finite = true;
  return row;
}

const std::vector<PointwiseOracle> kPowers{
    Finite(Row("aclnnPowTensorScalar")), Finite(Row("aclnnInplacePowTensorScalar")),
    Row("aclnnPowScalarTensor"),         Row("aclnnPowTensorTensor"),
    Row("aclnnInplacePowTensorTensor"),
};
OPENACLNN_POINTWISE_TESTS(Powers, kPowers);

template <typename T>
std::vector<T> PowTensorScalar(const std::vector<T>& self, aclDataType dtype, const Scalar& exponent) {
  const RawTensor<T> tensor(self, dtype);
  const RawTensor<T> out(std::vector<T>(self.size()), dtype);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnPowTensorScalarGetWorkspaceSize(tensor.Get(), exponent.Get(), out.Get(), size,
                                                              executor);
                },
                aclnnPowTensorScalar),
            ACL_SUCCESS);
  return out.Read();
}

TEST(PowerExact, ExponentsThatAreNoPowers) {
  const std::vector<float> self{0.25F, 4, 9};
  for (const double exponent : {2.0, 3.0, 0.5, -1.0, -2.0, -0.5}) {
    const std::vector<float> actual = PowTensorScalar(self, ACL_FLOAT, Scalar(exponent, ACL_DOUBLE));
    for (size_t i = 0; i < self.size(); ++i) {
      EXPECT_NEAR(actual[i], std::pow(self[i], exponent), 2e-7 * std::pow(self[i], exponent)) << exponent;
    }
  }
  const std::vector<float> root =
      PowTensorScalar<float>({-std::numeric_limits<float>::infinity()}, ACL_FLOAT, Scalar(0.5, ACL_DOUBLE));
  EXPECT_TRUE(std::isnan(root[0]));
}

TEST(PowerExact, IntegersToNegativeIntegers) {
  const RawTensor<int32_t> tensor({2}, ACL_INT32);
  const Scalar minusOne(-1, ACL_INT64);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(
      aclnnPowTensorScalarGetWorkspaceSize(tensor.Get(), minusOne.Get(), tensor.Get(), &size, &executor),
      161002);
  EXPECT_NE(RecentMessage().find("exponent"), std::string::npos) << RecentMessage();
}

TEST(PowerExact, ComplexNumbers) {
  using Number = std::complex<double>;
  const std::vector<Number> self{{1, 2}, {-3, 0.5}, {0, 0}, {0.5, -0.25}};
  const std::vector<Number> exponent{{2, 0}, {0.5, -1}, {2, 1}, {0, 0}};
  const RawTensor<Number> a(self, ACL_COMPLEX128);
  const RawTensor<Number> b(exponent, ACL_COMPLEX128);
  const RawTensor<Number> out(std::vector<Number>(self.size()), ACL_COMPLEX128);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnPowTensorTensorGetWorkspaceSize(a.Get(), b.Get(), out.Get(), size, executor);
                },
                aclnnPowTensorTensor),
            ACL_SUCCESS);
  const std::vector<Number> actual = out.Read();
  for (size_t i = 0; i < self.size(); ++i) {
    const Number expected = self[i] == Number(0) ? Number(0) : std::pow(self[i], exponent[i]);
    EXPECT_LE(std::abs(actual[i] - expected), 1e-14 * std::abs(expected)) << i;
  }
}

}  // namespace
}  // namespace openaclnn::testing
