// SPDX-License-Identifier: Apache-2.0
//
// The status table of the specification, row by row, and what a message must name.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 3> kFloatDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

// One call of phase one, valid until a test changes it.
class EmbeddingDenseBackwardChecks : public PhaseOneTest {
 protected:
  aclnnStatus PhaseOne() {
    return Call("aclnnEmbeddingDenseBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnEmbeddingDenseBackwardGetWorkspaceSize(GetOrNull(grad), GetOrNull(indices), numWeights,
                                                         paddingIdx, scaleGradByFreq, GetOrNull(out), size,
                                                         executor);
    });
  }

  std::optional<Descriptor> grad{std::in_place, Shape{4, 3}};
  std::optional<Descriptor> indices{std::in_place, Shape{4}, ACL_INT64};
  std::optional<Descriptor> out{std::in_place, Shape{10, 3}};
  uint64_t numWeights = 10;
  uint64_t paddingIdx = 1;
  bool scaleGradByFreq = false;
};

TEST_F(EmbeddingDenseBackwardChecks, TablesBeyondInt32) {
  for (const int64_t rows : {int64_t{1} << 31, int64_t{1} << 32, int64_t{1} << 40}) {
    numWeights = static_cast<uint64_t>(rows);
    out.emplace(Shape{rows, 3});
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << rows;
  }
}

TEST_F(EmbeddingDenseBackwardChecks, AcceptsTheValidCall) {
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  scaleGradByFreq = true;
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(EmbeddingDenseBackwardChecks, EachTensorNull) {
  struct Argument {
    std::optional<Descriptor>* tensor;
    const char* name;
    Shape shape;
    aclDataType dtype;
  };
  for (const Argument& argument :
       {Argument{&grad, "grad", {4, 3}, ACL_FLOAT}, Argument{&indices, "indices", {4}, ACL_INT64},
        Argument{&out, "out", {10, 3}, ACL_FLOAT}}) {
    argument.tensor->reset();
    EXPECT_EQ(PhaseOne(), kNullptr) << argument.name;
    ExpectMessage({argument.name, "null"});
    argument.tensor->emplace(argument.shape, argument.dtype);
  }
}

TEST_F(EmbeddingDenseBackwardChecks, NullWorkspaceSizeAndExecutorComeFirst) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnEmbeddingDenseBackwardGetWorkspaceSize(nullptr, nullptr, 10, 1, false, nullptr, nullptr,
                                                        &executor),
            kNullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("workspaceSize"), std::string::npos);
  EXPECT_EQ(
      aclnnEmbeddingDenseBackwardGetWorkspaceSize(nullptr, nullptr, 10, 1, false, nullptr, &size, nullptr),
      kNullptr);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("executor"), std::string::npos);
}

TEST_F(EmbeddingDenseBackwardChecks, NullComesBeforeInvalid) {
  grad.emplace(Shape{4, 3}, ACL_INT32);
  indices.emplace(Shape{2}, ACL_BF16);
  out.reset();
  EXPECT_EQ(PhaseOne(), kNullptr);
  ExpectMessage({"out", "null"});
}

TEST_F(EmbeddingDenseBackwardChecks, GradAndOutOfAnyFloatDtypes) {
  for (const aclDataType gradDtype : kFloatDtypes) {
    for (const aclDataType outDtype : kFloatDtypes) {
      grad.emplace(Shape{4, 3}, gradDtype);
      out.emplace(Shape{10, 3}, outDtype);
      EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << gradDtype << " " << outDtype;
    }
  }
}

TEST_F(EmbeddingDenseBackwardChecks, OtherDtypesOfGradAndOut) {
  for (const aclDataType dtype :
       {ACL_INT8, ACL_INT32, ACL_UINT8, ACL_INT16, ACL_UINT16, ACL_UINT32, ACL_INT64, ACL_UINT64, ACL_DOUBLE,
        ACL_BOOL, ACL_STRING, ACL_COMPLEX64, ACL_COMPLEX128, ACL_DT_UNDEFINED}) {
    grad.emplace(Shape{4, 3}, dtype);
    EXPECT_EQ(PhaseOne(), kInvalid) << dtype;
    ExpectMessage({"grad", "FLOAT, FLOAT16 or BFLOAT16"});
    grad.emplace(Shape{4, 3});
    out.emplace(Shape{10, 3}, dtype);
    EXPECT_EQ(PhaseOne(), kInvalid) << dtype;
    ExpectMessage({"out", "FLOAT, FLOAT16 or BFLOAT16"});
    out.emplace(Shape{10, 3});
  }
}

