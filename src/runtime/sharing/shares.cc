// SPDX-License-Identifier: Apache-2.0
#include "runtime/sharing/shares.h"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "base/no_destructor.h"
#include "runtime/core/check.h"

namespace openaclnn::runtime {
namespace {

constexpr const char* kFileName = "openaclnn-shares";
constexpr size_t kRecordBytes = 8192;  // whole pages
constexpr size_t kMostProcesses = 1000;

constexpr std::string_view kKeyPrefix = "openaclnn-";
constexpr size_t kDigits = 16;  // of each of a name's numbers

// As it stands in the file. A slot that is not in use holds no nonce.
struct Record {
  uint64_t nonce = 0;
  ShareKind kind{};
  uint32_t checked = 0;
  int32_t owner = 0;  // the process that shares; not the one of this file in a child of fork
  ShareContent content{};
  uint64_t processCount = 0;
  std::array<int32_t, kMostProcesses> processes{};
};
static_assert(sizeof(Record) <= kRecordBytes && std::is_trivially_copyable_v<Record>);

// A share's number, from the high bits down.
constexpr int kProcessBits = 22;  // the most that Linux numbers processes with
constexpr int kDescriptorBits = 16;
constexpr int kSlotBits = 14;
constexpr int kNonceBits = 12;
static_assert(kProcessBits + kDescriptorBits + kSlotBits + kNonceBits == 64);

constexpr uint64_t LowBits(uint64_t value, int bits) {
  return value & ((uint64_t{1} << bits) - 1);
}

constexpr uint64_t NonceBits(uint64_t nonce) {
  return LowBits(nonce >> 1, kNonceBits);  // the lowest bit is always set
}

struct RecordPlace {
  int32_t process;
  int32_t descriptor;
  size_t slot;
  uint64_t nonceBits;
};

uint64_t NumberOfPlace(const RecordPlace& place) {
  auto number = static_cast<uint64_t>(place.process);
  number = number << kDescriptorBits | static_cast<uint64_t>(place.descriptor);
  number = number << kSlotBits | place.slot;
  return number << kNonceBits | place.nonceBits;
}

RecordPlace PlaceOfNumber(uint64_t number) {
  RecordPlace place{};
  place.nonceBits = LowBits(number, kNonceBits);
  number >>= kNonceBits;
  place.slot = LowBits(number, kSlotBits);
  number >>= kSlotBits;
  place.descriptor = static_cast<int32_t>(LowBits(number, kDescriptorBits));
  number >>= kDescriptorBits;
  place.process = static_cast<int32_t>(number);
  return place;
}

// The table of this process.
class Table {
 public:
  static Table& Instance() {
    static NoDestructor<Table> table;
    return *table;
  }

  Status Add(ShareKind kind, const ShareContent& content, bool checked, size_t* slot, ShareName* name) {
    Record record;
    record.kind = kind;
    record.checked = checked ? 1 : 0;
    record.owner = getpid();
    record.content = content;
    if (getrandom(&record.nonce, sizeof record.nonce, 0) != sizeof record.nonce) {
      return {code::kInternal, "the system gives no random number"};
    }
    record.nonce |= 1;  // never 0
    const std::lock_guard lock(mutex_);
    OPENACLNN_RETURN_IF_ERROR(Open());
    if (free_.empty()) {
      if (slots_ >> kSlotBits != 0 || !file_->Grow((slots_ + 1) * kRecordBytes)) {
        return {code::kRtResourceAllocation,
                "no more can be shared at a time than the " + std::to_string(slots_) + " pieces that are"};
      }
      free_.reserve(slots_ + 1);  // so that no later return of a slot needs memory
      free_.push_back(slots_);
      ++slots_;
    }
    const size_t taken = free_.back();
    if (!Store(taken, record)) {
      return {code::kRtResourceAllocation, "the system gives no memory for the table of what is shared"};
    }
    free_.pop_back();
    *slot = taken;
    *name = {NumberOfPlace({getpid(), file_->Descriptor(), taken, NonceBits(record.nonce)}), record.nonce};
    return Status::Ok();
  }

  Status Admit(size_t slot, const ShareName& name, const int32_t* processes, size_t count) {
    const std::lock_guard lock(mutex_);
    Record record;
    if (!file_->Read(slot * kRecordBytes, &record, sizeof record) || record.nonce != name.nonce) {
      return {code::kRtInvalidHandle, "it is not shared any more"};
    }
    for (const int32_t* process = processes; process != processes + count; ++process) {
      auto* const end = record.processes.begin() + record.processCount;
      if (std::find(record.processes.begin(), end, *process) != end) {
        continue;
      }
      if (record.processCount == kMostProcesses) {
        return {code::kRtResourceAllocation,
                "at most " + std::to_string(kMostProcesses) + " processes can be admitted"};
      }
      record.processes.at(record.processCount) = *process;
      ++record.processCount;
    }
    return Store(slot, record) ? Status::Ok()
                               : Status(code::kRtResourceAllocation, "the system gives no memory");
  }

  void Remove(size_t slot, const ShareName& name) noexcept {
    const std::lock_guard lock(mutex_);
    uint64_t nonce = 0;
    if (file_->Read(slot * kRecordBytes, &nonce, sizeof nonce) && nonce == name.nonce &&
        Store(slot, Record())) {
      free_.push_back(slot);
    }
  }

 private:
  // All of these require mutex_.
  Status Open() {
    if (file_ != nullptr) {
      return Status::Ok();
    }
    std::shared_ptr<MemoryFile> file;
    OPENACLNN_RETURN_IF_ERROR(MemoryFile::Create(kFileName, &file));
    if (file->Descriptor() >> kDescriptorBits != 0) {
      return {code::kRtResourceAllocation, "the process has too many files open to share memory"};
    }
    file_ = std::move(file);
    return Status::Ok();
  }

