// SPDX-License-Identifier: Apache-2.0
#include "runtime/sharing/shared_cell.h"

#include <sys/mman.h>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "base/memory_file.h"
#include "base/no_destructor.h"
#include "runtime/core/check.h"

namespace openaclnn::runtime {
namespace {

constexpr const char* kCellsName = "openaclnn-cells";

// What a share says of a cell.
struct CellPlace {
  int32_t descriptor;
  uint64_t offset;
};

// Null if the system refuses.
CellContent* MapCell(const MemoryFile& file, uint64_t offset) {
  void* const page =
      mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, file.Descriptor(), static_cast<off_t>(offset));
  return page == MAP_FAILED  // NOLINT(performance-no-int-to-ptr): the macro of the C library
             ? nullptr
             : static_cast<CellContent*>(page);
}

Status NoMemory() {
  return {code::kRtResourceAllocation, "the system gives no memory that processes could share"};
}

bool HasLivingImporter(const CellContent& content) noexcept {
  return std::any_of(content.importers.begin(), content.importers.end(),
                     [](const std::atomic<ProcessTag>& one) { return IsAlive(one.load()); });
}

// The file of this process. A page is used again when nobody has imported it any more.
class CellFile {
 public:
  static CellFile& Instance() {
    static NoDestructor<CellFile> file;
    return *file;
  }

  Status Take(uint64_t* offset, CellContent** content) {
    const std::lock_guard lock(mutex_);
    if (file_ == nullptr) {
      OPENACLNN_RETURN_IF_ERROR(MemoryFile::Create(kCellsName, &file_));
    }
    ReuseSome();
    if (free_.empty()) {
      if (!file_->Grow((pages_ + 1) * kPage)) {
        return NoMemory();
      }
      free_.push_back(pages_ * kPage);
      ++pages_;
    }
    CellContent* const mapped = MapCell(*file_, free_.back());
    if (mapped == nullptr) {
      return NoMemory();
    }
    *offset = free_.back();
    *content = mapped;
    free_.pop_back();
    return Status::Ok();
  }

  void GiveBack(uint64_t offset) noexcept {
    const std::lock_guard lock(mutex_);
    try {
      retired_.push_back(offset);
    } catch (...) {  // the page is lost
    }
  }

  int Descriptor() {
    const std::lock_guard lock(mutex_);
    return file_->Descriptor();
  }

 private:
  // Requires mutex_. A few a time, so that a call takes no longer the more of them there are.
  void ReuseSome() {
    constexpr int kLooks = 4;
    for (int look = 0; look < kLooks && !retired_.empty() && free_.empty(); ++look) {
      const uint64_t offset = retired_.front();
      retired_.pop_front();
      CellContent* const content = MapCell(*file_, offset);
      const bool isFree = content != nullptr && !HasLivingImporter(*content);
      if (content != nullptr) {
        munmap(content, kPage);
      }
      if (isFree) {
        file_->Discard(offset, kPage);
        free_.push_back(offset);
      } else {
        retired_.push_back(offset);
      }
    }
  }

  std::mutex mutex_;
  std::shared_ptr<MemoryFile> file_;
  uint64_t pages_ = 0;
  std::vector<uint64_t> free_;
  std::deque<uint64_t> retired_;
};

// A place among the importers; null if there is none. Forgets those that have ended: somebody is there again.
std::atomic<ProcessTag>* TakePlace(CellContent& content) {
  for (std::atomic<ProcessTag>& place : content.importers) {
    ProcessTag holder = place.load();
    if (holder != 0 && !IsAlive(holder)) {
      place.compare_exchange_strong(holder, 0);
    }
  }
  const ProcessTag own = OwnProcessTag();
  for (std::atomic<ProcessTag>& place : content.importers) {
    ProcessTag holder = 0;
    if (place.compare_exchange_strong(holder, own)) {
      return &place;
    }
  }
  return nullptr;
}

}  // namespace

bool LookPause::IsOver() noexcept {
  constexpr std::chrono::milliseconds kPause(10);
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) {
    return false;
  }
  next_ = now + kPause;
  return true;
}

