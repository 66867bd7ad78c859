// SPDX-License-Identifier: Apache-2.0
//
// aclnnAddr, aclnnInplaceAddr and aclnnGer against the formula in long double; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_addr.h"
#include "aclnnop/aclnn_ger.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

aclnnStatus Addr(const aclTensor* self, const aclTensor* vec1, const aclTensor* vec2, const aclScalar* beta,
                 const aclScalar* alpha, aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnAddrGetWorkspaceSize(self, vec1, vec2, beta, alpha, out, size, executor);
      },
      aclnnAddr);
}
aclnnStatus InplaceAddr(aclTensor* self, const aclTensor* vec1, const aclTensor* vec2, const aclScalar* beta,
                        const aclScalar* alpha) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnInplaceAddrGetWorkspaceSize(self, vec1, vec2, beta, alpha, size, executor);
      },
      aclnnInplaceAddr);
}
aclnnStatus Ger(const aclTensor* self, const aclTensor* vec2, aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnGerGetWorkspaceSize(self, vec2, out, size, executor);
      },
      aclnnGer);
}

// Of integers and BOOL exact: the numbers are small. `matrix` is null for a plain product.
Array Expected(const Array* matrix, const Array& vec1, const Array& vec2, double beta, double alpha,
               aclDataType dtype, Array* magnitudes) {
  const Shape shape{vec1.shape[0], vec2.shape[0]};
  Array result = Full(shape, 0);
  *magnitudes = Full(shape, 0);
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    const auto at = static_cast<size_t>(i);
    const Shape index = IndexOf(shape, i);
    const long double product = static_cast<long double>(alpha) * At(vec1, {index[0]}) * At(vec2, {index[1]});
    const long double added =
        matrix == nullptr || beta == 0 ? 0 : static_cast<long double>(beta) * BroadcastAt(*matrix, index);
    const long double sum = added + product;
    result.values[at] = static_cast<double>(dtype == ACL_BOOL ? (sum != 0 ? 1 : 0) : sum);
    magnitudes->values[at] = static_cast<double>(std::fabs(added) + std::fabs(product));
  }
  return result;
}

Tolerance ToleranceOf(aclDataType dtype, const Array& magnitudes) {
  return IsFloating(dtype) ? Tolerance::For(dtype, magnitudes) : Tolerance::Exact(dtype);
}

class Outer : public StatusTest {
 protected:
  Array Draw(const Shape& shape, aclDataType dtype) {
    if (IsFloating(dtype)) {
      return random_.Normal(shape, dtype, 0, 3);
    }
    return random_.Integers(shape, dtype, dtype == ACL_UINT8 || dtype == ACL_BOOL ? 0 : -3,
                            dtype == ACL_BOOL ? 2 : 4);
  }

  void ExpectSum(const Shape& matrix, int64_t rows, int64_t columns, aclDataType dtype, double beta,
                 double alpha, const Layout& layout = {}) {
    SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", self " << ::testing::PrintToString(matrix)
                                      << ", " << rows << " x " << columns << ", beta " << beta);
    const aclDataType factor = IsFloating(dtype) ? ACL_FLOAT : dtype == ACL_BOOL ? ACL_BOOL : ACL_INT64;
    const Scalar betaScalar(beta, factor);
    const Scalar alphaScalar(alpha, factor);
    const Array self = Draw(matrix, dtype);
    const Array vec1 = Draw({rows}, dtype);
    const Array vec2 = Draw({columns}, dtype);
    const DeviceTensor selfTensor(self, dtype);
    const DeviceTensor first(vec1, dtype, Layout::Stepped({3}).WithOffset(2));
    const DeviceTensor second(vec2, dtype);
    Array magnitudes;
    const Array expected = Expected(&self, vec1, vec2, beta, alpha, dtype, &magnitudes);
    const DeviceTensor out = DeviceTensor::Output({rows, columns}, dtype, layout);
    ASSERT_EQ(
        Addr(selfTensor.Get(), first.Get(), second.Get(), betaScalar.Get(), alphaScalar.Get(), out.Get()),
        ACL_SUCCESS)
        << LastMessage();
    EXPECT_TRUE(Near(out.Read(), expected, ToleranceOf(dtype, magnitudes)));
    EXPECT_TRUE(out.CanariesIntact());
    if (matrix == Shape{rows, columns}) {
      const DeviceTensor place(self, dtype, layout);
      ASSERT_EQ(InplaceAddr(place.Get(), first.Get(), second.Get(), betaScalar.Get(), alphaScalar.Get()),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(place.Read().values, out.Read().values);
    }
  }