TEST_F(EmbeddingDenseBackwardChecks, DtypesOfIndices) {
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT32, ACL_INT64, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_BOOL}) {
    indices.emplace(Shape{4}, dtype);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << dtype;
  }
  for (const aclDataType dtype : {ACL_BF16, ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_STRING, ACL_COMPLEX64,
                                  ACL_COMPLEX128, ACL_DT_UNDEFINED}) {
    indices.emplace(Shape{4}, dtype);
    EXPECT_EQ(PhaseOne(), kInvalid) << dtype;
    ExpectMessage({"indices", "FLOAT, FLOAT16, DOUBLE, INT32, INT64, INT16, INT8, UINT8 or BOOL"});
  }
  indices.emplace(Shape{4}, ACL_BF16);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"got BFLOAT16"});
}

TEST_F(EmbeddingDenseBackwardChecks, DtypesAreCheckedInTheOrderOfTheArguments) {
  grad.emplace(Shape{4, 3}, ACL_INT32);
  indices.emplace(Shape{4}, ACL_BF16);
  out.emplace(Shape{9, 3}, ACL_INT32);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"grad: expected dtype"});
  grad.emplace(Shape{5, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"indices: expected dtype"});
  indices.emplace(Shape{4}, ACL_INT64);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"out: expected dtype"});
  out.emplace(Shape{9, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"indices: expected one for each row of grad = 5 elements", "[4]"});
  grad.emplace(Shape{4, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"out: expected shape", "[10, 3]", "[9, 3]"});
}

TEST_F(EmbeddingDenseBackwardChecks, MoreThanEightDims) {
  grad.emplace(Shape{1, 1, 1, 1, 1, 1, 1, 4, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"grad", "8 dims", "9 dims"});
  grad.emplace(Shape{4, 3});
  indices.emplace(Shape{1, 1, 1, 1, 1, 1, 1, 1, 4}, ACL_INT64);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"indices", "8 dims", "9 dims"});
  indices.emplace(Shape{4}, ACL_INT64);
  out.emplace(Shape{1, 1, 1, 1, 1, 1, 1, 10, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"out", "8 dims", "9 dims"});
}

TEST_F(EmbeddingDenseBackwardChecks, EveryRankUpToEight) {
  for (size_t rank = 1; rank <= 8; ++rank) {
    Shape gradShape(rank, 2);
    gradShape.back() = 3;
    grad.emplace(gradShape);
    indices.emplace(Shape(rank - 1, 2), ACL_INT64);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << rank;
  }
  grad.emplace(Shape{256, 3});
  indices.emplace(Shape(8, 2), ACL_INT64);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(EmbeddingDenseBackwardChecks, GradWithoutDims) {
  grad.emplace(Shape{});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"grad", "at least 1 dim", "0 dims"});
}

TEST_F(EmbeddingDenseBackwardChecks, OneIndexForEachRowWhateverTheShapes) {
  grad.emplace(Shape{4, 1, 3});
  indices.emplace(Shape{2, 2}, ACL_INT64);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  grad.emplace(Shape{4, 3, 3, 3, 3});
  indices.emplace(Shape{4, 3, 3, 3}, ACL_INT64);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  grad.emplace(Shape{1, 3});
  indices.emplace(Shape{1}, ACL_INT64);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  indices.emplace(Shape{}, ACL_INT64);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  grad.emplace(Shape{3});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(EmbeddingDenseBackwardChecks, CountOfIndicesThatDoesNotFitGrad) {
  for (const Shape& wrong : {Shape{4, 3}, Shape{2}, Shape{0}, Shape{}}) {
    indices.emplace(wrong, ACL_INT64);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"indices", "one for each row of grad = 4 elements"});
  }
  grad.emplace(Shape{0, 3});
  indices.emplace(Shape{1}, ACL_INT64);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"indices", "= 0 elements", "[1]"});
}

TEST_F(EmbeddingDenseBackwardChecks, EmptyGradAndIndices) {
  grad.emplace(Shape{0, 3});
  indices.emplace(Shape{5, 0}, ACL_INT64);
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  out.emplace(Shape{0, 3});
  numWeights = 0;
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(EmbeddingDenseBackwardChecks, RowsOfNoElementsAreNotCounted) {
  grad.emplace(Shape{4, 3, 3, 3, 0});
  indices.emplace(Shape{7}, ACL_INT64);
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"out", "[10, 0]", "[10, 3]"});
  out.emplace(Shape{10, 0});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(EmbeddingDenseBackwardChecks, ShapeOfOut) {
  for (const Shape& wrong :
       {Shape{9, 3}, Shape{10, 2}, Shape{3, 10}, Shape{30}, Shape{10, 3, 1}, Shape{1, 10, 3}, Shape{}}) {
    out.emplace(wrong);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"out", "[numWeights, last dim of grad] = [10, 3]"});
  }
}

TEST_F(EmbeddingDenseBackwardChecks, NumWeights) {
  numWeights = 0;
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"out", "[0, 3]"});
  out.emplace(Shape{0, 3});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
  for (const uint64_t absurd : {uint64_t{1} << 63, UINT64_MAX}) {
    numWeights = absurd;
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"numWeights", "below 2^63"});
  }
}

