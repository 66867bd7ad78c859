// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream/notifies.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/no_destructor.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/handle_table.h"
#include "runtime/core/id_pool.h"
#include "runtime/core/initialized.h"
#include "runtime/core/object_tree.h"
#include "runtime/sharing/outside.h"
#include "runtime/sharing/shared_cell.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kNotifiesOfDevice = 8192;  // of each of the two kinds

// A notify of either kind; a plain one is set where the value is not 0.
struct Notify {
  std::shared_ptr<backend::Signal> signal;
  int deviceId = 0;
  uint64_t epoch = 0;
  std::unique_ptr<const DeviceIdPools::Id> id;
  uint32_t value = 0;  // guarded by the signal
  // In place of the value, once other processes have it as well. Guarded by the signal.
  std::shared_ptr<SharedCell> cell = nullptr;
  std::atomic<bool> isShared{false};  // whether there is a cell
  // For the check for races, which plays the changes again in the order of the calls.
  std::shared_ptr<checker::Gate> gate = nullptr;
  uint32_t playedValue = 0;  // guarded by the check
};

// What the two kinds differ in before they do anything.
struct Kind {
  Kind(HandleKind handles, const char* theArgument, const char* theName)
      : table(handles), argument(theArgument), name(theName) {}

  HandleTable<Notify> table;
  DeviceIdPools ids{kNotifiesOfDevice};
  const char* argument;
  const char* name;
};

Kind& Plain() {
  static NoDestructor<Kind> kind(HandleKind::kNotify, "notify", "notify");
  return *kind;
}

Kind& Counting() {
  static NoDestructor<Kind> kind(HandleKind::kCountingNotify, "cntNotify", "counting notify");
  return *kind;
}

Status Find(const Kind& kind, const void* handle, std::shared_ptr<Notify>* notify) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(kind.argument, handle));
  std::shared_ptr<Notify> found = kind.table.Find(handle);
  if (found == nullptr) {
    return Mismatch(code::kRtInvalidHandle, kind.argument, std::string("a live ") + kind.name,
                    AddressText(handle) + (kind.table.WasLive(handle) ? ", which was destroyed before"
                                                                      : ", which never was one"));
  }
  *notify = std::move(found);
  return Status::Ok();
}

// `cell`: of another process's notify; null: a fresh one.
Status Create(Kind& kind, std::shared_ptr<SharedCell> cell, void** handle) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  auto id = kind.ids.Take(context->DeviceId());
  if (id == nullptr) {
    return {code::kRtNoNotifyResource, std::string("the device has no ") + kind.name + " left; it has " +
                                           std::to_string(kind.ids.Limit()) + " in all"};
  }
  auto notify = std::make_shared<Notify>();
  notify->signal = context->Device().CreateSignal();
  notify->deviceId = context->DeviceId();
  notify->epoch = context->Epoch();
  notify->id = std::move(id);
  if (cell != nullptr) {
    notify->cell = std::move(cell);
    notify->isShared = true;
    notify->signal->Watch(notify->signal);
  }
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    notify->gate = checker::MakeGate();
  }
  *handle = kind.table.Insert(std::move(notify));
  return Status::Ok();
}

Status Destroy(Kind& kind, void* handle) {
  std::shared_ptr<Notify> notify;
  OPENACLNN_RETURN_IF_ERROR(Find(kind, handle, &notify));
  kind.table.Remove(handle);
  return Status::Ok();
}

// The notify and the stream of a task. They may be of different devices, but not across a reset.
Status FindBoth(const Kind& kind, void* handle, void* streamHandle, std::shared_ptr<Notify>* notify,
                std::shared_ptr<Stream>* stream) {
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, stream));
  OPENACLNN_RETURN_IF_ERROR(Find(kind, handle, notify));
  if ((*notify)->epoch != ObjectTree::Instance().EpochOf((*notify)->deviceId)) {
    return Mismatch(code::kRtInvalidHandle, kind.argument, "one made since its device was last reset",
                    "an older one");
  }
  return Status::Ok();
}

Status GetId(const Kind& kind, const char* argument, void* handle, uint32_t* id) {
  std::shared_ptr<Context> context;
  std::shared_ptr<Notify> notify;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(Find(kind, handle, &notify));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(argument, id));
  *id = notify->id->Value();
  return Status::Ok();
}

