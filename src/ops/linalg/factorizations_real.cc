// SPDX-License-Identifier: Apache-2.0
//
// The tasks of real matrices: of small ones with instructions that all processors have, of large ones with those of
// the processor.
#include "ops/linalg/eigen_standard.h"
#include "ops/linalg/factorizations.h"
#include "simd/per_target.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindTaskOfLarge, MatrixTask(MatrixFunction function));
}

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
#include "ops/linalg/eigen_of_target.h"
#if OPENACLNN_EIGEN_OF_TARGET
#include "ops/linalg/factorizations-inl.h"
#endif

namespace openaclnn::HWY_NAMESPACE {

// Null: there is none for this target.
MatrixTask FindTaskOfLarge([[maybe_unused]] MatrixFunction function) {
#if OPENACLNN_EIGEN_OF_TARGET
  FixCacheSizes();
  return TaskOf<double>(function, DecomposeRealSvd);
#else
  return nullptr;
#endif
}

}  // namespace openaclnn::HWY_NAMESPACE
// HWY_AFTER_NAMESPACE() is left out: g++ instantiates templates at the end of a file, for the instructions that are in
// force there.

#else  // compiled once
#include "ops/linalg/factorizations-inl.h"

namespace openaclnn {
namespace {

// Below, Eigen's functions of more instructions are no faster: g++ inlines fewer of them into each other.
constexpr int64_t kLarge = 48;

}  // namespace

MatrixTask FindRealMatrixTask(MatrixFunction function, int64_t extent) {
  const MatrixTask large = extent < kLarge ? nullptr : HWY_DYNAMIC_DISPATCH(FindTaskOfLarge)(function);
  if (large != nullptr) {
    return large;
  }
  FixCacheSizes();
  return TaskOf<double>(function, DecomposeRealSvd);
}

}  // namespace openaclnn
#endif
