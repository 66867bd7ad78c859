// SPDX-License-Identifier: Apache-2.0
//
// What attention and its gradients check alike, before the tensors that only one of them has.
#pragma once

#include <cstdint>
#include <optional>

#include "ops/attention/attention.h"
#include "ops/common/checks.h"

namespace openaclnn {

/// The arguments that all of these operators have, as the client gave them.
struct AttentionCall {
  const aclTensor* query = nullptr;
  const aclTensor* key = nullptr;
  const aclTensor* value = nullptr;
  NamedTensor bias{"realShift", nullptr};
  const aclTensor* dropMask = nullptr;
  const aclTensor* paddingMask = nullptr;
  const aclTensor* mask = nullptr;
  const aclIntArray* prefix = nullptr;
  double scale = 1;
  double keepProbability = 1;
  int64_t before = 0;
  int64_t after = 0;
  int64_t heads = 0;
  const char* layout = nullptr;
  int64_t innerPrecise = 0;
  int64_t sparseMode = 0;
  int64_t biasType = 1;                          // 0: scale * q k + bias, 1: scale * (q k + bias)
  std::optional<RandomSequence> dropSequence{};  // of the versions that take a seed
  NamedTensor queryRope{"queryRope", nullptr};   // of ragged calls
  NamedTensor keyRope{"keyRope", nullptr};
  bool ragged = false;  // layout TND: of sequences that end where these say
  const aclIntArray* queryEnds = nullptr;
  const aclIntArray* keyEnds = nullptr;
  const char* softmaxLayout = nullptr;  // null, "": heads outside
};

/// Whether a layout is one of sequences whose rows follow each other.
[[nodiscard]] bool IsOfSequences(const char* layout);
/// Sequences whose rows follow each other: where each ends, and the layout of the rows' numbers.
struct Sequences {
  const aclIntArray* queryEnds;
  const aclIntArray* keyEnds;
  const char* softmaxLayout = nullptr;
};
void SetSequences(const Sequences& sequences, AttentionCall* call);

/// query, key, value and inputLayout are there.
void CheckAttentionPointers(ArgumentChecks& check, const AttentionCall& call);
/// Attributes, types, shapes and layouts of the arguments in `call`. Fills in the attributes of `args`.
void CheckAttention(ArgumentChecks& check, const AttentionCall& call, AttentionArgs* args);
/// The extents of a call that passed; CheckAttention has set the layout and heads of `args`.
[[nodiscard]] AttentionShape ShapeOf(const AttentionCall& call, AttentionArgs args);

/// `argument` is like the query, but for heads of value's size.
void CheckOutputShape(ArgumentChecks& check, const NamedTensor& argument, const AttentionCall& call,
                      const AttentionArgs& args);
/// FLOAT, [batches, heads, queries, 8]; of ragged calls [rows, heads, 8] or [heads, rows, 8].
void CheckRowNumbers(ArgumentChecks& check, const NamedTensor& argument, const AttentionCall& call,
                     const AttentionArgs& args);
/// A tensor of a feature that is left out is null.
void CheckAbsent(ArgumentChecks& check, const NamedTensor& argument);
/// Of layouts without sequences of several lengths: null, or empty.
void CheckNoLengths(ArgumentChecks& check, const char* name, const aclIntArray* lengths);
/// Null, "" or "same_as_input": they differ for sequences of several lengths only.
void CheckSoftmaxLayout(ArgumentChecks& check, const char* name, const char* layout);
/// Whether the mask's memory counts. The modes that are said by numbers do without; what they are given has to
/// live all the same.
[[nodiscard]] bool HoldsMask(const AttentionCall& call);

}  // namespace openaclnn
