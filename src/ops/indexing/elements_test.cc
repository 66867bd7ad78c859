// SPDX-License-Identifier: Apache-2.0
//
// aclnnTake, aclnnInplacePut, aclnnInplaceMaskedScatter, aclnnOneHot, aclnnIndexAdd and repeats that a tensor
// says, against loops over all elements in doubles; and their statuses.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "aclnnop/aclnn_index_add.h"
#include "aclnnop/aclnn_index_add_v2.h"
#include "aclnnop/aclnn_index_fill_tensor.h"
#include "aclnnop/aclnn_masked_scatter.h"
#include "aclnnop/aclnn_one_hot.h"
#include "aclnnop/aclnn_put.h"
#include "aclnnop/aclnn_repeat_interleave.h"
#include "aclnnop/aclnn_take.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

Array Numbers(Random& random, const Shape& shape, aclDataType dtype) {
  return random.Integers(shape, dtype, 0, dtype == ACL_BOOL ? 2 : 9);
}

double Sum(aclDataType dtype, double a, double b) {
  return dtype == ACL_BOOL ? (a != 0 || b != 0 ? 1 : 0) : RoundTo(dtype, a + b);
}

size_t Wrapped(double index, size_t count) {
  return static_cast<size_t>(index < 0 ? index + static_cast<double>(count) : index);
}

void ExpectTakeAndPut(const Shape& shape, const Shape& indexShape, aclDataType dtype, aclDataType indexDtype,
                      const Layout& layout, Random& random) {
  SCOPED_TRACE(::testing::PrintToString(shape) + ::testing::PrintToString(indexShape));
  const Array self = Numbers(random, shape, dtype);
  const auto count = self.values.size();
  const Array index =
      random.Integers(indexShape, indexDtype, -static_cast<int64_t>(count), static_cast<int64_t>(count));
  const DeviceTensor table(self, dtype, layout);
  const DeviceTensor indices(index, indexDtype);
  const DeviceTensor out = DeviceTensor::Output(indexShape, dtype);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnTakeGetWorkspaceSize(table.Get(), indices.Get(), out.Get(), size, executor);
                },
                aclnnTake),
            ACL_SUCCESS)
      << LastMessage();
  Array taken{indexShape, {}};
  for (const double one : index.values) {
    taken.values.push_back(self.values[Wrapped(one, count)]);
  }
  EXPECT_TRUE(Near(out.Read(), taken, Tolerance::Exact(dtype)));
  EXPECT_TRUE(out.CanariesIntact());
  Shape reversed(indexShape.rbegin(), indexShape.rend());  // the same elements in another shape
  for (const bool accumulate : {false, true}) {
    for (const Shape& sourceShape : {indexShape, reversed}) {
      const Array source = Numbers(random, sourceShape, dtype);
      const DeviceTensor changed(self, dtype, layout);
      const DeviceTensor from(source, dtype,
                              sourceShape.size() == 2 ? Layout::Transposed(2) : Layout::Contiguous());
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnInplacePutGetWorkspaceSize(changed.Get(), indices.Get(), from.Get(),
                                                             accumulate, size, executor);
                    },
                    aclnnInplacePut),
                ACL_SUCCESS)
          << LastMessage();
      Array expected = self;
      for (size_t i = 0; i < index.values.size(); ++i) {
        double& place = expected.values[Wrapped(index.values[i], count)];
        place = accumulate ? Sum(dtype, place, source.values[i]) : source.values[i];
      }
      EXPECT_TRUE(Near(changed.Read(), expected, Tolerance::Exact(dtype)));
      EXPECT_TRUE(changed.CanariesIntact());
    }
  }
}

TEST(Elements, TakeAndInplacePut) {
  Random random(1);
  for (const aclDataType dtype : kElementDtypes) {
    ExpectTakeAndPut({9, 17}, {5, 6}, dtype, ACL_INT64, {}, random);
    ExpectTakeAndPut({9, 17}, {40}, dtype, ACL_INT32, Layout::Transposed(2), random);
  }
  ExpectTakeAndPut({5, 6, 7}, {3000}, ACL_FLOAT, ACL_INT64, Layout::Stepped({1, 2, 3}).WithOffset(2), random);
  ExpectTakeAndPut({}, {3}, ACL_FLOAT, ACL_INT64, {}, random);
  ExpectTakeAndPut({7}, {}, ACL_FLOAT, ACL_INT64, {}, random);
  ExpectTakeAndPut({7}, {0}, ACL_FLOAT, ACL_INT64, {}, random);
}

