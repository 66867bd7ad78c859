// SPDX-License-Identifier: Apache-2.0
//
// aclnnRoiAlign, aclnnRoiAlignV2 and its gradient against loops over samples in float64, and against published
// numbers; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_roi_align.h"
#include "aclnnop/aclnn_roi_align_v2.h"
#include "aclnnop/aclnn_roi_align_v2_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

enum class Kind { kMean, kLargest, kV2, kAligned };

struct Case {
  Shape images;
  int64_t regions;
  int64_t rows;
  int64_t columns;
  int64_t ratio;
  float scale;
};
const std::vector<Case> kCases{{{1, 1, 4, 4}, 1, 2, 2, 0, 1},     {{2, 3, 9, 7}, 5, 3, 2, 2, 0.5F},
                               {{3, 21, 8, 11}, 4, 7, 7, 0, 1},   {{1, 2, 1, 1}, 3, 2, 3, 1, 0.25F},
                               {{2, 2, 5, 40}, 6, 1, 1, 0, 2},    {{2, 17, 6, 6}, 2, 1, 5, 3, 1},
                               {{4, 1, 30, 30}, 9, 2, 2, 0, 1.5F}};

// Calls visit(region, channel, row, column, image, y, x, weight) for the pixels that each sample is made of, and
// end(region, channel, row, column, samples of the bin).
template <class Visit, class End>
void ForEachPixel(const Case& given, Kind kind, const Array& boxes, const Visit& visit, const End& end) {
  const bool aligned = kind == Kind::kAligned;
  const int64_t height = given.images[2];
  const int64_t width = given.images[3];
  for (int64_t r = 0; r < given.regions; ++r) {
    const auto at = [&](int64_t k) { return boxes.values[static_cast<size_t>(r * 5 + k)]; };
    const auto place = [&](int64_t k) {
      return at(k) * static_cast<double>(given.scale) - (aligned ? 0.5 : 0);
    };
    double wide = place(3) - place(1);
    double high = place(4) - place(2);
    if (!aligned) {
      wide = std::max(wide, 1.0);
      high = std::max(high, 1.0);
    }
    const double binWide = wide / static_cast<double>(given.columns);
    const double binHigh = high / static_cast<double>(given.rows);
    const double ny = given.ratio > 0 ? static_cast<double>(given.ratio) : std::ceil(binHigh);
    const double nx = given.ratio > 0 ? static_cast<double>(given.ratio) : std::ceil(binWide);
    for (int64_t c = 0; c < given.images[1]; ++c) {
      for (int64_t i = 0; i < given.rows; ++i) {
        for (int64_t j = 0; j < given.columns; ++j) {
          for (double a = 0; a < ny; ++a) {
            for (double b = 0; b < nx; ++b) {
              double y = place(2) + static_cast<double>(i) * binHigh + (a + 0.5) * binHigh / ny;
              double x = place(1) + static_cast<double>(j) * binWide + (b + 0.5) * binWide / nx;
              if (y < -1 || x < -1 || y > static_cast<double>(height) || x > static_cast<double>(width)) {
                visit(r, c, i, j, static_cast<int64_t>(at(0)), 0, 0, 0.0, true);
                continue;
              }
              y = std::clamp(y, 0.0, static_cast<double>(height - 1));
              x = std::clamp(x, 0.0, static_cast<double>(width - 1));
              const auto top = static_cast<int64_t>(y);
              const auto left = static_cast<int64_t>(x);
              for (int64_t corner = 0; corner < 4; ++corner) {
                const int64_t row = std::min(top + corner / 2, height - 1);
                const int64_t column = std::min(left + corner % 2, width - 1);
                const double v =
                    corner / 2 == 1 ? y - static_cast<double>(top) : 1 - (y - static_cast<double>(top));
                const double u =
                    corner % 2 == 1 ? x - static_cast<double>(left) : 1 - (x - static_cast<double>(left));
                visit(r, c, i, j, static_cast<int64_t>(at(0)), row, column, v * u, corner == 3);
              }
            }
          }
          end(r, c, i, j, std::max(ny * nx, 1.0));
        }
      }
    }
  }
}

