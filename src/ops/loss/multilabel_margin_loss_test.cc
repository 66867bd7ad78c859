// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_multilabel_margin_loss.h"
#include "tests/support/device.h"
#include "tests/support/number_tensor.h"
#include "tests/support/phase_one_checks.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr aclError kWorkFailed = 507035;

struct LossCase {
  Shape shape;
  std::vector<int64_t> target;
  int64_t reduction;
};

struct Call {
  Call(const LossCase& which, aclDataType dtype, aclDataType whole, Lie lie, Random& random) : one(which) {
    scores.shape = one.shape;
    Numbers classes{one.shape, {}};
    for (size_t i = 0; i < one.target.size(); ++i) {
      scores.values.push_back(RoundTo(dtype, random.StandardNormal()));
      classes.values.emplace_back(static_cast<long double>(one.target[i]));
    }
    self.emplace(scores, dtype, lie);
    target.emplace(classes, whole, lie);
    isTarget.emplace(one.shape, dtype, lie);
    const Shape rows = one.shape.size() == 2 ? Shape{one.shape[0]} : Shape{};
    out.emplace(one.reduction == 0 ? rows : Shape{}, dtype, lie);
  }
  aclnnStatus Run() const {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnMultilabelMarginLossGetWorkspaceSize(self->Get(), target->Get(), one.reduction,
                                                           out->Get(), isTarget->Get(), size, executor);
        },
        aclnnMultilabelMarginLoss);
  }
  LossCase one;
  Numbers scores;
  std::optional<NumberTensor> self;
  std::optional<NumberTensor> target;
  std::optional<NumberTensor> out;
  std::optional<NumberTensor> isTarget;
};

void ExpectLoss(const LossCase& one, aclDataType dtype, aclDataType whole, Lie lie, Random& random) {
  const Call call(one, dtype, whole, lie, random);
  ASSERT_EQ(call.Run(), ACL_SUCCESS) << LastMessage();
  const auto classes = static_cast<size_t>(one.shape.back());
  const size_t rows = one.target.size() / classes;
  std::vector<long double> losses;
  std::vector<Number> flags(one.target.size());
  for (size_t row = 0; row < rows; ++row) {
    const auto begin = one.target.begin() + static_cast<ptrdiff_t>(row * classes);
    const auto end = std::find(begin, begin + static_cast<ptrdiff_t>(classes), -1);
    long double loss = 0;
    for (auto t = begin; t < end; ++t) {
      flags[row * classes + static_cast<size_t>(*t)] = 1;
      for (size_t c = 0; c < classes; ++c) {
        if (std::find(begin, end, static_cast<int64_t>(c)) == end) {
          loss += std::max(0.0L, 1 - call.scores.values[row * classes + static_cast<size_t>(*t)].real() +
                                     call.scores.values[row * classes + c].real());
        }
      }
    }
    losses.push_back(loss / static_cast<long double>(classes));
  }
  std::vector<long double> expected = losses;
  if (one.reduction != 0) {
    long double sum = 0;
    for (const long double loss : losses) {
      sum += loss;
    }
    expected = {one.reduction == 1 ? sum / static_cast<long double>(rows) : sum};
  }
  const Numbers out = call.out->Read();
  ASSERT_EQ(out.values.size(), expected.size());
  const long double place = dtype == ACL_FLOAT ? 0x1p-22L : dtype == ACL_FLOAT16 ? 0x1p-11L : 0x1p-8L;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (rows == 0) {
      EXPECT_TRUE(one.reduction == 1 ? std::isnan(out.values[i].real()) : out.values[i].real() == 0);
    } else {
      EXPECT_NEAR(static_cast<double>(out.values[i].real()), static_cast<double>(expected[i]),
                  static_cast<double>(1.01L * place * std::max(1.0L, std::abs(expected[i]))));
    }
  }
  EXPECT_EQ(call.isTarget->Read().values, flags);
  EXPECT_TRUE(call.isTarget->IsIntactBetween());
}

