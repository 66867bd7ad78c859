// SPDX-License-Identifier: Apache-2.0
//
// Gathers and scatters against loops over all elements: indices that repeat along every set of dims, all sizes
// of elements, rows of odd widths. The same bits on one thread and on several.
#include "kernels/indexing/indexed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/testing.h"
#include "tests/support/half.h"
#include "tests/support/random.h"

namespace openaclnn {
namespace {

using Shape = std::vector<int64_t>;

int64_t Product(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

// The last dim lies side by side, or the first one.
enum class Order { kRows, kColumns };

Shape StridesOf(const Shape& dims, Order order = Order::kRows) {
  Shape strides(dims.size());
  int64_t stride = 1;
  for (size_t i = 0; i < dims.size(); ++i) {
    const size_t d = order == Order::kRows ? dims.size() - 1 - i : i;
    strides[d] = stride;
    stride *= dims[d];
  }
  return strides;
}

// Indices of one dim of a table, an element for each position, as aclnnGather and aclnnScatter have them.
struct Problem {
  Shape table;
  size_t dim;
  Shape index;
  unsigned repeated = 0;  // bit d: the index is the same along dim d
  aclDataType dtype = ACL_FLOAT;
  Order tableOrder = Order::kRows;
  Order otherOrder = Order::kRows;
  bool negative = false;
  aclDataType indexType = ACL_INT64;
};

class Indexed {
 public:
  explicit Indexed(const Problem& problem)
      : problem_(problem),
        size_(testing::ElementSize(problem.dtype)),
        tableStrides_(StridesOf(problem.table, problem.tableOrder)),
        otherStrides_(StridesOf(problem.index, problem.otherOrder)) {
    Shape dims = problem.index;
    for (size_t d = 0; d < dims.size(); ++d) {
      dims[d] = IsRepeated(d) ? 1 : dims[d];
    }
    indexStrides_ = StridesOf(dims);
    for (size_t d = 0; d < dims.size(); ++d) {
      indexStrides_[d] = IsRepeated(d) ? 0 : indexStrides_[d];
    }
    const int64_t extent = problem.table[problem.dim];
    indices_ = random_.Indices(static_cast<size_t>(Product(dims)), problem.negative ? -extent : 0, extent);
    narrow_.assign(indices_.begin(), indices_.end());
    table_ = Draw(Product(problem.table));
    other_ = Draw(Product(problem.index));
  }

  // out[p] = table[.., index[p], ..], bit for bit.
  void ExpectGathered() {
    std::vector<uint8_t> expected(other_.size());
    ForEachPosition([&](int64_t table, int64_t other) {
      std::memcpy(&expected[Byte(other)], &table_[Byte(table)], size_);
    });
    for (const int threads : {1, 3}) {
      std::vector<uint8_t> out(other_.size(), 0xA5);
      backend::cpu::Arena arena(threads);
      const backend::cpu::CpuContext cpu(&arena);
      const IndexSpace positions = Positions();
      ASSERT_TRUE(positions.Check(cpu).IsOk());
      GatherSlices(positions, Element(table_), Other(out), cpu);
      EXPECT_TRUE(out == expected) << threads << " threads";
    }
  }

  // table[.., index[p], ..] becomes what `combine` says of it and values[p], in the order of positions.
  template <typename Combine>
  void ExpectScattered(ScatterMode mode, const Combine& combine) {
    std::vector<uint8_t> expected = table_;
    ForEachPosition([&](int64_t table, int64_t other) {
      if (mode == ScatterMode::kReplace) {
        std::memcpy(&expected[Byte(table)], &other_[Byte(other)], size_);
        return;
      }
      const double to = testing::DecodeElement(problem_.dtype, &expected[Byte(table)]);
      const double from = testing::DecodeElement(problem_.dtype, &other_[Byte(other)]);
      testing::EncodeElement(problem_.dtype, combine(to, from), &expected[Byte(table)]);
    });
    for (const int threads : {1, 3}) {
      std::vector<uint8_t> out = table_;
      backend::cpu::Arena arena(threads);
      const backend::cpu::CpuContext cpu(&arena);
      ScatterSlices(Positions(), Other(other_), mode, Element(out), Apart(), cpu, ScalarOf(int64_t{3}));
      EXPECT_TRUE(out == expected) << threads << " threads, mode " << static_cast<int>(mode);
    }
  }

  void ExpectAllModes() {
    ExpectScattered(ScatterMode::kReplace, [](double, double) { return 0.0; });
    ExpectScattered(ScatterMode::kAdd, [](double to, double from) { return to + from; });
    ExpectScattered(ScatterMode::kMultiply, [](double to, double from) { return to * from; });
    ExpectScattered(ScatterMode::kAddScaled, [](double to, double from) { return to + 3 * from; });
    ExpectScattered(ScatterMode::kMaximum, [](double to, double from) { return std::max(to, from); });
    ExpectScattered(ScatterMode::kMinimum, [](double to, double from) { return std::min(to, from); });
  }

 private:
  [[nodiscard]] bool IsRepeated(size_t dim) const { return (problem_.repeated >> dim & 1U) != 0; }
  [[nodiscard]] size_t Byte(int64_t element) const { return static_cast<size_t>(element) * size_; }

  // -1, 0 and 1, whose sums and products all types hold; 0 and 1 of types without a sign.
  std::vector<uint8_t> Draw(int64_t elements) {
    std::vector<uint8_t> bytes(Byte(elements));
    const bool isSigned = problem_.dtype != ACL_UINT8 && problem_.dtype != ACL_BOOL;
    const std::vector<int64_t> values = random_.Indices(static_cast<size_t>(elements), isSigned ? -1 : 0, 2);
    for (int64_t i = 0; i < elements; ++i) {
      testing::EncodeElement(problem_.dtype, static_cast<double>(values[static_cast<size_t>(i)]),
                             &bytes[Byte(i)]);
    }
    return bytes;
  }

  // visit(element of the table, element of the other tensor)
  template <typename Visit>
  void ForEachPosition(const Visit& visit) const {
    const int64_t count = Product(problem_.index);
    for (int64_t i = 0; i < count; ++i) {
      int64_t rest = i;
      int64_t table = 0;
      int64_t other = 0;
      int64_t index = 0;
      for (size_t d = problem_.index.size(); d-- > 0;) {
        const int64_t at = rest % problem_.index[d];
        rest /= problem_.index[d];
        table += d == problem_.dim ? 0 : at * tableStrides_[d];
        other += at * otherStrides_[d];
        index += at * indexStrides_[d];
      }
      const int64_t named = indices_[static_cast<size_t>(index)];
      const int64_t extent = problem_.table[problem_.dim];
      visit(table + (named < 0 ? named + extent : named) * tableStrides_[problem_.dim], other);
    }
  }

  IndexSpace Positions() {
    IndexSpace positions(problem_.index);
    for (size_t d = 0; d < problem_.index.size(); ++d) {
      if (d != problem_.dim) {
        positions.AddStep(d, tableStrides_[d]);
      }
    }
    const bool isNarrow = problem_.indexType == ACL_INT32;
    void* const data = isNarrow ? static_cast<void*>(narrow_.data()) : indices_.data();
    positions.Add({"index", View(data, static_cast<DType>(problem_.indexType), problem_.index, indexStrides_),
                   problem_.table[problem_.dim], tableStrides_[problem_.dim], problem_.negative});
    return positions;
  }
  [[nodiscard]] std::optional<size_t> Apart() const {
    return problem_.index.size() == 1 ? std::nullopt : std::optional<size_t>(problem_.dim == 0 ? 1 : 0);
  }
  TensorView Element(std::vector<uint8_t>& bytes) const {
    return View(bytes.data(), static_cast<DType>(problem_.dtype), {}, {});
  }
  TensorView Other(std::vector<uint8_t>& bytes) const {
    return View(bytes.data(), static_cast<DType>(problem_.dtype), problem_.index, otherStrides_);
  }

  Problem problem_;
  size_t size_;
  Shape tableStrides_;
  Shape otherStrides_;
  Shape indexStrides_;
  testing::Random random_{43};
  std::vector<int64_t> indices_;
  std::vector<int32_t> narrow_;
  std::vector<uint8_t> table_;
  std::vector<uint8_t> other_;
};

void ExpectMoves(const Problem& problem) {
  SCOPED_TRACE("dim " + std::to_string(problem.dim) + ", repeated " + std::to_string(problem.repeated) +
               ", dtype " + std::to_string(problem.dtype) + ", columns " +
               std::to_string(problem.index.back()));
  Indexed indexed(problem);
  indexed.ExpectGathered();
  indexed.ExpectScattered(ScatterMode::kReplace, [](double, double) { return 0.0; });
}

// Every set of dims along which the index repeats, and every dim that it names.
TEST(IndexedSlices, RepeatAlongAnyDims) {
  for (const Order table : {Order::kRows, Order::kColumns}) {
    for (const Order other : {Order::kRows, Order::kColumns}) {
      for (size_t dim = 0; dim < 3; ++dim) {
        Shape index{6, 7, 9};
        index[dim] = 21;
        for (unsigned repeated = 0; repeated < 8; ++repeated) {
          Problem problem{{6, 7, 9}, dim, index, repeated, ACL_FLOAT, table, other};
          ExpectMoves(problem);
          Indexed(problem).ExpectAllModes();
          problem.dtype = ACL_BF16;
          problem.indexType = ACL_INT32;
          Indexed(problem).ExpectAllModes();
        }
      }
    }
  }
}

TEST(IndexedSlices, EveryElementSize) {
  for (const aclDataType dtype : {ACL_BOOL, ACL_INT8, ACL_FLOAT16, ACL_FLOAT, ACL_INT64}) {
    ExpectMoves({{40, 33}, 0, {900, 33}, 0b10, dtype});
    ExpectMoves({{40, 33}, 0, {900, 33}, 0, dtype});
    ExpectMoves({{40, 33}, 1, {40, 60}, 0, dtype});
    ExpectMoves({{40, 33}, 1, {40, 60}, 0b01, dtype});
    ExpectMoves({{500}, 0, {5000}, 0, dtype});
  }
}

TEST(IndexedSlices, EveryTypeThatIsCombined) {
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64}) {
    SCOPED_TRACE(dtype);
    Indexed({{50, 19}, 0, {70, 19}, 0b10, dtype}).ExpectAllModes();
    Indexed({{50, 19}, 0, {70, 19}, 0, dtype}).ExpectAllModes();
    Indexed({{90}, 0, {130}, 0, dtype}).ExpectAllModes();
  }
}

// Rows of every width around those of vectors; several positions name each of few rows.
TEST(IndexedSlices, OddWidths) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT64, ACL_INT8}) {
    for (const int64_t width : {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 20, 31, 32, 33}) {
      ExpectMoves({{5, width}, 0, {30, width}, 0b10, dtype});
      Indexed({{5, width}, 0, {30, width}, 0b10, dtype}).ExpectAllModes();
    }
  }
  ExpectMoves({{3, 70000}, 0, {4, 70000}, 0b10});
  Indexed({{3, 70000}, 0, {4, 70000}, 0b10}).ExpectAllModes();
}

