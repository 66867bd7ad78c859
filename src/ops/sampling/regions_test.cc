// SPDX-License-Identifier: Apache-2.0
//
// aclnnRoiPoolingWithArgMax and its gradient, aclnnThreeInterpolateBackward and aclnnCIoU against loops in
// float64; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_ciou.h"
#include "aclnnop/aclnn_roi_pooling_grad_with_arg_max.h"
#include "aclnnop/aclnn_roi_pooling_with_arg_max.h"
#include "aclnnop/aclnn_three_interpolate_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

class RoiPooling : public StatusTest {
 protected:
  static aclnnStatus Forward(const DeviceTensor& x, const DeviceTensor& rois, int64_t rows, int64_t columns,
                             float scaleH, float scaleW, const DeviceTensor& y, const DeviceTensor& argmax) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnRoiPoolingWithArgMaxGetWorkspaceSize(x.Get(), rois.Get(), rows, columns, scaleH, scaleW,
                                                           y.Get(), argmax.Get(), size, executor);
        },
        aclnnRoiPoolingWithArgMax);
  }
  static aclnnStatus Backward(const DeviceTensor& grad, const DeviceTensor& result, const DeviceTensor& rois,
                              const DeviceTensor& argmax, int64_t rows, int64_t columns) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnRoiPoolingGradWithArgMaxGetWorkspaceSize(
              grad.Get(), result.Get(), rois.Get(), argmax.Get(), rows, columns, 0.5, size, executor);
        },
        aclnnRoiPoolingGradWithArgMax);
  }

  Random random_{61};
};

struct Pooled {
  Array values;
  Array places;
};

// By the definition: each pixel that a bin touches.
Pooled Pool(const Array& x, const Array& rois, int64_t rows, int64_t columns, double scaleH, double scaleW) {
  const int64_t channels = x.shape[1];
  const int64_t height = x.shape[2];
  const int64_t width = x.shape[3];
  Pooled result{Full({rois.shape[0], channels, rows, columns}, 0),
                Full({rois.shape[0], channels, rows, columns}, -1)};
  size_t at = 0;
  for (size_t r = 0; r < static_cast<size_t>(rois.shape[0]); ++r) {
    const double* const roi = &rois.values[5 * r];
    const double left = roi[1] * scaleW;
    const double top = roi[2] * scaleH;
    const double wide = (roi[3] + 1) * scaleW - left;
    const double high = (roi[4] + 1) * scaleH - top;
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j, ++at) {
          for (int64_t h = 0; h < height; ++h) {
            for (int64_t w = 0; w < width; ++w) {
              const double stepH = high / static_cast<double>(rows);
              const double stepW = wide / static_cast<double>(columns);
              const bool inside =
                  high > 0 && wide > 0 &&
                  static_cast<double>(h) >= std::floor(static_cast<double>(i) * stepH + top) &&
                  static_cast<double>(h) < std::ceil(static_cast<double>(i + 1) * stepH + top) &&
                  static_cast<double>(w) >= std::floor(static_cast<double>(j) * stepW + left) &&
                  static_cast<double>(w) < std::ceil(static_cast<double>(j + 1) * stepW + left);
              const double pixel = x.values[FlatIndex(x.shape, {static_cast<int64_t>(roi[0]), c, h, w})];
              if (inside && (result.places.values[at] < 0 || pixel > result.values.values[at])) {
                result.values.values[at] = pixel;
                result.places.values[at] = static_cast<double>(h * width + w);
              }
            }
          }
        }
      }
    }
  }
  return result;
}

