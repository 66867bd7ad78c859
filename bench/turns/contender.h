// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bench {

// Somebody who can run a problem. Constructed once for a problem; what can be prepared outside of the
// measured time (tensor objects, workspace) is prepared there.
class Contender {
 public:
  Contender() = default;
  Contender(const Contender&) = delete;
  Contender& operator=(const Contender&) = delete;
  virtual ~Contender() = default;

  // One call, until its results are in memory.
  virtual void Run() = 0;
};

}  // namespace bench
