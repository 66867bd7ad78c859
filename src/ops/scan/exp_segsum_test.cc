// SPDX-License-Identifier: Apache-2.0
//
// aclnnExpSegsum and its gradient against sums in long double, made one by one; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "aclnnop/aclnn_exp_segsum_backward.h"
#include "aclnnop/aclnn_segsum.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

// Of an exponential whose exponent, below 16, is rounded to float32.
constexpr double kUlps = 20;

const std::vector<Shape> kRows{{2, 3, 5}, {1, 2, 3, 70}, {2, 2, 1}, {3, 0, 4}, {2, 3, 0}, {1, 1, 257}};

Shape Squared(Shape rows) {
  rows.push_back(rows.back());
  return rows;
}

class ExpSegsum : public StatusTest {
 protected:
  Random random_{59};
};

TEST_F(ExpSegsum, ForwardOfEveryTypeShapeAndLayout) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Shape& shape : kRows) {
      const Array self = random_.Normal(shape, dtype, 0, 0.25);
      const auto length = static_cast<size_t>(shape.back());
      Array expected = Full(Squared(shape), 0);
      for (size_t begin = 0; begin < self.values.size(); begin += length) {
        for (size_t i = 0; i < length; ++i) {
          for (size_t j = 0; j <= i; ++j) {
            long double sum = 0;
            for (size_t k = j + 1; k <= i; ++k) {
              sum += self.values[begin + k];
            }
            expected.values[(begin + i) * length + j] = static_cast<double>(std::exp(sum));
          }
        }
      }
      ExpectInEachLayout(expected, Tolerance::For(dtype, std::nullopt, kUlps),
                         [&](const Layout& /*layout*/, const DeviceTensor& out) {
                           const DeviceTensor input(self, dtype, Layout::Transposed(shape.size()));
                           return RunTwoPhase(
                               [&](uint64_t* size, aclOpExecutor** executor) {
                                 return aclnnExpSegsumGetWorkspaceSize(input.Get(), out.Get(), size,
                                                                       executor);
                               },
                               aclnnExpSegsum);
                         });
    }
  }
}

TEST_F(ExpSegsum, BackwardOfEveryTypeShapeAndLayout) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Shape& shape : kRows) {
      const Array gradOutput = random_.Normal(Squared(shape), dtype, 0.5, 1);
      const Array result = random_.Uniform(Squared(shape), dtype, 0, 2);
      const auto length = static_cast<size_t>(shape.back());
      Array expected = Full(shape, 0);
      Array magnitudes = expected;
      for (size_t begin = 0; begin < expected.values.size(); begin += length) {
        for (size_t k = 0; k < length; ++k) {
          long double sum = 0;
          for (size_t i = k; i < length; ++i) {
            for (size_t j = 0; j < k; ++j) {
              const size_t at = (begin + i) * length + j;
              const double product = gradOutput.values[at] * result.values[at];
              sum += product;
              magnitudes.values[begin + k] += std::fabs(product);
            }
          }
          expected.values[begin + k] = static_cast<double>(sum);
        }
      }
      ExpectInEachLayout(expected, Tolerance::For(dtype, magnitudes),
                         [&](const Layout& /*layout*/, const DeviceTensor& out) {
                           const DeviceTensor gradient(gradOutput, dtype,
                                                       Layout::Transposed(shape.size() + 1));
                           const DeviceTensor forward(result, dtype);
                           return RunTwoPhase(
                               [&](uint64_t* size, aclOpExecutor** executor) {
                                 return aclnnExpSegsumBackwardGetWorkspaceSize(gradient.Get(), forward.Get(),
                                                                               out.Get(), size, executor);
                               },
                               aclnnExpSegsumBackward);
                         });
    }
  }
}

