// SPDX-License-Identifier: Apache-2.0
//
// aclnnScale and aclnnModulate against the formulas in float64; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_modulate.h"
#include "aclnnop/aclnn_scale.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

class Scaling : public StatusTest {
 protected:
  // `own` of an index of x: that of the factor and the term, if there are such.
  template <class Own, class Run>
  void Expect(const Shape& shape, const Shape& ownShape, aclDataType dtype, bool scaled, bool shifted,
              double one, const Own& own, const Run& run) {
    const Array x = random_.Normal(shape, dtype, 0, 3);
    const Array scale = random_.Normal(ownShape, dtype, 0, 1);
    const Array shift = random_.Normal(ownShape, dtype, 0, 2);
    Array expected = x;
    Array magnitudes = x;
    for (int64_t i = 0; i < NumElements(shape); ++i) {
      const auto at = static_cast<size_t>(i);
      const Shape index = own(IndexOf(shape, i));
      const double product = x.values[at] * (scaled ? one + At(scale, index) : 1);
      const double term = shifted ? At(shift, index) : 0;
      expected.values[at] = product + term;
      magnitudes.values[at] = std::fabs(product) + std::fabs(term);
    }
    const DeviceTensor factors(scale, dtype);
    const DeviceTensor terms(shift, dtype, Layout::Transposed(ownShape.size()));
    ExpectInEachLayout(expected, Tolerance::For(dtype, magnitudes),
                       [&](const Layout& layout, const DeviceTensor& out) {
                         const DeviceTensor input(x, dtype, layout);
                         return run(input.Get(), scaled ? factors.Get() : nullptr,
                                    shifted ? terms.Get() : nullptr, out.Get());
                       });
  }

  Random random_{23};
};

TEST_F(Scaling, ScaleOfEveryTypeShapeAndLayout) {
  struct Case {
    Shape x;
    int64_t axis;
    int64_t dims;
  };
  for (const Case& given : std::vector<Case>{{{7, 1}, 0, 1},
                                             {{1, 7}, -1, 0},
                                             {{3, 5, 40}, 1, 1},
                                             {{3, 5, 40}, -3, 2},
                                             {{3, 5, 40}, 0, 3},
                                             {{2, 3, 4, 5, 2, 3, 2, 3}, 3, 4},
                                             {{300, 411}, 1, 1},
                                             {{3, 0, 2}, 1, 1}}) {
    const auto rank = static_cast<int64_t>(given.x.size());
    const int64_t axis = given.axis < 0 ? given.axis + rank : given.axis;
    const Shape own(given.x.begin() + axis, given.x.begin() + axis + given.dims);
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const bool fromBlob : {false, true}) {
        for (const bool bias : {false, true}) {
          const int64_t numAxes = !fromBlob ? -1 : axis + given.dims == rank ? -1 : given.dims;
          Expect(
              given.x, own, dtype, true, bias, 0,
              [&](const Shape& index) {
                return Shape(index.begin() + axis, index.begin() + axis + given.dims);
              },
              [&](const aclTensor* x, const aclTensor* scale, const aclTensor* shift, aclTensor* y) {
                return RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnScaleGetWorkspaceSize(x, scale, shift, given.axis, numAxes, fromBlob, y,
                                                        size, executor);
                    },
                    aclnnScale);
              });
        }
      }
    }
  }
}

TEST_F(Scaling, ModulateOfEveryTypeShapeAndLayout) {
  for (const Shape& shape : {Shape{1, 1, 1}, Shape{2, 7, 33}, Shape{3, 100, 65}, Shape{2, 0, 3}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (unsigned given = 0; given < 8; ++given) {
        const bool flat = given >= 4;
        Expect(
            shape, flat ? Shape{shape[0], shape[2]} : Shape{shape[0], 1, shape[2]}, dtype, (given & 1U) != 0,
            (given & 2U) != 0, 1,
            [&](const Shape& index) {
              return flat ? Shape{index[0], index[2]} : Shape{index[0], 0, index[2]};
            },
            [&](const aclTensor* self, const aclTensor* scale, const aclTensor* shift, aclTensor* out) {
              return RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnModulateGetWorkspaceSize(self, scale, shift, out, size, executor);
                  },
                  aclnnModulate);
            });
      }
    }
  }
}