TEST(MultilabelMarginLoss, EveryTypeAndLayout) {
  Random random(81);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType whole : {ACL_INT64, ACL_INT32}) {
      for (const Lie lie : {Lie::kPlain, Lie::kTransposed, Lie::kStepped}) {
        for (const int64_t reduction : {0, 1, 2}) {
          ExpectLoss({{3, 4}, {3, 0, -1, 1, -1, 2, 2, 2, 0, 1, 2, 3}, reduction}, dtype, whole, lie, random);
          ExpectLoss({{4}, {3, 0, -1, 1}, reduction}, dtype, whole, lie, random);
          ExpectLoss({{0, 4}, {}, reduction}, dtype, whole, lie, random);
        }
      }
    }
  }
  std::vector<int64_t> many(3000, -1);
  many[0] = 2999;
  many[1] = 1500;
  ExpectLoss({{3000}, many, 1}, ACL_FLOAT, ACL_INT64, Lie::kPlain, random);
}

TEST(MultilabelMarginLoss, ClassesOutsideAreRefusedBeforeAnythingIsWritten) {
  Random random(82);
  for (const int64_t wrong : {4, -2}) {
    const Call call({{2, 4}, {0, -1, 9, 9, 1, wrong, -1, 0}, 1}, ACL_FLOAT, ACL_INT64, Lie::kPlain, random);
    EXPECT_EQ(call.Run(), kWorkFailed);
    EXPECT_NE(LastMessage().find("target"), std::string::npos);
    EXPECT_TRUE(call.out->IsUntouched());
    EXPECT_TRUE(call.isTarget->IsUntouched());
  }
}

class MultilabelChecks : public PhaseOneChecks {
 protected:
  std::optional<Descriptor> self{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> target{std::in_place, Shape{2, 3}, ACL_INT64};
  std::optional<Descriptor> out{std::in_place, Shape{}};
  std::optional<Descriptor> flags{std::in_place, Shape{2, 3}};
  int64_t reduction = 1;

  void Expect(aclnnStatus status, const char* said) {
    ExpectStatus(status, said, "aclnnMultilabelMarginLoss", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMultilabelMarginLossGetWorkspaceSize(GetOrNull(self), GetOrNull(target), reduction,
                                                       GetOrNull(out), GetOrNull(flags), size, executor);
    });
  }
};

TEST_F(MultilabelChecks, Refusals) {
  Expect(ACL_SUCCESS, "");
  self.reset();
  Expect(kNullptr, "self");
  self.emplace(Shape{2, 3}, ACL_DOUBLE);
  Expect(kInvalid, "self");
  self.emplace(Shape{2, 0});
  Expect(kInvalid, "self");
  self.emplace(Shape{1, 2, 3});
  Expect(kInvalid, "self");
  self.emplace(Shape{2, 3});
  target.reset();
  Expect(kNullptr, "target");
  target.emplace(Shape{2, 3});
  Expect(kInvalid, "target");
  target.emplace(Shape{3, 2}, ACL_INT64);
  Expect(kInvalid, "target");
  target.emplace(Shape{2, 3}, ACL_INT32);
  flags.reset();
  Expect(kNullptr, "isTarget");
  flags.emplace(Shape{2, 3}, ACL_FLOAT16);
  Expect(kInvalid, "isTarget");
  flags.emplace(Shape{6});
  Expect(kInvalid, "isTarget");
  flags.emplace(Shape{2, 3});
  out.reset();
  Expect(kNullptr, "out");
  out.emplace(Shape{2});
  Expect(kInvalid, "out");
  reduction = 0;
  Expect(ACL_SUCCESS, "");
  out.emplace(Shape{3});
  Expect(kInvalid, "out");
  for (const int64_t wrong : {-1, 3}) {
    reduction = wrong;
    Expect(kInvalid, "reduction");
  }
}

}  // namespace
}  // namespace openaclnn::testing
