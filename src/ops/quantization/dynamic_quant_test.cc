// SPDX-License-Identifier: Apache-2.0
//
// aclnnDynamicQuant and V2 against the formulas, element by element; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_dynamic_quant.h"
#include "aclnnop/aclnn_dynamic_quant_v2.h"
#include "aclnnop/aclnn_dynamic_quant_v3.h"
#include "aclnnop/aclnn_dynamic_quant_v4.h"
#include "ops/quantization/quantized_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

struct Expected {
  Array y;
  Array scale;
  Array offset;
};

// Numbers are floats, and so is each step: what is whole then depends on nothing else.
Expected Reference(const Array& x, const std::vector<std::vector<double>>& factors, double highest,
                   bool asymmetric) {
  const auto length = static_cast<size_t>(x.shape.back());
  Expected expected{{x.shape, {}}, {{x.shape.begin(), x.shape.end() - 1}, {}}, {}};
  for (size_t begin = 0; begin < x.values.size(); begin += length) {
    std::vector<float> row;
    for (size_t i = 0; i < length; ++i) {
      const std::vector<double>& factor = factors[begin / length];
      const auto number = static_cast<float>(x.values[begin + i]);
      row.push_back(factor.empty() ? number : number * static_cast<float>(factor[i]));
    }
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    for (const float number : row) {
      low = std::isnan(number) ? low : std::min(low, number);
      high = std::isnan(number) ? high : std::max(high, number);
    }
    float scale = std::max(std::fabs(low), std::fabs(high)) / static_cast<float>(highest);
    float offset = 0;
    if (asymmetric) {
      scale = high > low ? (high - low) / static_cast<float>(2 * highest + 1) : 0;
      offset = scale > 0 ? static_cast<float>(highest) - high / scale : 0;
    }
    for (const float number : row) {
      const float quotient = scale > 0 ? number / scale + offset : 0;
      expected.y.values.push_back(Quantized(quotient, -highest - 1, highest));
    }
    expected.scale.values.push_back(scale);
    expected.offset.values.push_back(offset);
  }
  expected.offset.shape = expected.scale.shape;
  return expected;
}

constexpr std::array<aclDataType, 3> kTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
const std::vector<Shape> kShapes{{5, 7},    {130},    {3, 1024}, {2, 3, 4, 1025},
                                 {1, 5000}, {300, 1}, {0, 8},    {4, 33}};

std::vector<std::vector<double>> SameForAll(const Shape& shape, const std::vector<double>& factors) {
  const int64_t rows = NumElements({shape.begin(), shape.end() - 1});
  return std::vector<std::vector<double>>(static_cast<size_t>(rows), factors);
}

TEST(DynamicQuant, EveryTypeShapeAndLayout) {
  Random random(31);
  for (const Shape& shape : kShapes) {
    for (const aclDataType dtype : kTypes) {
      for (const bool smoothed : {false, true}) {
        for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(shape.size()).WithOffset(1)}) {
          const auto trace = TraceSeed(random);
          const Array x = random.Normal(shape, dtype, 0.5, 3);
          const Array smooth = random.Uniform({shape.back()}, dtype, 0.25, 2);
          const DeviceTensor in(x, dtype, layout);
          const DeviceTensor factors(smooth, dtype);
          const Shape rows(shape.begin(), shape.end() - 1);
          const DeviceTensor y = DeviceTensor::Output(shape, ACL_INT8, layout);
          const DeviceTensor scale = DeviceTensor::Output(rows, ACL_FLOAT);
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnDynamicQuantGetWorkspaceSize(in.Get(),
                                                                   smoothed ? factors.Get() : nullptr,
                                                                   y.Get(), scale.Get(), size, executor);
                        },
                        aclnnDynamicQuant),
                    ACL_SUCCESS)
              << LastMessage();
          const Expected expected =
              Reference(x, SameForAll(shape, smoothed ? smooth.values : std::vector<double>()), 127, false);
          EXPECT_TRUE(Near(y.Read(), expected.y, Tolerance::Exact(ACL_INT8)));
          EXPECT_TRUE(Near(scale.Read(), expected.scale, Tolerance::Exact(ACL_FLOAT)));
          EXPECT_TRUE(y.CanariesIntact() && scale.CanariesIntact());
        }
      }
    }
  }
}

