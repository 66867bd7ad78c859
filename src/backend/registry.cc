// SPDX-License-Identifier: Apache-2.0
#include "backend/registry.h"

#include <cstdlib>
#include <string>
#include <string_view>

#include "base/no_destructor.h"

namespace openaclnn::backend {
namespace {

constexpr const char* kVariable = "OPENACLNN_BACKEND";
constexpr std::string_view kDefault = "cpu";

// The rows of the table, in the order in which they were registered. Written while a library is loaded only.
struct Rows {
  BackendRegistration* first = nullptr;
  BackendRegistration* last = nullptr;
};
constinit Rows rows;

std::string RegisteredNames() {
  std::string names;
  for (const BackendRegistration* row = rows.first; row != nullptr; row = row->Next()) {
    names += std::string(", ") + row->Name();
  }
  return names;
}

// What the environment asks for, and what came of it.
struct Selection {
  Backend* backend = nullptr;
  Status status;
};

Selection Select() {
  const char* const value = std::getenv(kVariable);  // NOLINT(concurrency-mt-unsafe): read once
  const std::string requested(value == nullptr ? "" : value);
  const std::string_view name = requested.empty() || requested == "auto" ? kDefault : requested;
  for (const BackendRegistration* row = rows.first; row != nullptr; row = row->Next()) {
    if (name == row->Name()) {
      return {&row->Open(), row->Check()};
    }
  }
  return {nullptr, Status(code::kInvalidParam, std::string(kVariable) + ": expected one of auto" +
                                                   RegisteredNames() + ", got " + requested)};
}

const Selection& TheSelection() {
  static const NoDestructor<Selection> selection(Select());
  return *selection;
}

}  // namespace

BackendRegistration::BackendRegistration(const char* name, Status (*check)(), Backend& (*open)()) noexcept
    : name_(name), check_(check), open_(open) {
  (rows.first == nullptr ? rows.first : rows.last->next_) = this;
  rows.last = this;
}

Status CheckSelectedBackend() {
  return TheSelection().status;
}

Backend* SelectedBackend() {
  return TheSelection().backend;
}

std::optional<BackendKind> SelectedKind() {
  const Backend* const backend = SelectedBackend();
  return backend == nullptr ? std::nullopt : std::optional(backend->Kind());
}

}  // namespace openaclnn::backend
