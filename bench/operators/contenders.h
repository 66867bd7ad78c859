// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bench/operators/problem.h"
#include "bench/turns/contender.h"

namespace bench {

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

}  // namespace bench