TEST(DynamicQuantV2, OffsetsGroupsAndFourBits) {
  Random random(32);
  for (const aclDataType dtype : kTypes) {
    for (const bool packed : {false, true}) {
      for (const bool asymmetric : {false, true}) {
        for (const bool grouped : {false, true}) {
          const auto trace = TraceSeed(random);
          const Shape shape{9, 2, 1304};
          const Array x = random.Normal(shape, dtype, -1, 2);
          const Array smooth = random.Uniform(grouped ? Shape{4, 1304} : Shape{1304}, dtype, 0.25, 2);
          const std::vector<int64_t> ends{3, 3, 11, 18};
          const DeviceTensor in(x, dtype, Layout::Stepped({1, 1, 2}));
          const DeviceTensor factors(smooth, dtype);
          const DeviceTensor groups(FromIntegers({4}, ends), packed ? ACL_INT64 : ACL_INT32);
          const DeviceTensor y = DeviceTensor::Output(packed ? Shape{9, 2, 163} : shape,
                                                      packed ? ACL_INT32 : ACL_INT8, Layout::Transposed(3));
          const DeviceTensor scale = DeviceTensor::Output({9, 2}, ACL_FLOAT, Layout::Transposed(2));
          const DeviceTensor offset = DeviceTensor::Output({9, 2}, ACL_FLOAT);
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnDynamicQuantV2GetWorkspaceSize(
                              in.Get(), factors.Get(), grouped ? groups.Get() : nullptr,
                              packed ? ACL_INT4 : ACL_INT8, y.Get(), scale.Get(),
                              asymmetric ? offset.Get() : nullptr, size, executor);
                        },
                        aclnnDynamicQuantV2),
                    ACL_SUCCESS)
              << LastMessage();
          std::vector<std::vector<double>> rows;
          for (int64_t row = 0; row < 18; ++row) {
            const int64_t group = grouped ? (row < 3 ? 0 : row < 11 ? 2 : 3) : 0;
            const auto begin = smooth.values.begin() + group * 1304;
            rows.emplace_back(begin, begin + 1304);
          }
          const Expected expected = Reference(x, rows, packed ? 7 : 127, asymmetric);
          EXPECT_TRUE(Near(y.Read(), packed ? PackedWords(expected.y) : expected.y,
                           Tolerance::Exact(packed ? ACL_INT32 : ACL_INT8)));
          EXPECT_TRUE(Near(scale.Read(), expected.scale, Tolerance::Exact(ACL_FLOAT)));
          if (asymmetric) {
            EXPECT_TRUE(Near(offset.Read(), expected.offset, Tolerance::Exact(ACL_FLOAT)));
          }
        }
      }
    }
  }
}

// Zeros, equal numbers, NaN, infinities, ties.
TEST(DynamicQuantV2, SpecialRows) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const Array x = MakeArray(
      {5, 4}, {0, 0, -0.0, 0, 3, 3, 3, 3, kNan, 127, 0.5, 1.5, kInf, 1, -1, 0, kNan, kNan, kNan, kNan});
  for (const bool asymmetric : {false, true}) {
    const DeviceTensor in(x, ACL_FLOAT);
    const DeviceTensor y = DeviceTensor::Output({5, 4}, ACL_INT8);
    const DeviceTensor scale = DeviceTensor::Output({5}, ACL_FLOAT);
    const DeviceTensor offset = DeviceTensor::Output({5}, ACL_FLOAT);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnDynamicQuantV2GetWorkspaceSize(
                        in.Get(), nullptr, nullptr, ACL_INT8, y.Get(), scale.Get(),
                        asymmetric ? offset.Get() : nullptr, size, executor);
                  },
                  aclnnDynamicQuantV2),
              ACL_SUCCESS)
        << LastMessage();
    const std::vector<double> result = y.Read().values;
    if (asymmetric) {
      EXPECT_EQ(std::vector<double>(result.begin(), result.begin() + 8), std::vector<double>(8, 0));
      EXPECT_EQ(scale.Read().values[1], 0);
      EXPECT_EQ(offset.Read().values[1], 0);
    } else {
      EXPECT_EQ(result,
                (std::vector<double>{0, 0, 0, 0, 127, 127, 127, 127, 0, 127, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0}));
      EXPECT_EQ(scale.Read().values, (std::vector<double>{0, static_cast<float>(3.0F / 127.0F), 1, kInf, 0}));
    }
  }
}

