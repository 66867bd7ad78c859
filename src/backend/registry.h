// SPDX-License-Identifier: Apache-2.0
//
// The table of backends, and the one that this process runs on. A backend registers itself when its code is
// loaded, with the core library or as a library of its own; nothing above the seam names one. Its kernels are
// found by (operator, backend), so that operators know no backend either but those that they have kernels
// for.
#pragma once

#include <optional>

#include "backend/backend.h"
#include "base/status.h"

namespace openaclnn::backend {

// A row of the table: a variable with static storage in the code of a backend. Needs no memory.
class BackendRegistration {
 public:
  // `name` is what OPENACLNN_BACKEND says. `check` says what is wrong with the backend's own variables.
  // `open` is called once, where the backend is chosen; what it
  // returns lives as long as the process, because queued work may outlive static destruction.
  BackendRegistration(const char* name, Status (*check)(), Backend& (*open)()) noexcept;
  BackendRegistration(const BackendRegistration&) = delete;
  BackendRegistration& operator=(const BackendRegistration&) = delete;
  ~BackendRegistration() = default;

  [[nodiscard]] const char* Name() const { return name_; }
  [[nodiscard]] Status Check() const { return check_(); }
  [[nodiscard]] Backend& Open() const { return open_(); }
  // The row after this one; null after the last.
  [[nodiscard]] const BackendRegistration* Next() const { return next_; }

 private:
  const char* const name_;
  Status (*const check_)();
  Backend& (*const open_)();
  BackendRegistration* next_ = nullptr;
};

// Whether the backend that OPENACLNN_BACKEND names is there: "cpu", which is the default, or "auto" for the
// best one of this machine; and whether the values of its own variables can be used. kInvalidParam otherwise,
// with what there is. The variables are read once.
[[nodiscard]] Status CheckSelectedBackend();
// That backend, opened at the first call. Null if it is not there: aclInit refuses, and the process has no
// devices.
[[nodiscard]] Backend* SelectedBackend();
// What its kernels are found by; empty if it is not there.
[[nodiscard]] std::optional<BackendKind> SelectedKind();

}  // namespace openaclnn::backend
