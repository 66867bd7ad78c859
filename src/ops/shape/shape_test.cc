// SPDX-License-Identifier: Apache-2.0
//
// Operators that put elements in other places, against an oracle that says for each element of the result
// where it comes from.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_channel_shuffle.h"
#include "aclnnop/aclnn_constant_pad_nd.h"
#include "aclnnop/aclnn_fill_diagonal.h"
#include "aclnnop/aclnn_flip.h"
#include "aclnnop/aclnn_permute.h"
#include "aclnnop/aclnn_repeat.h"
#include "aclnnop/aclnn_repeat_interleave.h"
#include "aclnnop/aclnn_roll.h"
#include "aclnnop/aclnn_slice.h"
#include "aclnnop/aclnn_tril.h"
#include "aclnnop/aclnn_triu.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

// The index of an element of the input; empty: the element is 9.
using Source = std::function<std::optional<Shape>(const Shape& index)>;
using Start =
    std::function<aclnnStatus(aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor)>;

void ExpectMoved(const Shape& shape, const Shape& result, const Source& source, const Start& phaseOne,
                 PhaseTwo phaseTwo, double fill = 9, aclDataType dtype = ACL_FLOAT, const Layout& in = {},
                 const Layout& to = {}) {
  Random random(7);
  const Array self =
      dtype == ACL_BOOL ? random.Integers(shape, dtype, 0, 2) : random.Integers(shape, dtype, 0, 100);
  const DeviceTensor input(self, dtype, in);
  const DeviceTensor out = DeviceTensor::Output(result, dtype, to);
  ASSERT_EQ(
      RunTwoPhase([&](uint64_t* size,
                      aclOpExecutor** executor) { return phaseOne(input.Get(), out.Get(), size, executor); },
                  phaseTwo),
      ACL_SUCCESS)
      << LastMessage();
  Array expected{result, {}};
  for (int64_t i = 0; i < NumElements(result); ++i) {
    const std::optional<Shape> from = source(IndexOf(result, i));
    expected.values.push_back(from ? At(self, *from) : dtype == ACL_BOOL ? fill != 0 : fill);
  }
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
  EXPECT_TRUE(out.CanariesIntact());
}

// In every type, and from and to other layouts.
void ExpectMovedAlways(const Shape& shape, const Shape& result, const Source& source, const Start& phaseOne,
                       PhaseTwo phaseTwo, double fill = 9) {
  for (const aclDataType dtype : kElementDtypes) {
    SCOPED_TRACE(dtype);
    ExpectMoved(shape, result, source, phaseOne, phaseTwo, fill, dtype);
  }
  const Layout in = Layout::Transposed(shape.size()).WithOffset(3);
  const Layout to = Layout::Transposed(result.size());
  for (const aclDataType dtype : {ACL_FLOAT, ACL_INT8, ACL_BF16, ACL_INT64}) {
    SCOPED_TRACE(dtype);
    ExpectMoved(shape, result, source, phaseOne, phaseTwo, fill, dtype, in);
    ExpectMoved(shape, result, source, phaseOne, phaseTwo, fill, dtype, {}, to);
    ExpectMoved(shape, result, source, phaseOne, phaseTwo, fill, dtype, in, to);
  }
}

void ExpectPermuted(const Shape& shape, const Shape& dims) {
  const IntArray order(dims);
  Shape places;
  Shape result;
  for (const int64_t dim : dims) {
    places.push_back(dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim);
    result.push_back(shape[static_cast<size_t>(places.back())]);
  }
  ExpectMovedAlways(
      shape, result,
      [&](const Shape& index) {
        Shape from(shape.size());
        for (size_t d = 0; d < places.size(); ++d) {
          from[static_cast<size_t>(places[d])] = index[d];
        }
        return from;
      },
      [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnPermuteGetWorkspaceSize(self, order.Get(), out, size, executor);
      },
      aclnnPermute);
}

TEST(Permute, AnyOrder) {
  ExpectPermuted({3, 5}, {1, 0});
  ExpectPermuted({40, 2, 37}, {2, -2, 0});
  ExpectPermuted({2, 3, 4, 5}, {0, 2, 3, 1});
  ExpectPermuted({}, {});
  ExpectPermuted({2, 1, 2, 1, 2, 1, 2, 3}, {7, 6, 5, 4, 3, 2, 1, 0});
  ExpectPermuted({2, 0, 3}, {1, 2, 0});
}