TEST(IndexedSlices, ManyPositionsOfFewElements) {
  Indexed({{3}, 0, {3000}, 0, ACL_BF16}).ExpectScattered(ScatterMode::kAdd, [](double to, double from) {
    return to + from;
  });
  Indexed({{2, 64}, 0, {1100, 64}, 0b10, ACL_FLOAT}).ExpectAllModes();
  Indexed({{2, 64}, 0, {1100, 64}, 0, ACL_FLOAT}).ExpectAllModes();
}

TEST(IndexedSlices, Negative) {
  Problem problem{{12, 5}, 0, {3000, 5}, 0b10};
  problem.negative = true;
  ExpectMoves(problem);
  problem.repeated = 0;
  problem.indexType = ACL_INT32;
  ExpectMoves(problem);
}

TEST(IndexedSlices, OneRowAndNone) {
  ExpectMoves({{1, 9}, 0, {1, 9}, 0b11});
  ExpectMoves({{8, 9}, 0, {1, 9}, 0b10});
  ExpectMoves({{8, 9}, 0, {0, 9}, 0b10});
  ExpectMoves({{8, 9}, 1, {8, 0}, 0b01});
  ExpectMoves({{8, 0}, 1, {8, 0}, 0});
}

// Positions that repeat without a step lead to the same element: the last one counts, and sums are of all.
TEST(IndexedSlices, RepeatsThatLeadToTheSameElement) {
  std::array<int64_t, 2> indices{1, 0};
  std::array<float, 6> values{1, 2, 3, 4, 5, 6};
  IndexSpace positions(std::array<int64_t, 2>{2, 3});
  positions.Add({"index", View(indices.data(), DType::kInt64, {2, 3}, {1, 0}), 2, 1, false});
  const backend::cpu::CpuContext cpu(nullptr);
  std::array<float, 2> table{0, 0};
  const TensorView element = View(table.data(), {}, {});
  ScatterSlices(positions, View(values.data(), {2, 3}, {3, 1}), ScatterMode::kReplace, element, std::nullopt,
                cpu);
  EXPECT_EQ(table, (std::array<float, 2>{6, 3}));
  ScatterSlices(positions, View(values.data(), {2, 3}, {3, 1}), ScatterMode::kAdd, element, std::nullopt,
                cpu);
  EXPECT_EQ(table, (std::array<float, 2>{21, 9}));
  std::array<float, 6> out{};
  GatherSlices(positions, element, View(out.data(), {2, 3}, {3, 1}), cpu);
  EXPECT_EQ(out, (std::array<float, 6>{9, 9, 9, 21, 21, 21}));
}

