// SPDX-License-Identifier: Apache-2.0
//
// Casts into FRACTAL_NZ and back, against its definition element by element; sizes; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "aclnnop/aclnn_npu_format_cast.h"
#include "aclnnop/aclnn_trans_matmul_weight.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/fractal.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

struct SizeAndFormat {
  aclnnStatus status = ACL_SUCCESS;
  Shape shape;
  int format = -2;
};

SizeAndFormat Calculate(const aclTensor* source, int format, int additional) {
  int64_t* shape = nullptr;
  uint64_t rank = 0;
  SizeAndFormat result;
  result.status =
      aclnnNpuFormatCastCalculateSizeAndFormat(source, format, additional, &shape, &rank, &result.format);
  const std::unique_ptr<int64_t[]> owned(shape);
  if (shape != nullptr) {
    result.shape.assign(shape, shape + rank);
  }
  return result;
}

aclnnStatus Cast(const aclTensor* source, aclTensor* destination) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnNpuFormatCastGetWorkspaceSize(source, destination, size, executor);
      },
      aclnnNpuFormatCast);
}

const std::vector<Shape> kShapes{{1, 1},      {16, 16},      {20, 40},          {17, 129},
                                 {3, 33, 65}, {2, 3, 5, 70}, {1, 2, 1, 2, 7, 9}};

struct Kind {
  aclDataType dtype;
  int additional;
  int64_t width;
  int format;
};
constexpr std::array<Kind, 9> kKinds{{{ACL_FLOAT16, ACL_FLOAT16, 16, ACL_FORMAT_FRACTAL_NZ},
                                      {ACL_BF16, ACL_BF16, 16, ACL_FORMAT_FRACTAL_NZ},
                                      {ACL_INT8, ACL_INT8, 32, ACL_FORMAT_FRACTAL_NZ},
                                      {ACL_UINT8, ACL_UINT8, 32, ACL_FORMAT_FRACTAL_NZ},
                                      {ACL_FLOAT, ACL_FLOAT, 8, ACL_FORMAT_FRACTAL_NZ},
                                      {ACL_FLOAT, ACL_FLOAT16, 16, ACL_FORMAT_FRACTAL_NZ_C0_16},
                                      {ACL_INT32, ACL_BF16, 16, ACL_FORMAT_FRACTAL_NZ_C0_16},
                                      {ACL_FLOAT, ACL_FLOAT8_E4M3FN, 32, ACL_FORMAT_FRACTAL_NZ_C0_32},
                                      {ACL_DOUBLE, ACL_DOUBLE, 4, ACL_FORMAT_FRACTAL_NZ}}};

TEST(FormatCast, ToBlocksAndBack) {
  Random random(6);
  for (const Shape& shape : kShapes) {
    for (const Kind& kind : kKinds) {
      const auto trace = TraceSeed(random);
      const Array values = random.Integers(shape, kind.dtype, 0, 100);
      const DeviceTensor source(values, kind.dtype);
      const SizeAndFormat calculated = Calculate(source.Get(), ACL_FORMAT_FRACTAL_NZ, kind.additional);
      ASSERT_EQ(calculated.status, ACL_SUCCESS);
      EXPECT_EQ(calculated.shape, FractalShape(shape, kind.width));
      EXPECT_EQ(calculated.format, kind.format);
      const LabelledTensor blocks(Full(calculated.shape, 77), kind.dtype,
                                  static_cast<aclFormat>(calculated.format), shape, {}, calculated.shape);
      ASSERT_EQ(Cast(source.Get(), blocks.Get()), ACL_SUCCESS) << LastMessage();
      EXPECT_TRUE(Near(blocks.Read(), ToFractal(values, kind.width), Tolerance::Exact(kind.dtype)));
      const DeviceTensor back = DeviceTensor::Output(shape, kind.dtype);
      ASSERT_EQ(Cast(blocks.Get(), back.Get()), ACL_SUCCESS) << LastMessage();
      EXPECT_TRUE(back.CanariesIntact());
      EXPECT_TRUE(Near(back.Read(), values, Tolerance::Exact(kind.dtype)));
      const SizeAndFormat plain = Calculate(blocks.Get(), ACL_FORMAT_ND, kind.dtype);
      EXPECT_EQ(plain.shape, shape);
      EXPECT_EQ(plain.format, ACL_FORMAT_ND);
    }
  }
}

