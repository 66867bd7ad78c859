// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/index_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/testing.h"
#include "tests/support/half.h"

namespace openaclnn {
namespace {

constexpr int64_t kOutside = -7;

// Values in memory as a dtype has them.
std::vector<uint8_t> Encode(aclDataType dtype, const std::vector<double>& values) {
  const size_t size = testing::ElementSize(dtype);
  std::vector<uint8_t> bytes(values.size() * size);
  for (size_t i = 0; i < values.size(); ++i) {
    testing::EncodeElement(dtype, values[i], &bytes[i * size]);
  }
  return bytes;
}

std::vector<int64_t> Read(const TensorView& view, int64_t begin, int64_t count) {
  std::vector<int64_t> indices(static_cast<size_t>(count));
  IndexReader(view, kOutside).Read(begin, count, indices.data());
  return indices;
}

TEST(IndexReader, EveryDtypeInEveryLayout) {
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL}) {
    SCOPED_TRACE(dtype);
    std::vector<double> values(600);
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<double>(dtype == ACL_BOOL ? i % 3 % 2 : i * i % 127);
    }
    std::vector<uint8_t> bytes = Encode(dtype, values);
    const std::vector<std::vector<int64_t>> layouts{{20, 1}, {1, 10}, {40, 2}, {0, 3}, {7, 0}};
    for (const std::vector<int64_t>& strides : layouts) {
      const TensorView view = View(bytes.data(), static_cast<DType>(dtype), {10, 15}, strides);
      for (const int64_t begin : {0, 4, 15, 37}) {
        const std::vector<int64_t> indices = Read(view, begin, 150 - begin);
        for (int64_t i = begin; i < 150; ++i) {
          const auto element = static_cast<size_t>(i / 15 * strides[0] + i % 15 * strides[1]);
          ASSERT_EQ(indices[static_cast<size_t>(i - begin)], static_cast<int64_t>(values[element])) << i;
        }
      }
    }
  }
}

TEST(IndexReader, FloatsLoseTheirFraction) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE}) {
    std::vector<uint8_t> bytes = Encode(dtype, {0.5, -0.5, 2.75, -2.75, 1e3});
    EXPECT_EQ(Read(View(bytes.data(), static_cast<DType>(dtype), {5}, {1}), 0, 5),
              (std::vector<int64_t>{0, 0, 2, -2, 1000}));
  }
}

TEST(IndexReader, WhatNoIntegerHoldsIsOutside) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values{kNan, kInfinity, -kInfinity, 0x1p63, -0x1p63, -0x1.0000000000001p63, 0x1p62};
  EXPECT_EQ(
      Read(View(values.data(), DType::kDouble, {7}, {1}), 0, 7),
      (std::vector<int64_t>{kOutside, kOutside, kOutside, kOutside, INT64_MIN, kOutside, int64_t{1} << 62}));
  std::vector<uint8_t> halves = Encode(ACL_FLOAT16, {kNan, kInfinity, -kInfinity, 65504});
  EXPECT_EQ(Read(View(halves.data(), DType::kFloat16, {4}, {1}), 0, 4),
            (std::vector<int64_t>{kOutside, kOutside, kOutside, 65504}));
}

TEST(IndexReader, AnyByteButZeroIsTrue) {
  std::vector<uint8_t> bytes{0, 1, 2, 128, 255};
  EXPECT_EQ(Read(View(bytes.data(), DType::kBool, {5}, {1}), 0, 5), (std::vector<int64_t>{0, 1, 1, 1, 1}));
}

TEST(IndexReader, TextsShowTheValueItself) {
  const auto text = [](aclDataType dtype, double value) {
    std::vector<uint8_t> bytes = Encode(dtype, {0, value});
    return IndexReader(View(bytes.data(), static_cast<DType>(dtype), {2}, {1}), kOutside).Text(1);
  };
  EXPECT_EQ(text(ACL_INT64, -0x1p63), "-9223372036854775808");
  EXPECT_EQ(text(ACL_INT8, -3), "-3");
  EXPECT_EQ(text(ACL_DOUBLE, 10.5), "10.5");
  EXPECT_EQ(text(ACL_DOUBLE, 1e300), "1e+300");
  EXPECT_EQ(text(ACL_FLOAT, 2.5), "2.5");
  EXPECT_EQ(text(ACL_FLOAT16, -HUGE_VAL), "-inf");
  EXPECT_EQ(text(ACL_FLOAT, std::nan("")), "nan");
}

}  // namespace
}  // namespace openaclnn
