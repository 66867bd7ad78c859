// SPDX-License-Identifier: Apache-2.0
//
// Collectives from 8 bytes to 64 MiB, by this library, Open MPI and Gloo in turn, in the same processes:
//
//   mpirun -n RANKS bench_collectives [ROUNDS]
//
// A round begins behind a barrier and ends when the last rank is done. Prints Markdown: for each operation
// and size the median of the rounds in microseconds.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "bench/collectives/contender.h"

namespace openaclnn::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array<size_t, 6> kSizes{8, 4096, 65536, 1 << 20, 16 << 20, 64 << 20};
constexpr std::array<const char*, 4> kNames{"AllReduce", "AllGather", "ReduceScatter", "AlltoAll"};
constexpr auto kPause = std::chrono::microseconds(500);  // nobody spins any more

// Microseconds until the last rank is done; nothing where the library cannot do it.
std::optional<double> Measure(Contender& contender) {
  std::this_thread::sleep_for(kPause);
  MPI_Barrier(MPI_COMM_WORLD);
  const Clock::time_point begin = Clock::now();
  if (!contender.Run()) {
    return std::nullopt;
  }
  const double own = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
  double last = 0;
  MPI_Allreduce(&own, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return last;
}

double Median(std::vector<double> numbers) {
  std::ranges::nth_element(numbers, numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2));
  return numbers[numbers.size() / 2];
}

void Run(int rank, int ranks, int rounds) {
  const std::array<std::unique_ptr<Contender>, 3> contenders{MakeHccl(rank, ranks), MakeOpenMpi(rank, ranks),
                                                             MakeGloo(rank, ranks)};
  if (rank == 0) {
    std::printf("%d ranks, microseconds\n\n| operation | bytes |", ranks);
    for (const auto& contender : contenders) {
      std::printf(" %s |", contender->Name());
    }
    std::printf("\n|---|---:|---:|---:|---:|\n");
  }
  for (size_t operation = 0; operation < kNames.size(); ++operation) {
    for (size_t bytes : kSizes) {
      bytes = std::max(bytes, static_cast<size_t>(ranks) * sizeof(float));
      std::array<std::vector<double>, contenders.size()> times;
      for (const auto& contender : contenders) {
        contender->Prepare(static_cast<Operation>(operation), bytes);
      }
      const int count = bytes < (1U << 20U) ? 4 * rounds : rounds;
      for (int round = -2; round < count; ++round) {  // the first two warm up
        for (size_t i = 0; i < contenders.size(); ++i) {
          const std::optional<double> time = Measure(*contenders[i]);
          if (time && round >= 0) {
            times[i].push_back(*time);
          }
        }
      }
      if (rank == 0) {
        std::printf("| %s | %zu |", kNames[operation], bytes);
        for (const std::vector<double>& each : times) {
          each.empty() ? std::printf(" n/a |") : std::printf(" %.0f |", Median(each));
        }
        std::printf("\n");
        std::fflush(stdout);
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::bench

int main(int count, char** arguments) {
  MPI_Init(&count, &arguments);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  try {
    openaclnn::bench::Run(rank, ranks, count > 1 ? std::atoi(arguments[1]) : 15);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