void ExpectFlipped(const Shape& shape, const Shape& dims) {
  const IntArray flipped(dims);
  ExpectMovedAlways(
      shape, shape,
      [&](Shape index) {
        for (const int64_t dim : dims) {
          const auto d = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim);
          index[d] = shape[d] - 1 - index[d];
        }
        return index;
      },
      [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnFlipGetWorkspaceSize(self, flipped.Get(), out, size, executor);
      },
      aclnnFlip);
}

TEST(Flip, AnyDims) {
  ExpectFlipped({7}, {0});
  ExpectFlipped({300, 3}, {-1});
  ExpectFlipped({20, 30, 5}, {0, 2});
  ExpectFlipped({20, 30, 5}, {1});
  ExpectFlipped({2, 3, 4, 5}, {0, 1, 2, 3});
  ExpectFlipped({4, 5}, {});
  ExpectFlipped({0, 5}, {0});
}

void ExpectRolled(const Shape& shape, const Shape& shifts, const Shape& dims) {
  const IntArray by(shifts);
  const IntArray along(dims);
  ExpectMovedAlways(
      shape, shape,
      [&](Shape index) {
        if (dims.empty()) {
          int64_t flat = 0;
          for (size_t d = 0; d < shape.size(); ++d) {
            flat = flat * shape[d] + index[d];
          }
          const int64_t count = NumElements(shape);
          return IndexOf(shape, ((flat - shifts[0]) % count + count) % count);
        }
        for (size_t i = 0; i < dims.size(); ++i) {
          const auto d =
              static_cast<size_t>(dims[i] < 0 ? dims[i] + static_cast<int64_t>(shape.size()) : dims[i]);
          index[d] = ((index[d] - shifts[i]) % shape[d] + shape[d]) % shape[d];
        }
        return index;
      },
      [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnRollGetWorkspaceSize(self, by.Get(), along.Get(), out, size, executor);
      },
      aclnnRoll);
}

TEST(Roll, AlongDims) {
  ExpectRolled({7}, {3}, {0});
  ExpectRolled({7}, {-3}, {0});
  ExpectRolled({7, 30}, {100, -31}, {0, 1});
  ExpectRolled({4, 5, 6}, {1, 2}, {-1, 0});
  ExpectRolled({4, 5}, {1, 1}, {0, 0});
  ExpectRolled({0, 5}, {1}, {0});
}

TEST(Roll, AllElements) {
  ExpectRolled({7, 30}, {17}, {});
  ExpectRolled({3, 4, 5}, {-1}, {});
  ExpectRolled({300, 400}, {12345}, {});
  ExpectRolled({}, {5}, {});
}

// They have dims 0 and -1, in which one element moves nowhere.
TEST(TensorsWithoutDims, AreFlippedAndRolled) {
  const DeviceTensor self(Array{{}, {3}}, ACL_FLOAT);
  const IntArray by(Shape{5});
  for (const int64_t dim : {0, -1}) {
    const IntArray dims(Shape{dim});
    const auto expectSame = [&](const auto& phaseOne, PhaseTwo phaseTwo) {
      const DeviceTensor out = DeviceTensor::Output({}, ACL_FLOAT);
      ASSERT_EQ(RunTwoPhase([&](uint64_t* size,
                                aclOpExecutor** executor) { return phaseOne(out.Get(), size, executor); },
                            phaseTwo),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(out.Read().values, std::vector<double>{3});
    };
    expectSame(
        [&](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return aclnnFlipGetWorkspaceSize(self.Get(), dims.Get(), out, size, executor);
        },
        aclnnFlip);
    expectSame(
        [&](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return aclnnRollGetWorkspaceSize(self.Get(), by.Get(), dims.Get(), out, size, executor);
        },
        aclnnRoll);
  }
}

void ExpectShuffled(const Shape& shape, int64_t groups) {
  ExpectMovedAlways(
      shape, shape,
      [&](Shape index) {
        index[1] = index[1] % groups * (shape[1] / groups) + index[1] / groups;
        return index;
      },
      [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnChannelShuffleGetWorkspaceSize(self, groups, out, size, executor);
      },
      aclnnChannelShuffle);
}

TEST(ChannelShuffle, AnyGroups) {
  ExpectShuffled({2, 6, 5}, 2);
  ExpectShuffled({2, 6, 5, 7}, 3);
  ExpectShuffled({2, 6, 5, 7}, 1);
  ExpectShuffled({2, 6, 5, 7}, 6);
  ExpectShuffled({2, 6, 1, 2, 3, 1, 2, 2}, 3);
  ExpectShuffled({0, 6, 5}, 2);
  ExpectShuffled({2, 0, 5}, 2);
}

class ChannelShuffleStatus : public PhaseOneTest {
 protected:
  aclnnStatus Try(const Shape& shape, int64_t groups, const Shape& result) {
    const Descriptor self(shape);
    const Descriptor out(result);
    return Call("aclnnChannelShuffle", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnChannelShuffleGetWorkspaceSize(self.Get(), groups, out.Get(), size, executor);
    });
  }
};

