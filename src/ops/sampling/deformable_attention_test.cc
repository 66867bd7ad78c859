// SPDX-License-Identifier: Apache-2.0
//
// aclnnMultiScaleDeformableAttnFunction and its gradients against loops in float64. A pixel counts in a sample as far
// as it is less than one pixel away along each axis, and slopes are differences, which are exact between two pixels.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_multi_scale_deformable_attention_grad.h"
#include "aclnnop/aclnn_multi_scale_deformable_attn_function.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 3> kTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

struct Level {
  int64_t height;
  int64_t width;
  int64_t start;
};

struct Given {
  int64_t batch;
  int64_t keys;
  int64_t heads;
  int64_t channels;
  int64_t queries;
  int64_t points;
  std::vector<Level> levels;

  [[nodiscard]] int64_t Levels() const { return static_cast<int64_t>(levels.size()); }
  [[nodiscard]] Shape Value() const { return {batch, keys, heads, channels}; }
  [[nodiscard]] Shape Weights() const { return {batch, queries, heads, Levels(), points}; }
  [[nodiscard]] Shape Places() const { return {batch, queries, heads, Levels(), points, 2}; }
  [[nodiscard]] Shape Output() const { return {batch, queries, heads * channels}; }
  [[nodiscard]] Array Extents() const {
    Array extents = Full({Levels(), 2}, 0);
    for (size_t l = 0; l < levels.size(); ++l) {
      extents.values[2 * l] = static_cast<double>(levels[l].height);
      extents.values[2 * l + 1] = static_cast<double>(levels[l].width);
    }
    return extents;
  }
  [[nodiscard]] Array Starts() const {
    Array starts = Full({Levels()}, 0);
    for (size_t l = 0; l < levels.size(); ++l) {
      starts.values[l] = static_cast<double>(levels[l].start);
    }
    return starts;
  }
};

struct Sums {
  explicit Sums(const Shape& shape) : values(Full(shape, 0)), magnitudes(values) {}
  void Add(size_t at, double term, double magnitude) {
    values.values[at] += term;
    magnitudes.values[at] += magnitude;
  }
  [[nodiscard]] Tolerance AllowedIn(aclDataType dtype) const { return Tolerance::For(dtype, magnitudes); }
  Array values;
  Array magnitudes;
};

struct Inputs {
  Array value;
  Array places;
  Array weights;
  Array grads;
};

double Nearness(double distance) {
  return std::max(0.0, 1 - std::fabs(distance));
}

// What a sample is made of: a pixel's key, and how much of it.
template <typename Visit>
void ForEachPixel(const Level& level, double y, double x, const Visit& visit) {
  for (int64_t i = 0; i < level.height; ++i) {
    for (int64_t j = 0; j < level.width; ++j) {
      visit(level.start + i * level.width + j,
            Nearness(y - static_cast<double>(i)) * Nearness(x - static_cast<double>(j)));
    }
  }
}

// Calls visit(batch, query, head, level, number of the weight) for all samples.
template <typename Visit>
void ForEachSample(const Given& given, const Visit& visit) {
  const Shape shape = given.Weights();
  for (int64_t at = 0; at < NumElements(shape); ++at) {
    const Shape index = IndexOf(shape, at);
    visit(index[0], index[1], index[2], given.levels[static_cast<size_t>(index[3])], static_cast<size_t>(at));
  }
}

Inputs Draw(const Given& given, aclDataType dtype, Random& random) {
  Inputs in{random.Uniform(given.Value(), dtype, -2, 2), Full(given.Places(), 0),
            random.Uniform(given.Weights(), dtype, -1, 1), random.Uniform(given.Output(), dtype, -1, 1)};
  // Of levels whose extents are powers of 2 these are exact in any type, and 1/8 of a pixel or more from pixels.
  ForEachSample(given, [&](int64_t, int64_t, int64_t, const Level& level, size_t at) {
    const auto place = [&](int64_t extent) {
      const double pixel =
          static_cast<double>(random.Integer(-2, extent + 1)) + static_cast<double>(random.Integer(1, 4)) / 4;
      return extent == 0 ? 0.5 : (pixel + 0.5) / static_cast<double>(extent);
    };
    in.places.values[2 * at] = place(level.width);
    in.places.values[2 * at + 1] = place(level.height);
  });
  return in;
}

