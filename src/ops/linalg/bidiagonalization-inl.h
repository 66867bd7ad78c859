// SPDX-License-Identifier: Apache-2.0
//
// A real matrix as the product of reflections, a bidiagonal matrix and reflections: Golub and Kahan, "Calculating the
// Singular Values and Pseudo-Inverse of a Matrix", 1965. Each step goes through the rest of the matrix once: a column is
// reflected from the right as the step before decided, then from the left, and added to the next product while a cache
// still holds it. Eigen goes through it several times. For files that are compiled once for each instruction set.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <hwy/highway.h>

#include "simd/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Columns begin and end at multiples of so many numbers, and sums have as many lanes on every processor.
constexpr int64_t kColumnLanes = 8;

// Loops over a part of columns, whose ends are multiples of kColumnLanes.
class Columns {
 public:
  // a -= factor * b
  static void Subtract(double* a, double factor, const double* b, int64_t begin, int64_t end) {
    const Tag tag;
    const auto times = hn::Set(tag, factor);
    for (int64_t i = begin; i < end; i += kStep) {
      hn::StoreU(NegMulAdd(tag, times, hn::LoadU(tag, b + i), hn::LoadU(tag, a + i)), tag, a + i);
    }
  }

  static double Product(const double* a, const double* b, int64_t begin, int64_t end) {
    Sums sums;
    const Tag tag;
    for (int64_t i = begin; i < end; i += kColumnLanes) {
      for (int64_t v = 0; v < kVectors; ++v) {
        sums.Add(v, hn::LoadU(tag, a + i + v * kStep), hn::LoadU(tag, b + i + v * kStep), i);
      }
    }
    return sums.Total();
  }

  // a -= factor * b; returns the product of a and c.
  static double SubtractAndMultiply(double* a, double factor, const double* b, const double* c, int64_t begin,
                                    int64_t end) {
    Sums sums;
    const Tag tag;
    const auto times = hn::Set(tag, factor);
    for (int64_t i = begin; i < end; i += kColumnLanes) {
      for (int64_t v = 0; v < kVectors; ++v) {
        const int64_t at = i + v * kStep;
        const auto rest = NegMulAdd(tag, times, hn::LoadU(tag, b + at), hn::LoadU(tag, a + at));
        hn::StoreU(rest, tag, a + at);
        sums.Add(v, rest, hn::LoadU(tag, c + at), i);
      }
    }
    return sums.Total();
  }

  // a -= factor * b; sum += weight * a
  static void SubtractAndAdd(double* a, double factor, const double* b, double weight, double* sum,
                             int64_t begin, int64_t end) {
    const Tag tag;
    const auto times = hn::Set(tag, factor);
    const auto weights = hn::Set(tag, weight);
    for (int64_t i = begin; i < end; i += kStep) {
      const auto rest = NegMulAdd(tag, times, hn::LoadU(tag, b + i), hn::LoadU(tag, a + i));
      hn::StoreU(rest, tag, a + i);
      hn::StoreU(MulAdd(tag, weights, rest, hn::LoadU(tag, sum + i)), tag, sum + i);
    }
  }

 private:
  using Tag = hn::CappedTag<double, static_cast<size_t>(kColumnLanes)>;
  static constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(Tag()));
  static constexpr int64_t kVectors = kColumnLanes / kStep;

  // Two sums for each lane, in turn: so many additions can be under way at a time.
  class Sums {
   public:
    HWY_INLINE Sums() {
      for (auto& sums : sums_) {
        std::fill_n(sums, kVectors, hn::Zero(Tag()));
      }
    }

    HWY_INLINE void Add(int64_t v, hn::Vec<Tag> a, hn::Vec<Tag> b, int64_t at) {
      hn::Vec<Tag>& sum = sums_[at / kColumnLanes % 2][v];
      sum = MulAdd(Tag(), a, b, sum);
    }

    HWY_INLINE double Total() const {
      HWY_ALIGN std::array<double, static_cast<size_t>(kColumnLanes)> lanes;
      for (int64_t v = 0; v < kVectors; ++v) {
        hn::StoreU(hn::Add(sums_[0][v], sums_[1][v]), Tag(), lanes.data() + v * kStep);
      }
      for (size_t half = lanes.size() / 2; half > 0; half /= 2) {
        for (size_t i = 0; i < half; ++i) {
          lanes[i] += lanes[i + half];
        }
      }
      return lanes[0];
    }

   private:
    hn::Vec<Tag> sums_[2][kVectors];
  };
};

// What makes (first, others) to (length, 0): the unit matrix less factor * v * v^T, v = (1, others / scale).
struct Reflection {
  double length;
  double factor = 0;  // 0: nothing is to be done
  double scale = 1;

  // `squares`: the sum of those of the others. Numbers are at most about 1, so that small ones do not count.
  Reflection(double first, double squares) : length(first) {
    constexpr double kNegligible = 0x1p-960;
    if (squares < kNegligible) {
      return;
    }
    length = -std::copysign(std::sqrt(first * first + squares), first);
    factor = (length - first) / length;
    scale = first - length;
  }
};

// Vectors of reflections, or others: columns of numbers, filled up with zeros.
class PaddedColumns {
 public:
  PaddedColumns(int64_t rows, int64_t columns)
      : stride_((rows + kColumnLanes - 1) / kColumnLanes * kColumnLanes),
        numbers_(static_cast<size_t>(stride_ * columns)) {}

  [[nodiscard]] double* At(int64_t column) { return numbers_.data() + column * stride_; }
  [[nodiscard]] int64_t End() const { return stride_; }