aclnnStatus MaskedScatter(const DeviceTensor& self, const DeviceTensor& mask, const DeviceTensor& source) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnInplaceMaskedScatterGetWorkspaceSize(self.Get(), mask.Get(), source.Get(), size,
                                                         executor);
      },
      aclnnInplaceMaskedScatter);
}

void ExpectMaskedScatter(const Shape& shape, const Shape& maskShape, aclDataType dtype, const Layout& layout,
                         Random& random) {
  SCOPED_TRACE(::testing::PrintToString(shape));
  const Array self = Numbers(random, shape, dtype);
  const Array mask = random.Integers(maskShape, ACL_BOOL, 0, 2);
  const Array source = Numbers(random, shape, dtype);
  const DeviceTensor table(self, dtype, layout);
  const DeviceTensor truth(mask, ACL_BOOL);
  const DeviceTensor from(source, dtype, shape.size() == 2 ? Layout::Transposed(2) : Layout::Contiguous());
  ASSERT_EQ(MaskedScatter(table, truth, from), ACL_SUCCESS) << LastMessage();
  Array expected = self;
  size_t next = 0;
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    if (BroadcastAt(mask, IndexOf(shape, i)) != 0) {
      expected.values[static_cast<size_t>(i)] = source.values[next++];
    }
  }
  EXPECT_TRUE(Near(table.Read(), expected, Tolerance::Exact(dtype)));
  EXPECT_TRUE(table.CanariesIntact());
}

TEST(Elements, InplaceMaskedScatter) {
  Random random(2);
  for (const aclDataType dtype : kElementDtypes) {
    ExpectMaskedScatter({9, 17}, {9, 17}, dtype, {}, random);
    ExpectMaskedScatter({9, 17}, {17}, dtype, Layout::Transposed(2), random);
  }
  ExpectMaskedScatter({41, 1001}, {41, 1001}, ACL_FLOAT, {}, random);
  ExpectMaskedScatter({41, 1001}, {41, 1}, ACL_INT16, Layout::Stepped({1, 2}).WithOffset(1), random);
  ExpectMaskedScatter({0, 3}, {3}, ACL_FLOAT, {}, random);
}

TEST(Elements, ASourceThatIsTooShort) {
  const DeviceTensor self(Full({4}, 1), ACL_FLOAT);
  const DeviceTensor mask(Array{{4}, {1, 0, 1, 1}}, ACL_BOOL);
  const DeviceTensor source(Full({2}, 5), ACL_FLOAT);
  EXPECT_NE(MaskedScatter(self, mask, source), ACL_SUCCESS);
  EXPECT_NE(LastMessage().find("source: expected an element for each of the 3"), std::string::npos)
      << LastMessage();
  EXPECT_EQ(self.Read().values, std::vector<double>(4, 1.0));
}

void ExpectOneHot(const Shape& shape, int classes, int64_t axis, aclDataType dtype, aclDataType indexDtype,
                  Random& random) {
  SCOPED_TRACE(::testing::PrintToString(shape));
  const Array self = random.Integers(shape, indexDtype, -1, classes + 1);
  const DeviceTensor input(self, indexDtype);
  const DeviceTensor on(Full({1}, 1), dtype);
  const DeviceTensor off(Full({}, dtype == ACL_BOOL ? 0 : 3), dtype);
  const size_t place = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) + 1 : axis);
  Shape result = shape;
  result.insert(result.begin() + static_cast<std::ptrdiff_t>(place), classes);
  const DeviceTensor out = DeviceTensor::Output(result, dtype);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnOneHotGetWorkspaceSize(input.Get(), classes, on.Get(), off.Get(), axis,
                                                     out.Get(), size, executor);
                },
                aclnnOneHot),
            ACL_SUCCESS)
      << LastMessage();
  Array expected{result, {}};
  for (int64_t i = 0; i < NumElements(result); ++i) {
    Shape at = IndexOf(result, i);
    const int64_t choice = at[place];
    at.erase(at.begin() + static_cast<std::ptrdiff_t>(place));
    const bool isOn = self.values[FlatIndex(shape, at)] == static_cast<double>(choice);
    expected.values.push_back(isOn ? 1 : dtype == ACL_BOOL ? 0 : 3);
  }
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
  EXPECT_TRUE(out.CanariesIntact());
}

