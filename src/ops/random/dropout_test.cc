// SPDX-License-Identifier: Apache-2.0
//
// Dropout against a Philox of its own, whose words are those that its authors publish.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "aclnnop/aclnn_dropout.h"
#include "aclnnop/aclnn_dropout_backward.h"
#include "aclnnop/aclnn_dropout_do_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask.h"
#include "aclnnop/aclnn_dropout_v3.h"
#include "aclnnop/aclnn_dropout_v3_grad.h"
#include "aclnnop/aclnn_dropout_v3_tensor.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/philox.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

TEST(Philox, HasThePublishedWords) {
  EXPECT_EQ(Philox({0, 0, 0, 0}, 0), (PhiloxBlock{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  EXPECT_EQ(Philox({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344}, 0x299F31D0A4093822),
            (PhiloxBlock{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

bool Keeps(uint64_t i, double probability, uint64_t seed, uint64_t offset) {
  return PhiloxWord(i, seed, offset) >= std::ldexp(probability, 32);
}

constexpr int64_t kSeed = 0x123456789ABCDEF;
constexpr int64_t kOffset = -7;

std::vector<uint8_t> Mask(const std::vector<int64_t>& shape, double probability, int64_t seed, int64_t offset,
                          size_t bytes) {
  const std::unique_ptr<aclIntArray, decltype(&aclDestroyIntArray)> extents(
      aclCreateIntArray(shape.data(), shape.size()), aclDestroyIntArray);
  const RawTensor<uint8_t> out(std::vector<uint8_t>(bytes, 0xAA), ACL_UINT8);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnDropoutGenMaskV2GetWorkspaceSize(extents.get(), probability, seed, offset,
                                                               ACL_FLOAT, out.Get(), size, executor);
                },
                aclnnDropoutGenMaskV2),
            ACL_SUCCESS)
      << LastMessage();
  return out.Read();
}

TEST(DropoutMask, BitsAreWordsOfTheSequence) {
  for (const int64_t count : {0, 1, 8, 127, 128, 129, 1000, 32768, 100003}) {
    const size_t bytes = static_cast<size_t>((count + 127) / 128 * 16) + 5000;  // more than are needed
    const std::vector<uint8_t> mask = Mask({count}, 0.3, kSeed, kOffset, bytes);
    for (size_t i = 0; i < 8 * bytes; ++i) {
      const bool bit = (mask[i / 8] >> (i % 8) & 1) != 0;
      const bool inside = static_cast<int64_t>(i) < count;
      ASSERT_EQ(bit, inside && Keeps(i, 0.3, static_cast<uint64_t>(kSeed), static_cast<uint64_t>(kOffset)))
          << i << " of " << count;
    }
  }
}

TEST(DropoutMask, ProbabilitiesAndSequences) {
  const auto kept = [](const std::vector<uint8_t>& mask) {
    int64_t bits = 0;
    for (const uint8_t byte : mask) {
      bits += __builtin_popcount(byte);
    }
    return bits;
  };
  const std::vector<int64_t> shape{1024, 1024};
  constexpr size_t kBytes = 131072;
  const auto mask = Mask(shape, 0.1, 5, 0, kBytes);
  // Six standard deviations.
  EXPECT_NEAR(static_cast<double>(kept(mask)), 0.9 * 1048576, 6 * std::sqrt(0.09 * 1048576));
  EXPECT_EQ(kept(Mask(shape, 1, 5, 0, kBytes)), 0);
  EXPECT_EQ(kept(Mask(shape, 0, 5, 0, kBytes)), 1048576);
  EXPECT_EQ(Mask({1048576}, 0.1, 5, 0, kBytes), mask);
  EXPECT_NE(Mask(shape, 0.1, 5, 1, kBytes), mask);
  EXPECT_NE(Mask(shape, 0.1, 6, 0, kBytes), mask);
}

// Neighbouring elements, and the same elements of neighbouring sequences, know nothing of each other: each
// pattern of eight bits is as frequent as the others.
TEST(DropoutMask, BitsAreIndependent) {
  constexpr int64_t kCount = int64_t{1} << 21;
  constexpr size_t kBytes = kCount / 8;
  const auto mask = Mask({kCount}, 0.5, 5, 0, kBytes);
  const auto next = Mask({kCount}, 0.5, 5, 1, kBytes);
  const auto uneven = [](const std::vector<uint8_t>& bytes) {
    std::array<double, 256> counts{};
    for (const uint8_t byte : bytes) {
      counts[byte] += 1;
    }
    const double expected = static_cast<double>(bytes.size()) / 256;
    double chiSquare = 0;
    for (const double count : counts) {
      chiSquare += (count - expected) * (count - expected) / expected;
    }
    return chiSquare;
  };
  std::vector<uint8_t> together(kBytes);
  for (size_t i = 0; i < kBytes; ++i) {
    together[i] = mask[i] ^ next[i];
  }
  // 255 degrees of freedom: mean 255, standard deviation 22.6; six of them.
  EXPECT_LT(uneven(mask), 255 + 6 * 22.6);
  EXPECT_LT(uneven(next), 255 + 6 * 22.6);
  EXPECT_LT(uneven(together), 255 + 6 * 22.6);
  EXPECT_GT(uneven(mask), 255 - 6 * 22.6);  // nor too even
}

class Dropout : public ::testing::TestWithParam<aclDataType> {};
INSTANTIATE_TEST_SUITE_P(Types, Dropout, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE));

// A mask is counted along rows of the shape, whatever the layout.
TEST_P(Dropout, LeavesWhatTheMaskHas) {
  const aclDataType dtype = GetParam();
  const Shape shape{13, 7, 30};
  Random random(3);
  Array self = random.Uniform(shape, dtype, -3, 3);
  for (size_t i = 0; i < self.values.size(); i += 11) {
    self.values[i] = std::numeric_limits<double>::infinity();
  }
  for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(3)}) {
    const DeviceTensor input(self, dtype, layout);
    const DeviceTensor out = DeviceTensor::Output(shape, dtype, layout);
    const RawTensor<uint8_t> mask(std::vector<uint8_t>(352), ACL_UINT8);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnDropoutV3GetWorkspaceSize(input.Get(), nullptr, 0.25, kSeed, kOffset,
                                                          out.Get(), mask.Get(), size, executor);
                  },
                  aclnnDropoutV3),
              ACL_SUCCESS)
        << LastMessage();
    Array expected = Full(shape, 0);
    for (size_t i = 0; i < self.values.size(); ++i) {
      const bool keep = Keeps(i, 0.25, static_cast<uint64_t>(kSeed), static_cast<uint64_t>(kOffset));
      expected.values[i] = keep ? self.values[i] / 0.75 : 0;
    }
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype, std::nullopt, 0)));
    EXPECT_EQ(mask.Read(), Mask({2730}, 0.25, kSeed, kOffset, 352));

    const DeviceTensor again = DeviceTensor::Output(shape, dtype, layout);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnDropoutDoMaskGetWorkspaceSize(input.Get(), mask.Get(), 0.25, again.Get(),
                                                              size, executor);
                  },
                  aclnnDropoutDoMask),
              ACL_SUCCESS);
    EXPECT_EQ(again.Read().values, out.Read().values);

    for (const double scale : {1.0, 2.0, 0.0}) {
      for (size_t i = 0; i < self.values.size(); ++i) {
        const bool keep = Keeps(i, 0.25, static_cast<uint64_t>(kSeed), static_cast<uint64_t>(kOffset));
        expected.values[i] = keep && scale != 0 ? self.values[i] * scale : 0;
      }
      const auto gradient = [&](auto phaseOne, PhaseTwo phaseTwo) {
        const DeviceTensor grad = DeviceTensor::Output(shape, dtype, layout);
        EXPECT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return phaseOne(input.Get(), mask.Get(), scale, grad.Get(), size, executor);
                      },
                      phaseTwo),
                  ACL_SUCCESS);
        EXPECT_TRUE(Near(grad.Read(), expected, Tolerance::For(dtype, std::nullopt, 0)));
      };
      gradient(aclnnDropoutBackwardGetWorkspaceSize, aclnnDropoutBackward);
      gradient(aclnnDropoutV3GradGetWorkspaceSize, aclnnDropoutV3Grad);
    }
  }
}

