// SPDX-License-Identifier: Apache-2.0
//
// Discrete Fourier transforms of one length, in float64: of several rows at a time, which are the lanes of vectors.
// Each lane is computed as every other, so that neither threads nor instructions change a bit. The factors of the
// length are taken out one after another, as Stockham's algorithm does it: its results are in order without
// exchanges. (Van Loan, "Computational Frameworks for the Fast Fourier Transform", 1992, 1.7.) A large prime factor is
// a convolution of one number less, computed by transforms of that length (Rader, "Discrete Fourier transforms when
// the number of data samples is prime", 1968). That of real numbers is a real one: of sums with cos + sin, of which
// the cosines are the even part and the sines the odd one (Hartley, "A more symmetrical Fourier analysis", 1942).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace openaclnn {

struct PrimeConvolution;
struct RealConvolution;

/// A transform that is made once for a run, and shared by all tasks. Throws std::bad_alloc.
class FourierPlan {
 public:
  /// Of so many real or complex numbers.
  FourierPlan(int64_t length, bool complex);

  struct Pass {
    int64_t radix;
    size_t factors;  // where its twiddle factors begin: for each k, those of results 1, 2 ...: pairs
    size_t roots;    // of a radix without a function of its own: cosines and sines of 2 pi j / radix
    std::shared_ptr<const PrimeConvolution> convolution;  // of a large one, in place of the roots
  };

  int64_t length;
  bool complex;
  int64_t points;            // complex numbers that are transformed: half of an even number of real ones
  bool halved;               // those are
  std::vector<Pass> passes;  // the product of their radices is `points`
  std::shared_ptr<const RealConvolution> convolution;  // in place of passes
  std::vector<double> factors;                         // and roots
  std::vector<double> halves;  // pairs: exp(-2 pi i k / length), where the real numbers are taken apart again
  int64_t scratchPoints = 0;   // that a pass needs beside its points
  double work = 0;             // about so many operations
};

/// A transform of a prime number of points. The points but the first are taken in the order of the powers of a number
/// of which every number that is not 0 is a power, modulo the prime; their results are in that order, too.
struct PrimeConvolution {
  explicit PrimeConvolution(int64_t prime);

  FourierPlan plan;              // of prime - 1 complex numbers
  std::vector<int64_t> places;   // the powers
  std::vector<double> spectrum;  // pairs: the transform of the roots that the points are convolved with
};

/// A transform of a prime number of real numbers: likewise.
struct RealConvolution {
  explicit RealConvolution(int64_t prime);

  FourierPlan plan;              // of prime - 1 real numbers
  std::vector<int64_t> places;   // the powers
  std::vector<double> spectrum;  // pairs: the lower half of the transform of cos + sin, by plan.points
};

/// Rows that are transformed. Numbers of a row lie side by side: of complex ones, pairs.
struct FourierRows {
  const double* numbers = nullptr;
  int64_t rowStride = 0;  // from row to row, in doubles
  int64_t rows = 0;
  const double* window = nullptr;  // factors of the numbers; null: ones
  double scale = 1;                // of the results
  /// Frequencies, pairs: frequency k of row r lies at 2 * (k * frequencyStride + r * resultStride). Of real numbers
  /// those beyond the middle are the conjugates of others.
  int64_t frequencies = 0;
  double* results = nullptr;
  int64_t frequencyStride = 0;
  int64_t resultStride = 0;
};

/// Throws std::bad_alloc.
void TransformRows(const FourierPlan& plan, const FourierRows& rows);

}  // namespace openaclnn