TEST_F(Scaling, StatusesOfScale) {
  const Descriptor x({2, 3, 4});
  const Descriptor scale({3});
  const Descriptor halves({3}, ACL_FLOAT16);
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* input, const aclTensor* factor,
                        const aclTensor* bias, int64_t axis, int64_t numAxes, bool fromBlob, aclTensor* y) {
    ExpectCall("aclnnScale", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnScaleGetWorkspaceSize(input, factor, bias, axis, numAxes, fromBlob, y, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", x.Get(), scale.Get(), nullptr, 1, 1, true, x.Get());
  plan(ACL_SUCCESS, "", x.Get(), scale.Get(), scale.Get(), -2, 9, false, x.Get());
  plan(kNullptr, "x", nullptr, scale.Get(), nullptr, 1, 1, true, x.Get());
  plan(kNullptr, "scale", x.Get(), nullptr, nullptr, 1, 1, true, x.Get());
  plan(kNullptr, "y", x.Get(), scale.Get(), nullptr, 1, 1, true, nullptr);
  plan(kInvalid, "x", Descriptor({2, 3, 4}, ACL_DOUBLE).Get(), scale.Get(), nullptr, 1, 1, true, x.Get());
  plan(kInvalid, "scale", x.Get(), halves.Get(), nullptr, 1, 1, true, x.Get());
  plan(kInvalid, "biasOptional", x.Get(), scale.Get(), halves.Get(), 1, 1, true, x.Get());
  plan(kInvalid, "biasOptional", x.Get(), scale.Get(), Descriptor({1}).Get(), 1, 1, true, x.Get());
  plan(kInvalid, "axis", x.Get(), scale.Get(), nullptr, 3, 1, true, x.Get());
  plan(kInvalid, "axis", x.Get(), scale.Get(), nullptr, -4, 1, true, x.Get());
  plan(kInvalid, "numAxes", x.Get(), scale.Get(), nullptr, 1, -2, false, x.Get());
  plan(kInvalid, "numAxes", x.Get(), scale.Get(), nullptr, 1, 3, true, x.Get());
  plan(kInvalid, "scale", x.Get(), scale.Get(), nullptr, 1, 2, true, x.Get());
  plan(kInvalid, "scale", x.Get(), scale.Get(), nullptr, 0, 1, false, x.Get());
  plan(kInvalid, "scale", x.Get(), x.Get(), nullptr, 1, 1, false, x.Get());
  plan(kInvalid, "y", x.Get(), scale.Get(), nullptr, 1, 1, true, Descriptor({2, 3}).Get());
  plan(kInvalid, "y", x.Get(), scale.Get(), nullptr, 1, 1, true, Descriptor({2, 3, 4}, ACL_FLOAT16).Get());
}

TEST_F(Scaling, StatusesOfModulate) {
  const Descriptor self({2, 3, 4});
  const Descriptor flat({2, 4});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* input, const aclTensor* scale,
                        const aclTensor* shift, aclTensor* out) {
    ExpectCall("aclnnModulate", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnModulateGetWorkspaceSize(input, scale, shift, out, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", self.Get(), flat.Get(), Descriptor({2, 1, 4}).Get(), self.Get());
  plan(ACL_SUCCESS, "", self.Get(), nullptr, nullptr, self.Get());
  plan(kNullptr, "self", nullptr, flat.Get(), flat.Get(), self.Get());
  plan(kNullptr, "out", self.Get(), nullptr, flat.Get(), nullptr);
  plan(kInvalid, "self", flat.Get(), flat.Get(), flat.Get(), self.Get());
  plan(kInvalid, "self", Descriptor({2, 3, 4}, ACL_INT32).Get(), flat.Get(), flat.Get(), self.Get());
  plan(kInvalid, "scaleOptional", self.Get(), Descriptor({2, 3}).Get(), flat.Get(), self.Get());
  plan(kInvalid, "scaleOptional", self.Get(), self.Get(), flat.Get(), self.Get());
  plan(kInvalid, "shiftOptional", self.Get(), flat.Get(), Descriptor({4}).Get(), self.Get());
  plan(kInvalid, "shiftOptional", self.Get(), flat.Get(), Descriptor({2, 4}, ACL_BF16).Get(), self.Get());
  plan(kInvalid, "out", self.Get(), flat.Get(), flat.Get(), Descriptor({2, 4, 3}).Get());
}

}  // namespace
}  // namespace openaclnn::testing