// The seed and the offset are read when the work runs, from tensors.
TEST(DropoutOfTensors, IsThePlainOne) {
  const std::vector<int64_t> shape{3, 70, 13};
  Random random(5);
  const DeviceTensor input(random.Uniform(shape, ACL_FLOAT, -3, 3), ACL_FLOAT);
  const DeviceTensor expected = DeviceTensor::Output(shape, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output(shape, ACL_FLOAT);
  const RawTensor<uint8_t> mask(std::vector<uint8_t>(352), ACL_UINT8);
  const RawTensor<int64_t> seed({kSeed}, ACL_INT64);
  const RawTensor<int64_t> offset({1000}, ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnDropoutV3GetWorkspaceSize(input.Get(), nullptr, 0.25, kSeed, 1024,
                                                        expected.Get(), mask.Get(), size, executor);
                },
                aclnnDropoutV3),
            ACL_SUCCESS)
      << LastMessage();
  const RawTensor<uint8_t> other(std::vector<uint8_t>(352), ACL_UINT8);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnDropoutV3TensorGetWorkspaceSize(input.Get(), nullptr, 0.25, seed.Get(),
                                                              offset.Get(), 24, out.Get(), other.Get(), size,
                                                              executor);
                },
                aclnnDropoutV3Tensor),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, expected.Read().values);
  EXPECT_EQ(other.Read(), mask.Read());

  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const auto attempt = [&](const aclTensor* noise, double p, const aclTensor* theSeed,
                           const aclTensor* theOffset) {
    return aclnnDropoutV3TensorGetWorkspaceSize(input.Get(), noise, p, theSeed, theOffset, 0, out.Get(),
                                                mask.Get(), &size, &executor);
  };
  const RawTensor<int64_t> two({1, 2}, ACL_INT64);
  EXPECT_EQ(attempt(nullptr, 0.5, nullptr, offset.Get()), 161001);
  EXPECT_NE(RecentMessage().find("seedTensor"), std::string::npos) << RecentMessage();
  EXPECT_EQ(attempt(nullptr, 0.5, seed.Get(), nullptr), 161001);
  EXPECT_NE(RecentMessage().find("offsetTensor"), std::string::npos) << RecentMessage();
  EXPECT_EQ(attempt(nullptr, 0.5, seed.Get(), two.Get()), 161002);
  EXPECT_EQ(attempt(nullptr, 0.5, mask.Get(), offset.Get()), 161002);
  EXPECT_EQ(attempt(nullptr, 1.5, seed.Get(), offset.Get()), 161002);
  EXPECT_EQ(attempt(seed.Get(), 0.5, seed.Get(), offset.Get()), 161002);
  EXPECT_NE(RecentMessage().find("optionalNoiseShape"), std::string::npos) << RecentMessage();
}

