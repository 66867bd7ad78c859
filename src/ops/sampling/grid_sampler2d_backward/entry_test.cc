// SPDX-License-Identifier: Apache-2.0
//
// The status table of the specification, row by row, and what a message must name.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "tests/support/device.h"
#include "tests/support/phase_one_checks.h"

namespace openaclnn::testing {
namespace {

// One call of phase one, valid until a test changes it.
class GridSampler2DBackwardChecks : public PhaseOneChecks {
 protected:
  struct Argument {
    const char* name;
    std::optional<Descriptor>* tensor;
    Shape shape;
  };

  aclnnStatus PhaseOne() {
    return Call("aclnnGridSampler2DBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGridSampler2DBackwardGetWorkspaceSize(
          GetOrNull(gradOutput), GetOrNull(input), GetOrNull(grid), interpolationMode, paddingMode,
          alignCorners, outputMask ? outputMask->Get() : nullptr, GetOrNull(inputGrad), GetOrNull(gridGrad),
          size, executor);
    });
  }

  std::vector<Argument> Arguments() {
    return {{"gradOutput", &gradOutput, {1, 1, 3, 3}},
            {"input", &input, {1, 1, 5, 8}},
            {"grid", &grid, {1, 3, 3, 2}},
            {"inputGrad", &inputGrad, {1, 1, 5, 8}},
            {"gridGrad", &gridGrad, {1, 3, 3, 2}}};
  }

  void SetAll(aclDataType dtype) {
    for (const Argument& argument : Arguments()) {
      argument.tensor->emplace(argument.shape, dtype);
    }
  }

  void SetShapes(const Shape& gradOutputShape, const Shape& inputShape, const Shape& gridShape) {
    gradOutput.emplace(gradOutputShape);
    input.emplace(inputShape);
    grid.emplace(gridShape);
    inputGrad.emplace(inputShape);
    gridGrad.emplace(gridShape);
  }

  std::optional<Descriptor> gradOutput{std::in_place, Shape{1, 1, 3, 3}};
  std::optional<Descriptor> input{std::in_place, Shape{1, 1, 5, 8}};
  std::optional<Descriptor> grid{std::in_place, Shape{1, 3, 3, 2}};
  std::optional<Descriptor> inputGrad{std::in_place, Shape{1, 1, 5, 8}};
  std::optional<Descriptor> gridGrad{std::in_place, Shape{1, 3, 3, 2}};
  int64_t interpolationMode = 0;
  int64_t paddingMode = 0;
  bool alignCorners = false;
  std::optional<BoolArray> outputMask{BoolArray{true, true}};
};

TEST_F(GridSampler2DBackwardChecks, AcceptsTheValidCall) {
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

// Also where the mask does not ask for the output.
TEST_F(GridSampler2DBackwardChecks, EachTensorNull) {
  for (const bool asked : {true, false}) {
    outputMask.emplace(BoolArray{asked, asked});
    for (const Argument& argument : Arguments()) {
      argument.tensor->reset();
      EXPECT_EQ(PhaseOne(), kNullptr) << argument.name;
      ExpectMessage({(std::string(argument.name) + ":").c_str(), "null"});
      argument.tensor->emplace(argument.shape);
    }
  }
}

TEST_F(GridSampler2DBackwardChecks, NullOutputMask) {
  outputMask.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"outputMask", "null"});
}

TEST_F(GridSampler2DBackwardChecks, NullWorkspaceSizeAndExecutorComeFirst) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnGridSampler2DBackwardGetWorkspaceSize(nullptr, nullptr, nullptr, 7, 7, false, nullptr,
                                                       nullptr, nullptr, nullptr, &executor),
            kNullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("workspaceSize"), std::string::npos);
  EXPECT_EQ(aclnnGridSampler2DBackwardGetWorkspaceSize(nullptr, nullptr, nullptr, 7, 7, false, nullptr,
                                                       nullptr, nullptr, &size, nullptr),
            kNullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("executor"), std::string::npos);
}

TEST_F(GridSampler2DBackwardChecks, NullComesBeforeInvalid) {
  SetAll(ACL_INT32);
  interpolationMode = 9;
  paddingMode = -1;
  gridGrad.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  gridGrad.emplace(Shape{1, 3, 3, 2});
  outputMask.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
}

TEST_F(GridSampler2DBackwardChecks, FloatDtypesAlone) {
  ExpectFloatsAlone([&](aclDataType dtype) { SetAll(dtype); }, [&] { return PhaseOne(); },
                    "input: expected dtype FLOAT, FLOAT16 or BFLOAT16");
}

