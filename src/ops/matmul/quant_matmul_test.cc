// SPDX-License-Identifier: Apache-2.0
//
// Scaled products of small integers against loops over exact integers; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_quant_matmul_v3.h"
#include "aclnnop/aclnn_quant_matmul_v4.h"
#include "aclnnop/aclnn_quant_matmul_v5.h"
#include "ops/quantization/quantized_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/transposed.h"

namespace openaclnn::testing {
namespace {

struct Sizes {
  int64_t batches;  // 0: none
  int64_t m;
  int64_t k;
  int64_t n;
};
const std::vector<Sizes> kSizes{{0, 1, 8, 8},   {0, 7, 300, 65},  {0, 64, 256, 64},  {0, 66, 257, 193},
                                {2, 5, 40, 24}, {3, 130, 16, 16}, {0, 1, 1000, 300}, {0, 600, 17, 3},
                                {0, 4, 0, 5},   {0, 0, 8, 8}};

Shape WithBatches(const Sizes& sizes, int64_t before, int64_t last) {
  return sizes.batches == 0 ? Shape{before, last} : Shape{sizes.batches, before, last};
}

// x1 [.., m, k] by x2 [.., k, n].
std::vector<int64_t> Products(const Array& x1, const Array& x2, const Sizes& sizes) {
  const auto [batches, m, k, n] = sizes;
  std::vector<int64_t> products;
  for (int64_t b = 0; b < std::max<int64_t>(batches, 1); ++b) {
    for (int64_t i = 0; i < m; ++i) {
      std::vector<int64_t> row(static_cast<size_t>(n), 0);
      for (int64_t p = 0; p < k; ++p) {
        const auto factor = static_cast<int64_t>(x1.values[static_cast<size_t>((b * m + i) * k + p)]);
        for (int64_t j = 0; j < n; ++j) {
          row[static_cast<size_t>(j)] +=
              factor * static_cast<int64_t>(x2.values[static_cast<size_t>((b * k + p) * n + j)]);
        }
      }
      products.insert(products.end(), row.begin(), row.end());
    }
  }
  return products;
}

// The version decides which tensors there are.
aclnnStatus RunProduct(int version, const aclTensor* x1, const aclTensor* x2, const aclTensor* scale,
                       const aclTensor* offset, const aclTensor* rowScale, const aclTensor* bias, bool swap1,
                       bool swap2, aclTensor* out) {
  constexpr std::array<PhaseTwo, 3> kRuns{aclnnQuantMatmulV3, aclnnQuantMatmulV4, aclnnQuantMatmulV5};
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        switch (version) {
          case 3:
            return aclnnQuantMatmulV3GetWorkspaceSize(x1, x2, scale, offset, bias, swap1, swap2, out, size,
                                                      executor);
          case 4:
            return aclnnQuantMatmulV4GetWorkspaceSize(x1, x2, scale, offset, rowScale, bias, swap1, swap2,
                                                      out, size, executor);
          default:
            return aclnnQuantMatmulV5GetWorkspaceSize(x1, x2, rowScale, scale, nullptr, nullptr, offset,
                                                      nullptr, bias, swap1, swap2, 0, out, size, executor);
        }
      },
      kRuns[static_cast<size_t>(version - 3)]);
}

