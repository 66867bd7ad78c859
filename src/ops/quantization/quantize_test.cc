// SPDX-License-Identifier: Apache-2.0
//
// Quantization by given scales, and back, and scales as words, against the formulas; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_ascend_anti_quant.h"
#include "aclnnop/aclnn_ascend_quant.h"
#include "aclnnop/aclnn_ascend_quant_v3.h"
#include "aclnnop/aclnn_quantize.h"
#include "aclnnop/aclnn_trans_quant_param.h"
#include "aclnnop/aclnn_trans_quant_param_v2.h"
#include "aclnnop/aclnn_trans_quant_param_v3.h"
#include "ops/quantization/quantized_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 3> kTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
constexpr std::array<const char*, 4> kModes{"round", "floor", "ceil", "trunc"};

double Rounded(size_t mode, float number) {
  switch (mode) {
    case 0:
      return std::nearbyint(number);
    case 1:
      return std::floor(number);
    case 2:
      return std::ceil(number);
    default:
      return std::trunc(number);
  }
}

// The factor of an element, of those along an axis, or the only one.
float FactorOf(const Array& factors, const Shape& shape, size_t axis, size_t element) {
  const Shape index = IndexOf(shape, static_cast<int64_t>(element));
  const size_t at = factors.values.size() == 1 ? 0 : static_cast<size_t>(index[axis]);
  return static_cast<float>(factors.values[at]);
}

// Every mode, both versions, one scale or many, with and without offsets, INT8 and INT4.
TEST(AscendQuant, EveryTypeModeAndShape) {
  Random random(41);
  for (const Shape& shape : {Shape{5, 7, 24}, Shape{1, 2048}, Shape{3, 1032}, Shape{0, 8}, Shape{8}}) {
    for (const aclDataType dtype : kTypes) {
      for (size_t mode = 0; mode < kModes.size(); ++mode) {
        for (const bool packed : {false, true}) {
          const auto trace = TraceSeed(random);
          const bool spread = random.Integer(0, 2) == 0;
          const bool offsets = random.Integer(0, 2) == 0;
          const bool squared = random.Integer(0, 2) == 0;
          const bool last = shape.size() == 1 || random.Integer(0, 2) == 0;
          const size_t axis = shape.size() - (last ? 1 : 2);
          const double range = packed ? 3 : 60;
          const Array x = random.Normal(shape, dtype, 0, range);
          const Shape factors{spread ? shape[axis] : 1};
          const Array scale = random.Uniform(factors, dtype, 0.5, 2);
          const Array offset = random.Normal(factors, dtype, 0, 2);
          const DeviceTensor in(x, dtype, Layout::Transposed(shape.size()).WithOffset(2));
          const DeviceTensor scales(scale, dtype);
          const DeviceTensor shifts(offset, dtype);
          Shape packedShape = shape;
          packedShape.back() /= 8;
          const aclDataType to = packed ? ACL_INT32 : ACL_INT8;
          const DeviceTensor y =
              DeviceTensor::Output(packed ? packedShape : shape, to, Layout::Transposed(shape.size()));
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return last ? aclnnAscendQuantGetWorkspaceSize(
                                            in.Get(), scales.Get(), offsets ? shifts.Get() : nullptr, squared,
                                            kModes[mode], to, y.Get(), size, executor)
                                      : aclnnAscendQuantV3GetWorkspaceSize(
                                            in.Get(), scales.Get(), offsets ? shifts.Get() : nullptr, squared,
                                            kModes[mode], to, -2, y.Get(), size, executor);
                        },
                        last ? aclnnAscendQuant : aclnnAscendQuantV3),
                    ACL_SUCCESS)
              << LastMessage();
          Array expected{shape, {}};
          for (size_t i = 0; i < x.values.size(); ++i) {
            const float by = FactorOf(scale, shape, axis, i);
            float number = static_cast<float>(x.values[i]) * by;
            number = squared ? number * by : number;
            number = offsets ? number + FactorOf(offset, shape, axis, i) : number;
            expected.values.push_back(Quantized(Rounded(mode, number), packed ? -8 : -128, packed ? 7 : 127));
          }
          EXPECT_TRUE(Near(y.Read(), packed ? PackedWords(expected) : expected, Tolerance::Exact(to)));
          EXPECT_TRUE(y.CanariesIntact());
        }
      }
    }
  }
}