class DeformableAttention : public StatusTest {
 protected:
  static aclnnStatus Forward(const Given& given, const Inputs& in, aclDataType dtype, aclDataType indexDtype,
                             const Layout& layout, const DeviceTensor& output) {
    const DeviceTensor value(in.value, dtype, layout);
    const DeviceTensor shapes(given.Extents(), indexDtype, Layout::Transposed(2));
    const DeviceTensor starts(given.Starts(), indexDtype);
    const DeviceTensor places(in.places, dtype, Layout::Transposed(6));
    const DeviceTensor weights(in.weights, dtype, Layout::Transposed(5));
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnMultiScaleDeformableAttnFunctionGetWorkspaceSize(
              value.Get(), shapes.Get(), starts.Get(), places.Get(), weights.Get(), output.Get(), size,
              executor);
        },
        aclnnMultiScaleDeformableAttnFunction);
  }

  void ExpectForward(const Given& given, aclDataType dtype, aclDataType indexDtype) {
    const Inputs in = Draw(given, dtype, random_);
    Sums sums(given.Output());
    ForEachSample(given, [&](int64_t b, int64_t q, int64_t h, const Level& level, size_t at) {
      const double x = in.places.values[2 * at] * static_cast<double>(level.width) - 0.5;
      const double y = in.places.values[2 * at + 1] * static_cast<double>(level.height) - 0.5;
      ForEachPixel(level, y, x, [&](int64_t key, double part) {
        for (int64_t c = 0; c < given.channels; ++c) {
          const double term = part * in.weights.values[at] * At(in.value, {b, key, h, c});
          sums.Add(FlatIndex(given.Output(), {b, q, h * given.channels + c}), term, std::fabs(term));
        }
      });
    });
    const Tolerance tolerance = sums.AllowedIn(dtype);
    // The layouts of an output of three dims fit value's four but for the steps.
    ExpectInEachLayout(sums.values, tolerance, [&](const Layout& /*layout*/, const DeviceTensor& output) {
      return Forward(given, in, dtype, indexDtype, Layout::Transposed(4), output);
    });
    const DeviceTensor output = DeviceTensor::Output(given.Output(), dtype);
    ASSERT_EQ(Forward(given, in, dtype, indexDtype, Layout::Contiguous(), output), ACL_SUCCESS);
    EXPECT_TRUE(Near(output.Read(), sums.values, tolerance));
  }

  void ExpectBackward(const Given& given, aclDataType dtype, aclDataType indexDtype) {
    const Inputs in = Draw(given, dtype, random_);
    Sums gradValue(given.Value());
    Sums gradPlaces(given.Places());
    Sums gradWeights(given.Weights());
    ForEachSample(given, [&](int64_t b, int64_t q, int64_t h, const Level& level, size_t at) {
      const double x = in.places.values[2 * at] * static_cast<double>(level.width) - 0.5;
      const double y = in.places.values[2 * at + 1] * static_cast<double>(level.height) - 0.5;
      const double weight = in.weights.values[at];
      double largest = 0;  // that the gradient of a sample can be
      for (int64_t c = 0; c < given.channels; ++c) {
        largest += 2 * std::fabs(At(in.grads, {b, q, h * given.channels + c}));
      }
      // The sum over channels of the gradient times the sample at a place.
      const auto product = [&](double row, double column) {
        double sum = 0;
        ForEachPixel(level, row, column, [&](int64_t key, double part) {
          for (int64_t c = 0; c < given.channels; ++c) {
            sum += part * At(in.grads, {b, q, h * given.channels + c}) * At(in.value, {b, key, h, c});
          }
        });
        return sum;
      };
      ForEachPixel(level, y, x, [&](int64_t key, double part) {
        for (int64_t c = 0; c < given.channels; ++c) {
          const double term = part * weight * At(in.grads, {b, q, h * given.channels + c});
          gradValue.Add(FlatIndex(given.Value(), {b, key, h, c}), term, std::fabs(term));
        }
      });
      constexpr double kStep = 0x1p-4;
      const double slopeX = (product(y, x + kStep) - product(y, x - kStep)) / (2 * kStep);
      const double slopeY = (product(y + kStep, x) - product(y - kStep, x)) / (2 * kStep);
      const double width = static_cast<double>(level.width) * weight;
      const double height = static_cast<double>(level.height) * weight;
      gradPlaces.Add(2 * at, width * slopeX, 2 * std::fabs(width) * largest);
      gradPlaces.Add(2 * at + 1, height * slopeY, 2 * std::fabs(height) * largest);
      gradWeights.Add(at, product(y, x), largest);
    });

    std::optional<std::vector<double>> bits;
    for (const Layout& layout : UsualLayouts(4)) {
      const bool plain = !bits.has_value();
      const Layout of5 = plain ? Layout::Contiguous() : Layout::Transposed(5);
      const Layout of6 = plain ? Layout::Contiguous() : Layout::Transposed(6);
      const DeviceTensor value(in.value, dtype, layout);
      const DeviceTensor shapes(given.Extents(), indexDtype);
      const DeviceTensor starts(given.Starts(), indexDtype, Layout::Stepped({2}));
      const DeviceTensor places(in.places, dtype, of6);
      const DeviceTensor weights(in.weights, dtype, of5);
      const DeviceTensor grads(in.grads, dtype, plain ? Layout::Contiguous() : Layout::Transposed(3));
      const DeviceTensor toValue = DeviceTensor::Output(given.Value(), dtype, layout);
      const DeviceTensor toPlaces = DeviceTensor::Output(given.Places(), dtype, of6);
      const DeviceTensor toWeights = DeviceTensor::Output(given.Weights(), dtype, of5);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnMultiScaleDeformableAttentionGradGetWorkspaceSize(
                          value.Get(), shapes.Get(), starts.Get(), places.Get(), weights.Get(), grads.Get(),
                          toValue.Get(), toPlaces.Get(), toWeights.Get(), size, executor);
                    },
                    aclnnMultiScaleDeformableAttentionGrad),
                ACL_SUCCESS)
          << LastMessage();
      std::vector<double> all;
      const auto expect = [&](const char* what, const DeviceTensor& actual, const Sums& expected) {
        const Array read = actual.Read();
        EXPECT_TRUE(Near(read, expected.values, expected.AllowedIn(dtype))) << what;
        EXPECT_TRUE(actual.CanariesIntact()) << what;
        all.insert(all.end(), read.values.begin(), read.values.end());
      };
      expect("gradValue", toValue, gradValue);
      expect("gradLocation", toPlaces, gradPlaces);
      expect("gradAttnWeight", toWeights, gradWeights);
      bits = bits.value_or(all);
      EXPECT_EQ(all, *bits) << "other bits in another layout";
    }
  }

  Random random_{89};
};

