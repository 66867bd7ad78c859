// SPDX-License-Identifier: Apache-2.0
#include "ops/common/promotion.h"

#include <gtest/gtest.h>

#include <array>

namespace openaclnn {
namespace {

// PyTorch's table of torch.promote_types, of the types that promote here.
constexpr std::array<DType, 12> kTypes{
    DType::kUint8,    DType::kInt8,  DType::kInt16,  DType::kInt32, DType::kInt64,     DType::kFloat16,
    DType::kBfloat16, DType::kFloat, DType::kDouble, DType::kBool,  DType::kComplex64, DType::kComplex128};
constexpr std::array<std::array<const char*, 12>, 12> kTable{{
    // u8  i8  i16  i32  i64  f16  bf16  f32  f64  b  c64  c128
    {"UINT8", "INT16", "INT16", "INT32", "INT64", "FLOAT16", "BFLOAT16", "FLOAT", "DOUBLE", "UINT8",
     "COMPLEX64", "COMPLEX128"},
    {"INT16", "INT8", "INT16", "INT32", "INT64", "FLOAT16", "BFLOAT16", "FLOAT", "DOUBLE", "INT8",
     "COMPLEX64", "COMPLEX128"},
    {"INT16", "INT16", "INT16", "INT32", "INT64", "FLOAT16", "BFLOAT16", "FLOAT", "DOUBLE", "INT16",
     "COMPLEX64", "COMPLEX128"},
    {"INT32", "INT32", "INT32", "INT32", "INT64", "FLOAT16", "BFLOAT16", "FLOAT", "DOUBLE", "INT32",
     "COMPLEX64", "COMPLEX128"},
    {"INT64", "INT64", "INT64", "INT64", "INT64", "FLOAT16", "BFLOAT16", "FLOAT", "DOUBLE", "INT64",
     "COMPLEX64", "COMPLEX128"},
    {"FLOAT16", "FLOAT16", "FLOAT16", "FLOAT16", "FLOAT16", "FLOAT16", "FLOAT", "FLOAT", "DOUBLE", "FLOAT16",
     "COMPLEX64", "COMPLEX128"},
    {"BFLOAT16", "BFLOAT16", "BFLOAT16", "BFLOAT16", "BFLOAT16", "FLOAT", "BFLOAT16", "FLOAT", "DOUBLE",
     "BFLOAT16", "COMPLEX64", "COMPLEX128"},
    {"FLOAT", "FLOAT", "FLOAT", "FLOAT", "FLOAT", "FLOAT", "FLOAT", "FLOAT", "DOUBLE", "FLOAT", "COMPLEX64",
     "COMPLEX128"},
    {"DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE",
     "COMPLEX128", "COMPLEX128"},
    {"UINT8", "INT8", "INT16", "INT32", "INT64", "FLOAT16", "BFLOAT16", "FLOAT", "DOUBLE", "BOOL",
     "COMPLEX64", "COMPLEX128"},
    {"COMPLEX64", "COMPLEX64", "COMPLEX64", "COMPLEX64", "COMPLEX64", "COMPLEX64", "COMPLEX64", "COMPLEX64",
     "COMPLEX128", "COMPLEX64", "COMPLEX64", "COMPLEX128"},
    {"COMPLEX128", "COMPLEX128", "COMPLEX128", "COMPLEX128", "COMPLEX128", "COMPLEX128", "COMPLEX128",
     "COMPLEX128", "COMPLEX128", "COMPLEX128", "COMPLEX128", "COMPLEX128"},
}};

TEST(Promotion, OfTwoTensors) {
  for (size_t a = 0; a < kTypes.size(); ++a) {
    for (size_t b = 0; b < kTypes.size(); ++b) {
      const std::optional<DType> promoted = Promote(kTypes[a], kTypes[b]);
      ASSERT_TRUE(promoted.has_value());
      EXPECT_STREQ(NameOf(*promoted), kTable[a][b]) << NameOf(kTypes[a]) << " " << NameOf(kTypes[b]);
    }
  }
}

TEST(Promotion, SomeTypesGoAlone) {
  for (const DType alone : {DType::kUint16, DType::kUint32, DType::kUint64}) {
    EXPECT_EQ(Promote(alone, alone), alone);
    EXPECT_EQ(Promote(alone, DType::kInt64), std::nullopt);
    EXPECT_EQ(Promote(DType::kBool, alone), std::nullopt);
  }
  EXPECT_EQ(Promote(DType::kString, DType::kString), std::nullopt);
}

TEST(Promotion, ScalarsCountByTheirClass) {
  EXPECT_EQ(PromoteWithScalar(DType::kFloat16, ScalarOf(0.1)), DType::kFloat16);
  EXPECT_EQ(PromoteWithScalar(DType::kInt8, ScalarOf(int64_t{1000})), DType::kInt8);
  EXPECT_EQ(PromoteWithScalar(DType::kInt8, ScalarOf(0.5)), DType::kFloat);
  EXPECT_EQ(PromoteWithScalar(DType::kBool, ScalarOf(int64_t{2})), DType::kInt64);
  EXPECT_EQ(PromoteWithScalar(DType::kBool, ScalarOf(2.0)), DType::kFloat);
  const ScalarValue complex{.dtype = DType::kComplex128, .whole = 0, .number = {1, 1}};
  EXPECT_EQ(PromoteWithScalar(DType::kFloat, complex), DType::kComplex64);
  EXPECT_EQ(PromoteWithScalar(DType::kDouble, complex), DType::kComplex128);
}

TEST(Promotion, ResultsGoWhereNothingIsLostButDigits) {
  EXPECT_TRUE(CanStore(DType::kDouble, DType::kFloat16));
  EXPECT_TRUE(CanStore(DType::kInt64, DType::kInt8));
  EXPECT_TRUE(CanStore(DType::kBool, DType::kInt8));
  EXPECT_TRUE(CanStore(DType::kFloat, DType::kComplex64));
  EXPECT_FALSE(CanStore(DType::kFloat, DType::kInt64));
  EXPECT_FALSE(CanStore(DType::kInt8, DType::kBool));
  EXPECT_FALSE(CanStore(DType::kComplex64, DType::kFloat));
}

}  // namespace
}  // namespace openaclnn