// How a task changes the value.
enum class Change { kSet, kAdd, kOr, kAnd };

uint32_t Changed(uint32_t value, Change change, uint32_t operand) {
  switch (change) {
    case Change::kSet:
      return operand;
    case Change::kAdd:
      return value + operand;
    case Change::kOr:
      return value | operand;
    case Change::kAnd:
      break;
  }
  return value & operand;
}

// Requires the signal's lock.
void Apply(Notify& notify, Change change, uint32_t operand) {
  if (notify.cell != nullptr) {
    notify.cell->Content().isSet.store(operand);  // all that happens to a plain one
  } else {
    notify.value = Changed(notify.value, change, operand);
  }
}

class RecordWork final : public backend::Work {
 public:
  RecordWork(std::shared_ptr<Notify> notify, Change change, uint32_t operand)
      : notify_(std::move(notify)), change_(change), operand_(operand) {}

  [[nodiscard]] const char* Name() const override { return "NotifyRecord"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override {
    notify_->signal->Change([this] { Apply(*notify_, change_, operand_); });
    return Status::Ok();
  }

 private:
  const std::shared_ptr<Notify> notify_;
  const Change change_;
  const uint32_t operand_;
};

Status Record(const Kind& kind, void* handle, void* streamHandle, Change change, uint32_t operand) {
  std::shared_ptr<Notify> notify;
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindBoth(kind, handle, streamHandle, &notify, &stream));
  if (notify->isShared) {
    NoteTold(stream->Sink());
  } else if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    checker::NoteChange(stream->Sink(), notify->gate, [notify, change, operand] {
      notify->playedValue = Changed(notify->playedValue, change, operand);
    });
  }
  return stream->Sink()->Launch(std::make_unique<RecordWork>(std::move(notify), change, operand));
}

enum class Comparison { kLess, kEqual, kGreater, kGreaterOrEqual, kContainsBits };

bool Holds(uint32_t value, Comparison comparison, uint32_t operand) {
  switch (comparison) {
    case Comparison::kLess:
      return value < operand;
    case Comparison::kEqual:
      return value == operand;
    case Comparison::kGreater:
      return value > operand;
    case Comparison::kGreaterOrEqual:
      return value >= operand;
    case Comparison::kContainsBits:
      break;
  }
  return (value & operand) == operand;
}

struct WaitArguments {
  Comparison comparison;
  uint32_t operand;
  bool clears;
  uint32_t seconds;
};

// What a wait gets that nobody can end any more. Made before it is needed, so that a wait needs no memory.
const Status& Deserted() {
  static const NoDestructor<Status> status(
      code::kRtIpcError,
      "notify: the other processes that had it ended or destroyed it, and none had recorded it");
  return *status;
}

class NotifyCondition final : public backend::Condition {
 public:
  NotifyCondition(std::shared_ptr<Notify> notify, const WaitArguments& arguments)
      : notify_(std::move(notify)), arguments_(arguments) {}

  [[nodiscard]] std::optional<Status> Look() noexcept override {
    if (notify_->cell != nullptr) {
      return LookAtCell(*notify_->cell);
    }
    if (!Holds(notify_->value, arguments_.comparison, arguments_.operand)) {
      return std::nullopt;
    }
    if (arguments_.clears) {
      notify_->value = 0;
    }
    return Status::Ok();
  }
  void Describe(trace::Details& details) const override { details.name = "wait for notify"; }

 private:
  std::optional<Status> LookAtCell(SharedCell& cell) noexcept {
    const auto take = [&cell] {
      uint32_t set = 1;
      return cell.Content().isSet.compare_exchange_strong(set, 0);
    };
    if (take()) {
      return Status::Ok();
    }
    if (!pause_.IsOver() || !cell.IsDeserted()) {
      return std::nullopt;
    }
    return take() ? Status::Ok() : Deserted();  // it may have been recorded right before
  }

  const std::shared_ptr<Notify> notify_;
  const WaitArguments arguments_;
  LookPause pause_;
};

