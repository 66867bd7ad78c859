// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

TEST(DataTypeSize, IsTheNaturalSize) {
  for (const aclDataType type :
       {ACL_INT8, ACL_UINT8, ACL_BOOL, ACL_HIFLOAT8, ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN}) {
    EXPECT_EQ(aclDataTypeSize(type), 1U) << type;
  }
  for (const aclDataType type : {ACL_FLOAT16, ACL_BF16, ACL_INT16, ACL_UINT16}) {
    EXPECT_EQ(aclDataTypeSize(type), 2U) << type;
  }
  for (const aclDataType type : {ACL_FLOAT, ACL_INT32, ACL_UINT32, ACL_COMPLEX32}) {
    EXPECT_EQ(aclDataTypeSize(type), 4U) << type;
  }
  for (const aclDataType type : {ACL_DOUBLE, ACL_INT64, ACL_UINT64, ACL_COMPLEX64}) {
    EXPECT_EQ(aclDataTypeSize(type), 8U) << type;
  }
  EXPECT_EQ(aclDataTypeSize(ACL_COMPLEX128), 16U);
  for (const int type : {-1, 13, 5, 100, 1000, -100}) {
    EXPECT_EQ(aclDataTypeSize(AnyEnum<aclDataType>(type)), 0U) << type;
  }
}

// From the definition: sign, exponent, fraction. Exponent 31 has no special meaning here.
float Decoded(unsigned bits) {
  const int exponent = static_cast<int>((bits >> 10U) & 31U);
  const auto fraction = static_cast<double>(bits & 1023U) / 1024;
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
  return static_cast<float>((bits & 0x8000U) == 0 ? magnitude : -magnitude);
}

TEST(Float16ToFloat, DecodesEveryPattern) {
  for (unsigned bits = 0; bits < 0x10000U; ++bits) {
    const float value = aclFloat16ToFloat(static_cast<aclFloat16>(bits));
    ASSERT_EQ(value, Decoded(bits)) << bits;
    ASSERT_EQ(std::signbit(value), (bits & 0x8000U) != 0) << bits;
  }
}

TEST(Float16ToFloat, HasNoInfinityAndNoNan) {
  EXPECT_EQ(aclFloat16ToFloat(0x7c00), 65536.0F);
  EXPECT_EQ(aclFloat16ToFloat(0xfc00), -65536.0F);
  EXPECT_EQ(aclFloat16ToFloat(0x7e00), 98304.0F);
}

TEST(FloatToFloat16, RoundTripsEveryFiniteHalf) {
  for (unsigned bits = 0; bits < 0x10000U; ++bits) {
    if ((bits & 0x7c00U) != 0x7c00U) {
      ASSERT_EQ(aclFloatToFloat16(Decoded(bits)), bits);
    }
  }
}

TEST(FloatToFloat16, RoundsToNearestTiesToEven) {
  for (unsigned bits = 0; bits < 0x7bffU; ++bits) {
    const float low = Decoded(bits);
    const float high = Decoded(bits + 1);
    const float middle = low + (high - low) / 2;  // exact: a half has 11 bits, a float 24
    const float infinity = std::numeric_limits<float>::infinity();
    const unsigned even = bits % 2 == 0 ? bits : bits + 1;
    ASSERT_EQ(aclFloatToFloat16(middle), even) << bits;
    ASSERT_EQ(aclFloatToFloat16(-middle), even | 0x8000U) << bits;
    ASSERT_EQ(aclFloatToFloat16(std::nextafter(middle, -infinity)), bits) << bits;
    ASSERT_EQ(aclFloatToFloat16(std::nextafter(middle, infinity)), bits + 1) << bits;
  }
}

TEST(FloatToFloat16, Saturates) {
  const float infinity = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float value :
       {65504.0F, 65519.996F, 65520.0F, 65536.0F, 1e30F, std::numeric_limits<float>::max(), infinity}) {
    EXPECT_EQ(aclFloatToFloat16(value), 0x7bff) << value;
    EXPECT_EQ(aclFloatToFloat16(-value), 0xfbff) << value;
  }
  EXPECT_EQ(aclFloatToFloat16(nan), 0x7bff);
  EXPECT_EQ(aclFloatToFloat16(-nan), 0x7bff);
  EXPECT_EQ(aclFloatToFloat16(0.0F), 0);
  EXPECT_EQ(aclFloatToFloat16(-0.0F), 0x8000);
  EXPECT_EQ(aclFloatToFloat16(std::numeric_limits<float>::denorm_min()), 0);
}

TEST(DataBuffer, DescribesMemory) {
  int memory = 0;
  aclDataBuffer* const buffer = aclCreateDataBuffer(&memory, (size_t{1} << 32) + 8);
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), &memory);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), (size_t{1} << 32) + 8);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  EXPECT_EQ(aclGetDataBufferSize(buffer), 8U);
#pragma GCC diagnostic pop
  EXPECT_EQ(aclUpdateDataBuffer(buffer, nullptr, 0), ACL_SUCCESS);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 0U);
  EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
}

TEST(DataBuffer, OfNoMemory) {
  aclDataBuffer* const buffer = aclCreateDataBuffer(nullptr, 0);
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
}

TEST(DataBuffer, NullDataNeedsSizeZero) {
  EXPECT_EQ(aclCreateDataBuffer(nullptr, 1), nullptr);
  ExpectFailure(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM,
                {"aclCreateDataBuffer", "data"});
  int memory = 0;
  aclDataBuffer* const buffer = aclCreateDataBuffer(&memory, sizeof memory);
  ASSERT_NE(buffer, nullptr);
  ExpectFailure(aclUpdateDataBuffer(buffer, nullptr, 1), ACL_ERROR_INVALID_PARAM,
                {"aclUpdateDataBuffer", "data"});
  EXPECT_EQ(aclGetDataBufferAddr(buffer), &memory) << "untouched";
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), sizeof memory);
  EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
}

// As everywhere where a client gives something back.
TEST(DataBuffer, DestroyingNoneIsFine) {
  (void)TakeMessages();
  EXPECT_EQ(aclDestroyDataBuffer(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST(DataBuffer, NullIsReported) {
  ExpectFailure(aclUpdateDataBuffer(nullptr, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"dataBuffer"});
  EXPECT_EQ(aclGetDataBufferAddr(nullptr), nullptr);
  EXPECT_NE(TakeMessages().find("aclGetDataBufferAddr"), std::string::npos);
  EXPECT_EQ(aclGetDataBufferSizeV2(nullptr), 0U);
  EXPECT_NE(TakeMessages().find("aclGetDataBufferSizeV2"), std::string::npos);
}

}  // namespace
TEST(DataBuffer, RefusesHandlesThatAreGone) {
  int byte = 0;
  aclDataBuffer* const buffer = aclCreateDataBuffer(&byte, 1);
  ASSERT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
  for (aclDataBuffer* const bad : {buffer, reinterpret_cast<aclDataBuffer*>(uintptr_t{0x10})}) {
    EXPECT_EQ(aclDestroyDataBuffer(bad), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclUpdateDataBuffer(bad, &byte, 1), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclGetDataBufferAddr(bad), nullptr);
    EXPECT_EQ(aclGetDataBufferSizeV2(bad), 0U);
    const char* const message = aclGetRecentErrMsg();
    ASSERT_NE(message, nullptr);
    EXPECT_NE(std::string(message).find("expected a live aclDataBuffer"), std::string::npos) << message;
  }
}

}  // namespace openaclnn::runtime