TEST_F(ChannelShuffleStatus, All) {
  EXPECT_EQ(Try({2, 6, 5}, 3, {2, 6, 5}), ACL_SUCCESS);
  EXPECT_EQ(Try({2, 6}, 3, {2, 6}), kInvalid);
  ExpectMessage({"self", "3 dims", "[2, 6]"});
  EXPECT_EQ(Try({2, 6, 5}, 0, {2, 6, 5}), kInvalid);
  ExpectMessage({"groups", "at least 1", "0"});
  EXPECT_EQ(Try({2, 6, 5}, 4, {2, 6, 5}), kInvalid);
  ExpectMessage({"groups", "4 for 6"});
  EXPECT_EQ(Try({2, 6, 5}, 3, {2, 5, 6}), kInvalid);
  ExpectMessage({"out", "[2, 6, 5]", "[2, 5, 6]"});
  const Descriptor self({2, 6, 5});
  EXPECT_EQ(Call("aclnnChannelShuffle",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnChannelShuffleGetWorkspaceSize(nullptr, 2, self.Get(), size, executor);
                 }),
            kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(Call("aclnnChannelShuffle",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnChannelShuffleGetWorkspaceSize(self.Get(), 2, nullptr, size, executor);
                 }),
            kNullptr);
  ExpectMessage({"out"});
}

void ExpectSlice(const Shape& shape, size_t dim, int64_t start, int64_t end, int64_t step, int64_t first,
                 int64_t count) {
  Shape result = shape;
  result[dim] = count;
  ExpectMovedAlways(
      shape, result,
      [&](Shape index) {
        index[dim] = first + index[dim] * step;
        return index;
      },
      [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnSliceGetWorkspaceSize(self, static_cast<int64_t>(dim), start, end, step, out, size,
                                          executor);
      },
      aclnnSlice);
}

TEST(Slice, ClampsBothEnds) {
  ExpectSlice({10, 7}, 0, 2, 8, 1, 2, 6);
  ExpectSlice({10, 7}, 1, -3, 100, 1, 4, 3);
  ExpectSlice({10, 7}, 0, -100, -1, 3, 0, 3);
  ExpectSlice({10, 7}, 0, 8, 2, 1, 8, 0);
  ExpectSlice({10, 7}, 0, 0, -100, 1, 0, 0);
  ExpectSlice({10, 7}, 0, 0, INT64_MAX, INT64_MAX, 0, 1);
}

void ExpectRepeated(const Shape& shape, const Shape& repeats) {
  const IntArray times(repeats);
  const size_t leading = repeats.size() - shape.size();
  Shape result = repeats;
  for (size_t d = 0; d < shape.size(); ++d) {
    result[leading + d] *= shape[d];
  }
  ExpectMovedAlways(
      shape, result,
      [&](const Shape& index) {
        Shape from;
        for (size_t d = 0; d < shape.size(); ++d) {
          from.push_back(index[leading + d] % shape[d]);
        }
        return from;
      },
      [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnRepeatGetWorkspaceSize(self, times.Get(), out, size, executor);
      },
      aclnnRepeat);
}

