// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <vector>

#include "bench/collectives/contender.h"

namespace openaclnn::bench {
namespace {

class OpenMpi final : public Contender {
 public:
  explicit OpenMpi(int ranks) : ranks_(ranks) {}

  [[nodiscard]] const char* Name() const override { return "Open MPI"; }

  void Prepare(Operation operation, size_t bytes) override {
    operation_ = operation;
    input_.assign(bytes / sizeof(float), 0);
    output_.assign(bytes / sizeof(float), 0);
  }

  [[nodiscard]] bool Run() override {
    const auto count = static_cast<int>(input_.size());
    const int part = count / ranks_;
    switch (operation_) {
      case Operation::kAllReduce:
        return MPI_Allreduce(input_.data(), output_.data(), count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD) == 0;
      case Operation::kAllGather:
        return MPI_Allgather(input_.data(), part, MPI_FLOAT, output_.data(), part, MPI_FLOAT,
                             MPI_COMM_WORLD) == 0;
      case Operation::kReduceScatter:
        return MPI_Reduce_scatter_block(input_.data(), output_.data(), part, MPI_FLOAT, MPI_SUM,
                                        MPI_COMM_WORLD) == 0;
      case Operation::kAlltoAll:
        return MPI_Alltoall(input_.data(), part, MPI_FLOAT, output_.data(), part, MPI_FLOAT,
                            MPI_COMM_WORLD) == 0;
    }
    return false;
  }

 private:
  const int ranks_;
  Operation operation_{};
  std::vector<float> input_;
  std::vector<float> output_;
};

}  // namespace

std::unique_ptr<Contender> MakeOpenMpi(int /*rank*/, int ranks) {
  return std::make_unique<OpenMpi>(ranks);
}

}  // namespace openaclnn::bench
