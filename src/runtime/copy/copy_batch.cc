// SPDX-License-Identifier: Apache-2.0
#include "runtime/copy/copy_batch.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/enumerators.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/graph/recordings.h"
#include "runtime/memory/memory_range.h"
#include "runtime/stream/streams.h"
#include "runtime/stream/tail_wait.h"

namespace openaclnn::runtime {
namespace {

std::string Element(const char* array, size_t index) {
  return std::string(array) + "[" + std::to_string(index) + "]";
}

Status ExpectLocation(const std::string& name, const aclrtMemLocation& location) {
  const int32_t type = NumberOf(location.type);
  return type == ACL_MEM_LOCATION_TYPE_HOST || type == ACL_MEM_LOCATION_TYPE_DEVICE
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, name + ".type",
                        "ACL_MEM_LOCATION_TYPE_HOST (0) or ACL_MEM_LOCATION_TYPE_DEVICE (1)",
                        std::to_string(type));
}

bool IsDevice(const aclrtMemLocation& location) {
  return NumberOf(location.type) == ACL_MEM_LOCATION_TYPE_DEVICE;
}

// One side of each attribute is the host, the other a device, and it is the same side for all of them.
Status CheckAttributes(const BatchArguments& batch) {
  for (size_t k = 0; k < batch.attributeCount; ++k) {
    const std::string name = Element("attrs", k);
    const aclrtMemcpyBatchAttr& attribute = batch.attributes[k];
    OPENACLNN_RETURN_IF_ERROR(ExpectLocation(name + ".dstLoc", attribute.dstLoc));
    OPENACLNN_RETURN_IF_ERROR(ExpectLocation(name + ".srcLoc", attribute.srcLoc));
    if (IsDevice(attribute.dstLoc) == IsDevice(attribute.srcLoc)) {
      return Mismatch(code::kRtParamInvalid, name, "copies between the host and a device",
                      IsDevice(attribute.dstLoc) ? "device to device" : "host to host");
    }
    if (IsDevice(attribute.dstLoc) != IsDevice(batch.attributes[0].dstLoc)) {
      return Mismatch(code::kRtParamInvalid, name, "the direction of attrs[0]", "the other direction");
    }
    const size_t start = batch.attributeStarts[k];
    const std::string startName = Element("attrsIndexes", k);
    if (k == 0 && start != 0) {
      return Mismatch(code::kRtParamInvalid, startName, "0", std::to_string(start));
    }
    if (k > 0 && start <= batch.attributeStarts[k - 1]) {
      return Mismatch(code::kRtParamInvalid, startName,
                      "more than " + std::to_string(batch.attributeStarts[k - 1]) + ", the one before",
                      std::to_string(start));
    }
    if (start >= batch.count) {
      return Mismatch(code::kRtParamInvalid, startName,
                      "less than numBatches = " + std::to_string(batch.count), std::to_string(start));
    }
  }
  return Status::Ok();
}

Status CheckSizes(const BatchArguments& batch) {
  for (size_t i = 0; i < batch.count; ++i) {
    OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(Element("dsts", i).c_str(), batch.destinations[i]));
    OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(Element("srcs", i).c_str(), batch.sources[i]));
    if (batch.bytes[i] > batch.destinationBytes[i]) {
      return Mismatch(code::kInvalidParam, Element("sizes", i),
                      "at most " + Element("destMaxs", i) + " = " + std::to_string(batch.destinationBytes[i]),
                      std::to_string(batch.bytes[i]));
    }
  }
  return Status::Ok();
}

Status CheckArrays(const BatchArguments& batch) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("dsts", static_cast<const void*>(batch.destinations)));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("destMaxs", batch.destinationBytes));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("srcs", static_cast<const void*>(batch.sources)));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("sizes", batch.bytes));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("attrs", batch.attributes));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("attrsIndexes", batch.attributeStarts));
  if (batch.count == 0) {
    return Mismatch(code::kInvalidParam, "numBatches", "a positive number of copies", "0");
  }
  if (batch.attributeCount == 0 || batch.attributeCount > batch.count) {
    return Mismatch(code::kRtParamInvalid, "numAttrs", "1 to numBatches = " + std::to_string(batch.count),
                    std::to_string(batch.attributeCount));
  }
  OPENACLNN_RETURN_IF_ERROR(CheckAttributes(batch));
  return CheckSizes(batch);
}

