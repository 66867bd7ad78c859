// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace openaclnn::cli {

// Exit statuses, the same for every subcommand.
inline constexpr int kDone = 0;
inline constexpr int kNo = 1;        // outside the tolerance; refused or failed by the library
inline constexpr int kUnusable = 2;  // a wrong command line, a file that cannot be read or written

// What the user gave cannot be used: the command line or a file.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A function of the library failed; the message is the library's. `words` say it in the user's, or are empty.
class LibraryError : public std::runtime_error {
 public:
  LibraryError(int32_t code, const std::string& function, const std::string& message,
               const std::string& words = {})
      : std::runtime_error(message), code_(code), function_(function), words_(words) {}

  [[nodiscard]] int32_t Code() const { return code_; }
  [[nodiscard]] const std::string& Function() const { return function_; }
  [[nodiscard]] const std::string& Words() const { return words_; }

 private:
  int32_t code_;
  std::string function_;
  std::string words_;
};

}  // namespace openaclnn::cli
