// SPDX-License-Identifier: Apache-2.0
//
// Channels in which nothing arrives: waiting ends with its time, or with the channel.
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "acl/acl_tdt.h"
#include "base/errors.h"
#include "base/object_slabs.h"
#include "runtime/core/check.h"
#include "runtime/device/visible_devices.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace code = openaclnn::code;
namespace runtime = openaclnn::runtime;

namespace {

class Channel {
 public:
  void Stop() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    ended_.notify_all();
  }

  // Returns when the channel is stopped, or after so many milliseconds; a negative number is no limit.
  void Wait(int32_t timeout) {
    std::unique_lock lock(mutex_);
    const auto stopped = [this] { return stopped_; };
    if (timeout < 0) {
      ended_.wait(lock, stopped);
    } else {
      ended_.wait_for(lock, std::chrono::milliseconds(timeout), stopped);
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool stopped_ = false;
};

}  // namespace

struct acltdtChannelHandle {
  // Shared with those who wait: the handle may go meanwhile.
  std::shared_ptr<Channel> channel = std::make_shared<Channel>();
};
struct acltdtDataset {};

namespace {

constinit openaclnn::ObjectSlabs<acltdtChannelHandle> channels("acltdtChannelHandle");
constinit openaclnn::ObjectSlabs<acltdtDataset> datasets("acltdtDataset");

template <typename Object>
Status ExpectLive(const openaclnn::ObjectSlabs<Object>& objects, const char* argument, const Object* object) {
  return objects.IsLive(object) ? Status::Ok() : objects.Refusal(code::kInvalidParam, argument, object);
}

// What a channel's capacity is at least.
constexpr size_t kLeastCapacity = 2;

Status ExpectCapacity(size_t capacity) {
  return capacity >= kLeastCapacity
             ? Status::Ok()
             : Status(code::kInvalidParam, "capacity: expected 2 or more, got " + std::to_string(capacity));
}

}  // namespace

extern "C" {

acltdtChannelHandle* acltdtCreateChannelWithCapacity(uint32_t deviceId, const char* name, size_t capacity) {
  acltdtChannelHandle* made = nullptr;
  Boundary("acltdtCreateChannelWithCapacity", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectDevice("deviceId", deviceId));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("name", name));
    OPENACLNN_RETURN_IF_ERROR(ExpectCapacity(capacity));
    made = channels.Make([](acltdtChannelHandle& /*channel*/) {});
    return Status::Ok();
  });
  return made;
}

aclError acltdtStopChannel(acltdtChannelHandle* handle) {
  return Boundary("acltdtStopChannel", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectLive<acltdtChannelHandle>(channels, "handle", handle));
    handle->channel->Stop();
    return Status::Ok();
  });
}

aclError acltdtDestroyChannel(acltdtChannelHandle* handle) {
  return Boundary("acltdtDestroyChannel", [&]() -> Status {
    if (handle == nullptr) {
      return Status::Ok();
    }
    const bool destroyed = channels.Destroy(handle, [](acltdtChannelHandle& last) { last.channel->Stop(); });
    return destroyed ? Status::Ok() : ExpectLive<acltdtChannelHandle>(channels, "handle", handle);
  });
}

aclError acltdtReceiveTensor(const acltdtChannelHandle* handle, acltdtDataset* dataset, int32_t timeout) {
  bool waits = false;
  const aclError status = Boundary("acltdtReceiveTensor", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectLive<acltdtChannelHandle>(channels, "handle", handle));
    OPENACLNN_RETURN_IF_ERROR(ExpectLive(datasets, "dataset", static_cast<const acltdtDataset*>(dataset)));
    const std::shared_ptr<Channel> channel = handle->channel;
    waits = true;
    channel->Wait(timeout);
    return Status::Ok();
  });
  // Clients ask again and again: that nothing arrived is no failure, and leaves no message.
  return waits && status == ACL_SUCCESS ? ACL_ERROR_RT_QUEUE_EMPTY : status;
}

aclError acltdtQueryChannelSize(const acltdtChannelHandle* handle, size_t* size) {
  return Boundary("acltdtQueryChannelSize", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectLive<acltdtChannelHandle>(channels, "handle", handle));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("size", size));
    *size = 0;
    return Status::Ok();
  });
}

acltdtDataset* acltdtCreateDataset(void) {
  acltdtDataset* made = nullptr;
  Boundary("acltdtCreateDataset", [&]() -> Status {
    made = datasets.Make([](acltdtDataset& /*dataset*/) {});
    return Status::Ok();
  });
  return made;
}

aclError acltdtDestroyDataset(const acltdtDataset* dataset) {
  return Boundary("acltdtDestroyDataset", [&]() -> Status {
    return dataset == nullptr || datasets.Destroy(dataset) ? Status::Ok()
                                                           : ExpectLive(datasets, "dataset", dataset);
  });
}

}  // extern "C"