Status LocateAs(const std::string& name, const void* address, size_t bytes, const aclrtMemLocation& location,
                Place* place) {
  const bool wantsDevice = IsDevice(location);
  OPENACLNN_RETURN_IF_ERROR(
      Locate(name.c_str(), address, bytes, wantsDevice ? Side::kDevice : Side::kHost, place));
  if (wantsDevice && static_cast<uint32_t>(place->block->DeviceId()) != location.id) {
    return Mismatch(code::kRtParamInvalid, name, "memory of device " + std::to_string(location.id),
                    "memory of device " + std::to_string(place->block->DeviceId()));
  }
  return Status::Ok();
}

// One for each copy; left empty for copies of no bytes.
Status LocateAll(const BatchArguments& batch, std::vector<Places>* places, size_t* failed) {
  places->resize(batch.count);
  size_t attribute = 0;
  for (size_t i = 0; i < batch.count; ++i) {
    if (attribute + 1 < batch.attributeCount && batch.attributeStarts[attribute + 1] == i) {
      ++attribute;
    }
    if (batch.bytes[i] == 0) {
      continue;
    }
    const aclrtMemcpyBatchAttr& where = batch.attributes[attribute];
    Places& both = (*places)[i];
    Status status =
        LocateAs(Element("dsts", i), batch.destinations[i], batch.bytes[i], where.dstLoc, &both.destination);
    if (status.IsOk()) {
      status = LocateAs(Element("srcs", i), batch.sources[i], batch.bytes[i], where.srcLoc, &both.source);
    }
    if (!status.IsOk()) {
      *failed = i;
      return status;
    }
  }
  return Status::Ok();
}

// A copy of them that is about to be enqueued, or (no stream) done.
void NoteCopy(const backend::Stream* queue, const BatchArguments& batch, size_t i) {
  if (checker::IsOn(checker::kAny)) [[unlikely]] {
    checker::NoteWork(queue, {checker::Reads(Element("srcs", i), batch.sources[i], batch.bytes[i]),
                              checker::Writes(Element("dsts", i), batch.destinations[i], batch.bytes[i])});
  }
}

Status Run(const BatchArguments& batch, size_t* failed) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectSynchronousAllowed("aclrtMemcpyBatch"));
  OPENACLNN_RETURN_IF_ERROR(CheckArrays(batch));
  std::vector<Places> places;
  OPENACLNN_RETURN_IF_ERROR(LocateAll(batch, &places, failed));
  for (size_t i = 0; i < batch.count; ++i) {
    NoteCopy(nullptr, batch, i);
    OPENACLNN_RETURN_IF_ERROR(
        context->Device().Copy(batch.destinations[i], batch.sources[i], batch.bytes[i]));
  }
  return Status::Ok();
}

Status Enqueue(const BatchArguments& batch, void* streamHandle, size_t* failed) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  OPENACLNN_RETURN_IF_ERROR(CheckArrays(batch));
  auto places = std::make_shared<std::vector<Places>>();
  OPENACLNN_RETURN_IF_ERROR(LocateAll(batch, places.get(), failed));
  bool wait = false;
  for (size_t i = 0; i < batch.count; ++i) {
    const Places& both = (*places)[i];
    wait = wait || (batch.bytes[i] > 0 && !(both.destination.mayBeQueued && both.source.mayBeQueued));
  }
  std::optional<TailWait> untilDone;
  if (wait) {
    OPENACLNN_RETURN_IF_ERROR(ExpectMayWait("aclrtMemcpyBatchAsync", *stream));
    untilDone.emplace(stream->Queue(), stream->Device().CreateEvent());
  }
  for (size_t i = 0; i < batch.count; ++i) {
    if (batch.bytes[i] > 0) {
      NoteCopy(stream->Sink(), batch, i);
      OPENACLNN_RETURN_IF_ERROR(
          stream->Sink()->Copy(batch.destinations[i], batch.sources[i], batch.bytes[i], places));
    }
  }
  return Status::Ok();
}

Status Report(Status status, size_t index, size_t* failed) {
  if (!status.IsOk() && failed != nullptr) {
    *failed = index;
  }
  return status;
}

}  // namespace

Status CopyBatch(const BatchArguments& batch, size_t* failed) {
  size_t index = SIZE_MAX;
  Status status = Run(batch, &index);
  return Report(std::move(status), index, failed);
}

Status EnqueueCopyBatch(const BatchArguments& batch, void* stream, size_t* failed) {
  size_t index = SIZE_MAX;
  Status status = Enqueue(batch, stream, &index);
  return Report(std::move(status), index, failed);
}

}  // namespace openaclnn::runtime