TEST(QuantMatmul, EveryVersionTypeAndLayout) {
  Random random(81);
  for (const Sizes& sizes : kSizes) {
    for (const int version : {3, 4, 5}) {
      for (const aclDataType to : {ACL_FLOAT16, ACL_BF16, ACL_FLOAT, ACL_INT8, ACL_INT32}) {
        for (const bool swapped : {false, true}) {
          const auto trace = TraceSeed(random);
          const auto [batches, m, k, n] = sizes;
          const bool wholeBias = to == ACL_INT32 || random.Integer(0, 2) == 0;
          const bool single = random.Integer(0, 3) == 0;
          const Array x1 = random.Integers(WithBatches(sizes, m, k), ACL_INT8, -128, 128);
          const Array x2 = random.Integers(WithBatches(sizes, k, n), ACL_INT8, -128, 128);
          const aclDataType scaleType = version == 5 ? ACL_BF16 : ACL_FLOAT;
          const Array scale = random.Uniform({single ? 1 : n}, scaleType, 1e-4, 1e-3);
          const Array rowScale = random.Uniform({m}, ACL_FLOAT, 0.5, 2);
          const Array offset = random.Uniform({1}, ACL_FLOAT, -5, 5);
          const Array bias =
              wholeBias ? random.Integers({n}, ACL_INT32, -9000, 9000) : random.Normal({n}, ACL_FLOAT, 0, 3);
          const std::vector<int64_t> products = Products(x1, x2, sizes);
          const bool byRow = version > 3;
          Array expected{WithBatches(sizes, m, n), {}};
          for (size_t i = 0; i < products.size(); ++i) {
            const auto column = i % static_cast<size_t>(n);
            const auto row = i / static_cast<size_t>(n) % static_cast<size_t>(m);
            double value = static_cast<double>(products[i]) + (wholeBias ? bias.values[column] : 0);
            if (to != ACL_INT32) {
              value *= scale.values[single ? 0 : column] * (byRow ? rowScale.values[row] : 1);
              value += (wholeBias ? 0 : bias.values[column]) + offset.values[0];
            }
            expected.values.push_back(to == ACL_INT8 ? Quantized(value, -128, 127) : value);
          }
          // Transposed by the attribute, or by their strides.
          const DeviceTensor first(swapped ? Transposed(x1) : x1, ACL_INT8,
                                   Layout::Transposed(x1.shape.size()));
          const DeviceTensor second(swapped ? Transposed(x2) : x2, ACL_INT8,
                                    version == 4 ? Layout::Transposed(x2.shape.size()) : Layout::Offset(3));
          const DeviceTensor scaleIn(scale, scaleType);
          const DeviceTensor rowIn(rowScale, ACL_FLOAT, Layout::Stepped({2}));
          const DeviceTensor offsetIn(offset, ACL_FLOAT);
          const DeviceTensor biasIn(bias, wholeBias ? ACL_INT32 : ACL_FLOAT, Layout::Stepped({3}));
          const DeviceTensor out =
              DeviceTensor::Output(expected.shape, to, Layout::Transposed(expected.shape.size()));
          ASSERT_EQ(RunProduct(version, first.Get(), second.Get(), scaleIn.Get(), offsetIn.Get(), rowIn.Get(),
                               biasIn.Get(), swapped, swapped, out.Get()),
                    ACL_SUCCESS)
              << LastMessage();
          const bool whole = to == ACL_INT8 || to == ACL_INT32;
          EXPECT_TRUE(Near(out.Read(), expected, whole ? Tolerance::Exact(to) : Tolerance::For(to)));
          EXPECT_TRUE(out.CanariesIntact());
        }
      }
    }
  }
}

