// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupedMatmulAdd and V2 against loops over products in float64; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul_add.h"
#include "aclnnop/aclnn_grouped_matmul_add_v2.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

struct Options {
  bool transposeX = true;
  bool transposeWeight = false;
  bool counts = false;
  int64_t groupType = 2;
  int64_t listType = 1;
};

aclnnStatus PhaseOneOf(const aclTensor* x, const aclTensor* weight, const aclTensor* groups, aclTensor* sums,
                       const Options& options, uint64_t* size, aclOpExecutor** executor) {
  return options.counts ? aclnnGroupedMatmulAddV2GetWorkspaceSize(x, weight, groups, sums, options.transposeX,
                                                                  options.transposeWeight, options.groupType,
                                                                  options.listType, size, executor)
                        : aclnnGroupedMatmulAddGetWorkspaceSize(x, weight, groups, sums, options.transposeX,
                                                                options.transposeWeight, options.groupType,
                                                                size, executor);
}

aclnnStatus Add(const aclTensor* x, const aclTensor* weight, const aclTensor* groups, aclTensor* sums,
                const Options& options) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return PhaseOneOf(x, weight, groups, sums, options, size, executor);
      },
      options.counts ? aclnnGroupedMatmulAddV2 : aclnnGroupedMatmulAdd);
}

TEST(GroupedMatmulAdd, EveryTypeAndLayout) {
  Random random(77);
  const std::vector<int64_t> counts{3, 0, 40, 1};
  const auto groups = static_cast<int64_t>(counts.size());
  constexpr int64_t kDepth = 46;  // two rows of no group
  for (const auto& [m, n] : {std::pair<int64_t, int64_t>{1, 1}, {5, 70}, {33, 18}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const bool counted : {false, true}) {
        for (const bool flat : {false, true}) {
          const auto trace = TraceSeed(random);
          const Array x = random.Normal({kDepth, m}, dtype, 0, 1);
          const Array weight = random.Normal({kDepth, n}, dtype, 0, 1);
          const Array before = random.Normal({groups, m, n}, ACL_FLOAT, 0, 1);
          Array expected = before;
          Array magnitudes = Abs(before);
          int64_t begin = 0;
          for (int64_t g = 0; g < groups; ++g) {
            const int64_t end = begin + counts[static_cast<size_t>(g)];
            for (int64_t i = 0; i < m * n; ++i) {
              for (int64_t d = begin; d < end; ++d) {
                const double term = x.values[static_cast<size_t>(d * m + i / n)] *
                                    weight.values[static_cast<size_t>(d * n + i % n)];
                expected.values[static_cast<size_t>(g * m * n + i)] += term;
                magnitudes.values[static_cast<size_t>(g * m * n + i)] += std::fabs(term);
              }
            }
            begin = end;
          }
          std::vector<int64_t> list = counts;
          if (!counted) {
            std::partial_sum(list.begin(), list.end(), list.begin());
          }
          const DeviceTensor groupsIn(FromIntegers({groups}, list), ACL_INT64);
          std::vector<double> first;
          for (const Layout& layout : UsualLayouts(2)) {
            const DeviceTensor xIn(x, dtype, layout);
            const DeviceTensor weightIn(weight, dtype, Layout::Transposed(2));
            Array shown = before;
            shown.shape = flat ? Shape{groups * m, n} : before.shape;
            const DeviceTensor sums(shown, ACL_FLOAT, flat ? layout : Layout::Permuted({0, 2, 1}));
            ASSERT_EQ(Add(xIn.Get(), weightIn.Get(), groupsIn.Get(), sums.Get(), {.counts = counted}),
                      ACL_SUCCESS)
                << LastMessage();
            Array actual = sums.Read();
            actual.shape = expected.shape;
            EXPECT_TRUE(Near(actual, expected, Tolerance::For(ACL_FLOAT, magnitudes)));
            EXPECT_TRUE(sums.CanariesIntact());
            first = first.empty() ? actual.values : first;
            EXPECT_EQ(actual.values, first) << "other bits in another layout";
          }
        }
      }
    }
  }
}