TEST_F(RoiPooling, EveryTypeShapeAndLayout) {
  struct Case {
    Shape x;
    int64_t regions;
    int64_t rows;
    int64_t columns;
    float scale;
  };
  for (const Case& given : std::vector<Case>{{{2, 3, 9, 11}, 7, 3, 2, 0.5F},
                                             {{1, 1, 5, 5}, 4, 7, 7, 1.0F},
                                             {{3, 20, 16, 4}, 30, 2, 3, 0.25F},
                                             {{1, 2, 3, 4}, 0, 2, 2, 1.0F}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const auto trace = TraceSeed(random_);
      // Few different pixels, so that several are the largest.
      const Array x = random_.Integers(given.x, dtype, -20, 0);
      Array rois = random_.Integers({given.regions, 5}, dtype, -3, 30);
      for (int64_t r = 0; r < given.regions; ++r) {
        rois.values[static_cast<size_t>(5 * r)] = static_cast<double>(random_.Integer(0, given.x[0]));
      }
      const Pooled expected = Pool(x, rois, given.rows, given.columns, static_cast<double>(given.scale), 0.5);
      const DeviceTensor places =
          DeviceTensor::Output(expected.places.shape, ACL_INT32, Layout::Transposed(4));
      ExpectInEachLayout(
          expected.values, Tolerance::Exact(dtype), [&](const Layout& layout, const DeviceTensor& out) {
            const DeviceTensor images(x, dtype, layout);
            const DeviceTensor regions(rois, dtype, Layout::Transposed(2));
            return Forward(images, regions, given.rows, given.columns, given.scale, 0.5F, out, places);
          });
      EXPECT_TRUE(Near(places.Read(), expected.places, Tolerance::Exact(ACL_INT32)));

      const Array grad = random_.Uniform(expected.values.shape, dtype, -1, 1);
      Array sums = Full(given.x, 0);
      const auto bins = static_cast<size_t>(given.rows * given.columns);
      const auto pixels = static_cast<size_t>(given.x[2] * given.x[3]);
      for (size_t i = 0; i < grad.values.size(); ++i) {
        const size_t channel = i / bins % static_cast<size_t>(given.x[1]);
        const size_t region = i / bins / static_cast<size_t>(given.x[1]);
        if (expected.places.values[i] >= 0) {
          const auto image = static_cast<size_t>(rois.values[5 * region]);
          sums.values[(image * static_cast<size_t>(given.x[1]) + channel) * pixels +
                      static_cast<size_t>(expected.places.values[i])] += grad.values[i];
        }
      }
      ExpectInEachLayout(sums, Tolerance::For(dtype, std::nullopt, 0),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor source(grad, dtype, layout);
                           const DeviceTensor regions(rois, dtype);
                           const DeviceTensor numbers(expected.places, ACL_INT32, layout);
                           return Backward(source, out, regions, numbers, given.rows, given.columns);
                         });
    }
  }
}