// From any strides, to any strides, and from one width to another.
TEST(FormatCast, Views) {
  Random random(7);
  for (const Shape& shape : kShapes) {
    const auto trace = TraceSeed(random);
    const Array values = random.Normal(shape, ACL_FLOAT, 0, 1);
    for (const Layout& layout : {Layout::Transposed(shape.size()).WithOffset(3),
                                 Layout::Stepped(std::vector<int64_t>(shape.size(), 2))}) {
      const DeviceTensor source(values, ACL_FLOAT, layout);
      const LabelledTensor narrow(Full(FractalShape(shape, 8), 77), ACL_FLOAT, ACL_FORMAT_FRACTAL_NZ, shape,
                                  {}, FractalShape(shape, 8));
      const LabelledTensor wide(Full(FractalShape(shape, 32), 77), ACL_FLOAT, ACL_FORMAT_FRACTAL_NZ_C0_32,
                                shape, {}, FractalShape(shape, 32));
      const DeviceTensor back = DeviceTensor::Output(shape, ACL_FLOAT, layout);
      ASSERT_EQ(Cast(source.Get(), narrow.Get()), ACL_SUCCESS) << LastMessage();
      ASSERT_EQ(Cast(narrow.Get(), wide.Get()), ACL_SUCCESS) << LastMessage();
      EXPECT_TRUE(Near(wide.Read(), ToFractal(values, 32), Tolerance::Exact(ACL_FLOAT)));
      ASSERT_EQ(Cast(wide.Get(), back.Get()), ACL_SUCCESS) << LastMessage();
      EXPECT_TRUE(back.CanariesIntact());
      EXPECT_TRUE(Near(back.Read(), values, Tolerance::Exact(ACL_FLOAT)));
    }
  }
}

TEST(FormatCast, EmptyAndPlain) {
  const LabelledTensor blocks(Full({0, 1, 16, 16}, 0), ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ, {5, 0}, {},
                              {0, 1, 16, 16});
  EXPECT_EQ(Cast(DeviceTensor(Full({5, 0}, 0), ACL_FLOAT16).Get(), blocks.Get()), ACL_SUCCESS);
  const DeviceTensor vector(Full({7}, 3), ACL_FLOAT16);
  const DeviceTensor copy = DeviceTensor::Output({7}, ACL_FLOAT16);
  EXPECT_EQ(Cast(vector.Get(), copy.Get()), ACL_SUCCESS);
  EXPECT_TRUE(Near(copy.Read(), Full({7}, 3), Tolerance::Exact(ACL_FLOAT16)));
}

class FormatChecks : public PhaseOneTest {
 protected:
  aclnnStatus PhaseOneOf(const aclTensor* source, aclTensor* destination) {
    return Call("aclnnNpuFormatCast", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnNpuFormatCastGetWorkspaceSize(source, destination, size, executor);
    });
  }
};

TEST_F(FormatChecks, Casts) {
  const Shape storage{3, 2, 16, 16};
  const Descriptor plain({20, 40}, ACL_FLOAT16);
  const Descriptor blocks({20, 40}, nullptr, 0, storage, ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ);
  EXPECT_EQ(PhaseOneOf(nullptr, blocks.Get()), kNullptr);
  EXPECT_EQ(PhaseOneOf(plain.Get(), nullptr), kNullptr);
  EXPECT_EQ(PhaseOneOf(plain.Get(), blocks.Get()), ACL_SUCCESS);
  const Descriptor otherType({20, 40}, nullptr, 0, storage, ACL_BF16, ACL_FORMAT_FRACTAL_NZ);
  EXPECT_EQ(PhaseOneOf(plain.Get(), otherType.Get()), kInvalid);
  ExpectMessage({"dstTensor", "FLOAT16", "BFLOAT16"});
  const Descriptor otherShape({40, 20}, nullptr, 0, {2, 3, 16, 16}, ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ);
  EXPECT_EQ(PhaseOneOf(plain.Get(), otherShape.Get()), kInvalid);
  ExpectMessage({"dstTensor", "[20, 40]", "[40, 20]"});
  const Descriptor wrongStorage({20, 40}, nullptr, 0, {2, 2, 16, 16}, ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ);
  EXPECT_EQ(PhaseOneOf(plain.Get(), wrongStorage.Get()), kInvalid);
  ExpectMessage({"dstTensor", "[2, 2, 16, 16]"});
  const Shape transposed{1, 20};
  const Descriptor view({20, 40}, transposed.data(), 0, {2, 3, 16, 16}, ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ);
  EXPECT_EQ(PhaseOneOf(view.Get(), plain.Get()), kInvalid);
  ExpectMessage({"srcTensor", "not transposed"});
  const Descriptor otherFormat({20, 40}, nullptr, 0, storage, ACL_FLOAT16, ACL_FORMAT_NC1HWC0);
  EXPECT_EQ(PhaseOneOf(otherFormat.Get(), plain.Get()), kInvalid);
  ExpectMessage({"srcTensor", "private format"});
}