Shape ShapeOf(const Case& given) {
  return {given.regions, given.images[1], given.rows, given.columns};
}

Array Expected(const Case& given, Kind kind, const Array& images, const Array& boxes) {
  Array out = Full(ShapeOf(given), 0);
  double sum = 0;
  double sample = 0;
  double largest = -std::numeric_limits<double>::infinity();
  ForEachPixel(
      given, kind, boxes,
      [&](int64_t /*r*/, int64_t c, int64_t /*i*/, int64_t /*j*/, int64_t image, int64_t y, int64_t x,
          double weight, bool last) {
        sample += weight == 0 ? 0 : weight * At(images, {image, c, y, x});
        if (last) {
          sum += sample;
          largest = std::max(largest, sample);
          sample = 0;
        }
      },
      [&](int64_t r, int64_t c, int64_t i, int64_t j, double samples) {
        out.values[FlatIndex(out.shape, {r, c, i, j})] = kind == Kind::kLargest ? largest : sum / samples;
        sum = 0;
        largest = -std::numeric_limits<double>::infinity();
      });
  return out;
}

Array ExpectedGradient(const Case& given, Kind kind, const Array& grads, const Array& boxes,
                       Array* magnitudes) {
  // The number of samples comes after the pixels of a bin: twice, first for it.
  std::vector<double> counts;
  ForEachPixel(
      given, kind, boxes, [](int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, double, bool) {},
      [&](int64_t, int64_t, int64_t, int64_t, double samples) { counts.push_back(samples); });
  Array out = Full(given.images, 0);
  *magnitudes = out;
  size_t bin = 0;
  ForEachPixel(
      given, kind, boxes,
      [&](int64_t r, int64_t c, int64_t i, int64_t j, int64_t image, int64_t y, int64_t x, double weight,
          bool) {
        const double part = weight * At(grads, {r, c, i, j}) / counts[bin];
        const size_t at = FlatIndex(out.shape, {image, c, y, x});
        out.values[at] += part;
        magnitudes->values[at] += std::fabs(part);
      },
      [&](int64_t, int64_t, int64_t, int64_t, double) { ++bin; });
  return out;
}

class RoiAlign : public StatusTest {
 protected:
  // Some of them outside of the image, some upside down.
  Array DrawBoxes(const Case& given, aclDataType dtype) {
    Array boxes = Full({given.regions, 5}, 0);
    for (int64_t r = 0; r < given.regions; ++r) {
      double* const row = boxes.values.data() + r * 5;
      row[0] = static_cast<double>(random_.Integer(0, given.images[0]));
      for (size_t k = 1; k < 5; ++k) {
        const double extent =
            static_cast<double>(given.images[k % 2 == 1 ? 3 : 2]) / static_cast<double>(given.scale);
        row[k] = RoundTo(dtype, (k < 3 ? -0.2 + 0.6 * random_.Unit() : 0.3 + 0.9 * random_.Unit()) * extent);
      }
    }
    return boxes;
  }

