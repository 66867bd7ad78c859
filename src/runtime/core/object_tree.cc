// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/object_tree.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "backend/registry.h"
#include "checker/races.h"
#include "runtime/callbacks/exceptions.h"
#include "runtime/callbacks/stream_state_callbacks.h"
#include "runtime/core/check.h"
#include "runtime/device/visible_devices.h"

namespace openaclnn::runtime {
namespace {

void AnnounceEnd(const std::vector<std::shared_ptr<Stream>>& streams) {
  for (const std::shared_ptr<Stream>& stream : streams) {
    if (stream->BeginEnd(Stream::Ender::kContextOrDevice) == Stream::Ender::kNobody) {
      AnnounceStreamState(stream->Handle(), ACL_RT_STREAM_STATE_DESTROY_PRE);
    }
  }
}

void NoteEnd(const Stream& stream) {
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    checker::NoteStreamEnded(stream.Queue().get());
  }
}

}  // namespace

ObjectTree& ObjectTree::Instance() {
  static NoDestructor<ObjectTree> tree;
  return *tree;
}

ObjectTree::ObjectTree() : devices_(VisibleDevices().size()) {
  for (size_t device = 0; device < devices_.size(); ++device) {
    devices_[device].backendId = VisibleDevices()[device];
  }
}

Status ObjectTree::ExpectDevice(int deviceId) const {
  return runtime::ExpectDevice("deviceId", deviceId);
}

Status ObjectTree::SetDevice(int deviceId, std::shared_ptr<Context>* primary, NewStreams* made) {
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice(deviceId));
  const std::lock_guard lock(mutex_);
  *primary = PrimaryOf(deviceId, made);
  ++StateOf(deviceId).users;
  return Status::Ok();
}

Status ObjectTree::UseDevice(int deviceId, std::shared_ptr<Context>* primary, NewStreams* made) {
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice(deviceId));
  const std::lock_guard lock(mutex_);
  *primary = PrimaryOf(deviceId, made);
  return Status::Ok();
}

bool ObjectTree::IsSet(int deviceId) const {
  const std::lock_guard lock(mutex_);
  return devices_[static_cast<size_t>(deviceId)].users > 0;
}

uint64_t ObjectTree::EpochOf(int deviceId) const {
  const std::lock_guard lock(mutex_);
  return devices_[static_cast<size_t>(deviceId)].epoch;
}

bool ObjectTree::HasPrimary(int deviceId) const {
  const std::lock_guard lock(mutex_);
  return devices_[static_cast<size_t>(deviceId)].primary != nullptr;
}

Status ObjectTree::ResetDevice(int deviceId, bool force) {
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice(deviceId));
  std::vector<std::shared_ptr<Context>> contexts;
  std::vector<std::shared_ptr<Stream>> streams;
  {
    const std::lock_guard lock(mutex_);
    DeviceState& state = StateOf(deviceId);
    if (state.users == 0) {
      return Mismatch(code::kRtParamInvalid, "deviceId",
                      "a device that aclrtSetDevice set and no reset released", std::to_string(deviceId));
    }
    if (state.users > 1 && !force) {
      --state.users;
      return Status::Ok();
    }
    streams = StreamsIn(state);  // first, as it may lack memory
    state.users = 0;
    contexts.swap(state.contexts);
    state.primary = nullptr;
    ++state.epoch;
    state.streamIds.GiveBackAll();
  }
  AnnounceEnd(streams);
  {
    const std::lock_guard lock(mutex_);
    for (const std::shared_ptr<Context>& context : contexts) {
      contexts_.Release(context->Handle());
    }
    ReleaseStreams(streams);
  }
  DrainAll(streams);
  return Status::Ok();
}

Status ObjectTree::CreateContext(int deviceId, std::shared_ptr<Context>* context, NewStreams* made) {
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice(deviceId));
  const std::lock_guard lock(mutex_);
  PrimaryOf(deviceId, made);  // a device in use has its default stream
  std::shared_ptr<Context> created = NewContext(deviceId, false, made);
  if (created == nullptr) {
    return {code::kRtNoStreamResource, "the device has no stream left for the context's default stream"};
  }
  *context = std::move(created);
  return Status::Ok();
}

Status ObjectTree::FindContextToDestroy(void* handle, std::shared_ptr<Context>* context) {
  std::shared_ptr<Context> found = contexts_.Find(handle);
  if (found == nullptr) {
    return contexts_.ForgetReleased(handle)
               ? Status::Ok()
               : Mismatch(code::kRtInvalidHandle, "context", "a live context",
                          AddressText(handle) + ", which was destroyed before or never was one");
  }
  if (found->IsPrimary()) {
    return Mismatch(code::kRtParamInvalid, "context", "one from aclrtCreateContext",
                    "a device's default context, which aclrtResetDevice releases");
  }
  *context = std::move(found);
  return Status::Ok();
}

