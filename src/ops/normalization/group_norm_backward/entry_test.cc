// SPDX-License-Identifier: Apache-2.0
//
// The status table of the specification, row by row, and what a message must name.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "aclnnop/aclnn_group_norm_backward.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

// One call of phase one, valid until a test changes it.
class GroupNormBackwardChecks : public PhaseOneTest {
 protected:
  using Tensor = std::optional<Descriptor>;

  aclnnStatus PhaseOne() {
    return Call("aclnnGroupNormBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGroupNormBackwardGetWorkspaceSize(
          GetOrNull(gradOut), GetOrNull(input), GetOrNull(mean), GetOrNull(rstd), GetOrNull(gamma), N, C, HxW,
          group, mask ? mask->Get() : nullptr, GetOrNull(gradInput), GetOrNull(gradGammaOut),
          GetOrNull(gradBetaOut), size, executor);
    });
  }

  void Mask(bool asksForInput, bool asksForGamma, bool asksForBeta) {
    mask.emplace({asksForInput, asksForGamma, asksForBeta});
  }

  // Of a tensor of the valid call.
  Shape ShapeOf(const Tensor* tensor) const {
    if (tensor == &mean || tensor == &rstd) {
      return {2, 1};
    }
    return tensor == &gamma || tensor == &gradGammaOut || tensor == &gradBetaOut ? Shape{3} : Shape{2, 3, 4};
  }

  void AllOf(aclDataType dtype) {
    for (const auto& [tensor, name] : all) {
      tensor->emplace(ShapeOf(tensor), dtype);
    }
  }

  // Everything [N, C, rest...], [N, group], [C].
  void Resize(const Shape& shape, int64_t groups) {
    N = shape.empty() ? 1 : shape[0];
    C = shape.size() < 2 ? 1 : shape[1];
    HxW = 1;
    for (size_t d = 2; d < shape.size(); ++d) {
      HxW *= shape[d];
    }
    group = groups;
    for (Tensor* tensor : data) {
      tensor->emplace(shape);
    }
    for (Tensor* tensor : {&mean, &rstd}) {
      tensor->emplace(Shape{N, group});
    }
    for (Tensor* tensor : {&gamma, &gradGammaOut, &gradBetaOut}) {
      tensor->emplace(Shape{C});
    }
  }

  Tensor gradOut{std::in_place, Shape{2, 3, 4}};
  Tensor input{std::in_place, Shape{2, 3, 4}};
  Tensor mean{std::in_place, Shape{2, 1}};
  Tensor rstd{std::in_place, Shape{2, 1}};
  Tensor gamma{std::in_place, Shape{3}};
  int64_t N = 2;
  int64_t C = 3;
  int64_t HxW = 4;
  int64_t group = 1;
  std::optional<BoolArray> mask{std::in_place, {true, true, true}};
  Tensor gradInput{std::in_place, Shape{2, 3, 4}};
  Tensor gradGammaOut{std::in_place, Shape{3}};
  Tensor gradBetaOut{std::in_place, Shape{3}};

  const std::array<Tensor*, 3> data{&gradOut, &input, &gradInput};
  const std::array<std::pair<Tensor*, const char*>, 8> all{{{&gradOut, "gradOut"},
                                                            {&input, "input"},
                                                            {&mean, "mean"},
                                                            {&rstd, "rstd"},
                                                            {&gamma, "gamma"},
                                                            {&gradInput, "gradInput"},
                                                            {&gradGammaOut, "gradGammaOut"},
                                                            {&gradBetaOut, "gradBetaOut"}}};
};

TEST_F(GroupNormBackwardChecks, StatisticsAndGammaOfEveryRank) {
  for (size_t rank = 1; rank <= 8; ++rank) {
    Shape statistics(rank, 1);
    Shape channels(rank, 1);
    statistics[rank / 2] = 2;
    channels[rank / 2] = 3;
    for (Tensor* tensor : {&mean, &rstd}) {
      tensor->emplace(statistics);
    }
    for (Tensor* tensor : {&gamma, &gradGammaOut, &gradBetaOut}) {
      tensor->emplace(channels);
    }
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << rank;
  }
}

TEST_F(GroupNormBackwardChecks, AcceptsTheValidCall) {
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(GroupNormBackwardChecks, NullGradOut) {
  gradOut.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"gradOut", "null"});
}