// INT4, which lie side by side along either dim.
TEST(QuantMatmul, FourBits) {
  Random random(82);
  for (const Sizes& sizes : {Sizes{0, 8, 16, 24}, Sizes{0, 16, 520, 72}, Sizes{2, 8, 264, 136}}) {
    for (const bool swapped : {false, true}) {
      const auto trace = TraceSeed(random);
      const auto [batches, m, k, n] = sizes;
      const Array x1 = random.Integers(WithBatches(sizes, m, k), ACL_INT8, -8, 8);
      const Array x2 = random.Integers(WithBatches(sizes, k, n), ACL_INT8, -8, 8);
      const std::vector<int64_t> products = Products(x1, x2, sizes);
      const Array expected{WithBatches(sizes, m, n), {products.begin(), products.end()}};
      const DeviceTensor first(PackedWords(swapped ? Transposed(x1) : x1), ACL_INT32);
      const DeviceTensor second(PackedWords(swapped ? Transposed(x2) : x2), ACL_INT32);
      const DeviceTensor one(Full({1}, 1), ACL_FLOAT);
      const DeviceTensor out = DeviceTensor::Output(expected.shape, ACL_INT32);
      ASSERT_EQ(RunProduct(5, first.Get(), second.Get(), one.Get(), nullptr, nullptr, nullptr, swapped,
                           swapped, out.Get()),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(ACL_INT32)));
      // INT8 by INT4, of which the latter are transposed by their strides: [k / 8, n] with stride 1 along k.
      const DeviceTensor bytes(x1, ACL_INT8);
      const DeviceTensor transposed(Transposed(PackedWords(Transposed(x2))), ACL_INT32,
                                    batches == 0 ? Layout::Transposed(2) : Layout::Permuted({0, 2, 1}));
      const DeviceTensor mixed = DeviceTensor::Output(expected.shape, ACL_INT32);
      ASSERT_EQ(RunProduct(4, bytes.Get(), transposed.Get(), one.Get(), nullptr, nullptr, nullptr, false,
                           false, mixed.Get()),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(mixed.Read(), expected, Tolerance::Exact(ACL_INT32)));
    }
  }
}

// Words of 64 bits, with offsets or without, and a batch that broadcasts.
TEST(QuantMatmul, WordsAndBroadcast) {
  Random random(83);
  const Array x1 = random.Integers({3, 5, 20}, ACL_INT8, -128, 128);
  const Array x2 = random.Integers({20, 6}, ACL_INT8, -128, 128);
  const Array biases = random.Integers({3, 1, 6}, ACL_INT32, -500, 500);
  Array words{{6}, {}};
  std::vector<double> scales;
  std::vector<double> offsets;
  for (int64_t c = 0; c < 6; ++c) {
    const uint32_t bits =
        std::bit_cast<uint32_t>(static_cast<float>(0.001 * static_cast<double>(c + 1))) & 0xFFFFE000U;
    const int64_t offset = c % 2 == 0 ? 0 : 3 * c - 9;
    scales.push_back(std::bit_cast<float>(bits));
    offsets.push_back(static_cast<double>(offset));
    const uint64_t word = bits | (uint64_t{1} << 46) | ((static_cast<uint64_t>(offset) & 0x1FFU) << 37);
    words.values.push_back(static_cast<double>(word));
  }
  Array expected{{3, 5, 6}, {}};
  for (int64_t i = 0; i < 90; ++i) {
    int64_t sum = 0;
    for (int64_t p = 0; p < 20; ++p) {
      sum += static_cast<int64_t>(x1.values[static_cast<size_t>(i / 6 * 20 + p)]) *
             static_cast<int64_t>(x2.values[static_cast<size_t>(p * 6 + i % 6)]);
    }
    const auto column = static_cast<size_t>(i % 6);
    sum += static_cast<int64_t>(biases.values[static_cast<size_t>(i / 30 * 6) + column]);
    expected.values.push_back(
        Quantized(static_cast<double>(sum) * scales[column] + offsets[column], -128, 127));
  }
  const DeviceTensor first(x1, ACL_INT8);
  const DeviceTensor second(x2, ACL_INT8);
  const DeviceTensor scale(words, ACL_INT64);
  const DeviceTensor bias(biases, ACL_INT32);
  const DeviceTensor out = DeviceTensor::Output({3, 5, 6}, ACL_INT8);
  ASSERT_EQ(RunProduct(3, first.Get(), second.Get(), scale.Get(), nullptr, nullptr, bias.Get(), false, false,
                       out.Get()),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(ACL_INT8)));
}

