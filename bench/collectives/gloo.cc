// SPDX-License-Identifier: Apache-2.0
#include <gloo/allgather.h>
#include <gloo/allreduce.h>
#include <gloo/alltoall.h>
#include <gloo/math.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/file_store.h>
#include <gloo/transport/tcp/device.h>
#include <mpi.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/collectives/contender.h"

namespace openaclnn::bench {
namespace {

class Gloo final : public Contender {
 public:
  Gloo(int rank, int ranks) : ranks_(static_cast<size_t>(ranks)) {
    std::array<char, 64> folder{"/tmp/bench_collectives_XXXXXX"};
    if (rank == 0 && mkdtemp(folder.data()) == nullptr) {
      throw std::runtime_error("no temporary folder");
    }
    MPI_Bcast(folder.data(), folder.size(), MPI_CHAR, 0, MPI_COMM_WORLD);
    gloo::transport::tcp::attr where("127.0.0.1");
    auto device = gloo::transport::tcp::CreateDevice(where);
    auto store = gloo::rendezvous::FileStore(folder.data());
    auto context = std::make_shared<gloo::rendezvous::Context>(rank, ranks);
    context->connectFullMesh(store, device);
    context_ = context;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
      std::filesystem::remove_all(folder.data());
    }
  }

  [[nodiscard]] const char* Name() const override { return "Gloo"; }

  void Prepare(Operation operation, size_t bytes) override {
    operation_ = operation;
    input_.assign(bytes / sizeof(float), 0);
    output_.assign(bytes / sizeof(float), 0);
  }

  [[nodiscard]] bool Run() override {
    switch (operation_) {
      case Operation::kAllReduce: {
        gloo::AllreduceOptions options(context_);
        options.setInput(input_.data(), input_.size());
        options.setOutput(output_.data(), output_.size());
        options.setReduceFunction(
            static_cast<void (*)(void*, const void*, const void*, size_t)>(&gloo::sum<float>));
        gloo::allreduce(options);
        return true;
      }
      case Operation::kAllGather: {
        gloo::AllgatherOptions options(context_);
        options.setInput(input_.data(), input_.size() / ranks_);
        options.setOutput(output_.data(), output_.size());
        gloo::allgather(options);
        return true;
      }
      case Operation::kReduceScatter:
        return false;
      case Operation::kAlltoAll: {
        gloo::AlltoallOptions options(context_);
        options.setInput(input_.data(), input_.size());
        options.setOutput(output_.data(), output_.size());
        gloo::alltoall(options);
        return true;
      }
    }
    return false;
  }

 private:
  const size_t ranks_;
  std::shared_ptr<gloo::Context> context_;
  Operation operation_{};
  std::vector<float> input_;
  std::vector<float> output_;
};

}  // namespace

std::unique_ptr<Contender> MakeGloo(int rank, int ranks) {
  return std::make_unique<Gloo>(rank, ranks);
}

}  // namespace openaclnn::bench
