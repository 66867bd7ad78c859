// SPDX-License-Identifier: Apache-2.0
#include "ops/fourier/transform.h"

#include <vector>

#include <unsupported/Eigen/FFT>

namespace openaclnn {

struct FourierTransform::Plan {
  Eigen::FFT<double> fft{
      {}, Eigen::FFT<double>::Flag(Eigen::FFT<double>::HalfSpectrum | Eigen::FFT<double>::Unscaled)};
};

// The first transform makes tables of sines and cosines, which copies then have.
FourierTransform::FourierTransform(int64_t length, bool complex)
    : length_(length), plan_(std::make_unique<Plan>()) {
  std::vector<std::complex<double>> frequencies(static_cast<size_t>(length));
  if (complex) {
    const std::vector<std::complex<double>> zeros(static_cast<size_t>(length));
    Run(zeros.data(), frequencies.data());
  } else {
    const std::vector<double> zeros(static_cast<size_t>(length));
    frequencies.resize(static_cast<size_t>(length) / 2 + 1);
    Run(zeros.data(), frequencies.data());
  }
}

FourierTransform::FourierTransform(const FourierTransform& other)
    : length_(other.length_), plan_(std::make_unique<Plan>(*other.plan_)) {}

FourierTransform::~FourierTransform() = default;

void FourierTransform::Run(const double* numbers, std::complex<double>* frequencies) {
  if (length_ == 1) {  // which Eigen has no factors for
    *frequencies = *numbers;
    return;
  }
  plan_->fft.fwd(frequencies, numbers, length_);
}

void FourierTransform::Run(const std::complex<double>* numbers, std::complex<double>* frequencies) {
  if (length_ == 1) {
    *frequencies = *numbers;
    return;
  }
  plan_->fft.fwd(frequencies, numbers, length_);
}

}  // namespace openaclnn