// Parts that begin where indices say may overlap: the last position counts, however the values lie.
TEST(IndexedSlices, StepsAlongTheDimOfTheIndices) {
  std::array<int64_t, 2> begins{1, 0};
  std::array<float, 4> values{1, 2, 3, 4};
  for (const Shape& strides : {Shape{2, 1}, Shape{1, 2}}) {
    IndexSpace positions(std::array<int64_t, 2>{2, 2});
    positions.Add({"index", View(begins.data(), DType::kInt64, {2, 2}, {1, 0}), 2, 1, false});
    positions.AddStep(1, 1, false);
    std::array<float, 3> table{};
    ScatterSlices(positions, View(values.data(), {2, 2}, strides), ScatterMode::kReplace,
                  View(table.data(), {}, {}), std::nullopt, backend::cpu::CpuContext(nullptr));
    const auto value = [&](int64_t part, int64_t i) {
      return values[static_cast<size_t>(part * strides[0] + i * strides[1])];
    };
    EXPECT_EQ(table, (std::array<float, 3>{value(1, 0), value(1, 1), value(0, 1)}));
  }
}

// Rows by vectors, and the same elements one by one: NaNs, infinities and subnormals among them.
TEST(IndexedSlices, SingleElementsHaveTheBitsOfVectors) {
  constexpr int64_t kRows = 7;
  constexpr int64_t kPositions = 60;
  constexpr int64_t kWidth = 37;
  testing::Random random(44);
  const std::vector<int64_t> rows = random.Indices(kPositions, 0, kRows);
  std::vector<int64_t> dense;
  for (const int64_t row : rows) {
    dense.insert(dense.end(), kWidth, row);
  }
  const backend::cpu::CpuContext cpu(nullptr);
  for (const DType dtype : {DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble}) {
    const std::vector<int64_t> values = random.Indices(kPositions * kWidth, INT64_MIN, INT64_MAX);
    for (const ScatterMode mode : {ScatterMode::kAdd, ScatterMode::kMultiply, ScatterMode::kAddScaled,
                                   ScatterMode::kMaximum, ScatterMode::kMinimum, ScatterMode::kDivide}) {
      std::array<std::vector<int64_t>, 2> tables;
      for (const bool expanded : {false, true}) {
        std::vector<int64_t>& table = tables[expanded ? 1 : 0];
        table.assign(values.begin(), values.begin() + kRows * kWidth);
        IndexSpace positions(std::array{kPositions, kWidth});
        positions.AddStep(1, 1);
        void* const indices = const_cast<int64_t*>(expanded ? rows.data() : dense.data());
        const Shape strides{expanded ? 1 : kWidth, expanded ? 0 : 1};
        positions.Add({"index", View(indices, DType::kInt64, {kPositions, kWidth}, strides), kRows, kWidth});
        ScatterSlices(positions,
                      View(const_cast<int64_t*>(values.data()), dtype, {kPositions, kWidth}, {kWidth, 1}),
                      mode, View(table.data(), dtype, {}, {}), std::nullopt, cpu, ScalarOf(1.1));
      }
      EXPECT_TRUE(tables[0] == tables[1]) << static_cast<int>(dtype) << ", mode " << static_cast<int>(mode);
    }
  }
}

