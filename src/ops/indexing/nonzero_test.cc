// SPDX-License-Identifier: Apache-2.0
//
// aclnnNonzero, aclnnNonzeroV2 and aclnnMaskedSelect against loops over all elements: values, the shape that
// the output has afterwards, what is left as it was; and their statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_masked_select.h"
#include "aclnnop/aclnn_nonzero.h"
#include "aclnnop/aclnn_nonzero_v2.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/view_shape.h"

namespace openaclnn::testing {
namespace {

// The first elements of an output are those, or the first of each of its rows; the others were not written.
void ExpectFirst(const DeviceTensor& out, const std::vector<double>& expected, size_t rows = 1) {
  const std::vector<double> all = out.Read().values;
  const double unwritten = DeviceTensor::Output({1}, out.Dtype()).Read().values[0];
  ASSERT_LE(expected.size(), all.size());
  const size_t columns = all.size() / rows;
  const size_t found = expected.size() / rows;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i % columns < found) {
      ASSERT_EQ(all[i], expected[i / columns * found + i % columns]) << i;
    } else {
      ASSERT_TRUE(IsUnwritten(all[i]) || all[i] == unwritten) << i;
    }
  }
  EXPECT_TRUE(out.CanariesIntact());
}

void ExpectNonzero(const Array& self, aclDataType dtype, const Layout& layout = {},
                   const Layout& outLayout = {}) {
  SCOPED_TRACE("self " + ::testing::PrintToString(self.shape));
  const auto rank = static_cast<int64_t>(self.shape.size());
  const DeviceTensor input(self, dtype, layout);
  std::vector<Shape> found;
  for (int64_t i = 0; i < NumElements(self.shape); ++i) {
    if (self.values[static_cast<size_t>(i)] != 0) {
      found.push_back(IndexOf(self.shape, i));
    }
  }
  const auto count = static_cast<int64_t>(found.size());
  for (const bool byDim : {false, true}) {
    SCOPED_TRACE(byDim);
    const int64_t elements = NumElements(self.shape);
    const DeviceTensor out =
        DeviceTensor::Output(byDim ? Shape{rank, elements} : Shape{elements, rank}, ACL_INT64, outLayout);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return byDim ? aclnnNonzeroV2GetWorkspaceSize(input.Get(), out.Get(), size, executor)
                                 : aclnnNonzeroGetWorkspaceSize(input.Get(), out.Get(), size, executor);
                  },
                  byDim ? aclnnNonzeroV2 : aclnnNonzero),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(ShapeOf(out.Get()), byDim ? (Shape{rank, count}) : (Shape{count, rank}));
    std::vector<double> expected;
    for (int64_t i = 0; i < count * rank; ++i) {
      const int64_t element = byDim ? i % count : i / rank;
      const int64_t dim = byDim ? i / count : i % rank;
      expected.push_back(static_cast<double>(found[static_cast<size_t>(element)][static_cast<size_t>(dim)]));
    }
    ExpectFirst(out, expected, byDim && !outLayout.order.empty() ? self.shape.size() : 1);
  }
}

TEST(Nonzero, EveryTypeAndLayout) {
  Random random(3);
  for (const aclDataType dtype : kElementDtypes) {
    ExpectNonzero(random.Integers({9, 17}, dtype, 0, 2), dtype);
    ExpectNonzero(random.Integers({300}, dtype, 0, 2), dtype);
    ExpectNonzero(random.Integers({5, 6, 7}, dtype, 0, 2), dtype, Layout::Transposed(3));
  }
  ExpectNonzero(random.Integers({2, 2, 2, 2, 2, 2, 2, 2}, ACL_FLOAT, 0, 2), ACL_FLOAT);
  ExpectNonzero(random.Integers({41, 1001}, ACL_FLOAT, 0, 2), ACL_FLOAT);
  ExpectNonzero(random.Integers({41, 1001}, ACL_INT8, 0, 2), ACL_INT8, Layout::Stepped({1, 2}).WithOffset(3));
  ExpectNonzero(random.Integers({30, 40}, ACL_BOOL, 0, 2), ACL_BOOL, {}, Layout::Transposed(2));
  ExpectNonzero(Full({70000}, 0), ACL_FLOAT);
  ExpectNonzero(Full({70000}, 1), ACL_UINT8);
  ExpectNonzero(Full({3, 0}, 1), ACL_FLOAT);
  ExpectNonzero(Full({}, 1), ACL_FLOAT);
  ExpectNonzero(Full({}, 0), ACL_FLOAT);
}

