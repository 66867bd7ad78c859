// SPDX-License-Identifier: Apache-2.0
#include "base/memory_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

namespace openaclnn {
namespace {

// Files that can never be executed; systems that are older than the flag do not know it.
constexpr unsigned kNoExecution = 0x0008U;  // MFD_NOEXEC_SEAL

std::string Reason(int error) {
  return std::generic_category().message(error);
}

}  // namespace

Status MemoryFile::Create(const char* name, std::shared_ptr<MemoryFile>* file) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | kNoExecution);
  if (descriptor < 0 && errno == EINVAL) {
    descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  }
  if (descriptor < 0) {
    return {code::kRtResourceAllocation, "the system gives no file in memory: " + Reason(errno)};
  }
  std::shared_ptr<MemoryFile> made(new (std::nothrow) MemoryFile(descriptor));
  if (made == nullptr) {
    close(descriptor);
    throw std::bad_alloc();
  }
  // Nobody can cut off pages that are mapped: touching them would end the process.
  fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK);
  *file = std::move(made);
  return Status::Ok();
}

Status MemoryFile::Open(int32_t process, int32_t descriptor, const char* name,
                        std::shared_ptr<MemoryFile>* file) {
  const std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(descriptor);
  const std::string owner = "process " + std::to_string(process);
  std::array<char, 128> target{};
  const ssize_t length = readlink(path.c_str(), target.data(), target.size());
  if (length < 0 && (errno == EACCES || errno == EPERM)) {
    return {code::kRtNoPermission, owner + " does not let this one at its memory: " + Reason(errno)};
  }
  // Opening anything else could have effects, so the name is looked at first.
  const std::string expected = std::string("/memfd:") + name;
  if (length < 0 ||
      !std::string_view(target.data(), static_cast<size_t>(length)).starts_with(expected + " ")) {
    return {code::kRtInvalidHandle, owner + " shares no memory under this handle (any more)"};
  }
  const int opened = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (opened < 0) {
    const int error = errno;
    const bool gone = error == ENOENT || error == ESRCH;
    return {gone                                 ? code::kRtInvalidHandle
            : error == EACCES || error == EPERM  ? code::kRtNoPermission
            : error == EMFILE || error == ENFILE ? code::kRtResourceAllocation
                                                 : code::kInternal,
            "memory of " + owner + " cannot be opened: " + Reason(error)};
  }
  std::shared_ptr<MemoryFile> made(new (std::nothrow) MemoryFile(opened));
  if (made == nullptr) {
    close(opened);
    throw std::bad_alloc();
  }
  *file = std::move(made);
  return Status::Ok();
}

MemoryFile::~MemoryFile() {
  close(descriptor_);
}

uint64_t MemoryFile::Bytes() const {
  struct stat facts {};
  return fstat(descriptor_, &facts) == 0 ? static_cast<uint64_t>(facts.st_size) : 0;
}

bool MemoryFile::KeepsItsLength() const {
  const int seals = fcntl(descriptor_, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) != 0;
}

bool MemoryFile::Grow(uint64_t bytes) const {
  return ftruncate(descriptor_, static_cast<off_t>(bytes)) == 0;
}

void MemoryFile::Discard(uint64_t offset, size_t bytes) const {
  fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
            static_cast<off_t>(bytes));
}

bool MemoryFile::Read(uint64_t offset, void* data, size_t bytes) const {
  auto* const begin = static_cast<std::byte*>(data);
  for (size_t done = 0; done < bytes;) {
    const ssize_t count = pread(descriptor_, begin + done, bytes - done, static_cast<off_t>(offset + done));
    if (count == 0 || (count < 0 && errno != EINTR)) {
      return false;
    }
    done += count < 0 ? 0 : static_cast<size_t>(count);
  }
  return true;
}

bool MemoryFile::Write(uint64_t offset, const void* data, size_t bytes) const {
  const auto* const begin = static_cast<const std::byte*>(data);
  for (size_t done = 0; done < bytes;) {
    const ssize_t count = pwrite(descriptor_, begin + done, bytes - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno != EINTR) {
      return false;
    }
    done += count < 0 ? 0 : static_cast<size_t>(count);
  }
  return true;
}

bool MemoryFile::SetHold(Hold hold, uint64_t offset, size_t bytes, Wait wait) const {
  struct flock range {};
  range.l_type = hold == Hold::kNone ? F_UNLCK : hold == Hold::kShared ? F_RDLCK : F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(offset);
  range.l_len = static_cast<off_t>(bytes);
  int result = 0;
  do {
    result = fcntl(descriptor_, wait == Wait::kYes ? F_OFD_SETLKW : F_OFD_SETLK, &range);
  } while (result != 0 && errno == EINTR);
  return result == 0;
}

}  // namespace openaclnn