TEST_F(GroupNormBackwardChecks, NullInput) {
  input.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"input", "null"});
}

TEST_F(GroupNormBackwardChecks, NullMean) {
  mean.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"mean", "null"});
}

TEST_F(GroupNormBackwardChecks, NullRstd) {
  rstd.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"rstd", "null"});
}

TEST_F(GroupNormBackwardChecks, NullGammaCountsAsOnes) {
  gamma.reset();
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(GroupNormBackwardChecks, NullOutputMask) {
  mask.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"outputMask", "null"});
}

TEST_F(GroupNormBackwardChecks, NullOutputs) {
  const std::array<std::pair<Tensor*, const char*>, 3> outputs{
      {{&gradInput, "gradInput"}, {&gradGammaOut, "gradGammaOut"}, {&gradBetaOut, "gradBetaOut"}}};
  for (size_t bit = 0; bit < 3; ++bit) {
    AllOf(ACL_FLOAT);
    Mask(true, true, true);
    outputs[bit].first->reset();
    EXPECT_EQ(PhaseOne(), kNullptr);
    ExpectMessage({outputs[bit].second, "null"});
    Mask(bit != 0, bit != 1, bit != 2);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  }
}

TEST_F(GroupNormBackwardChecks, NullWorkspaceSizeAndExecutorComeFirst) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const auto call = [](uint64_t* sizeOut, aclOpExecutor** executorOut) {
    return aclnnGroupNormBackwardGetWorkspaceSize(nullptr, nullptr, nullptr, nullptr, nullptr, -1, -1, -1, 0,
                                                  nullptr, nullptr, nullptr, nullptr, sizeOut, executorOut);
  };
  EXPECT_EQ(call(nullptr, &executor), kNullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("workspaceSize"), std::string::npos);
  EXPECT_EQ(call(&size, nullptr), kNullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("executor"), std::string::npos);
}

TEST_F(GroupNormBackwardChecks, NullComesBeforeInvalid) {
  gradOut.emplace(Shape{2, 3, 5}, ACL_INT32);
  group = 0;
  gradBetaOut.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"gradBetaOut", "null"});
  // A mask of another size says nothing about outputs.
  mask.emplace({true, true});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"outputMask"});
  mask.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
}

TEST_F(GroupNormBackwardChecks, OutputMaskSize) {
  mask.emplace(std::initializer_list<bool>{});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"outputMask", "3 values", "got 0"});
  mask.emplace({true, true});
  EXPECT_EQ(PhaseOne(), kInvalid);
  mask.emplace({true, true, true, true});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"outputMask", "3 values", "got 4"});
}

TEST_F(GroupNormBackwardChecks, MaskedOffOutputsAreNotLookedAt) {
  Mask(false, false, false);
  gradInput.emplace(Shape{7}, ACL_STRING, ACL_FORMAT_NC1HWC0);
  gradGammaOut.emplace(Shape(9, 1), ACL_INT8);
  gradBetaOut.reset();
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(GroupNormBackwardChecks, NothingAskedForNeedsNoWorkspace) {
  Mask(false, false, false);
  uint64_t size = 1;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnGroupNormBackwardGetWorkspaceSize(gradOut->Get(), input->Get(), mean->Get(), rstd->Get(),
                                                   gamma->Get(), N, C, HxW, group, mask->Get(), nullptr,
                                                   nullptr, nullptr, &size, &executor),
            ACL_SUCCESS);
  EXPECT_EQ(size, 0U);
  EXPECT_NE(executor, nullptr);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
}

// The inputs are checked whatever is asked for.
TEST_F(GroupNormBackwardChecks, MaskDoesNotExcuseInputs) {
  Mask(false, false, false);
  group = 2;
  EXPECT_EQ(PhaseOne(), kInvalid);
  group = 1;
  mean.emplace(Shape{3});
  EXPECT_EQ(PhaseOne(), kInvalid);
}

TEST_F(GroupNormBackwardChecks, EachFloatDtype) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    AllOf(dtype);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << dtype;
  }
}

