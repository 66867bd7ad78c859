// SPDX-License-Identifier: Apache-2.0
//
// aclnnEinsum against loops over letters in float64; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "aclnnop/aclnn_einsum.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/status_test.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

aclnnStatus PhaseOneOf(const std::vector<const aclTensor*>& tensors, const char* equation, aclTensor* output,
                       uint64_t* size, aclOpExecutor** executor) {
  const TensorList list(tensors);
  return aclnnEinsumGetWorkspaceSize(list.Get(), equation, output, size, executor);
}

aclnnStatus Einsum(const aclTensor* first, const aclTensor* second, const char* equation, aclTensor* output) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return PhaseOneOf({first, second}, equation, output, size, executor);
      },
      aclnnEinsum);
}

struct Case {
  const char* equation;
  std::string first;
  std::string second;
  std::string result;
  std::map<char, int64_t> sizes;
};
const std::vector<Case> kCases{
    {"i,j->ij", "i", "j", "ij", {{'i', 7}, {'j', 19}}},
    {"bhid,bhijd->bhij", "bhid", "bhijd", "bhij", {{'b', 2}, {'h', 3}, {'i', 4}, {'j', 5}, {'d', 80}}},
    {"ij,jk->ik", "ij", "jk", "ik", {{'i', 33}, {'j', 70}, {'k', 18}}},
    {" ij , kj -> k i ", "ij", "kj", "ki", {{'i', 5}, {'j', 9}, {'k', 6}}},
    {"ij,jk", "ij", "jk", "ik", {{'i', 3}, {'j', 4}, {'k', 2}}},
    {"kj,ji", "kj", "ji", "ik", {{'i', 3}, {'j', 4}, {'k', 2}}},
    {"i,i->", "i", "i", "", {{'i', 300}}},
    {"i,->i", "i", "", "i", {{'i', 6}}},
    {"abc,cd->bda", "abc", "cd", "bda", {{'a', 3}, {'b', 4}, {'c', 20}, {'d', 5}}},
    {"aZ,b->ba", "aZ", "b", "ba", {{'a', 3}, {'Z', 21}, {'b', 4}}},
    {"abcdef,fedcba->abcdef",
     "abcdef",
     "fedcba",
     "abcdef",
     {{'a', 2}, {'b', 3}, {'c', 1}, {'d', 2}, {'e', 2}, {'f', 3}}},
    {"ab,bc->ac", "ab", "bc", "ac", {{'a', 3}, {'b', 0}, {'c', 2}}},
    {"ab,bc->ac", "ab", "bc", "ac", {{'a', 0}, {'b', 3}, {'c', 2}}},
};

Shape ShapeOf(const std::string& letters, const std::map<char, int64_t>& sizes) {
  Shape shape;
  for (const char letter : letters) {
    shape.push_back(sizes.at(letter));
  }
  return shape;
}

double At(const Array& array, const std::string& letters, const std::map<char, int64_t>& at) {
  Shape index;
  for (size_t d = 0; d < letters.size(); ++d) {
    index.push_back(array.shape[d] == 1 ? 0 : at.at(letters[d]));
  }
  return array.values[FlatIndex(array.shape, index)];
}

// The sums, and those of the magnitudes of their terms.
std::array<Array, 2> Sums(const Case& given, const Array& first, const Array& second) {
  const Shape shape = ShapeOf(given.result, given.sizes);
  std::array<Array, 2> sums{Full(shape, 0), Full(shape, 0)};
  std::string summed;
  for (const auto& [letter, size] : given.sizes) {
    if (given.result.find(letter) == std::string::npos) {
      summed += letter;
    }
  }
  const Shape inner = ShapeOf(summed, given.sizes);
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    std::map<char, int64_t> at;
    const Shape outer = IndexOf(shape, i);
    for (size_t d = 0; d < outer.size(); ++d) {
      at[given.result[d]] = outer[d];
    }
    for (int64_t k = 0; k < NumElements(inner); ++k) {
      const Shape place = IndexOf(inner, k);
      for (size_t d = 0; d < place.size(); ++d) {
        at[summed[d]] = place[d];
      }
      const double term = At(first, given.first, at) * At(second, given.second, at);
      sums[0].values[static_cast<size_t>(i)] += term;
      sums[1].values[static_cast<size_t>(i)] += std::fabs(term);
    }
  }
  return sums;
}

TEST(Einsum, EveryEquationAndLayout) {
  Random random(71);
  for (const Case& given : kCases) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const auto trace = TraceSeed(random);
      SCOPED_TRACE(given.equation);
      const Array first = random.Normal(ShapeOf(given.first, given.sizes), dtype, 0, 1);
      const Array second = random.Normal(ShapeOf(given.second, given.sizes), dtype, 0, 1);
      const auto [expected, magnitudes] = Sums(given, first, second);
      const DeviceTensor secondIn(second, dtype, Layout::Transposed(second.shape.size()));
      if (expected.shape.size() < 2) {
        const DeviceTensor firstIn(first, dtype);
        const DeviceTensor out = DeviceTensor::Output(expected.shape, dtype);
        ASSERT_EQ(Einsum(firstIn.Get(), secondIn.Get(), given.equation, out.Get()), ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype, magnitudes)));
        continue;
      }
      ExpectInEachLayout(expected, Tolerance::For(dtype, magnitudes),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const bool same = first.shape.size() == expected.shape.size();
                           const DeviceTensor firstIn(first, dtype, same ? layout : Layout::Contiguous());
                           return Einsum(firstIn.Get(), secondIn.Get(), given.equation, out.Get());
                         });
    }
  }
}

