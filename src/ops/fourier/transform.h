// SPDX-License-Identifier: Apache-2.0
//
// Discrete Fourier transforms of one length, in float64, by the FFT of Eigen. The only place that knows which
// library this is.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>

namespace openaclnn {

// Made once for a run; each task computes with a copy of its own, which shares nothing with the others. All
// functions throw std::bad_alloc.
class FourierTransform {
 public:
  // Of so many real or complex numbers.
  FourierTransform(int64_t length, bool complex);
  FourierTransform(const FourierTransform& other);
  FourierTransform& operator=(const FourierTransform& other) = delete;
  ~FourierTransform();

  // Of real numbers, the first length / 2 + 1 frequencies.
  void Run(const double* numbers, std::complex<double>* frequencies);
  // Of complex numbers, all frequencies.
  void Run(const std::complex<double>* numbers, std::complex<double>* frequencies);

 private:
  struct Plan;
  int64_t length_;
  std::unique_ptr<Plan> plan_;
};

}  // namespace openaclnn