TEST_F(FormatChecks, SizesAndFormats) {
  const Descriptor plain({20, 40}, ACL_FLOAT16);
  EXPECT_EQ(Calculate(nullptr, ACL_FORMAT_FRACTAL_NZ, ACL_FLOAT16).status, kNullptr);
  EXPECT_EQ(Calculate(plain.Get(), ACL_FORMAT_NC1HWC0, ACL_FLOAT16).status, 361001);
  EXPECT_EQ(Calculate(plain.Get(), ACL_FORMAT_FRACTAL_NZ, ACL_INT8).status, 361001);
  EXPECT_NE(RecentMessage().find("FLOAT16"), std::string::npos);
  for (const Shape& shape : std::vector<Shape>{{}, {3}, {0, 3}, {1, 1, 1, 1, 1, 2, 3}}) {
    EXPECT_EQ(Calculate(Descriptor(shape, ACL_FLOAT16).Get(), ACL_FORMAT_FRACTAL_NZ, ACL_FLOAT16).status,
              kInvalid);
  }
  int64_t* shape = nullptr;
  uint64_t rank = 0;
  int format = 0;
  for (int missing = 0; missing < 3; ++missing) {
    EXPECT_EQ(aclnnNpuFormatCastCalculateSizeAndFormat(
                  plain.Get(), ACL_FORMAT_FRACTAL_NZ, ACL_FLOAT16, missing == 0 ? nullptr : &shape,
                  missing == 1 ? nullptr : &rank, missing == 2 ? nullptr : &format),
              kNullptr);
  }
}

TEST_F(FormatChecks, WeightSizes) {
  uint64_t elements = 0;
  const auto v2 = [&](const std::vector<int64_t>& shape, aclDataType dtype) {
    const IntArray array(shape);
    return aclnnCalculateMatmulWeightSizeV2(array.Get(), dtype, &elements);
  };
  EXPECT_EQ(v2({510, 510}, ACL_FLOAT16), ACL_SUCCESS);
  EXPECT_EQ(elements, 262144U);
  EXPECT_EQ(v2({510, 270}, ACL_INT8), ACL_SUCCESS);
  EXPECT_EQ(elements, 147456U);
  EXPECT_EQ(v2({3, 510, 270}, ACL_FLOAT), ACL_SUCCESS);
  EXPECT_EQ(elements, 3U * 512 * 272);
  for (const std::vector<int64_t>& shape :
       std::vector<std::vector<int64_t>>{{},
                                         {5},
                                         {5, 0},
                                         {5, -1},
                                         {1, 1, 1, 1, 1, 1, 1},
                                         {INT64_MAX, 2},
                                         {INT64_C(1) << 40, INT64_C(1) << 40}}) {
    EXPECT_EQ(v2(shape, ACL_FLOAT16), kInvalid) << ::testing::PrintToString(shape);
  }
  EXPECT_EQ(v2({16, 16}, ACL_INT32), kInvalid);
  EXPECT_EQ(aclnnCalculateMatmulWeightSizeV2(nullptr, ACL_FLOAT16, &elements), kNullptr);
  const IntArray shape({17, 33});
  EXPECT_EQ(aclnnCalculateMatmulWeightSize(shape.Get(), nullptr), kNullptr);
  EXPECT_EQ(aclnnCalculateMatmulWeightSize(shape.Get(), &elements), ACL_SUCCESS);
  EXPECT_EQ(elements, 32U * 48);
}

TEST_F(FormatChecks, WeightsStayAsTheyAre) {
  Random random(9);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8}) {
    const Array values = random.Integers({20, 33}, dtype, -9, 9);
    const DeviceTensor weight(values, dtype);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnTransMatmulWeightGetWorkspaceSize(weight.Get(), size, executor);
                  },
                  aclnnTransMatmulWeight),
              ACL_SUCCESS);
    EXPECT_TRUE(Near(weight.Read(), values, Tolerance::Exact(dtype)));
  }
  const auto phaseOne = [&](aclTensor* weight) {
    return Call("aclnnTransMatmulWeight", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnTransMatmulWeightGetWorkspaceSize(weight, size, executor);
    });
  };
  EXPECT_EQ(phaseOne(nullptr), kNullptr);
  EXPECT_EQ(phaseOne(Descriptor({4, 4}, ACL_INT32).Get()), kInvalid);
  EXPECT_EQ(phaseOne(Descriptor({4}, ACL_FLOAT16).Get()), kInvalid);
  EXPECT_EQ(phaseOne(Descriptor({4, 0}, ACL_FLOAT16).Get()), kInvalid);
  ExpectMessage({"mmWeightRef", "[4, 0]"});
}

}  // namespace
}  // namespace openaclnn::testing
