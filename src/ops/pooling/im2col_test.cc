// SPDX-License-Identifier: Apache-2.0
//
// aclnnIm2col and aclnnIm2colBackward against loops over all places of all windows.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "aclnnop/aclnn_im2col.h"
#include "aclnnop/aclnn_im2col_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

const std::vector<aclDataType> kDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

struct Windows {
  Shape image;  // [N, C, H, W] or [C, H, W]
  Shape kernel{3, 3};
  Shape dilation{1, 1};
  Shape padding{0, 0};
  Shape stride{1, 1};

  [[nodiscard]] bool HasBatch() const { return image.size() == 4; }
  [[nodiscard]] int64_t Dim(size_t fromEnd) const {
    return fromEnd > image.size() ? 1 : image[image.size() - fromEnd];
  }
  [[nodiscard]] int64_t Blocks(size_t d) const {
    return (Dim(2 - d) + 2 * padding[d] - dilation[d] * (kernel[d] - 1) - 1) / stride[d] + 1;
  }
  [[nodiscard]] Shape Columns() const {
    Shape shape{Dim(3) * kernel[0] * kernel[1], Blocks(0) * Blocks(1)};
    if (HasBatch()) {
      shape.insert(shape.begin(), image[0]);
    }
    return shape;
  }
  // visit(element of the image, element of the columns) for all places of windows in the image.
  void ForEach(const std::function<void(size_t, size_t)>& visit) const {
    const int64_t windows = Blocks(0) * Blocks(1);
    size_t row = 0;
    for (int64_t plane = 0; plane < Dim(4) * Dim(3); ++plane) {
      for (int64_t i = 0; i < kernel[0]; ++i) {
        for (int64_t j = 0; j < kernel[1]; ++j, ++row) {
          for (int64_t window = 0; window < windows; ++window) {
            const int64_t h = window / Blocks(1) * stride[0] + i * dilation[0] - padding[0];
            const int64_t w = window % Blocks(1) * stride[1] + j * dilation[1] - padding[1];
            if (h >= 0 && h < Dim(2) && w >= 0 && w < Dim(1)) {
              visit(static_cast<size_t>((plane * Dim(2) + h) * Dim(1) + w),
                    row * static_cast<size_t>(windows) + static_cast<size_t>(window));
            }
          }
        }
      }
    }
  }
};

struct Lists {
  explicit Lists(const Windows& windows)
      : size(Shape(windows.image.end() - 2, windows.image.end())),
        kernel(windows.kernel),
        dilation(windows.dilation),
        padding(windows.padding),
        stride(windows.stride) {}
  IntArray size;
  IntArray kernel;
  IntArray dilation;
  IntArray padding;
  IntArray stride;
};

aclnnStatus Forward(const aclTensor* self, const Lists& lists, const aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnIm2colGetWorkspaceSize(self, lists.kernel.Get(), lists.dilation.Get(),
                                           lists.padding.Get(), lists.stride.Get(), out, size, executor);
      },
      aclnnIm2col);
}

aclnnStatus Backward(const aclTensor* gradOutput, const Lists& lists, aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnIm2colBackwardGetWorkspaceSize(gradOutput, lists.size.Get(), lists.kernel.Get(),
                                                   lists.dilation.Get(), lists.padding.Get(),
                                                   lists.stride.Get(), out, size, executor);
      },
      aclnnIm2colBackward);
}

void Expect(const Windows& windows, aclDataType dtype, const Layout& imageLayout = {},
            const Layout& columnsLayout = {}) {
  SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", image "
                                    << ::testing::PrintToString(windows.image) << ", kernel "
                                    << ::testing::PrintToString(windows.kernel));
  Random random(3);
  const Lists lists(windows);
  const Shape columnsShape = windows.Columns();
  const Array image = random.Normal(windows.image, dtype, 0, 1);
  {
    const DeviceTensor self(image, dtype, imageLayout);
    const DeviceTensor out = DeviceTensor::Output(columnsShape, dtype, columnsLayout);
    ASSERT_EQ(Forward(self.Get(), lists, out.Get()), ACL_SUCCESS) << LastMessage();
    Array expected = Full(columnsShape, 0);
    windows.ForEach([&](size_t from, size_t to) { expected.values[to] = image.values[from]; });
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
    EXPECT_TRUE(out.CanariesIntact());
  }
  const Array grad = random.Normal(columnsShape, dtype, 0, 1);
  const DeviceTensor gradOutput(grad, dtype, columnsLayout);
  const DeviceTensor out = DeviceTensor::Output(windows.image, dtype, imageLayout);
  ASSERT_EQ(Backward(gradOutput.Get(), lists, out.Get()), ACL_SUCCESS) << LastMessage();
  Array expected = Full(windows.image, 0);
  Array magnitudes = Full(windows.image, 0);
  windows.ForEach([&](size_t to, size_t from) {
    expected.values[to] += grad.values[from];
    magnitudes.values[to] += std::fabs(grad.values[from]);
  });
  // Sums in float64 are rounded once.
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype, magnitudes, 1e-6)));
  EXPECT_TRUE(out.CanariesIntact());
}

