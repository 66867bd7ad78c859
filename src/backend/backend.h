// SPDX-License-Identifier: Apache-2.0
//
// The seam to hardware: what the runtime and the executor ask of a device, and nothing that only one kind of
// device could answer. src/backend/cpu implements it on oneTBB and host memory; on CUDA each call maps to one
// of the driver's.
//
// Errors come back as Status with the codes of the runtime API. Implementations are thread safe: any thread
// may call any member at any time. Objects are shared, because queued work may outlive the caller's last
// handle.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "backend/waits.h"
#include "base/dtype.h"
#include "base/status.h"
#include "base/tensor_view.h"
#include "trace/details.h"

namespace openaclnn::backend {

enum class BackendKind { kCpu };

// Rows of bytes; each side has its own distance between the starts of two rows.
struct RowCopy {
  void* destination;
  size_t destinationPitch;
  const void* source;
  size_t sourcePitch;
  size_t width;   // bytes of a row, not more than either pitch
  size_t height;  // rows
};

// destination[i] = destination[i] op source[i]. Sums of integers wrap around; those of half types are rounded
// once. A NaN on either side gives NaN.
enum class ReduceOperation { kSum, kMax, kMin };
struct Reduction {
  ReduceOperation operation;
  DType dtype;  // FLOAT, FLOAT16, BFLOAT16, INT8, INT16, INT32
  void* destination;
  const void* source;
  size_t bytes;  // whole elements
};

// What a kernel runs in: its threads or its native stream. Each backend derives its own; a kernel knows
// which, because kernels are found by (operator, backend).
class ExecutionContext {
 public:
  ExecutionContext() = default;
  ExecutionContext(const ExecutionContext&) = delete;
  ExecutionContext& operator=(const ExecutionContext&) = delete;
  virtual ~ExecutionContext() = default;

  // Copies element by element between views of the same dims and dtype that do not overlap.
  virtual void CopyView(const TensorView& destination, const TensorView& source) = 0;
  // Memory as bytes or words, at any address. A copy to memory of the host is done when the call returns.
  virtual void Copy(void* destination, const void* source, size_t bytes) = 0;
  virtual void CopyRows(const RowCopy& copy) = 0;
  virtual void FillWords(void* destination, uint32_t value, size_t words) = 0;
  virtual void Reduce(const Reduction& reduction) = 0;
};

// A unit of work on a stream: an operator with its arguments and workspace bound. The stream calls Run when
// it has come to the work, then Complete when what Run put on the device has ended there, and destroys the
// work; both once, or neither where the work is dropped before. Where Run computes by itself, as on a CPU,
// Complete follows at once.
class Work {
 public:
  Work() = default;
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  virtual ~Work() = default;

  [[nodiscard]] virtual const char* Name() const = 0;
  // Bytes that Run reads and writes, roughly, or that memory moves in the same time. Decides where it runs,
  // never what it computes.
  [[nodiscard]] virtual size_t Bytes() const = 0;
  // Computes, or puts on the device what computes. Must not throw, nor wait for other work.
  [[nodiscard]] virtual Status Run(ExecutionContext& context) = 0;
  // `outcome` is what Run returned, or the failure that the device met later. Gives back what Run took for as
  // long as the device worked. What it returns is reported by the next synchronize of the stream.
  [[nodiscard]] virtual Status Complete(Status outcome) noexcept { return outcome; }
  // For the timeline, before Run: adds to the name what is worth knowing.
  virtual void Describe(trace::Details& /*details*/) const {}
};

// Waits without a timeout where empty.
using Timeout = std::optional<std::chrono::milliseconds>;

// A point in a stream's work, taken by Stream::Record. Recording again moves the event; waits that were
// enqueued before keep the point that they were given. An event that was never recorded counts as complete.
class Event {
 public:
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  virtual ~Event() = default;

