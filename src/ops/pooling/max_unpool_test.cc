// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_max_unpool2d.h"
#include "aclnnop/aclnn_max_unpool2d_backward.h"
#include "aclnnop/aclnn_max_unpool3d.h"
#include "aclnnop/aclnn_max_unpool3d_backward.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/number_tensor.h"
#include "tests/support/phase_one_checks.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr aclError kWorkFailed = 507035;

struct UnpoolCase {
  Shape lead;
  Shape small;
  Shape large;
};

Shape Joined(const Shape& lead, const Shape& plane) {
  Shape shape = lead;
  shape.insert(shape.end(), plane.begin(), plane.end());
  return shape;
}

// What both directions are called with.
struct Call {
  Call(const UnpoolCase& one, std::vector<int64_t> places, aclDataType type, aclDataType indexType, Lie lie)
      : extents(one.large),
        ones(Shape(one.large.size(), 1)),
        zeros(Shape(one.large.size(), 0)),
        dims(one.large.size()) {
    const auto draw = [&](const Shape& shape) {
      Numbers numbers{shape, {}};
      for (int64_t i = 0; i < NumElements(shape); ++i) {
        const int64_t value = type == ACL_BOOL ? i % 2 : 1 + i % 100;
        numbers.values.push_back(RoundTo(type, static_cast<double>(value)));
      }
      return numbers;
    };
    pooled = draw(Joined(one.lead, one.small));
    whole = draw(Joined(one.lead, one.large));
    Numbers numbers{pooled.shape, {}};
    for (const int64_t place : places) {
      numbers.values.emplace_back(static_cast<long double>(place));
    }
    self.emplace(pooled, type, lie);
    gradOutput.emplace(whole, type, lie);
    indices.emplace(numbers, indexType, lie);
    out.emplace(whole.shape, type, lie);
    gradInput.emplace(pooled.shape, type, lie);
  }
  aclnnStatus Forward() const {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return dims == 2
                     ? aclnnMaxUnpool2dGetWorkspaceSize(self->Get(), indices->Get(), extents.Get(),
                                                        out->Get(), size, executor)
                     : aclnnMaxUnpool3dGetWorkspaceSize(self->Get(), indices->Get(), extents.Get(),
                                                        ones.Get(), zeros.Get(), out->Get(), size, executor);
        },
        dims == 2 ? aclnnMaxUnpool2d : aclnnMaxUnpool3d);
  }
  aclnnStatus Backward() const {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return dims == 2 ? aclnnMaxUnpool2dBackwardGetWorkspaceSize(gradOutput->Get(), self->Get(),
                                                                      indices->Get(), extents.Get(),
                                                                      gradInput->Get(), size, executor)
                           : aclnnMaxUnpool3dBackwardGetWorkspaceSize(
                                 gradOutput->Get(), self->Get(), indices->Get(), extents.Get(), ones.Get(),
                                 zeros.Get(), gradInput->Get(), size, executor);
        },
        dims == 2 ? aclnnMaxUnpool2dBackward : aclnnMaxUnpool3dBackward);
  }
  Numbers pooled;
  Numbers whole;
  IntArray extents;
  IntArray ones;
  IntArray zeros;
  size_t dims;
  std::optional<NumberTensor> self;
  std::optional<NumberTensor> gradOutput;
  std::optional<NumberTensor> indices;
  std::optional<NumberTensor> out;
  std::optional<NumberTensor> gradInput;
};

void ExpectUnpooled(const UnpoolCase& one, aclDataType type, aclDataType indexType, Lie lie, Random& random) {
  const int64_t small = NumElements(one.small);
  const int64_t large = NumElements(one.large);
  const int64_t planes = NumElements(one.lead);
  std::vector<int64_t> places;
  for (int64_t i = 0; i < planes * small; ++i) {
    places.push_back(random.Integer(0, large));  // some twice: the last one counts
  }
  const Call call(one, places, type, indexType, lie);
  ASSERT_EQ(call.Forward(), ACL_SUCCESS) << LastMessage();
  ASSERT_EQ(call.Backward(), ACL_SUCCESS) << LastMessage();
  std::vector<Number> out(call.whole.values.size());
  std::vector<Number> grad;
  for (int64_t plane = 0; plane < planes; ++plane) {
    for (int64_t i = 0; i < small; ++i) {
      const auto at = static_cast<size_t>(plane * small + i);
      const auto there = static_cast<size_t>(plane * large + places[at]);
      out[there] = call.pooled.values[at];
      grad.push_back(call.whole.values[there]);
    }
  }
  EXPECT_EQ(call.out->Read().values, out);
  EXPECT_TRUE(call.out->IsIntactBetween());
  EXPECT_EQ(call.gradInput->Read().values, grad);
  EXPECT_TRUE(call.gradInput->IsIntactBetween());
}

TEST(MaxUnpool, EveryTypeAndLayout) {
  Random random(61);
  const auto trace = TraceSeed(random);
  for (const aclDataType type : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32,
                                 ACL_INT64, ACL_UINT8, ACL_BOOL}) {
    for (const aclDataType indexType : {ACL_INT64, ACL_INT32}) {
      for (const Lie lie : {Lie::kPlain, Lie::kTransposed, Lie::kStepped}) {
        ExpectUnpooled({{2, 3}, {3, 4}, {6, 8}}, type, indexType, lie, random);
        ExpectUnpooled({{3}, {30, 40}, {41, 60}}, type, indexType, lie, random);
        ExpectUnpooled({{2, 0}, {3, 4}, {6, 8}}, type, indexType, lie, random);
        ExpectUnpooled({{2, 3}, {2, 3, 4}, {3, 4, 5}}, type, indexType, lie, random);
        ExpectUnpooled({{3}, {1, 1, 1}, {1, 1, 1}}, type, indexType, lie, random);
      }
    }
  }
}