TEST(Im2col, EveryTypeWindowAndLayout) {
  for (const aclDataType dtype : kDtypes) {
    Expect({.image = {2, 3, 7, 9}}, dtype);
    Expect({.image = {3, 7, 9}, .padding = {1, 2}}, dtype);
    Expect({.image = {2, 3, 7, 9}, .kernel = {2, 5}, .dilation = {3, 2}, .padding = {4, 1}, .stride = {2, 3}},
           dtype);
    Expect({.image = {2, 3, 8, 8}, .kernel = {4, 4}, .stride = {4, 4}}, dtype);
    Expect({.image = {1, 2, 5, 6}, .kernel = {1, 1}, .stride = {2, 3}}, dtype);
    Expect({.image = {1, 1, 2, 3}, .kernel = {2, 3}, .padding = {5, 6}}, dtype);
    Expect({.image = {1, 2, 30, 2500}, .kernel = {2, 3}, .padding = {0, 1}}, dtype);
    Expect({.image = {2, 3, 7, 9}, .padding = {1, 1}}, dtype, Layout::ChannelsLast(4));
    Expect({.image = {2, 3, 7, 9}, .padding = {1, 1}}, dtype, Layout::Transposed(4), Layout::Transposed(3));
    Expect({.image = {2, 3, 7, 9}, .stride = {1, 2}}, dtype, Layout::Stepped({1, 2, 1, 3}).WithOffset(2),
           Layout::Stepped({2, 1, 3}));
    Expect({.image = {2, 7, 9}, .stride = {2, 2}}, dtype, Layout::Transposed(3), Layout::Transposed(2));
  }
}

TEST(Im2col, OfNothing) {
  Expect({.image = {0, 3, 7, 9}}, ACL_FLOAT);
  Expect({.image = {2, 0, 7, 9}}, ACL_FLOAT);
  Expect({.image = {2, 3, 0, 9}, .padding = {2, 0}}, ACL_FLOAT);
}

TEST(Im2col, InfinitiesAndNansAreCopied) {
  const DeviceTensor self(MakeArray({1, 2, 2}, {INFINITY, -INFINITY, std::nan(""), -0.0}), ACL_FLOAT16);
  const DeviceTensor out = DeviceTensor::Output({1, 4}, ACL_FLOAT16);
  const Lists lists(Windows{.image = {1, 2, 2}, .kernel = {1, 1}});
  ASSERT_EQ(Forward(self.Get(), lists, out.Get()), ACL_SUCCESS);
  const std::vector<double> values = out.Read().values;
  EXPECT_EQ(values[0], INFINITY);
  EXPECT_EQ(values[1], -INFINITY);
  EXPECT_TRUE(std::isnan(values[2]) && !IsUnwritten(values[2]));
  EXPECT_TRUE(values[3] == 0 && std::signbit(values[3]));
}

class Im2colStatus : public PhaseOneTest {
 protected:
  aclnnStatus PlanForward(const aclTensor* self, const aclIntArray* kernel, const aclIntArray* dilation,
                          const aclIntArray* padding, const aclIntArray* stride, const aclTensor* out) {
    return Call("aclnnIm2col", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnIm2colGetWorkspaceSize(self, kernel, dilation, padding, stride, out, size, executor);
    });
  }
  const Descriptor image{Shape{2, 3, 7, 9}};
  const Descriptor columns{Shape{2, 27, 35}};
  const IntArray three{{3, 3}};
  const IntArray one{{1, 1}};
  const IntArray none{{0, 0}};
};