Status ObjectTree::DestroyContext(void* handle) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(FindContextToDestroy(handle, &context));
  if (context == nullptr) {
    return Status::Ok();
  }
  std::vector<std::shared_ptr<Stream>> streams = context->Streams();
  AnnounceEnd(streams);
  {
    const std::lock_guard lock(mutex_);
    // Again: while the callbacks ran, others may have been here.
    context = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindContextToDestroy(handle, &context));
    if (context == nullptr) {
      return Status::Ok();
    }
    streams = context->Streams();  // first, as it may lack memory
    std::erase(StateOf(context->DeviceId()).contexts, context);
    contexts_.Remove(handle);
    ReleaseStreams(streams);
    for (const std::shared_ptr<Stream>& stream : streams) {
      FreeStreamId(*stream);
    }
  }
  DrainAll(streams);
  return Status::Ok();
}

Status ObjectTree::CreateStream(const std::shared_ptr<Context>& context, uint32_t priority, uint32_t flags,
                                void** handle) {
  const std::lock_guard lock(mutex_);
  if (contexts_.Find(context->Handle()) == nullptr ||
      context->Epoch() != StateOf(context->DeviceId()).epoch) {
    return {code::kRtContextNull, "another thread has just released the current context"};
  }
  const std::shared_ptr<Stream> stream = NewStream(context, {0, priority, flags, false});
  if (stream == nullptr) {
    return {code::kRtNoStreamResource, "the device has no stream left; it has " +
                                           std::to_string(EmulatedFacts().streamLimit) + " in all"};
  }
  *handle = stream->Handle();
  return Status::Ok();
}

Status ObjectTree::DestroyStream(void* handle, bool force) {
  std::shared_ptr<Stream> stream;
  Status found = FindStream(handle, &stream);
  if (!found.IsOk()) {  // asked for in this order, since a reset may release it meanwhile
    return streams_.ForgetReleased(handle) ? Status::Ok() : found;
  }
  if (stream->Facts().isDefault) {
    return Mismatch(code::kRtParamInvalid, "stream", "one from aclrtCreateStream",
                    "a default stream, which lives as long as its context");
  }
  switch (stream->BeginEnd(Stream::Ender::kOwner)) {
    case Stream::Ender::kNobody:
      break;
    case Stream::Ender::kOwner:
      return Mismatch(code::kRtInvalidHandle, "stream", "a live stream",
                      AddressText(handle) + ", which another call is destroying");
    case Stream::Ender::kContextOrDevice:
      // A reset is about to release it: as if it had, and the handle is forgotten either way.
      if (streams_.Remove(handle) == nullptr) {
        streams_.ForgetReleased(handle);
      }
      return Status::Ok();
  }
  AnnounceStreamState(handle, ACL_RT_STREAM_STATE_DESTROY_PRE);
  {
    const std::lock_guard lock(mutex_);
    if (streams_.Remove(handle) == nullptr) {
      // While the callbacks ran, a reset or its context's end released it, and waits for its work.
      streams_.ForgetReleased(handle);
      return Status::Ok();
    }
    if (const std::shared_ptr<Context> context = stream->Owner()) {
      context->Remove(*stream);
    }
    FreeStreamId(*stream);
  }
  TellEnd(handle);
  if (force) {
    stream->Queue()->Discard();
  }
  stream->Queue()->Drain();  // what runs may use the caller's objects: it is let finish
  NoteEnd(*stream);
  if (const std::shared_ptr<Context> context = stream->Owner()) {
    context->Forget(*stream);
  }
  return Status::Ok();
}

Status ObjectTree::FindStream(const void* handle, std::shared_ptr<Stream>* stream) const {
  std::shared_ptr<Stream> found = streams_.Find(handle);
  if (found == nullptr) {
    const char* const reason = streams_.WasReleased(handle)
                                   ? ", which a device reset or its context's end released"
                               : streams_.WasLive(handle) ? ", which was destroyed before"
                                                          : ", which never was one";
    return Mismatch(code::kRtInvalidHandle, "stream", "a live stream", AddressText(handle) + reason);
  }
  *stream = std::move(found);
  return Status::Ok();
}

void ObjectTree::TellEnd(const void* handle) const noexcept {
  if (const StreamEnd tell = onStreamEnd_.load()) {
    tell(handle);
  }
}

