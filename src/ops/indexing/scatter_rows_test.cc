// SPDX-License-Identifier: Apache-2.0
//
// aclnnScatterMax, Min, Mul and Div against loops over rows; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_scatter_div.h"
#include "aclnnop/aclnn_scatter_max.h"
#include "aclnnop/aclnn_scatter_min.h"
#include "aclnnop/aclnn_scatter_mul.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

using PhaseOneOf = aclnnStatus (*)(aclTensor*, const aclTensor*, const aclTensor*, bool, uint64_t*,
                                   aclOpExecutor**);
struct Operation {
  const char* name;
  PhaseOneOf one;
  PhaseTwo two;
  double (*combine)(double, double);
};
const std::vector<Operation> kOperations{
    {"aclnnScatterMax", aclnnScatterMaxGetWorkspaceSize, aclnnScatterMax,
     [](double a, double b) { return std::max(a, b); }},
    {"aclnnScatterMin", aclnnScatterMinGetWorkspaceSize, aclnnScatterMin,
     [](double a, double b) { return std::min(a, b); }},
    {"aclnnScatterMul", aclnnScatterMulGetWorkspaceSize, aclnnScatterMul,
     [](double a, double b) { return a * b; }},
    {"aclnnScatterDiv", aclnnScatterDivGetWorkspaceSize, aclnnScatterDiv,
     [](double a, double b) { return a / b; }},
};

class ScatterRows : public StatusTest {
 protected:
  static aclnnStatus Run(const Operation& operation, const DeviceTensor& var, const DeviceTensor& indices,
                         const DeviceTensor& updates) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return operation.one(var.Get(), indices.Get(), updates.Get(), false, size, executor);
        },
        operation.two);
  }

  Random random_{12};
};

// Of small numbers: products and quotients by 1 or 2 of them are exact in every type, but for cut-off integers.
TEST_F(ScatterRows, EveryTypeShapeAndLayout) {
  struct Case {
    Shape var;
    Shape indices;
  };
  for (const Operation& operation : kOperations) {
    for (const Case& given : std::vector<Case>{
             {{7, 5}, {4}}, {{7, 5}, {2, 3}}, {{9}, {30}}, {{5}, {}}, {{6, 3, 40}, {11}}, {{5, 3}, {0}}}) {
      for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16,
                                      ACL_INT32, ACL_INT64, ACL_UINT8}) {
        const auto trace = TraceSeed(random_);
        const bool whole =
            dtype != ACL_FLOAT && dtype != ACL_FLOAT16 && dtype != ACL_BF16 && dtype != ACL_DOUBLE;
        const Array var = random_.Integers(given.var, dtype, dtype == ACL_UINT8 ? 1 : -3, 4);
        Shape shape = given.indices;
        shape.insert(shape.end(), given.var.begin() + 1, given.var.end());
        const Array updates = random_.Integers(shape, dtype, 1, 3);
        const Array indices = random_.Integers(given.indices, ACL_INT64, 0, given.var[0]);
        Array expected = var;
        const int64_t row = NumElements(given.var) / given.var[0];
        for (size_t i = 0; i < updates.values.size(); ++i) {
          const auto number = indices.values[i / static_cast<size_t>(row)];
          double& element = expected.values[static_cast<size_t>(number) * static_cast<size_t>(row) +
                                            i % static_cast<size_t>(row)];
          element = operation.combine(element, updates.values[i]);
          element = whole ? std::trunc(element) : RoundTo(dtype, element);
          if (dtype == ACL_INT8 || dtype == ACL_UINT8 || dtype == ACL_INT16) {  // wraps around
            const double period = dtype == ACL_INT16 ? 65536 : 256;
            const double lowest = dtype == ACL_UINT8 ? 0 : -period / 2;
            element -= std::floor((element - lowest) / period) * period;
          }
        }
        for (const bool transposed : {false, true}) {
          const auto layout = [&](const Shape& dims) {
            return transposed ? Layout::Transposed(dims.size()).WithOffset(2) : Layout();
          };
          const DeviceTensor target(var, dtype, layout(given.var));
          const DeviceTensor index(indices, transposed ? ACL_INT32 : ACL_INT64, layout(given.indices));
          const DeviceTensor source(updates, dtype, layout(shape));
          ASSERT_EQ(Run(operation, target, index, source), ACL_SUCCESS) << LastMessage();
          EXPECT_TRUE(Near(target.Read(), expected, Tolerance::Exact(dtype))) << operation.name;
          EXPECT_TRUE(target.CanariesIntact());
        }
      }
    }
  }
}

