// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "backend/cpu/parallel.h"
#include "simd/convert.h"

namespace openaclnn::backend::cpu {
namespace {

constexpr std::byte kCanary{0xa5};

std::vector<std::byte> RandomBytes(size_t count) {
  std::minstd_rand random(17);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(random() >> 8U);
  }
  return bytes;
}

class Transfers : public ::testing::TestWithParam<int> {
 protected:
  Arena arena_{GetParam()};
  CpuContext context_{&arena_};
};

INSTANTIATE_TEST_SUITE_P(Threads, Transfers, ::testing::Values(1, 3));

TEST_P(Transfers, CopiesRowsAndNothingBetweenThem) {
  struct Shape {
    size_t width;
    size_t height;
    size_t destinationPitch;
    size_t sourcePitch;
  };
  for (const Shape& shape :
       {Shape{1, 1, 1, 1}, Shape{3, 5, 7, 4}, Shape{3, 5, 3, 4}, Shape{16, 1000, 16, 16},
        Shape{1000, 3000, 1001, 1024}, Shape{(3 << 20) + 5, 2, (3 << 20) + 9, (3 << 20) + 5},
        Shape{(1 << 20) + 1, 1, size_t{1} << 60, 1 << 21}, Shape{0, 5, 8, 8}, Shape{5, 0, 8, 8}}) {
    const bool empty = shape.width == 0 || shape.height == 0;
    const auto extent = [&](size_t pitch) { return empty ? 0 : (shape.height - 1) * pitch + shape.width; };
    const std::vector<std::byte> source = RandomBytes(extent(shape.sourcePitch) + 1);
    std::vector<std::byte> destination(extent(shape.destinationPitch) + 2, kCanary);
    std::vector<std::byte> expected = destination;
    for (size_t row = 0; row < shape.height && !empty; ++row) {
      std::memcpy(expected.data() + 1 + row * shape.destinationPitch, source.data() + row * shape.sourcePitch,
                  shape.width);
    }
    context_.CopyRows({destination.data() + 1, shape.destinationPitch, source.data(), shape.sourcePitch,
                       shape.width, shape.height});
    EXPECT_TRUE(destination == expected) << shape.width << " x " << shape.height;
  }
}

TEST_P(Transfers, FillsWordsAtAnyAddress) {
  constexpr uint32_t kValue = 0x01020304;
  for (const size_t words :
       {size_t{0}, size_t{1}, size_t{1023}, size_t{1024}, size_t{1025}, size_t{700000}}) {
    for (size_t offset = 0; offset < 4; ++offset) {
      std::vector<std::byte> memory(offset + words * 4 + 4, kCanary);
      std::vector<std::byte> expected = memory;
      for (size_t word = 0; word < words; ++word) {
        std::memcpy(expected.data() + offset + 4 * word, &kValue, 4);
      }
      context_.FillWords(memory.data() + offset, kValue, words);
      EXPECT_TRUE(memory == expected) << words << " words at " << offset;
    }
  }
}

double Apply(ReduceOperation operation, double a, double b) {
  switch (operation) {
    case ReduceOperation::kSum:
      return a + b;
    case ReduceOperation::kMax:
      return std::max(a, b);
    case ReduceOperation::kMin:
      return std::min(a, b);
  }
  return 0;
}

// Values of which all sums fit: halves hold 11 or 8 bits, INT8 -128 to 127.
template <typename Element>
std::vector<Element> SmallValues(size_t count, unsigned seed) {
  std::minstd_rand random(seed);
  std::vector<Element> values(count);
  for (Element& value : values) {
    value = static_cast<Element>(static_cast<int>(random() >> 8U) % 60);
  }
  return values;
}

constexpr ReduceOperation kOperations[] = {ReduceOperation::kSum, ReduceOperation::kMax,
                                           ReduceOperation::kMin};
// One element, less and more than a tile, several tasks with a rest.
constexpr size_t kCounts[] = {1, 1023, 1025, 600003};

template <typename Element>
void CheckReduce(CpuContext& context, DType dtype) {
  for (const size_t count : kCounts) {
    const std::vector<Element> source = SmallValues<Element>(count, 1);
    const std::vector<Element> before = SmallValues<Element>(count, 2);
    for (const ReduceOperation operation : kOperations) {
      // One byte off: operands need not be aligned.
      std::vector<std::byte> memory(count * sizeof(Element) + 2, kCanary);
      std::memcpy(memory.data() + 1, before.data(), count * sizeof(Element));
      context.Reduce({operation, dtype, memory.data() + 1, source.data(), count * sizeof(Element)});
      std::vector<Element> result(count);
      std::memcpy(result.data(), memory.data() + 1, count * sizeof(Element));
      size_t wrong = 0;
      for (size_t i = 0; i < count; ++i) {
        wrong += static_cast<double>(result[i]) == Apply(operation, before[i], source[i]) ? 0 : 1;
      }
      EXPECT_EQ(wrong, 0U) << NameOf(dtype) << " " << count;
      EXPECT_EQ(memory.front(), kCanary);
      EXPECT_EQ(memory.back(), kCanary);
    }
  }
}

TEST_P(Transfers, ReducesIntegersAndFloats) {
  CheckReduce<int8_t>(context_, DType::kInt8);
  CheckReduce<int16_t>(context_, DType::kInt16);
  CheckReduce<int32_t>(context_, DType::kInt32);
  CheckReduce<float>(context_, DType::kFloat);
}

TEST_P(Transfers, ReducesHalves) {
  for (const DType dtype : {DType::kFloat16, DType::kBfloat16}) {
    for (const size_t count : kCounts) {
      const std::vector<float> a = SmallValues<float>(count, 3);
      const std::vector<float> b = SmallValues<float>(count, 4);
      for (const ReduceOperation operation : kOperations) {
        const auto elements = static_cast<int64_t>(count);
        std::vector<uint16_t> destination(count + 1, 0xa5a5);
        std::vector<uint16_t> source(count);
        ConvertTo(dtype, a.data(), destination.data(), elements, Stores::kCached);
        ConvertTo(dtype, b.data(), source.data(), elements, Stores::kCached);
        context_.Reduce({operation, dtype, destination.data(), source.data(), 2 * count});
        std::vector<float> result(count);
        ConvertToFloat(dtype, destination.data(), result.data(), elements);
        size_t wrong = 0;
        for (size_t i = 0; i < count; ++i) {
          wrong += result[i] == Apply(operation, a[i], b[i]) ? 0 : 1;
        }
        EXPECT_EQ(wrong, 0U) << NameOf(dtype) << " " << count;
        EXPECT_EQ(destination.back(), 0xa5a5);
      }
    }
  }
}

TEST_P(Transfers, IntegerSumsWrapAround) {
  std::vector<int8_t> bytes{127, -128, -1};
  const std::vector<int8_t> addends{1, -1, 1};
  context_.Reduce({ReduceOperation::kSum, DType::kInt8, bytes.data(), addends.data(), 3});
  EXPECT_EQ(bytes, (std::vector<int8_t>{-128, 127, 0}));
  std::vector<int32_t> words{INT32_MAX, INT32_MIN};
  const std::vector<int32_t> others{1, -1};
  context_.Reduce({ReduceOperation::kSum, DType::kInt32, words.data(), others.data(), 8});
  EXPECT_EQ(words, (std::vector<int32_t>{INT32_MIN, INT32_MAX}));
}

TEST_P(Transfers, HalfSumsAreRoundedOnceToNearestEven) {
  // In units of the last place of 1: 1 + 0.5 is a tie and stays, 3 + 0.5 is one and goes up to 4.
  std::vector<uint16_t> halves{0x3c00, 0x3c01, 0x7bff};
  const std::vector<uint16_t> addends{0x1000, 0x1000, 0x7bff};
  context_.Reduce({ReduceOperation::kSum, DType::kFloat16, halves.data(), addends.data(), 6});
  EXPECT_EQ(halves, (std::vector<uint16_t>{0x3c00, 0x3c02, 0x7c00}));
  std::vector<uint16_t> brains{0x3f80, 0x3f81};
  const std::vector<uint16_t> ties{0x3b80, 0x3b80};
  context_.Reduce({ReduceOperation::kSum, DType::kBfloat16, brains.data(), ties.data(), 4});
  EXPECT_EQ(brains, (std::vector<uint16_t>{0x3f80, 0x3f82}));
}

TEST_P(Transfers, ANanOnEitherSideGivesNan) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const ReduceOperation operation : kOperations) {
    std::vector<float> values{kNan, 1, kInfinity};
    const std::vector<float> others{1, kNan, kInfinity};
    context_.Reduce({operation, DType::kFloat, values.data(), others.data(), 12});
    EXPECT_TRUE(std::isnan(values[0]));
    EXPECT_TRUE(std::isnan(values[1]));
    EXPECT_EQ(values[2], kInfinity);
    std::vector<uint16_t> halves{0x7e00, 0x3c00};
    const std::vector<uint16_t> otherHalves{0x3c00, 0x7e00};
    context_.Reduce({operation, DType::kFloat16, halves.data(), otherHalves.data(), 4});
    EXPECT_EQ(halves[0] & 0x7e00, 0x7e00);
    EXPECT_EQ(halves[1] & 0x7e00, 0x7e00);
  }
}

}  // namespace
}  // namespace openaclnn::backend::cpu
