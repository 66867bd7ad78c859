// SPDX-License-Identifier: Apache-2.0
//
// The status table of the specification, row by row, and what a message must name.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "aclnnop/aclnn_mse_loss_backward.h"
#include "tests/support/phase_one_checks.h"

namespace openaclnn::testing {
namespace {

// One call of phase one, valid until a test changes it.
class MseLossBackwardChecks : public PhaseOneChecks {
 protected:
  aclnnStatus PhaseOne() {
    return Call("aclnnMseLossBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMseLossBackwardGetWorkspaceSize(GetOrNull(gradOutput), GetOrNull(self), GetOrNull(target),
                                                  reduction, GetOrNull(out), size, executor);
    });
  }

  std::optional<Descriptor> gradOutput{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> self{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> target{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> out{std::in_place, Shape{2, 3}};
  int64_t reduction = 0;
};

TEST_F(MseLossBackwardChecks, AcceptsTheValidCall) {
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(MseLossBackwardChecks, NullGradOutput) {
  gradOutput.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"gradOutput", "null"});
}

TEST_F(MseLossBackwardChecks, NullSelf) {
  self.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"self", "null"});
}

TEST_F(MseLossBackwardChecks, NullTarget) {
  target.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"target", "null"});
}

TEST_F(MseLossBackwardChecks, NullOut) {
  out.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"out", "null"});
}

TEST_F(MseLossBackwardChecks, NullWorkspaceSizeAndExecutorComeFirst) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnMseLossBackwardGetWorkspaceSize(nullptr, nullptr, nullptr, 7, nullptr, nullptr, &executor),
            kNullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("workspaceSize"), std::string::npos);
  EXPECT_EQ(aclnnMseLossBackwardGetWorkspaceSize(nullptr, nullptr, nullptr, 7, nullptr, &size, nullptr),
            kNullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("executor"), std::string::npos);
}

TEST_F(MseLossBackwardChecks, NullComesBeforeInvalid) {
  self.emplace(Shape{2, 3}, ACL_INT32);
  reduction = 9;
  out.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
}

TEST_F(MseLossBackwardChecks, EachFloatDtype) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (auto* tensor : {&gradOutput, &self, &target, &out}) {
      tensor->emplace(Shape{2, 3}, dtype);
    }
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << dtype;
  }
}

TEST_F(MseLossBackwardChecks, OtherDtypes) {
  for (const aclDataType dtype : {ACL_INT8, ACL_INT32, ACL_UINT8, ACL_INT16, ACL_INT64, ACL_DOUBLE, ACL_BOOL,
                                  ACL_STRING, ACL_COMPLEX64, ACL_COMPLEX128, ACL_DT_UNDEFINED}) {
    for (auto* tensor : {&gradOutput, &self, &target, &out}) {
      tensor->emplace(Shape{2, 3}, dtype);
    }
    EXPECT_EQ(PhaseOne(), kInvalid) << dtype;
    ExpectMessage({"self", "FLOAT, FLOAT16 or BFLOAT16"});
  }
}

TEST_F(MseLossBackwardChecks, InputsOfDifferentDtypes) {
  gradOutput.emplace(Shape{2, 3}, ACL_FLOAT16);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradOutput", "the dtype of self, FLOAT", "got FLOAT16"});
  gradOutput.emplace(Shape{2, 3});
  target.emplace(Shape{2, 3}, ACL_INT32);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"target", "the dtype of self, FLOAT, got INT32"});
}

TEST_F(MseLossBackwardChecks, ADtypeThatSelfCannotHaveIsSaidToBeSelfs) {
  self.emplace(Shape{2, 3}, ACL_DOUBLE);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"self: expected dtype FLOAT, FLOAT16 or BFLOAT16 (on", "got DOUBLE"});
}

