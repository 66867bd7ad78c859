// SPDX-License-Identifier: Apache-2.0
//
// Standard input and output among the files of a command line.
#pragma once

#include <string>

namespace openaclnn::cli {

// Whether a path is standard input: "-", or a name of its pipe, terminal or socket ("/dev/stdin"). A regular
// file has a beginning to be read from again whatever its name is, so it counts as a file.
[[nodiscard]] bool IsStandardInput(const std::string& path);

// Whether a path is standard output: "-", or a name of what that is ("/dev/stdout", "/dev/fd/1", the file
// that it was led to). /dev/null, where nothing can get mixed up, is none.
[[nodiscard]] bool IsStandardOutput(const std::string& path);

// One of the two streams, which one option can have.
class StandardStream {
 public:
  [[nodiscard]] static StandardStream Input() { return {"standard input", IsStandardInput}; }
  [[nodiscard]] static StandardStream Output() { return {"standard output", IsStandardOutput}; }

  // Gives the stream to the option if the path is it. Throws InputError if another option has it.
  void Offer(const std::string& option, const std::string& path);
  [[nodiscard]] bool IsTaken() const { return !owner_.empty(); }

 private:
  StandardStream(const char* name, bool (*isStream)(const std::string&)) : name_(name), isStream_(isStream) {}

  const char* name_;
  bool (*isStream_)(const std::string&);
  std::string owner_;
};

}  // namespace openaclnn::cli