TEST(DynamicQuantV2, RowsInNoGroup) {
  const DeviceTensor in(Full({5, 4}, 1), ACL_FLOAT);
  const DeviceTensor smooth(Full({2, 4}, 1), ACL_FLOAT);
  const DeviceTensor groups(FromIntegers({2}, {1, 4}), ACL_INT64);
  const DeviceTensor y = DeviceTensor::Output({5, 4}, ACL_INT8);
  const DeviceTensor scale = DeviceTensor::Output({5}, ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnDynamicQuantV2GetWorkspaceSize(in.Get(), smooth.Get(), groups.Get(), ACL_INT8,
                                                             y.Get(), scale.Get(), nullptr, size, executor);
                },
                aclnnDynamicQuantV2),
            507035);
  EXPECT_NE(LastMessage().find("groupIndex: expected an end of at least 5"), std::string::npos)
      << LastMessage();
}

// Rows of the transposed matrices, or one row of everything.
TEST(DynamicQuantV3, EveryModeTypeAndLayout) {
  Random random(34);
  for (const Shape& shape :
       {Shape{5, 8}, Shape{3, 1304}, Shape{2, 3, 40, 1032}, Shape{0, 8}, Shape{2, 0, 8}}) {
    for (const aclDataType dtype : kTypes) {
      for (const char* const mode : {"pertoken", "pertensor", "perchannel"}) {
        for (const bool packed : {false, true}) {
          const auto trace = TraceSeed(random);
          const bool columns = mode == std::string_view("perchannel");
          const bool all = mode == std::string_view("pertensor");
          const bool asymmetric = random.Integer(0, 2) == 0;
          const bool smoothed = random.Integer(0, 2) == 0;
          const size_t rank = shape.size();
          const Array x = random.Normal(shape, dtype, -1, 2);
          const Array smooth = random.Uniform({shape[columns ? rank - 2 : rank - 1]}, dtype, 0.25, 2);
          // Smoothed numbers in rows of what has a scale.
          Array rows = x;
          for (size_t i = 0; i < x.values.size(); ++i) {
            const Shape index = IndexOf(shape, static_cast<int64_t>(i));
            const double factor = smooth.values[static_cast<size_t>(index[columns ? rank - 2 : rank - 1])];
            rows.values[i] =
                smoothed ? static_cast<float>(x.values[i]) * static_cast<float>(factor) : x.values[i];
          }
          Shape scales(shape.begin(), shape.end() - 1);
          const Array smoothNumbers = rows;
          if (columns) {
            std::swap(rows.shape[rank - 1], rows.shape[rank - 2]);
            for (size_t i = 0; i < rows.values.size(); ++i) {
              Shape index = IndexOf(shape, static_cast<int64_t>(i));
              std::swap(index[rank - 1], index[rank - 2]);
              rows.values[FlatIndex(rows.shape, index)] = smoothNumbers.values[i];
            }
            scales.back() = shape.back();
          } else if (all) {
            rows.shape = {static_cast<int64_t>(rows.values.size())};
            scales = {1};
          }
          Expected expected;
          if (rows.values.empty()) {
            expected = {x, Full(scales, 0), Full(scales, 0)};
          } else {
            expected = Reference(rows, std::vector<std::vector<double>>(rows.values.size()), packed ? 7 : 127,
                                 asymmetric);
            const Array y = expected.y;
            for (size_t i = 0; columns && i < y.values.size(); ++i) {
              Shape index = IndexOf(shape, static_cast<int64_t>(i));
              std::swap(index[rank - 1], index[rank - 2]);
              expected.y.values[i] = y.values[FlatIndex(rows.shape, index)];
            }
            expected.y.shape = shape;
            expected.scale.shape = scales;
            expected.offset.shape = scales;
          }
          const DeviceTensor in(x, dtype, Layout::Transposed(rank).WithOffset(1));
          const DeviceTensor factors(smooth, dtype);
          const Array result = packed ? PackedWords(expected.y) : expected.y;
          const DeviceTensor y =
              DeviceTensor::Output(result.shape, packed ? ACL_INT32 : ACL_INT8, Layout::Transposed(rank));
          const DeviceTensor scale =
              DeviceTensor::Output(scales, ACL_FLOAT, Layout::Transposed(scales.size()));
          const DeviceTensor offset = DeviceTensor::Output(scales, ACL_FLOAT);
          const bool fourth = random.Integer(0, 2) == 0;
          const int64_t type = packed ? ACL_INT32 : ACL_INT8;
          const aclTensor* const by = smoothed ? factors.Get() : nullptr;
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return fourth ? aclnnDynamicQuantV4GetWorkspaceSize(
                                              in.Get(), by, nullptr, type, !asymmetric, mode, 0, y.Get(),
                                              scale.Get(), offset.Get(), size, executor)
                                        : aclnnDynamicQuantV3GetWorkspaceSize(
                                              in.Get(), by, nullptr, type, !asymmetric, mode, y.Get(),
                                              scale.Get(), offset.Get(), size, executor);
                        },
                        fourth ? aclnnDynamicQuantV4 : aclnnDynamicQuantV3),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_TRUE(Near(y.Read(), result, Tolerance::Exact(packed ? ACL_INT32 : ACL_INT8)));
          EXPECT_TRUE(Near(scale.Read(), expected.scale, Tolerance::Exact(ACL_FLOAT)));
          if (asymmetric) {
            EXPECT_TRUE(Near(offset.Read(), expected.offset, Tolerance::Exact(ACL_FLOAT)));
          }
          EXPECT_TRUE(y.CanariesIntact() && scale.CanariesIntact() && offset.CanariesIntact());
        }
      }
    }
  }
}