TEST(Elements, OneHot) {
  Random random(3);
  for (const aclDataType dtype : kElementDtypes) {
    ExpectOneHot({9, 7}, 5, -1, dtype, ACL_INT64, random);
    ExpectOneHot({9, 7}, 5, 0, dtype, ACL_INT32, random);
  }
  ExpectOneHot({3000}, 4, 1, ACL_INT64, ACL_INT64, random);
  ExpectOneHot({6, 5, 4}, 3, 1, ACL_FLOAT, ACL_INT64, random);
  ExpectOneHot({}, 3, 0, ACL_FLOAT, ACL_INT64, random);
  ExpectOneHot({0}, 3, 0, ACL_FLOAT, ACL_INT64, random);
  ExpectOneHot({4}, 0, 0, ACL_FLOAT, ACL_INT64, random);
}

void ExpectIndexAdd(const Shape& shape, int64_t dim, int64_t count, double alpha, aclDataType dtype,
                    const Layout& layout, Random& random) {
  SCOPED_TRACE(::testing::PrintToString(shape));
  const size_t place = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim);
  const Array self = Numbers(random, shape, dtype);
  const Array index = random.Integers({count}, ACL_INT64, 0, shape[place]);
  Shape sourceShape = shape;
  sourceShape[place] = count;
  const Array source = Numbers(random, sourceShape, dtype);
  const DeviceTensor table(self, dtype, layout);
  const DeviceTensor indices(index, ACL_INT64);
  const DeviceTensor from(source, dtype, layout);
  const Scalar factor(alpha, dtype == ACL_BOOL ? ACL_BOOL : ACL_INT64);
  Array expected = self;
  for (int64_t k = 0; k < count; ++k) {  // in the order of indices
    for (int64_t i = 0; i < NumElements(sourceShape); ++i) {
      Shape at = IndexOf(sourceShape, i);
      if (at[place] == k) {
        at[place] = static_cast<int64_t>(index.values[static_cast<size_t>(k)]);
        double& sum = expected.values[FlatIndex(shape, at)];
        sum = Sum(dtype, sum, alpha * source.values[static_cast<size_t>(i)]);
      }
    }
  }
  for (const bool second : {false, true}) {
    const DeviceTensor out = DeviceTensor::Output(shape, dtype, layout);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return second
                               ? aclnnIndexAddV2GetWorkspaceSize(table.Get(), dim, indices.Get(), from.Get(),
                                                                 factor.Get(), 0, out.Get(), size, executor)
                               : aclnnIndexAddGetWorkspaceSize(table.Get(), dim, indices.Get(), from.Get(),
                                                               factor.Get(), out.Get(), size, executor);
                  },
                  second ? aclnnIndexAddV2 : aclnnIndexAdd),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
    EXPECT_TRUE(out.CanariesIntact());
  }
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnIndexAddGetWorkspaceSize(table.Get(), dim, indices.Get(), from.Get(),
                                                       factor.Get(), table.Get(), size, executor);
                },
                aclnnIndexAdd),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(Near(table.Read(), expected, Tolerance::Exact(dtype)));
}

TEST(Elements, IndexAdd) {
  Random random(4);
  for (const aclDataType dtype : kElementDtypes) {
    for (const double alpha : {1.0, 2.0, 0.0}) {
      if (alpha < 2 || dtype != ACL_BOOL) {
        ExpectIndexAdd({9, 17}, 0, 12, alpha, dtype, {}, random);
        ExpectIndexAdd({9, 17}, -1, 3, alpha, dtype, Layout::Transposed(2), random);
      }
    }
  }
  ExpectIndexAdd({5, 6, 7}, 1, 20, 3, ACL_FLOAT, Layout::Stepped({1, 2, 1}), random);
  ExpectIndexAdd({4, 5}, 0, 0, 1, ACL_FLOAT, {}, random);
}