TEST(Quantize, EveryTypeAndZeroPoint) {
  Random random(42);
  const Shape shape{5, 7, 33};
  for (const aclDataType dtype : kTypes) {
    for (const aclDataType to : {ACL_INT8, ACL_UINT8, ACL_INT32}) {
      for (const aclDataType pointType : {ACL_INT32, ACL_INT8, ACL_UINT8, ACL_FLOAT, ACL_BF16}) {
        for (const int32_t axis : {0, 1, -1}) {
          const auto trace = TraceSeed(random);
          const size_t dim = axis < 0 ? 2 : static_cast<size_t>(axis);
          const Array x = random.Normal(shape, dtype, 0, to == ACL_INT32 ? 1e5 : 50);
          const Array scale = random.Uniform({shape[dim]}, dtype, 0.5, 2);
          const Array points = random.Integers({shape[dim]}, pointType, 0, 100);
          const DeviceTensor in(x, dtype);
          const DeviceTensor scales(scale, dtype);
          const DeviceTensor zeros(points, pointType);
          const DeviceTensor out = DeviceTensor::Output(shape, to);
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnQuantizeGetWorkspaceSize(in.Get(), scales.Get(), zeros.Get(), to, axis,
                                                               out.Get(), size, executor);
                        },
                        aclnnQuantize),
                    ACL_SUCCESS)
              << LastMessage();
          Array expected{shape, {}};
          for (size_t i = 0; i < x.values.size(); ++i) {
            const float number = static_cast<float>(x.values[i]) / FactorOf(scale, shape, dim, i) +
                                 FactorOf(points, shape, dim, i);
            const double low = to == ACL_INT8 ? -128 : to == ACL_UINT8 ? 0 : -2147483648.0;
            const double high = to == ACL_INT8 ? 127 : to == ACL_UINT8 ? 255 : 2147483520.0;
            expected.values.push_back(Quantized(number, low, high));
          }
          EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(to)));
        }
      }
    }
  }
}

TEST(AscendAntiQuant, EveryTypeAndWidth) {
  Random random(43);
  for (const Shape& shape : {Shape{5, 7, 24}, Shape{1, 2048}, Shape{3, 1032}, Shape{0, 8}}) {
    for (const aclDataType dtype : kTypes) {
      for (const bool packed : {false, true}) {
        for (const bool squared : {false, true}) {
          const auto trace = TraceSeed(random);
          const Array x = random.Integers(shape, ACL_INT8, packed ? -8 : -128, packed ? 8 : 128);
          const Array scale = random.Uniform({shape.back()}, ACL_FLOAT, 0.5, 2);
          const Array offset = random.Uniform({1}, ACL_FLOAT, -2, 2);
          const DeviceTensor in(packed ? PackedWords(x) : x, packed ? ACL_INT32 : ACL_INT8);
          const DeviceTensor scales(scale, ACL_FLOAT);
          const DeviceTensor shifts(offset, ACL_FLOAT);
          const DeviceTensor y = DeviceTensor::Output(shape, dtype, Layout::Transposed(shape.size()));
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnAscendAntiQuantGetWorkspaceSize(
                              in.Get(), scales.Get(), shifts.Get(), dtype, squared, y.Get(), size, executor);
                        },
                        aclnnAscendAntiQuant),
                    ACL_SUCCESS)
              << LastMessage();
          Array expected{shape, {}};
          for (size_t i = 0; i < x.values.size(); ++i) {
            const double by = FactorOf(scale, shape, shape.size() - 1, i);
            expected.values.push_back((x.values[i] + offset.values[0]) * by * (squared ? by : 1));
          }
          EXPECT_TRUE(Near(y.Read(), expected, Tolerance::For(dtype)));
        }
      }
    }
  }
}

