// SPDX-License-Identifier: Apache-2.0
//
// aclnnAdvanceStep against its definition; data that it rejects; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_advance_step.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

Array Whole(const Shape& shape, const std::vector<int64_t>& numbers) {
  Array array = Full(shape, 0);
  for (size_t i = 0; i < numbers.size(); ++i) {
    array.values[i] = static_cast<double>(numbers[i]);
  }
  return array;
}

struct Step {
  Array tokens;
  Array sampled;
  Array positions;
  Array lengths;
  Array slots;
  Array tables;
  int64_t blockSize;

  [[nodiscard]] int64_t Sequences() const { return tokens.shape[0]; }
  [[nodiscard]] int64_t Queries() const { return sampled.shape[0]; }
};

aclnnStatus Advance(const Step& step, const std::array<const DeviceTensor*, 6>& tensors) {
  const auto [tokens, sampled, positions, lengths, slots, tables] = tensors;
  return RunTwoPhase(
      [&, tokens = tokens, sampled = sampled, positions = positions, lengths = lengths, slots = slots,
       tables = tables](uint64_t* size, aclOpExecutor** executor) {
        return aclnnAdvanceStepGetWorkspaceSize(tokens->Get(), sampled->Get(), positions->Get(),
                                                lengths->Get(), slots->Get(), tables->Get(), step.Sequences(),
                                                step.Queries(), step.blockSize, size, executor);
      },
      aclnnAdvanceStep);
}

TEST(AdvanceStep, EveryNumberOfQueries) {
  Random random(51);
  for (const int64_t sequences : {1, 5, 300}) {
    for (const int64_t queries : {int64_t{1}, (sequences + 1) / 2, sequences}) {
      for (const int64_t blockSize : {1, 7, 128}) {
        constexpr int64_t kBlocks = 3;
        const auto draw = [&](const Shape& shape, int64_t below) {
          Array array = random.Uniform(shape, ACL_FLOAT, 0, static_cast<double>(below));
          for (double& value : array.values) {
            value = std::floor(value);
          }
          return array;
        };
        const Step step{draw({sequences}, 1000),
                        draw({queries, 1}, 1000),
                        draw({sequences}, 1000),
                        draw({sequences}, kBlocks * blockSize),
                        draw({sequences}, 1000),
                        draw({sequences, kBlocks}, 500),
                        blockSize};
        Step expected = step;
        for (size_t i = 0; i < static_cast<size_t>(queries); ++i) {
          const auto length = static_cast<int64_t>(step.lengths.values[i]);
          const auto block =
              static_cast<int64_t>(step.tables.values[i * kBlocks + static_cast<size_t>(length / blockSize)]);
          expected.tokens.values[i] = step.sampled.values[i];
          expected.positions.values[i] = static_cast<double>(length);
          expected.lengths.values[i] = static_cast<double>(length + 1);
          expected.slots.values[i] = static_cast<double>(block * blockSize + length % blockSize);
        }
        for (const Layout& layout : {Layout::Contiguous(), Layout::Contiguous().WithOffset(3)}) {
          const DeviceTensor tokens(step.tokens, ACL_INT64, layout);
          const DeviceTensor sampled(step.sampled, ACL_INT64);
          const DeviceTensor positions(step.positions, ACL_INT64, layout);
          const DeviceTensor lengths(step.lengths, ACL_INT64, layout);
          const DeviceTensor slots(step.slots, ACL_INT64, layout);
          const DeviceTensor tables(step.tables, ACL_INT64, Layout::Transposed(2));
          ASSERT_EQ(Advance(step, {&tokens, &sampled, &positions, &lengths, &slots, &tables}), ACL_SUCCESS)
              << LastMessage();
          EXPECT_TRUE(Near(tokens.Read(), expected.tokens, Tolerance::Exact(ACL_INT64)));
          EXPECT_TRUE(Near(positions.Read(), expected.positions, Tolerance::Exact(ACL_INT64)));
          EXPECT_TRUE(Near(lengths.Read(), expected.lengths, Tolerance::Exact(ACL_INT64)));
          EXPECT_TRUE(Near(slots.Read(), expected.slots, Tolerance::Exact(ACL_INT64)));
          EXPECT_TRUE(tokens.CanariesIntact() && positions.CanariesIntact() && lengths.CanariesIntact() &&
                      slots.CanariesIntact());
        }
      }
    }
  }
}

