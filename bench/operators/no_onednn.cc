// SPDX-License-Identifier: Apache-2.0
#include "bench/operators/contenders.h"

namespace bench {

std::unique_ptr<Contender> MakeOneDnn(const Problem& /*problem*/) {
  return nullptr;
}

std::string OneDnnVersion() {
  return "";
}

void SetOneDnnThreads(int /*threads*/) {}

}  // namespace bench
