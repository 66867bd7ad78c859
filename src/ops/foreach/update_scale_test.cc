// SPDX-License-Identifier: Apache-2.0
//
// aclnnAmpUpdateScale against PyTorch's rule, spelled out.
#include "aclnnop/aclnn_amp_update_scale.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/device.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

struct Step {
  double scale;
  double tracker;
  double found;
  double expectedScale;
  double expectedTracker;
};

TEST(AmpUpdateScale, GrowsAfterAnIntervalAndBacksOff) {
  constexpr double kLargest = std::numeric_limits<float>::max();
  for (const Step& step : {
           Step{1024, 0, 0, 1024, 1},
           Step{1024, 4, 0, 2560, 0},          // the interval is over
           Step{1024, 5, 0, 1024, 6},          // beyond it
           Step{1024, 4, 1, 256, 0},           // an infinity
           Step{1024, 2, 0.5, 256, 0},         // whatever the number
           Step{kLargest, 4, 0, kLargest, 0},  // would not be finite
           Step{3, 2147483647, 0, 3, 2147483647},
       }) {
    const DeviceTensor scale(Array{{1}, {step.scale}}, ACL_FLOAT);
    const DeviceTensor tracker(Array{{1}, {step.tracker}}, ACL_INT32);
    const DeviceTensor found(Array{{}, {step.found}}, ACL_FLOAT);
    const DeviceTensor newScale = DeviceTensor::Output({1}, ACL_FLOAT);
    const DeviceTensor newTracker = DeviceTensor::Output({}, ACL_INT32);
    const auto run = [&](const DeviceTensor& scaleTo, const DeviceTensor& trackerTo) {
      EXPECT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnAmpUpdateScaleGetWorkspaceSize(scale.Get(), tracker.Get(), found.Get(), 2.5,
                                                                 0.25, 5, scaleTo.Get(), trackerTo.Get(),
                                                                 size, executor);
                    },
                    aclnnAmpUpdateScale),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(scaleTo.Read().values[0], step.expectedScale);
      EXPECT_EQ(trackerTo.Read().values[0], step.expectedTracker);
      EXPECT_TRUE(scaleTo.CanariesIntact() && trackerTo.CanariesIntact());
    };
    run(newScale, newTracker);
    run(scale, tracker);  // in place
  }
}

class AmpUpdateScaleStatus : public PhaseOneTest {};

TEST_F(AmpUpdateScaleStatus, Table) {
  const Descriptor scale({1});
  const Descriptor tracker({1}, ACL_INT32);
  const Descriptor two({2});
  const Descriptor half({1}, ACL_FLOAT16);
  const auto update = [&](const aclTensor* current, const aclTensor* growth, const aclTensor* found,
                          aclTensor* newScale, aclTensor* newTracker, int64_t interval = 3) {
    return Call("aclnnAmpUpdateScale", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAmpUpdateScaleGetWorkspaceSize(current, growth, found, 2, 0.5, interval, newScale,
                                                 newTracker, size, executor);
    });
  };
  EXPECT_EQ(update(scale.Get(), tracker.Get(), scale.Get(), scale.Get(), tracker.Get()), ACL_SUCCESS);
  EXPECT_EQ(update(nullptr, tracker.Get(), scale.Get(), scale.Get(), tracker.Get()), kNullptr);
  EXPECT_EQ(update(scale.Get(), nullptr, scale.Get(), scale.Get(), tracker.Get()), kNullptr);
  EXPECT_EQ(update(scale.Get(), tracker.Get(), nullptr, scale.Get(), tracker.Get()), kNullptr);
  EXPECT_EQ(update(scale.Get(), tracker.Get(), scale.Get(), nullptr, tracker.Get()), kNullptr);
  EXPECT_EQ(update(scale.Get(), tracker.Get(), scale.Get(), scale.Get(), nullptr), kNullptr);
  EXPECT_EQ(update(half.Get(), tracker.Get(), scale.Get(), scale.Get(), tracker.Get()), kInvalid);
  ExpectMessage({"currentScale", "FLOAT16"});
  EXPECT_EQ(update(scale.Get(), scale.Get(), scale.Get(), scale.Get(), tracker.Get()), kInvalid);
  ExpectMessage({"growthTracker", "FLOAT"});
  EXPECT_EQ(update(scale.Get(), tracker.Get(), two.Get(), scale.Get(), tracker.Get()), kInvalid);
  ExpectMessage({"foundInf"});
  EXPECT_EQ(update(scale.Get(), tracker.Get(), scale.Get(), scale.Get(), tracker.Get(), 0), kInvalid);
  ExpectMessage({"growthInterval", "0"});
}

}  // namespace
}  // namespace openaclnn::testing