TEST_F(ScatterRows, IntegersDividedByZeroAndMinusOne) {
  const DeviceTensor var(FromIntegers({3}, {7, INT32_MIN, -7}), ACL_INT32);
  const DeviceTensor indices(FromIntegers({3}, {0, 1, 2}), ACL_INT64);
  const DeviceTensor updates(FromIntegers({3}, {0, -1, 2}), ACL_INT32);
  ASSERT_EQ(Run(kOperations[3], var, indices, updates), ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(Near(var.Read(), FromIntegers({3}, {-1, INT32_MIN, -3}), Tolerance::Exact(ACL_INT32)));
  const DeviceTensor bytes(FromIntegers({2}, {200, 254}), ACL_UINT8);
  const DeviceTensor two(FromIntegers({2}, {0, 1}), ACL_INT64);
  const DeviceTensor divisors(FromIntegers({2}, {0, 255}), ACL_UINT8);
  ASSERT_EQ(Run(kOperations[3], bytes, two, divisors), ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(Near(bytes.Read(), FromIntegers({2}, {255, 0}), Tolerance::Exact(ACL_UINT8)));
}

TEST_F(ScatterRows, IndicesOutOfRange) {
  for (const Operation& operation : kOperations) {
    for (const int64_t wrong : {-1, 4}) {
      const DeviceTensor var(Full({4, 2}, 5), ACL_FLOAT);
      const DeviceTensor indices(FromIntegers({2}, {0, wrong}), ACL_INT64);
      const DeviceTensor updates(Full({2, 2}, 2), ACL_FLOAT);
      EXPECT_EQ(Run(operation, var, indices, updates), 507035);
      EXPECT_NE(LastMessage().find("indices: expected values in [0, 4), got " + std::to_string(wrong)),
                std::string::npos)
          << LastMessage();
      EXPECT_TRUE(Near(var.Read(), Full({4, 2}, 5), Tolerance::Exact(ACL_FLOAT)));
    }
  }
}

TEST_F(ScatterRows, Statuses) {
  for (const Operation& operation : kOperations) {
    const auto expect = [&](aclnnStatus status, const char* said, const aclTensor* var,
                            const aclTensor* indices, const aclTensor* updates) {
      ExpectCall(operation.name, status, said, [&](uint64_t* size, aclOpExecutor** executor) {
        return operation.one(const_cast<aclTensor*>(var), indices, updates, true, size, executor);
      });
    };
    const Descriptor var({4, 5});
    const Descriptor number({});
    const Descriptor bools({4, 5}, ACL_BOOL);
    const Descriptor indices({3}, ACL_INT64);
    const Descriptor floats({3});
    const Descriptor updates({3, 5});
    const Descriptor wrong({3, 4});
    const Descriptor other({3, 5}, ACL_FLOAT16);
    expect(ACL_SUCCESS, "", var.Get(), indices.Get(), updates.Get());
    expect(kNullptr, "varRef", nullptr, indices.Get(), updates.Get());
    expect(kNullptr, "indices", var.Get(), nullptr, updates.Get());
    expect(kNullptr, "updates", var.Get(), indices.Get(), nullptr);
    expect(kInvalid, "varRef: expected 1 dim or more", number.Get(), indices.Get(), floats.Get());
    expect(kInvalid, "varRef", bools.Get(), indices.Get(), updates.Get());
    expect(kInvalid, "indices", var.Get(), floats.Get(), updates.Get());
    expect(kInvalid, "[3, 4], not [3, 5]", var.Get(), indices.Get(), wrong.Get());
    expect(kInvalid, "updates", var.Get(), indices.Get(), other.Get());
  }
}

}  // namespace
}  // namespace openaclnn::testing
