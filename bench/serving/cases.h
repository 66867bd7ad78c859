// SPDX-License-Identifier: Apache-2.0
//
// What is measured: a call, what it is measured beside, and the bytes that it must read.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/turns/contender.h"

namespace bench {

struct Case {
  std::string name;  // "row by INT4 4096x4096, a scale each 128"
  int64_t bytes;     // of the tensors
  std::function<std::unique_ptr<Contender>()> ours;
  std::function<std::unique_ptr<Contender>()> peer;  // another call of this library; none: only the bound
};

void AddProducts(std::vector<Case>& cases);
void AddAttention(std::vector<Case>& cases);

}  // namespace bench