TEST_F(GroupNormBackwardChecks, OtherDtypes) {
  for (const aclDataType dtype : {ACL_DOUBLE, ACL_UINT8, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL,
                                  ACL_STRING, ACL_COMPLEX64, ACL_COMPLEX128, ACL_DT_UNDEFINED}) {
    AllOf(dtype);
    EXPECT_EQ(PhaseOne(), kInvalid) << dtype;
    ExpectMessage({"gradOut", "FLOAT, FLOAT16 or BFLOAT16"});
  }
}

TEST_F(GroupNormBackwardChecks, OneTensorOfAnotherDtype) {
  for (const auto& [tensor, name] : all) {
    if (tensor == &gradOut) {
      continue;
    }
    for (const aclDataType other : {ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT32}) {
      AllOf(ACL_FLOAT);
      tensor->emplace(ShapeOf(tensor), other);
      EXPECT_EQ(PhaseOne(), kInvalid) << name << " of dtype " << other;
      ExpectMessage({name, "the dtype of gradOut, FLOAT"});
    }
  }
}

// FLOAT statistics beside half data are the 950's alone.
TEST_F(GroupNormBackwardChecks, FloatParametersOfHalfData) {
  AllOf(ACL_FLOAT16);
  mean.emplace(Shape{2, 1});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"mean", "the dtype of gradOut, FLOAT16", "got FLOAT"});
}

TEST_F(GroupNormBackwardChecks, Group) {
  for (const int64_t invalid : {int64_t{0}, int64_t{-1}, INT64_MIN}) {
    group = invalid;
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"group", "more than 0"});
  }
  for (const int64_t invalid : {int64_t{2}, int64_t{4}, INT64_MAX}) {
    group = invalid;
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"C", "a multiple of group", "3 with group"});
  }
  Resize({2, 4, 128}, 2);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  Resize({2, 3, 4}, 3);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(GroupNormBackwardChecks, NegativeExtents) {
  N = -2;
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"N", "0 or more", "got -2"});
  N = 2;
  C = -3;
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"C", "0 or more", "got -3"});
  C = 3;
  HxW = -4;
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"HxW", "0 or more", "got -4"});
  // Two of them would make a product that fits.
  C = -3;
  EXPECT_EQ(PhaseOne(), kInvalid);
}

TEST_F(GroupNormBackwardChecks, ExtentsWhoseProductsWrapAround) {
  N = int64_t{1} << 62;
  C = 4;
  HxW = 1;
  group = 4;
  gradOut.emplace(Shape{0});
  input.emplace(Shape{0});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradOut", "N * C * HxW"});
}

TEST_F(GroupNormBackwardChecks, NumbersOfElements) {
  gradOut.emplace(Shape{2, 3, 5});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradOut", "N * C * HxW = 24", "[2, 3, 5]"});
  gradOut.emplace(Shape{2, 3, 4});
  input.emplace(Shape{2, 3, 2});
  gradInput.emplace(Shape{2, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"input", "N * C * HxW = 24", "[2, 3, 2]"});
  AllOf(ACL_FLOAT);
  mean.emplace(Shape{2, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"mean", "N * group = 2", "[2, 3]"});
  mean.emplace(Shape{2, 1});
  rstd.emplace(Shape{1});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"rstd", "N * group = 2", "[1]"});
  rstd.emplace(Shape{2});
  gamma.emplace(Shape{4});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gamma", "C = 3", "[4]"});
}

