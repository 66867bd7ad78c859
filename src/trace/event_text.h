// SPDX-License-Identifier: Apache-2.0
//
// Events of the Chrome trace event format, as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "trace/details.h"

namespace openaclnn::trace {

// What a task or call was: the times in nanoseconds.
struct Span {
  Place place;
  int64_t begin;
  int64_t end;
};

// A complete event ("X"). `name` is its own, details.name the operator's if that is another one.
[[nodiscard]] std::string SpanText(std::string_view name, const Span& span, const Details& details,
                                   std::optional<int> stream, int32_t status);
// One end of an arrow; both ends have its name and id. It begins ("s") and ends ("f") in the spans that are
// there at these times.
[[nodiscard]] std::string ArrowText(bool isBegin, std::string_view name, uint64_t id, Place place,
                                    int64_t time);
// What a client marks: a moment ("i"), or a range ("X") if the span has a length.
[[nodiscard]] std::string MarkText(std::string_view message, std::string_view domain, const Span& span,
                                   std::optional<int> stream);
// One moment on three clocks, in nanoseconds: CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME ("M").
struct Clocks {
  int64_t steady;
  int64_t raw;
  int64_t wall;
};
[[nodiscard]] std::string ClockText(Place place, const Clocks& clocks);
// A curve's value ("C").
[[nodiscard]] std::string CounterText(std::string_view name, Place place, int64_t time, uint64_t bytes);
// Facts on a process or track ("M"): "process_name", "thread_name" ...; and their order on the screen.
[[nodiscard]] std::string NameText(std::string_view fact, Place place, int64_t time, std::string_view name);
[[nodiscard]] std::string OrderText(std::string_view fact, Place place, int64_t time, int64_t order);

}  // namespace openaclnn::trace
