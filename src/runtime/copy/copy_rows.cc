// SPDX-License-Identifier: Apache-2.0
#include "runtime/copy/copy_rows.h"

#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "acl/acl_rt.h"
#include "base/soc.h"
#include "checker/kept_work.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/graph/recordings.h"
#include "runtime/memory/memory_range.h"
#include "runtime/stream/body_work.h"
#include "runtime/stream/streams.h"
#include "runtime/stream/tail_wait.h"

namespace openaclnn::runtime {
namespace {

using backend::RowCopy;

constexpr size_t kWidest = 5000000;
constexpr size_t kHighest = 5242880;

Status ExpectAtMost(const char* argument, size_t value, const char* limitName, size_t limit) {
  return value <= limit
             ? Status::Ok()
             : Mismatch(code::kInvalidParam, argument,
                        std::string("at most ") + limitName + std::to_string(limit), std::to_string(value));
}

Status CheckShape(const RowCopy& rows) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("dst", rows.destination));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("src", rows.source));
  OPENACLNN_RETURN_IF_ERROR(ExpectAtMost("width", rows.width, "dpitch = ", rows.destinationPitch));
  return ExpectAtMost("width", rows.width, "spitch = ", rows.sourcePitch);
}

// From the first byte of the first row to the last byte of the last one.
Status ExtentOf(const char* argument, size_t pitch, const RowCopy& rows, size_t* bytes) {
  const size_t steps = rows.height - 1;
  if (pitch > 0 && steps > (std::numeric_limits<size_t>::max() - rows.width) / pitch) {
    return Mismatch(code::kRtParamInvalid, argument, "rows inside one block of memory",
                    std::to_string(rows.height) + " rows, " + std::to_string(pitch) + " bytes apart");
  }
  *bytes = steps * pitch + rows.width;
  return Status::Ok();
}

// The two sides of a copy, and where they lie.
struct LocatedRows {
  Range destination;
  Range source;
  Places places;
};

// `rows` is not empty, and the kind is one that has two sides.
Status LocateRows(const RowCopy& rows, int32_t kind, LocatedRows* located) {
  const Sides sides = *SidesOf(kind);
  located->destination = {"dst", rows.destination, 0, sides.destination};
  located->source = {"src", rows.source, 0, sides.source};
  OPENACLNN_RETURN_IF_ERROR(ExtentOf("dst", rows.destinationPitch, rows, &located->destination.bytes));
  OPENACLNN_RETURN_IF_ERROR(ExtentOf("src", rows.sourcePitch, rows, &located->source.bytes));
  return LocateBoth(located->destination, located->source, &located->places);
}

checker::Access RowsOf(checker::Access first, size_t pitch, const RowCopy& rows) {
  TensorView& view = first.view;  // of the first row
  view.rank = 2;
  view.dims = {static_cast<int64_t>(rows.height), static_cast<int64_t>(rows.width)};
  view.strides = {static_cast<int64_t>(pitch), 1};
  return first;
}

// A copy that is about to be enqueued, or (no stream) done.
void NoteCopy(const backend::Stream* queue, const RowCopy& rows) {
  if (checker::IsOn(checker::kAny)) [[unlikely]] {
    checker::NoteWork(
        queue, {RowsOf(checker::Reads("src", rows.source, rows.width), rows.sourcePitch, rows),
                RowsOf(checker::Writes("dst", rows.destination, rows.width), rows.destinationPitch, rows)});
  }
}

bool IsEmpty(const RowCopy& rows) {
  return rows.width == 0 || rows.height == 0;
}

}  // namespace

Status CopyRows(const RowCopy& rows, int32_t kind) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectSynchronousAllowed("aclrtMemcpy2d"));
  OPENACLNN_RETURN_IF_ERROR(CheckShape(rows));
  if (kind != ACL_MEMCPY_HOST_TO_DEVICE && kind != ACL_MEMCPY_DEVICE_TO_HOST) {
    return Mismatch(code::kInvalidParam, "kind",
                    "ACL_MEMCPY_HOST_TO_DEVICE (1) or ACL_MEMCPY_DEVICE_TO_HOST (2)", std::to_string(kind));
  }
  if (IsEmpty(rows)) {
    return Status::Ok();
  }
  LocatedRows located;
  OPENACLNN_RETURN_IF_ERROR(LocateRows(rows, kind, &located));
  NoteCopy(nullptr, rows);
  return context->Device().CopyRows(rows);
}

Status EnqueueCopyRows(const RowCopy& rows, int32_t kind, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  OPENACLNN_RETURN_IF_ERROR(CheckShape(rows));
  OPENACLNN_RETURN_IF_ERROR(ExpectAtMost("width", rows.width, "", kWidest));
  OPENACLNN_RETURN_IF_ERROR(ExpectAtMost("height", rows.height, "", kHighest));
  const bool betweenDevices = EmulatedFacts().queuedDeviceRows;
  if (kind != ACL_MEMCPY_HOST_TO_DEVICE && kind != ACL_MEMCPY_DEVICE_TO_HOST &&
      !(kind == ACL_MEMCPY_DEVICE_TO_DEVICE && betweenDevices)) {
    return Mismatch(code::kInvalidParam, "kind",
                    std::string("ACL_MEMCPY_HOST_TO_DEVICE (1), ACL_MEMCPY_DEVICE_TO_HOST (2)") +
                        (betweenDevices ? " or ACL_MEMCPY_DEVICE_TO_DEVICE (3)" : ""),
                    std::to_string(kind));
  }
  if (IsEmpty(rows)) {
    return Status::Ok();
  }
  const checker::NothingRuns recorded(stream->IsRecorded());
  LocatedRows located;
  OPENACLNN_RETURN_IF_ERROR(LocateRows(rows, kind, &located));
  const bool wait = !located.places.destination.mayBeQueued || !located.places.source.mayBeQueued;
  if (wait) {
    OPENACLNN_RETURN_IF_ERROR(ExpectMayWait("aclrtMemcpy2dAsync", *stream));
  }
  NoteCopy(stream->Sink(), rows);
  std::unique_ptr<backend::Work> work =
      MakeWork("aclrtMemcpy2dAsync", rows.width * rows.height,
               MemoryOf(located.destination, located.source, std::move(located.places)),
               [rows](backend::ExecutionContext& context) {
                 context.CopyRows(rows);
                 return Status::Ok();
               });
  if (!wait) {
    return stream->Sink()->Launch(std::move(work));
  }
  const TailWait untilDone(stream->Queue(), stream->Device().CreateEvent());
  return stream->Sink()->Launch(std::move(work));
}

}  // namespace openaclnn::runtime
