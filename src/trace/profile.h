// SPDX-License-Identifier: Apache-2.0
//
// A profile: the events of a timeline, in a file of its own, from one moment to another one. Every file begins
// and ends with the same moment on several clocks, since profilers compare with other ones. Thread safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "trace/timelines.h"

namespace openaclnn::trace {

// Begins a file, into which nothing goes yet; at most one profile is open at a time. Empty where that is done,
// else what is wrong.
[[nodiscard]] std::string OpenProfile(const std::string& path, uint64_t mostBytes);
// From now on, these events go into the file, and nothing where `scope` is empty. No file: nothing happens.
void SetProfileScope(const std::optional<Scope>& scope) noexcept;
// Ends the file.
void CloseProfile() noexcept;

// What a client marks: on a thread, between two moments of Now().
struct Mark {
  std::string_view message;
  std::string_view domain;
  std::optional<int> stream;
  Place place;
  int64_t begin;
  int64_t end;  // the same: a moment
  bool isStep = false;
};
void AddMark(const Mark& mark) noexcept;

}  // namespace openaclnn::trace
