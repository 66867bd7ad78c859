// SPDX-License-Identifier: Apache-2.0
#include "bench/operators/contender.h"

namespace bench {

std::unique_ptr<Contender> MakePeer(const Problem& /*problem*/) {
  return nullptr;
}

std::string PeerVersion() {
  return "";
}

void SetPeerThreads(int /*threads*/) {}

}  // namespace bench
