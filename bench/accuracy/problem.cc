// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/problem.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace openaclnn::accuracy {

using testing::Array;

Expected OfOneTerm(std::string name, Array exact) {
  std::vector<double> magnitudes = testing::Abs(exact).values;
  return {std::move(name), std::move(exact), std::move(magnitudes)};
}

Expected OfSum(std::string name, Array exact, std::vector<double> largestTerms) {
  for (size_t i = 0; i < largestTerms.size(); ++i) {
    largestTerms[i] = std::max(largestTerms[i], std::fabs(exact.values[i]));
  }
  return {std::move(name), std::move(exact), std::move(largestTerms)};
}

}  // namespace openaclnn::accuracy
