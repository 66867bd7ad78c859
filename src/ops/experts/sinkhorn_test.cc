// SPDX-License-Identifier: Apache-2.0
//
// aclnnSinkhorn against the iteration in float64; and the statuses.
#include "aclnnop/aclnn_sinkhorn.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

Array Reference(const Array& cost, double tolerance) {
  const auto rows = static_cast<size_t>(cost.shape[0]);
  const auto columns = static_cast<size_t>(cost.shape[1]);
  std::vector<double> ofRows(rows, 1);
  std::vector<double> ofColumns(columns, 1);
  Array p = cost;
  for (double moved = tolerance + 1; moved > tolerance && !p.values.empty();) {
    for (size_t i = 0; i < rows; ++i) {
      double sum = 0;
      for (size_t j = 0; j < columns; ++j) {
        sum += ofColumns[j] * std::exp(cost.values[i * columns + j]);
      }
      ofRows[i] = 1 / (static_cast<double>(rows) * (sum + 1e-8));
    }
    moved = 0;
    for (size_t j = 0; j < columns; ++j) {
      double sum = 0;
      for (size_t i = 0; i < rows; ++i) {
        sum += ofRows[i] * std::exp(cost.values[i * columns + j]);
      }
      const double factor = 1 / (static_cast<double>(columns) * (sum + 1e-8));
      moved += std::fabs(factor - ofColumns[j]) / static_cast<double>(columns);
      ofColumns[j] = factor;
    }
  }
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      p.values[i * columns + j] = ofColumns[j] * std::exp(cost.values[i * columns + j]) * ofRows[i];
    }
  }
  return p;
}

class Sinkhorn : public StatusTest {
 protected:
  Random random_{89};
};

TEST_F(Sinkhorn, OfEveryTypeShapeAndLayout) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Shape& shape :
         {Shape{1, 1}, Shape{30, 28}, Shape{5, 130}, Shape{301, 7}, Shape{17, 8}, Shape{0, 3}, Shape{3, 0}}) {
      for (const std::optional<double> tolerance : {std::optional<double>(), std::optional(0.05)}) {
        const Array cost = random_.Uniform(shape, dtype, 0, 5);
        std::optional<Scalar> tol;
        if (tolerance) {
          tol.emplace(*tolerance, ACL_FLOAT);
        }
        const double limit = tolerance ? RoundTo(ACL_FLOAT, *tolerance) : 1e-4;
        // The exponentials of float32 lack up to 2 ulps, which the factors have again.
        ExpectInEachLayout(Reference(cost, limit), Tolerance::For(dtype, std::nullopt, 32),
                           [&](const Layout& layout, const DeviceTensor& out) {
                             const DeviceTensor input(cost, dtype, layout);
                             return RunTwoPhase(
                                 [&](uint64_t* size, aclOpExecutor** executor) {
                                   return aclnnSinkhornGetWorkspaceSize(
                                       input.Get(), tol ? tol->Get() : nullptr, out.Get(), size, executor);
                                 },
                                 aclnnSinkhorn);
                           });
      }
    }
  }
}

TEST_F(Sinkhorn, EndsWhateverIsAsked) {
  Array cost = random_.Uniform({6, 5}, ACL_FLOAT, 0, 5);
  const Scalar never(-1, ACL_FLOAT);
  const auto run = [&] {
    const DeviceTensor input(cost, ACL_FLOAT);
    const DeviceTensor out = DeviceTensor::Output({6, 5}, ACL_FLOAT);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnSinkhornGetWorkspaceSize(input.Get(), never.Get(), out.Get(), size, executor);
                  },
                  aclnnSinkhorn),
              ACL_SUCCESS)
        << LastMessage();
    return out.Read().values;
  };
  const std::vector<double> p = run();
  for (size_t j = 0; j < 5; ++j) {
    double sum = 0;
    for (size_t i = 0; i < 6; ++i) {
      sum += p[i * 5 + j];
    }
    EXPECT_NEAR(sum, 1.0 / 5, 1e-6);
  }
  cost.values[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(run()[0]));
}

TEST_F(Sinkhorn, Statuses) {
  const Descriptor cost({4, 5});
  const Scalar tol(0.01, ACL_FLOAT);
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* x, aclTensor* p) {
    ExpectCall("aclnnSinkhorn", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnSinkhornGetWorkspaceSize(x, tol.Get(), p, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", cost.Get(), cost.Get());
  plan(kNullptr, "cost", nullptr, cost.Get());
  plan(kNullptr, "p", cost.Get(), nullptr);
  plan(kInvalid, "cost", Descriptor({4}).Get(), Descriptor({4}).Get());
  plan(kInvalid, "cost", Descriptor({4, 5}, ACL_DOUBLE).Get(), cost.Get());
  plan(kInvalid, "p", cost.Get(), Descriptor({5, 4}).Get());
  plan(kInvalid, "p", cost.Get(), Descriptor({4, 5}, ACL_FLOAT16).Get());
}

}  // namespace
}  // namespace openaclnn::testing
