// SPDX-License-Identifier: Apache-2.0
//
// The status table of the specification, row by row, and what a message must name.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "aclnnop/aclnn_prelu_backward.h"
#include "tests/support/phase_one_checks.h"

namespace openaclnn::testing {
namespace {

// One call of phase one, valid until a test changes it.
class PreluBackwardChecks : public PhaseOneChecks {
 protected:
  aclnnStatus PhaseOne() {
    return Call("aclnnPreluBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnPreluBackwardGetWorkspaceSize(GetOrNull(gradOutput), GetOrNull(self), GetOrNull(weight),
                                                GetOrNull(gradInput), GetOrNull(gradWeight), size, executor);
    });
  }

  // gradOutput, self and gradInput.
  void SetSelf(const Shape& shape, aclDataType dtype = ACL_FLOAT) {
    for (auto* tensor : {&gradOutput, &self, &gradInput}) {
      tensor->emplace(shape, dtype);
    }
  }
  void SetWeight(const Shape& weightShape, const Shape& gradWeightShape, aclDataType dtype = ACL_FLOAT) {
    weight.emplace(weightShape, dtype);
    gradWeight.emplace(gradWeightShape, dtype);
  }
  void SetDtype(aclDataType dtype) {
    SetSelf({2, 2, 3, 2}, dtype);
    SetWeight({2}, {2}, dtype);
  }

  struct Named {
    const char* name;
    std::optional<Descriptor>* tensor;
    Shape shape;
  };
  std::array<Named, 5> All() {
    return {{{"gradOutput", &gradOutput, {2, 2, 3, 2}},
             {"self", &self, {2, 2, 3, 2}},
             {"weight", &weight, {2}},
             {"gradInput", &gradInput, {2, 2, 3, 2}},
             {"gradWeight", &gradWeight, {2}}}};
  }

  std::optional<Descriptor> gradOutput{std::in_place, Shape{2, 2, 3, 2}};
  std::optional<Descriptor> self{std::in_place, Shape{2, 2, 3, 2}};
  std::optional<Descriptor> weight{std::in_place, Shape{2}};
  std::optional<Descriptor> gradInput{std::in_place, Shape{2, 2, 3, 2}};
  std::optional<Descriptor> gradWeight{std::in_place, Shape{2}};
};

TEST_F(PreluBackwardChecks, AcceptsTheValidCall) {
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(PreluBackwardChecks, EachNull) {
  for (const Named& argument : All()) {
    argument.tensor->reset();
    EXPECT_EQ(PhaseOne(), kNullptr) << argument.name;
    ExpectMessage({argument.name, "null"});
    argument.tensor->emplace(argument.shape);
  }
}

TEST_F(PreluBackwardChecks, TheFirstNullIsNamed) {
  gradWeight.reset();
  weight.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"weight: expected a pointer, got null"});
}

TEST_F(PreluBackwardChecks, NullWorkspaceSizeAndExecutorComeFirst) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(
      aclnnPreluBackwardGetWorkspaceSize(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, &executor),
      kNullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("workspaceSize"), std::string::npos);
  EXPECT_EQ(aclnnPreluBackwardGetWorkspaceSize(nullptr, nullptr, nullptr, nullptr, nullptr, &size, nullptr),
            kNullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("executor"), std::string::npos);
}

TEST_F(PreluBackwardChecks, NullComesBeforeInvalid) {
  self.emplace(Shape(9, 1), ACL_INT32);
  weight.emplace(Shape{5});
  gradWeight.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"gradWeight", "null"});
}

TEST_F(PreluBackwardChecks, FloatDtypesAlone) {
  ExpectFloatsAlone([&](aclDataType dtype) { SetDtype(dtype); }, [&] { return PhaseOne(); },
                    "self: expected dtype FLOAT, FLOAT16 or BFLOAT16");
}

TEST_F(PreluBackwardChecks, OneTensorOfAnotherDtype) {
  for (const Named& argument : All()) {
    for (const auto& [dtype, name] : {std::pair{ACL_FLOAT16, "FLOAT16"}, std::pair{ACL_BF16, "BFLOAT16"},
                                      std::pair{ACL_DOUBLE, "DOUBLE"}, std::pair{ACL_INT32, "INT32"}}) {
      argument.tensor->emplace(argument.shape, dtype);
      EXPECT_EQ(PhaseOne(), kInvalid) << argument.name << ' ' << name;
      if (argument.tensor != &self) {
        ExpectMessage({argument.name, "the dtype of self, FLOAT", "got ", name});
      }
    }
    argument.tensor->emplace(argument.shape);
  }
}

TEST_F(PreluBackwardChecks, TheDtypeComesBeforeTheShape) {
  weight.emplace(Shape{3}, ACL_FLOAT16);
  gradInput.emplace(Shape{7});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"weight", "dtype"});
}

