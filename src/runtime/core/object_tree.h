// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "backend/backend.h"
#include "base/no_destructor.h"
#include "base/soc.h"
#include "base/status.h"
#include "runtime/core/context.h"
#include "runtime/core/handle_table.h"
#include "runtime/core/id_pool.h"

namespace openaclnn::runtime {

// Streams that a call has made. Whoever called announces them (AnnounceCreation) once it is done.
using NewStreams = std::vector<std::shared_ptr<Stream>>;

// Owns the devices' state, the contexts and the streams of the process, and knows them by their handles.
// Thread safe. Its lock is never held while something waits for a stream or a client's callback runs.
class ObjectTree {
 public:
  // The process's one tree. Never destroyed: threads may call during process exit.
  static ObjectTree& Instance();

  [[nodiscard]] int DeviceCount() const { return static_cast<int>(devices_.size()); }
  [[nodiscard]] Status ExpectDevice(int deviceId) const;

  // Counts one more user of the device; its primary context.
  [[nodiscard]] Status SetDevice(int deviceId, std::shared_ptr<Context>* primary, NewStreams* made);
  // The primary context, made where there is none, without counting a user.
  [[nodiscard]] Status UseDevice(int deviceId, std::shared_ptr<Context>* primary, NewStreams* made);
  // Counts one user less, or, with `force`, all of them. After the last one: waits for the device's work and
  // releases its contexts and streams. Memory and events stay.
  [[nodiscard]] Status ResetDevice(int deviceId, bool force);
  [[nodiscard]] bool IsSet(int deviceId) const;
  // Counts the device's resets, as Context::Epoch.
  [[nodiscard]] uint64_t EpochOf(int deviceId) const;
  // Whether its primary context exists; a device can have one without being set.
  [[nodiscard]] bool HasPrimary(int deviceId) const;

  [[nodiscard]] Status CreateContext(int deviceId, std::shared_ptr<Context>* context, NewStreams* made);
  // Waits for the context's work and releases the streams that are left in it.
  [[nodiscard]] Status DestroyContext(void* handle);
  // The device of a live context; empty if the handle is not one's.
  [[nodiscard]] std::optional<int> DeviceOfContext(const void* handle) const {
    return contexts_.Ask(handle, [](const Context& context) { return context.DeviceId(); });
  }
  // Null if the handle is not that of a live stream.
  [[nodiscard]] std::shared_ptr<Stream> FindLiveStream(const void* handle) const {
    return streams_.Find(handle);
  }
  // The default stream of a live context; false, and nothing is found, if the handle is not one's.
  [[nodiscard]] bool FindDefaultStream(const void* handle, std::shared_ptr<Stream>* stream) const {
    return contexts_
        .Ask(handle,
             [stream](const Context& context) {
               *stream = context.DefaultStream();
               return true;
             })
        .has_value();
  }
  // Null if the handle is not a live one.
  [[nodiscard]] std::shared_ptr<Context> FindContext(const void* handle) const {
    return contexts_.Find(handle);
  }
  [[nodiscard]] bool WasContext(const void* handle) const { return contexts_.WasLive(handle); }

  [[nodiscard]] Status CreateStream(const std::shared_ptr<Context>& context, uint32_t priority,
                                    uint32_t flags, void** handle);
  // How many more streams the device could have.
  [[nodiscard]] size_t FreeStreams(int deviceId) const;
  // Waits for the stream's work; with `force`, drops what has not started.
  [[nodiscard]] Status DestroyStream(void* handle, bool force);
  // kRtInvalidHandle, with the reason, if the handle is not a live one.
  [[nodiscard]] Status FindStream(const void* handle, std::shared_ptr<Stream>* stream) const;
  // Who is told of each stream that is no longer known by its handle, before its work is waited for. There is
  // one such function in the process; before it is set, nobody is told.
  using StreamEnd = void (*)(const void* handle) noexcept;
  void OnStreamEnd(StreamEnd function) { onStreamEnd_.store(function); }
  // All streams of all contexts of the device.
  [[nodiscard]] std::vector<std::shared_ptr<Stream>> StreamsOf(int deviceId) const;

 private:
  struct DeviceState {
    int backendId = 0;
    std::shared_ptr<backend::Device> device;  // opened at first use
    uint64_t users = 0;
    uint64_t epoch = 1;
    std::shared_ptr<Context> primary;
    std::vector<std::shared_ptr<Context>> contexts;  // the primary one included
    IdPool streamIds{EmulatedFacts().streamLimit};   // of the present epoch's streams, default ones included
  };

  friend class NoDestructor<ObjectTree>;

  ObjectTree();

  // A context that the client may destroy; Ok and null where a reset has released it already.
  [[nodiscard]] Status FindContextToDestroy(void* handle, std::shared_ptr<Context>* context);

  // All of these require mutex_.
  std::shared_ptr<Context> PrimaryOf(int deviceId, NewStreams* made);
  std::shared_ptr<Context> NewContext(int deviceId, bool isPrimary, NewStreams* made);
  std::shared_ptr<Stream> NewStream(const std::shared_ptr<Context>& context, Stream::Attributes attributes);
  void FreeStreamId(const Stream& stream);
  [[nodiscard]] static std::vector<std::shared_ptr<Stream>> StreamsIn(const DeviceState& state);
  void TellEnd(const void* handle) const noexcept;
  void DrainAll(const std::vector<std::shared_ptr<Stream>>& streams) const;
  // Takes the streams out of the table; their work goes on.
  void ReleaseStreams(const std::vector<std::shared_ptr<Stream>>& streams) noexcept;
  [[nodiscard]] DeviceState& StateOf(int deviceId) { return devices_[static_cast<size_t>(deviceId)]; }

  std::atomic<StreamEnd> onStreamEnd_{nullptr};
  mutable std::mutex mutex_;
  std::vector<DeviceState> devices_;  // of fixed size
  HandleTable<Context> contexts_{HandleKind::kContext};
  HandleTable<Stream> streams_{HandleKind::kStream};
};

}  // namespace openaclnn::runtime
