// SPDX-License-Identifier: Apache-2.0
#include "runtime/sharing/outside.h"

#include <memory>

#include "base/no_destructor.h"
#include "checker/races.h"

namespace openaclnn::runtime {
namespace {

const std::shared_ptr<checker::Gate>& Outside() {
  static const NoDestructor<std::shared_ptr<checker::Gate>> gate(checker::MakeGate());
  return *gate;
}

}  // namespace

void NoteTold(const void* stream) noexcept {
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    checker::NoteChange(stream, Outside(), [] {});
  }
}

void NoteHeard(const void* stream) noexcept {
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    checker::NotePassage(stream, Outside(), [] { return true; });
  }
}

}  // namespace openaclnn::runtime