TEST(Repeat, AnyDims) {
  ExpectRepeated({5}, {3});
  ExpectRepeated({4, 30}, {2, 3});
  ExpectRepeated({4, 3}, {2, 1, 1, 2});
  ExpectRepeated({}, {2, 3});
  ExpectRepeated({2, 3, 2, 2, 2}, {2, 3, 2, 2, 2});
  ExpectRepeated({2, 2, 2, 1, 2, 2, 1, 2}, {2, 2, 2, 2, 2, 1, 3, 2});
  ExpectRepeated({4, 3}, {0, 2});
  ExpectRepeated({0, 3}, {2, 2});
}

void ExpectInterleaved(const Shape& shape, int64_t repeats, std::optional<int64_t> dim) {
  Shape result = shape.empty() ? Shape{1} : shape;
  if (dim) {
    result[static_cast<size_t>(*dim)] *= repeats;
  } else {
    result = {NumElements(shape) * repeats};
  }
  ExpectMovedAlways(
      shape, result,
      [&](Shape index) {
        if (!dim || shape.empty()) {
          return IndexOf(shape, index[0] / repeats);
        }
        index[static_cast<size_t>(*dim)] /= repeats;
        return index;
      },
      [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return dim ? aclnnRepeatInterleaveIntWithDimGetWorkspaceSize(
                         self, repeats, *dim, result[static_cast<size_t>(*dim)], out, size, executor)
                   : aclnnRepeatInterleaveIntGetWorkspaceSize(self, repeats, result[0], out, size, executor);
      },
      dim ? aclnnRepeatInterleaveIntWithDim : aclnnRepeatInterleaveInt);
}

TEST(RepeatInterleave, AllElementsOrADim) {
  const Shape many{2, 1, 2, 1, 2, 1, 2, 3};
  for (const int64_t repeats : {0, 1, 3}) {
    for (const Shape& shape : {Shape{5}, Shape{4, 30}, many, Shape{}}) {
      ExpectInterleaved(shape, repeats, std::nullopt);
      ExpectInterleaved(shape, repeats, 0);
    }
    ExpectInterleaved(many, repeats, 7);
    ExpectInterleaved({3, 4, 5}, repeats, 1);
  }
}

void ExpectPadded(const Shape& shape, const Shape& pad, double value, aclDataType numberType) {
  const IntArray around(pad);
  const Scalar number(value, numberType);
  Shape before(shape.size(), 0);
  Shape result = shape;
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    before[shape.size() - 1 - i] = pad[2 * i];
    result[shape.size() - 1 - i] += pad[2 * i] + pad[2 * i + 1];
  }
  ExpectMovedAlways(
      shape, result,
      [&](Shape index) -> std::optional<Shape> {
        for (size_t d = 0; d < shape.size(); ++d) {
          index[d] -= before[d];
          if (index[d] < 0 || index[d] >= shape[d]) {
            return std::nullopt;
          }
        }
        return index;
      },
      [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnConstantPadNdGetWorkspaceSize(self, around.Get(), number.Get(), out, size, executor);
      },
      aclnnConstantPadNd, value);
}

TEST(ConstantPadNd, AnyPads) {
  ExpectPadded({5}, {2, 3}, 7, ACL_INT64);
  ExpectPadded({4, 30}, {1, 0, 2, 2}, 3, ACL_DOUBLE);
  ExpectPadded({4, 5, 6}, {0, 0, 1, 1}, 0, ACL_INT32);
  ExpectPadded({4, 5}, {-1, 3, 2, -2}, 1, ACL_FLOAT);
  ExpectPadded({4, 5}, {-5, 2}, 1, ACL_INT64);
  ExpectPadded({4, 5}, {-3, -2}, 1, ACL_INT64);
  ExpectPadded({0, 5}, {1, 1, 1, 2}, 4, ACL_INT64);
  ExpectPadded({4, 5}, {}, 4, ACL_INT64);
}