 private:
  int64_t stride_;
  std::vector<double> numbers_;
};

class Bidiagonalization {
 public:
  // Of numbers of at most about 1; at least as many rows as columns.
  Bidiagonalization(int64_t rows, int64_t columns)
      : rows_(rows),
        columns_(columns),
        a_(rows, columns),
        v_(columns, columns),
        left_(static_cast<size_t>(columns)),
        right_(static_cast<size_t>(columns)) {}

  // Where column `column` of the matrix is to be stored.
  [[nodiscard]] double* Column(int64_t column) { return a_.At(column); }

  // The diagonal, and what is above it.
  void Run(double* diagonal, double* above) {
    PaddedColumns products(rows_, 2);
    double* product = products.At(0);
    double* next = products.At(1);
    std::vector<double> row(static_cast<size_t>(columns_));
    std::vector<double> weights(static_cast<size_t>(columns_));  // of the product in columns
    const int64_t end = a_.End();
    for (int64_t k = 0; k < columns_; ++k) {
      const int64_t begin = k / kColumnLanes * kColumnLanes;
      double* const column = a_.At(k);
      Columns::Subtract(column, weights[static_cast<size_t>(k)], product, begin, end);
      const Reflection fromLeft = Reflect(column, k, end);
      diagonal[k] = fromLeft.length;
      left_[static_cast<size_t>(k)] = fromLeft.factor;
      if (k + 1 == columns_) {
        break;
      }
      std::fill(next + begin, next + end, 0.0);
      for (int64_t j = k + 1; j < columns_; ++j) {
        double* const other = a_.At(j);
        const double factor =
            fromLeft.factor *
            Columns::SubtractAndMultiply(other, weights[static_cast<size_t>(j)], product, column, begin, end);
        const double ofRow = other[k] - factor;
        Columns::SubtractAndAdd(other, factor, column, ofRow, next, begin, end);
        row[static_cast<size_t>(j)] = ofRow;
      }
      above[k] = ReflectRow(k, row, weights, next);
      std::swap(product, next);
    }
  }

  // The products of all reflections from the left, or from the right: of so many columns.
  void StoreLeft(double* u, int64_t width) { StoreProduct(a_, left_, 0, rows_, width, u); }
  void StoreRight(double* v, int64_t width) { StoreProduct(v_, right_, 1, columns_, width, v); }

 private:
  // Makes what is below row k the vector of the reflection that turns it into zeros, which has zeros above row k.
  static Reflection Reflect(double* column, int64_t k, int64_t end) {
    const int64_t begin = k / kColumnLanes * kColumnLanes;
    const double first = column[k];
    std::fill(column, column + k + 1, 0.0);
    const Reflection reflection(first, Columns::Product(column, column, begin, end));
    for (int64_t i = k + 1; i < end; ++i) {
      column[i] = reflection.factor == 0 ? 0 : column[i] / reflection.scale;
    }
    column[k] = 1;
    return reflection;
  }

  // The reflection of row k from the right of its diagonal on. `sum` is the sum of the columns times the row's numbers;
  // it becomes their product with the reflection's vector, and `weights` what of it is to be subtracted from each.
  double ReflectRow(int64_t k, const std::vector<double>& row, std::vector<double>& weights, double* sum) {
    double* const vector = v_.At(k);
    std::copy(row.begin() + k + 1, row.end(), vector + k + 1);
    const Reflection reflection = Reflect(vector, k + 1, v_.End());
    right_[static_cast<size_t>(k)] = reflection.factor;
    const int64_t begin = k / kColumnLanes * kColumnLanes;
    Columns::Subtract(sum, reflection.length, a_.At(k + 1), begin, a_.End());
    std::fill(sum + begin, sum + k + 1, 0.0);
    for (int64_t j = k + 1; j < columns_; ++j) {
      weights[static_cast<size_t>(j)] = reflection.factor * vector[j] / reflection.scale;
    }
    return reflection.length;
  }

  // Reflection k leaves rows above k + `offset` as they are, and so columns of the unit matrix before that one.
  static void StoreProduct(PaddedColumns& vectors, const std::vector<double>& factors, int64_t offset,
                           int64_t rows, int64_t width, double* to) {
    PaddedColumns product(rows, width);
    for (int64_t j = 0; j < width; ++j) {
      product.At(j)[j] = 1;
    }
    // Several reflections while a cache holds a column.
    constexpr int64_t kTogether = 8;
    for (int64_t end = static_cast<int64_t>(factors.size()) - offset; end > 0; end -= kTogether) {
      const int64_t first = std::max<int64_t>(0, end - kTogether);
      for (int64_t j = first + offset; j < width; ++j) {
        double* const column = product.At(j);
        for (int64_t k = std::min(end, j - offset + 1); k-- > first;) {
          const int64_t begin = (k + offset) / kColumnLanes * kColumnLanes;
          const double* const vector = vectors.At(k);
          const double factor =
              factors[static_cast<size_t>(k)] * Columns::Product(column, vector, begin, product.End());
          Columns::Subtract(column, factor, vector, begin, product.End());
        }
      }
    }
    for (int64_t j = 0; j < width; ++j) {
      std::copy_n(product.At(j), rows, to + j * rows);
    }
  }

  int64_t rows_;
  int64_t columns_;
  PaddedColumns a_;  // and the vectors of reflections from the left
  PaddedColumns v_;  // those from the right
  std::vector<double> left_;
  std::vector<double> right_;
};

}  // namespace
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
