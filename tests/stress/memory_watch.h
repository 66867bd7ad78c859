// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stress {

/// Finds leaks from outside: what the process holds after each round, when the library is finalized and all
/// handles are gone.
///
/// The first third of the rounds is warm-up: the library keeps freed blocks of memory (at most 1/8 of a
/// device's, which the stress program sets to 512 MiB), handle tables and threads for the next use, and the C
/// library its arenas, so each grows to the most that any round needs and then stays. The last third is
/// judged by its smallest sample against the largest one of the warm-up: a leak never shrinks, while a round
/// that happens to need more than those before does no harm. The bounds are what remains to chance:
/// - resident memory 64 MiB, the 1/8 that a device may keep: which sizes of blocks it keeps, and how many of
/// each,
///   goes on changing long after the warm-up of a short run;
/// - bytes allocated by malloc 1 MiB: a table of handles that doubles, and small blocks in the caches of the
///   library's threads;
/// - threads 96: one for each host function that ever blocked at a time, and the ones that compute.
class MemoryWatch {
 public:
  void Sample();
  /// Empty where the run is fine or too short to tell.
  std::string Verdict() const;
  /// For people.
  std::string Summary() const;

 private:
  struct Holdings {
    size_t resident;   // bytes
    size_t allocated;  // bytes, of malloc
    size_t threads;
  };
  struct Growth {
    size_t before;
    size_t after;
  };
  Growth GrowthOf(size_t Holdings::*member) const;

  std::vector<Holdings> samples_;
};

}  // namespace stress
