// SPDX-License-Identifier: Apache-2.0
//
// Copies of tokens brought into the order of their experts: what operators that route tokens have in common.
#pragma once

#include <cstdint>

#include "executor/kernel.h"

namespace openaclnn {

enum class ExpertCounts : uint8_t {
  kNone,
  kEnds,    // of the copies of each expert
  kCounts,  // how many each has
  kPairs,   // [expert, count] of those that have any
};

enum class RoutingQuant : uint8_t { kNone, kStatic, kDynamic };

struct RoutingArgs {
  TensorView x;        // [tokens, hidden]
  TensorView rowIdx;   // V1: numbers of copies, in column order
  TensorView experts;  // [tokens, k], or [tokens]
  TensorView scale;
  TensorView offset;
  TensorView expandedX;      // [rows, hidden], or [experts, capacity, hidden]
  TensorView places;         // of copies in expandedX, or copies in the order of these
  TensorView sortedExperts;  // V1
  TensorView counts;
  TensorView countsBefore;   // before copies beyond the capacity are dropped
  TensorView expandedScale;  // [rows]
  int64_t k = 1;
  int64_t allExperts = 0;   // their numbers are below
  int64_t firstExpert = 0;  // copies of others go nowhere
  int64_t endExpert = 0;
  int64_t capacity = 0;       // of an expert; 0: copies of experts follow each other
  int64_t rows = 0;           // of expandedX
  bool placesOfRows = false;  // places says which copy each row is
  ExpertCounts countKind = ExpertCounts::kNone;
  RoutingQuant quant = RoutingQuant::kNone;
};

extern const KernelEntry<RoutingArgs> kRoutingCpu;

}  // namespace openaclnn
