// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/graph_notes.h"

#include <cstddef>
#include <string>

#include "backend/value_passes.h"
#include "base/dtype.h"
#include "checker/device_memory.h"
#include "checker/races.h"
#include "checker/settings.h"

namespace openaclnn::runtime {
namespace {

size_t BytesOf(const TensorView& view) {
  return view.Empty() ? 0 : static_cast<size_t>(view.Extent()) * SizeOf(view.dtype);
}

void NoteMemory(const checker::KeptWork& work, bool isCertain) {
  for (const checker::Access& access : work.accesses) {
    if (!access.writes && isCertain) {
      const std::string what =
          work.name == nullptr ? "a copy" : std::string(work.name) + ": " + access.argument;
      checker::NoteRead(what, access.view.data, BytesOf(access.view));
    }
  }
  for (const checker::Access& access : work.accesses) {
    if (access.writes) {
      checker::NoteWrite(access.view.data, BytesOf(access.view));
    }
  }
}

}  // namespace

void NoteKeptWork(const void* stream, const checker::KeptWork& work, bool isCertain) noexcept {
  if (work.accesses.empty()) [[likely]] {
    return;
  }
  try {
    if (checker::IsOn(checker::kRaces)) {
      checker::NoteWorkOf(stream, work.accesses, work.name, work.stack);
    }
    if (checker::IsOn(checker::kMemory)) {
      NoteMemory(work, isCertain);
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): less is told
  }
}

void NoteValue(const void* stream, const ValueTask& value) {
  if (!value.test) {
    return checker::NoteValueWritten(stream, value.address, value.value);
  }
  checker::NoteWaitForValue(stream, value.address,
                            [test = *value.test, wanted = value.value](uint64_t found) {
                              return backend::Passes(found, test, wanted);
                            });
}

}  // namespace openaclnn::runtime
