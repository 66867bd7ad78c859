// SPDX-License-Identifier: Apache-2.0
//
// aclnnExpandIntoJaggedPermute, aclnnRepeatInterleaveGrad and aclnnCoalesceSparse against loops; and the
// statuses.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "aclnnop/aclnn_coalesce_sparse.h"
#include "aclnnop/aclnn_expand_into_jagged_permute.h"
#include "aclnnop/aclnn_repeat_interleave_grad.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

class JaggedPermute : public StatusTest {
 protected:
  static aclnnStatus Run(const DeviceTensor& permute, const DeviceTensor& begins, const DeviceTensor& ends,
                         int64_t total, const DeviceTensor& out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnExpandIntoJaggedPermuteGetWorkspaceSize(permute.Get(), begins.Get(), ends.Get(), total,
                                                              out.Get(), size, executor);
        },
        aclnnExpandIntoJaggedPermute);
  }

  Random random_{6};
};

TEST_F(JaggedPermute, SegmentsOfAnyLength) {
  for (const int64_t segments : {0, 1, 7, 2000}) {
    for (const aclDataType dtype : {ACL_INT32, ACL_INT64}) {
      std::vector<int64_t> permute;
      std::vector<int64_t> begins{3};
      std::vector<int64_t> ends{segments == 7 ? 2 : 0};
      std::vector<int64_t> expected(static_cast<size_t>(ends[0]), 0);
      for (int64_t i = 0; i < segments; ++i) {
        permute.push_back(random_.Integer(0, segments));
        begins.push_back(random_.Integer(-50, 100000));
      }
      for (int64_t i = 0; i < segments; ++i) {
        const int64_t length = random_.Integer(0, 5) == 0 ? random_.Integer(0, 2000) : random_.Integer(0, 3);
        ends.push_back(ends.back() + length);
        for (int64_t j = 0; j < length; ++j) {
          expected.push_back(begins[static_cast<size_t>(permute[static_cast<size_t>(i)])] + j);
        }
      }
      expected.resize(expected.size() + 3, 0);  // places behind the segments
      const auto total = static_cast<int64_t>(expected.size());
      const DeviceTensor numbers(FromIntegers({segments}, permute), dtype, Layout::Stepped({2}));
      const DeviceTensor from(FromIntegers({segments + 1}, begins), dtype);
      const DeviceTensor to(FromIntegers({segments + 1}, ends), dtype);
      for (const Layout& layout : {Layout::Contiguous(), Layout::Stepped({2}).WithOffset(3)}) {
        const DeviceTensor out = DeviceTensor::Output({total}, dtype, layout);
        ASSERT_EQ(Run(numbers, from, to, total, out), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(out.Read(), FromIntegers({total}, expected), Tolerance::Exact(dtype)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

TEST_F(JaggedPermute, NumbersOutOfRange) {
  struct Case {
    std::vector<int64_t> permute;
    std::vector<int64_t> ends;
    const char* said;
  };
  for (const Case& given : std::vector<Case>{
           {{0, 2}, {0, 1, 2}, "permute: expected values in [0, 2), got 2 at position 1"},
           {{-1, 0}, {0, 1, 2}, "permute: expected values in [0, 2), got -1 at position 0"},
           {{0, 1}, {1, 0, 2}, "outputOffsets: expected values from 1 to 4, got 0 at position 1"},
           {{0, 1}, {0, 1, 5}, "outputOffsets: expected values from 1 to 4, got 5 at position 2"},
           {{0, 1}, {-1, 1, 2}, "outputOffsets: expected values from 0 to 4, got -1"}}) {
    const DeviceTensor permute(FromIntegers({2}, given.permute), ACL_INT32);
    const DeviceTensor begins(FromIntegers({3}, {0, 1, 2}), ACL_INT32);
    const DeviceTensor ends(FromIntegers({3}, given.ends), ACL_INT32);
    const DeviceTensor out(Full({4}, 7), ACL_INT32);
    EXPECT_EQ(Run(permute, begins, ends, 4, out), 507035);
    EXPECT_NE(LastMessage().find(given.said), std::string::npos) << LastMessage();
    EXPECT_TRUE(Near(out.Read(), Full({4}, 7), Tolerance::Exact(ACL_INT32)));
  }
}

TEST_F(JaggedPermute, Statuses) {
  const Descriptor permute({2}, ACL_INT32);
  const Descriptor offsets({3}, ACL_INT32);
  const Descriptor wide({3}, ACL_INT64);
  const Descriptor out({4}, ACL_INT32);
  const auto expect = [&](aclnnStatus status, const char* said, const aclTensor* a, const aclTensor* b,
                          const aclTensor* c, int64_t total, const aclTensor* d) {
    ExpectCall("aclnnExpandIntoJaggedPermute", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnExpandIntoJaggedPermuteGetWorkspaceSize(a, b, c, total, const_cast<aclTensor*>(d), size,
                                                          executor);
    });
  };
  expect(ACL_SUCCESS, "", permute.Get(), offsets.Get(), offsets.Get(), 4, out.Get());
  expect(kNullptr, "permute", nullptr, offsets.Get(), offsets.Get(), 4, out.Get());
  expect(kNullptr, "inputOffsets", permute.Get(), nullptr, offsets.Get(), 4, out.Get());
  expect(kNullptr, "outputOffsets", permute.Get(), offsets.Get(), nullptr, 4, out.Get());
  expect(kNullptr, "outputPermute", permute.Get(), offsets.Get(), offsets.Get(), 4, nullptr);
  expect(kInvalid, "inputOffsets", permute.Get(), permute.Get(), offsets.Get(), 4, out.Get());
  expect(kInvalid, "outputOffsets", permute.Get(), offsets.Get(), wide.Get(), 4, out.Get());
  expect(kInvalid, "outputPermute", permute.Get(), offsets.Get(), offsets.Get(), 5, out.Get());
  expect(kInvalid, "outputSize", permute.Get(), offsets.Get(), offsets.Get(), -1, out.Get());
}

class RepeatGrad : public StatusTest {
 protected:
  static aclnnStatus Run(const DeviceTensor& grad, const DeviceTensor& repeats, int64_t axis,
                         const DeviceTensor& out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnRepeatInterleaveGradGetWorkspaceSize(grad.Get(), repeats.Get(), axis, out.Get(), size,
                                                           executor);
        },
        aclnnRepeatInterleaveGrad);
  }

  Random random_{7};
};

TEST_F(RepeatGrad, EveryTypeShapeAndLayout) {
  struct Case {
    Shape before;
    std::vector<int64_t> repeats;
    Shape behind;
    bool single;
  };
  for (const Case& given : std::vector<Case>{{{1}, {3, 0, 2, 700, 1}, {}, false},
                                             {{2}, {3, 0, 2, 1}, {5}, false},
                                             {{3}, {4, 1}, {1300}, false},
                                             {{}, {40, 3}, {7, 13}, false},
                                             {{4}, std::vector<int64_t>(600, 2), {}, true},
                                             {{2, 3}, {5, 5, 5}, {2}, true},
                                             {{2}, {0, 0}, {3}, false},
                                             {{2}, {}, {3}, false}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const auto trace = TraceSeed(random_);
      int64_t rows = 0;
      for (const int64_t count : given.repeats) {
        rows += count;
      }
      const auto shapeOf = [&](int64_t along) {
        Shape shape = given.before;
        shape.push_back(along);
        shape.insert(shape.end(), given.behind.begin(), given.behind.end());
        return shape;
      };
      const auto sums = static_cast<int64_t>(given.repeats.size());
      const Shape shape = shapeOf(rows);
      const Array grad = random_.Uniform(shape, dtype, -1, 1);
      Array expected = Full(shapeOf(sums), 0);
      const int64_t inner = NumElements(given.behind);
      for (int64_t outer = 0; outer < NumElements(given.before); ++outer) {
        int64_t row = 0;
        for (int64_t k = 0; k < sums; ++k) {
          for (int64_t r = 0; r < given.repeats[static_cast<size_t>(k)]; ++r, ++row) {
            for (int64_t i = 0; i < inner; ++i) {
              const double term = grad.values[static_cast<size_t>((outer * rows + row) * inner + i)];
              expected.values[static_cast<size_t>((outer * sums + k) * inner + i)] += term;
            }
          }
        }
      }
      const DeviceTensor repeats(
          given.single ? FromIntegers({1}, {given.repeats[0]}) : FromIntegers({sums}, given.repeats),
          dtype == ACL_FLOAT ? ACL_INT32 : ACL_INT64);
      const auto axis = static_cast<int64_t>(given.before.size());
      // One rounding of an exact sum: half a last place.
      ExpectInEachLayout(expected, Tolerance::For(dtype, std::nullopt, 0),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor source(grad, dtype, layout);
                           return Run(source, repeats, axis - static_cast<int64_t>(shape.size()), out);
                         });
    }
  }
}

TEST_F(RepeatGrad, ResultOfSeveralDims) {
  const DeviceTensor grad(MakeArray({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}), ACL_FLOAT);
  const DeviceTensor two(FromIntegers({}, {1}), ACL_INT64);
  const DeviceTensor out = DeviceTensor::Output({2, 2, 2}, ACL_FLOAT);
  ASSERT_EQ(Run(grad, two, 0, out), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST_F(RepeatGrad, RepeatsThatDoNotAddUp) {
  for (const auto& [repeats, said] :
       {std::pair<std::vector<int64_t>, const char*>{{2, 3}, "add up to 4, got 3 at position 1"},
        {{-1, 5}, "got -1 at position 0"},
        {{2, 1}, "add up to 4, got 3"},
        {{1}, "add up to 4, got 2"}}) {
    const DeviceTensor grad(Full({4}, 1), ACL_FLOAT);
    const DeviceTensor counts(FromIntegers({static_cast<int64_t>(repeats.size())}, repeats), ACL_INT64);
    const DeviceTensor out(Full({2}, 7), ACL_FLOAT);
    EXPECT_EQ(Run(grad, counts, 0, out), 507035);
    EXPECT_NE(LastMessage().find(said), std::string::npos) << LastMessage();
    EXPECT_TRUE(Near(out.Read(), Full({2}, 7), Tolerance::Exact(ACL_FLOAT)));
  }
}

TEST_F(RepeatGrad, Statuses) {
  const Descriptor grad({4, 6});
  const Descriptor number({});
  const Descriptor repeats({3}, ACL_INT64);
  const Descriptor matrix({3, 1}, ACL_INT64);
  const Descriptor out({4, 3});
  const Descriptor wrong({5, 3});
  const Descriptor half({4, 3}, ACL_FLOAT16);
  const auto expect = [&](aclnnStatus status, const char* said, const aclTensor* a, const aclTensor* b,
                          int64_t axis, const aclTensor* c) {
    ExpectCall("aclnnRepeatInterleaveGrad", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRepeatInterleaveGradGetWorkspaceSize(a, b, axis, const_cast<aclTensor*>(c), size, executor);
    });
  };
  expect(ACL_SUCCESS, "", grad.Get(), repeats.Get(), 1, out.Get());
  expect(kNullptr, "yGrad", nullptr, repeats.Get(), 1, out.Get());
  expect(kNullptr, "repeats", grad.Get(), nullptr, 1, out.Get());
  expect(kNullptr, "out", grad.Get(), repeats.Get(), 1, nullptr);
  expect(kInvalid, "yGrad", number.Get(), repeats.Get(), 0, number.Get());
  expect(kInvalid, "axis", grad.Get(), repeats.Get(), 2, out.Get());
  expect(kInvalid, "out", grad.Get(), repeats.Get(), 1, wrong.Get());
  expect(kInvalid, "out", grad.Get(), repeats.Get(), 1, half.Get());
  expect(kInvalid, "repeats", grad.Get(), matrix.Get(), 1, out.Get());
  expect(kInvalid, "repeats", grad.Get(), out.Get(), 1, out.Get());
}

class CoalesceSparse : public StatusTest {
 protected:
  static aclnnStatus Run(const DeviceTensor& places, const DeviceTensor& numbers, const DeviceTensor& indices,
                         const DeviceTensor& values, const DeviceTensor& newIndices,
                         const DeviceTensor& newValues) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnCoalesceSparseGetWorkspaceSize(places.Get(), numbers.Get(), indices.Get(), values.Get(),
                                                     newIndices.Get(), newValues.Get(), size, executor);
        },
        aclnnCoalesceSparse);
  }

  Random random_{8};
};

