// SPDX-License-Identifier: Apache-2.0
//
// A part of test programs: where OPENACLNN_TEST_SIMD_TARGET names a SIMD target of Highway, kernels run on
// that one. When the program ends this asks a function of its own, dispatched just as kernels are, which
// target it ran on, and says so: without that line nothing was forced.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/simd/forced_target.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::testing::HWY_NAMESPACE {

int64_t TargetInUse() {
  return HWY_TARGET;
}

}  // namespace openaclnn::testing::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::testing {
namespace {

HWY_EXPORT(TargetInUse);

int64_t TargetOfName(const char* name) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (std::strcmp(hwy::TargetName(target), name) == 0) {
      return target;
    }
  }
  return 0;
}

/// Ends the process, whose status would otherwise say that all is well.
[[noreturn]] void Fail(const char* problem, const char* name) {
  (void)std::fflush(stdout);
  (void)std::fprintf(stderr, "OPENACLNN_TEST_SIMD_TARGET=%s: %s\n", name, problem);
  std::_Exit(1);
}

class ForcedTarget {
 public:
  ForcedTarget() : name_(std::getenv("OPENACLNN_TEST_SIMD_TARGET")) {
    if (name_ == nullptr) {
      return;
    }
    const int64_t target = TargetOfName(name_);
    if (target == 0) {
      Fail("expected a target that was compiled and that this machine has", name_);
    }
    hwy::SetSupportedTargetsForTest(target);
  }

  ~ForcedTarget() {
    if (name_ == nullptr) {
      return;
    }
    if (!hwy::GetChosenTarget().IsInitialized()) {
      Fail("no kernel ran", name_);
    }
    const char* inUse = hwy::TargetName(HWY_DYNAMIC_DISPATCH(TargetInUse)());
    if (std::strcmp(inUse, name_) != 0) {
      Fail(inUse, name_);
    }
    (void)std::fprintf(stderr, "SIMD target: %s\n", inUse);
  }

  ForcedTarget(const ForcedTarget&) = delete;
  ForcedTarget& operator=(const ForcedTarget&) = delete;

 private:
  const char* name_;
};

const ForcedTarget forcedTarget;

}  // namespace
}  // namespace openaclnn::testing
#endif  // HWY_ONCE
