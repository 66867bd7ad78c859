// SPDX-License-Identifier: Apache-2.0
//
// aclnnIou and aclnnNonMaxSuppression against loops in float64; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "aclnnop/aclnn_iou.h"
#include "aclnnop/aclnn_non_max_suppression.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

class FloatArray {
 public:
  explicit FloatArray(const std::vector<float>& values)
      : array_(aclCreateFloatArray(values.data(), values.size())) {}
  FloatArray(const FloatArray&) = delete;
  FloatArray& operator=(const FloatArray&) = delete;
  ~FloatArray() { (void)aclDestroyFloatArray(array_); }
  [[nodiscard]] const aclFloatArray* Get() const { return array_; }

 private:
  aclFloatArray* array_;
};

using Corners = std::array<double, 4>;  // x1, y1, x2, y2

Corners RowOf(const Array& boxes, int64_t row) {
  Corners corners;
  std::copy_n(boxes.values.begin() + row * 4, 4, corners.begin());
  return corners;
}

double Overlap(const Corners& a, const Corners& b, double eps, bool ofSecond) {
  const double wide = std::max(0.0, std::min(a[2], b[2]) - std::max(a[0], b[0]));
  const double high = std::max(0.0, std::min(a[3], b[3]) - std::max(a[1], b[1]));
  const auto area = [&](const Corners& box) { return (box[2] - box[0] + eps) * (box[3] - box[1] + eps); };
  return wide * high / (ofSecond ? area(b) : area(a) + area(b) - wide * high);
}

class Iou : public StatusTest {
 protected:
  static aclnnStatus Run(const aclTensor* boxes, const aclTensor* truths, const char* mode, float eps,
                         bool aligned, aclTensor* overlap) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnIouGetWorkspaceSize(boxes, truths, mode, eps, aligned, overlap, size, executor);
        },
        aclnnIou);
  }

  Array DrawBoxes(int64_t rows, aclDataType dtype) {
    Array boxes = random_.Uniform({rows, 4}, dtype, 0, 10);
    for (int64_t r = 0; r < rows; ++r) {
      for (size_t k = 2; k < 4; ++k) {
        double& high = boxes.values[static_cast<size_t>(r * 4) + k];
        high = RoundTo(dtype, high + boxes.values[static_cast<size_t>(r * 4) + k - 2] + 0.1);
      }
    }
    return boxes;
  }

  Random random_{5};
};

TEST_F(Iou, EveryTypeModeShapeAndLayout) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const bool aligned : {false, true}) {
      for (const char* const mode : {"iou", "iof"}) {
        for (const auto& [rows, columns] :
             {std::pair<int64_t, int64_t>{1, 1}, {7, 300}, {130, 5}, {150, 170}}) {
          const int64_t second = aligned ? rows : columns;
          const float eps = rows == 7 ? 1.0F : 0.0F;
          const Array boxes = DrawBoxes(rows, dtype);
          const Array truths = DrawBoxes(second, dtype);
          Array expected = Full({rows, aligned ? 1 : second}, 0);
          for (int64_t i = 0; i < NumElements(expected.shape); ++i) {
            const int64_t row = i / expected.shape[1];
            const int64_t column = aligned ? row : i % second;
            expected.values[static_cast<size_t>(i)] =
                Overlap(RowOf(boxes, row), RowOf(truths, column), static_cast<double>(eps), mode[2] == 'f');
          }
          const DeviceTensor second4(truths, dtype, Layout::Transposed(2));
          ExpectInEachLayout(expected, Tolerance::For(dtype, std::nullopt, 0),
                             [&](const Layout& layout, const DeviceTensor& out) {
                               const DeviceTensor first(boxes, dtype, layout);
                               return Run(first.Get(), second4.Get(), mode, eps, aligned, out.Get());
                             });
        }
      }
    }
  }
}