void ExpectRepeats(const Shape& shape, int64_t dim, int64_t numbers, aclDataType dtype, const Layout& layout,
                   Random& random) {
  SCOPED_TRACE(::testing::PrintToString(shape));
  const Array self = Numbers(random, shape, dtype);
  const Array repeats = random.Integers({numbers}, ACL_INT64, numbers == 1 ? 2 : 0, 4);
  const bool flat = dim < 0;
  const Shape slices = flat ? Shape{NumElements(shape)} : shape;
  const auto place = static_cast<size_t>(flat ? 0 : dim);
  std::vector<int64_t> from;
  for (int64_t k = 0; k < slices[place]; ++k) {
    const double often = repeats.values[numbers == 1 ? 0 : static_cast<size_t>(k)];
    from.insert(from.end(), static_cast<size_t>(often), k);
  }
  Shape result = slices;
  result[place] = static_cast<int64_t>(from.size());
  const DeviceTensor table(self, dtype, layout);
  const DeviceTensor often(repeats, ACL_INT64);
  const DeviceTensor out = DeviceTensor::Output(result, dtype);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return flat ? aclnnRepeatInterleaveGetWorkspaceSize(table.Get(), often.Get(), result[place],
                                                                      out.Get(), size, executor)
                              : aclnnRepeatInterleaveWithDimGetWorkspaceSize(
                                    table.Get(), often.Get(), dim, result[place], out.Get(), size, executor);
                },
                flat ? aclnnRepeatInterleave : aclnnRepeatInterleaveWithDim),
            ACL_SUCCESS)
      << LastMessage();
  Array expected{result, {}};
  for (int64_t i = 0; i < NumElements(result); ++i) {
    Shape at = IndexOf(result, i);
    at[place] = from[static_cast<size_t>(at[place])];
    expected.values.push_back(self.values[FlatIndex(slices, at)]);
  }
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
  EXPECT_TRUE(out.CanariesIntact());
}

TEST(Elements, RepeatsThatATensorSays) {
  Random random(5);
  for (const aclDataType dtype : kElementDtypes) {
    ExpectRepeats({9, 17}, 0, 9, dtype, {}, random);
    ExpectRepeats({9, 17}, 1, 17, dtype, Layout::Transposed(2), random);
    ExpectRepeats({3, 5}, -1, 15, dtype, Layout::Transposed(2), random);
    ExpectRepeats({3, 5}, -1, 1, dtype, {}, random);
  }
  ExpectRepeats({5, 3000}, 1, 3000, ACL_FLOAT, {}, random);
  ExpectRepeats({5, 6, 7}, 1, 1, ACL_FLOAT, Layout::Permuted({1, 0, 2}), random);
  ExpectRepeats({}, -1, 1, ACL_FLOAT, {}, random);
  for (const aclDataType dtype : {ACL_INT64, ACL_INT32}) {
    const DeviceTensor repeats(Array{{4}, {2, 0, 1, 3}}, dtype);
    const DeviceTensor out = DeviceTensor::Output({6}, dtype);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnRepeatInterleaveTensorGetWorkspaceSize(repeats.Get(), 6, out.Get(), size,
                                                                       executor);
                  },
                  aclnnRepeatInterleaveTensor),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(out.Read().values, (std::vector<double>{0, 0, 2, 3, 3, 3}));
  }
}

TEST(Elements, RepeatsThatDoNotAddUp) {
  const DeviceTensor self(Full({3}, 1), ACL_FLOAT);
  for (const std::vector<double>& numbers : {std::vector<double>{1, 2, 1}, {1, 1, 1}, {7, -3, 1}}) {
    const DeviceTensor repeats(Array{{3}, numbers}, ACL_INT64);
    const DeviceTensor out = DeviceTensor::Output({5}, ACL_FLOAT);
    EXPECT_NE(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnRepeatInterleaveGetWorkspaceSize(self.Get(), repeats.Get(), 5, out.Get(),
                                                                 size, executor);
                  },
                  aclnnRepeatInterleave),
              ACL_SUCCESS);
    EXPECT_NE(LastMessage().find("add up to 5"), std::string::npos) << LastMessage();
    EXPECT_TRUE(IsUnwritten(out.Read().values[0]));
  }
}

