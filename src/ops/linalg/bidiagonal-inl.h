// SPDX-License-Identifier: Apache-2.0
//
// Singular values of a bidiagonal matrix by implicit QR steps: Golub and Van Loan, "Matrix Computations", 8.6.2.
// Eigen's own method for large matrices takes several times as long for a few hundred columns. For files that are
// compiled once for each instruction set; include after highway.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <hwy/highway.h>

#include "simd/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// A plane rotation, that turns (f, g) into (length, 0).
struct Rotation {
  double cosine = 1;
  double sine = 0;
  double length = 0;

  Rotation(double f, double g) : length(f) {
    if (g == 0) {
      return;
    }
    // Squares of smaller numbers would lose digits. Larger ones than some do not occur: the matrix is scaled.
    constexpr double kSmallest = 0x1p-400;
    double scale = 1;
    if (std::max(std::fabs(f), std::fabs(g)) < kSmallest) {
      scale = 0x1p-600;
      f *= 0x1p600;
      g *= 0x1p600;
    }
    const double root = std::sqrt(f * f + g * g);
    cosine = f / root;
    sine = g / root;
    length = root * scale;
  }
};

// Columns of vectors that rotations of neighbouring columns turn. Rows are kept in panels, which a cache has room for:
// the rotations of several steps are applied to a panel at a time.
class TurnedColumns {
 public:
  // Null: there are none. Each column has so many rows.
  TurnedColumns(double* columns, int64_t rows, int64_t count)
      : columns_(columns), rows_(rows), count_(count) {
    if (columns == nullptr) {
      return;
    }
    panels_.resize(static_cast<size_t>((rows + kPanel - 1) / kPanel * kPanel * count));
    for (int64_t row = 0; row < rows; row += kPanel) {
      for (int64_t column = 0; column < count; ++column) {
        std::copy_n(columns + column * rows + row, std::min(kPanel, rows - row),
                    panels_.data() + row * count + column * kPanel);
      }
    }
  }

  // Columns `first` to `first` + `count` will be turned, two at a time, by the rotations that are added next.
  void Begin(int64_t first, int64_t count) {
    if (columns_ != nullptr) {
      if (cosines_.size() + static_cast<size_t>(count) > kMostRotations) {
        Turn();
      }
      steps_.push_back({first, count});
    }
  }

  void Add(const Rotation& rotation) {
    if (columns_ != nullptr) {
      cosines_.push_back(rotation.cosine);
      sines_.push_back(rotation.sine);
    }
  }

  // Stores the columns: column i is now column order[i], times a sign.
  void Store(const std::vector<int64_t>& order, const std::vector<double>& signs) {
    if (columns_ == nullptr) {
      return;
    }
    Turn();
    for (int64_t row = 0; row < rows_; row += kPanel) {
      const double* const panel = panels_.data() + row * count_;
      const int64_t rowsOfPanel = std::min(kPanel, rows_ - row);
      for (size_t i = 0; i < order.size(); ++i) {
        const double* const from = panel + order[i] * kPanel;
        std::transform(from, from + rowsOfPanel, columns_ + static_cast<int64_t>(i) * rows_ + row,
                       [sign = signs[i]](double value) { return sign * value; });
      }
    }
  }

 private:
  static constexpr size_t kVectors = 4;
  static constexpr size_t kMostRotations = 8192;
  static constexpr auto kPanel = static_cast<int64_t>(kVectors * hn::MaxLanes(hn::ScalableTag<double>()));

  struct Step {
    int64_t first;
    int64_t count;
  };

  void Turn() {
    for (int64_t row = 0; row < rows_; row += kPanel) {
      const double* cosines = cosines_.data();
      const double* sines = sines_.data();
      for (const Step& step : steps_) {
        TurnPanel(panels_.data() + row * count_ + step.first * kPanel, step.count, cosines, sines);
        cosines += step.count;
        sines += step.count;
      }
    }
    cosines_.clear();
    sines_.clear();
    steps_.clear();
  }

  // Each column is loaded and stored once.
  static void TurnPanel(double* column, int64_t count, const double* cosines, const double* sines) {
    const hn::ScalableTag<double> tag;
    const size_t lanes = hn::Lanes(tag);
    hn::Vec<decltype(tag)> left[kVectors];
    for (size_t v = 0; v < kVectors; ++v) {
      left[v] = hn::LoadU(tag, column + v * lanes);
    }
    for (int64_t at = 0; at < count; ++at) {
      const auto cosine = hn::Set(tag, cosines[at]);
      const auto sine = hn::Set(tag, sines[at]);
      for (size_t v = 0; v < kVectors; ++v) {
        const auto right = hn::LoadU(tag, column + kPanel + v * lanes);
        hn::StoreU(MulAdd(tag, cosine, left[v], hn::Mul(sine, right)), tag, column + v * lanes);
        left[v] = NegMulAdd(tag, sine, left[v], hn::Mul(cosine, right));
      }
      column += kPanel;
    }
    for (size_t v = 0; v < kVectors; ++v) {
      hn::StoreU(left[v], tag, column + v * lanes);
    }
  }

