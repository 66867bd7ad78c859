// SPDX-License-Identifier: Apache-2.0
//
// Compiles Eigen for an instruction set, with names of its own: the linker keeps one copy of a function for the whole
// library. Include behind HWY_BEFORE_NAMESPACE, behind all standard headers, and before Eigen's.
#pragma once

#include <hwy/highway.h>

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
#define OPENACLNN_EIGEN_OF_TARGET 1
#define Eigen HWY_CONCAT(Eigen_, HWY_NAMESPACE)

// Eigen asks the compiler which instructions it may use. g++ 12 does not say so of those that a pragma permits.
// NOLINTBEGIN(bugprone-reserved-identifier)
#ifndef __AVX2__
#define __SSE3__ 1
#define __SSSE3__ 1
#define __SSE4_1__ 1
#define __SSE4_2__ 1
#define __AVX__ 1
#define __AVX2__ 1
#define __FMA__ 1
#endif
#if HWY_TARGET != HWY_AVX2 && !defined(__AVX512F__)
#define __AVX512F__ 1
#define __AVX512DQ__ 1
#endif
// NOLINTEND(bugprone-reserved-identifier)

#else  // the instructions that all processors have are as good
#define OPENACLNN_EIGEN_OF_TARGET 0
#endif
