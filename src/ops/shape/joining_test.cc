// SPDX-License-Identifier: Apache-2.0
//
// Lists of tensors put together, and tensors cut into lists, against an oracle that says for each element
// where it comes from; and the statuses of all operators of the family.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_constant_pad_nd.h"
#include "aclnnop/aclnn_permute.h"
#include "aclnnop/aclnn_repeat.h"
#include "aclnnop/aclnn_repeat_interleave.h"
#include "aclnnop/aclnn_roll.h"
#include "aclnnop/aclnn_slice.h"
#include "aclnnop/aclnn_split_tensor.h"
#include "aclnnop/aclnn_split_with_size.h"
#include "aclnnop/aclnn_stack.h"
#include "aclnnop/aclnn_tril.h"
#include "tests/support/compare.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

std::vector<DeviceTensor> Inputs(const std::vector<Shape>& shapes, aclDataType dtype,
                                 std::vector<Array>* values, bool transposed) {
  Random random(11);
  std::vector<DeviceTensor> tensors;
  for (const Shape& shape : shapes) {
    values->push_back(random.Integers(shape, dtype, 0, dtype == ACL_BOOL ? 2 : 100));
    tensors.emplace_back(values->back(), dtype, transposed ? Layout::Transposed(shape.size()) : Layout());
  }
  return tensors;
}

void ExpectCat(const std::vector<Shape>& shapes, int64_t dim, size_t place, const Shape& result) {
  for (const aclDataType dtype : kElementDtypes) {
    for (const bool transposed : {false, true}) {
      SCOPED_TRACE(::testing::Message() << dtype << " " << transposed);
      std::vector<Array> values;
      const std::vector<DeviceTensor> tensors = Inputs(shapes, dtype, &values, transposed);
      const TensorList list = TensorList::Of(tensors);
      const DeviceTensor out =
          DeviceTensor::Output(result, dtype, transposed ? Layout::Transposed(result.size()) : Layout());
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnCatGetWorkspaceSize(list.Get(), dim, out.Get(), size, executor);
                    },
                    aclnnCat),
                ACL_SUCCESS)
          << LastMessage();
      Array expected{result, {}};
      for (int64_t i = 0; i < NumElements(result); ++i) {
        Shape index = IndexOf(result, i);
        size_t k = 0;
        for (; shapes[k].size() != result.size() || index[place] >= shapes[k][place]; ++k) {
          index[place] -= shapes[k].size() == result.size() ? shapes[k][place] : 0;
        }
        expected.values.push_back(At(values[k], index));
      }
      EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
      EXPECT_TRUE(out.CanariesIntact());
    }
  }
}

TEST(Cat, AnyDim) {
  ExpectCat({{3, 5}, {2, 5}, {1, 5}}, 0, 0, {6, 5});
  ExpectCat({{3, 5}, {3, 1}, {3, 0}, {3, 7}}, -1, 1, {3, 13});
  ExpectCat({{2, 3, 4}, {2, 50, 4}}, 1, 1, {2, 53, 4});
  ExpectCat({{4}}, 0, 0, {4});
  ExpectCat(std::vector<Shape>(70, Shape{2, 3}), 0, 0, {140, 3});
  ExpectCat({{0}, {3, 5}, {0}, {2, 5}}, 0, 0, {5, 5});
  ExpectCat({{0}, {0}}, 0, 0, {0});
  ExpectCat({{0}, {0}}, 1, 0, {0});
  ExpectCat({{0}, {3, 0}, {3, 2}}, 1, 1, {3, 2});
  ExpectCat({{1000, 40}, {3000, 40}}, 0, 0, {4000, 40});
}

TEST(Cat, Promotes) {
  std::vector<DeviceTensor> tensors;
  tensors.emplace_back(Array{{2}, {1, 0}}, ACL_BOOL);
  tensors.emplace_back(Array{{2}, {-3, 400}}, ACL_INT32);
  tensors.emplace_back(Array{{1}, {0.5}}, ACL_FLOAT16);
  const TensorList list = TensorList::Of(tensors);
  const DeviceTensor out = DeviceTensor::Output({5}, ACL_FLOAT16);
  const DeviceTensor whole = DeviceTensor::Output({5}, ACL_INT32);
  const auto run = [&](const DeviceTensor& to) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnCatGetWorkspaceSize(list.Get(), 0, to.Get(), size, executor);
        },
        aclnnCat);
  };
  ASSERT_EQ(run(out), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{1, 0, -3, 400, 0.5}));
  EXPECT_EQ(run(whole), kInvalid);
  EXPECT_NE(LastMessage().find("INT32 for FLOAT16"), std::string::npos) << LastMessage();
}

