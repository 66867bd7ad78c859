// SPDX-License-Identifier: Apache-2.0
//
// The standard headers that Eigen includes. Files that compile Eigen once for each instruction set include them
// first: inline functions of the standard library must not be compiled with instructions that only some
// processors have, because the linker keeps one copy of each for the whole library.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cfloat>
#include <climits>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <iostream>
#include <limits>
#include <list>
#include <mutex>
#include <new>
#include <numeric>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