TEST(Elements, IndexFillTensor) {
  Random random(6);
  const IntArray index({0, -1, 2, 2});
  const Scalar five(5, ACL_INT64);
  for (const aclDataType dtype : kElementDtypes) {
    for (const int64_t dim : {0, -1}) {
      const Shape shape{4, 7};
      const Array self = Numbers(random, shape, dtype);
      const DeviceTensor table(self, dtype, Layout::Transposed(2));
      const DeviceTensor out = DeviceTensor::Output(shape, dtype);
      Array expected = self;
      for (int64_t i = 0; i < NumElements(shape); ++i) {
        const int64_t at = IndexOf(shape, i)[dim == 0 ? 0 : 1];
        if (at == 0 || at == 2 || at == (dim == 0 ? 3 : 6)) {
          expected.values[static_cast<size_t>(i)] = dtype == ACL_BOOL ? 1 : 5;
        }
      }
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnIndexFillTensorGetWorkspaceSize(table.Get(), dim, index.Get(), five.Get(),
                                                                  out.Get(), size, executor);
                    },
                    aclnnIndexFillTensor),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
      EXPECT_TRUE(Near(table.Read(), self, Tolerance::Exact(dtype)));
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnInplaceIndexFillTensorGetWorkspaceSize(table.Get(), dim, index.Get(),
                                                                         five.Get(), size, executor);
                    },
                    aclnnInplaceIndexFillTensor),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(table.Read(), expected, Tolerance::Exact(dtype)));
      EXPECT_TRUE(table.CanariesIntact());
    }
  }
}

// ---- Statuses

class ElementsStatus : public PhaseOneTest {
 protected:
  const Descriptor self{Shape{3, 4}};
  const Descriptor index{Shape{2}, ACL_INT64};
  const Descriptor out{Shape{2}};
};

TEST_F(ElementsStatus, TakeAndPut) {
  const auto take = [&](const aclTensor* table, const aclTensor* indices, aclTensor* result) {
    return Call("aclnnTake", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnTakeGetWorkspaceSize(table, indices, result, size, executor);
    });
  };
  EXPECT_EQ(take(self.Get(), index.Get(), out.Get()), ACL_SUCCESS);
  EXPECT_EQ(take(nullptr, index.Get(), out.Get()), kNullptr);
  EXPECT_EQ(take(self.Get(), nullptr, out.Get()), kNullptr);
  EXPECT_EQ(take(self.Get(), index.Get(), nullptr), kNullptr);
  EXPECT_EQ(take(self.Get(), index.Get(), self.Get()), kInvalid);
  ExpectMessage({"out", "[2]", "[3, 4]"});
  EXPECT_EQ(take(self.Get(), out.Get(), out.Get()), kInvalid);
  ExpectMessage({"index", "INT64", "FLOAT"});
  const auto put = [&](const aclTensor* source) {
    return Call("aclnnInplacePut", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnInplacePutGetWorkspaceSize(self.Get(), index.Get(), source, false, size, executor);
    });
  };
  EXPECT_EQ(put(out.Get()), ACL_SUCCESS);
  EXPECT_EQ(put(nullptr), kNullptr);
  EXPECT_EQ(put(self.Get()), kInvalid);
  ExpectMessage({"source", "2 elements", "[3, 4]"});
}

TEST_F(ElementsStatus, MaskedScatterAndOneHot) {
  const auto scatter = [&](const aclTensor* mask) {
    return Call("aclnnInplaceMaskedScatter", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnInplaceMaskedScatterGetWorkspaceSize(self.Get(), mask, self.Get(), size, executor);
    });
  };
  const Descriptor mask(Shape{3, 1}, ACL_BOOL);
  const Descriptor wide(Shape{2, 3, 4}, ACL_BOOL);
  EXPECT_EQ(scatter(mask.Get()), ACL_SUCCESS);
  EXPECT_EQ(scatter(nullptr), kNullptr);
  EXPECT_EQ(scatter(wide.Get()), kInvalid);
  ExpectMessage({"mask", "[2, 3, 4] for [3, 4]"});
  const auto hot = [&](int classes, int64_t axis, aclTensor* result) {
    return Call("aclnnOneHot", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnOneHotGetWorkspaceSize(index.Get(), classes, out.Get(), out.Get(), axis, result, size,
                                         executor);
    });
  };
  const Descriptor result(Shape{2, 5});
  EXPECT_EQ(hot(5, -1, result.Get()), ACL_SUCCESS);
  EXPECT_EQ(hot(5, 1, nullptr), kNullptr);
  EXPECT_EQ(hot(5, 2, result.Get()), kInvalid);
  ExpectMessage({"axis", "2 of 2"});
  EXPECT_EQ(hot(-1, 1, result.Get()), kInvalid);
  ExpectMessage({"numClasses", "-1"});
  EXPECT_EQ(hot(4, 1, result.Get()), kInvalid);
  ExpectMessage({"out", "[2, 4]", "[2, 5]"});
}

