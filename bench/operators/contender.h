// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bench/operators/problem.h"

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

// This library: both phases and a synchronize.
[[nodiscard]] std::unique_ptr<Contender> MakeOurs(const Problem& problem);
// Workspace bytes that phase one asks for.
[[nodiscard]] uint64_t WorkspaceBytes(const Problem& problem);

// PyTorch's operator through its C++ API. Null where it has none for the problem's dtype, or is not built in.
[[nodiscard]] std::unique_ptr<Contender> MakeTorch(const Problem& problem);
[[nodiscard]] std::string TorchVersion();
void SetTorchThreads(int threads);

// oneDNN's primitive. Null where it has none for the problem, or is not built in.
[[nodiscard]] std::unique_ptr<Contender> MakeOneDnn(const Problem& problem);
[[nodiscard]] std::string OneDnnVersion();
void SetOneDnnThreads(int threads);

// Moves `bytes` in all, two thirds read and one written, by `threads` threads: a triad, with ordinary and
// with streaming stores. The bound is the faster of the two.
[[nodiscard]] std::unique_ptr<Contender> MakeTriad(int64_t bytes, int threads, bool streaming);

}  // namespace bench
