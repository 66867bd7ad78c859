// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/stream_group.h"
#include "base/status.h"
#include "runtime/settings/option_values.h"
#include "runtime/stream/stream_settings.h"

namespace openaclnn::runtime {

class Context;

// A stream as clients know it: the backend's queue, plus what it belongs to.
class Stream {
 public:
  struct Attributes {
    int32_t id = 0;  // unique on the device
    uint32_t priority = 0;
    uint32_t flags = 0;
    bool isDefault = false;
  };

  Stream(const std::shared_ptr<Context>& context, std::shared_ptr<backend::Stream> queue,
         Attributes attributes);

  // What runs its tasks: to look at, and to wait for.
  [[nodiscard]] const std::shared_ptr<backend::Stream>& Queue() const { return queue_; }
  // What takes a client's tasks: the queue, or the recorder while the stream is recorded. Lives as long as the
  // stream.
  [[nodiscard]] backend::Stream* Sink() const { return sink_.load(std::memory_order_acquire); }
  [[nodiscard]] bool IsRecorded() const { return Sink() != queue_.get(); }

  // Null before it is recorded for the first time. Changes under the lock of the recordings, as all of this.
  [[nodiscard]] const std::shared_ptr<backend::Stream>& Recorder() const { return recorder_; }
  void SetRecorder(std::shared_ptr<backend::Stream> recorder) { recorder_ = std::move(recorder); }
  void BeginRecording() { sink_.store(recorder_.get(), std::memory_order_release); }
  void EndRecording() { sink_.store(queue_.get(), std::memory_order_release); }
  [[nodiscard]] backend::Device& Device() const { return *device_; }
  [[nodiscard]] int DeviceId() const { return deviceId_; }
  [[nodiscard]] const Attributes& Facts() const { return attributes_; }
  // The device's epoch, as Context::Epoch.
  [[nodiscard]] uint64_t Epoch() const { return epoch_; }
  // Null once the context is gone.
  [[nodiscard]] std::shared_ptr<Context> Owner() const { return context_.lock(); }
  // The handle of its context. Null for a default stream, which is there before that.
  [[nodiscard]] void* ContextHandle() const { return contextHandle_; }

  // What was set since.
  [[nodiscard]] StreamSettings& Settings() { return settings_; }

  [[nodiscard]] void* Handle() const { return handle_; }
  void SetHandle(void* handle) { handle_ = handle; }

  // The failure that stopped the context, also once the context is gone; Ok while there is none. Cheap.
  [[nodiscard]] Status StoppedBy() const { return group_->Failure(); }

  // Who brings its end about; that is announced once. Says who did before: kNobody for the first alone.
  enum class Ender { kNobody, kOwner, kContextOrDevice };
  [[nodiscard]] Ender BeginEnd(Ender ender) {
    Ender before = Ender::kNobody;
    ender_.compare_exchange_strong(before, ender);
    return before;
  }

 private:
  friend class Context;

  const std::weak_ptr<Context> context_;
  void* const contextHandle_;
  const std::shared_ptr<backend::StreamGroup> group_;
  const std::shared_ptr<backend::Device> device_;
  const std::shared_ptr<backend::Stream> queue_;
  const int deviceId_;
  const uint64_t epoch_;
  const Attributes attributes_;
  StreamSettings settings_;
  void* handle_ = nullptr;
  std::atomic<Ender> ender_{Ender::kNobody};
  backend::FailureMode mode_ = backend::FailureMode::kContinue;  // guarded by the context's mutex
  std::shared_ptr<backend::Stream> recorder_;
  std::atomic<backend::Stream*> sink_{queue_.get()};
};

// A place to work in: a device, and the streams made there. The default stream is the first of them.
class Context {
 public:
  // `epoch` counts the resets of the device: what was made before one does not mix with what was made after
  // it.
  Context(std::shared_ptr<backend::Device> device, int deviceId, uint64_t epoch, bool isPrimary);

  [[nodiscard]] backend::Device& Device() const { return *device_; }
  [[nodiscard]] const std::shared_ptr<backend::Device>& SharedDevice() const { return device_; }
  [[nodiscard]] int DeviceId() const { return deviceId_; }
  [[nodiscard]] uint64_t Epoch() const { return epoch_; }
  [[nodiscard]] bool IsPrimary() const { return isPrimary_; }

  [[nodiscard]] void* Handle() const { return handle_; }
  void SetHandle(void* handle) { handle_ = handle; }

  [[nodiscard]] OptionValues& Options() { return options_; }

  void Add(const std::shared_ptr<Stream>& stream);
  void Remove(const Stream& stream);
  // After the last task of a stream that was removed: its mode does not count any longer.
  void Forget(const Stream& stream);
  [[nodiscard]] std::vector<std::shared_ptr<Stream>> Streams() const;
  [[nodiscard]] const std::shared_ptr<Stream>& DefaultStream() const { return default_; }

  // Sets the mode of one of its streams. A single stream in stop mode puts the whole context into it.
  void SetFailureMode(Stream& stream, backend::FailureMode mode);
  // The mode that was set for the stream itself.
  [[nodiscard]] backend::FailureMode FailureModeOf(const Stream& stream) const;

  // What its streams share.
  [[nodiscard]] const std::shared_ptr<backend::StreamGroup>& Group() const { return group_; }

 private:
  void UpdateFailureMode();  // requires mutex_

  const std::shared_ptr<backend::Device> device_;
  const int deviceId_;
  const uint64_t epoch_;
  const bool isPrimary_;
  const std::shared_ptr<backend::StreamGroup> group_ = std::make_shared<backend::StreamGroup>();
  void* handle_ = nullptr;
  OptionValues options_;

  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Stream>> streams_;
  std::shared_ptr<Stream> default_;  // set before anybody finds the context, and never again
};

}  // namespace openaclnn::runtime