// The gradient is the derivative of the forward operator: central differences of sum(g * exp_segsum(x)).
TEST_F(ExpSegsum, BackwardIsTheDerivative) {
  const Shape shape{1, 1, 6};
  const Array g = random_.Normal(Squared(shape), ACL_FLOAT, 0, 1);
  const Array x = random_.Normal(shape, ACL_FLOAT, 0, 0.5);
  const auto forward = [](const std::vector<double>& row) {
    std::vector<double> all(36, 0);
    for (size_t i = 0; i < 6; ++i) {
      for (size_t j = 0; j <= i; ++j) {
        double sum = 0;
        for (size_t k = j + 1; k <= i; ++k) {
          sum += row[k];
        }
        all[i * 6 + j] = std::exp(sum);
      }
    }
    return all;
  };
  Array expected = Full(shape, 0);
  for (size_t k = 0; k < 6; ++k) {
    constexpr double kStep = 1e-5;
    std::vector<double> above = x.values;
    std::vector<double> below = x.values;
    above[k] += kStep;
    below[k] -= kStep;
    const std::vector<double> up = forward(above);
    const std::vector<double> down = forward(below);
    for (size_t i = 0; i < up.size(); ++i) {
      expected.values[k] += g.values[i] * (up[i] - down[i]) / (2 * kStep);
    }
  }
  const DeviceTensor gradient(g, ACL_FLOAT);
  const DeviceTensor result(Array{Squared(shape), forward(x.values)}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output(shape, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnExpSegsumBackwardGetWorkspaceSize(gradient.Get(), result.Get(), out.Get(), size,
                                                                executor);
                },
                aclnnExpSegsumBackward),
            ACL_SUCCESS)
      << LastMessage();
  for (size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(out.Read().values[k], expected.values[k], 1e-4);
  }
}

TEST_F(ExpSegsum, StatusesOfForward) {
  const Descriptor self({2, 3, 4});
  const Descriptor out({2, 3, 4, 4});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* x, aclTensor* y) {
    ExpectCall("aclnnExpSegsum", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnExpSegsumGetWorkspaceSize(x, y, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", self.Get(), out.Get());
  plan(kNullptr, "self", nullptr, out.Get());
  plan(kNullptr, "out", self.Get(), nullptr);
  plan(kInvalid, "self", Descriptor({3, 4}).Get(), Descriptor({3, 4, 4}).Get());
  plan(kInvalid, "self", Descriptor({1, 2, 3, 4, 4}).Get(), out.Get());
  plan(kInvalid, "self", Descriptor({2, 3, 4}, ACL_INT32).Get(), out.Get());
  plan(kInvalid, "out", self.Get(), self.Get());
  plan(kInvalid, "out", self.Get(), Descriptor({2, 3, 4, 4}, ACL_BF16).Get());
}

TEST_F(ExpSegsum, StatusesOfBackward) {
  const Descriptor square({2, 3, 4, 4});
  const Descriptor rows({2, 3, 4});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* g, const aclTensor* y,
                        aclTensor* out) {
    ExpectCall("aclnnExpSegsumBackward", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnExpSegsumBackwardGetWorkspaceSize(g, y, out, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", square.Get(), square.Get(), rows.Get());
  plan(kNullptr, "gradOutput", nullptr, square.Get(), rows.Get());
  plan(kNullptr, "gradSelf", square.Get(), nullptr, rows.Get());
  plan(kNullptr, "gradInput", square.Get(), square.Get(), nullptr);
  plan(kInvalid, "gradOutput", rows.Get(), rows.Get(), rows.Get());
  plan(kInvalid, "gradOutput", Descriptor({2, 3, 4, 5}).Get(), Descriptor({2, 3, 4, 5}).Get(), rows.Get());
  plan(kInvalid, "gradSelf", square.Get(), Descriptor({2, 3, 4, 5}).Get(), rows.Get());
  plan(kInvalid, "gradSelf", square.Get(), Descriptor({2, 3, 4, 4}, ACL_FLOAT16).Get(), rows.Get());
  plan(kInvalid, "gradInput", square.Get(), square.Get(), square.Get());
}

}  // namespace
}  // namespace openaclnn::testing