TEST(AdvanceStep, DataThatDoesNotFit) {
  struct Wrong {
    std::vector<int64_t> lengths;
    std::vector<int64_t> tables;
    std::string message;
  };
  for (const Wrong& wrong :
       std::vector<Wrong>{{{3, -1, 0}, {0, 1, 2, 3, 4, 5}, "seqLens"},
                          {{3, 8, 0}, {0, 1, 2, 3, 4, 5}, "2 blocks of 4, got 8 at position 1"},
                          {{3, 7, 0}, {0, 1, 2, -3, 4, 5}, "blockTables: expected blocks from 0 on"}}) {
    const Step step{Whole({3}, {1, 2, 3}),
                    Whole({2, 1}, {8, 9}),
                    Whole({3}, {4, 5, 6}),
                    Whole({3}, wrong.lengths),
                    Whole({3}, {7, 7, 7}),
                    Whole({3, 2}, wrong.tables),
                    4};
    const DeviceTensor tokens(step.tokens, ACL_INT64);
    const DeviceTensor sampled(step.sampled, ACL_INT64);
    const DeviceTensor positions(step.positions, ACL_INT64);
    const DeviceTensor lengths(step.lengths, ACL_INT64);
    const DeviceTensor slots(step.slots, ACL_INT64);
    const DeviceTensor tables(step.tables, ACL_INT64);
    EXPECT_EQ(Advance(step, {&tokens, &sampled, &positions, &lengths, &slots, &tables}), 507035)
        << wrong.message;
    EXPECT_NE(LastMessage().find(wrong.message), std::string::npos) << LastMessage();
    EXPECT_TRUE(Near(tokens.Read(), step.tokens, Tolerance::Exact(ACL_INT64)));
    EXPECT_TRUE(Near(lengths.Read(), step.lengths, Tolerance::Exact(ACL_INT64)));
  }
}

class AdvanceStepChecks : public PhaseOneTest {};

TEST_F(AdvanceStepChecks, Statuses) {
  const Descriptor each({6}, ACL_INT64);
  const Descriptor sampled({4, 1}, ACL_INT64);
  const Descriptor tables({6, 3}, ACL_INT64);
  const auto advance = [&](aclTensor* tokens, const aclTensor* ids, const aclTensor* blocks, int64_t queries,
                           int64_t blockSize) {
    return Call("aclnnAdvanceStep", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAdvanceStepGetWorkspaceSize(tokens, ids, Descriptor({6}, ACL_INT64).Get(),
                                              Descriptor({6}, ACL_INT64).Get(), each.Get(), blocks, 6,
                                              queries, blockSize, size, executor);
    });
  };
  const Descriptor tokens({6}, ACL_INT64);
  EXPECT_EQ(advance(tokens.Get(), sampled.Get(), tables.Get(), 4, 16), ACL_SUCCESS);
  EXPECT_EQ(advance(tokens.Get(), nullptr, tables.Get(), 4, 16), kNullptr);
  ExpectMessage({"sampledTokenIds"});
  EXPECT_EQ(advance(Descriptor({6}, ACL_INT32).Get(), sampled.Get(), tables.Get(), 4, 16), kInvalid);
  ExpectMessage({"inputTokens", "INT64"});
  EXPECT_EQ(advance(tokens.Get(), sampled.Get(), tables.Get(), 7, 16), kInvalid);
  ExpectMessage({"numQueries", "7"});
  EXPECT_EQ(advance(tokens.Get(), sampled.Get(), tables.Get(), 4, 0), kInvalid);
  ExpectMessage({"blockSize"});
  EXPECT_EQ(advance(tokens.Get(), sampled.Get(), Descriptor({5, 3}, ACL_INT64).Get(), 4, 16), kInvalid);
  ExpectMessage({"blockTables"});
  EXPECT_EQ(advance(Descriptor({5}, ACL_INT64).Get(), sampled.Get(), tables.Get(), 4, 16), kInvalid);
  ExpectMessage({"inputTokens", "[5]"});
}

}  // namespace
}  // namespace openaclnn::testing