// Factors as they are multiplied, of which x is the left one.
TEST(GroupedMatmulAdd, Transposes) {
  const DeviceTensor x(MakeArray({1, 2}, {2, 3}), ACL_FLOAT);
  const DeviceTensor weight(MakeArray({1, 2}, {5, 7}), ACL_FLOAT);
  const DeviceTensor groups(FromIntegers({2}, {1, 2}), ACL_INT64);
  const DeviceTensor sums(MakeArray({2, 1, 1}, {100, 200}), ACL_FLOAT);
  ASSERT_EQ(
      Add(x.Get(), weight.Get(), groups.Get(), sums.Get(), {.transposeX = false, .transposeWeight = true}),
      ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(sums.Read().values, (std::vector<double>{110, 221}));
}

// A factor that is the result's memory is read before the result is written.
TEST(GroupedMatmulAdd, ResultOverAFactor) {
  const DeviceTensor sums(MakeArray({2, 2}, {1, 2, 3, 4}), ACL_FLOAT);
  const DeviceTensor weight(MakeArray({2, 2}, {1, 0, 0, 1}), ACL_FLOAT);
  const DeviceTensor groups(FromIntegers({1}, {2}), ACL_INT64);
  ASSERT_EQ(Add(sums.Get(), weight.Get(), groups.Get(), sums.Get(), {}), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(sums.Read().values, (std::vector<double>{2, 5, 5, 8}));
}

TEST(GroupedMatmulAdd, GroupsBehindTheLastRow) {
  const DeviceTensor x(Full({2, 1}, 1), ACL_FLOAT);
  const DeviceTensor groups(FromIntegers({2}, {1, 3}), ACL_INT64);
  const DeviceTensor sums(Full({2, 1, 1}, 5), ACL_FLOAT);
  EXPECT_EQ(Add(x.Get(), x.Get(), groups.Get(), sums.Get(), {}), 507035);
  EXPECT_EQ(sums.Read().values, (std::vector<double>{5, 5}));
}

class GroupedMatmulAddChecks : public StatusTest {};

TEST_F(GroupedMatmulAddChecks, Statuses) {
  const Descriptor x({6, 3});
  const Descriptor weight({6, 4});
  const Descriptor groups({2}, ACL_INT64);
  const Descriptor sums({2, 3, 4});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* first, const aclTensor* second,
                        const aclTensor* list, aclTensor* result, const Options& options = {.counts = true}) {
    ExpectCall("aclnnGroupedMatmulAdd", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return PhaseOneOf(first, second, list, result, options, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", x.Get(), weight.Get(), groups.Get(), sums.Get());
  plan(ACL_SUCCESS, "", x.Get(), weight.Get(), groups.Get(), Descriptor({6, 4}).Get());
  plan(kNullptr, "x", nullptr, weight.Get(), groups.Get(), sums.Get());
  plan(kNullptr, "weight", x.Get(), nullptr, groups.Get(), sums.Get());
  plan(kNullptr, "groupList", x.Get(), weight.Get(), nullptr, sums.Get());
  plan(kNullptr, "yRef", x.Get(), weight.Get(), groups.Get(), nullptr);
  plan(kInvalid, "x", Descriptor({6, 3}, ACL_DOUBLE).Get(), weight.Get(), groups.Get(), sums.Get());
  plan(kInvalid, "weight", x.Get(), Descriptor({6, 4}, ACL_FLOAT16).Get(), groups.Get(), sums.Get());
  plan(kInvalid, "groupList", x.Get(), weight.Get(), Descriptor({2}, ACL_INT32).Get(), sums.Get());
  plan(kInvalid, "yRef", x.Get(), weight.Get(), groups.Get(), Descriptor({2, 3, 4}, ACL_FLOAT16).Get());
  plan(kInvalid, "yRef", x.Get(), weight.Get(), groups.Get(), Descriptor({2, 4, 3}).Get());
  plan(kInvalid, "yRef", x.Get(), weight.Get(), groups.Get(), Descriptor({5, 4}).Get());
  plan(kInvalid, "weight", x.Get(), Descriptor({5, 4}).Get(), groups.Get(), sums.Get());
  plan(kInvalid, "weight", x.Get(), weight.Get(), groups.Get(), sums.Get(), {.transposeX = false});
  plan(kInvalid, "groupType", x.Get(), weight.Get(), groups.Get(), sums.Get(), {.groupType = 0});
  plan(kInvalid, "groupListType", x.Get(), weight.Get(), groups.Get(), sums.Get(),
       {.counts = true, .listType = 2});
}

}  // namespace
}  // namespace openaclnn::testing