// All types of integers, in which products wrap around.
template <typename T>
void ExpectExact(aclDataType dtype) {
  SCOPED_TRACE(dtype);
  constexpr int64_t kRows = 5;
  constexpr int64_t kDepth = 70;
  constexpr int64_t kColumns = 9;
  std::vector<T> first(kRows * kDepth);
  std::vector<T> second(kDepth * kColumns);
  uint64_t state = 1;
  for (std::vector<T>* numbers : {&first, &second}) {
    for (T& number : *numbers) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      number = static_cast<T>(state >> 20);
    }
  }
  std::vector<T> expected(kRows * kColumns);
  for (int64_t i = 0; i < kRows * kColumns; ++i) {
    uint64_t sum = 0;
    for (int64_t k = 0; k < kDepth; ++k) {
      sum += static_cast<uint64_t>(first[static_cast<size_t>(i / kColumns * kDepth + k)]) *
             static_cast<uint64_t>(second[static_cast<size_t>(k * kColumns + i % kColumns)]);
    }
    expected[static_cast<size_t>(i)] = static_cast<T>(sum);
  }
  const RawTensor<T> firstIn(first, dtype, {kRows, kDepth});
  const RawTensor<T> secondIn(second, dtype, {kDepth, kColumns});
  const RawTensor<T> out(std::vector<T>(expected.size()), dtype, {kRows, kColumns});
  ASSERT_EQ(Einsum(firstIn.Get(), secondIn.Get(), "ij,jk->ik", out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read(), expected);
}

TEST(Einsum, IntegersAreExact) {
  ExpectExact<int8_t>(ACL_INT8);
  ExpectExact<int16_t>(ACL_INT16);
  ExpectExact<int32_t>(ACL_INT32);
  ExpectExact<int64_t>(ACL_INT64);
  ExpectExact<uint8_t>(ACL_UINT8);
  ExpectExact<uint16_t>(ACL_UINT16);
  ExpectExact<uint32_t>(ACL_UINT32);
  ExpectExact<uint64_t>(ACL_UINT64);
}

// A dim of 1 repeats, in a batch and in a sum.
TEST(Einsum, DimsOfOneRepeat) {
  const DeviceTensor first(MakeArray({1, 2}, {2, 3}), ACL_FLOAT);
  const DeviceTensor second(MakeArray({3, 1}, {1, 10, 100}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({3}, ACL_FLOAT);
  ASSERT_EQ(Einsum(first.Get(), second.Get(), "ij,ij->i", out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{5, 50, 500}));
}

class EinsumChecks : public StatusTest {};

TEST_F(EinsumChecks, Statuses) {
  const Descriptor a({2, 3});
  const Descriptor b({3, 4});
  const Descriptor out({2, 4});
  const auto plan = [&](aclnnStatus status, const char* said, const std::vector<const aclTensor*>& tensors,
                        const char* equation, aclTensor* result) {
    ExpectCall("aclnnEinsum", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return PhaseOneOf(tensors, equation, result, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", {a.Get(), b.Get()}, "ij,jk->ik", out.Get());
  plan(kNullptr, "tensors[1]", {a.Get(), nullptr}, "ij,jk->ik", out.Get());
  plan(kNullptr, "equation", {a.Get(), b.Get()}, nullptr, out.Get());
  plan(kNullptr, "output", {a.Get(), b.Get()}, "ij,jk->ik", nullptr);
  plan(kInvalid, "tensors", {a.Get()}, "ij->ij", out.Get());
  plan(kInvalid, "tensors", {a.Get(), b.Get(), b.Get()}, "ij,jk,kl->il", out.Get());
  for (const char* equation : {"", "ij", "ii,jk->ik", "ij,j1->i", "ij,jk->il", "ij,jk->iik", "...ij,jk->ik",
                               "ij,jk->i,k", "ij,jk->", "ai,bj->ab"}) {
    plan(kInvalid, "equation", {a.Get(), b.Get()}, equation, out.Get());
  }
  plan(kInvalid, "tensors[0]", {a.Get(), b.Get()}, "ijl,jk->ilk", out.Get());
  plan(kInvalid, "tensors[1]", {a.Get(), a.Get()}, "ij,jk->ik", out.Get());
  plan(kInvalid, "tensors[1]", {a.Get(), Descriptor({3, 4}, ACL_FLOAT16).Get()}, "ij,jk->ik", out.Get());
  plan(kInvalid, "tensors[0]", {Descriptor({2, 3}, ACL_BOOL).Get(), b.Get()}, "ij,jk->ik", out.Get());
  plan(kInvalid, "output", {a.Get(), b.Get()}, "ij,jk->ki", out.Get());
  plan(kInvalid, "output", {a.Get(), b.Get()}, "ij,jk->ik", Descriptor({2, 4}, ACL_FLOAT16).Get());
  // A place for rows and one for columns beside seven letters of both.
  const Descriptor seven(Shape(7, 1));
  plan(kInvalid, "equation", {seven.Get(), seven.Get()}, "abcdefg,abcdefg->abcdefg", seven.Get());
}

}  // namespace
}  // namespace openaclnn::testing
