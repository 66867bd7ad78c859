// SPDX-License-Identifier: Apache-2.0
#include "ops/matmul/integer_product.h"

#include <algorithm>
#include <array>

#include "base/checked_math.h"
#include "base/visit_number.h"

namespace openaclnn {
namespace {

// A task's part of the result: so many rows, for which a row of the second operand is read once.
constexpr int64_t kRows = 4;
constexpr int64_t kColumns = 256;

template <typename T>
void Read(const IntegerMatrix& from, int64_t row, int64_t column, int64_t count, uint64_t* to) {
  const auto* const elements = reinterpret_cast<const T*>(from.data) + row * from.row;
  for (int64_t i = 0; i < count; ++i) {
    to[i] = static_cast<uint64_t>(static_cast<int64_t>(elements[(column + i) * from.column]));
  }
}
template <typename T>
void Write(const uint64_t* from, const IntegerMatrix& to, int64_t row, int64_t column, int64_t count) {
  auto* const elements = reinterpret_cast<T*>(to.data) + row * to.row;
  for (int64_t i = 0; i < count; ++i) {
    elements[(column + i) * to.column] = static_cast<T>(from[i]);
  }
}

void ReadRow(const IntegerMatrix& from, int64_t row, int64_t column, int64_t count, uint64_t* to) {
  VisitInteger(from.dtype, [&](auto number) { Read<decltype(number)>(from, row, column, count, to); });
}
void WriteRow(const uint64_t* from, const IntegerMatrix& to, int64_t row, int64_t column, int64_t count) {
  VisitInteger(to.dtype, [&](auto number) { Write<decltype(number)>(from, to, row, column, count); });
}

void MultiplyTile(const IntegerProduct& product, const IntegerOperands& operands, int64_t batch, int64_t row,
                  int64_t column) {
  const int64_t rows = std::min(kRows, product.rows - row);
  const int64_t columns = std::min(kColumns, product.columns - column);
  std::array<std::array<uint64_t, kColumns>, kRows> sums{};
  std::array<uint64_t, kColumns> factors;
  for (int64_t pair = 0; pair < product.pairs; ++pair) {
    const IntegerMatrix first = operands.First(batch, pair);
    const IntegerMatrix second = operands.Second(batch, pair);
    for (int64_t k = 0; k < product.depth; ++k) {
      ReadRow(second, k, column, columns, factors.data());
      for (int64_t r = 0; r < rows; ++r) {
        uint64_t factor = 0;
        ReadRow(first, row + r, k, 1, &factor);
        uint64_t* const sum = sums[static_cast<size_t>(r)].data();
        for (int64_t c = 0; c < columns; ++c) {
          sum[c] += factor * factors[static_cast<size_t>(c)];
        }
      }
    }
  }
  const IntegerMatrix added = operands.Added(batch);
  for (int64_t r = 0; r < rows; ++r) {
    uint64_t* const sum = sums[static_cast<size_t>(r)].data();
    if (added.data != nullptr) {
      ReadRow(added, row + r, column, columns, factors.data());
    } else {
      factors.fill(0);
    }
    for (int64_t c = 0; c < columns; ++c) {
      sum[c] = product.alpha * sum[c] + product.beta * factors[static_cast<size_t>(c)];
    }
    WriteRow(sum, operands.Out(batch), row + r, column, columns);
  }
}

}  // namespace

void MultiplyIntegers(const IntegerProduct& product, int64_t batches, const IntegerOperands& operands,
                      const backend::cpu::CpuContext& cpu) {
  const int64_t down = CeilDivide(product.rows, kRows);
  const int64_t across = CeilDivide(product.columns, kColumns);
  cpu.ParallelFor(batches * down * across, [&](int64_t task) {
    MultiplyTile(product, operands, task / (down * across), task / across % down * kRows,
                 task % across * kColumns);
  });
}

}  // namespace openaclnn