  Random random_{17};
};

TEST_F(Outer, SumsOfEveryTypeShapeAndLayout) {
  for (const aclDataType dtype : kElementDtypes) {
    const double two = dtype == ACL_BOOL ? 1 : 2;
    ExpectSum({4, 5}, 4, 5, dtype, 1, 1);
    ExpectSum({4, 5}, 4, 5, dtype, two, two, Layout::Transposed(2));
    ExpectSum({}, 4, 5, dtype, 1, two);
    ExpectSum({5}, 4, 5, dtype, two, 1);
    ExpectSum({4, 1}, 4, 5, dtype, 1, 1, Layout::Stepped({1, 2}));
    ExpectSum({1, 5}, 4, 5, dtype, 0, 1);
    ExpectSum({1, 1}, 1, 1, dtype, 1, 0);
    ExpectSum({300, 411}, 300, 411, dtype, 1, 1);
    ExpectSum({0, 5}, 0, 5, dtype, 1, 1);
    ExpectSum({5}, 3, 5, dtype, 1, 1);
    ExpectSum({4, 0}, 4, 0, dtype, 1, 1);
  }
  ExpectSum({4, 5}, 4, 5, ACL_FLOAT16, 0.54, -1.7);
  ExpectSum({4, 5}, 4, 5, ACL_INT32, -3, 7);
}

TEST_F(Outer, ProductsOfEveryType) {
  for (const aclDataType dtype : kElementDtypes) {
    for (const Shape& shape : {Shape{4, 5}, Shape{1, 1}, Shape{700, 65}, Shape{0, 3}, Shape{3, 0}}) {
      const Array first = Draw({shape[0]}, dtype);
      const Array second = Draw({shape[1]}, dtype);
      const DeviceTensor a(first, dtype, Layout::Stepped({2}));
      const DeviceTensor b(second, dtype);
      const DeviceTensor out = DeviceTensor::Output(shape, dtype, Layout::Transposed(2));
      ASSERT_EQ(Ger(a.Get(), b.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
      Array magnitudes;
      const Array expected = Expected(nullptr, first, second, 0, 1, dtype, &magnitudes);
      EXPECT_TRUE(Near(out.Read(), expected, ToleranceOf(dtype, magnitudes)));
      EXPECT_TRUE(out.CanariesIntact());
    }
  }
}

TEST_F(Outer, OperandsPromoteAndMissingFactorsAreOne) {
  const DeviceTensor self(MakeArray({2, 2}, {1, 2, 3, 4}), ACL_INT8);
  const DeviceTensor vec1(MakeArray({2}, {0.5, -1}), ACL_FLOAT16);
  const DeviceTensor vec2(MakeArray({2}, {10, 20}), ACL_INT64);
  const DeviceTensor out = DeviceTensor::Output({2, 2}, ACL_FLOAT16);
  ASSERT_EQ(Addr(self.Get(), vec1.Get(), vec2.Get(), nullptr, nullptr, out.Get()), ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{6, 12, -7, -16}));
}

TEST_F(Outer, ABetaOfZeroLeavesSelfOut) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const DeviceTensor self(MakeArray({1, 2}, {nan, infinity}), ACL_FLOAT);
  const DeviceTensor vec1(MakeArray({1}, {3}), ACL_FLOAT);
  const DeviceTensor vec2(MakeArray({2}, {2, infinity}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({1, 2}, ACL_FLOAT);
  const Scalar zero(0, ACL_INT32);
  ASSERT_EQ(Addr(self.Get(), vec1.Get(), vec2.Get(), zero.Get(), nullptr, out.Get()), ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{6, infinity}));
}

TEST_F(Outer, IntegersWrapAround) {
  const RawTensor<uint8_t> self({200}, ACL_UINT8, {1, 1});
  const RawTensor<uint8_t> vec({100}, ACL_UINT8);
  const RawTensor<uint8_t> out({0}, ACL_UINT8, {1, 1});
  const Scalar three(3, ACL_INT32);
  ASSERT_EQ(Addr(self.Get(), vec.Get(), vec.Get(), three.Get(), three.Get(), out.Get()), ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), std::vector<uint8_t>{static_cast<uint8_t>(3 * 200 + 3 * 100 * 100)});
}