TEST(MaxUnpool, PlacesOutsideAreRefusedBeforeAnythingIsWritten) {
  for (const int64_t wrong : {-1, 12}) {
    const Call call({{1}, {1, 3}, {3, 4}}, {2, 11, wrong}, ACL_FLOAT, ACL_INT64, Lie::kPlain);
    EXPECT_EQ(call.Forward(), kWorkFailed);
    EXPECT_NE(LastMessage().find("[0, 12)"), std::string::npos);
    EXPECT_EQ(call.Backward(), kWorkFailed);
    EXPECT_TRUE(call.out->IsUntouched());
    EXPECT_TRUE(call.gradInput->IsUntouched());
  }
}

class MaxUnpoolChecks : public PhaseOneChecks {
 protected:
  std::optional<Descriptor> self{std::in_place, Shape{2, 3, 2, 2}};
  std::optional<Descriptor> indices{std::in_place, Shape{2, 3, 2, 2}, ACL_INT64};
  std::optional<Descriptor> out{std::in_place, Shape{2, 3, 4, 4}};
  std::optional<Descriptor> grad{std::in_place, Shape{2, 3, 2, 2}};
  std::optional<IntArray> size{std::in_place, Shape{4, 4}};

  void Expect(aclnnStatus status, const char* said) {
    const aclIntArray* const extents = size ? size->Get() : nullptr;
    ExpectStatus(status, said, "aclnnMaxUnpool2d", [&](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnMaxUnpool2dGetWorkspaceSize(GetOrNull(self), GetOrNull(indices), extents, GetOrNull(out),
                                              bytes, executor);
    });
    const bool ofOut = std::string(said) == "out";
    ExpectStatus(status, ofOut ? "gradOutput" : said, "aclnnMaxUnpool2dBackward",
                 [&](uint64_t* bytes, aclOpExecutor** executor) {
                   return aclnnMaxUnpool2dBackwardGetWorkspaceSize(GetOrNull(out), GetOrNull(self),
                                                                   GetOrNull(indices), extents,
                                                                   GetOrNull(grad), bytes, executor);
                 });
  }
};

TEST_F(MaxUnpoolChecks, Refusals) {
  Expect(ACL_SUCCESS, "");
  self.reset();
  Expect(kNullptr, "self");
  self.emplace(Shape{2, 3, 2, 2}, ACL_COMPLEX64);
  Expect(kInvalid, "self");
  self.emplace(Shape{2, 2});
  Expect(kInvalid, "self");
  self.emplace(Shape{2, 3, 2, 2});
  indices.reset();
  Expect(kNullptr, "indices");
  indices.emplace(Shape{2, 3, 2, 1}, ACL_INT64);
  Expect(kInvalid, "indices");
  indices.emplace(Shape{2, 3, 2, 2}, ACL_FLOAT);
  Expect(kInvalid, "indices");
  indices.emplace(Shape{2, 3, 2, 2}, ACL_INT32);
  size.reset();
  Expect(kNullptr, "outputSize");
  size.emplace(Shape{4});
  Expect(kInvalid, "outputSize");
  size.emplace(Shape{-4, 4});
  Expect(kInvalid, "outputSize");
  size.emplace(Shape{1, 3});
  Expect(kInvalid, "outputSize");
  size.emplace(Shape{4, 4});
  out.emplace(Shape{2, 3, 4, 5});
  Expect(kInvalid, "out");
  out.emplace(Shape{2, 3, 4, 4}, ACL_FLOAT16);
  Expect(kInvalid, "out");
  out.reset();
  Expect(kNullptr, "out");
}

TEST_F(MaxUnpoolChecks, ArraysOfVolumes) {
  const Descriptor volume(Shape{1, 2, 2, 2});
  const Descriptor places(Shape{1, 2, 2, 2}, ACL_INT64);
  const IntArray extents({2, 2, 2});
  const IntArray ones({1, 1, 1});
  const IntArray zeros({0, 0, 0});
  const IntArray two({1, 1});
  const auto expect = [&](aclnnStatus status, const char* said, const aclIntArray* stride,
                          const aclIntArray* padding) {
    ExpectStatus(status, said, "aclnnMaxUnpool3d", [&](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnMaxUnpool3dGetWorkspaceSize(volume.Get(), places.Get(), extents.Get(), stride, padding,
                                              volume.Get(), bytes, executor);
    });
    ExpectStatus(status, said, "aclnnMaxUnpool3dBackward", [&](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnMaxUnpool3dBackwardGetWorkspaceSize(volume.Get(), volume.Get(), places.Get(), extents.Get(),
                                                      stride, padding, volume.Get(), bytes, executor);
    });
  };
  expect(ACL_SUCCESS, "", ones.Get(), zeros.Get());
  expect(kNullptr, "stride", nullptr, zeros.Get());
  expect(kNullptr, "padding", ones.Get(), nullptr);
  expect(kInvalid, "stride", zeros.Get(), zeros.Get());
  expect(kInvalid, "stride", two.Get(), zeros.Get());
  expect(kInvalid, "padding", ones.Get(), two.Get());
}

}  // namespace
}  // namespace openaclnn::testing