TEST(DropoutChecks, Statuses) {
  const DeviceTensor tensor = DeviceTensor::Output({200}, ACL_FLOAT);
  const RawTensor<uint8_t> mask(std::vector<uint8_t>(32), ACL_UINT8);
  const RawTensor<uint8_t> small(std::vector<uint8_t>(31), ACL_UINT8);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const auto attempt = [&](const aclTensor* given, double probability) {
    return aclnnDropoutDoMaskGetWorkspaceSize(tensor.Get(), given, probability, tensor.Get(), &size,
                                              &executor);
  };
  EXPECT_EQ(attempt(nullptr, 0.5), 161001);
  EXPECT_EQ(attempt(small.Get(), 0.5), 161002);
  EXPECT_NE(RecentMessage().find("31 bytes for 200 elements"), std::string::npos) << RecentMessage();
  EXPECT_EQ(attempt(tensor.Get(), 0.5), 161002);
  EXPECT_EQ(attempt(mask.Get(), 1.5), 161002);
  EXPECT_EQ(attempt(mask.Get(), std::nan("")), 161002);
  EXPECT_EQ(attempt(mask.Get(), 0.5), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
  EXPECT_EQ(aclnnDropoutV3GetWorkspaceSize(tensor.Get(), tensor.Get(), 0.5, 1, 1, tensor.Get(), mask.Get(),
                                           &size, &executor),
            161002);
  EXPECT_NE(RecentMessage().find("optionalNoiseShape"), std::string::npos) << RecentMessage();
  EXPECT_EQ(aclnnDropoutGenMaskGetWorkspaceSize(nullptr, 0.5, 1, 1, mask.Get(), &size, &executor), 161001);
}

}  // namespace
}  // namespace openaclnn::testing
