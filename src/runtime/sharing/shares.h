// SPDX-License-Identifier: Apache-2.0
//
// What this process lets others import, and how they find it: a table of records in a memory file, which
// importers read through /proc. A record is found by a number (the shareable handle) that says process,
// descriptor of the table, slot and the low bits of a random nonce. Nothing of it outlives the process.
//
// The list of admitted processes is kept by the importing side of this library. It guards against mistakes,
// not against malice: a process may look at any memory of its own user.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

#include "base/memory_file.h"
#include "base/status.h"

namespace openaclnn::runtime {

enum class ShareKind : uint32_t { kPhysicalMemory = 1, kBlock = 2, kNotify = 3, kEvent = 4 };

// What a record says of the thing itself: bytes that only its kind reads.
using ShareContent = std::array<std::byte, 96>;

template <typename Facts>
[[nodiscard]] ShareContent ContentOf(const Facts& facts) {
  static_assert(std::is_trivially_copyable_v<Facts> && sizeof(Facts) <= sizeof(ShareContent));
  ShareContent content{};
  std::memcpy(content.data(), &facts, sizeof facts);
  return content;
}

template <typename Facts>
[[nodiscard]] Facts FactsOf(const ShareContent& content) {
  static_assert(std::is_trivially_copyable_v<Facts> && sizeof(Facts) <= sizeof(ShareContent));
  Facts facts{};
  std::memcpy(&facts, content.data(), sizeof facts);
  return facts;
}

struct ShareName {
  uint64_t number = 0;
  uint64_t nonce = 0;  // not used again by anybody
};

// A name as a text, and back; kRtParamInvalid, of the argument `key`, if it is none. `origin` is the function
// that makes such keys.
inline constexpr size_t kKeyBytes = 65;
[[nodiscard]] std::string KeyOf(const ShareName& name);
[[nodiscard]] Status ParseKey(const char* key, const char* origin, std::string* text, ShareName* name);
// As the API hands it out: `bytes` bytes, zeros behind the text.
void StoreKey(const std::string& text, char* key, size_t bytes);

// Something shared, until it is withdrawn or destroyed.
class Share {
 public:
  // With `checked`, only processes that Admit was given may import. kRtResourceAllocation if the table is
  // full.
  [[nodiscard]] static Status Publish(ShareKind kind, const ShareContent& content, bool checked,
                                      std::shared_ptr<Share>* share);
  Share(size_t slot, ShareName name) : slot_(slot), name_(name) {}
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;
  ~Share() { Withdraw(); }

  [[nodiscard]] const ShareName& Name() const { return name_; }
  // Adds to the processes that may import; kRtResourceAllocation if they are too many.
  [[nodiscard]] Status Admit(const int32_t* processes, size_t count);
  void Withdraw() noexcept;

 private:
  const size_t slot_;
  const ShareName name_;
};

// What another process shares.
class FoundShare {
 public:
  // Under this number; `nonce` may be null. kRtParamInvalid if it is this process itself, kRtInvalidHandle if
  // nothing is shared (any more), kRtNoPermission if this process was not admitted.
  [[nodiscard]] static Status Find(ShareKind kind, uint64_t number, const uint64_t* nonce, FoundShare* found);

  [[nodiscard]] int32_t Process() const { return process_; }
  [[nodiscard]] const ShareContent& Content() const { return content_; }
  // To be asked when what it names is held: it may have gone just before.
  [[nodiscard]] bool IsStillShared() const;

 private:
  std::shared_ptr<MemoryFile> file_;
  int32_t process_ = 0;
  size_t slot_ = 0;
  uint64_t nonce_ = 0;
  ShareContent content_{};
};

// What an import returns where nothing is shared (any more).
[[nodiscard]] Status NotShared();

// Checks the arguments of the functions that name processes.
[[nodiscard]] Status ExpectProcesses(const char* listArgument, const int32_t* processes,
                                     const char* countArgument, size_t count);

}  // namespace openaclnn::runtime
