// SPDX-License-Identifier: Apache-2.0
#include "bench/operators/contenders.h"

namespace bench {

std::unique_ptr<Contender> MakeTorch(const Problem& /*problem*/) {
  return nullptr;
}

std::string TorchVersion() {
  return "";
}

void SetTorchThreads(int /*threads*/) {}

}  // namespace bench