TEST_F(GroupNormBackwardChecks, ShapesOfOneNumberOfElements) {
  gradOut.emplace(Shape{24});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  input.emplace(Shape{6, 2, 2});
  gradInput.emplace(Shape{6, 2, 2});
  mean.emplace(Shape{2});
  rstd.emplace(Shape{1, 2, 1});
  gamma.emplace(Shape{1, 3, 1});
  gradGammaOut.emplace(Shape{1, 3, 1});
  gradBetaOut.emplace(Shape{1, 3, 1});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(GroupNormBackwardChecks, ShapeOfGradInput) {
  gradInput.emplace(Shape{2, 3, 5});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradInput", "the shape of input, [2, 3, 4]", "[2, 3, 5]"});
  gradInput.emplace(Shape{24});
  EXPECT_EQ(PhaseOne(), kInvalid);
  Mask(false, true, true);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(GroupNormBackwardChecks, ShapesOfGradGammaAndGradBeta) {
  for (auto [gradient, name] :
       {std::pair{&gradGammaOut, "gradGammaOut"}, std::pair{&gradBetaOut, "gradBetaOut"}}) {
    gradient->emplace(Shape{1, 3});
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({name, "the shape of gamma, [3]", "[1, 3]"});
    gradient->emplace(Shape{3});
  }
  gamma.reset();
  for (auto [gradient, name] :
       {std::pair{&gradGammaOut, "gradGammaOut"}, std::pair{&gradBetaOut, "gradBetaOut"}}) {
    gradient->emplace(Shape{1, 3});
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({name, "[C] = [3]", "[1, 3]"});
    gradient->emplace(Shape{3});
  }
}

TEST_F(GroupNormBackwardChecks, RanksFromZeroToEight) {
  Resize({}, 1);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  for (Tensor* tensor : {&mean, &rstd, &gamma, &gradGammaOut, &gradBetaOut}) {
    tensor->emplace(Shape{});
  }
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  Resize({2}, 1);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  Resize({2, 3}, 1);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  Resize({2, 3, 4, 1, 1, 1, 1, 1}, 1);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(GroupNormBackwardChecks, MoreThanEightDims) {
  Resize({2, 1}, 1);
  const std::array<Shape, 3> nine{Shape{2, 1, 1, 1, 1, 1, 1, 1, 1}, Shape{1, 2, 1, 1, 1, 1, 1, 1, 1},
                                  Shape(9, 1)};
  for (const auto& [tensor, name] : all) {
    Resize({2, 1}, 1);
    const bool perChannel = tensor == &gamma || tensor == &gradGammaOut || tensor == &gradBetaOut;
    tensor->emplace(perChannel ? nine[2] : tensor == &mean || tensor == &rstd ? nine[1] : nine[0]);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({name, "8 dims", "9 dims"});
  }
}

TEST_F(GroupNormBackwardChecks, EmptyTensors) {
  for (const Shape& shape : {Shape{0, 3, 4}, Shape{2, 0, 4}, Shape{2, 3, 0}}) {
    Resize(shape, 1);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  }
}

TEST_F(GroupNormBackwardChecks, FormatsAreLabels) {
  for (const aclFormat format :
       {ACL_FORMAT_NCHW, ACL_FORMAT_NHWC, ACL_FORMAT_ND, ACL_FORMAT_NCDHW, ACL_FORMAT_NCL}) {
    input.emplace(Shape{2, 3, 4}, ACL_FLOAT, format);
    gradInput.emplace(Shape{2, 3, 4}, ACL_FLOAT, format);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << format;
  }
  for (const auto& [tensor, name] : all) {
    AllOf(ACL_FLOAT);
    tensor->emplace(ShapeOf(tensor), ACL_FLOAT, ACL_FORMAT_NC1HWC0);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({name, "format"});
  }
}

TEST_F(GroupNormBackwardChecks, ViewsOutsideTheirStorage) {
  struct Case {
    Shape dims;
    Shape strides;
    int64_t offset;
    Shape storage;
  };
  const std::array<Case, 5> cases{{{{2, 3, 4}, {12, 4, 1}, 0, {23}},
                                   {{2, 3, 4}, {12, 4, 1}, 1, {2, 3, 4}},
                                   {{2, 3, 4}, {12, 4, -1}, 3, {2, 3, 4}},
                                   {{2, 3, 4}, {12, 4, 1}, -1, {2, 3, 4}},
                                   {{2, 3, 4}, {INT64_MAX, 4, 1}, 0, {2, 3, 4}}}};
  for (const Case& wrong : cases) {
    for (auto [tensor, name] : {std::pair{&gradOut, "gradOut"}, std::pair{&gradInput, "gradInput"}}) {
      AllOf(ACL_FLOAT);
      tensor->emplace(wrong.dims, wrong.strides.data(), wrong.offset, wrong.storage);
      EXPECT_EQ(PhaseOne(), kInvalid);
      ExpectMessage({name});
    }
  }
  const int64_t stride = 2;
  AllOf(ACL_FLOAT);
  gamma.emplace(Shape{3}, &stride, 0, Shape{4});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gamma", "storage"});
}

TEST_F(GroupNormBackwardChecks, OutputsThatOverlapThemselves) {
  const Shape strides{0, 4, 1};
  gradInput.emplace(Shape{2, 3, 4}, strides.data(), 0, Shape{2, 3, 4});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradInput", "one place"});
  gradInput.emplace(Shape{2, 3, 4});
  const int64_t none = 0;
  gradBetaOut.emplace(Shape{3}, &none, 0, Shape{3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradBetaOut", "one place"});
}

TEST_F(GroupNormBackwardChecks, ExpandedInputs) {
  const Shape strides{0, 0, 0};
  gradOut.emplace(Shape{2, 3, 4}, strides.data(), 0, Shape{1});
  input.emplace(Shape{2, 3, 4}, strides.data(), 0, Shape{1});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

// Expanded inputs reach sizes that no memory has; the workspace for them must not wrap around to a small one.
TEST_F(GroupNormBackwardChecks, WorkspaceOfAbsurdSizes) {
  const Shape strides{0, 0, 0};
  N = int64_t{1} << 60;
  C = 1;
  HxW = 7;
  for (Tensor* tensor : {&gradOut, &input}) {
    tensor->emplace(Shape{N, C, HxW}, strides.data(), 0, Shape{1});
  }
  for (Tensor* tensor : {&mean, &rstd}) {
    tensor->emplace(Shape{N, 1}, strides.data(), 0, Shape{1});
  }
  for (Tensor* tensor : {&gamma, &gradGammaOut, &gradBetaOut}) {
    tensor->emplace(Shape{1});
  }
  Mask(false, true, true);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnGroupNormBackwardGetWorkspaceSize(gradOut->Get(), input->Get(), mean->Get(), rstd->Get(),
                                                   gamma->Get(), N, C, HxW, group, mask->Get(), nullptr,
                                                   gradGammaOut->Get(), gradBetaOut->Get(), &size, &executor),
            ACL_SUCCESS);
  EXPECT_GE(size, uint64_t{1} << 62);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
}

// The product is settled once a process: each of these runs in one of its own.
class GroupNormBackwardSocDeathTest : public GroupNormBackwardChecks {
 protected:
  // Runs `accepts` in a process that emulates `socName`.
  template <typename Accepts>
  static void ExpectOn(const char* socName, const Accepts& accepts) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    setenv("OPENACLNN_SOC", socName, 1);  // NOLINT(concurrency-mt-unsafe): nothing else runs here
    EXPECT_EXIT(std::_Exit(accepts() ? 0 : 1), ::testing::ExitedWithCode(0), "");
    unsetenv("OPENACLNN_SOC");  // NOLINT(concurrency-mt-unsafe)
  }
};

TEST_F(GroupNormBackwardSocDeathTest, FloatParametersOfHalfDataOn950) {
  ExpectOn("Ascend950PR_9599", [&] {
    bool right = true;
    for (const aclDataType half : {ACL_FLOAT16, ACL_BF16}) {
      AllOf(half);
      for (Tensor* tensor : {&mean, &rstd}) {
        tensor->emplace(Shape{2, 1});
        right = right && PhaseOne() == ACL_SUCCESS;
      }
      for (Tensor* tensor : {&gamma, &gradGammaOut, &gradBetaOut}) {
        tensor->emplace(Shape{3});
        right = right && PhaseOne() == ACL_SUCCESS;
      }
      // Not gradOut's sisters, and no other type.
      input.emplace(Shape{2, 3, 4});
      right = right && PhaseOne() == kInvalid;
      AllOf(half);
      mean.emplace(Shape{2, 1}, half == ACL_BF16 ? ACL_FLOAT16 : ACL_BF16);
      right = right && PhaseOne() == kInvalid;
    }
    AllOf(ACL_FLOAT);
    gamma.emplace(Shape{3}, ACL_FLOAT16);
    return right && PhaseOne() == kInvalid;
  });
}

TEST_F(GroupNormBackwardSocDeathTest, NoBfloat16OnTheFirstGeneration) {
  ExpectOn("Ascend910B", [&] {
    AllOf(ACL_BF16);
    bool right = PhaseOne() == kInvalid;
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
      AllOf(dtype);
      right = right && PhaseOne() == ACL_SUCCESS;
    }
    return right;
  });
}

}  // namespace
}  // namespace openaclnn::testing
