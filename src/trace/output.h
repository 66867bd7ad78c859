// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace openaclnn::trace {

// A JSON array in a regular file, which grows. After each Flush the file is complete: the closing bracket is
// written each time, and overwritten by what comes next. So a process that is killed leaves a valid file that
// lacks the latest values. Holds at most kBufferBytes besides the value that it is given. Not thread safe.
class Output {
 public:
  static constexpr size_t kBufferBytes = size_t{64} << 10;

  // Empties the file, unless another process writes to it. Empty where that is done, else what is wrong.
  [[nodiscard]] std::string Open(const std::string& path);
  // Whether a value of so many characters still lets the file, closing bracket included, stay within a limit.
  [[nodiscard]] bool HasRoomFor(size_t characters, uint64_t mostBytes) const;
  // Adds a value. `now` in nanoseconds: what waits for longer than a second is written with it. False where
  // the file cannot be written; nothing more must be added then.
  [[nodiscard]] bool Append(std::string_view value, int64_t now);
  [[nodiscard]] bool Flush();
  // Lets go of the file, without writing.
  void Abandon() noexcept;

  [[nodiscard]] bool IsOpen() const { return file_ >= 0; }
  [[nodiscard]] const std::string& Path() const { return path_; }

 private:
  [[nodiscard]] bool Write(std::string_view text);

  std::string path_;
  std::string buffer_;
  int file_ = -1;
  int64_t end_ = 0;  // of what is written, but for the closing bracket
  int64_t flushed_ = 0;
  bool isFirst_ = true;
};

}  // namespace openaclnn::trace