TEST_F(ElementsStatus, IndexAddAndRepeats) {
  const Descriptor rows(Shape{2, 4});
  const Scalar one(1, ACL_INT64);
  const Scalar half(0.5, ACL_FLOAT);
  const auto add = [&](const aclTensor* table, const aclTensor* source, const aclScalar* alpha) {
    return Call("aclnnIndexAdd", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnIndexAddGetWorkspaceSize(table, 0, index.Get(), source, alpha,
                                           const_cast<aclTensor*>(table), size, executor);
    });
  };
  EXPECT_EQ(add(self.Get(), rows.Get(), half.Get()), ACL_SUCCESS);
  EXPECT_EQ(add(self.Get(), nullptr, one.Get()), kNullptr);
  EXPECT_EQ(add(self.Get(), rows.Get(), nullptr), kNullptr);
  ExpectMessage({"alpha"});
  EXPECT_EQ(add(self.Get(), self.Get(), one.Get()), kInvalid);
  ExpectMessage({"source", "[2, 4]", "[3, 4]"});
  const Descriptor whole(Shape{3, 4}, ACL_INT32);
  const Descriptor wholeRows(Shape{2, 4}, ACL_INT32);
  EXPECT_EQ(add(whole.Get(), wholeRows.Get(), half.Get()), kInvalid);
  ExpectMessage({"alpha", "FLOAT"});
  const auto repeat = [&](const aclTensor* repeats, int64_t size0, aclTensor* result) {
    return Call("aclnnRepeatInterleaveWithDim", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRepeatInterleaveWithDimGetWorkspaceSize(self.Get(), repeats, 0, size0, result, size,
                                                          executor);
    });
  };
  const Descriptor three(Shape{3}, ACL_INT64);
  EXPECT_EQ(repeat(three.Get(), 2, rows.Get()), ACL_SUCCESS);
  EXPECT_EQ(repeat(nullptr, 2, rows.Get()), kNullptr);
  EXPECT_EQ(repeat(index.Get(), 2, rows.Get()), kInvalid);
  ExpectMessage({"repeats", "[2] for 3"});
  EXPECT_EQ(repeat(three.Get(), 3, rows.Get()), kInvalid);
  ExpectMessage({"out", "[3, 4]", "[2, 4]"});
}

TEST_F(ElementsStatus, IndexFillTensor) {
  const IntArray good({0, -3});
  const IntArray bad({0, 3});
  const Scalar one(1, ACL_INT64);
  const auto fill = [&](const aclTensor* table, const aclIntArray* indices, const aclScalar* value) {
    return Call("aclnnIndexFillTensor", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnIndexFillTensorGetWorkspaceSize(table, 0, indices, value, self.Get(), size, executor);
    });
  };
  EXPECT_EQ(fill(self.Get(), good.Get(), one.Get()), ACL_SUCCESS);
  EXPECT_EQ(fill(nullptr, good.Get(), one.Get()), kNullptr);
  EXPECT_EQ(fill(self.Get(), nullptr, one.Get()), kNullptr);
  EXPECT_EQ(fill(self.Get(), good.Get(), nullptr), kNullptr);
  EXPECT_EQ(fill(self.Get(), bad.Get(), one.Get()), kInvalid);
  ExpectMessage({"index[1]", "3 of 3"});
  EXPECT_EQ(fill(out.Get(), good.Get(), one.Get()), kInvalid);
  ExpectMessage({"out", "[2]", "[3, 4]"});
}

}  // namespace
}  // namespace openaclnn::testing