TEST_F(Outer, ComplexNumbers) {
  using Number = std::complex<float>;
  const RawTensor<Number> self({{1, 2}, {3, -4}}, ACL_COMPLEX64, {1, 2});
  const RawTensor<Number> vec1({{2, 1}}, ACL_COMPLEX64);
  const RawTensor<Number> vec2({{0, 1}, {5, 0}}, ACL_COMPLEX64);
  const RawTensor<Number> out({{0, 0}, {0, 0}}, ACL_COMPLEX64, {1, 2});
  ASSERT_EQ(Addr(self.Get(), vec1.Get(), vec2.Get(), nullptr, nullptr, out.Get()), ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<Number>{{0, 4}, {13, 1}}));
  ASSERT_EQ(Ger(vec1.Get(), vec2.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<Number>{{-1, 2}, {10, 5}}));
}

TEST_F(Outer, Statuses) {
  const Descriptor matrix({2, 3});
  const Descriptor vec1({2});
  const Descriptor vec2({3});
  const Descriptor whole({2, 3}, ACL_INT32);
  const Descriptor column({2}, ACL_INT32);
  const Descriptor row({3}, ACL_INT32);
  const Descriptor other({3, 2});
  const Descriptor deep({1, 2, 3});
  const Descriptor text({2, 3}, ACL_STRING);
  const Scalar one(1, ACL_FLOAT);
  const Scalar half(0.5, ACL_FLOAT);
  const Scalar truth(1, ACL_BOOL);
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* self, const aclTensor* first,
                        const aclTensor* second, const aclScalar* beta, aclTensor* out) {
    ExpectCall("aclnnAddr", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAddrGetWorkspaceSize(self, first, second, beta, one.Get(), out, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", matrix.Get(), vec1.Get(), vec2.Get(), one.Get(), matrix.Get());
  plan(kNullptr, "self", nullptr, vec1.Get(), vec2.Get(), one.Get(), matrix.Get());
  plan(kNullptr, "vec1", matrix.Get(), nullptr, vec2.Get(), one.Get(), matrix.Get());
  plan(kNullptr, "vec2", matrix.Get(), vec1.Get(), nullptr, one.Get(), matrix.Get());
  plan(kNullptr, "out", matrix.Get(), vec1.Get(), vec2.Get(), one.Get(), nullptr);
  plan(kInvalid, "self", text.Get(), vec1.Get(), vec2.Get(), one.Get(), matrix.Get());
  plan(kInvalid, "vec1", matrix.Get(), matrix.Get(), vec2.Get(), one.Get(), matrix.Get());
  plan(kInvalid, "vec2", matrix.Get(), vec1.Get(), matrix.Get(), one.Get(), matrix.Get());
  plan(kInvalid, "self", other.Get(), vec1.Get(), vec2.Get(), one.Get(), matrix.Get());
  plan(kInvalid, "self", deep.Get(), vec1.Get(), vec2.Get(), one.Get(), matrix.Get());
  plan(kInvalid, "out", matrix.Get(), vec1.Get(), vec2.Get(), one.Get(), other.Get());
  plan(kInvalid, "out", matrix.Get(), vec1.Get(), vec2.Get(), one.Get(), whole.Get());
  plan(kInvalid, "beta", whole.Get(), column.Get(), row.Get(), half.Get(), whole.Get());
  plan(kInvalid, "beta", matrix.Get(), vec1.Get(), vec2.Get(), truth.Get(), matrix.Get());
  // What would broadcast to a larger matrix.
  plan(kInvalid, "self", matrix.Get(), Descriptor({1}).Get(), vec2.Get(), one.Get(), matrix.Get());
  ExpectCall("aclnnInplaceAddr", kInvalid, "selfRef", [&](uint64_t* size, aclOpExecutor** executor) {
    return aclnnInplaceAddrGetWorkspaceSize(Descriptor({3}).Get(), vec1.Get(), vec2.Get(), one.Get(),
                                            one.Get(), size, executor);
  });
  ExpectCall("aclnnGer", kInvalid, "self", [&](uint64_t* size, aclOpExecutor** executor) {
    return aclnnGerGetWorkspaceSize(matrix.Get(), vec2.Get(), matrix.Get(), size, executor);
  });
  ExpectCall("aclnnGer", kInvalid, "out", [&](uint64_t* size, aclOpExecutor** executor) {
    return aclnnGerGetWorkspaceSize(vec1.Get(), vec2.Get(), other.Get(), size, executor);
  });
}

}  // namespace
}  // namespace openaclnn::testing
