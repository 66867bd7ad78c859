// SPDX-License-Identifier: Apache-2.0
//
// aclnnLinalgCross against the formula in long double.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <vector>

#include "aclnnop/aclnn_linalg_cross.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

aclnnStatus Cross(const aclTensor* self, const aclTensor* other, int64_t dim, aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnLinalgCrossGetWorkspaceSize(self, other, dim, out, size, executor);
      },
      aclnnLinalgCross);
}

void Expect(const Array& self, const Array& other, int64_t dim, aclDataType dtype, const Layout& layout = {},
            const Layout& outLayout = {}) {
  SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", self " << ::testing::PrintToString(self.shape)
                                    << ", dim " << dim);
  const Shape shape = BroadcastShape(self.shape, other.shape);
  const auto d = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim);
  const DeviceTensor a(self, dtype, layout);
  const DeviceTensor b(other, dtype);
  const DeviceTensor out = DeviceTensor::Output(shape, dtype, outLayout);
  ASSERT_EQ(Cross(a.Get(), b.Get(), dim, out.Get()), ACL_SUCCESS) << LastMessage();
  Array expected = Full(shape, 0);
  Array magnitudes = Full(shape, 0);
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    const Shape index = IndexOf(shape, i);
    const auto at = [&](const Array& array, int64_t step) {
      Shape place = index;
      place[d] = (index[d] + step) % 3;
      return static_cast<long double>(BroadcastAt(array, place));
    };
    const long double plus = at(self, 1) * at(other, 2);
    const long double minus = at(self, 2) * at(other, 1);
    expected.values[static_cast<size_t>(i)] = static_cast<double>(plus - minus);
    magnitudes.values[static_cast<size_t>(i)] = static_cast<double>(std::fabs(plus) + std::fabs(minus));
  }
  // Of DOUBLE the products are rounded, by half a last place of float64 each: less than one of FLOAT.
  EXPECT_TRUE(Near(out.Read(), expected,
                   IsFloating(dtype) ? Tolerance::For(dtype, magnitudes, dtype == ACL_DOUBLE ? 1e-8 : 0)
                                     : Tolerance::Exact(dtype)));
  EXPECT_TRUE(out.CanariesIntact());
}

TEST(LinalgCross, EveryTypeShapeAndLayout) {
  Random random(3);
  for (const aclDataType dtype : kElementDtypes) {
    if (dtype == ACL_BOOL) {
      continue;
    }
    const auto draw = [&](const Shape& shape) {
      return IsFloating(dtype)
                 ? random.Normal(shape, dtype, 0, 3)
                 : random.Integers(shape, dtype, dtype == ACL_UINT8 ? 8 : -6, dtype == ACL_UINT8 ? 11 : 6);
    };
    if (dtype != ACL_UINT8) {
      Expect(draw({3}), draw({3}), 0, dtype);
      Expect(draw({700, 3}), draw({700, 3}), -1, dtype);
      Expect(draw({3, 41}), draw({3, 41}), 0, dtype, Layout::Transposed(2));
      Expect(draw({5, 3, 7}), draw({1, 3, 7}), 1, dtype, {}, Layout::Transposed(3));
      Expect(draw({1, 3, 1}), draw({4, 3, 6}), -2, dtype, Layout::Stepped({1, 2, 1}));
    }
    Expect(Full({0, 3}, 1), Full({0, 3}, 1), 1, dtype);
  }
}

TEST(LinalgCross, IntegersWrapAround) {
  const RawTensor<uint8_t> a({200, 3, 100}, ACL_UINT8);
  const RawTensor<uint8_t> b({2, 250, 7}, ACL_UINT8);
  const RawTensor<uint8_t> out({0, 0, 0}, ACL_UINT8);
  ASSERT_EQ(Cross(a.Get(), b.Get(), 0, out.Get()), ACL_SUCCESS) << LastMessage();
  const auto low = [](int value) { return static_cast<uint8_t>(value); };
  EXPECT_EQ(out.Read(),
            (std::vector<uint8_t>{low(3 * 7 - 100 * 250), low(100 * 2 - 200 * 7), low(200 * 250 - 3 * 2)}));
}

template <typename Real>
void ExpectComplex(aclDataType dtype) {
  using Number = std::complex<Real>;
  const std::vector<Number> x{{1, 2}, {-3, 4}, {0, 5}};
  const std::vector<Number> y{{2, -1}, {7, 0}, {1, 1}};
  const RawTensor<Number> a(x, dtype);
  const RawTensor<Number> b(y, dtype);
  const RawTensor<Number> out(std::vector<Number>(3), dtype);
  ASSERT_EQ(Cross(a.Get(), b.Get(), 0, out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<Number>{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                                             x[0] * y[1] - x[1] * y[0]}));
}

TEST(LinalgCross, ComplexNumbers) {
  ExpectComplex<float>(ACL_COMPLEX64);
  ExpectComplex<double>(ACL_COMPLEX128);
}

TEST(LinalgCross, InPlace) {
  const DeviceTensor self(MakeArray({3}, {1, 2, 3}), ACL_FLOAT);
  const DeviceTensor other(MakeArray({3}, {4, 5, 7}), ACL_FLOAT);
  ASSERT_EQ(Cross(self.Get(), other.Get(), 0, self.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(self.Read().values, (std::vector<double>{-1, 5, -3}));
}

class CrossStatus : public PhaseOneTest {};

TEST_F(CrossStatus, Table) {
  const auto plan = [&](const aclTensor* self, const aclTensor* other, int64_t dim, aclTensor* out) {
    return Call("aclnnLinalgCross", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnLinalgCrossGetWorkspaceSize(self, other, dim, out, size, executor);
    });
  };
  const Descriptor rows(Shape{4, 3});
  const Descriptor one(Shape{1, 3});
  const Descriptor vector(Shape{3});
  const Descriptor halves(Shape{4, 3}, ACL_FLOAT16);
  const Descriptor truths(Shape{4, 3}, ACL_BOOL);
  const Descriptor five(Shape{5, 3});
  EXPECT_EQ(plan(rows.Get(), one.Get(), 1, rows.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, one.Get(), 1, rows.Get()), kNullptr);
  EXPECT_EQ(plan(rows.Get(), nullptr, 1, rows.Get()), kNullptr);
  EXPECT_EQ(plan(rows.Get(), one.Get(), 1, nullptr), kNullptr);
  EXPECT_EQ(plan(rows.Get(), one.Get(), 0, rows.Get()), kInvalid);
  ExpectMessage({"self", "components"});
  EXPECT_EQ(plan(rows.Get(), one.Get(), 2, rows.Get()), kInvalid);
  ExpectMessage({"dim"});
  EXPECT_EQ(plan(rows.Get(), vector.Get(), 1, rows.Get()), kInvalid);
  ExpectMessage({"other", "2 dims"});
  EXPECT_EQ(plan(rows.Get(), halves.Get(), 1, rows.Get()), kInvalid);
  ExpectMessage({"other", "FLOAT16"});
  EXPECT_EQ(plan(truths.Get(), truths.Get(), 1, truths.Get()), kInvalid);
  ExpectMessage({"self", "BOOL"});
  EXPECT_EQ(plan(rows.Get(), five.Get(), 1, rows.Get()), kInvalid);
  ExpectMessage({"other", "[5, 3] for [4, 3]"});
  EXPECT_EQ(plan(one.Get(), five.Get(), 1, rows.Get()), kInvalid);
  ExpectMessage({"out", "[5, 3]", "[4, 3]"});
}

}  // namespace
}  // namespace openaclnn::testing