TEST_F(GridSampler2DBackwardChecks, OneTensorOfAnotherDtype) {
  for (const Argument& argument : Arguments()) {
    for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_DOUBLE, ACL_BOOL}) {
      argument.tensor->emplace(argument.shape, dtype);
      EXPECT_EQ(PhaseOne(), kInvalid) << argument.name << ' ' << dtype;
      // If it is input that differs, the first of the others is named, unless input's is none that there is.
      const bool isInput = std::string(argument.name) == "input";
      const bool isAdmitted = dtype == ACL_FLOAT16 || dtype == ACL_BF16;
      if (isInput && !isAdmitted) {
        ExpectMessage({"input: expected dtype FLOAT, FLOAT16 or BFLOAT16"});
      } else {
        ExpectMessage({isInput ? "gradOutput:" : (std::string(argument.name) + ":").c_str(),
                       "the dtype of input", "FLOAT"});
      }
    }
    argument.tensor->emplace(argument.shape);
  }
}

TEST_F(GridSampler2DBackwardChecks, InterpolationMode) {
  for (const int64_t valid : {0, 1}) {
    interpolationMode = valid;
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  }
  for (const int64_t invalid : {int64_t{-1}, int64_t{2}, int64_t{3}, INT64_MIN, INT64_MAX}) {
    interpolationMode = invalid;
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"interpolationMode", "0 (bilinear) or 1 (nearest)", std::to_string(invalid).c_str()});
  }
}

TEST_F(GridSampler2DBackwardChecks, PaddingMode) {
  for (const int64_t valid : {0, 1, 2}) {
    paddingMode = valid;
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  }
  for (const int64_t invalid : {int64_t{-1}, int64_t{3}, INT64_MIN, INT64_MAX}) {
    paddingMode = invalid;
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage(
        {"paddingMode", "0 (zeros), 1 (border) or 2 (reflection)", std::to_string(invalid).c_str()});
  }
}

TEST_F(GridSampler2DBackwardChecks, EveryModeWithEveryMask) {
  for (const int64_t interpolation : {0, 1}) {
    for (const int64_t padding : {0, 1, 2}) {
      for (const int bits : {0, 1, 2, 3}) {
        interpolationMode = interpolation;
        paddingMode = padding;
        alignCorners = !alignCorners;
        outputMask.emplace(BoolArray{(bits & 1) != 0, (bits & 2) != 0});
        EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
      }
    }
  }
}

TEST_F(GridSampler2DBackwardChecks, NotFourDims) {
  for (const Argument& argument : Arguments()) {
    Shape shape = argument.shape;
    for (const Shape& wrong : {Shape{}, Shape{shape[1], shape[2], shape[3]},
                               Shape{1, shape[0], shape[1], shape[2], shape[3]}, Shape(9, 1)}) {
      argument.tensor->emplace(wrong);
      EXPECT_EQ(PhaseOne(), kInvalid) << argument.name << ' ' << wrong.size();
      ExpectMessage({(std::string(argument.name) + ":").c_str()});
      const bool isOutput = argument.tensor == &inputGrad || argument.tensor == &gridGrad;
      if (!isOutput) {
        ExpectMessage({"4 dims", ("got " + std::to_string(wrong.size())).c_str()});
      }
    }
    argument.tensor->emplace(argument.shape);
  }
}

