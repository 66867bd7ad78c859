// SPDX-License-Identifier: Apache-2.0
#include "runtime/settings/float_overflow.h"

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backend/allocation_registry.h"
#include "base/enumerators.h"
#include "base/no_destructor.h"
#include "base/soc.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/object_tree.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

using backend::Allocation;
using backend::AllocationRegistry;
using backend::MemoryKind;

constexpr size_t kStatusBytes = 64;

// By device.
std::vector<std::atomic<int32_t>>& Modes() {
  static NoDestructor<std::vector<std::atomic<int32_t>>> modes([] {
    std::vector<std::atomic<int32_t>> made(static_cast<size_t>(ObjectTree::Instance().DeviceCount()));
    for (std::atomic<int32_t>& mode : made) {
      mode = EmulatedFacts().infinities ? ACL_RT_OVERFLOW_MODE_INFNAN : ACL_RT_OVERFLOW_MODE_SATURATION;
    }
    return made;
  }());
  return *modes;
}

std::atomic<int32_t>& ModeOf(int deviceId) {
  return Modes()[static_cast<size_t>(deviceId)];
}

Status ExpectMode(int32_t mode) {
  const bool isMode = mode == ACL_RT_OVERFLOW_MODE_SATURATION || mode == ACL_RT_OVERFLOW_MODE_INFNAN;
  if (!isMode) {
    return Mismatch(code::kRtParamInvalid, "mode",
                    "ACL_RT_OVERFLOW_MODE_SATURATION (0) or ACL_RT_OVERFLOW_MODE_INFNAN (1)",
                    std::to_string(mode));
  }
  const bool provided =
      mode == ACL_RT_OVERFLOW_MODE_INFNAN ? EmulatedFacts().infinities : EmulatedFacts().saturation;
  return provided ? Status::Ok()
                  : Mismatch(code::kRtFeatureNotSupported, "mode",
                             std::string("the only mode of ") + EmulatedSoc()->socName + ", " +
                                 std::to_string(1 - mode),
                             std::to_string(mode));
}

}  // namespace

Status SetSaturationMode(int32_t mode) {
  OPENACLNN_RETURN_IF_ERROR(ExpectMode(mode));
  int device = 0;
  if (CurrentDevice(&device).IsOk()) {
    ModeOf(device) = mode;
    return Status::Ok();
  }
  for (std::atomic<int32_t>& each : Modes()) {  // before aclInit or aclrtSetDevice
    each = mode;
  }
  return Status::Ok();
}

Status GetSaturationMode(aclrtFloatOverflowMode* mode) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("mode", mode));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  StoreNumber(ModeOf(context->DeviceId()), mode);
  return Status::Ok();
}

Status EnqueueOverflowStatus(void* output, size_t bytes, void* streamHandle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("outputAddr", output));
  if (bytes != kStatusBytes) {
    return Mismatch(code::kRtParamInvalid, "outputSize", "64", std::to_string(bytes));
  }
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  std::shared_ptr<Allocation> block = AllocationRegistry::Instance().Find(output);
  if (block == nullptr || block->Kind() != MemoryKind::kDevice || !block->Contains(output, kStatusBytes)) {
    return Mismatch(code::kRtParamInvalid, "outputAddr", "64 bytes of one block of device memory",
                    AddressText(output));
  }
  return stream->Sink()->Fill(output, 0, kStatusBytes, std::move(block));
}

Status EnqueueOverflowReset(void* streamHandle) {
  std::shared_ptr<Stream> stream;
  return StreamToUse(streamHandle, &stream);  // what it would reset is never set
}

}  // namespace openaclnn::runtime
