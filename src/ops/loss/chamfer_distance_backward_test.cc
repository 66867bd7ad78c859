// SPDX-License-Identifier: Apache-2.0
//
// aclnnChamferDistanceBackward against finite differences of the distances' sum in closed form; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "aclnnop/aclnn_chamfer_distance_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

class ChamferBackward : public StatusTest {
 protected:
  static aclnnStatus Run(const std::vector<const DeviceTensor*>& in, const DeviceTensor& first,
                         const DeviceTensor& second) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnChamferDistanceBackwardGetWorkspaceSize(in[0]->Get(), in[1]->Get(), in[2]->Get(),
                                                              in[3]->Get(), in[4]->Get(), in[5]->Get(),
                                                              first.Get(), second.Get(), size, executor);
        },
        aclnnChamferDistanceBackward);
  }

  Random random_{71};
};

// The derivative of sum(grad1 * |a - b[idx1]|^2) + sum(grad2 * |b - a[idx2]|^2) by each coordinate: the loss is a
// square in each, so that a central difference is exact but for rounding.
Array Differences(const std::vector<Array>& in, size_t which) {
  const auto loss = [&](const Array& a, const Array& b) {
    double sum = 0;
    const auto add = [&](const Array& from, const Array& to, const Array& idx, const Array& grad) {
      for (size_t i = 0; i < idx.values.size(); ++i) {
        const auto batch = i / static_cast<size_t>(idx.shape[1]);
        const auto other = batch * static_cast<size_t>(to.shape[1]) + static_cast<size_t>(idx.values[i]);
        for (size_t axis = 0; axis < 2; ++axis) {
          const double apart = from.values[2 * i + axis] - to.values[2 * other + axis];
          sum += grad.values[i] * apart * apart;
        }
      }
    };
    add(a, b, in[2], in[4]);
    add(b, a, in[3], in[5]);
    return sum;
  };
  Array result = in[which];
  for (size_t i = 0; i < result.values.size(); ++i) {
    double sides[2];
    for (const size_t side : {0U, 1U}) {
      std::vector<Array> moved{in[0], in[1]};
      moved[which].values[i] += side == 0 ? 1 : -1;
      sides[side] = loss(moved[0], moved[1]);
    }
    result.values[i] = (sides[0] - sides[1]) / 2;
  }
  return result;
}

TEST_F(ChamferBackward, EveryTypeShapeAndLayout) {
  for (const auto& [batches, first, second] :
       std::vector<std::array<int64_t, 3>>{{2, 5, 3}, {1, 1, 1}, {3, 20, 7}, {0, 4, 4}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const auto trace = TraceSeed(random_);
      const std::vector<Array> in{random_.Integers({batches, first, 2}, dtype, -8, 9),
                                  random_.Integers({batches, second, 2}, dtype, -8, 9),
                                  random_.Integers({batches, first}, ACL_INT32, 0, second),
                                  random_.Integers({batches, second}, ACL_INT32, 0, first),
                                  random_.Integers({batches, first}, dtype, -4, 5),
                                  random_.Integers({batches, second}, dtype, -4, 5)};
      const Array other = Differences(in, 1);
      const aclDataType numbers = dtype == ACL_FLOAT ? ACL_INT64 : ACL_INT32;
      // Sums of whole numbers: exact, then rounded once.
      ExpectInEachLayout(Differences(in, 0), Tolerance::For(dtype, std::nullopt, 0),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor a(in[0], dtype, layout);
                           const DeviceTensor b(in[1], dtype, layout);
                           const DeviceTensor i(in[2], numbers, Layout::Transposed(2));
                           const DeviceTensor j(in[3], numbers);
                           const DeviceTensor g(in[4], dtype, Layout::Transposed(2));
                           const DeviceTensor h(in[5], dtype);
                           const DeviceTensor second2 = DeviceTensor::Output(in[1].shape, dtype, layout);
                           const aclnnStatus status = Run({&a, &b, &i, &j, &g, &h}, out, second2);
                           EXPECT_TRUE(Near(second2.Read(), other, Tolerance::For(dtype, std::nullopt, 0)));
                           return status;
                         });
    }
  }
}

TEST_F(ChamferBackward, NumbersOutOfRange) {
  const DeviceTensor points(Full({1, 2, 2}, 1), ACL_FLOAT);
  const DeviceTensor grads(Full({1, 2}, 1), ACL_FLOAT);
  const DeviceTensor right(FromIntegers({1, 2}, {0, 1}), ACL_INT32);
  for (const int64_t wrong : {-1, 2}) {
    const DeviceTensor numbers(FromIntegers({1, 2}, {0, wrong}), ACL_INT32);
    for (const bool second : {false, true}) {
      const DeviceTensor a(Full({1, 2, 2}, 7), ACL_FLOAT);
      const DeviceTensor b(Full({1, 2, 2}, 7), ACL_FLOAT);
      EXPECT_EQ(
          Run({&points, &points, second ? &right : &numbers, second ? &numbers : &right, &grads, &grads}, a,
              b),
          507035);
      EXPECT_NE(
          LastMessage().find(std::string(second ? "idx2" : "idx1") + ": expected values in [0, 2), got " +
                             std::to_string(wrong) + " at element 1"),
          std::string::npos)
          << LastMessage();
      EXPECT_TRUE(Near(a.Read(), Full({1, 2, 2}, 7), Tolerance::Exact(ACL_FLOAT)));
    }
  }
}

TEST_F(ChamferBackward, Statuses) {
  const Descriptor first({2, 3, 2});
  const Descriptor second({2, 4, 2});
  const Descriptor idx1({2, 3}, ACL_INT32);
  const Descriptor idx2({2, 4}, ACL_INT32);
  const Descriptor grad1({2, 3});
  const Descriptor grad2({2, 4});
  const Descriptor space({2, 3, 3});
  const Descriptor half({2, 3, 2}, ACL_FLOAT16);
  const std::vector<const aclTensor*> usual{first.Get(), second.Get(), idx1.Get(),  idx2.Get(),
                                            grad1.Get(), grad2.Get(),  first.Get(), second.Get()};
  const std::vector<const char*> names{"xyz1",      "xyz2",      "idx1",     "idx2",
                                       "gradDist1", "gradDist2", "gradXyz1", "gradXyz2"};
  const auto expect = [&](aclnnStatus status, const char* said, size_t place, const aclTensor* tensor) {
    std::vector<const aclTensor*> all = usual;
    all[place] = tensor;
    ExpectCall("aclnnChamferDistanceBackward", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnChamferDistanceBackwardGetWorkspaceSize(all[0], all[1], all[2], all[3], all[4], all[5],
                                                          const_cast<aclTensor*>(all[6]),
                                                          const_cast<aclTensor*>(all[7]), size, executor);
    });
  };
  expect(ACL_SUCCESS, "", 0, first.Get());
  for (size_t place = 0; place < names.size(); ++place) {
    expect(kNullptr, names[place], place, nullptr);
    expect(kInvalid, names[place], place, place < 2 ? space.Get() : half.Get());
  }
  expect(kInvalid, "xyz2", 0, half.Get());
  expect(kInvalid, "idx1", 2, grad1.Get());
}

}  // namespace
}  // namespace openaclnn::testing
