// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the references have in common.
#pragma once

#include <limits>

#include "tests/support/array.h"
#include "tests/support/finite_difference.h"
#include "tests/support/random.h"

namespace openaclnn::reference {

using testing::Array;
using testing::Full;
using testing::LargestDifference;
using testing::MakeArray;
using testing::Random;
using testing::Shape;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace openaclnn::reference