TEST_F(Iou, KnownNumber) {
  const DeviceTensor a(MakeArray({1, 4}, {1, 1, 5, 3}), ACL_FLOAT);
  const DeviceTensor b(MakeArray({1, 4}, {4, 2, 9, 5}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({1, 1}, ACL_FLOAT);
  ASSERT_EQ(Run(a.Get(), b.Get(), "iou", 0, false, out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values[0], RoundTo(ACL_FLOAT, 1.0 / 22));
}

TEST_F(Iou, NoBoxes) {
  const DeviceTensor none(Full({0, 4}, 0), ACL_FLOAT);
  const DeviceTensor some(Full({3, 4}, 0), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({3, 0}, ACL_FLOAT);
  EXPECT_EQ(Run(some.Get(), none.Get(), "iou", 0, false, out.Get()), ACL_SUCCESS) << LastMessage();
}

TEST_F(Iou, Statuses) {
  const Descriptor boxes({3, 4});
  const Descriptor truths({5, 4});
  const Descriptor out({3, 5});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* first, const aclTensor* second,
                        const char* mode, bool aligned, aclTensor* result) {
    ExpectCall("aclnnIou", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnIouGetWorkspaceSize(first, second, mode, 0, aligned, result, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", boxes.Get(), truths.Get(), "iou", false, out.Get());
  plan(kNullptr, "bBoxes", nullptr, truths.Get(), "iou", false, out.Get());
  plan(kNullptr, "gtBoxes", boxes.Get(), nullptr, "iou", false, out.Get());
  plan(kNullptr, "mode", boxes.Get(), truths.Get(), nullptr, false, out.Get());
  plan(kNullptr, "overlap", boxes.Get(), truths.Get(), "iou", false, nullptr);
  plan(kInvalid, "bBoxes", Descriptor({3, 4}, ACL_INT32).Get(), truths.Get(), "iou", false, out.Get());
  plan(kInvalid, "gtBoxes", boxes.Get(), Descriptor({5, 4}, ACL_FLOAT16).Get(), "iou", false, out.Get());
  plan(kInvalid, "mode", boxes.Get(), truths.Get(), "giou", false, out.Get());
  plan(kInvalid, "bBoxes", Descriptor({3, 5}).Get(), truths.Get(), "iou", false, out.Get());
  plan(kInvalid, "gtBoxes", boxes.Get(), truths.Get(), "iou", true, out.Get());
  plan(kInvalid, "overlap", boxes.Get(), truths.Get(), "iou", false, Descriptor({5, 3}).Get());
}

class NonMaxSuppression : public StatusTest {
 protected:
  struct Options {
    int64_t most = 700;
    float overlap = 0.5F;
    float score = 0;
    int32_t centered = 0;
  };

  static aclnnStatus Run(const aclTensor* boxes, const aclTensor* scores, const Options& options,
                         aclTensor* out) {
    const IntArray most({options.most});
    const FloatArray overlap({options.overlap});
    const FloatArray score({options.score});
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnNonMaxSuppressionGetWorkspaceSize(boxes, scores, most.Get(), overlap.Get(), score.Get(),
                                                        options.centered, out, size, executor);
        },
        aclnnNonMaxSuppression);
  }

  static Corners CornersOf(const Array& boxes, int64_t box, bool centered) {
    const Corners row = RowOf(boxes, box);
    if (centered) {
      return {row[0] - row[2] / 2, row[1] - row[3] / 2, row[0] + row[2] / 2, row[1] + row[3] / 2};
    }
    return {std::min(row[0], row[2]), std::min(row[1], row[3]), std::max(row[0], row[2]),
            std::max(row[1], row[3])};
  }

  // Takes the best box that is left, and removes those that overlap it, until none is left.
  static std::vector<double> Expected(const Array& boxes, const Array& scores, const Options& options,
                                      int64_t rows) {
    std::vector<double> expected;
    const int64_t count = boxes.shape[1];
    for (int64_t image = 0; image < scores.shape[0]; ++image) {
      for (int64_t kind = 0; kind < scores.shape[1]; ++kind) {
        const auto score = [&](int64_t box) { return At(scores, {image, kind, box}); };
        std::vector<bool> left(static_cast<size_t>(count));
        for (int64_t box = 0; box < count; ++box) {
          left[static_cast<size_t>(box)] = score(box) > static_cast<double>(options.score);
        }
        for (int64_t taken = 0; taken < options.most; ++taken) {
          int64_t best = -1;
          for (int64_t box = 0; box < count; ++box) {
            if (left[static_cast<size_t>(box)] && (best < 0 || score(box) > score(best))) {
              best = box;
            }
          }
          if (best < 0) {
            break;
          }
          expected.insert(expected.end(),
                          {static_cast<double>(image), static_cast<double>(kind), static_cast<double>(best)});
          for (int64_t box = 0; box < count; ++box) {
            const double overlap =
                Overlap(CornersOf(boxes, image * count + best, options.centered == 1),
                        CornersOf(boxes, image * count + box, options.centered == 1), 0, false);
            if (box == best || overlap > static_cast<double>(options.overlap)) {
              left[static_cast<size_t>(box)] = false;
            }
          }
        }
      }
    }
    expected.resize(static_cast<size_t>(rows * 3), -1);
    return expected;
  }

  void Expect(const Shape& scoreShape, const Options& options, aclDataType dtype, const Layout& layout = {}) {
    SCOPED_TRACE(::testing::Message() << ::testing::PrintToString(scoreShape) << " dtype " << dtype);
    const auto [images, kinds, count] = std::array{scoreShape[0], scoreShape[1], scoreShape[2]};
    const Array boxes = random_.Uniform({images, count, 4}, dtype, 0, 4);
    const Array scores = random_.Uniform(scoreShape, dtype, -0.2, 1);
    const int64_t rows = images * kinds * std::min(options.most, count) + 2;
    const DeviceTensor boxTensor(boxes, dtype, layout);
    const DeviceTensor scoreTensor(scores, dtype, layout);
    const DeviceTensor out =
        DeviceTensor::Output({rows, 3}, ACL_INT32, rows % 2 == 0 ? Layout::Transposed(2) : Layout());
    ASSERT_EQ(Run(boxTensor.Get(), scoreTensor.Get(), options, out.Get()), ACL_SUCCESS) << LastMessage();
    EXPECT_EQ(out.Read().values, Expected(boxes, scores, options, rows));
    EXPECT_TRUE(out.CanariesIntact());
  }

  Random random_{6};
};

TEST_F(NonMaxSuppression, EveryTypeShapeAndLayout) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
    Expect({1, 1, 1}, {}, dtype);
    Expect({2, 3, 40}, {}, dtype);
    Expect({2, 3, 41}, {.most = 5, .overlap = 0.1F, .score = 0.3F}, dtype, Layout::Transposed(3));
    Expect({3, 1, 300}, {.overlap = 0.7F, .centered = 1}, dtype, Layout::Stepped({1, 2, 1}));
    Expect({1, 70, 20}, {.overlap = 1}, dtype);
    Expect({2, 2, 9}, {.overlap = 0}, dtype);
    Expect({2, 2, 9}, {.most = 0}, dtype);
    Expect({2, 2, 9}, {.score = 1}, dtype);
    Expect({2, 2, 0}, {}, dtype);
    Expect({0, 2, 3}, {}, dtype);
  }
}

// Of equal scores the first box precedes; an overlap of just the threshold hides nothing.
TEST_F(NonMaxSuppression, Ties) {
  const DeviceTensor boxes(MakeArray({1, 3, 4}, {0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 1, 1}), ACL_FLOAT);
  const DeviceTensor scores(MakeArray({1, 1, 3}, {0.5, 0.5, 0.5}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({3, 3}, ACL_INT32);
  ASSERT_EQ(Run(boxes.Get(), scores.Get(), {}, out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{0, 0, 0, 0, 0, 1, -1, -1, -1}));
}

TEST_F(NonMaxSuppression, TooFewRows) {
  const DeviceTensor boxes(MakeArray({1, 2, 4}, {0, 0, 1, 1, 5, 5, 6, 6}), ACL_FLOAT);
  const DeviceTensor scores(MakeArray({1, 1, 2}, {0.5, 0.6}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({1, 3}, ACL_INT32);
  const std::vector<uint8_t> before = out.Bytes();
  EXPECT_NE(Run(boxes.Get(), scores.Get(), {}, out.Get()), ACL_SUCCESS);
  EXPECT_NE(LastMessage().find("selectedIndices: expected 2 rows"), std::string::npos) << LastMessage();
  EXPECT_EQ(out.Bytes(), before);
}

TEST_F(NonMaxSuppression, Statuses) {
  const Descriptor boxes({2, 7, 4});
  const Descriptor scores({2, 3, 7});
  const Descriptor out({9, 3}, ACL_INT32);
  const IntArray most({5});
  const FloatArray half({0.5F});
  const FloatArray two({2});
  const FloatArray many({0.5F, 0.5F});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* first, const aclTensor* second,
                        const aclIntArray* limit, const aclFloatArray* overlap, const aclFloatArray* score,
                        int32_t centered, aclTensor* result) {
    ExpectCall("aclnnNonMaxSuppression", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnNonMaxSuppressionGetWorkspaceSize(first, second, limit, overlap, score, centered, result,
                                                    size, executor);
    });
  };
  plan(ACL_SUCCESS, "", boxes.Get(), scores.Get(), most.Get(), half.Get(), half.Get(), 0, out.Get());
  plan(kNullptr, "boxes", nullptr, scores.Get(), most.Get(), half.Get(), half.Get(), 0, out.Get());
  plan(kNullptr, "scores", boxes.Get(), nullptr, most.Get(), half.Get(), half.Get(), 0, out.Get());
  plan(kNullptr, "maxOutput", boxes.Get(), scores.Get(), nullptr, half.Get(), half.Get(), 0, out.Get());
  plan(kNullptr, "iouThreshold", boxes.Get(), scores.Get(), most.Get(), nullptr, half.Get(), 0, out.Get());
  plan(kNullptr, "scoreThreshold", boxes.Get(), scores.Get(), most.Get(), half.Get(), nullptr, 0, out.Get());
  plan(kNullptr, "selectedIndices", boxes.Get(), scores.Get(), most.Get(), half.Get(), half.Get(), 0,
       nullptr);
  plan(kInvalid, "boxes", Descriptor({2, 7, 4}, ACL_DOUBLE).Get(), scores.Get(), most.Get(), half.Get(),
       half.Get(), 0, out.Get());
  plan(kInvalid, "scores", boxes.Get(), Descriptor({2, 3, 7}, ACL_FLOAT16).Get(), most.Get(), half.Get(),
       half.Get(), 0, out.Get());
  plan(kInvalid, "selectedIndices", boxes.Get(), scores.Get(), most.Get(), half.Get(), half.Get(), 0,
       Descriptor({9, 3}, ACL_INT64).Get());
  plan(kInvalid, "maxOutput", boxes.Get(), scores.Get(), IntArray({701}).Get(), half.Get(), half.Get(), 0,
       out.Get());
  plan(kInvalid, "maxOutput", boxes.Get(), scores.Get(), IntArray(Shape{}).Get(), half.Get(), half.Get(), 0,
       out.Get());
  plan(kInvalid, "iouThreshold", boxes.Get(), scores.Get(), most.Get(), two.Get(), half.Get(), 0, out.Get());
  plan(kInvalid, "scoreThreshold", boxes.Get(), scores.Get(), most.Get(), half.Get(), many.Get(), 0,
       out.Get());
  plan(kInvalid, "centerPointBox", boxes.Get(), scores.Get(), most.Get(), half.Get(), half.Get(), 2,
       out.Get());
  plan(kInvalid, "boxes", Descriptor({2, 7, 5}).Get(), scores.Get(), most.Get(), half.Get(), half.Get(), 0,
       out.Get());
  plan(kInvalid, "scores", boxes.Get(), Descriptor({2, 3, 8}).Get(), most.Get(), half.Get(), half.Get(), 0,
       out.Get());
  plan(kInvalid, "selectedIndices", boxes.Get(), scores.Get(), most.Get(), half.Get(), half.Get(), 0,
       Descriptor({9, 4}, ACL_INT32).Get());
}

}  // namespace
}  // namespace openaclnn::testing