TEST(AscendQuant, SpecialNumbers) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const DeviceTensor in(
      MakeArray({8}, {0.5, 1.5, -0.5, -2.5, 1e9, -kInf, std::numeric_limits<double>::quiet_NaN(), 127.5}),
      ACL_FLOAT);
  const DeviceTensor one(Full({1}, 1), ACL_FLOAT);
  const DeviceTensor y = DeviceTensor::Output({8}, ACL_INT8);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnAscendQuantGetWorkspaceSize(in.Get(), one.Get(), nullptr, false, nullptr,
                                                          ACL_INT8, y.Get(), size, executor);
                },
                aclnnAscendQuant),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(y.Read().values, (std::vector<double>{0, 2, 0, -2, 127, -128, 0, 127}));
}

double WordOf(float scale, std::optional<float> offset, bool rounded) {
  uint64_t bits = std::bit_cast<uint32_t>(scale);
  bits = ((rounded ? bits + 4096 : bits) / 8192) * 8192;
  double word = static_cast<double>(bits) + std::ldexp(1.0, 46);
  if (offset) {
    const double whole = std::fmin(std::fmax(std::nearbyint(*offset), -256), 255);
    word += std::ldexp(whole < 0 ? whole + 512 : whole, 37);
  }
  return word;
}

TEST(TransQuantParam, WordsOfAllVersions) {
  Random random(44);
  for (const auto& [scales, offsets] : {std::pair<int64_t, int64_t>{7, 7}, {1, 5}, {5, 1}, {1, 1}, {9, 0}}) {
    const Array scale = random.Normal({scales}, ACL_FLOAT, 0, 1);
    const Array offset = random.Normal({offsets}, ACL_FLOAT, 0, 200);
    const size_t count = static_cast<size_t>(std::max(scales, offsets));
    for (const int64_t mode : {-1, 0, 1}) {  // -1: V2
      Array expected{{static_cast<int64_t>(count)}, {}};
      for (size_t i = 0; i < count; ++i) {
        const auto of = [&](const Array& array) {
          return static_cast<float>(array.values[array.values.size() == 1 ? 0 : i]);
        };
        expected.values.push_back(
            WordOf(of(scale), offsets == 0 ? std::nullopt : std::optional(of(offset)), mode == 1));
      }
      const DeviceTensor in(scale, ACL_FLOAT);
      const DeviceTensor shifts(offset, ACL_FLOAT);
      const DeviceTensor out = DeviceTensor::Output(expected.shape, ACL_INT64);
      const aclTensor* const given = offsets == 0 ? nullptr : shifts.Get();
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return mode < 0 ? aclnnTransQuantParamV2GetWorkspaceSize(in.Get(), given, out.Get(),
                                                                               size, executor)
                                      : aclnnTransQuantParamV3GetWorkspaceSize(in.Get(), given, mode,
                                                                               out.Get(), size, executor);
                    },
                    mode < 0 ? aclnnTransQuantParamV2 : aclnnTransQuantParamV3),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(out.Read().values, expected.values);
      if (mode != 1) {
        const std::vector<float> hostScale(scale.values.begin(), scale.values.end());
        const std::vector<float> hostOffset(offset.values.begin(), offset.values.end());
        uint64_t* words = nullptr;
        uint64_t size = 0;
        ASSERT_EQ(aclnnTransQuantParam(hostScale.data(), hostScale.size(), hostOffset.data(),
                                       hostOffset.size(), &words, &size),
                  ACL_SUCCESS);
        EXPECT_EQ(std::vector<double>(words, words + size), expected.values);
        std::free(words);
      }
    }
  }
  EXPECT_EQ(WordOf(0.1F, std::nullopt, false), 0x40003dccc000);
  EXPECT_EQ(WordOf(0.1F, -3.0F, false), 0x7fa03dccc000);
}