class DynamicQuantForms : public PhaseOneTest {};

TEST_F(DynamicQuantForms, Statuses) {
  const Descriptor x({6, 8});
  const Descriptor y({6, 8}, ACL_INT8);
  const Descriptor six({6});
  const Descriptor eight({8});
  const Descriptor one({1});
  const Descriptor groups({2}, ACL_INT64);
  const auto call = [&](const char* mode, const aclTensor* scale, const aclTensor* ends = nullptr,
                        float most = 0, const aclTensor* smooth = nullptr) {
    return Call("aclnnDynamicQuantV4", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnDynamicQuantV4GetWorkspaceSize(x.Get(), smooth, ends, ACL_INT8, true, mode, most, y.Get(),
                                                 scale, nullptr, size, executor);
    });
  };
  EXPECT_EQ(call(nullptr, six.Get()), ACL_SUCCESS);
  EXPECT_EQ(call("pertensor", one.Get()), ACL_SUCCESS);
  EXPECT_EQ(call("perchannel", eight.Get(), nullptr, 0, six.Get()), ACL_SUCCESS);
  EXPECT_EQ(call("perchannel", nullptr), kNullptr);
  ExpectMessage({"scale"});
  EXPECT_EQ(call("perchannel", six.Get()), kInvalid);
  ExpectMessage({"scale", "[6]", "[8]"});
  EXPECT_EQ(call("perchannel", eight.Get(), nullptr, 0, eight.Get()), kInvalid);
  ExpectMessage({"smoothScalesOptional", "[8]"});
  EXPECT_EQ(call("pergroup", six.Get()), kInvalid);
  ExpectMessage({"quantMode", "pergroup"});
  EXPECT_EQ(call("pertensor", one.Get(), groups.Get()), kInvalid);
  ExpectMessage({"groupIndexOptional"});
  EXPECT_EQ(call("pertensor", one.Get(), nullptr, 7), kInvalid);
  ExpectMessage({"dstTypeMax"});
}