TEST(Nonzero, OfATensorWithoutDims) {
  const DeviceTensor self(Full({}, 5), ACL_FLOAT);
  for (const int64_t room : {0, 1}) {
    const DeviceTensor out = DeviceTensor::Output({room, 0}, ACL_INT64);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnNonzeroGetWorkspaceSize(self.Get(), out.Get(), size, executor);
                  },
                  aclnnNonzero),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(ShapeOf(out.Get()), (Shape{1, 0}));
  }
}

TEST(Nonzero, NanIsNotZeroAndMinusZeroIs) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const DeviceTensor self(Array{{4}, {-0.0, std::nan(""), 0.0, INFINITY}}, dtype);
    const DeviceTensor out = DeviceTensor::Output({4, 1}, ACL_INT64);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnNonzeroGetWorkspaceSize(self.Get(), out.Get(), size, executor);
                  },
                  aclnnNonzero),
              ACL_SUCCESS);
    ExpectFirst(out, {1, 3});
  }
}

void ExpectSelect(const Array& self, const Array& mask, aclDataType dtype, aclDataType maskDtype = ACL_BOOL,
                  const Layout& layout = {}, const Layout& outLayout = {}) {
  SCOPED_TRACE("self " + ::testing::PrintToString(self.shape) + ", mask " +
               ::testing::PrintToString(mask.shape));
  const auto shape = BroadcastShape(self.shape, mask.shape);
  const DeviceTensor input(self, dtype, layout);
  const DeviceTensor truth(mask, maskDtype);
  const DeviceTensor out = DeviceTensor::Output({NumElements(shape)}, dtype, outLayout);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnMaskedSelectGetWorkspaceSize(input.Get(), truth.Get(), out.Get(), size,
                                                           executor);
                },
                aclnnMaskedSelect),
            ACL_SUCCESS)
      << LastMessage();
  std::vector<double> expected;
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    if (BroadcastAt(mask, IndexOf(shape, i)) != 0) {
      expected.push_back(BroadcastAt(self, IndexOf(shape, i)));
    }
  }
  EXPECT_EQ(ShapeOf(out.Get()), (Shape{static_cast<int64_t>(expected.size())}));
  ExpectFirst(out, expected);
}

TEST(MaskedSelect, EveryTypeShapeAndLayout) {
  Random random(5);
  const auto truths = [&](const Shape& shape) { return random.Integers(shape, ACL_BOOL, 0, 2); };
  const auto numbers = [&](const Shape& shape, aclDataType dtype) {
    return random.Integers(shape, dtype, 0, dtype == ACL_BOOL ? 2 : 100);
  };
  for (const aclDataType dtype : kElementDtypes) {
    ExpectSelect(numbers({9, 17}, dtype), truths({9, 17}), dtype);
    ExpectSelect(numbers({9, 17}, dtype), truths({17}), dtype, ACL_UINT8);
    ExpectSelect(numbers({5, 6, 7}, dtype), truths({6, 1}), dtype, ACL_BOOL, Layout::Transposed(3));
  }
  ExpectSelect(numbers({41, 1001}, ACL_FLOAT), truths({41, 1001}), ACL_FLOAT);
  ExpectSelect(numbers({41, 1001}, ACL_BF16), truths({41, 1001}), ACL_BF16, ACL_BOOL, Layout::Transposed(2));
  ExpectSelect(numbers({41, 1001}, ACL_INT64), truths({41, 1}), ACL_INT64, ACL_BOOL, {},
               Layout::Stepped({2}).WithOffset(1));
  ExpectSelect(numbers({1}, ACL_FLOAT), truths({3, 100}), ACL_FLOAT);
  ExpectSelect(numbers({}, ACL_FLOAT), Full({}, 1), ACL_FLOAT);
  ExpectSelect(Full({0, 3}, 1), truths({3}), ACL_FLOAT);
}

// ---- The shape that the data decide