TEST_F(GridSampler2DBackwardChecks, BatchesThatDiffer) {
  grid.emplace(Shape{2, 3, 3, 2});
  gridGrad.emplace(Shape{2, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"grid:", "dim 0", "N of input = 1", "got 2"});
  SetShapes({2, 1, 3, 3}, {1, 1, 5, 8}, {1, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradOutput:", "dim 0", "N of input = 1", "got 2"});
  SetShapes({1, 1, 3, 3}, {2, 1, 5, 8}, {1, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"N of input = 2", "got 1"});
}

TEST_F(GridSampler2DBackwardChecks, ChannelsThatDiffer) {
  SetShapes({1, 2, 3, 3}, {1, 1, 5, 8}, {1, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradOutput:", "dim 1", "C of input = 1", "got 2"});
  SetShapes({1, 1, 3, 3}, {1, 4, 5, 8}, {1, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradOutput:", "C of input = 4", "got 1"});
}

TEST_F(GridSampler2DBackwardChecks, SamplesThatDiffer) {
  SetShapes({1, 1, 3, 3}, {1, 1, 5, 8}, {1, 4, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"grid:", "dim 1", "dim 2 of gradOutput = 3", "got 4"});
  SetShapes({1, 1, 3, 2}, {1, 1, 5, 8}, {1, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"grid:", "dim 2", "dim 3 of gradOutput = 2", "got 3"});
}

TEST_F(GridSampler2DBackwardChecks, InputWithoutPixels) {
  SetShapes({1, 1, 3, 3}, {1, 1, 5, 0}, {1, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"input:", "greater than 0", "[1, 1, 5, 0]"});
  SetShapes({1, 1, 3, 3}, {1, 1, 0, 8}, {1, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"input:", "greater than 0", "[1, 1, 0, 8]"});
  SetShapes({0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
}

TEST_F(GridSampler2DBackwardChecks, GridWithoutPairs) {
  for (const int64_t last : {0, 1, 3}) {
    SetShapes({1, 1, 3, 3}, {1, 1, 5, 8}, {1, 3, 3, last});
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"grid:", "dim 3", "(x, y) = 2", ("got " + std::to_string(last)).c_str()});
  }
}

TEST_F(GridSampler2DBackwardChecks, OutputsOfAnotherShape) {
  for (const bool asked : {true, false}) {
    outputMask.emplace(BoolArray{asked, asked});
    for (const Shape& wrong : {Shape{1, 1, 5, 9}, Shape{1, 1, 8, 5}, Shape{1, 2, 5, 8}, Shape{1, 1, 40, 1}}) {
      inputGrad.emplace(wrong);
      EXPECT_EQ(PhaseOne(), kInvalid);
      ExpectMessage({"inputGrad:", "the shape of input", "[1, 1, 5, 8]"});
    }
    inputGrad.emplace(Shape{1, 1, 5, 8});
    for (const Shape& wrong : {Shape{1, 3, 3, 3}, Shape{1, 9, 1, 2}, Shape{2, 3, 3, 2}}) {
      gridGrad.emplace(wrong);
      EXPECT_EQ(PhaseOne(), kInvalid);
      ExpectMessage({"gridGrad:", "the shape of grid", "[1, 3, 3, 2]"});
    }
    gridGrad.emplace(Shape{1, 3, 3, 2});
  }
}

TEST_F(GridSampler2DBackwardChecks, MaskSize) {
  outputMask.emplace(BoolArray{});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"outputMask", "2 values", "got 0"});
  outputMask.emplace(BoolArray{true});
  EXPECT_EQ(PhaseOne(), kInvalid);
  outputMask.emplace(BoolArray{true, false, true});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"outputMask", "2 values", "got 3"});
}

TEST_F(GridSampler2DBackwardChecks, NothingAskedForNeedsNoWorkspace) {
  uint64_t size = 1;
  aclOpExecutor* executor = nullptr;
  const BoolArray none{false, false};
  ASSERT_EQ(aclnnGridSampler2DBackwardGetWorkspaceSize(gradOutput->Get(), input->Get(), grid->Get(), 0, 0,
                                                       true, none.Get(), inputGrad->Get(), gridGrad->Get(),
                                                       &size, &executor),
            ACL_SUCCESS);
  EXPECT_EQ(size, 0U);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
}

TEST_F(GridSampler2DBackwardChecks, ManyChannels) {
  SetShapes({1, 4096, 3, 3}, {1, 4096, 5, 8}, {1, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(GridSampler2DBackwardChecks, EmptyTensors) {
  SetShapes({0, 2, 3, 3}, {0, 2, 5, 8}, {0, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  SetShapes({2, 0, 3, 3}, {2, 0, 5, 8}, {2, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  SetShapes({2, 2, 0, 3}, {2, 2, 5, 8}, {2, 0, 3, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  SetShapes({2, 2, 3, 0}, {2, 2, 5, 8}, {2, 3, 0, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  // However large the other dims are.
  const int64_t huge = int64_t{1} << 40;
  SetShapes({2, 0, 3, 3}, {2, 0, huge, huge}, {2, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  SetShapes({0, 2, huge, huge}, {0, 2, huge, huge}, {0, huge, huge, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

// Far more than any memory: planned without overflow, as phase one allocates nothing.
TEST_F(GridSampler2DBackwardChecks, EnormousTensors) {
  SetShapes({1, 1, int64_t{1} << 28, int64_t{1} << 28}, {1, 1, 5, 8},
            {1, int64_t{1} << 28, int64_t{1} << 28, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  SetShapes({1, 1 << 20, 3, 3}, {1, 1 << 20, 1 << 18, 1 << 18}, {1, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  SetShapes({1, 1, 3, 3}, {1, 1, int64_t{1} << 40, int64_t{1} << 40}, {1, 3, 3, 2});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"input:", "2^63"});
}

TEST_F(GridSampler2DBackwardChecks, FormatsAreLabels) {
  for (const Argument& argument : Arguments()) {
    for (const aclFormat format : {ACL_FORMAT_NCHW, ACL_FORMAT_NHWC, ACL_FORMAT_HWCN, ACL_FORMAT_ND}) {
      argument.tensor->emplace(argument.shape, ACL_FLOAT, format);
      EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << argument.name << ' ' << format;
    }
    for (const aclFormat format : {ACL_FORMAT_NC1HWC0, ACL_FORMAT_FRACTAL_NZ}) {
      argument.tensor->emplace(argument.shape, ACL_FLOAT, format);
      EXPECT_EQ(PhaseOne(), kInvalid) << argument.name << ' ' << format;
      ExpectMessage({(std::string(argument.name) + ":").c_str(), "format"});
    }
    argument.tensor->emplace(argument.shape);
  }
}

TEST_F(GridSampler2DBackwardChecks, NonContiguousViews) {
  const Shape transposed{40, 40, 1, 5};
  input.emplace(Shape{1, 1, 5, 8}, transposed.data(), 0, Shape{1, 1, 8, 5});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  inputGrad.emplace(Shape{1, 1, 5, 8}, transposed.data(), 3, Shape{43});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  const Shape expanded{0, 0, 0, 0};
  gradOutput.emplace(Shape{1, 1, 3, 3}, expanded.data(), 0, Shape{1});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

// Views that reach outside their storage, or are nonsense, are refused before anything could follow them.
TEST_F(GridSampler2DBackwardChecks, ViewsOutsideTheirStorage) {
  struct Case {
    Shape strides;
    int64_t offset;
    int64_t missing;  // elements that the storage lacks
  };
  const std::array<Case, 5> cases{{{{24, 24, 3, 1}, 0, 1},
                                   {{24, 24, 3, 1}, 2, 1},
                                   {{24, 24, 3, -1}, 2, 0},
                                   {{24, 24, 3, 1}, -1, 0},
                                   {{24, 24, INT64_MAX, 1}, 0, 0}}};
  for (const Argument& argument : Arguments()) {
    for (const Case& wrong : cases) {
      Shape strides = wrong.strides;
      int64_t extent = wrong.offset + 1;
      for (size_t d = 0; d < 4 && strides[2] != INT64_MAX; ++d) {
        extent += (argument.shape[d] - 1) * strides[d];
      }
      const Shape storage{extent - wrong.missing};
      argument.tensor->emplace(argument.shape, strides.data(), wrong.offset, storage);
      EXPECT_EQ(PhaseOne(), kInvalid) << argument.name;
      ExpectMessage({(std::string(argument.name) + ":").c_str()});
    }
    argument.tensor->emplace(Shape{1, -1, 3, 3});
    EXPECT_EQ(PhaseOne(), kInvalid) << argument.name;
    argument.tensor->emplace(argument.shape);
  }
}

TEST_F(GridSampler2DBackwardChecks, OutputsThatOverlapThemselves) {
  const Shape strides{40, 40, 0, 1};
  inputGrad.emplace(Shape{1, 1, 5, 8}, strides.data(), 0, Shape{40});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"inputGrad:", "one place"});
  inputGrad.emplace(Shape{1, 1, 5, 8});
  gridGrad.emplace(Shape{1, 3, 3, 2}, strides.data(), 0, Shape{82});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gridGrad:", "one place"});
}

// Of several mistakes the first in the documented order is the one that is named.
TEST_F(GridSampler2DBackwardChecks, OrderOfTheChecks) {
  outputMask.emplace(BoolArray{true});
  gridGrad.emplace(Shape{1, 3, 3, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gridGrad:"});
  grid.emplace(Shape{1, 4, 3, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"grid:", "dim 1"});
  input.emplace(Shape{1, 2, 5, 0});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradOutput:", "C of input"});
  input.emplace(Shape{1, 5, 8});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"input:", "4 dims"});
  paddingMode = 3;
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"paddingMode:"});
  interpolationMode = 3;
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"interpolationMode:"});
  input.emplace(Shape{1, 5, 8}, ACL_FLOAT16);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"gradOutput:", "dtype"});
}

}  // namespace
}  // namespace openaclnn::testing