TEST_F(PreluBackwardChecks, MoreThanEightDims) {
  const Shape nine(9, 1);
  for (const Named& argument : All()) {
    argument.tensor->emplace(nine);
    EXPECT_EQ(PhaseOne(), kInvalid) << argument.name;
    ExpectMessage({argument.name, "8 dims", "9 dims"});
    argument.tensor->emplace(argument.shape);
  }
  SetSelf(nine);
  SetWeight({1}, {1});
  EXPECT_EQ(PhaseOne(), kInvalid);
}

TEST_F(PreluBackwardChecks, EveryRankUpToEight) {
  for (size_t rank = 2; rank <= 8; ++rank) {
    SetSelf(Shape(rank, 2));
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << rank;
  }
  SetWeight({1}, {1});
  for (size_t rank = 0; rank <= 8; ++rank) {
    SetSelf(Shape(rank, 2));
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << rank;
  }
  SetSelf({2, 3});
  for (size_t rank = 0; rank <= 8; ++rank) {
    SetWeight(Shape(rank, 1), Shape(rank, 1));
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << rank;
  }
}

TEST_F(PreluBackwardChecks, GradInputHasTheShapeOfSelf) {
  for (const Shape& wrong : {Shape{2, 2, 2, 3}, Shape{24}, Shape{2, 2, 3, 2, 1}, Shape{1, 2, 3, 2}}) {
    gradInput.emplace(wrong);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"gradInput: expected the shape of self, [2, 2, 3, 2], got ["});
  }
}

TEST_F(PreluBackwardChecks, OneWeightOrOneForEachChannel) {
  for (const Shape& wrong : {Shape{0}, Shape{3}, Shape{2, 2}, Shape{24}}) {
    SetWeight(wrong, {2});
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"weight: expected 1, or the channels of self = 2 elements, got shape ["});
  }
  // The channels are dim 1, not dim 0 or the last one.
  SetSelf({3, 4, 5});
  for (const int64_t size : {3, 5, 60}) {
    SetWeight({size}, {size});
    EXPECT_EQ(PhaseOne(), kInvalid) << size;
  }
  SetWeight({4}, {4});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(PreluBackwardChecks, SelfOfOneDimHasOneChannel) {
  SetSelf({5});
  SetWeight({1}, {1});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  for (const int64_t size : {0, 2, 5}) {
    SetWeight({size}, {size});
    EXPECT_EQ(PhaseOne(), kInvalid) << size;
    ExpectMessage({"weight", "1, or the channels of self = 1 elements"});
  }
  SetSelf({1});
  SetWeight({1}, {1});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(PreluBackwardChecks, SelfWithoutDimsTakesOneWeight) {
  SetSelf({});
  for (const Shape& one : {Shape{}, Shape{1}, Shape{1, 1, 1}}) {
    SetWeight(one, one);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  }
  for (const int64_t size : {0, 2}) {
    SetWeight({size}, {size});
    EXPECT_EQ(PhaseOne(), kInvalid) << size;
    ExpectMessage({"weight: expected 1 element, as self has no dims, got shape ["});
  }
}

TEST_F(PreluBackwardChecks, GradWeightOfSeveralWeightsHasOneDim) {
  SetSelf({2, 4, 3, 2});
  for (const Shape& shape : {Shape{4}, Shape{2, 2}, Shape{1, 4, 1}, Shape{4, 1, 1, 1}}) {
    SetWeight(shape, {4});
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  }
  for (const Shape& wrong : {Shape{2, 2}, Shape{1, 4}, Shape{4, 1}, Shape{3}, Shape{1}, Shape{}, Shape{0}}) {
    SetWeight({2, 2}, wrong);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"gradWeight: expected shape [channels of self] = [4], got ["});
  }
}

TEST_F(PreluBackwardChecks, GradWeightOfOneWeightHasItsShape) {
  SetSelf({2, 4, 3, 2});
  for (const Shape& shape : {Shape{1}, Shape{1, 1}, Shape{}}) {
    SetWeight(shape, shape);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  }
  SetWeight({1, 1}, {1});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradWeight: expected the shape of weight, [1, 1], got [1]"});
  SetWeight({1}, {});
  EXPECT_EQ(PhaseOne(), kInvalid);
  SetWeight({1}, {4});
  EXPECT_EQ(PhaseOne(), kInvalid);
  // One channel and one weight: still the shape of weight.
  SetSelf({2, 1, 3});
  SetWeight({1, 1}, {1});
  EXPECT_EQ(PhaseOne(), kInvalid);
}

TEST_F(PreluBackwardChecks, GradOutputBroadcastsToSelf) {
  for (const Shape& shape : {Shape{}, Shape{1}, Shape{2}, Shape{3, 1}, Shape{2, 1, 1}, Shape{1, 2, 3, 2},
                             Shape{2, 1, 1, 1}, Shape{2, 2, 3, 2}}) {
    gradOutput.emplace(shape);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  }
  for (const Shape& wrong :
       {Shape{3}, Shape{2, 2, 4, 2}, Shape{3, 2, 3, 2}, Shape{1, 2, 2, 3, 2}, Shape{0}, Shape{24}}) {
    gradOutput.emplace(wrong);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage(
        {"gradOutput: expected a shape that broadcasts to that of self, got [", "against [2, 2, 3, 2]"});
  }
}

