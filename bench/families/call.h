// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "bench/turns/contender.h"
#include "catalogue/model/call.h"

namespace bench {

// A tensor that a call reads, in device memory.
struct Input {
  openaclnn::catalogue::TensorSpec tensor;
  std::shared_ptr<void> memory;
};

// A call's inputs with random numbers, in the order of the prototype; the same at every run.
[[nodiscard]] std::vector<Input> MakeInputs(const openaclnn::catalogue::Call& call);

// This library: both phases and a synchronize. Writes into outputs of its own.
[[nodiscard]] std::unique_ptr<Contender> MakeOurs(const openaclnn::catalogue::Call& call,
                                                  const std::vector<Input>& inputs);

}  // namespace bench
