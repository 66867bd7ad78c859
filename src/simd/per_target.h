// SPDX-License-Identifier: Apache-2.0
#pragma once

// Declares functions that are compiled for several instruction sets (Highway's targets). The build compiles a
// file that includes this header once for each target, with OPENACLNN_TARGET, and once more for the code that
// all targets share (cmake/simd_targets.cmake):
//
//   #include "simd/per_target.h"  // instead of <hwy/foreach_target.h>, before Highway's other headers
//
//   namespace openaclnn {
//   OPENACLNN_PER_TARGET(FindAbs, Loop(DType dtype));  // each target defines this function
//   }
//
//   #if !HWY_ONCE  // compiled for each target
//   HWY_BEFORE_NAMESPACE();
//   namespace openaclnn::HWY_NAMESPACE {
//   Loop FindAbs(DType dtype) { ... }
//   }
//   HWY_AFTER_NAMESPACE();
//
//   #else  // compiled once
//   ... HWY_DYNAMIC_DISPATCH(FindAbs)(dtype) ...
//   #endif
//
// Tests are compiled once. They include <hwy/foreach_target.h>, which puts all targets into one object and
// therefore includes their headers once for each target: these have Highway's guard, HWY_TARGET_TOGGLE. Other
// -inl.h headers have #pragma once.
#ifdef HWY_HIGHWAY_INCLUDED
#error "simd/per_target.h comes before Highway's headers"
#endif
#include <hwy/detect_targets.h>
#define HIGHWAY_HWY_FOREACH_TARGET_H_  // the guard of the header that would include this file again
#ifdef OPENACLNN_TARGET
#undef HWY_TARGET
#define HWY_TARGET OPENACLNN_TARGET
#define HWY_ONCE 0
#else
#define HWY_ONCE 1
#endif
#include <hwy/highway.h>

#include <type_traits>

#include "simd_targets.h"  // generated: OPENACLNN_EACH_TARGET, OPENACLNN_TARGETS
#if OPENACLNN_TARGETS != HWY_TARGETS
#error "CMake found other targets for other compiler options: run CMake again"
#endif

// Declares a function of the given type in the namespace of each target, and defines the table from which
// HWY_DYNAMIC_DISPATCH selects the best one for the processor.
#ifdef OPENACLNN_TARGET
#define OPENACLNN_PER_TARGET(name, ...)   \
  namespace HWY_NAMESPACE {               \
  std::type_identity_t<__VA_ARGS__> name; \
  }                                       \
  static_assert(true, "a semicolon follows")
#else
#define OPENACLNN_DECLARE_IN(target, name, ...) \
  namespace target {                            \
  std::type_identity_t<__VA_ARGS__> name;       \
  }
#define OPENACLNN_PER_TARGET(name, ...)                          \
  OPENACLNN_EACH_TARGET(OPENACLNN_DECLARE_IN, name, __VA_ARGS__) \
  HWY_EXPORT(name)
#endif