TEST_F(EmbeddingDenseBackwardChecks, AnyPaddingIdx) {
  for (const uint64_t padding : {uint64_t{0}, uint64_t{9}, uint64_t{10}, UINT64_MAX, uint64_t{1} << 63}) {
    paddingIdx = padding;
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << padding;
  }
}

TEST_F(EmbeddingDenseBackwardChecks, StridedGrad) {
  const Shape strides{1, 4};
  grad.emplace(Shape{4, 3}, strides.data(), 0, Shape{3, 4});
  EXPECT_EQ(PhaseOne(), ACL_SUCCESS);
}

TEST_F(EmbeddingDenseBackwardChecks, FormatsAreLabels) {
  for (const aclFormat format :
       {ACL_FORMAT_NCHW, ACL_FORMAT_NHWC, ACL_FORMAT_ND, ACL_FORMAT_NCDHW, ACL_FORMAT_NCL}) {
    grad.emplace(Shape{4, 3}, ACL_FLOAT, format);
    indices.emplace(Shape{4}, ACL_INT64, format);
    out.emplace(Shape{10, 3}, ACL_FLOAT, format);
    EXPECT_EQ(PhaseOne(), ACL_SUCCESS) << format;
  }
}

TEST_F(EmbeddingDenseBackwardChecks, PrivateFormats) {
  for (const aclFormat format : {ACL_FORMAT_NC1HWC0, ACL_FORMAT_FRACTAL_NZ, ACL_FORMAT_NDC1HWC0}) {
    grad.emplace(Shape{4, 3}, ACL_FLOAT, format);
    EXPECT_EQ(PhaseOne(), kInvalid) << format;
    ExpectMessage({"grad", "format"});
    grad.emplace(Shape{4, 3});
    indices.emplace(Shape{4}, ACL_INT64, format);
    EXPECT_EQ(PhaseOne(), kInvalid) << format;
    ExpectMessage({"indices", "format"});
    indices.emplace(Shape{4}, ACL_INT64);
    out.emplace(Shape{10, 3}, ACL_FLOAT, format);
    EXPECT_EQ(PhaseOne(), kInvalid) << format;
    ExpectMessage({"out", "format"});
    out.emplace(Shape{10, 3});
  }
}

// Views that reach outside their storage, or are nonsense, are refused before anything could follow them.
TEST_F(EmbeddingDenseBackwardChecks, ViewsOutsideTheirStorage) {
  struct Case {
    Shape dims;
    Shape strides;
    int64_t offset;
    Shape storage;
  };
  const std::array<Case, 6> cases{{{{4, 3}, {3, 1}, 0, {11}},
                                   {{4, 3}, {3, 1}, 1, {4, 3}},
                                   {{4, 3}, {3, -1}, 2, {4, 3}},
                                   {{4, 3}, {3, 1}, -1, {4, 3}},
                                   {{4, 3}, {INT64_MAX, 1}, 0, {4, 3}},
                                   {{-4, 3}, {3, 1}, 0, {4, 3}}}};
  for (const Case& wrong : cases) {
    grad.emplace(wrong.dims, wrong.strides.data(), wrong.offset, wrong.storage);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"grad"});
    grad.emplace(Shape{4, 3});
    indices.emplace(wrong.dims, wrong.strides.data(), wrong.offset, wrong.storage, ACL_INT64);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"indices"});
    indices.emplace(Shape{4}, ACL_INT64);
    out.emplace(wrong.dims, wrong.strides.data(), wrong.offset, wrong.storage);
    EXPECT_EQ(PhaseOne(), kInvalid);
    ExpectMessage({"out"});
    out.emplace(Shape{10, 3});
  }
}

TEST_F(EmbeddingDenseBackwardChecks, OutputThatOverlapsItself) {
  const Shape strides{0, 1};
  out.emplace(Shape{10, 3}, strides.data(), 0, Shape{10, 3});
  EXPECT_EQ(PhaseOne(), kInvalid);
  ExpectMessage({"out", "one place"});
}

// Expanded views can count more elements than any memory holds: no size may wrap around.
TEST_F(EmbeddingDenseBackwardChecks, AsksForNoLittleWorkspaceWhereAllWouldNotDo) {
  for (const int64_t rows : {int64_t{1} << 40, int64_t{1} << 55, int64_t{1} << 60}) {
    const Shape gradStrides{0, 1};
    const Shape indexStrides{0};
    grad.emplace(Shape{rows, 3}, gradStrides.data(), 0, Shape{3});
    indices.emplace(Shape{rows}, indexStrides.data(), 0, Shape{1}, ACL_INT64);
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad->Get(), indices->Get(), numWeights, paddingIdx,
                                                          scaleGradByFreq, out->Get(), &size, &executor),
              ACL_SUCCESS);
    EXPECT_GE(size, uint64_t{1} << 44);
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
  }
}

}  // namespace
}  // namespace openaclnn::testing
