// SPDX-License-Identifier: Apache-2.0
//
// Tasks that decide what the streams of a graph do next. They are for graphs that are built by hand.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

[[nodiscard]] Status StartStream(void* started, void* stream);

// `comparison` and `type` as the public enumerators; `whenFalse` may be null: the stream goes on.
struct StreamSwitch {
  const void* left;
  const void* right;
  int32_t comparison;
  int32_t type;
  void* whenTrue;
  void* whenFalse;
};
[[nodiscard]] Status SwitchStream(const StreamSwitch& what, void* stream);

[[nodiscard]] Status CreateLabel(void** label);
[[nodiscard]] Status SetLabel(const void* label, void* stream);
[[nodiscard]] Status DestroyLabel(const void* label);
[[nodiscard]] Status CreateLabelList(void* const* labels, size_t count, void** list);
[[nodiscard]] Status DestroyLabelList(const void* list);
// To the label whose place in the list is in memory, of the first `count`.
[[nodiscard]] Status SwitchLabel(const void* index, uint32_t count, const void* list, void* stream);

}  // namespace openaclnn::runtime