TEST(Stack, AnyDim) {
  for (const Shape& shape : {Shape{3, 5}, Shape{}, Shape{400, 30}, Shape{2, 0}}) {
    for (int64_t dim = -static_cast<int64_t>(shape.size()) - 1; dim <= static_cast<int64_t>(shape.size());
         ++dim) {
      std::vector<Array> values;
      const std::vector<DeviceTensor> tensors = Inputs({shape, shape, shape}, ACL_FLOAT, &values, false);
      const TensorList list = TensorList::Of(tensors);
      const auto place = dim < 0 ? dim + static_cast<int64_t>(shape.size()) + 1 : dim;
      Shape result = shape;
      result.insert(result.begin() + place, 3);
      const DeviceTensor out = DeviceTensor::Output(result, ACL_FLOAT);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnStackGetWorkspaceSize(list.Get(), dim, out.Get(), size, executor);
                    },
                    aclnnStack),
                ACL_SUCCESS)
          << LastMessage();
      const Array actual = out.Read();
      for (int64_t i = 0; i < NumElements(result); ++i) {
        Shape index = IndexOf(result, i);
        const auto k = static_cast<size_t>(index[static_cast<size_t>(place)]);
        index.erase(index.begin() + place);
        ASSERT_EQ(actual.values[static_cast<size_t>(i)], At(values[k], index)) << dim << " " << i;
      }
    }
  }
}

TEST(Split, OfOneLengthAndOfGivenOnes) {
  for (const bool given : {false, true}) {
    for (const aclDataType dtype : kElementDtypes) {
      Random random(3);
      const Array values = random.Integers({4, 10, 3}, dtype, 0, dtype == ACL_BOOL ? 2 : 100);
      const DeviceTensor self(values, dtype, Layout::Permuted({1, 0, 2}));
      std::vector<DeviceTensor> outs;
      const Shape lengths = given ? Shape{1, 0, 9} : Shape{4, 4, 2};
      for (const int64_t length : lengths) {
        outs.push_back(DeviceTensor::Output({4, length, 3}, dtype));
      }
      const TensorList list = TensorList::Of(outs);
      const IntArray sizes(lengths);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return given ? aclnnSplitWithSizeGetWorkspaceSize(self.Get(), sizes.Get(), 1,
                                                                        list.Get(), size, executor)
                                   : aclnnSplitTensorGetWorkspaceSize(self.Get(), 4, -2, list.Get(), size,
                                                                      executor);
                    },
                    given ? aclnnSplitWithSize : aclnnSplitTensor),
                ACL_SUCCESS)
          << LastMessage();
      int64_t begin = 0;
      for (size_t k = 0; k < outs.size(); ++k) {
        const Array piece = outs[k].Read();
        for (int64_t i = 0; i < NumElements(piece.shape); ++i) {
          Shape index = IndexOf(piece.shape, i);
          index[1] += begin;
          ASSERT_EQ(piece.values[static_cast<size_t>(i)], At(values, index));
        }
        EXPECT_TRUE(outs[k].CanariesIntact());
        begin += lengths[k];
      }
    }
  }
}

class ShapeStatus : public PhaseOneTest {
 protected:
  const Descriptor self{Shape{3, 4}};
  const Descriptor half{Shape{3, 4}, ACL_FLOAT16};
  const Descriptor wide{Shape{3, 5}};
};

TEST_F(ShapeStatus, Permute) {
  const Descriptor turned(Shape{4, 3});
  const auto plan = [&](const Shape& dims, const Descriptor& out) {
    const IntArray order(dims);
    return Call("aclnnPermute", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnPermuteGetWorkspaceSize(self.Get(), order.Get(), out.Get(), size, executor);
    });
  };
  EXPECT_EQ(plan({1, 0}, turned), ACL_SUCCESS);
  EXPECT_EQ(plan({1, 0}, self), kInvalid);
  ExpectMessage({"out", "[4, 3]", "[3, 4]"});
  EXPECT_EQ(plan({1, 1}, turned), kInvalid);
  ExpectMessage({"dims", "once", "[1, 1]"});
  EXPECT_EQ(plan({1, 2}, turned), kInvalid);
  ExpectMessage({"dims", "2 of 2 dims"});
  EXPECT_EQ(plan({1}, turned), kInvalid);
  const Descriptor halfTurned(Shape{4, 3}, ACL_FLOAT16);
  EXPECT_EQ(plan({1, 0}, halfTurned), kInvalid);
  ExpectMessage({"out", "FLOAT16"});
  EXPECT_EQ(Call("aclnnPermute",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnPermuteGetWorkspaceSize(self.Get(), nullptr, turned.Get(), size, executor);
                 }),
            kNullptr);
  ExpectMessage({"dims", "null"});
}