class DynamicQuantStatus : public StatusTest {
 protected:
  struct Given {
    std::optional<Descriptor> x{std::in_place, Shape{4, 16}, ACL_FLOAT16};
    std::optional<Descriptor> smooth;
    std::optional<Descriptor> groups;
    std::optional<Descriptor> y{std::in_place, Shape{4, 16}, ACL_INT8};
    std::optional<Descriptor> scale{std::in_place, Shape{4}, ACL_FLOAT};
    std::optional<Descriptor> offset;
    int64_t dstType = ACL_INT8;
  };
  void Expect(aclnnStatus status, const Given& given, const char* said) {
    ExpectCall("aclnnDynamicQuantV2", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnDynamicQuantV2GetWorkspaceSize(
          GetOrNull(given.x), GetOrNull(given.smooth), GetOrNull(given.groups), given.dstType,
          GetOrNull(given.y), GetOrNull(given.scale), GetOrNull(given.offset), size, executor);
    });
  }
};

TEST_F(DynamicQuantStatus, All) {
  Expect(ACL_SUCCESS, {}, "");
  const auto expectNull = [&](std::optional<Descriptor> Given::*argument, const char* said) {
    Given given;
    (given.*argument).reset();
    Expect(kNullptr, given, said);
  };
  expectNull(&Given::x, "x:");
  expectNull(&Given::y, "y:");
  expectNull(&Given::scale, "scale:");
  const auto expect = [&](aclnnStatus status, const char* said, const auto& change) {
    Given given;
    change(given);
    Expect(status, given, said);
  };
  expect(kInvalid, "x: expected dtype", [](Given& g) { g.x.emplace(Shape{4, 16}, ACL_INT32); });
  expect(kInvalid, "x: expected 1 dim or more", [](Given& g) { g.x.emplace(Shape{}); });
  expect(kInvalid, "y: expected dtype INT8 or INT32", [](Given& g) { g.y.emplace(Shape{4, 16}, ACL_UINT8); });
  expect(kInvalid, "y: expected the shape of the unpacked tensor", [](Given& g) {
    g.y.emplace(Shape{4, 3}, ACL_INT32);
    g.dstType = ACL_INT32;
  });
  expect(ACL_SUCCESS, "", [](Given& g) {
    g.y.emplace(Shape{4, 2}, ACL_INT32);
    g.dstType = ACL_INT32;
  });
  expect(kInvalid, "dstType: expected the type of the result, got 2 for INT32", [](Given& g) {
    g.y.emplace(Shape{4, 2}, ACL_INT32);
  });
  expect(kInvalid, "scale: expected shape [dims of x but the last]", [](Given& g) {
    g.scale.emplace(Shape{4, 1});
  });
  expect(kInvalid, "offsetOptional: expected shape [dims of x but the last]",
         [](Given& g) { g.offset.emplace(Shape{5}); });
  expect(kInvalid, "smoothScalesOptional: expected shape [last dim of x]",
         [](Given& g) { g.smooth.emplace(Shape{15}, ACL_FLOAT16); });
  expect(kInvalid, "smoothScalesOptional: expected a tensor, as there are groups",
         [](Given& g) { g.groups.emplace(Shape{2}, ACL_INT32); });
  expect(kInvalid, "smoothScalesOptional: expected shape [groups, last dim of x]", [](Given& g) {
    g.groups.emplace(Shape{2}, ACL_INT32);
    g.smooth.emplace(Shape{3, 16}, ACL_FLOAT16);
  });
}

}  // namespace
}  // namespace openaclnn::testing