TEST(TransQuantParam, StatusesOnTheHost) {
  const std::array<float, 3> numbers{1, 2, 3};
  uint64_t* words = nullptr;
  uint64_t size = 77;
  EXPECT_EQ(aclnnTransQuantParam(nullptr, 3, nullptr, 0, &words, &size), kNullptr);
  EXPECT_EQ(aclnnTransQuantParam(numbers.data(), 3, nullptr, 0, nullptr, &size), kNullptr);
  EXPECT_EQ(aclnnTransQuantParam(numbers.data(), 3, nullptr, 0, &words, nullptr), kNullptr);
  EXPECT_EQ(aclnnTransQuantParam(numbers.data(), 0, nullptr, 0, &words, &size), kInvalid);
  EXPECT_EQ(aclnnTransQuantParam(numbers.data(), 3, numbers.data(), 2, &words, &size), kInvalid);
  EXPECT_NE(RecentMessage().find("offsetSize"), std::string::npos);
  EXPECT_EQ(words, nullptr);
  EXPECT_EQ(size, 77U);
}

class QuantStatus : public StatusTest {};

TEST_F(QuantStatus, AscendQuant) {
  const Descriptor x({4, 16});
  const Descriptor one({1});
  const Descriptor many({1, 16});
  const Descriptor wrong({4});
  const Descriptor y({4, 16}, ACL_INT8);
  const Descriptor unsignedY({4, 16}, ACL_UINT8);
  struct Case {
    aclnnStatus status;
    const char* said;
    const aclTensor* x;
    const aclTensor* scale;
    const aclTensor* y;
    const char* mode = "round";
    int32_t dstType = ACL_INT8;
    int32_t axis = -1;
  };
  const std::vector<Case> cases{
      {ACL_SUCCESS, "", x.Get(), one.Get(), y.Get()},
      {ACL_SUCCESS, "", x.Get(), many.Get(), y.Get()},
      {ACL_SUCCESS, "", x.Get(), wrong.Get(), y.Get(), "ceil", ACL_INT8, 0},
      {kNullptr, "x:", nullptr, one.Get(), y.Get()},
      {kNullptr, "scale:", x.Get(), nullptr, y.Get()},
      {kNullptr, "y:", x.Get(), one.Get(), nullptr},
      {kInvalid, "x: expected dtype", y.Get(), one.Get(), y.Get()},
      {kInvalid, "y: expected dtype", x.Get(), one.Get(), unsignedY.Get()},
      {kInvalid, "dstType: expected", x.Get(), one.Get(), y.Get(), "round", ACL_UINT8},
      {kInvalid, "roundMode: expected", x.Get(), one.Get(), y.Get(), "hybrid"},
      {kInvalid, "scale: expected one element", x.Get(), wrong.Get(), y.Get()},
      {kInvalid, "axis: expected", x.Get(), one.Get(), y.Get(), "round", ACL_INT8, 2},
  };
  for (const Case& row : cases) {
    ExpectCall("aclnnAscendQuantV3", row.status, row.said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAscendQuantV3GetWorkspaceSize(row.x, row.scale, nullptr, false, row.mode, row.dstType,
                                                row.axis, row.y, size, executor);
    });
  }
}

TEST_F(QuantStatus, TransQuantParam) {
  const Descriptor scale({4});
  const Descriptor offset({3});
  const Descriptor out({4}, ACL_UINT64);
  const Descriptor floats({4});
  const auto status = [&](const aclTensor* s, const aclTensor* o, int64_t mode, const aclTensor* w) {
    return Call("aclnnTransQuantParamV3", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnTransQuantParamV3GetWorkspaceSize(s, o, mode, w, size, executor);
    });
  };
  EXPECT_EQ(status(scale.Get(), nullptr, 0, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(status(nullptr, nullptr, 0, out.Get()), kNullptr);
  EXPECT_EQ(status(scale.Get(), nullptr, 0, nullptr), kNullptr);
  EXPECT_EQ(status(scale.Get(), nullptr, 2, out.Get()), kInvalid);
  ExpectMessage({"roundMode"});
  EXPECT_EQ(status(scale.Get(), offset.Get(), 0, out.Get()), kInvalid);
  ExpectMessage({"offset: expected one element"});
  EXPECT_EQ(status(scale.Get(), nullptr, 0, floats.Get()), kInvalid);
  ExpectMessage({"out: expected dtype"});
}

}  // namespace
}  // namespace openaclnn::testing