  static aclnnStatus Align(const aclTensor* images, const DeviceTensor& boxes, const aclTensor* rois,
                           const aclTensor* numbers, Kind kind, const Case& given, aclTensor* out) {
    const auto ratio = static_cast<int>(given.ratio);
    if (kind == Kind::kMean || kind == Kind::kLargest) {
      return RunTwoPhase(
          [&](uint64_t* size, aclOpExecutor** executor) {
            return aclnnRoiAlignGetWorkspaceSize(
                images, rois, numbers, kind == Kind::kMean ? "avg" : "max", static_cast<int>(given.rows),
                static_cast<int>(given.columns), ratio, given.scale, out, size, executor);
          },
          aclnnRoiAlign);
    }
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnRoiAlignV2GetWorkspaceSize(images, boxes.Get(), given.rows, given.columns, given.scale,
                                                 ratio, kind == Kind::kAligned, out, size, executor);
        },
        aclnnRoiAlignV2);
  }

  void Expect(const Case& given, Kind kind, aclDataType dtype) {
    SCOPED_TRACE(::testing::Message() << "kind " << static_cast<int>(kind) << " dtype " << dtype << " images "
                                      << ::testing::PrintToString(given.images));
    const Array images = random_.Normal(given.images, dtype, 0, 3);
    const Array boxes = DrawBoxes(given, dtype);
    Array rois = Full({given.regions, 4}, 0);
    Array numbers = Full({given.regions}, 0);
    for (int64_t r = 0; r < given.regions; ++r) {
      numbers.values[static_cast<size_t>(r)] = boxes.values[static_cast<size_t>(r * 5)];
      std::copy_n(boxes.values.begin() + r * 5 + 1, 4, rois.values.begin() + r * 4);
    }
    const DeviceTensor regions(boxes, dtype, Layout::Transposed(2));
    const DeviceTensor corners(rois, dtype, Layout::Stepped({2, 1}));
    const DeviceTensor of(numbers, ACL_INT32);
    // Of at most some hundred products in float64, rounded once.
    const Array expected = Expected(given, kind, images, boxes);
    ExpectInEachLayout(expected, Tolerance::For(dtype, std::nullopt, 1),
                       [&](const Layout& layout, const DeviceTensor& out) {
                         const DeviceTensor source(images, dtype, layout);
                         return Align(source.Get(), regions, corners.Get(), of.Get(), kind, given, out.Get());
                       });
  }

  Random random_{41};
};

TEST_F(RoiAlign, EveryTypeModeShapeAndLayout) {
  for (const Case& given : kCases) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
      for (const Kind kind : {Kind::kMean, Kind::kLargest, Kind::kV2, Kind::kAligned}) {
        Expect(given, kind, dtype);
      }
    }
  }
}

TEST_F(RoiAlign, Gradient) {
  for (const Case& given : kCases) {
    for (const Kind kind : {Kind::kV2, Kind::kAligned}) {
      const Array grads = random_.Normal(ShapeOf(given), ACL_FLOAT, 0, 1);
      const Array boxes = DrawBoxes(given, ACL_FLOAT);
      const DeviceTensor boxTensor(boxes, ACL_FLOAT);
      const IntArray shape(given.images);
      Array magnitudes;
      const Array expected = ExpectedGradient(given, kind, grads, boxes, &magnitudes);
      ExpectInEachLayout(expected, Tolerance::For(ACL_FLOAT, magnitudes, 1),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor source(grads, ACL_FLOAT, layout);
                           return RunTwoPhase(
                               [&](uint64_t* size, aclOpExecutor** executor) {
                                 return aclnnRoiAlignV2BackwardGetWorkspaceSize(
                                     source.Get(), boxTensor.Get(), shape.Get(), given.rows, given.columns,
                                     given.scale, given.ratio, kind == Kind::kAligned, out.Get(), size,
                                     executor);
                               },
                               aclnnRoiAlignV2Backward);
                         });
    }
  }
}

