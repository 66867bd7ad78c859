// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <future>
#include <thread>
#include <vector>

namespace openaclnn::conformance {

/// Threads that generate and check. Not those of the library.
inline int64_t NumWorkers() {
  return std::max<int64_t>(1, std::thread::hardware_concurrency());
}

/// Splits [0, count) into at most one piece of at least `grain` for each worker, and returns the results of
/// `work(begin, end)` in their order: always the same on one machine. One empty piece if count is 0.
template <typename Work>
auto MapPieces(int64_t count, int64_t grain, const Work& work) {
  using Result = decltype(work(int64_t{0}, int64_t{0}));
  const int64_t pieces = std::clamp<int64_t>(count / std::max<int64_t>(1, grain), 1, NumWorkers());
  std::vector<std::future<Result>> others;
  for (int64_t piece = 1; piece < pieces; ++piece) {
    const int64_t begin = count / pieces * piece + std::min(piece, count % pieces);
    const int64_t end = count / pieces * (piece + 1) + std::min(piece + 1, count % pieces);
    others.push_back(std::async(std::launch::async, [&work, begin, end] { return work(begin, end); }));
  }
  std::vector<Result> results;
  results.push_back(work(0, count / pieces + std::min<int64_t>(1, count % pieces)));
  for (std::future<Result>& other : others) {
    results.push_back(other.get());
  }
  return results;
}

/// The same for work without a result.
template <typename Work>
void ForPieces(int64_t count, int64_t grain, const Work& work) {
  (void)MapPieces(count, grain, [&work](int64_t begin, int64_t end) {
    work(begin, end);
    return true;
  });
}

}  // namespace openaclnn::conformance
