// SPDX-License-Identifier: Apache-2.0
//
// A library that moves data between ranks, as the benchmark sees it.
#pragma once

#include <cstddef>
#include <memory>

namespace openaclnn::bench {

enum class Operation { kAllReduce, kAllGather, kReduceScatter, kAlltoAll };

class Contender {
 public:
  Contender() = default;
  Contender(const Contender&) = delete;
  Contender& operator=(const Contender&) = delete;
  virtual ~Contender() = default;

  [[nodiscard]] virtual const char* Name() const = 0;
  /// Gets all that `bytes` need ready.
  virtual void Prepare(Operation operation, size_t bytes) = 0;
  /// Runs what was prepared to its end. `bytes` of FLOAT are what a rank has most of: the input of AllReduce,
  /// ReduceScatter and AlltoAll, the output of AllGather. False: the library has no such operation.
  [[nodiscard]] virtual bool Run() = 0;
};

/// One rank of MPI_COMM_WORLD in each process.
[[nodiscard]] std::unique_ptr<Contender> MakeHccl(int rank, int ranks);
[[nodiscard]] std::unique_ptr<Contender> MakeOpenMpi(int rank, int ranks);
[[nodiscard]] std::unique_ptr<Contender> MakeGloo(int rank, int ranks);

}  // namespace openaclnn::bench
