// SPDX-License-Identifier: Apache-2.0
//
// What multi-head latent attention computes from tokens before it attends: what entry points and the kernel
// share.
#pragma once

#include <cstdint>

#include "executor/kernel.h"

namespace openaclnn {

inline constexpr int64_t kCachePieceBytes = 32;  // of a cache in pieces, PA_NZ

/// A weight in FRACTAL_NZ; width 0: it is plain.
struct WeightBlocks {
  int64_t width = 0;
  bool transposed = false;
};

struct MlaPrologArgs {
  TensorView x;       // [tokens, hidden], or with two dims of tokens
  TensorView down;    // [hidden, rank]: of queries
  TensorView up;      // [rank, heads * (size + ropeSize)]
  TensorView absorb;  // [heads, size, latent]
  TensorView keys;    // [hidden, latent + ropeSize]
  TensorView rankScale;
  TensorView latentScale;
  TensorView sin;  // [tokens, ropeSize]
  TensorView cos;
  TensorView slots;
  TensorView latentsBefore;
  TensorView ropesBefore;
  TensorView latents;  // [blocks, blockSize, 1, latent]
  TensorView ropes;    // [blocks, blockSize, 1, ropeSize]
  TensorView query;    // [tokens, heads, latent]
  TensorView queryRope;
  TensorView queryNorm;  // [tokens, rank]; not defined: nobody asks for it
  TensorView unused;

  WeightBlocks downBlocks;
  WeightBlocks upBlocks;
  WeightBlocks keyBlocks;
  int64_t tokens = 0;
  int64_t hidden = 0;
  int64_t rank = 0;
  int64_t heads = 0;
  int64_t size = 0;
  int64_t ropeSize = 0;
  int64_t latent = 0;
  double rankEpsilon = 0;
  double latentEpsilon = 0;
  bool pieces = false;

  [[nodiscard]] int64_t HeadSize() const { return size + ropeSize; }
  [[nodiscard]] int64_t KeySize() const { return latent + ropeSize; }
};

extern const KernelEntry<MlaPrologArgs> kMlaPrologCpu;

}  // namespace openaclnn