TEST_F(CoalesceSparse, EveryTypeShapeAndLayout) {
  for (const Shape& rest : std::vector<Shape>{{}, {5}, {3, 40}}) {
    for (const int64_t elements : {0, 1, 70}) {
      for (const aclDataType dtype :
           {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT32, ACL_INT64, ACL_UINT8}) {
        const auto trace = TraceSeed(random_);
        constexpr int64_t kPlaces = 9;
        const auto shapeOf = [&](int64_t first) {
          Shape shape{first};
          shape.insert(shape.end(), rest.begin(), rest.end());
          return shape;
        };
        const Array numbers = random_.Integers({elements}, ACL_INT32, 0, kPlaces);
        const Array values = random_.Integers(shapeOf(elements), dtype, 0, 2);
        Array indices = random_.Integers({elements, 2}, ACL_INT32, 0, 1000);
        Array sums = Full(shapeOf(kPlaces), 0);
        Array places = Full({kPlaces, 2}, 0);
        const auto row = static_cast<size_t>(NumElements(rest));
        for (size_t i = 0; i < static_cast<size_t>(elements); ++i) {
          const auto to = static_cast<size_t>(numbers.values[i]);
          for (size_t k = 0; k < row; ++k) {
            sums.values[to * row + k] += values.values[i * row + k];
          }
          places.values[2 * to] = indices.values[2 * i];
          places.values[2 * to + 1] = indices.values[2 * i + 1];
        }
        const aclDataType indexType = dtype == ACL_FLOAT ? ACL_INT64 : ACL_INT32;
        for (const bool transposed : {false, true}) {
          const auto layout = [&](size_t rank) {
            return transposed ? Layout::Transposed(rank).WithOffset(2) : Layout();
          };
          const DeviceTensor count(Full({kPlaces}, 0), ACL_INT64);
          const DeviceTensor number(numbers, indexType);
          const DeviceTensor index(indices, indexType, layout(2));
          const DeviceTensor value(values, dtype, layout(rest.size() + 1));
          const DeviceTensor newIndex = DeviceTensor::Output({kPlaces, 2}, indexType, layout(2));
          const DeviceTensor newValue = DeviceTensor::Output(sums.shape, dtype, layout(rest.size() + 1));
          ASSERT_EQ(Run(count, number, index, value, newIndex, newValue), ACL_SUCCESS) << LastMessage();
          EXPECT_TRUE(Near(newIndex.Read(), places, Tolerance::Exact(indexType)));
          EXPECT_TRUE(Near(newValue.Read(), sums, Tolerance::Exact(dtype)));
          EXPECT_TRUE(newIndex.CanariesIntact());
          EXPECT_TRUE(newValue.CanariesIntact());
        }
      }
    }
  }
}