  // Importers look at a record as a whole, or not at all.
  bool Store(size_t slot, const Record& record) {
    const uint64_t offset = slot * kRecordBytes;
    file_->SetHold(MemoryFile::Hold::kExclusive, offset, kRecordBytes, MemoryFile::Wait::kYes);
    const bool stored = file_->Write(offset, &record, sizeof record);
    file_->SetHold(MemoryFile::Hold::kNone, offset, kRecordBytes, MemoryFile::Wait::kNo);
    return stored;
  }

  std::mutex mutex_;
  std::shared_ptr<MemoryFile> file_;
  size_t slots_ = 0;
  std::vector<size_t> free_;
};

bool Load(const MemoryFile& file, size_t slot, Record* record) {
  const uint64_t offset = slot * kRecordBytes;
  file.SetHold(MemoryFile::Hold::kShared, offset, kRecordBytes, MemoryFile::Wait::kYes);
  const bool loaded = file.Read(offset, record, sizeof *record);
  file.SetHold(MemoryFile::Hold::kNone, offset, kRecordBytes, MemoryFile::Wait::kNo);
  return loaded;
}

}  // namespace

std::string KeyOf(const ShareName& name) {
  std::string key(kKeyPrefix);
  for (const uint64_t number : {name.number, name.nonce}) {
    std::array<char, kDigits> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16);
    const std::string_view text(digits.data(), static_cast<size_t>(end - digits.data()));
    key.append(kDigits - text.size(), '0').append(text);
  }
  return key;
}

Status ParseKey(const char* key, const char* origin, std::string* text, ShareName* name) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("key", key));
  std::string found(key, strnlen(key, kKeyBytes));
  const auto parse = [&found](size_t position, uint64_t* number) {
    const char* const begin = found.data() + position;
    const auto [end, error] = std::from_chars(begin, begin + kDigits, *number, 16);
    return error == std::errc() && end == begin + kDigits;
  };
  const bool isKey = found.size() == kKeyPrefix.size() + 2 * kDigits && found.starts_with(kKeyPrefix) &&
                     parse(kKeyPrefix.size(), &name->number) &&
                     parse(kKeyPrefix.size() + kDigits, &name->nonce);
  if (!isKey) {
    return Mismatch(code::kRtParamInvalid, "key", std::string("a key of ") + origin, "another text");
  }
  *text = std::move(found);
  return Status::Ok();
}

void StoreKey(const std::string& text, char* key, size_t bytes) {
  std::memset(key, 0, bytes);
  text.copy(key, bytes - 1);
}

Status Share::Publish(ShareKind kind, const ShareContent& content, bool checked,
                      std::shared_ptr<Share>* share) {
  size_t slot = 0;
  ShareName name;
  OPENACLNN_RETURN_IF_ERROR(Table::Instance().Add(kind, content, checked, &slot, &name));
  try {
    *share = std::make_shared<Share>(slot, name);
  } catch (...) {
    Table::Instance().Remove(slot, name);
    throw;
  }
  return Status::Ok();
}

Status Share::Admit(const int32_t* processes, size_t count) {
  return Table::Instance().Admit(slot_, name_, processes, count);
}

void Share::Withdraw() noexcept {
  Table::Instance().Remove(slot_, name_);
}

Status FoundShare::Find(ShareKind kind, uint64_t number, const uint64_t* nonce, FoundShare* found) {
  const RecordPlace place = PlaceOfNumber(number);
  if (place.process == getpid()) {
    return {code::kRtParamInvalid, "the handle: expected one of another process, got one of this process"};
  }
  std::shared_ptr<MemoryFile> file;
  OPENACLNN_RETURN_IF_ERROR(MemoryFile::Open(place.process, place.descriptor, kFileName, &file));
  Record record;
  if (!Load(*file, place.slot, &record) || record.nonce == 0 || record.kind != kind ||
      NonceBits(record.nonce) != place.nonceBits || (nonce != nullptr && record.nonce != *nonce)) {
    return NotShared();
  }
  const size_t known = std::min<size_t>(record.processCount, kMostProcesses);
  auto* const end = record.processes.begin() + known;
  if (record.checked != 0 && std::find(record.processes.begin(), end, getpid()) == end) {
    return {code::kRtNoPermission, "process " + std::to_string(getpid()) +
                                       " is not among those that process " + std::to_string(place.process) +
                                       " lets import it"};
  }
  if (record.owner != place.process) {
    return NotShared();
  }
  found->file_ = std::move(file);
  found->process_ = place.process;
  found->slot_ = place.slot;
  found->nonce_ = record.nonce;
  found->content_ = record.content;
  return Status::Ok();
}

bool FoundShare::IsStillShared() const {
  Record still;
  return Load(*file_, slot_, &still) && still.nonce == nonce_;
}

Status NotShared() {
  return {code::kRtInvalidHandle,
          "the handle: expected one that its process shares, got one that it does not (any more)"};
}

Status ExpectProcesses(const char* listArgument, const int32_t* processes, const char* countArgument,
                       size_t count) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull(listArgument, processes));
  if (count == 0) {
    return Mismatch(code::kInvalidParam, countArgument, "at least 1", "0");
  }
  const int32_t* const wrong =
      std::find_if(processes, processes + count, [](int32_t process) { return process <= 0; });
  return wrong == processes + count
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, listArgument, "ids of processes", std::to_string(*wrong));
}

}  // namespace openaclnn::runtime
