// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream/ipc_event.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/sharing/outside.h"

namespace openaclnn::runtime {
namespace {

constexpr int kProcessBits = 22;  // the most that Linux numbers processes with

constexpr uint64_t IssuerOf(uint64_t ticket, int32_t process) {
  return ticket << kProcessBits | static_cast<uint64_t>(process);
}

constexpr uint64_t TicketOf(uint64_t issuer) {
  return issuer >> kProcessBits;
}

constexpr int32_t ProcessOf(uint64_t issuer) {
  return static_cast<int32_t>(issuer & ((uint64_t{1} << kProcessBits) - 1));
}

CellTicket& PlaceOf(const SharedCell& cell, uint64_t ticket) {
  return cell.Content().tickets.at(ticket % CellContent::kTickets);
}

bool WasReached(const SharedCell& cell, uint64_t ticket) noexcept {
  return PlaceOf(cell, ticket).reached.load() >= ticket;
}

// Made before it is needed, so that a wait needs no memory.
const Status& Lost() {
  static const NoDestructor<Status> status(
      code::kRtIpcError, "event: the process that recorded it ended before its stream had come there");
  return *status;
}

}  // namespace

// The record of a ticket: reached when the stream has come there, and also when the stream drops it.
class IpcEvent::ReachWork final : public backend::Work {
 public:
  ReachWork(std::shared_ptr<IpcEvent> event, uint64_t ticket) : event_(std::move(event)), ticket_(ticket) {}
  ReachWork(const ReachWork&) = delete;
  ReachWork& operator=(const ReachWork&) = delete;
  ~ReachWork() override { event_->Reach(ticket_); }

  [[nodiscard]] const char* Name() const override { return "EventRecord"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override {
    event_->Reach(ticket_);
    return Status::Ok();
  }

 private:
  const std::shared_ptr<IpcEvent> event_;
  const uint64_t ticket_;
};

class IpcEvent::IsReached final : public backend::Condition {
 public:
  IsReached(std::shared_ptr<const IpcEvent> event, uint64_t ticket)
      : event_(std::move(event)), ticket_(ticket) {}

  [[nodiscard]] std::optional<Status> Look() noexcept override { return event_->Look(ticket_, pause_); }
  void Describe(trace::Details& details) const override { details.name = "wait for event"; }

 private:
  const std::shared_ptr<const IpcEvent> event_;
  const uint64_t ticket_;
  LookPause pause_;
};

Status IpcEvent::Make(backend::Device& device, std::shared_ptr<IpcEvent>* event) {
  std::shared_ptr<SharedCell> cell;
  OPENACLNN_RETURN_IF_ERROR(SharedCell::Make(&cell));
  return Adopt(device, std::move(cell), event);
}

Status IpcEvent::Open(backend::Device& device, const char* handle, std::shared_ptr<IpcEvent>* event) {
  std::string text;
  ShareName name;
  OPENACLNN_RETURN_IF_ERROR(ParseKey(handle, "aclrtIpcGetEventHandle", &text, &name));
  std::shared_ptr<SharedCell> cell;
  OPENACLNN_RETURN_IF_ERROR(SharedCell::Import(ShareKind::kEvent, name, &cell));
  return Adopt(device, std::move(cell), event);
}

Status IpcEvent::Adopt(backend::Device& device, std::shared_ptr<SharedCell> cell,
                       std::shared_ptr<IpcEvent>* event) {
  Lost();
  auto made = std::make_shared<IpcEvent>(std::move(cell), device.CreateSignal());
  made->signal_->Watch(made->signal_);
  *event = std::move(made);
  return Status::Ok();
}

Status IpcEvent::Export(char* handle, size_t bytes) {
  if (cell_->IsImported()) {
    return Mismatch(code::kRtParamInvalid, "event", "one of aclrtCreateEventExWithFlag",
                    "one of aclrtIpcOpenEventHandle");
  }
  std::string text;
  OPENACLNN_RETURN_IF_ERROR(cell_->Publish(ShareKind::kEvent, false, &text));
  StoreKey(text, handle, bytes);
  return Status::Ok();
}

Status IpcEvent::Record(backend::Stream& stream) {
  NoteTold(&stream);
  // The number is taken first: who waits from now on waits for this record. A stream that refuses the work
  // destroys it, which ends the record.
  auto self = shared_from_this();
  return stream.Launch(std::make_unique<ReachWork>(std::move(self), Issue()));
}

Status IpcEvent::Wait(backend::Stream& stream, std::optional<std::chrono::milliseconds> limit) {
  const uint64_t ticket = cell_->Content().issued.load();
  if (ticket == 0) {
    return Status::Ok();
  }
  NoteHeard(&stream);
  return stream.WaitFor(signal_, std::make_unique<IsReached>(shared_from_this(), ticket),
                        {.limit = limit, .keepAlive = nullptr, .hold = nullptr});
}

bool IpcEvent::IsComplete() const {
  const uint64_t ticket = cell_->Content().issued.load();
  return ticket == 0 || WasReached(*cell_, ticket);
}

Status IpcEvent::Synchronize(backend::Timeout timeout) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds kLongestPause(250);
  const uint64_t ticket = cell_->Content().issued.load();
  if (ticket == 0) {
    return Status::Ok();
  }
  const Clock::time_point begin = Clock::now();
  std::chrono::microseconds pause(1);
  LookPause lookPause;
  while (true) {
    if (std::optional<Status> result = Look(ticket, lookPause)) {
      return *std::move(result);
    }
    if (timeout && Clock::now() - begin >= *timeout) {
      return {code::kRtEventSyncTimeout,
              "the event was not reached within " + std::to_string(timeout->count()) + " ms"};
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kLongestPause);
  }
}

// Claims the next number. The place of a number says who claimed it before the count moves on to it, so that
// a process which ends in between holds nobody up: whoever comes next moves the count in its place.
uint64_t IpcEvent::Issue() noexcept {
  CellContent& content = cell_->Content();
  while (true) {
    uint64_t latest = content.issued.load();
    const uint64_t ticket = latest + 1;
    std::atomic<uint64_t>& place = PlaceOf(*cell_, ticket).issuer;
    uint64_t holder = place.load();
    if (TicketOf(holder) > ticket) {
      continue;  // the count has moved on meanwhile
    }
    if (TicketOf(holder) == ticket) {
      content.issued.compare_exchange_strong(latest, ticket);
      continue;
    }
    if (place.compare_exchange_strong(holder, IssuerOf(ticket, getpid()))) {
      content.issued.compare_exchange_strong(latest, ticket);
      return ticket;
    }
  }
}

void IpcEvent::Reach(uint64_t ticket) noexcept {
  if (WasReached(*cell_, ticket)) {
    return;
  }
  signal_->Change([this, ticket] {
    std::atomic<uint64_t>& reached = PlaceOf(*cell_, ticket).reached;
    uint64_t before = reached.load();
    while (before < ticket && !reached.compare_exchange_weak(before, ticket)) {
    }
  });
}

std::optional<Status> IpcEvent::Look(uint64_t ticket, LookPause& pause) const noexcept {
  if (WasReached(*cell_, ticket)) {
    return Status::Ok();
  }
  const int32_t process = ProcessOf(PlaceOf(*cell_, ticket).issuer.load());
  if (process == getpid() || !pause.IsOver() || cell_->HasLiving(process)) {
    return std::nullopt;
  }
  return WasReached(*cell_, ticket) ? Status::Ok() : Lost();  // it may have been reached right before
}

}  // namespace openaclnn::runtime