TEST_F(RoiPooling, NanIsTheLargest) {
  const DeviceTensor x(MakeArray({1, 1, 1, 4}, {5, NAN, 7, NAN}), ACL_FLOAT);
  const DeviceTensor rois(MakeArray({2, 5}, {0, 0, 0, 3, 0, 0, NAN, 0, 1, 0}), ACL_FLOAT);
  const DeviceTensor y = DeviceTensor::Output({2, 1, 1, 1}, ACL_FLOAT);
  const DeviceTensor argmax = DeviceTensor::Output({2, 1, 1, 1}, ACL_INT32);
  ASSERT_EQ(Forward(x, rois, 1, 1, 1, 1, y, argmax), ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(std::isnan(y.Read().values[0]));
  EXPECT_EQ(y.Read().values[1], 0);
  EXPECT_EQ(argmax.Read().values, (std::vector<double>{1, -1}));
}

TEST_F(RoiPooling, NumbersOutOfRange) {
  for (const double wrong : {-1.0, 2.0, static_cast<double>(NAN)}) {
    const DeviceTensor x(Full({2, 1, 2, 2}, 1), ACL_FLOAT);
    const DeviceTensor rois(MakeArray({1, 5}, {wrong, 0, 0, 1, 1}), ACL_FLOAT);
    const DeviceTensor y(Full({1, 1, 1, 1}, 7), ACL_FLOAT);
    const DeviceTensor argmax(Full({1, 1, 1, 1}, 7), ACL_INT32);
    EXPECT_EQ(Forward(x, rois, 1, 1, 1, 1, y, argmax), 507035);
    EXPECT_NE(LastMessage().find("rois: expected images in [0, 2)"), std::string::npos) << LastMessage();
    EXPECT_EQ(y.Read().values[0], 7);
  }
  const DeviceTensor grad(Full({1, 1, 1, 1}, 1), ACL_FLOAT);
  const DeviceTensor rois(MakeArray({1, 5}, {0, 0, 0, 1, 1}), ACL_FLOAT);
  const DeviceTensor argmax(Full({1, 1, 1, 1}, 4), ACL_INT32);
  const DeviceTensor result(Full({1, 1, 2, 2}, 7), ACL_FLOAT);
  EXPECT_EQ(Backward(grad, result, rois, argmax, 1, 1), 507035);
  EXPECT_NE(LastMessage().find("argmax: expected values below 4, got 4 at element 0"), std::string::npos)
      << LastMessage();
  EXPECT_TRUE(Near(result.Read(), Full({1, 1, 2, 2}, 7), Tolerance::Exact(ACL_FLOAT)));
}

TEST_F(RoiPooling, Statuses) {
  const Descriptor x({2, 3, 8, 8});
  const Descriptor rois({4, 5});
  const Descriptor corners({4, 4});
  const Descriptor y({4, 3, 2, 2});
  const Descriptor half({4, 3, 2, 2}, ACL_FLOAT16);
  const Descriptor argmax({4, 3, 2, 2}, ACL_INT32);
  const auto forward = [&](aclnnStatus status, const char* said, const aclTensor* a, const aclTensor* b,
                           int64_t rows, float scale, const aclTensor* c, const aclTensor* d) {
    ExpectCall("aclnnRoiPoolingWithArgMax", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRoiPoolingWithArgMaxGetWorkspaceSize(a, b, rows, 2, scale, 1, const_cast<aclTensor*>(c),
                                                       const_cast<aclTensor*>(d), size, executor);
    });
  };
  forward(ACL_SUCCESS, "", x.Get(), rois.Get(), 2, 1, y.Get(), argmax.Get());
  forward(kNullptr, "x", nullptr, rois.Get(), 2, 1, y.Get(), argmax.Get());
  forward(kNullptr, "rois", x.Get(), nullptr, 2, 1, y.Get(), argmax.Get());
  forward(kNullptr, "y", x.Get(), rois.Get(), 2, 1, nullptr, argmax.Get());
  forward(kNullptr, "argmax", x.Get(), rois.Get(), 2, 1, y.Get(), nullptr);
  forward(kInvalid, "rois", x.Get(), corners.Get(), 2, 1, y.Get(), argmax.Get());
  forward(kInvalid, "pooledH", x.Get(), rois.Get(), 0, 1, y.Get(), argmax.Get());
  forward(kInvalid, "spatialScaleH", x.Get(), rois.Get(), 2, 0, y.Get(), argmax.Get());
  forward(kInvalid, "y", x.Get(), rois.Get(), 3, 1, y.Get(), argmax.Get());
  forward(kInvalid, "y", x.Get(), rois.Get(), 2, 1, half.Get(), argmax.Get());
  forward(kInvalid, "argmax", x.Get(), rois.Get(), 2, 1, y.Get(), y.Get());
  const auto backward = [&](aclnnStatus status, const char* said, const aclTensor* a, const aclTensor* b,
                            const aclTensor* c, const aclTensor* d, double scale) {
    ExpectCall("aclnnRoiPoolingGradWithArgMax", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRoiPoolingGradWithArgMaxGetWorkspaceSize(a, const_cast<aclTensor*>(b), c, d, 2, 2, scale,
                                                           size, executor);
    });
  };
  backward(ACL_SUCCESS, "", y.Get(), x.Get(), rois.Get(), argmax.Get(), 1);
  backward(kNullptr, "gradOutput", nullptr, x.Get(), rois.Get(), argmax.Get(), 1);
  backward(kNullptr, "gradInputRef", y.Get(), nullptr, rois.Get(), argmax.Get(), 1);
  backward(kNullptr, "rois", y.Get(), x.Get(), nullptr, argmax.Get(), 1);
  backward(kNullptr, "argmax", y.Get(), x.Get(), rois.Get(), nullptr, 1);
  backward(kInvalid, "spatialScale", y.Get(), x.Get(), rois.Get(), argmax.Get(), -1);
  backward(kInvalid, "gradOutput", x.Get(), x.Get(), rois.Get(), argmax.Get(), 1);
}

class ThreeInterpolate : public StatusTest {
 protected:
  static aclnnStatus Run(const DeviceTensor& grad, const DeviceTensor& idx, const DeviceTensor& weight,
                         int points, const DeviceTensor& out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnThreeInterpolateBackwardGetWorkspaceSize(grad.Get(), idx.Get(), weight.Get(), points,
                                                               out.Get(), size, executor);
        },
        aclnnThreeInterpolateBackward);
  }

  Random random_{62};
};