// A number for all positions has no strides.
TEST(IndexedSlices, OneNumberForAll) {
  std::array<int64_t, 2> indices{4, 1};
  float number = 7;
  IndexSpace positions(std::array<int64_t, 2>{3, 2});
  positions.AddStep(0, 5);
  positions.Add({"index", View(indices.data(), DType::kInt64, {3, 2}, {0, 1}), 5, 1, false});
  std::vector<float> table(15, 1);
  ScatterSlices(positions, View(&number, {3, 2}, {0, 0}), ScatterMode::kReplace, View(table.data(), {}, {}),
                std::nullopt, backend::cpu::CpuContext(nullptr));
  EXPECT_EQ(table, (std::vector<float>{1, 7, 1, 1, 7, 1, 7, 1, 1, 7, 1, 7, 1, 1, 7}));
}

class IndexCheck : public ::testing::Test {
 protected:
  // What the check says of indices of these dims and strides, in a table of `extent`.
  std::string Message(const Shape& dims, const Shape& strides, int64_t extent, bool negative = false) {
    IndexSpace positions(dims);
    positions.Add({"index", View(indices_.data(), DType::kInt64, dims, strides), extent, 1, negative});
    backend::cpu::Arena arena(3);
    return positions.Check(backend::cpu::CpuContext(&arena)).Message();
  }