std::vector<Given> Cases() {
  return {{1, 1, 1, 1, 1, 1, {{1, 1, 0}}},
          {2, 21, 2, 5, 7, 3, {{4, 4, 0}, {2, 2, 16}, {1, 1, 20}}},
          {1, 40, 3, 37, 9, 2, {{8, 4, 5}, {4, 8, 8}}},  // levels that share keys
          {1, 8, 1, 70, 40, 1, {{2, 4, 0}, {0, 4, 8}}},
          {1, 4, 2, 3, 5, 2, {}},
          {2, 4, 2, 3, 0, 2, {{2, 2, 0}}},
          {0, 4, 2, 3, 5, 2, {{2, 2, 0}}},
          {1, 4, 2, 0, 5, 2, {{2, 2, 0}}},
          {1, 0, 2, 3, 5, 2, {{0, 0, 0}}}};
}

TEST_F(DeformableAttention, EveryTypeAndShape) {
  for (const Given& given : Cases()) {
    for (const aclDataType dtype : kTypes) {
      const auto trace = TraceSeed(random_);
      ExpectForward(given, dtype, dtype == ACL_FLOAT ? ACL_INT64 : ACL_INT32);
    }
  }
}

TEST_F(DeformableAttention, GradientsOfEveryTypeAndShape) {
  for (const Given& given : Cases()) {
    for (const aclDataType dtype : kTypes) {
      const auto trace = TraceSeed(random_);
      ExpectBackward(given, dtype, dtype == ACL_FLOAT ? ACL_INT32 : ACL_INT64);
    }
  }
}

TEST_F(DeformableAttention, LevelsLieInTheKeys) {
  const Level wrong[] = {{3, 3, 0}, {2, 2, 5}, {-1, 2, 0}, {2, 2, -1}, {int64_t{1} << 62, 4, 0}};
  for (const Level& level : wrong) {
    const Given given{1, 8, 1, 2, 1, 1, {level}};
    const Inputs in{Full(given.Value(), 1), Full(given.Places(), 0.5), Full(given.Weights(), 1),
                    Full(given.Output(), 1)};
    const DeviceTensor output(Full(given.Output(), 7), ACL_FLOAT);
    EXPECT_EQ(Forward(given, in, ACL_FLOAT, ACL_INT64, Layout::Contiguous(), output), 507035);
    EXPECT_NE(LastMessage().find("spatialShape: expected levels that lie in the 8 keys"), std::string::npos)
        << LastMessage();
    EXPECT_TRUE(Near(output.Read(), Full(given.Output(), 7), Tolerance::Exact(ACL_FLOAT)));
  }
}