class QuantMatmulStatus : public StatusTest {
 protected:
  struct Given {
    std::optional<Descriptor> x1{std::in_place, Shape{4, 16}, ACL_INT8};
    std::optional<Descriptor> x2{std::in_place, Shape{16, 6}, ACL_INT8};
    std::optional<Descriptor> scale{std::in_place, Shape{6}, ACL_FLOAT};
    std::optional<Descriptor> offset;
    std::optional<Descriptor> rowScale;
    std::optional<Descriptor> bias;
    std::optional<Descriptor> yScale;
    std::optional<Descriptor> out{std::in_place, Shape{4, 6}, ACL_FLOAT16};
    int64_t groupSize = 0;
  };
  void Expect(aclnnStatus status, const Given& given, const char* said) {
    ExpectCall("aclnnQuantMatmulV5", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnQuantMatmulV5GetWorkspaceSize(
          GetOrNull(given.x1), GetOrNull(given.x2), GetOrNull(given.rowScale), GetOrNull(given.scale),
          GetOrNull(given.yScale), nullptr, GetOrNull(given.offset), nullptr, GetOrNull(given.bias), false,
          false, given.groupSize, GetOrNull(given.out), size, executor);
    });
  }
};

TEST_F(QuantMatmulStatus, All) {
  Expect(ACL_SUCCESS, {}, "");
  const auto expectNull = [&](std::optional<Descriptor> Given::*argument, const char* said) {
    Given given;
    (given.*argument).reset();
    Expect(kNullptr, given, said);
  };
  expectNull(&Given::x1, "x1:");
  expectNull(&Given::x2, "x2:");
  expectNull(&Given::scale, "x2Scale:");
  expectNull(&Given::out, "out:");
  const auto expectInvalid = [&](const char* said, const auto& change) {
    Given given;
    change(given);
    Expect(kInvalid, given, said);
  };
  expectInvalid("x1: expected dtype", [](Given& g) { g.x1.emplace(Shape{4, 16}, ACL_UINT8); });
  expectInvalid("x2: expected dtype", [](Given& g) { g.x2.emplace(Shape{16, 6}); });
  expectInvalid("x2Scale: expected dtype", [](Given& g) { g.scale.emplace(Shape{6}, ACL_FLOAT16); });
  expectInvalid("out: expected dtype", [](Given& g) { g.out.emplace(Shape{4, 6}, ACL_INT64); });
  expectInvalid("x1: expected 2 to 6 dims", [](Given& g) { g.x1.emplace(Shape{16}, ACL_INT8); });
  expectInvalid("x2: expected as many rows as x1 has columns", [](Given& g) {
    g.x2.emplace(Shape{15, 6}, ACL_INT8);
  });
  expectInvalid("x2: expected a batch that broadcasts", [](Given& g) {
    g.x1.emplace(Shape{2, 4, 16}, ACL_INT8);
    g.x2.emplace(Shape{3, 16, 6}, ACL_INT8);
  });
  expectInvalid("out: expected shape that of the product", [](Given& g) {
    g.out.emplace(Shape{4, 7}, ACL_INT8);
  });
  expectInvalid("x2Scale: expected one scale", [](Given& g) { g.scale.emplace(Shape{5}); });
  expectInvalid("x2Offset: expected one offset", [](Given& g) { g.offset.emplace(Shape{5}); });
  expectInvalid("x1Scale: expected", [](Given& g) { g.rowScale.emplace(Shape{5}); });
  expectInvalid("bias: expected [columns]", [](Given& g) { g.bias.emplace(Shape{5}); });
  expectInvalid("bias: expected INT32, as the result is INT32", [](Given& g) {
    g.bias.emplace(Shape{6});
    g.out.emplace(Shape{4, 6}, ACL_INT32);
  });
  expectInvalid("yScale: expected null", [](Given& g) { g.yScale.emplace(Shape{1}); });
  expectInvalid("groupSize: expected 0", [](Given& g) { g.groupSize = 32; });
  Given given;
  given.yScale.emplace(Shape{0});
  Expect(ACL_SUCCESS, given, "");
}

}  // namespace
}  // namespace openaclnn::testing