TEST_F(ThreeInterpolate, EveryTypeShapeAndLayout) {
  struct Case {
    int64_t batches;
    int64_t channels;
    int64_t values;
    int points;
  };
  for (const Case& given : std::vector<Case>{{2, 3, 50, 7}, {1, 70, 600, 40}, {3, 1, 0, 5}, {1, 1, 1, 1}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const auto trace = TraceSeed(random_);
      const bool four = dtype == ACL_FLOAT16;
      Shape shape{given.batches, given.channels, given.values};
      Shape result{given.batches, given.channels, given.points};
      if (four) {
        shape.push_back(1);
        result.push_back(1);
      }
      const Array grad = random_.Uniform(shape, dtype, -1, 1);
      const Array idx = random_.Integers({given.batches, given.values, 3}, ACL_INT32, 0, given.points);
      const Array weight = random_.Uniform({given.batches, given.values, 3}, dtype, 0, 1);
      Array expected = Full(result, 0);
      for (int64_t b = 0; b < given.batches; ++b) {
        for (int64_t c = 0; c < given.channels; ++c) {
          for (int64_t i = 0; i < 3 * given.values; ++i) {
            const auto pair = static_cast<size_t>(3 * b * given.values + i);
            const auto to = static_cast<size_t>(b * given.channels + c) * static_cast<size_t>(given.points) +
                            static_cast<size_t>(idx.values[pair]);
            expected.values[to] +=
                grad.values[static_cast<size_t>((b * given.channels + c) * given.values + i / 3)] *
                weight.values[pair];
          }
        }
      }
      ExpectInEachLayout(expected, Tolerance::For(dtype, std::nullopt, 0),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor source(grad, dtype, layout);
                           const DeviceTensor numbers(idx, four ? ACL_INT64 : ACL_INT32,
                                                      Layout::Transposed(3));
                           const DeviceTensor factors(weight, dtype, Layout::Transposed(3));
                           return Run(source, numbers, factors, given.points, out);
                         });
    }
  }
}

TEST_F(ThreeInterpolate, NumbersOutOfRangeAndStatuses) {
  const DeviceTensor grad(Full({1, 1, 1}, 1), ACL_FLOAT);
  const DeviceTensor idx(FromIntegers({1, 1, 3}, {0, 2, 1}), ACL_INT32);
  const DeviceTensor weight(Full({1, 1, 3}, 1), ACL_FLOAT);
  const DeviceTensor out(Full({1, 1, 2}, 7), ACL_FLOAT);
  EXPECT_EQ(Run(grad, idx, weight, 2, out), 507035);
  EXPECT_NE(LastMessage().find("idx: expected values in [0, 2), got 2 at element 1"), std::string::npos)
      << LastMessage();
  EXPECT_TRUE(Near(out.Read(), Full({1, 1, 2}, 7), Tolerance::Exact(ACL_FLOAT)));
  const auto expect = [&](aclnnStatus status, const char* said, const aclTensor* a, const aclTensor* b,
                          const aclTensor* c, int points, const aclTensor* d) {
    ExpectCall("aclnnThreeInterpolateBackward", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnThreeInterpolateBackwardGetWorkspaceSize(a, b, c, points, const_cast<aclTensor*>(d), size,
                                                           executor);
    });
  };
  expect(ACL_SUCCESS, "", grad.Get(), idx.Get(), weight.Get(), 2, out.Get());
  expect(kNullptr, "gradX", nullptr, idx.Get(), weight.Get(), 2, out.Get());
  expect(kNullptr, "idx", grad.Get(), nullptr, weight.Get(), 2, out.Get());
  expect(kNullptr, "weight", grad.Get(), idx.Get(), nullptr, 2, out.Get());
  expect(kNullptr, "gradY", grad.Get(), idx.Get(), weight.Get(), 2, nullptr);
  expect(kInvalid, "m: expected", grad.Get(), idx.Get(), weight.Get(), -1, out.Get());
  expect(kInvalid, "gradY", grad.Get(), idx.Get(), weight.Get(), 3, out.Get());
  expect(kInvalid, "idx", grad.Get(), weight.Get(), weight.Get(), 2, out.Get());
  expect(kInvalid, "weight", grad.Get(), idx.Get(), grad.Get(), 2, out.Get());
}

class Ciou : public StatusTest {
 protected:
  static aclnnStatus Run(const DeviceTensor& boxes, const DeviceTensor& truths, bool trans, const char* mode,
                         const DeviceTensor& overlap, const DeviceTensor& angle) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnCIoUGetWorkspaceSize(boxes.Get(), truths.Get(), trans, false, mode, overlap.Get(),
                                           angle.Get(), size, executor);
        },
        aclnnCIoU);
  }

  Random random_{63};
};

