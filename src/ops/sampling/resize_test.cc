// SPDX-License-Identifier: Apache-2.0
//
// aclnnResize against the operators that it stands for; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "aclnnop/aclnn_resize.h"
#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_nearest_2d.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

class ResizeByScales : public StatusTest {
 protected:
  struct Destroy {
    void operator()(aclFloatArray* array) const { (void)aclDestroyFloatArray(array); }
  };
  using Scales = std::unique_ptr<aclFloatArray, Destroy>;
  static Scales MakeScales(const std::vector<float>& values) {
    return Scales(aclCreateFloatArray(values.data(), values.size()));
  }

  Random random_{64};
};

// The same bits as by sizes.
TEST_F(ResizeByScales, EveryTypeModeAndLayout) {
  struct Case {
    Shape self;
    std::vector<float> scales;
    std::vector<int64_t> size;
  };
  for (const Case& given : std::vector<Case>{{{2, 3, 5, 7}, {1, 1, 2, 1.5F}, {10, 10}},
                                             {{1, 4, 10, 10}, {3, 2, 0.7F, 0.3F}, {7, 3}},
                                             {{2, 1, 3, 4}, {1, 1, 1, 4}, {3, 16}}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const bool linear : {false, true}) {
        const auto trace = TraceSeed(random_);
        const Array self = random_.Uniform(given.self, dtype, -1, 1);
        const Shape result{given.self[0], given.self[1], given.size[0], given.size[1]};
        const IntArray size(given.size);
        const Scales scales = MakeScales(given.scales);
        const DeviceTensor source(self, dtype);
        const DeviceTensor expected = DeviceTensor::Output(result, dtype);
        ASSERT_EQ(linear ? RunTwoPhase(
                               [&](uint64_t* bytes, aclOpExecutor** executor) {
                                 return aclnnUpsampleBilinear2dGetWorkspaceSize(
                                     source.Get(), size.Get(), false, 0, 0, expected.Get(), bytes, executor);
                               },
                               aclnnUpsampleBilinear2d)
                         : RunTwoPhase(
                               [&](uint64_t* bytes, aclOpExecutor** executor) {
                                 return aclnnUpsampleNearest2dGetWorkspaceSize(
                                     source.Get(), size.Get(), expected.Get(), bytes, executor);
                               },
                               aclnnUpsampleNearest2d),
                  ACL_SUCCESS)
            << LastMessage();
        ExpectInEachLayout(
            expected.Read(), Tolerance::Exact(dtype), [&](const Layout& layout, const DeviceTensor& out) {
              const DeviceTensor in(self, dtype, layout);
              return RunTwoPhase(
                  [&](uint64_t* bytes, aclOpExecutor** executor) {
                    return aclnnResizeGetWorkspaceSize(
                        in.Get(), scales.get(), linear ? "bilinear" : "nearest", out.Get(), bytes, executor);
                  },
                  aclnnResize);
            });
      }
    }
  }
}

TEST_F(ResizeByScales, Statuses) {
  const Descriptor self({2, 3, 4, 5});
  const Descriptor flat({2, 3, 4});
  const Descriptor out({2, 3, 8, 5});
  const Descriptor half({2, 3, 8, 5}, ACL_FLOAT16);
  const Descriptor bytes({2, 3, 4, 5}, ACL_UINT8);
  const Scales scales = MakeScales({1, 1, 2, 1});
  const Scales three = MakeScales({1, 2, 1});
  const Scales none = MakeScales({1, 1, 0.1F, 1});
  const Scales odd = MakeScales({1, 1, NAN, 1});
  const auto expect = [&](aclnnStatus status, const char* said, const aclTensor* a,
                          const aclFloatArray* factors, const char* mode, const aclTensor* b) {
    ExpectCall("aclnnResize", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnResizeGetWorkspaceSize(a, factors, mode, const_cast<aclTensor*>(b), size, executor);
    });
  };
  expect(ACL_SUCCESS, "", self.Get(), scales.get(), "nearest", out.Get());
  expect(kNullptr, "self", nullptr, scales.get(), "nearest", out.Get());
  expect(kNullptr, "scales", self.Get(), nullptr, "nearest", out.Get());
  expect(kNullptr, "mode", self.Get(), scales.get(), nullptr, out.Get());
  expect(kNullptr, "out", self.Get(), scales.get(), "nearest", nullptr);
  expect(kInvalid, "mode", self.Get(), scales.get(), "cubic", out.Get());
  expect(kInvalid, "scales", self.Get(), three.get(), "nearest", out.Get());
  expect(kInvalid, "scales", self.Get(), none.get(), "nearest", out.Get());
  expect(kInvalid, "scales", self.Get(), odd.get(), "nearest", out.Get());
  expect(kInvalid, "self", flat.Get(), scales.get(), "nearest", out.Get());
  expect(kInvalid, "self", bytes.Get(), scales.get(), "nearest", bytes.Get());
  expect(kInvalid, "out", self.Get(), scales.get(), "bilinear", self.Get());
  expect(kInvalid, "out", self.Get(), scales.get(), "bilinear", half.Get());
}

}  // namespace
}  // namespace openaclnn::testing