TEST_F(ShapeStatus, Cat) {
  const auto plan = [&](const std::vector<const aclTensor*>& tensors, int64_t dim, const Descriptor& out) {
    const TensorList list(tensors);
    return Call("aclnnCat", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnCatGetWorkspaceSize(list.Get(), dim, out.Get(), size, executor);
    });
  };
  const Descriptor both(Shape{3, 9});
  EXPECT_EQ(plan({self.Get(), wide.Get()}, 1, both), ACL_SUCCESS);
  EXPECT_EQ(plan({self.Get(), wide.Get()}, 0, both), kInvalid);
  ExpectMessage({"tensors[1]", "[3, 5] beside [3, 4]"});
  EXPECT_EQ(plan({self.Get(), wide.Get()}, 2, both), kInvalid);
  ExpectMessage({"dim", "2 of 2 dims"});
  EXPECT_EQ(plan({self.Get(), nullptr}, 1, both), kNullptr);
  ExpectMessage({"tensors[1]", "null"});
  EXPECT_EQ(plan({}, 1, both), kInvalid);
  ExpectMessage({"tensors", "at least one"});
  EXPECT_EQ(plan({self.Get(), self.Get()}, 1, both), kInvalid);
  ExpectMessage({"out", "[3, 8]", "[3, 9]"});
  const Descriptor number(Shape{});
  EXPECT_EQ(plan({number.Get()}, 0, number), kInvalid);
  ExpectMessage({"tensors[0]", "0 dims"});
}

TEST_F(ShapeStatus, Stack) {
  const auto plan = [&](const std::vector<const aclTensor*>& tensors, int64_t dim, const Descriptor& out) {
    const TensorList list(tensors);
    return Call("aclnnStack", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnStackGetWorkspaceSize(list.Get(), dim, out.Get(), size, executor);
    });
  };
  const Descriptor two(Shape{2, 3, 4});
  EXPECT_EQ(plan({self.Get(), self.Get()}, -3, two), ACL_SUCCESS);
  EXPECT_EQ(plan({self.Get(), self.Get()}, 3, two), kInvalid);
  EXPECT_EQ(plan({self.Get(), wide.Get()}, 0, two), kInvalid);
  ExpectMessage({"tensors[1]", "[3, 5]"});
  const Descriptor eight(Shape(8, 1));
  EXPECT_EQ(plan({eight.Get()}, 0, eight), kInvalid);
  ExpectMessage({"8 dims"});
}

TEST_F(ShapeStatus, Split) {
  const Descriptor left(Shape{3, 3});
  const Descriptor right(Shape{3, 1});
  const auto plan = [&](const Shape& lengths, const std::vector<const aclTensor*>& outs) {
    const TensorList list(outs);
    const IntArray sizes(lengths);
    return Call("aclnnSplitWithSize", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnSplitWithSizeGetWorkspaceSize(self.Get(), sizes.Get(), 1, list.Get(), size, executor);
    });
  };
  EXPECT_EQ(plan({3, 1}, {left.Get(), right.Get()}), ACL_SUCCESS);
  EXPECT_EQ(plan({3}, {left.Get()}), kInvalid);
  ExpectMessage({"out", "3 elements for a dim of 4"});
  EXPECT_EQ(plan({3, 2}, {left.Get(), right.Get()}), kInvalid);
  ExpectMessage({"out[1]", "[3, 2]", "[3, 1]"});
  EXPECT_EQ(plan({-1, 5}, {left.Get(), right.Get()}), kInvalid);
  ExpectMessage({"splitSize", "[-1, 5]"});
}