void ObjectTree::DrainAll(const std::vector<std::shared_ptr<Stream>>& streams) const {
  // First of all of them: one stream may wait for what comes behind a callback of another.
  for (const std::shared_ptr<Stream>& stream : streams) {
    TellEnd(stream->Handle());
  }
  for (const std::shared_ptr<Stream>& stream : streams) {
    stream->Queue()->Drain();
    NoteEnd(*stream);
  }
}

std::vector<std::shared_ptr<Stream>> ObjectTree::StreamsOf(int deviceId) const {
  const std::lock_guard lock(mutex_);
  return StreamsIn(devices_[static_cast<size_t>(deviceId)]);
}

std::vector<std::shared_ptr<Stream>> ObjectTree::StreamsIn(const DeviceState& state) {
  std::vector<std::shared_ptr<Stream>> all;
  for (const std::shared_ptr<Context>& context : state.contexts) {
    const std::vector<std::shared_ptr<Stream>> streams = context->Streams();
    all.insert(all.end(), streams.begin(), streams.end());
  }
  return all;
}

size_t ObjectTree::FreeStreams(int deviceId) const {
  const std::lock_guard lock(mutex_);
  return devices_[static_cast<size_t>(deviceId)].streamIds.Free();
}

std::shared_ptr<Context> ObjectTree::PrimaryOf(int deviceId, NewStreams* made) {
  DeviceState& state = StateOf(deviceId);
  if (state.primary == nullptr) {
    if (state.device == nullptr) {
      state.device = backend::SelectedBackend()->OpenDevice(state.backendId);
    }
    // The first context of the device: its stream is not the one too many.
    state.primary = NewContext(deviceId, true, made);
  }
  return state.primary;
}

std::shared_ptr<Context> ObjectTree::NewContext(int deviceId, bool isPrimary, NewStreams* made) {
  DeviceState& state = StateOf(deviceId);
  auto context = std::make_shared<Context>(state.device, deviceId, state.epoch, isPrimary);
  state.contexts.reserve(state.contexts.size() + 1);
  made->reserve(made->size() + 1);
  const std::shared_ptr<Stream> stream = NewStream(context, {0, 0, 0, true});
  if (stream == nullptr) {
    return nullptr;
  }
  try {
    context->SetHandle(contexts_.Insert(context, isPrimary ? HandleOwner::kLibrary : HandleOwner::kClient));
  } catch (...) {
    streams_.Remove(stream->Handle());
    state.streamIds.GiveBack(static_cast<size_t>(stream->Facts().id));
    throw;
  }
  state.contexts.push_back(context);
  made->push_back(stream);
  return context;
}

std::shared_ptr<Stream> ObjectTree::NewStream(const std::shared_ptr<Context>& context,
                                              Stream::Attributes attributes) {
  IdPool& ids = StateOf(context->DeviceId()).streamIds;
  const std::optional<size_t> id = ids.Take();
  if (!id) {
    return nullptr;
  }
  attributes.id = static_cast<int32_t>(*id);
  auto tell = [deviceId = context->DeviceId(),
               streamId = attributes.id](const backend::TaskFailure& failure) {
    CallExceptionCallbacks(deviceId, streamId, failure);
  };
  void* handle = nullptr;
  try {
    auto stream =
        std::make_shared<Stream>(context,
                                 context->Device().CreateStream({.number = attributes.id,
                                                                 .isDefault = attributes.isDefault,
                                                                 .group = context->Group(),
                                                                 .priority = attributes.priority,
                                                                 .countsTasks = !attributes.isDefault,
                                                                 .onFailure = tell}),
                                 attributes);
    handle =
        streams_.Insert(stream, stream->Facts().isDefault ? HandleOwner::kLibrary : HandleOwner::kClient);
    stream->SetHandle(handle);
    context->Add(stream);
    if (checker::IsOn(checker::kRaces)) [[unlikely]] {
      checker::NoteStreamMade(stream->Queue().get(), context->DeviceId(), attributes.id,
                              attributes.isDefault);
    }
    return stream;
  } catch (...) {
    if (handle != nullptr) {
      streams_.Remove(handle);
    }
    ids.GiveBack(*id);
    throw;
  }
}

void ObjectTree::FreeStreamId(const Stream& stream) {
  DeviceState& state = StateOf(stream.DeviceId());
  // A reset frees all ids, and the next epoch's streams have them since.
  if (stream.Epoch() == state.epoch) {
    state.streamIds.GiveBack(static_cast<size_t>(stream.Facts().id));
  }
}

void ObjectTree::ReleaseStreams(const std::vector<std::shared_ptr<Stream>>& streams) noexcept {
  for (const std::shared_ptr<Stream>& stream : streams) {
    streams_.Release(stream->Handle());
  }
}

}  // namespace openaclnn::runtime