TEST(ResultShape, TheTensorMayBeGone) {
  const DeviceTensor self(Full({100}, 1), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({100, 1}, ACL_INT64);
  const Shape shape{100, 1};
  aclTensor* tensor =
      aclCreateTensor(shape.data(), 2, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, shape.data(), 2, out.Data());
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnNonzeroGetWorkspaceSize(self.Get(), tensor, &size, &executor), ACL_SUCCESS);
  ASSERT_EQ(aclDestroyTensor(tensor), ACL_SUCCESS);
  const DeviceTensor workspace = DeviceTensor::Output({static_cast<int64_t>(size)}, ACL_UINT8);
  ASSERT_EQ(aclnnNonzero(workspace.Data(), size, executor, Runtime::Stream()), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(Runtime::Stream()), ACL_SUCCESS);
  EXPECT_EQ(out.Read().values[99], 99);
}

TEST(ResultShape, IsThatOfTheTensorFromThenOn) {
  const DeviceTensor self(Array{{4}, {0, 5, 0, 7}}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({4, 1}, ACL_INT64);
  const auto phaseOne = [&](uint64_t* size, aclOpExecutor** executor) {
    return aclnnNonzeroGetWorkspaceSize(self.Get(), out.Get(), size, executor);
  };
  ASSERT_EQ(RunTwoPhase(phaseOne, aclnnNonzero), ACL_SUCCESS);
  EXPECT_EQ(ShapeOf(out.Get()), (Shape{2, 1}));
  EXPECT_EQ(RunTwoPhase(phaseOne, aclnnNonzero), ACL_SUCCESS) << "its room is that of the result";
}

// ---- Room

// Phase one of an operator with an output of `room` elements.
using PlanRoom = std::function<aclnnStatus(aclTensor* out, uint64_t* size, aclOpExecutor** executor)>;

// Two elements are found, with `room` for fewer, as many, or more.
void ExpectRoom(const PlanRoom& plan, PhaseTwo run, const std::function<Shape(int64_t)>& shapeFor,
                aclDataType dtype, const std::vector<double>& expected) {
  for (const int64_t room : {0, 1, 2, 3}) {
    SCOPED_TRACE(room);
    const DeviceTensor out = DeviceTensor::Output(shapeFor(room), dtype);
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) { return plan(out.Get(), size, executor); }, run);
    if (room < 2) {
      EXPECT_EQ(status, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
      EXPECT_NE(LastMessage().find("out: expected room for the 2 elements"), std::string::npos)
          << LastMessage();
      ExpectFirst(out, {});
    } else {
      EXPECT_EQ(status, ACL_SUCCESS) << LastMessage();
      EXPECT_EQ(ShapeOf(out.Get()), shapeFor(2));
      ExpectFirst(out, expected);
    }
  }
}

// An output with strides that lies in the input: what is computed elsewhere first has the same places.
TEST(Nonzero, OverTheInput) {
  const DeviceTensor memory(MakeArray({12}, {5, 0, 7, 1, 0, 2, 9, 9, 9, 9, 9, 9}), ACL_INT64);
  const Shape dims{6, 1};
  const Shape outDims{2, 6};
  const Shape strides{1, 2};
  const int64_t storage = 12;
  aclTensor* const self = aclCreateTensor(dims.data(), dims.size(), ACL_INT64, nullptr, 0, ACL_FORMAT_ND,
                                          &storage, 1, memory.Data());
  aclTensor* const out = aclCreateTensor(outDims.data(), outDims.size(), ACL_INT64, strides.data(), 0,
                                         ACL_FORMAT_ND, &storage, 1, memory.Data());
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnNonzeroV2GetWorkspaceSize(self, out, size, executor);
                },
                aclnnNonzeroV2),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(ShapeOf(out), (Shape{2, 4}));
  const std::vector<double> found = memory.Read().values;
  EXPECT_EQ(std::vector<double>(found.begin(), found.begin() + 8),
            (std::vector<double>{0, 0, 2, 0, 3, 0, 5, 0}));
  EXPECT_EQ(aclDestroyTensor(self), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyTensor(out), ACL_SUCCESS);
}