Status Wait(const Kind& kind, void* handle, void* streamHandle, const WaitArguments& arguments) {
  std::shared_ptr<Notify> notify;
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindBoth(kind, handle, streamHandle, &notify, &stream));
  backend::WaitOptions options;
  if (arguments.seconds > 0) {
    options.limit = std::chrono::seconds(arguments.seconds);
  }
  if (notify->isShared) {
    NoteHeard(stream->Sink());
  } else if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    checker::NotePassage(stream->Sink(), notify->gate, [notify, arguments] {
      const bool passes = Holds(notify->playedValue, arguments.comparison, arguments.operand);
      notify->playedValue = passes && arguments.clears ? 0 : notify->playedValue;
      return passes;
    });
  }
  const std::shared_ptr<backend::Signal> signal = notify->signal;
  return stream->Sink()->WaitFor(signal, std::make_unique<NotifyCondition>(std::move(notify), arguments),
                                 std::move(options));
}

std::shared_ptr<SharedCell> CellOf(Notify& notify) {
  std::shared_ptr<SharedCell> cell;
  notify.signal->Change([&] { cell = notify.cell; });
  return cell;
}

// The cell of a notify of this process, to which its value moves with the first export.
Status ShareCell(Notify& notify, std::shared_ptr<SharedCell>* cell) {
  static NoDestructor<std::mutex> mutex;
  const std::lock_guard lock(*mutex);
  *cell = CellOf(notify);
  if (*cell != nullptr) {
    return (*cell)->IsImported() ? Mismatch(code::kRtParamInvalid, "notify", "one of aclrtCreateNotify",
                                            "one of aclrtNotifyImportByKey")
                                 : Status::Ok();
  }
  Deserted();
  OPENACLNN_RETURN_IF_ERROR(SharedCell::Make(cell));
  notify.signal->Watch(notify.signal);
  notify.signal->Change([&] {
    (*cell)->Content().isSet.store(notify.value);
    notify.cell = *cell;
  });
  notify.isShared = true;
  return Status::Ok();
}

std::optional<Change> ChangeOf(int32_t mode) {
  switch (mode) {
    case ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE:
      return Change::kSet;
    case ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE:
      return Change::kAdd;
    case ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE:
      return Change::kOr;
    case ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE:
      return Change::kAnd;
    default:
      return std::nullopt;
  }
}

std::optional<Comparison> ComparisonOf(int32_t mode) {
  switch (mode) {
    case ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE:
      return Comparison::kLess;
    case ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE:
      return Comparison::kEqual;
    case ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE:
      return Comparison::kGreater;
    case ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE:
      return Comparison::kGreaterOrEqual;
    case ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE:
      return Comparison::kContainsBits;
    default:
      return std::nullopt;
  }
}

}  // namespace

Status CreateNotify(uint64_t flag, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("notify", handle));
  if (flag != ACL_NOTIFY_DEFAULT && flag != ACL_NOTIFY_DEVICE_USE_ONLY) {
    return Mismatch(code::kRtParamInvalid, "flag", "ACL_NOTIFY_DEFAULT (0) or ACL_NOTIFY_DEVICE_USE_ONLY (1)",
                    std::to_string(flag));
  }
  return Create(Plain(), nullptr, handle);
}

Status DestroyNotify(void* handle) {
  return Destroy(Plain(), handle);
}

Status RecordNotify(void* notify, void* stream) {
  return Record(Plain(), notify, stream, Change::kSet, 1);
}

Status WaitAndResetNotify(void* notify, void* stream, uint32_t seconds) {
  return Wait(Plain(), notify, stream,
              {.comparison = Comparison::kEqual, .operand = 1, .clears = true, .seconds = seconds});
}

Status NotifyId(void* notify, uint32_t* id) {
  return GetId(Plain(), "notifyId", notify, id);
}

Status ResetNotifies(void* const* notifies, size_t count) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("notifies", notifies));
  if (count == 0) {
    return Mismatch(code::kInvalidParam, "num", "the number of notifies, at least 1", "0");
  }
  std::vector<std::shared_ptr<Notify>> found;
  for (size_t index = 0; index < count; ++index) {
    OPENACLNN_RETURN_IF_ERROR(Find(Plain(), notifies[index], &found.emplace_back()));
  }
  for (const std::shared_ptr<Notify>& notify : found) {
    if (checker::IsOn(checker::kRaces)) [[unlikely]] {
      checker::NoteChangeByHost([&notify] { notify->playedValue = 0; });
    }
    notify->signal->Change([&notify] { Apply(*notify, Change::kSet, 0); });
  }
  return Status::Ok();
}