TEST_F(CoalesceSparse, PlacesOutOfRange) {
  const DeviceTensor count(Full({2}, 0), ACL_INT64);
  const DeviceTensor numbers(FromIntegers({2}, {0, 2}), ACL_INT32);
  const DeviceTensor indices(Full({2, 1}, 3), ACL_INT32);
  const DeviceTensor values(Full({2}, 4), ACL_FLOAT);
  const DeviceTensor newIndices(Full({2, 1}, 7), ACL_INT32);
  const DeviceTensor newValues(Full({2}, 7), ACL_FLOAT);
  EXPECT_EQ(Run(count, numbers, indices, values, newIndices, newValues), 507035);
  EXPECT_NE(LastMessage().find("uniqueIndices: expected values in [0, 2), got 2"), std::string::npos)
      << LastMessage();
  EXPECT_TRUE(Near(newValues.Read(), Full({2}, 7), Tolerance::Exact(ACL_FLOAT)));
}

TEST_F(CoalesceSparse, Statuses) {
  const Descriptor count({2}, ACL_INT64);
  const Descriptor numbers({3}, ACL_INT32);
  const Descriptor indices({3, 2}, ACL_INT32);
  const Descriptor values({3, 4});
  const Descriptor newIndices({2, 2}, ACL_INT32);
  const Descriptor newValues({2, 4});
  const std::vector<const aclTensor*> usual{count.Get(),  numbers.Get(),    indices.Get(),
                                            values.Get(), newIndices.Get(), newValues.Get()};
  const auto expect = [&](aclnnStatus status, const char* said, size_t place, const aclTensor* tensor) {
    std::vector<const aclTensor*> all = usual;
    all[place] = tensor;
    ExpectCall("aclnnCoalesceSparse", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnCoalesceSparseGetWorkspaceSize(all[0], all[1], all[2], all[3],
                                                 const_cast<aclTensor*>(all[4]),
                                                 const_cast<aclTensor*>(all[5]), size, executor);
    });
  };
  expect(ACL_SUCCESS, "", 0, count.Get());
  const std::vector<const char*> names{"uniqueLen", "uniqueIndices", "indices",
                                       "values",    "newIndices",    "newValues"};
  for (size_t place = 0; place < names.size(); ++place) {
    expect(kNullptr, names[place], place, nullptr);
  }
  expect(kInvalid, "uniqueLen", 0, indices.Get());
  expect(kInvalid, "indices", 1, count.Get());
  expect(kInvalid, "indices", 2, numbers.Get());
  expect(kInvalid, "values", 3, newValues.Get());
  expect(kInvalid, "newIndices", 4, indices.Get());
  expect(kInvalid, "newValues", 5, values.Get());
}

}  // namespace
}  // namespace openaclnn::testing
