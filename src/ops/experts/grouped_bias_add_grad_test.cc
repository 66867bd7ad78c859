// SPDX-License-Identifier: Apache-2.0
//
// Sums of groups of rows against sums in float64; and the statuses.
#include "aclnnop/aclnn_grouped_bias_add_grad.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

enum GroupsAs : int64_t { kFirstForm = -1, kEnds = 0, kSizes = 1 };

aclnnStatus RunSums(const aclTensor* gradY, const aclTensor* groups, int64_t form, aclTensor* out) {
  if (form == kFirstForm) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnGroupedBiasAddGradGetWorkspaceSize(gradY, groups, out, size, executor);
        },
        aclnnGroupedBiasAddGrad);
  }
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnGroupedBiasAddGradV2GetWorkspaceSize(gradY, groups, form, out, size, executor);
      },
      aclnnGroupedBiasAddGradV2);
}

class GroupedBiasAddGrad : public StatusTest {
 protected:
  // Groups of these sizes; `given`: as a tensor, else all of one size.
  void Expect(const std::vector<int64_t>& sizes, int64_t columns, aclDataType dtype, int64_t form, bool given,
              aclDataType index) {
    const auto groups = static_cast<int64_t>(sizes.size());
    int64_t rows = 0;
    std::vector<int64_t> numbers;
    for (const int64_t size : sizes) {
      rows += size;
      numbers.push_back(form == kSizes ? size : rows);
    }
    const Array gradY = random_.Normal({rows, columns}, dtype, 0.5, 2);
    Array expected = Full({groups, columns}, 0);
    Array magnitudes = expected;
    int64_t row = 0;
    for (size_t group = 0; group < sizes.size(); ++group) {
      for (const int64_t end = row + sizes[group]; row < end; ++row) {
        for (int64_t column = 0; column < columns; ++column) {
          const double number = gradY.values[static_cast<size_t>(row * columns + column)];
          const size_t at = group * static_cast<size_t>(columns) + static_cast<size_t>(column);
          expected.values[at] += number;
          magnitudes.values[at] += std::fabs(number);
        }
      }
    }
    Array input = gradY;
    if (!given) {
      input.shape = {groups, sizes.front(), columns};
    }
    std::optional<DeviceTensor> own;
    if (given) {
      own.emplace(FromIntegers({groups}, numbers), index);
    }
    ExpectInEachLayout(expected, Tolerance::For(dtype, magnitudes),
                       [&](const Layout& /*layout*/, const DeviceTensor& out) {
                         const DeviceTensor x(input, dtype, Layout::Transposed(input.shape.size()));
                         return RunSums(x.Get(), own ? own->Get() : nullptr, form, out.Get());
                       });
  }

  Random random_{53};
};

TEST_F(GroupedBiasAddGrad, OfEveryTypeFormAndSize) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t form : {kFirstForm, kEnds, kSizes}) {
      for (const aclDataType index : {ACL_INT32, ACL_INT64}) {
        Expect({3, 0, 7, 1}, 5, dtype, form, true, index);
        Expect({0, 0}, 5, dtype, form, true, index);
        Expect({1500, 2}, 3, dtype, form, true, index);
      }
      Expect({2, 40}, 2050, dtype, form, true, ACL_INT64);
      Expect({4, 4, 4}, 33, dtype, form, false, ACL_INT64);
      Expect({0, 0}, 33, dtype, form, false, ACL_INT64);
      Expect({300}, 1025, dtype, form, false, ACL_INT64);
      Expect({2, 1}, 0, dtype, form, true, ACL_INT64);
    }
  }
}

TEST_F(GroupedBiasAddGrad, GroupsThatAreNotThoseOfTheRows) {
  const DeviceTensor gradY(Full({6, 2}, 1), ACL_FLOAT);
  struct Case {
    int64_t form;
    std::vector<int64_t> groups;
    const char* said;
  };
  for (const auto& [form, groups, said] : std::vector<Case>{{kFirstForm, {4, 3, 6}, "3 at position 1"},
                                                            {kEnds, {4, 5, 7}, "7 at position 2"},
                                                            {kEnds, {-1, 5, 6}, "-1 at position 0"},
                                                            {kEnds, {2, 3, 5}, "groups of 5"},
                                                            {kSizes, {2, 3, 2}, "2 at position 2"},
                                                            {kSizes, {2, -1, 5}, "-1 at position 1"},
                                                            {kSizes, {2, 3, 0}, "groups of 5"}}) {
    const DeviceTensor index(FromIntegers({3}, groups), ACL_INT64);
    const DeviceTensor out(Full({3, 2}, 7), ACL_FLOAT);
    EXPECT_EQ(RunSums(gradY.Get(), index.Get(), form, out.Get()), 507035);
    EXPECT_NE(LastMessage().find(said), std::string::npos) << LastMessage();
    EXPECT_EQ(out.Read().values, Full({3, 2}, 7).values);
  }
}

TEST_F(GroupedBiasAddGrad, Statuses) {
  const Descriptor rows({6, 4});
  const Descriptor cube({3, 2, 4});
  const Descriptor groups({3}, ACL_INT64);
  const Descriptor out({3, 4});
  for (const int64_t form : {kFirstForm, kEnds}) {
    const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* gradY,
                          const aclTensor* index, aclTensor* sums) {
      ExpectCall(form == kFirstForm ? "aclnnGroupedBiasAddGrad" : "aclnnGroupedBiasAddGradV2", status, said,
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return form == kFirstForm
                              ? aclnnGroupedBiasAddGradGetWorkspaceSize(gradY, index, sums, size, executor)
                              : aclnnGroupedBiasAddGradV2GetWorkspaceSize(gradY, index, form, sums, size,
                                                                          executor);
                 });
    };
    plan(ACL_SUCCESS, "", rows.Get(), groups.Get(), out.Get());
    plan(ACL_SUCCESS, "", cube.Get(), nullptr, out.Get());
    plan(kNullptr, "gradY", nullptr, groups.Get(), out.Get());
    plan(kNullptr, "out", rows.Get(), groups.Get(), nullptr);
    plan(kInvalid, "gradY", rows.Get(), nullptr, out.Get());
    plan(kInvalid, "gradY", cube.Get(), groups.Get(), out.Get());
    plan(kInvalid, "gradY", Descriptor({6, 4}, ACL_DOUBLE).Get(), groups.Get(), out.Get());
    plan(kInvalid, "groupIdxOptional", rows.Get(), Descriptor({3}).Get(), out.Get());
    plan(kInvalid, "groupIdxOptional", rows.Get(), Descriptor({3, 1}, ACL_INT64).Get(), out.Get());
    plan(kInvalid, "out", rows.Get(), groups.Get(), rows.Get());
    plan(kInvalid, "out", rows.Get(), groups.Get(), Descriptor({3, 4}, ACL_FLOAT16).Get());
  }
  ExpectCall("aclnnGroupedBiasAddGradV2", kInvalid, "groupIdxType",
             [&](uint64_t* size, aclOpExecutor** executor) {
               return aclnnGroupedBiasAddGradV2GetWorkspaceSize(rows.Get(), groups.Get(), 2, out.Get(), size,
                                                                executor);
             });
}

}  // namespace
}  // namespace openaclnn::testing