// NaN is no place.
TEST_F(DeformableAttention, PlacesThatAreNone) {
  const Given given{1, 4, 1, 1, 2, 1, {{2, 2, 0}}};
  Inputs in{Full(given.Value(), 3), Full(given.Places(), 0.5), Full(given.Weights(), 1), {}};
  in.places.values[0] = NAN;
  const DeviceTensor output = DeviceTensor::Output(given.Output(), ACL_FLOAT);
  ASSERT_EQ(Forward(given, in, ACL_FLOAT, ACL_INT64, Layout::Contiguous(), output), ACL_SUCCESS);
  EXPECT_EQ(output.Read().values, (std::vector<double>{0, 3}));
}

TEST_F(DeformableAttention, Statuses) {
  const Shape value{2, 9, 3, 4};
  const Shape places{2, 5, 3, 2, 6, 2};
  const Shape weights{2, 5, 3, 2, 6};
  const Shape output{2, 5, 12};
  struct Tensors {
    Descriptor value;
    Descriptor shapes;
    Descriptor starts;
    Descriptor places;
    Descriptor weights;
    Descriptor output;
  };
  const auto expect = [&](aclnnStatus status, const char* said, const Tensors& of, int null = -1) {
    const auto or0 = [&](int number, const Descriptor& descriptor) {
      return null == number ? nullptr : descriptor.Get();
    };
    ExpectCall("aclnnMultiScaleDeformableAttnFunction", status, said,
               [&](uint64_t* size, aclOpExecutor** executor) {
                 return aclnnMultiScaleDeformableAttnFunctionGetWorkspaceSize(
                     or0(0, of.value), or0(1, of.shapes), or0(2, of.starts), or0(3, of.places),
                     or0(4, of.weights), or0(5, of.output), size, executor);
               });
    const char* const asGrad = std::string(said) == "output" ? "gradOutput" : said;
    ExpectCall("aclnnMultiScaleDeformableAttentionGrad", status, asGrad,
               [&](uint64_t* size, aclOpExecutor** executor) {
                 return aclnnMultiScaleDeformableAttentionGradGetWorkspaceSize(
                     or0(0, of.value), or0(1, of.shapes), or0(2, of.starts), or0(3, of.places),
                     or0(4, of.weights), or0(5, of.output), of.value.Get(), of.places.Get(), of.weights.Get(),
                     size, executor);
               });
  };
  const auto make = [&](const Shape& v, const Shape& s, const Shape& i, const Shape& p, const Shape& w,
                        const Shape& o) {
    return Tensors{
        Descriptor(v), Descriptor(s, ACL_INT64), Descriptor(i, ACL_INT64), Descriptor(p), Descriptor(w),
        Descriptor(o)};
  };
  const Tensors good = make(value, {2, 2}, {2}, places, weights, output);
  expect(ACL_SUCCESS, "", good);
  const std::array<const char*, 6> names{"value",    "spatialShape", "levelStartIndex",
                                         "location", "attnWeight",   "output"};
  for (size_t k = 0; k < names.size(); ++k) {
    expect(kNullptr, names[k], good, static_cast<int>(k));
  }
  expect(kInvalid, "value", make({2, 9, 12}, {2, 2}, {2}, places, weights, output));
  expect(kInvalid, "spatialShape", make(value, {2, 3}, {2}, places, weights, output));
  expect(kInvalid, "levelStartIndex", make(value, {2, 2}, {3}, places, weights, output));
  expect(kInvalid, "location", make(value, {2, 2}, {2}, {2, 5, 3, 3, 6, 2}, weights, output));
  expect(kInvalid, "location", make(value, {2, 2}, {2}, {2, 5, 3, 2, 6, 3}, weights, output));
  expect(kInvalid, "attnWeight", make(value, {2, 2}, {2}, places, {2, 5, 3, 2, 7}, output));
  expect(kInvalid, "output", make(value, {2, 2}, {2}, places, weights, {2, 5, 3, 4}));
  expect(kInvalid, "value",
         {Descriptor(value, ACL_DOUBLE), Descriptor({2, 2}, ACL_INT64), Descriptor({2}, ACL_INT64),
          Descriptor(places), Descriptor(weights), Descriptor(output)});
  expect(kInvalid, "spatialShape",
         {Descriptor(value), Descriptor({2, 2}, ACL_FLOAT), Descriptor({2}, ACL_INT64), Descriptor(places),
          Descriptor(weights), Descriptor(output)});
  expect(kInvalid, "levelStartIndex",
         {Descriptor(value), Descriptor({2, 2}, ACL_INT64), Descriptor({2}, ACL_INT32), Descriptor(places),
          Descriptor(weights), Descriptor(output)});
  expect(kInvalid, "attnWeight",
         {Descriptor(value), Descriptor({2, 2}, ACL_INT64), Descriptor({2}, ACL_INT64), Descriptor(places),
          Descriptor(weights, ACL_FLOAT16), Descriptor(output)});
}

}  // namespace
}  // namespace openaclnn::testing