  [[nodiscard]] virtual bool Recorded() const = 0;
  [[nodiscard]] virtual bool Complete() const = 0;
  // Waits for the latest record; returns the stream's pending failure as of that point, or
  // kRtEventSyncTimeout.
  [[nodiscard]] virtual Status Synchronize(Timeout timeout) = 0;
  // How long after the latest record of `start`, an event of the same device, the latest record of this one
  // was reached; negative if it was before. Empty while one of them is not reached.
  [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> ElapsedSince(const Event& start) const = 0;
  // When the latest record was reached; empty before that. As exact as devices can be set against the host's
  // clock: differences are for ElapsedSince.
  [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point> Timestamp() const = 0;
};

// A task that failed.
struct TaskFailure {
  uint32_t task;    // its number on the stream, from 1
  uint32_t thread;  // the one that enqueued it, by the number that the system gave it
  Status status;
};

// Keeps a stream from being idle, and those waiting who synchronize, from when the stream accepts the task
// that it comes with until it is released. Later tasks run. For work that the stream gives to somebody else.
class Hold {
 public:
  Hold() = default;
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  virtual ~Hold() = default;
};

class StreamGroup;

struct StreamOptions {
  // For the timeline: the device is filled in by it, the number is one that no other of its streams has.
  int device = 0;
  int number = 0;
  bool isDefault = false;
  // The streams that stop together; null: no others.
  std::shared_ptr<StreamGroup> group = nullptr;
  // 0 to kLeastPriority. Where several streams have work, lower numbers are mostly served first.
  uint32_t priority = 0;
  // Whether LastTaskOfThread counts its tasks.
  bool countsTasks = false;
  // Called when a task has failed and before its end is announced, without a lock held, on the thread that
  // ran it. Must not throw. May be empty.
  std::function<void(const TaskFailure&)> onFailure = nullptr;
};

inline constexpr uint32_t kLeastPriority = 7;

// The number of the task that the calling thread enqueued last, of the streams that count them; 0 if there is
// none.
[[nodiscard]] uint32_t LastTaskOfThread();

// An in-order queue of work. The enqueueing calls return at once; a Status other than Ok means that nothing
// was enqueued: the failure that stopped the stream's group, kRtStreamAbort while the stream is being
// aborted, or a lack of memory. What was enqueued comes to its end without asking for memory itself.
class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  virtual ~Stream() = default;

  [[nodiscard]] Status Launch(std::unique_ptr<Work> work) { return LaunchHolding(std::move(work), nullptr); }
  [[nodiscard]] virtual Status LaunchHolding(std::unique_ptr<Work> work, std::shared_ptr<Hold> hold) = 0;
  // `keepAlive` is held until the copy or fill is done: the allocations that it touches.
  [[nodiscard]] virtual Status Copy(void* destination, const void* source, size_t bytes,
                                    std::shared_ptr<const void> keepAlive) = 0;
  [[nodiscard]] virtual Status Fill(void* destination, int value, size_t bytes,
                                    std::shared_ptr<const void> keepAlive) = 0;
  // Runs on a thread of the backend, which may block in it without holding up other streams.
  [[nodiscard]] virtual Status CallHost(void (*function)(void*), void* argument) = 0;
  [[nodiscard]] virtual Status Record(const std::shared_ptr<Event>& event) = 0;
  [[nodiscard]] Status Wait(const std::shared_ptr<Event>& event) { return WaitFor(event, {}); }
  [[nodiscard]] virtual Status WaitFor(const std::shared_ptr<Event>& event, WaitOptions options) = 0;
  // Makes an event unrecorded, if by then its record is still the one that it has now.
  [[nodiscard]] virtual Status Reset(const std::shared_ptr<Event>& event) = 0;
  [[nodiscard]] virtual Status WaitFor(const std::shared_ptr<Signal>& signal,
                                       std::unique_ptr<Condition> condition, WaitOptions options) = 0;
  // Waits until the cell has passed the test. Whoever writes to the cell need not say so.
  [[nodiscard]] virtual Status WaitForValue(Cell cell, ValueTest test, uint64_t value) = 0;
  [[nodiscard]] virtual Status WriteValue(Cell cell, uint64_t value) = 0;
  // For one task of this stream, which begins it.
  [[nodiscard]] virtual std::shared_ptr<Hold> MakeHold() = 0;

  [[nodiscard]] virtual bool Idle() const = 0;
  // Waits for everything enqueued before the call. Returns the failure that stopped the group, if there is
  // one; else returns and forgets the first failure since the last call. kRtStreamAbort if the stream was
  // aborted meanwhile; kRtStreamSyncTimeout if the time is over, and the stream goes on.
  [[nodiscard]] virtual Status Synchronize(Timeout timeout) = 0;
  // Waits as Synchronize does and leaves a failure for the next Synchronize.
  virtual void Drain() = 0;
  // Drops what has not started, and ends a wait; what runs goes on, and is not waited for. Records are
  // reached all the same.
  virtual void Discard() noexcept = 0;
  // As Discard, and waits for what runs. Who synchronizes with the stream or with one of the dropped records
  // gets kRtStreamAbort; then the stream is as new.
  virtual void Abort() = 0;
  // Ends a wait, or waits for the task that runs. What is queued stays.
  virtual void StopTask() = 0;
};

// How another process of the same user finds memory. Only the backend reads it; it can be copied as bytes.
struct SharedMemory {
  std::array<std::byte, 64> handle{};
};

// Memory without an address. Lives until its last owner lets go; what maps it is one.
class PhysicalMemory {
 public:
  PhysicalMemory() = default;
  PhysicalMemory(const PhysicalMemory&) = delete;
  PhysicalMemory& operator=(const PhysicalMemory&) = delete;
  virtual ~PhysicalMemory() = default;