TEST_F(Im2colStatus, Forward) {
  const auto good = [&](const aclIntArray* kernel, const aclIntArray* dilation, const aclIntArray* padding,
                        const aclIntArray* stride) {
    return PlanForward(image.Get(), kernel, dilation, padding, stride, columns.Get());
  };
  EXPECT_EQ(good(three.Get(), one.Get(), none.Get(), one.Get()), ACL_SUCCESS);
  EXPECT_EQ(good(nullptr, one.Get(), none.Get(), one.Get()), kNullptr);
  EXPECT_EQ(good(three.Get(), nullptr, none.Get(), one.Get()), kNullptr);
  EXPECT_EQ(good(three.Get(), one.Get(), nullptr, one.Get()), kNullptr);
  EXPECT_EQ(good(three.Get(), one.Get(), none.Get(), nullptr), kNullptr);
  EXPECT_EQ(good(none.Get(), one.Get(), none.Get(), one.Get()), kInvalid);
  ExpectMessage({"kernelSize"});
  EXPECT_EQ(good(three.Get(), none.Get(), none.Get(), one.Get()), kInvalid);
  ExpectMessage({"dilation"});
  EXPECT_EQ(good(three.Get(), one.Get(), none.Get(), none.Get()), kInvalid);
  ExpectMessage({"stride"});
  const IntArray negative({-1, 0});
  EXPECT_EQ(good(three.Get(), one.Get(), negative.Get(), one.Get()), kInvalid);
  ExpectMessage({"padding"});
  const IntArray many({3, 3, 3});
  EXPECT_EQ(good(many.Get(), one.Get(), none.Get(), one.Get()), kInvalid);
  ExpectMessage({"kernelSize"});
  const IntArray large({8, 3});
  EXPECT_EQ(good(large.Get(), one.Get(), none.Get(), one.Get()), kInvalid);
  ExpectMessage({"self", "room for a window"});
  const auto plan = [&](const aclTensor* self, const aclTensor* out) {
    return PlanForward(self, three.Get(), one.Get(), none.Get(), one.Get(), out);
  };
  EXPECT_EQ(plan(nullptr, columns.Get()), kNullptr);
  EXPECT_EQ(plan(image.Get(), nullptr), kNullptr);
  EXPECT_EQ(plan(columns.Get(), image.Get()), kInvalid);
  EXPECT_EQ(plan(image.Get(), image.Get()), kInvalid);
  ExpectMessage({"out", "[2, 27, 35]"});
  const Descriptor row(Shape{9});
  EXPECT_EQ(plan(row.Get(), columns.Get()), kInvalid);
  ExpectMessage({"self", "3 or 4 dims"});
  const Descriptor doubles(Shape{2, 3, 7, 9}, ACL_DOUBLE);
  EXPECT_EQ(plan(doubles.Get(), columns.Get()), kInvalid);
  ExpectMessage({"self", "DOUBLE"});
  const Descriptor halves(Shape{2, 27, 35}, ACL_FLOAT16);
  EXPECT_EQ(plan(image.Get(), halves.Get()), kInvalid);
  ExpectMessage({"out", "FLOAT16"});
}

TEST_F(Im2colStatus, Backward) {
  const auto plan = [&](const aclTensor* gradOutput, const aclIntArray* inputSize, aclTensor* out) {
    return Call("aclnnIm2colBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnIm2colBackwardGetWorkspaceSize(gradOutput, inputSize, three.Get(), one.Get(), none.Get(),
                                                 one.Get(), out, size, executor);
    });
  };
  const IntArray size({7, 9});
  EXPECT_EQ(plan(columns.Get(), size.Get(), image.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, size.Get(), image.Get()), kNullptr);
  EXPECT_EQ(plan(columns.Get(), nullptr, image.Get()), kNullptr);
  EXPECT_EQ(plan(columns.Get(), size.Get(), nullptr), kNullptr);
  EXPECT_EQ(plan(image.Get(), size.Get(), image.Get()), kInvalid);
  ExpectMessage({"gradOutput", "2 or 3 dims"});
  EXPECT_EQ(plan(columns.Get(), size.Get(), columns.Get()), kInvalid);
  ExpectMessage({"out", "4 dims"});
  const IntArray other({7, 8});
  EXPECT_EQ(plan(columns.Get(), other.Get(), image.Get()), kInvalid);
  ExpectMessage({"out", "[2, 3, 7, 8]"});
  const IntArray small({2, 9});
  EXPECT_EQ(plan(columns.Get(), small.Get(), image.Get()), kInvalid);
  ExpectMessage({"inputSize", "room for a window"});
  const Descriptor fewer(Shape{2, 26, 35});
  EXPECT_EQ(plan(fewer.Get(), size.Get(), image.Get()), kInvalid);
  ExpectMessage({"gradOutput", "[2, 27, 35]", "[2, 26, 35]"});
}

}  // namespace
}  // namespace openaclnn::testing