  std::vector<int64_t> indices_;
};

TEST_F(IndexCheck, NamesTheFirstOutsideWhereverItIs) {
  constexpr int64_t kCount = 100003;
  for (const int64_t wrong : {int64_t{0}, int64_t{1023}, int64_t{1024}, int64_t{32768}, kCount - 1}) {
    for (const int64_t value : {int64_t{10}, int64_t{-1}, INT64_MAX, INT64_MIN, INT64_MIN + 10}) {
      indices_.assign(kCount, 9);
      indices_[static_cast<size_t>(wrong)] = value;
      indices_.back() = wrong == kCount - 1 ? value : 77;
      EXPECT_EQ(Message({kCount}, {1}, 10), "index: expected values in [0, 10), got " +
                                                std::to_string(value) + " at position " +
                                                std::to_string(wrong));
    }
  }
}

TEST_F(IndexCheck, CountsFromTheEnd) {
  indices_ = {-10, 9, 0};
  EXPECT_EQ(Message({3}, {1}, 10, true), "");
  for (const int64_t value : {int64_t{-11}, int64_t{10}, INT64_MAX, INT64_MIN}) {
    indices_[1] = value;
    EXPECT_EQ(Message({3}, {1}, 10, true),
              "index: expected values in [-10, 10), got " + std::to_string(value) + " at position 1");
  }
}

// An index that repeats is looked at once; the position is that of the first time.
TEST_F(IndexCheck, PositionsOfRepeatedIndices) {
  indices_ = {0, 1, 5, 7};
  EXPECT_EQ(Message({4, 6}, {1, 0}, 5), "index: expected values in [0, 5), got 5 at position 12");
  EXPECT_EQ(Message({6, 4}, {0, 1}, 5), "index: expected values in [0, 5), got 5 at position 2");
  EXPECT_EQ(Message({2, 3, 2}, {2, 0, 1}, 5), "index: expected values in [0, 5), got 5 at position 6");
  EXPECT_EQ(Message({4, 6}, {1, 0}, 8), "");
  EXPECT_EQ(Message({4, 0}, {1, 0}, 5), "");
  EXPECT_EQ(Message({0, 6}, {1, 0}, 5), "");
  EXPECT_EQ(Message({4}, {1}, 0), "index: expected values in [0, 0), got 0 at position 0");
}

}  // namespace
}  // namespace openaclnn