Status ExportNotify(void* handle, char* key, size_t keyBytes, uint64_t flags) {
  std::shared_ptr<Notify> notify;
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(Find(Plain(), handle, &notify));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("key", key));
  if (keyBytes < kKeyBytes) {
    return Mismatch(code::kRtParamInvalid, "len", "at least " + std::to_string(kKeyBytes),
                    std::to_string(keyBytes));
  }
  if (flags != ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT &&
      flags != ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION) {
    return Mismatch(
        code::kRtParamInvalid, "flags",
        "ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT (0) or ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION (2)",
        std::to_string(flags));
  }
  std::shared_ptr<SharedCell> cell;
  OPENACLNN_RETURN_IF_ERROR(ShareCell(*notify, &cell));
  std::string text;
  OPENACLNN_RETURN_IF_ERROR(
      cell->Publish(ShareKind::kNotify, flags == ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT, &text));
  StoreKey(text, key, kKeyBytes);
  return Status::Ok();
}

Status AdmitToNotify(void* handle, const int32_t* processes, size_t count) {
  std::shared_ptr<Notify> notify;
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(Find(Plain(), handle, &notify));
  OPENACLNN_RETURN_IF_ERROR(ExpectProcesses("pid", processes, "num", count));
  const std::shared_ptr<SharedCell> cell = CellOf(*notify);
  return cell != nullptr && !cell->IsImported()
             ? cell->Admit(processes, count)
             : Mismatch(code::kRtInvalidHandle, "notify", "one that aclrtNotifyGetExportKey has exported",
                        "another one");
}

Status ImportNotify(void** handle, const char* key, uint64_t flags) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("notify", handle));
  std::string text;
  ShareName name;
  OPENACLNN_RETURN_IF_ERROR(ParseKey(key, "aclrtNotifyGetExportKey", &text, &name));
  if (flags != ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT && flags != ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS) {
    return Mismatch(
        code::kRtParamInvalid, "flags",
        "ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT (0) or ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS (2)",
        std::to_string(flags));
  }
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  Deserted();
  std::shared_ptr<SharedCell> cell;
  OPENACLNN_RETURN_IF_ERROR(SharedCell::Import(ShareKind::kNotify, name, &cell));
  return Create(Plain(), std::move(cell), handle);
}

Status CreateCountingNotify(uint64_t flag, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("cntNotify", handle));
  if (flag != 0) {
    return Mismatch(code::kRtParamInvalid, "flag", "0", std::to_string(flag));
  }
  return Create(Counting(), nullptr, handle);
}

Status DestroyCountingNotify(void* handle) {
  return Destroy(Counting(), handle);
}

Status RecordCountingNotify(void* notify, void* stream, const aclrtCntNotifyRecordInfo* info) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("info", info));
  const int32_t mode = NumberOf(info->mode);
  const std::optional<Change> change = ChangeOf(mode);
  if (!change) {
    return Mismatch(code::kRtParamInvalid, "info->mode", "an aclrtCntNotifyRecordMode (0, 1, 2 or 4)",
                    std::to_string(mode));
  }
  return Record(Counting(), notify, stream, *change, info->value);
}

Status WaitCountingNotify(void* notify, void* stream, const aclrtCntNotifyWaitInfo* info) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("info", info));
  const int32_t mode = NumberOf(info->mode);
  const std::optional<Comparison> comparison = ComparisonOf(mode);
  if (!comparison) {
    return Mismatch(code::kRtParamInvalid, "info->mode", "an aclrtCntNotifyWaitMode (0 to 4)",
                    std::to_string(mode));
  }
  return Wait(Counting(), notify, stream,
              {.comparison = *comparison,
               .operand = info->value,
               .clears = info->isClear != 0,
               .seconds = info->timeout});
}

Status ResetCountingNotify(void* notify, void* stream) {
  return Record(Counting(), notify, stream, Change::kSet, 0);
}

Status CountingNotifyId(void* notify, uint32_t* id) {
  return GetId(Counting(), "notifyId", notify, id);
}

}  // namespace openaclnn::runtime
