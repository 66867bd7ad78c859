// SPDX-License-Identifier: Apache-2.0
//
// A page that processes share: what is behind a notify or an event that several of them use. It lies in a
// memory file of the process that made it. All of its content is changed by atomic operations, so that a
// process which ends anywhere leaves nothing locked.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "base/page_size.h"
#include "base/process_tag.h"
#include "base/status.h"
#include "runtime/sharing/shares.h"

namespace openaclnn::runtime {

// One record of an event. `issuer`: the number of the record, and below it the id of the process that made it.
struct CellTicket {
  std::atomic<uint64_t> issuer;
  std::atomic<uint64_t> reached;  // the largest number that was reached here
};

// As it lies in memory; a page of zeros is a valid one.
struct CellContent {
  static constexpr size_t kTickets = 32;
  static constexpr size_t kMostImports = 256;

  std::atomic<ProcessTag> maker;
  std::atomic<uint32_t> isClosed;  // the maker has let go of it
  std::atomic<uint32_t> isSet;     // of a notify
  std::atomic<uint64_t> issued;    // of an event: the number of its latest record
  std::array<CellTicket, kTickets> tickets;
  std::array<std::atomic<ProcessTag>, kMostImports> importers;  // 0: a free place
};
static_assert(sizeof(CellContent) <= kPage && std::atomic<uint64_t>::is_always_lock_free);

// How often who waits looks at who is alive: that takes calls of the system.
class LookPause {
 public:
  // True every few milliseconds.
  [[nodiscard]] bool IsOver() noexcept;

 private:
  std::chrono::steady_clock::time_point next_;
};

class SharedCell {
 public:
  // A fresh one of this process.
  [[nodiscard]] static Status Make(std::shared_ptr<SharedCell>* cell);
  // Another process's, by its key. Fails as FoundShare::Find; kRtResourceAllocation if it is imported too
  // often.
  [[nodiscard]] static Status Import(ShareKind kind, const ShareName& name,
                                     std::shared_ptr<SharedCell>* cell);

  SharedCell(CellContent* content, uint64_t offset, std::atomic<ProcessTag>* place)
      : content_(content), offset_(offset), place_(place) {}
  SharedCell(const SharedCell&) = delete;
  SharedCell& operator=(const SharedCell&) = delete;
  ~SharedCell();

  [[nodiscard]] CellContent& Content() const { return *content_; }
  [[nodiscard]] bool IsImported() const { return place_ != nullptr; }
  [[nodiscard]] int32_t Maker() const { return ProcessIdOf(content_->maker.load()); }

  // For the process that made it: the key under which others import it, always the same one for the same
  // arguments. With `checked`, only those that Admit names.
  [[nodiscard]] Status Publish(ShareKind kind, bool checked, std::string* key);
  // kRtInvalidHandle if it was not published.
  [[nodiscard]] Status Admit(const int32_t* processes, size_t count);

  // Whether nobody is left who could change it, but this process: of an import, if its maker has ended or let
  // go of it; else, if processes have ended that had imported it, and none that has lives.
  [[nodiscard]] bool IsDeserted() const noexcept;
  // Whether a process that has this cell lives. For one that does not have it (any more): false.
  [[nodiscard]] bool HasLiving(int32_t process) const noexcept;

 private:
  CellContent* const content_;
  const uint64_t offset_;                 // in the file of its maker
  std::atomic<ProcessTag>* const place_;  // of an import: this process among the importers
  std::mutex mutex_;
  std::array<std::shared_ptr<Share>, 2> shares_;  // for any process, and for those that are admitted
};

}  // namespace openaclnn::runtime