// What torchvision gives for the numbers 0 to 15.
TEST_F(RoiAlign, KnownNumbers) {
  Array images = Full({1, 1, 4, 4}, 0);
  for (size_t i = 0; i < images.values.size(); ++i) {
    images.values[i] = static_cast<double>(i);
  }
  const Case given{images.shape, 1, 2, 2, 0, 1};
  const DeviceTensor source(images, ACL_FLOAT);
  const DeviceTensor boxes(MakeArray({1, 5}, {0, 0, 0, 3, 3}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({1, 1, 2, 2}, ACL_FLOAT);
  ASSERT_EQ(Align(source.Get(), boxes, nullptr, nullptr, Kind::kV2, given, out.Get()), ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{3.75, 5.25, 9.75, 11.25}));
  ASSERT_EQ(Align(source.Get(), boxes, nullptr, nullptr, Kind::kAligned, given, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(out.Read().values, (std::vector<double>{1.5625, 3, 7.3125, 8.75}));
}

TEST_F(RoiAlign, BoxesFarAwayOrWithoutAMeaningGiveZeros) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Case given{{1, 1, 4, 4}, 5, 2, 2, 0, 1};
  const DeviceTensor source(Full(given.images, 1), ACL_FLOAT);
  const DeviceTensor boxes(
      MakeArray({5, 5}, {0,        1e30,     1e30, 2e30, 2e30, 0,  nan, 0, nan, 4, 0, -infinity, -infinity,
                         infinity, infinity, 0,    9,    9,    20, 20,  0, 3,   3, 1, 1}),
      ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output(ShapeOf(given), ACL_FLOAT);
  ASSERT_EQ(Align(source.Get(), boxes, nullptr, nullptr, Kind::kAligned, given, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(out.Read().values, std::vector<double>(20, 0.0));
}

TEST_F(RoiAlign, APixelWithoutAWeightHasNoPart) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const DeviceTensor source(MakeArray({1, 1, 2, 2}, {1, nan, nan, nan}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({1, 1, 1, 1}, ACL_FLOAT);
  // The only sample is at (0, 0).
  const DeviceTensor boxes(MakeArray({1, 5}, {0, 0, 0, 1, 1}), ACL_FLOAT);
  const Case given{{1, 1, 2, 2}, 1, 1, 1, 1, 1};
  ASSERT_EQ(Align(source.Get(), boxes, nullptr, nullptr, Kind::kAligned, given, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(out.Read().values[0], 1);
  const DeviceTensor rois(MakeArray({1, 4}, {-0.5, -0.5, 0.5, 0.5}), ACL_FLOAT);
  const DeviceTensor numbers(MakeArray({1}, {0}), ACL_INT32);
  for (const Kind kind : {Kind::kMean, Kind::kLargest}) {
    ASSERT_EQ(Align(source.Get(), boxes, rois.Get(), numbers.Get(), kind, given, out.Get()), ACL_SUCCESS);
    EXPECT_EQ(out.Read().values[0], 1);
  }
}

// A region that covers the image many times over has few samples in it.
TEST_F(RoiAlign, AHugeBoxIsQuick) {
  const Case given{{1, 1, 4, 4}, 1, 1, 1, 0, 1};
  const DeviceTensor source(Full(given.images, 1), ACL_FLOAT);
  const DeviceTensor boxes(MakeArray({1, 5}, {0, -500000, -500000, 500000, 500000}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output(ShapeOf(given), ACL_FLOAT);
  ASSERT_EQ(Align(source.Get(), boxes, nullptr, nullptr, Kind::kV2, given, out.Get()), ACL_SUCCESS);
  // Samples at -0.5 to 3.5: five of a million along each dimension.
  EXPECT_NEAR(out.Read().values[0], 25e-12, 1e-17);
}

TEST_F(RoiAlign, ImagesThatAreNotThere) {
  const Case given{{2, 1, 4, 4}, 2, 2, 2, 0, 1};
  const DeviceTensor source(Full(given.images, 1), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output(ShapeOf(given), ACL_FLOAT);
  const DeviceTensor rois(Full({2, 4}, 1), ACL_FLOAT);
  for (const double number : {2.0, -1.0}) {
    const DeviceTensor boxes(MakeArray({2, 5}, {0, 0, 0, 3, 3, number, 0, 0, 3, 3}), ACL_FLOAT);
    EXPECT_NE(Align(source.Get(), boxes, nullptr, nullptr, Kind::kV2, given, out.Get()), ACL_SUCCESS);
    EXPECT_NE(LastMessage().find("boxes: expected images in [0, 2)"), std::string::npos) << LastMessage();
    const DeviceTensor numbers(MakeArray({2}, {number, 0}), ACL_INT32);
    EXPECT_NE(Align(source.Get(), boxes, rois.Get(), numbers.Get(), Kind::kMean, given, out.Get()),
              ACL_SUCCESS);
    EXPECT_NE(LastMessage().find("batchIndices"), std::string::npos) << LastMessage();
    EXPECT_TRUE(out.CanariesIntact());
    EXPECT_TRUE(std::ranges::all_of(out.Read().values, IsUnwritten));
  }
}

TEST_F(RoiAlign, NothingToDo) {
  const DeviceTensor none = DeviceTensor::Output({0, 2, 3, 3}, ACL_FLOAT);
  const DeviceTensor boxes(Full({0, 5}, 0), ACL_FLOAT);
  const DeviceTensor source(Full({2, 2, 4, 4}, 1), ACL_FLOAT);
  ASSERT_EQ(Align(source.Get(), boxes, nullptr, nullptr, Kind::kV2, {{}, 0, 3, 3, 0, 1}, none.Get()),
            ACL_SUCCESS)
      << LastMessage();
  const DeviceTensor gradient = DeviceTensor::Output({2, 2, 4, 4}, ACL_FLOAT);
  const IntArray shape({2, 2, 4, 4});
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnRoiAlignV2BackwardGetWorkspaceSize(none.Get(), boxes.Get(), shape.Get(), 3, 3,
                                                                 1, 0, false, gradient.Get(), size, executor);
                },
                aclnnRoiAlignV2Backward),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(gradient.Read().values, std::vector<double>(64, 0.0));
}

TEST_F(RoiAlign, StatusesOfTheFirst) {
  const Descriptor images({2, 3, 8, 8});
  const Descriptor rois({5, 4});
  const Descriptor numbers({5}, ACL_INT32);
  const Descriptor out({5, 3, 2, 2});
  const Descriptor whole({5, 4}, ACL_INT32);
  const Descriptor doubles({2, 3, 8, 8}, ACL_DOUBLE);
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* self, const aclTensor* regions,
                        const aclTensor* of, const char* mode, int height, int ratio, float scale,
                        aclTensor* result) {
    ExpectCall("aclnnRoiAlign", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRoiAlignGetWorkspaceSize(self, regions, of, mode, height, 2, ratio, scale, result, size,
                                           executor);
    });
  };
  plan(ACL_SUCCESS, "", images.Get(), rois.Get(), numbers.Get(), "avg", 2, 0, 1, out.Get());
  plan(kNullptr, "self", nullptr, rois.Get(), numbers.Get(), "avg", 2, 0, 1, out.Get());
  plan(kNullptr, "rois", images.Get(), nullptr, numbers.Get(), "avg", 2, 0, 1, out.Get());
  plan(kNullptr, "batchIndices", images.Get(), rois.Get(), nullptr, "avg", 2, 0, 1, out.Get());
  plan(kNullptr, "mode", images.Get(), rois.Get(), numbers.Get(), nullptr, 2, 0, 1, out.Get());
  plan(kNullptr, "out", images.Get(), rois.Get(), numbers.Get(), "avg", 2, 0, 1, nullptr);
  plan(kInvalid, "self", doubles.Get(), rois.Get(), numbers.Get(), "avg", 2, 0, 1, out.Get());
  plan(kInvalid, "rois", images.Get(), whole.Get(), numbers.Get(), "avg", 2, 0, 1, out.Get());
  plan(kInvalid, "batchIndices", images.Get(), rois.Get(), Descriptor({5}).Get(), "avg", 2, 0, 1, out.Get());
  plan(kInvalid, "batchIndices", images.Get(), rois.Get(), Descriptor({4}, ACL_INT32).Get(), "avg", 2, 0, 1,
       out.Get());
  plan(kInvalid, "mode", images.Get(), rois.Get(), numbers.Get(), "sum", 2, 0, 1, out.Get());
  plan(kInvalid, "outputHeight", images.Get(), rois.Get(), numbers.Get(), "avg", 0, 0, 1, out.Get());
  plan(kInvalid, "samplingRatio", images.Get(), rois.Get(), numbers.Get(), "avg", 2, -1, 1, out.Get());
  plan(kInvalid, "samplingRatio", images.Get(), rois.Get(), numbers.Get(), "avg", 2, 1025, 1, out.Get());
  plan(kInvalid, "spatialScale", images.Get(), rois.Get(), numbers.Get(), "avg", 2, 0, 0, out.Get());
  plan(kInvalid, "out", images.Get(), rois.Get(), numbers.Get(), "avg", 3, 0, 1, out.Get());
  plan(kInvalid, "self", Descriptor({3, 8, 8}).Get(), rois.Get(), numbers.Get(), "avg", 2, 0, 1, out.Get());
  plan(kInvalid, "rois", images.Get(), Descriptor({5, 5}).Get(), numbers.Get(), "avg", 2, 0, 1, out.Get());
}

TEST_F(RoiAlign, StatusesOfTheSecondAndItsGradient) {
  const Descriptor images({2, 3, 8, 8});
  const Descriptor boxes({5, 5});
  const Descriptor out({5, 3, 2, 2});
  const Descriptor halves({5, 5}, ACL_FLOAT16);
  const IntArray usual({2, 3, 8, 8});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* self, const aclTensor* regions,
                        int64_t height, float scale, aclTensor* result) {
    ExpectCall("aclnnRoiAlignV2", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRoiAlignV2GetWorkspaceSize(self, regions, height, 2, scale, -1, true, result, size,
                                             executor);
    });
  };
  const auto gradient = [&](aclnnStatus status, const char* said, const aclTensor* grad,
                            const aclTensor* regions, const aclIntArray* shape, aclTensor* result) {
    ExpectCall("aclnnRoiAlignV2Backward", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRoiAlignV2BackwardGetWorkspaceSize(grad, regions, shape, 2, 2, 1, 0, true, result, size,
                                                     executor);
    });
  };
  plan(ACL_SUCCESS, "", images.Get(), boxes.Get(), 2, 1, out.Get());
  plan(kNullptr, "boxes", images.Get(), nullptr, 2, 1, out.Get());
  plan(kInvalid, "boxes", images.Get(), halves.Get(), 2, 1, out.Get());
  plan(kInvalid, "boxes", images.Get(), Descriptor({5, 4}).Get(), 2, 1, out.Get());
  plan(kInvalid, "pooledHeight", images.Get(), boxes.Get(), -2, 1, out.Get());
  plan(kInvalid, "spatialScale", images.Get(), boxes.Get(), 2, -1, out.Get());
  plan(kInvalid, "out", images.Get(), boxes.Get(), 2, 1, Descriptor({5, 2, 2, 2}).Get());
  gradient(ACL_SUCCESS, "", out.Get(), boxes.Get(), usual.Get(), images.Get());
  gradient(kNullptr, "gradOutput", nullptr, boxes.Get(), usual.Get(), images.Get());
  gradient(kNullptr, "inputShape", out.Get(), boxes.Get(), nullptr, images.Get());
  gradient(kNullptr, "gradInput", out.Get(), boxes.Get(), usual.Get(), nullptr);
  gradient(kInvalid, "gradOutput", Descriptor({5, 3, 2, 2}, ACL_FLOAT16).Get(), boxes.Get(), usual.Get(),
           images.Get());
  gradient(kInvalid, "inputShape", out.Get(), boxes.Get(), IntArray({2, 3, 8}).Get(), images.Get());
  gradient(kInvalid, "gradInput", out.Get(), boxes.Get(), IntArray({2, 3, 8, 9}).Get(), images.Get());
  gradient(kInvalid, "gradOutput", Descriptor({4, 3, 2, 2}).Get(), boxes.Get(), usual.Get(), images.Get());
}

}  // namespace
}  // namespace openaclnn::testing