TEST(Triangles, AnyDiagonal) {
  for (const bool upper : {false, true}) {
    for (const int64_t diagonal : {int64_t{0}, int64_t{1}, int64_t{-2}, INT64_MAX, INT64_MIN}) {
      for (const Shape& shape :
           {Shape{5, 7}, Shape{7, 5}, Shape{3, 2, 40, 30}, Shape{0, 4}, Shape{300, 6000}}) {
        SCOPED_TRACE(::testing::Message() << upper << " " << diagonal << " " << shape.size());
        const auto source = [&](const Shape& index) -> std::optional<Shape> {
          const auto column = static_cast<double>(index[index.size() - 1]);
          const double border = static_cast<double>(index[index.size() - 2]) + static_cast<double>(diagonal);
          return (upper ? column >= border : column <= border) ? std::optional(index) : std::nullopt;
        };
        const auto phaseOne = [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return upper ? aclnnTriuGetWorkspaceSize(self, diagonal, out, size, executor)
                       : aclnnTrilGetWorkspaceSize(self, diagonal, out, size, executor);
        };
        if (NumElements(shape) > 10000) {
          ExpectMoved(shape, shape, source, phaseOne, upper ? aclnnTriu : aclnnTril, 0);
        } else {
          ExpectMovedAlways(shape, shape, source, phaseOne, upper ? aclnnTriu : aclnnTril, 0);
        }
      }
    }
  }
}

TEST(Triangles, InPlace) {
  for (const bool upper : {false, true}) {
    const Array ones = Full({4, 5}, 1);
    const DeviceTensor self(ones, ACL_INT16, Layout::Transposed(2));
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return upper ? aclnnInplaceTriuGetWorkspaceSize(self.Get(), 1, size, executor)
                                 : aclnnInplaceTrilGetWorkspaceSize(self.Get(), 1, size, executor);
                  },
                  upper ? aclnnInplaceTriu : aclnnInplaceTril),
              ACL_SUCCESS);
    const Array result = self.Read();
    for (int64_t i = 0; i < 20; ++i) {
      const int64_t row = i / 5;
      const int64_t column = i % 5;
      EXPECT_EQ(result.values[static_cast<size_t>(i)], upper ? column >= row + 1 : column <= row + 1) << i;
    }
  }
}

// In a matrix with wrap: every (columns + 1)-th element of all, one after the other, if it has more rows.
TEST(FillDiagonal, WithAndWithoutWrap) {
  const Scalar three(3, ACL_INT64);
  for (const Shape& shape : {Shape{4, 4}, Shape{3, 7}, Shape{7, 3}, Shape{8, 3}, Shape{11, 2}, Shape{5, 1},
                             Shape{0, 3}, Shape{3, 0}, Shape{4, 4, 4}}) {
    for (const aclDataType dtype : kElementDtypes) {
      for (const bool wrap : {false, true}) {
        const DeviceTensor self(Full(shape, 1), dtype, Layout::Transposed(shape.size()));
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnInplaceFillDiagonalGetWorkspaceSize(self.Get(), three.Get(), wrap, size,
                                                                        executor);
                      },
                      aclnnInplaceFillDiagonal),
                  ACL_SUCCESS)
            << LastMessage();
        Array expected = Full(shape, 1);
        for (int64_t i = 0; i < NumElements(shape); ++i) {
          const Shape index = IndexOf(shape, i);
          const bool same = index[0] == index[1] && index[0] == index.back();
          const bool again = wrap && shape.size() == 2 && i % (shape[1] + 1) == 0;
          if (same || again) {
            expected.values[static_cast<size_t>(i)] = dtype == ACL_BOOL ? 1 : 3;
          }
        }
        EXPECT_TRUE(Near(self.Read(), expected, Tolerance::Exact(dtype))) << dtype << " " << wrap;
        EXPECT_TRUE(self.CanariesIntact());
      }
    }
  }
}

TEST(FillDiagonal, Statuses) {
  const Scalar one(1, ACL_INT64);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const DeviceTensor line(Full({4}, 1), ACL_FLOAT);
  const DeviceTensor uneven(Full({4, 4, 3}, 1), ACL_FLOAT);
  EXPECT_EQ(aclnnInplaceFillDiagonalGetWorkspaceSize(line.Get(), one.Get(), false, &size, &executor), 161002);
  EXPECT_EQ(aclnnInplaceFillDiagonalGetWorkspaceSize(uneven.Get(), one.Get(), false, &size, &executor),
            161002);
  EXPECT_NE(RecentMessage().find("one extent"), std::string::npos) << RecentMessage();
  EXPECT_EQ(aclnnInplaceFillDiagonalGetWorkspaceSize(uneven.Get(), nullptr, false, &size, &executor), 161001);
  EXPECT_EQ(aclnnInplaceFillDiagonalGetWorkspaceSize(nullptr, one.Get(), false, &size, &executor), 161001);
}

}  // namespace
}  // namespace openaclnn::testing