TEST(Nonzero, FitsOrIsAnErrorThatSaysHowMany) {
  const DeviceTensor self(MakeArray({2, 2}, {0, 5, 7, 0}), ACL_FLOAT);
  ExpectRoom(
      [&](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnNonzeroGetWorkspaceSize(self.Get(), out, size, executor);
      },
      aclnnNonzero,
      [](int64_t room) {
        return Shape{room, 2};
      },
      ACL_INT64, {0, 1, 1, 0});
  ExpectRoom(
      [&](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnNonzeroV2GetWorkspaceSize(self.Get(), out, size, executor);
      },
      aclnnNonzeroV2,
      [](int64_t room) {
        return Shape{2, room};
      },
      ACL_INT64, {0, 1, 1, 0});
}

TEST(MaskedSelect, FitsOrIsAnErrorThatSaysHowMany) {
  const DeviceTensor self(MakeArray({2, 2}, {1, 2, 3, 4}), ACL_FLOAT);
  const DeviceTensor mask(MakeArray({2, 2}, {0, 1, 1, 0}), ACL_BOOL);
  ExpectRoom(
      [&](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnMaskedSelectGetWorkspaceSize(self.Get(), mask.Get(), out, size, executor);
      },
      aclnnMaskedSelect, [](int64_t room) { return Shape{room}; }, ACL_FLOAT, {2, 3});
}

// ---- Statuses

class NonzeroStatus : public PhaseOneTest {
 protected:
  const Descriptor self{Shape{3, 4}};
  const Descriptor mask{Shape{4}, ACL_BOOL};
};

TEST_F(NonzeroStatus, Nonzero) {
  const auto plan = [&](const aclTensor* input, aclTensor* out) {
    return Call("aclnnNonzero", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnNonzeroGetWorkspaceSize(input, out, size, executor);
    });
  };
  const Descriptor places(Shape{12, 2}, ACL_INT64);
  EXPECT_EQ(plan(self.Get(), places.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, places.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), nullptr), kNullptr);
  const Descriptor few(Shape{5, 2}, ACL_INT64);
  EXPECT_EQ(plan(self.Get(), few.Get()), ACL_SUCCESS) << "only the data tell how many there are";
  const Descriptor wide(Shape{12, 3}, ACL_INT64);
  EXPECT_EQ(plan(self.Get(), wide.Get()), kInvalid);
  ExpectMessage({"out", "dims of self"});
  const Descriptor small(Shape{12, 2}, ACL_INT32);
  EXPECT_EQ(plan(self.Get(), small.Get()), kInvalid);
  ExpectMessage({"out", "INT64", "INT32"});
  const Descriptor byDim(Shape{2, 12}, ACL_INT64);
  EXPECT_EQ(plan(self.Get(), byDim.Get()), kInvalid);
  EXPECT_EQ(Call("aclnnNonzeroV2",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnNonzeroV2GetWorkspaceSize(self.Get(), byDim.Get(), size, executor);
                 }),
            ACL_SUCCESS);
}

TEST_F(NonzeroStatus, MaskedSelect) {
  const auto plan = [&](const aclTensor* input, const aclTensor* truth, aclTensor* out) {
    return Call("aclnnMaskedSelect", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMaskedSelectGetWorkspaceSize(input, truth, out, size, executor);
    });
  };
  const Descriptor all(Shape{12});
  EXPECT_EQ(plan(self.Get(), mask.Get(), all.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, mask.Get(), all.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), nullptr, all.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), mask.Get(), nullptr), kNullptr);
  EXPECT_EQ(plan(self.Get(), self.Get(), all.Get()), kInvalid);
  ExpectMessage({"mask", "BOOL", "FLOAT"});
  EXPECT_EQ(plan(self.Get(), mask.Get(), self.Get()), kInvalid);
  ExpectMessage({"out", "1 dims"});
  const Descriptor few(Shape{5});
  EXPECT_EQ(plan(self.Get(), mask.Get(), few.Get()), ACL_SUCCESS) << "only the data tell how many there are";
  const Descriptor other(Shape{3}, ACL_BOOL);
  EXPECT_EQ(plan(self.Get(), other.Get(), all.Get()), kInvalid);
  ExpectMessage({"mask", "[3] for [3, 4]"});
}

}  // namespace
}  // namespace openaclnn::testing