TEST_F(PreluBackwardChecks, GradOutputMustNotEnlargeSelf) {
  const Shape shape{1, 2, 3, 2};
  self.emplace(shape);
  gradInput.emplace(shape);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradOutput", "[2, 2, 3, 2] against [1, 2, 3, 2]"});
  self.emplace(Shape{2, 2, 4, 2});
  gradInput.emplace(Shape{2, 2, 4, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradOutput"});
}

TEST_F(PreluBackwardChecks, TheWeightComesBeforeGradOutput) {
  gradOutput.emplace(Shape{5});
  SetWeight({3}, {3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"weight: "});
}

TEST_F(PreluBackwardChecks, EmptyTensors) {
  SetSelf({0, 2, 3, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  gradOutput.emplace(Shape{1, 2, 3, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  SetSelf({2, 2, 0});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  SetSelf({2, 0, 3});
  SetWeight({0}, {0});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  SetWeight({1}, {1});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  SetSelf({0});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  // No channels, but a weight for two.
  SetSelf({2, 0, 3});
  SetWeight({2}, {2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"weight", "the channels of self = 0 elements"});
}

TEST_F(PreluBackwardChecks, FormatsAreLabels) {
  for (const aclFormat format : {ACL_FORMAT_NCHW, ACL_FORMAT_NHWC, ACL_FORMAT_ND, ACL_FORMAT_HWCN,
                                 ACL_FORMAT_NDHWC, ACL_FORMAT_NCDHW, ACL_FORMAT_NC, ACL_FORMAT_NCL}) {
    for (const Named& argument : All()) {
      argument.tensor->emplace(argument.shape, ACL_FLOAT, format);
    }
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << format;
  }
  for (const Named& argument : All()) {
    for (const Named& plain : All()) {
      plain.tensor->emplace(plain.shape);
    }
    argument.tensor->emplace(argument.shape, ACL_FLOAT, ACL_FORMAT_NC1HWC0);
    EXPECT_EQ(PhaseOne(), kInvalid) << argument.name;
    ExpectMessage({argument.name, "format"});
  }
}

TEST_F(PreluBackwardChecks, AnyStridesInsideTheStorage) {
  const Shape strides{30, 1, 5};
  const Shape shape{3, 5, 6};
  for (auto* tensor : {&gradOutput, &self, &gradInput}) {
    tensor->emplace(shape, strides.data(), 0, Shape{3, 6, 5});
  }
  SetWeight({5}, {5});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(PreluBackwardChecks, ExpandedInputs) {
  const Shape zeros(4, 0);
  for (auto* tensor : {&gradOutput, &self}) {
    tensor->emplace(Shape{2, 2, 3, 2}, zeros.data(), 0, Shape{1});
  }
  weight.emplace(Shape{2}, zeros.data(), 0, Shape{1});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

// Views that reach outside their storage, or are nonsense, are refused before anything could follow them.
TEST_F(PreluBackwardChecks, ViewsOutsideTheirStorage) {
  for (const Named& argument : All()) {
    for (const WrongView& wrong : kWrongViews) {
      wrong.PutIn(*argument.tensor);
      EXPECT_EQ(PhaseOne(), kInvalid) << argument.name;
      ExpectMessage({(std::string(argument.name) + ": expected ").c_str()});
    }
    argument.tensor->emplace(argument.shape);
  }
}

TEST_F(PreluBackwardChecks, OutputsThatOverlapThemselves) {
  const Shape inputStrides{12, 0, 2, 1};
  gradInput.emplace(Shape{2, 2, 3, 2}, inputStrides.data(), 0, Shape{2, 2, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradInput", "one place"});
  gradInput.emplace(Shape{2, 2, 3, 2});
  const Shape weightStrides{0};
  gradWeight.emplace(Shape{2}, weightStrides.data(), 0, Shape{2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradWeight", "one place"});
}

// The emulated product is read once, so it takes a process of its own: a threadsafe death test starts the
// program anew, with this environment.
class PreluBackwardChecksDeathTest : public PreluBackwardChecks {
 protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    setenv("OPENACLNN_SOC", "Ascend910B", 1);  // NOLINT(concurrency-mt-unsafe)
  }
  void TearDown() override {
    unsetenv("OPENACLNN_SOC");  // NOLINT(concurrency-mt-unsafe)
  }

  [[noreturn]] void ExitWithResult() {
    SetDtype(ACL_BF16);
    const bool refused = PhaseOne() == kInvalid;
    ExpectMessage({"self: expected dtype FLOAT or FLOAT16 (on Ascend910B), got BFLOAT16"});
    SetDtype(ACL_FLOAT16);
    std::_Exit(refused && PhaseOne() == ACL_SUCCESS && !HasFailure() ? 0 : 1);
  }
};

TEST_F(PreluBackwardChecksDeathTest, NoBfloat16OnTheFirstChips) {
  EXPECT_EXIT(ExitWithResult(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openaclnn::testing