TEST_F(MseLossBackwardChecks, OutMayHaveAnotherFloatDtypeButNoOther) {
  out.emplace(Shape{2, 3}, ACL_FLOAT16);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  out.emplace(Shape{2, 3}, ACL_INT32);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"out", "FLOAT, FLOAT16 or BFLOAT16", "got INT32"});
}

TEST_F(MseLossBackwardChecks, Reduction) {
  for (const int64_t valid : {0, 1, 2}) {
    reduction = valid;
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  }
  for (const int64_t invalid : {int64_t{-1}, int64_t{3}, INT64_MIN, INT64_MAX}) {
    reduction = invalid;
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"reduction", "0 (none), 1 (mean) or 2 (sum)"});
  }
}

TEST_F(MseLossBackwardChecks, ShapesThatDoNotBroadcast) {
  target.emplace(Shape{2, 4});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"target", "[2, 4]", "[2, 3]"});
  target.emplace(Shape{2, 3});
  self.emplace(Shape{3, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"self", "[3, 3]"});
  // 0 broadcasts against 1, not against more.
  self.emplace(Shape{0, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
}

TEST_F(MseLossBackwardChecks, OutMustHaveTheBroadcastShape) {
  gradOutput.emplace(Shape{2, 2, 3, 2});
  self.emplace(Shape{1, 2, 3, 2});
  target.emplace(Shape{2, 1, 2});
  out.emplace(Shape{2, 2, 3, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  out.emplace(Shape{1, 2, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"out", "[2, 2, 3, 2]", "[1, 2, 3, 2]"});
}

TEST_F(MseLossBackwardChecks, MoreThanEightDims) {
  const Shape nine(9, 1);
  for (auto* tensor : {&gradOutput, &self, &target}) {
    tensor->emplace(nine);
    out.emplace(nine);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"8 dims", "9 dims"});
    tensor->emplace(Shape{2, 3});
    out.emplace(Shape{2, 3});
  }
}

TEST_F(MseLossBackwardChecks, EveryRankUpToEight) {
  for (size_t rank = 0; rank <= 8; ++rank) {
    for (auto* tensor : {&gradOutput, &self, &target, &out}) {
      tensor->emplace(Shape(rank, 2));
    }
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << rank;
  }
}

TEST_F(MseLossBackwardChecks, FormatsAreLabels) {
  for (const aclFormat format :
       {ACL_FORMAT_NCHW, ACL_FORMAT_NHWC, ACL_FORMAT_ND, ACL_FORMAT_NCDHW, ACL_FORMAT_NCL}) {
    self.emplace(Shape{2, 3}, ACL_FLOAT, format);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << format;
  }
}

TEST_F(MseLossBackwardChecks, FormatsOfEachTensor) {
  const std::array<std::pair<std::optional<Descriptor>*, const char*>, 4> tensors{
      {{&gradOutput, "gradOutput"}, {&self, "self"}, {&target, "target"}, {&out, "out"}}};
  for (const auto& [tensor, name] : tensors) {
    tensor->emplace(Shape{2, 3}, ACL_FLOAT, ACL_FORMAT_NCHW);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << name;
    tensor->emplace(Shape{2, 3}, ACL_FLOAT, ACL_FORMAT_NC1HWC0);
    EXPECT_EQ(PhaseOne(), kInvalid) << name;
    ExpectMessage({name, "format"});
    tensor->emplace(Shape{2, 3});
  }
}

// Views that reach outside their storage, or are nonsense, are refused before anything could follow them.
TEST_F(MseLossBackwardChecks, ViewsOutsideTheirStorage) {
  for (const WrongView& wrong : kWrongViews) {
    wrong.PutIn(target);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"target"});
  }
}

TEST_F(MseLossBackwardChecks, OutputThatOverlapsItself) {
  const Shape strides{0, 1};
  out.emplace(Shape{2, 3}, strides.data(), 0, Shape{2, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"out", "one place"});
}

}  // namespace
}  // namespace openaclnn::testing
