// SPDX-License-Identifier: Apache-2.0
//
// aclnnModulateBackward against loops in float64; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_modulate_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

class ModulateBackward : public StatusTest {
 protected:
  void Expect(const Shape& shape, const Shape& own, aclDataType dtype, bool withScale, bool withShift) {
    const auto trace = TraceSeed(random_);
    const Array grad = random_.Uniform(shape, dtype, -2, 2);
    const Array input = random_.Uniform(shape, dtype, -2, 2);
    const Array scale = random_.Uniform(own, dtype, -1, 1);
    Array gradInput = Full(shape, 0);
    Array gradScale = Full(own, 0);
    Array gradShift = gradScale;
    Array scaleTerms = gradScale;
    Array shiftTerms = gradScale;
    for (size_t i = 0; i < grad.values.size(); ++i) {
      const Shape index = IndexOf(shape, static_cast<int64_t>(i));
      const auto at = static_cast<size_t>(index[0] * shape[2] + index[2]);
      gradInput.values[i] = grad.values[i] * (withScale ? 1 + scale.values[at] : 1);
      const double product = grad.values[i] * input.values[i];
      gradScale.values[at] += product;
      scaleTerms.values[at] += std::fabs(product);
      gradShift.values[at] += grad.values[i];
      shiftTerms.values[at] += std::fabs(grad.values[i]);
    }
    std::optional<std::vector<double>> bits;
    for (const Layout& layout : UsualLayouts(3)) {
      const Layout flat = bits ? Layout::Transposed(own.size()) : Layout::Contiguous();
      const DeviceTensor grads(grad, dtype, layout);
      const DeviceTensor inputs(input, dtype, layout);
      const DeviceTensor scales(scale, dtype, flat);
      const DeviceTensor toInput = DeviceTensor::Output(shape, dtype, layout);
      const DeviceTensor toScale = DeviceTensor::Output(own, dtype, flat);
      const DeviceTensor toShift = DeviceTensor::Output(own, dtype, flat);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnModulateBackwardGetWorkspaceSize(
                          grads.Get(), inputs.Get(), withScale ? scales.Get() : nullptr,
                          withShift ? scales.Get() : nullptr, toInput.Get(), toScale.Get(), toShift.Get(),
                          size, executor);
                    },
                    aclnnModulateBackward),
                ACL_SUCCESS)
          << LastMessage();
      const Array actual = toInput.Read();
      EXPECT_TRUE(Near(actual, gradInput, Tolerance::For(dtype)));
      EXPECT_TRUE(toInput.CanariesIntact() && toScale.CanariesIntact() && toShift.CanariesIntact());
      if (withScale) {
        EXPECT_TRUE(Near(toScale.Read(), gradScale, Tolerance::For(dtype, scaleTerms, 0)));
      } else {
        EXPECT_TRUE(toScale.Read().values.empty() || IsUnwritten(toScale.Read().values[0]));
      }
      if (withShift) {
        EXPECT_TRUE(Near(toShift.Read(), gradShift, Tolerance::For(dtype, shiftTerms, 0)));
      } else {
        EXPECT_TRUE(toShift.Read().values.empty() || IsUnwritten(toShift.Read().values[0]));
      }
      bits = bits.value_or(actual.values);
      EXPECT_EQ(actual.values, *bits) << "other bits in another layout";
    }
  }

  Random random_{101};
};

TEST_F(ModulateBackward, EveryTypeShapeAndLayout) {
  for (const Shape& shape :
       {Shape{1, 1, 1}, Shape{2, 7, 33}, Shape{3, 40, 301}, Shape{2, 0, 3}, Shape{0, 2, 3}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (unsigned given = 0; given < 4; ++given) {
        const bool scale = (given & 1U) != 0;
        const bool shift = (given & 2U) != 0;
        Expect(shape, {shape[0], shape[2]}, dtype, scale, shift);
        Expect(shape, {shape[0], 1, shape[2]}, dtype, scale, shift);
      }
    }
  }
}

TEST_F(ModulateBackward, Statuses) {
  const Descriptor x({2, 3, 4});
  const Descriptor own({2, 4});
  const Descriptor wrong({3, 4});
  const Descriptor halves({2, 3, 4}, ACL_FLOAT16);
  const Descriptor ownHalves({2, 4}, ACL_FLOAT16);
  const auto expect = [&](aclnnStatus status, const char* said, const std::array<const Descriptor*, 7>& of) {
    const auto at = [&](size_t k) { return of[k] == nullptr ? nullptr : of[k]->Get(); };
    ExpectCall("aclnnModulateBackward", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnModulateBackwardGetWorkspaceSize(at(0), at(1), at(2), at(3), at(4), at(5), at(6), size,
                                                   executor);
    });
  };
  const std::array<const Descriptor*, 7> good{&x, &x, &own, &own, &x, &own, &own};
  expect(ACL_SUCCESS, "", good);
  expect(ACL_SUCCESS, "", {&x, &x, nullptr, nullptr, &x, nullptr, nullptr});
  const std::array<const char*, 7> names{"gradOutput", "input",     "scaleOptional", "shiftOptional",
                                         "gradInput",  "gradScale", "gradShift"};
  const std::array<const Descriptor*, 7> types{&halves, &halves,    &ownHalves, &ownHalves,
                                               &halves, &ownHalves, &ownHalves};
  for (size_t k = 0; k < names.size(); ++k) {
    auto one = good;
    one[k] = nullptr;
    const bool optional = k == 2 || k == 3;
    expect(optional ? ACL_SUCCESS : kNullptr, names[k], one);
    one[k] = &wrong;
    expect(kInvalid, names[k], one);
    one[k] = types[k];
    // The type of input counts.
    expect(kInvalid, k == 1 ? "gradOutput" : names[k], one);
  }
  const Descriptor doubles({2, 3, 4}, ACL_DOUBLE);
  expect(kInvalid, "input", {&doubles, &doubles, nullptr, nullptr, &doubles, nullptr, nullptr});
}

}  // namespace
}  // namespace openaclnn::testing
