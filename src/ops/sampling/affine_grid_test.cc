// SPDX-License-Identifier: Apache-2.0
//
// Points of affine maps against their formula; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "aclnnop/aclnn_affine_grid.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

Shape PointsOf(const Shape& size) {
  Shape shape{size[0]};
  shape.insert(shape.end(), size.begin() + 2, size.end());
  shape.push_back(static_cast<int64_t>(size.size()) - 2);
  return shape;
}

// x of `places` from -1 to 1; of one place 0.
double Between(int64_t x, int64_t places, bool alignCorners) {
  const auto count = static_cast<double>(places);
  const double aligned = places == 1 ? 0 : -1 + 2 * static_cast<double>(x) / (count - 1);
  return alignCorners ? aligned : aligned * (count - 1) / count;
}

struct Points {
  Array values;
  Array magnitudes;
};

Points Move(const Array& theta, const Shape& size, bool alignCorners) {
  const Shape shape = PointsOf(size);
  const size_t axes = size.size() - 2;
  Points points{Full(shape, 0), Full(shape, 0)};
  for (size_t i = 0; i < points.values.values.size(); ++i) {
    const size_t k = i % axes;
    auto rest = static_cast<int64_t>(i / axes);
    std::vector<double> place;
    for (size_t axis = 0; axis < axes; ++axis) {
      const int64_t extent = size[size.size() - 1 - axis];
      place.push_back(Between(rest % extent, extent, alignCorners));
      rest /= extent;
    }
    place.push_back(1);
    for (size_t axis = 0; axis <= axes; ++axis) {
      const double term =
          theta.values[(static_cast<size_t>(rest) * axes + k) * (axes + 1) + axis] * place[axis];
      points.values.values[i] += term;
      points.magnitudes.values[i] += std::fabs(term);
    }
  }
  return points;
}

TEST(AffineGrid, EverySizeTypeAndLayout) {
  Random random(9);
  const auto trace = TraceSeed(random);
  for (const Shape& size : {Shape{2, 3, 4, 5}, Shape{1, 1, 1, 1}, Shape{3, 1, 2, 1100}, Shape{2, 1, 3, 4, 5},
                            Shape{1, 2, 1, 7, 1}}) {
    const auto axes = static_cast<int64_t>(size.size()) - 2;
    const IntArray sizes(size);
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const Array theta = random.Normal({size[0], axes, axes + 1}, dtype, 0, 1);
      for (const bool alignCorners : {false, true}) {
        const Points expected = Move(theta, size, alignCorners);
        const size_t rank = size.size();
        for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(rank),
                                     Layout::Stepped(std::vector<int64_t>(rank, 2)).WithOffset(3)}) {
          const DeviceTensor maps(theta, dtype, Layout::Transposed(3));
          const DeviceTensor out = DeviceTensor::Output(PointsOf(size), dtype, layout);
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* bytes, aclOpExecutor** executor) {
                          return aclnnAffineGridGetWorkspaceSize(maps.Get(), sizes.Get(), alignCorners,
                                                                 out.Get(), bytes, executor);
                        },
                        aclnnAffineGrid),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_TRUE(Near(out.Read(), expected.values, Tolerance::For(dtype, expected.magnitudes)));
          EXPECT_TRUE(out.CanariesIntact());
        }
      }
    }
  }
}

class AffineGridChecks : public PhaseOneTest {
 protected:
  Descriptor theta{{2, 2, 3}};
  Descriptor out{{2, 4, 5, 2}};
  Descriptor half{{2, 4, 5, 2}, ACL_FLOAT16};
  Descriptor wrong{{2, 4, 5, 3}};
  Descriptor integers{{2, 2, 3}, ACL_INT32};
  IntArray size{{2, 3, 4, 5}};
  IntArray three{{2, 4, 5}};
  IntArray zero{{2, 3, 0, 5}};

  aclnnStatus Plan(const aclTensor* maps, const aclIntArray* sizes, aclTensor* points) {
    return Call("aclnnAffineGrid", [&](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnAffineGridGetWorkspaceSize(maps, sizes, false, points, bytes, executor);
    });
  }
};

TEST_F(AffineGridChecks, Statuses) {
  EXPECT_EQ(Plan(theta.Get(), size.Get(), out.Get()), ACL_SUCCESS);
  EXPECT_EQ(Plan(nullptr, size.Get(), out.Get()), kNullptr);
  ExpectMessage({"theta"});
  EXPECT_EQ(Plan(theta.Get(), nullptr, out.Get()), kNullptr);
  ExpectMessage({"size"});
  EXPECT_EQ(Plan(theta.Get(), size.Get(), nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(Plan(integers.Get(), size.Get(), out.Get()), kInvalid);
  ExpectMessage({"theta", "INT32"});
  EXPECT_EQ(Plan(theta.Get(), size.Get(), half.Get()), kInvalid);
  ExpectMessage({"out", "FLOAT16"});
  EXPECT_EQ(Plan(theta.Get(), three.Get(), out.Get()), kInvalid);
  ExpectMessage({"size", "4 or 5 values"});
  EXPECT_EQ(Plan(theta.Get(), zero.Get(), out.Get()), kInvalid);
  ExpectMessage({"size", "[2, 3, 0, 5]"});
  EXPECT_EQ(Plan(wrong.Get(), size.Get(), out.Get()), kInvalid);
  ExpectMessage({"theta", "[2, 2, 3]"});
  EXPECT_EQ(Plan(theta.Get(), size.Get(), wrong.Get()), kInvalid);
  ExpectMessage({"out", "[2, 4, 5, 2]"});
}

}  // namespace
}  // namespace openaclnn::testing