  double* columns_;
  int64_t rows_;
  int64_t count_;
  std::vector<double> panels_;
  std::vector<double> cosines_;
  std::vector<double> sines_;
  std::vector<Step> steps_;
};

// The singular values of a bidiagonal matrix with numbers of about 1 at most, in the place of its diagonal, in
// descending order; and its columns of vectors turned with them.
class BidiagonalValues {
 public:
  // `u` and `v`, null or so many columns of so many rows each.
  BidiagonalValues(double* diagonal, double* above, int64_t count, double* u, int64_t rowsOfU, double* v,
                   int64_t rowsOfV)
      : diagonal_(diagonal),
        above_(above),
        count_(count),
        left_(u, rowsOfU, count),
        right_(v, rowsOfV, count) {}

  // Whether the values converge.
  [[nodiscard]] bool Compute() {
    double largest = 0;
    for (int64_t i = 0; i < count_; ++i) {
      largest = std::max({largest, std::fabs(diagonal_[i]), i + 1 < count_ ? std::fabs(above_[i]) : 0});
    }
    negligible_ = largest * (std::numeric_limits<double>::epsilon() / 2);
    // Two steps a value are usual.
    int64_t left = 40 * count_ + 40;
    int64_t end = count_ - 1;
    while (end > 0) {
      if (IsNegligible(end - 1)) {
        --end;
        continue;
      }
      int64_t begin = end - 1;
      while (begin > 0 && !IsNegligible(begin - 1)) {
        --begin;
      }
      if (--left < 0) {
        return false;
      }
      Step(begin, end);
    }
    Order();
    return true;
  }

 private:
  bool IsNegligible(int64_t at) {
    if (std::fabs(above_[at]) > negligible_) {
      return false;
    }
    above_[at] = 0;
    return true;
  }

  // The eigenvalue of the last 2 x 2 numbers of the block's B^T B that is nearer to the last one; or 0, with which a
  // zero on the diagonal leads to one above it.
  [[nodiscard]] double ShiftOf(int64_t begin, int64_t end) const {
    for (int64_t i = begin; i <= end; ++i) {
      if (std::fabs(diagonal_[i]) <= negligible_) {
        return 0;
      }
    }
    const double last = diagonal_[end];
    const double above = above_[end - 1];
    const double before = diagonal_[end - 1];
    const double beyond = end - 1 > begin ? above_[end - 2] : 0;
    const double a = before * before + beyond * beyond;
    const double b = before * above;
    const double c = last * last + above * above;
    const double half = (a - c) / 2;
    const double root = std::sqrt(half * half + b * b);
    return c - b * b / (half + std::copysign(root, half));
  }

  void Step(int64_t begin, int64_t end) {
    const double shift = ShiftOf(begin, end);
    double f = diagonal_[begin];
    double g = above_[begin];
    if (shift != 0) {
      f -= shift / f;
    }
    right_.Begin(begin, end - begin);
    left_.Begin(begin, end - begin);
    for (int64_t i = begin; i < end; ++i) {
      const Rotation ofColumns(f, g);
      right_.Add(ofColumns);
      if (i > begin) {
        above_[i - 1] = ofColumns.length;
      }
      f = ofColumns.cosine * diagonal_[i] + ofColumns.sine * above_[i];
      above_[i] = ofColumns.cosine * above_[i] - ofColumns.sine * diagonal_[i];
      g = ofColumns.sine * diagonal_[i + 1];
      diagonal_[i + 1] *= ofColumns.cosine;
      const Rotation ofRows(f, g);
      left_.Add(ofRows);
      diagonal_[i] = ofRows.length;
      f = ofRows.cosine * above_[i] + ofRows.sine * diagonal_[i + 1];
      diagonal_[i + 1] = ofRows.cosine * diagonal_[i + 1] - ofRows.sine * above_[i];
      if (i + 1 < end) {
        g = ofRows.sine * above_[i + 1];
        above_[i + 1] *= ofRows.cosine;
      }
    }
    above_[end - 1] = f;
  }

  // Values that are positive, the largest first.
  void Order() {
    std::vector<int64_t> order(static_cast<size_t>(count_));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int64_t a, int64_t b) { return std::fabs(diagonal_[a]) > std::fabs(diagonal_[b]); });
    const std::vector<double> ones(order.size(), 1);
    std::vector<double> signs(order.size());
    std::vector<double> values(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
      signs[i] = std::copysign(1.0, diagonal_[order[i]]);
      values[i] = std::fabs(diagonal_[order[i]]);
    }
    std::copy(values.begin(), values.end(), diagonal_);
    left_.Store(order, ones);
    right_.Store(order, signs);
  }

  double* diagonal_;
  double* above_;
  int64_t count_;
  TurnedColumns left_;
  TurnedColumns right_;
  double negligible_ = 0;
};

}  // namespace
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