// Types that checkpoints are stored in are moved about, and converted where out has another type.
TEST_F(ShapeStatus, Float8) {
  const auto tensor = [](std::vector<uint8_t> codes, aclDataType dtype) {
    return RawTensor<uint8_t>(codes, dtype);
  };
  const RawTensor<uint8_t> joined({0, 0, 0, 0}, ACL_FLOAT8_E5M2);
  const RawTensor<uint8_t> left = tensor({0x3C, 0xC0, 0x7C}, ACL_FLOAT8_E5M2);
  aclTensor* copies[2];
  const int64_t dims[2] = {3, 1};
  const RawTensor<uint8_t> right = tensor({0x01}, ACL_FLOAT8_E5M2);
  void* data = nullptr;
  ASSERT_EQ(aclGetRawTensorAddr(left.Get(), &data), ACL_SUCCESS);
  copies[0] = aclCreateTensor(dims, 1, ACL_FLOAT8_E5M2, nullptr, 0, ACL_FORMAT_ND, dims, 1, data);
  ASSERT_EQ(aclGetRawTensorAddr(right.Get(), &data), ACL_SUCCESS);
  copies[1] = aclCreateTensor(dims + 1, 1, ACL_FLOAT8_E5M2, nullptr, 0, ACL_FORMAT_ND, dims + 1, 1, data);
  aclTensorList* list = aclCreateTensorList(copies, 2);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCatGetWorkspaceSize(list, 0, joined.Get(), size, executor);
                },
                aclnnCat),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(joined.Read(), (std::vector<uint8_t>{0x3C, 0xC0, 0x7C, 0x01}));
  const RawTensor<uint8_t> other({0, 0, 0, 0}, ACL_FLOAT8_E4M3FN);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCatGetWorkspaceSize(list, 0, other.Get(), size, executor);
                },
                aclnnCat),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(other.Read(), (std::vector<uint8_t>{0x38, 0xC0, 0x7F, 0x00}));
  EXPECT_EQ(aclDestroyTensorList(list), ACL_SUCCESS);

  const RawTensor<uint8_t> padded({0, 0, 0, 0, 0}, ACL_FLOAT8_E5M2);
  const IntArray pad({1, 1});
  const Scalar value(2.0, ACL_DOUBLE);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnConstantPadNdGetWorkspaceSize(left.Get(), pad.Get(), value.Get(), padded.Get(),
                                                            size, executor);
                },
                aclnnConstantPadNd),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(padded.Read(), (std::vector<uint8_t>{0x40, 0x3C, 0xC0, 0x7C, 0x40}));
}

TEST_F(ShapeStatus, AttributesOutOfRange) {
  const auto call = [&](const char* name, auto&& phaseOne) { return Call(name, phaseOne); };
  EXPECT_EQ(call("aclnnSlice",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnSliceGetWorkspaceSize(self.Get(), 0, 0, 3, 0, self.Get(), size, executor);
                 }),
            kInvalid);
  ExpectMessage({"step"});
  const IntArray odd({1});
  const Scalar zero(0, ACL_INT64);
  EXPECT_EQ(call("aclnnConstantPadNd",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnConstantPadNdGetWorkspaceSize(self.Get(), odd.Get(), zero.Get(), self.Get(),
                                                             size, executor);
                 }),
            kInvalid);
  ExpectMessage({"pad"});
  const IntArray tooMuch({-3, -2});
  EXPECT_EQ(call("aclnnConstantPadNd",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnConstantPadNdGetWorkspaceSize(self.Get(), tooMuch.Get(), zero.Get(),
                                                             self.Get(), size, executor);
                 }),
            kInvalid);
  ExpectMessage({"pad", "fewer than 0"});
  const IntArray few({2});
  EXPECT_EQ(call("aclnnRepeat",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnRepeatGetWorkspaceSize(self.Get(), few.Get(), self.Get(), size, executor);
                 }),
            kInvalid);
  ExpectMessage({"repeats"});
  EXPECT_EQ(call("aclnnRepeatInterleaveInt",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnRepeatInterleaveIntGetWorkspaceSize(self.Get(), 2, 23, self.Get(), size,
                                                                   executor);
                 }),
            kInvalid);
  ExpectMessage({"outputSize", "23 for 24"});
  const IntArray one({1});
  const IntArray dims({0, 1});
  EXPECT_EQ(call("aclnnRoll",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnRollGetWorkspaceSize(self.Get(), one.Get(), dims.Get(), self.Get(), size,
                                                    executor);
                 }),
            kInvalid);
  ExpectMessage({"shifts"});
  const Descriptor line(Shape{3});
  EXPECT_EQ(call("aclnnTril",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnTrilGetWorkspaceSize(line.Get(), 0, line.Get(), size, executor);
                 }),
            kInvalid);
  ExpectMessage({"self", "at least 2 dims"});
}

}  // namespace
}  // namespace openaclnn::testing
