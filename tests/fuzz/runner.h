// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/fuzz/byte_reader.h"
#include "tests/fuzz/call.h"
#include "tests/fuzz/memory.h"
#include "tests/fuzz/protocol.h"

namespace openaclnn::fuzz {

/// Where an input has the number of its operator (OperatorOf), the high byte first: behind the story, the
/// seed and the number of perturbations.
inline constexpr size_t kOperatorAt = 3;

/// What happens after phase one has accepted the call.
enum class Story : uint8_t {
  kPlain,
  kLargeWorkspace,
  kSmallWorkspace,
  kNullWorkspace,
  kHostWorkspace,
  kFreedWorkspace,
  kOtherOperator,
  kDestroyedExecutor,
  kNullExecutor,
  kDefaultStream,
  kDestroyedStream,
  kRepeat,
  kMove,
};
inline constexpr size_t kStories = 13;

struct Statistics {
  uint64_t calls = 0;
  uint64_t accepted = 0;
  uint64_t enqueued = 0;
  uint64_t finished = 0;  // and gave a result, of at least one element
};

/// Runs one input of the fuzzer, and aborts with a report if anything is not as documented. Expects a runtime
/// that is up, on the calling thread; leaves nothing behind that the next input could see.
class Runner {
 public:
  /// `print`: says what an input is before running it.
  explicit Runner(bool print = false);
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  ~Runner();

  void Run(const uint8_t* data, size_t size);
  [[nodiscard]] std::string StatisticsText() const;
  /// The operators that gave no result in any input.
  [[nodiscard]] std::vector<std::string> WithoutResult() const;

 private:
  /// How a run ended, and the memory then.
  struct Outcome {
    aclError status = ACL_SUCCESS;
    Image memory;
  };

  void TellStory(Story story, ByteReader& reader, const Call& call, Accepted accepted);
  /// Phase two and the wait, with nothing wrong but perhaps the tensors' memory.
  Outcome RunWell(const Call& call, Accepted& accepted, Story story);
  void RunAgain(const Call& call, const Outcome& first);
  void RunElsewhere(const Call& call, const Outcome& first);
  void RunBadly(Story story, const Call& call, Accepted accepted);
  void Repeat(const Call& call, Accepted accepted, Story story, ByteReader& reader);
  void RunMoved(const Call& call, Accepted& accepted, ByteReader& reader);
  /// Only the outputs' bytes may have changed; none at all if there is no result.
  void CheckMemory(const Call& call, const Outcome& outcome, bool hasResult) const;
  [[nodiscard]] uint64_t Fresh() { return ++noise_; }

  bool print_;
  Memory memory_;
  aclrtStream stream_ = nullptr;
  aclrtStream destroyedStream_ = nullptr;
  Image before_;
  uint64_t noise_ = 0;
  std::map<std::string, Statistics> statistics_;  // of each operator
};

}  // namespace openaclnn::fuzz
