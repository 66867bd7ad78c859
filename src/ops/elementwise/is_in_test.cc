// SPDX-License-Identifier: Apache-2.0
//
// aclnnIsInScalarTensor with one truth value for all elements; oracles_test.cc has the others.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "aclnnop/aclnn_isin.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

aclnnStatus IsIn(const aclScalar* element, const aclTensor* testElements, bool invert, aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnIsInScalarTensorGetWorkspaceSize(element, testElements, false, invert, out, size,
                                                     executor);
      },
      aclnnIsInScalarTensor);
}

void Expect(const Array& array, aclDataType dtype, double number, const Shape& outShape = {},
            const Layout& layout = {}) {
  SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", shape "
                                    << ::testing::PrintToString(array.shape) << ", number " << number);
  const DeviceTensor elements(array, dtype, layout);
  const Scalar element(number, ACL_DOUBLE);
  const bool any = std::find(array.values.begin(), array.values.end(), number) != array.values.end();
  for (const bool invert : {false, true}) {
    const DeviceTensor out = DeviceTensor::Output(outShape, ACL_BOOL);
    ASSERT_EQ(IsIn(element.Get(), elements.Get(), invert, out.Get()), ACL_SUCCESS) << LastMessage();
    EXPECT_EQ(out.Read().values[0], any != invert ? 1 : 0);
    EXPECT_TRUE(out.CanariesIntact());
  }
}

TEST(IsInScalarTensor, OneForAllElements) {
  Random random(3);
  for (const aclDataType dtype : kElementDtypes) {
    const Array array = random.Integers({7, 90}, dtype, 0, dtype == ACL_BOOL ? 2 : 50);
    for (const double number : {0.0, 1.0, 49.0, 50.0, 0.5}) {
      Expect(array, dtype, number);
      Expect(array, dtype, number, {1, 1}, Layout::Transposed(2));
    }
    Expect(Full({}, 1), dtype, 1);
    Expect(Full({0, 3}, 1), dtype, 1);
  }
  Array large = Full({300, 1000}, 2);
  Expect(large, ACL_FLOAT, 3);
  large.values.back() = 3;
  Expect(large, ACL_FLOAT, 3);
  const Scalar nan(std::nan(""), ACL_DOUBLE);
  const DeviceTensor nans(Full({5}, std::nan("")), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({}, ACL_BOOL);
  ASSERT_EQ(IsIn(nan.Get(), nans.Get(), false, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(out.Read().values[0], 0) << "NaN is equal to nothing";
}

class IsInStatus : public PhaseOneTest {};

TEST_F(IsInStatus, Shapes) {
  const Descriptor elements(Shape{3, 4});
  const Descriptor one(Shape{1}, ACL_BOOL);
  const Descriptor all(Shape{3, 4}, ACL_BOOL);
  const Descriptor row(Shape{12}, ACL_BOOL);
  const Scalar number(1, ACL_DOUBLE);
  const auto plan = [&](const aclScalar* element, const aclTensor* testElements, aclTensor* out) {
    return Call("aclnnIsInScalarTensor", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnIsInScalarTensorGetWorkspaceSize(element, testElements, false, false, out, size, executor);
    });
  };
  EXPECT_EQ(plan(number.Get(), elements.Get(), one.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(number.Get(), elements.Get(), all.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(number.Get(), elements.Get(), row.Get()), kInvalid);
  ExpectMessage({"out", "[3, 4]", "[12]"});
  EXPECT_EQ(plan(nullptr, elements.Get(), one.Get()), kNullptr);
  ExpectMessage({"element"});
  EXPECT_EQ(plan(number.Get(), nullptr, one.Get()), kNullptr);
  EXPECT_EQ(plan(number.Get(), elements.Get(), nullptr), kNullptr);
  const Descriptor wide(Shape{3, 4}, ACL_UINT32);
  EXPECT_EQ(plan(number.Get(), wide.Get(), one.Get()), kInvalid);
  ExpectMessage({"testElements", "UINT32"});
}

}  // namespace
}  // namespace openaclnn::testing