  [[nodiscard]] virtual size_t Bytes() const = 0;
  // Lets other processes import it for as long as it lives.
  [[nodiscard]] virtual Status Share(SharedMemory* shared) = 0;
};

// Addresses without memory: what is not mapped cannot be touched. Offsets are multiples of the backend's
// granularity. Gives the addresses back at its end.
class AddressRange {
 public:
  AddressRange() = default;
  AddressRange(const AddressRange&) = delete;
  AddressRange& operator=(const AddressRange&) = delete;
  virtual ~AddressRange() = default;

  [[nodiscard]] virtual std::byte* Base() const = 0;
  [[nodiscard]] virtual size_t Bytes() const = 0;
  // All of `memory`, from `offset` on, which must lie inside; kRtParamInvalid if something is mapped there.
  // Without access it cannot be touched either.
  [[nodiscard]] virtual Status Map(size_t offset, std::shared_ptr<PhysicalMemory> memory,
                                   bool accessible) = 0;
  // Gives access to what was mapped at this offset.
  [[nodiscard]] virtual Status Open(size_t offset) = 0;
  virtual void Unmap(size_t offset) = 0;
};

struct MemoryInfo {
  size_t free = 0;
  size_t total = 0;
  size_t peak = 0;  // the most that was ever used at once
};

struct DeviceFacts {
  int cores = 0;              // that compute for the device
  size_t lastCacheBytes = 0;  // of the largest cache that its cores share
};

// One device: its memory and its streams.
class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  [[nodiscard]] virtual BackendKind Kind() const = 0;
  [[nodiscard]] virtual DeviceFacts Facts() const = 0;

  // At least 64-byte aligned; large blocks on huge pages where the system has them. Content is undefined.
  // kRtMemoryAllocation when the device's memory is used up.
  [[nodiscard]] virtual Status Allocate(size_t bytes, void** data) = 0;
  virtual void Free(void* data, size_t bytes) = 0;
  [[nodiscard]] virtual MemoryInfo Memory() const = 0;
  // Lets other processes import a live block of Allocate; `pages` is where the shared part of the block
  // begins, whose whole pages it is. kRtFeatureNotSupported if there is no whole page in it.
  [[nodiscard]] virtual Status Share(void* data, size_t bytes, SharedMemory* shared, std::byte** pages) = 0;

  // `bytes` is a multiple of the backend's granularity. kRtMemoryAllocation when the device's memory is used
  // up.
  [[nodiscard]] virtual Status AllocatePhysical(size_t bytes, std::shared_ptr<PhysicalMemory>* memory) = 0;
  // What another process shares; kRtInvalidHandle if it does not (any more). Its device pays for it, not this
  // one.
  [[nodiscard]] virtual Status ImportPhysical(const SharedMemory& shared,
                                              std::shared_ptr<PhysicalMemory>* memory) = 0;

  // Synchronous, in no order with any stream.
  [[nodiscard]] virtual Status Copy(void* destination, const void* source, size_t bytes) = 0;
  [[nodiscard]] virtual Status Fill(void* destination, int value, size_t bytes) = 0;
  [[nodiscard]] virtual Status CopyRows(const RowCopy& copy) = 0;
  [[nodiscard]] virtual Status FillWords(void* destination, uint32_t value, size_t words) = 0;

  // std::bad_alloc if the system has not got what a stream needs in order to run; once there is one, its
  // work runs.
  [[nodiscard]] virtual std::shared_ptr<Stream> CreateStream(StreamOptions options) = 0;
  [[nodiscard]] virtual std::shared_ptr<Event> CreateEvent() = 0;
  // Streams of any device of the backend may wait for it.
  [[nodiscard]] virtual std::shared_ptr<Signal> CreateSignal() = 0;
};

// One kind of hardware: its devices, and what belongs to the process rather than to one of them.
class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  [[nodiscard]] virtual BackendKind Kind() const = 0;
  [[nodiscard]] virtual int DeviceCount() const = 0;
  // The device with this number, from 0 on; opened at its first use and kept.
  [[nodiscard]] virtual std::shared_ptr<Device> OpenDevice(int id) = 0;

  // Pinned host memory, which the copies of every device reach without staging.
  [[nodiscard]] virtual Status AllocateHost(size_t bytes, void** data) = 0;
  virtual void FreeHost(void* data, size_t bytes) = 0;
  // Has the devices reach memory of the client's, at its own addresses. kRtParamInvalid if a part of it is
  // not mapped.
  [[nodiscard]] virtual Status RegisterHost(void* data, size_t bytes) = 0;
  virtual void UnregisterHost(void* data, size_t bytes) = 0;

  // What the sizes of physical memory and of address ranges, and offsets in them, are multiples of.
  [[nodiscard]] virtual size_t Granularity() const = 0;
  // kRtMemoryAllocation if the process has not that many addresses left.
  [[nodiscard]] virtual Status ReserveAddresses(size_t bytes, std::shared_ptr<AddressRange>* range) = 0;
};

}  // namespace openaclnn::backend