Status SharedCell::Make(std::shared_ptr<SharedCell>* cell) {
  uint64_t offset = 0;
  CellContent* content = nullptr;
  OPENACLNN_RETURN_IF_ERROR(CellFile::Instance().Take(&offset, &content));
  try {
    *cell = std::make_shared<SharedCell>(content, offset, nullptr);
  } catch (...) {
    munmap(content, kPage);
    CellFile::Instance().GiveBack(offset);
    throw;
  }
  content->maker.store(OwnProcessTag());
  return Status::Ok();
}

Status SharedCell::Import(ShareKind kind, const ShareName& name, std::shared_ptr<SharedCell>* cell) {
  FoundShare found;
  OPENACLNN_RETURN_IF_ERROR(FoundShare::Find(kind, name.number, &name.nonce, &found));
  const auto place = FactsOf<CellPlace>(found.Content());
  std::shared_ptr<MemoryFile> file;
  OPENACLNN_RETURN_IF_ERROR(MemoryFile::Open(found.Process(), place.descriptor, kCellsName, &file));
  if (!file->KeepsItsLength() || place.offset % kPage != 0 || file->Bytes() < kPage ||
      place.offset > file->Bytes() - kPage) {
    return NotShared();
  }
  CellContent* const content = MapCell(*file, place.offset);
  if (content == nullptr) {
    return NoMemory();
  }
  std::shared_ptr<SharedCell> imported;
  try {
    // It takes its place at once: if memory is short, nobody holds one.
    std::atomic<ProcessTag>* const own = TakePlace(*content);
    if (own == nullptr) {
      munmap(content, kPage);
      return {code::kRtResourceAllocation, "the key: it is imported " +
                                               std::to_string(CellContent::kMostImports) +
                                               " times already, which is the most"};
    }
    try {
      imported = std::make_shared<SharedCell>(content, place.offset, own);
    } catch (...) {
      own->store(0);
      throw;
    }
  } catch (...) {
    munmap(content, kPage);
    throw;
  }
  if (!found.IsStillShared() || imported->Maker() != found.Process()) {
    return NotShared();
  }
  *cell = std::move(imported);
  return Status::Ok();
}

SharedCell::~SharedCell() {
  if (IsImported()) {
    place_->store(0);
    munmap(content_, kPage);
    return;
  }
  shares_ = {};  // nobody finds it from here on
  content_->isClosed.store(1);
  munmap(content_, kPage);
  CellFile::Instance().GiveBack(offset_);
}

Status SharedCell::Publish(ShareKind kind, bool checked, std::string* key) {
  const CellPlace place{CellFile::Instance().Descriptor(), offset_};
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Share>& share = shares_.at(checked ? 1 : 0);
  if (share == nullptr) {
    OPENACLNN_RETURN_IF_ERROR(Share::Publish(kind, ContentOf(place), checked, &share));
  }
  *key = KeyOf(share->Name());
  return Status::Ok();
}

Status SharedCell::Admit(const int32_t* processes, size_t count) {
  const std::lock_guard lock(mutex_);
  if (shares_[0] == nullptr && shares_[1] == nullptr) {
    return {code::kRtInvalidHandle, "expected one with a key, got one that was not exported"};
  }
  return shares_[1] == nullptr ? Status::Ok() : shares_[1]->Admit(processes, count);
}

bool SharedCell::IsDeserted() const noexcept {
  if (IsImported()) {
    return content_->isClosed.load() != 0 || !IsAlive(content_->maker.load());
  }
  const bool wasImported = std::any_of(content_->importers.begin(), content_->importers.end(),
                                       [](const std::atomic<ProcessTag>& one) { return one.load() != 0; });
  return wasImported && !HasLivingImporter(*content_);
}

bool SharedCell::HasLiving(int32_t process) const noexcept {
  const auto lives = [process](const std::atomic<ProcessTag>& one) {
    const ProcessTag tag = one.load();
    return tag != 0 && ProcessIdOf(tag) == process && IsAlive(tag);
  };
  return lives(content_->maker) || std::any_of(content_->importers.begin(), content_->importers.end(), lives);
}

}  // namespace openaclnn::runtime