TEST_F(Ciou, EveryTypeModeShapeAndLayout) {
  constexpr double kEps = 1e-9;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const bool centered : {false, true}) {
      for (const char* const mode : {"iou", "iof"}) {
        for (const int64_t pairs : {1, 7, 700}) {
          const auto trace = TraceSeed(random_);
          const auto draw = [&] {
            Array boxes = random_.Uniform({4, pairs}, dtype, 0, 4);
            for (size_t i = 0; i < 2 * static_cast<size_t>(pairs); ++i) {
              double& high = boxes.values[2 * static_cast<size_t>(pairs) + i];
              high = RoundTo(dtype, (centered ? 0 : boxes.values[i]) + high + 0.5);
            }
            return boxes;
          };
          const Array boxes = draw();
          const Array truths = draw();
          Array expected = Full({1, pairs}, 0);
          Array angles = expected;
          for (size_t i = 0; i < static_cast<size_t>(pairs); ++i) {
            const auto corners = [&](const Array& all) {
              std::array<double, 4> box{};
              for (size_t k = 0; k < 4; ++k) {
                box[k] = all.values[k * static_cast<size_t>(pairs) + i];
              }
              return centered ? std::array<double, 4>{box[0] - box[2] / 2, box[1] - box[3] / 2,
                                                      box[0] + box[2] / 2, box[1] + box[3] / 2}
                              : box;
            };
            const auto a = corners(boxes);
            const auto b = corners(truths);
            const double wide = std::max(0.0, std::min(a[2], b[2]) - std::max(a[0], b[0]));
            const double high = std::max(0.0, std::min(a[3], b[3]) - std::max(a[1], b[1]));
            const double wa = a[2] - a[0];
            const double ha = a[3] - a[1] + kEps;
            const double wb = b[2] - b[0];
            const double hb = b[3] - b[1] + kEps;
            const double below = mode[2] == 'f' ? wb * hb : wa * ha + wb * hb - wide * high;
            const double iou = wide * high / (below + kEps);
            const double cw = std::max(a[2], b[2]) - std::min(a[0], b[0]);
            const double ch = std::max(a[3], b[3]) - std::min(a[1], b[1]);
            const double rho =
                (std::pow(b[0] + b[2] - a[0] - a[2], 2) + std::pow(b[1] + b[3] - a[1] - a[3], 2)) / 4;
            angles.values[i] = std::atan(wb / hb) - std::atan(wa / ha);
            const double v = 4 / (M_PI * M_PI) * angles.values[i] * angles.values[i];
            expected.values[i] = iou - rho / (cw * cw + ch * ch + kEps) - v * v / (1 + kEps - iou + v);
          }
          const DeviceTensor second(truths, dtype, Layout::Transposed(2));
          const DeviceTensor angle = DeviceTensor::Output({1, pairs}, dtype);
          // Float64 and one rounding; the terms of differences are of the size of 1.
          ExpectInEachLayout(expected, Tolerance::For(dtype, std::nullopt, 1e-12),
                             [&](const Layout& layout, const DeviceTensor& out) {
                               const DeviceTensor first(boxes, dtype, layout);
                               return Run(first, second, centered, mode, out, angle);
                             });
          EXPECT_TRUE(Near(angle.Read(), angles, Tolerance::For(dtype, std::nullopt, 1e-12)));
        }
      }
    }
  }
}

TEST_F(Ciou, Statuses) {
  const Descriptor boxes({4, 6});
  const Descriptor rows({6, 4});
  const Descriptor out({1, 6});
  const auto expect = [&](aclnnStatus status, const char* said, const aclTensor* a, const aclTensor* b,
                          bool isCross, const char* mode, const aclTensor* c, const aclTensor* d) {
    ExpectCall("aclnnCIoU", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnCIoUGetWorkspaceSize(a, b, true, isCross, mode, const_cast<aclTensor*>(c),
                                       const_cast<aclTensor*>(d), size, executor);
    });
  };
  expect(ACL_SUCCESS, "", boxes.Get(), boxes.Get(), false, "iou", out.Get(), out.Get());
  expect(kNullptr, "bBoxes", nullptr, boxes.Get(), false, "iou", out.Get(), out.Get());
  expect(kNullptr, "gtBoxes", boxes.Get(), nullptr, false, "iou", out.Get(), out.Get());
  expect(kNullptr, "mode", boxes.Get(), boxes.Get(), false, nullptr, out.Get(), out.Get());
  expect(kNullptr, "overlap", boxes.Get(), boxes.Get(), false, "iou", nullptr, out.Get());
  expect(kNullptr, "atanSub", boxes.Get(), boxes.Get(), false, "iou", out.Get(), nullptr);
  expect(kInvalid, "isCross", boxes.Get(), boxes.Get(), true, "iou", out.Get(), out.Get());
  expect(kInvalid, "mode", boxes.Get(), boxes.Get(), false, "giou", out.Get(), out.Get());
  expect(kInvalid, "bBoxes", rows.Get(), rows.Get(), false, "iou", out.Get(), out.Get());
  expect(kInvalid, "gtBoxes", boxes.Get(), rows.Get(), false, "iou", out.Get(), out.Get());
  expect(kInvalid, "overlap", boxes.Get(), boxes.Get(), false, "iou", boxes.Get(), out.Get());
}

}  // namespace
}  // namespace openaclnn::testing
