// SPDX-License-Identifier: Apache-2.0
#include "trace/event_text.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace openaclnn::trace {
namespace {

constexpr std::string_view kArrowCategory = "arrow";

// Appends an object to a text, member by member: an event has hundreds of characters, and a tree of JSON
// values for it would cost more than the call that it tells of.
class Object {
 public:
  explicit Object(std::string& text) : text_(text) { text_ += '{'; }

  // `text` without anything that JSON would escape.
  Object& Text(std::string_view name, std::string_view text) {
    Name(name);
    text_.append("\"").append(text).append("\"");
    return *this;
  }
  // Any bytes.
  Object& ForeignText(std::string_view name, std::string_view text) {
    using nlohmann::json;
    Name(name);
    text_ += json(text).dump(-1, ' ', true, json::error_handler_t::replace);
    return *this;
  }
  template <typename Integer>
  Object& Number(std::string_view name, Integer value) {
    Name(name);
    Append(value);
    return *this;
  }
  Object& Numbers(std::string_view name, const std::vector<int64_t>& values) {
    Name(name);
    char separator = '[';
    for (const int64_t value : values) {
      text_ += separator;
      Append(value);
      separator = ',';
    }
    text_ += values.empty() ? "[]" : "]";
    return *this;
  }
  // Microseconds, to the nanosecond.
  Object& Time(std::string_view name, int64_t nanoseconds) {
    Name(name);
    Append(nanoseconds / 1000);
    const auto rest = static_cast<int>(nanoseconds % 1000);
    text_ += '.';
    for (const int digit : {rest / 100, rest / 10 % 10, rest % 10}) {
      text_ += static_cast<char>('0' + digit);
    }
    return *this;
  }
  // A member that is an object. It ends before this one goes on.
  [[nodiscard]] Object Open(std::string_view name) {
    Name(name);
    return Object(text_);
  }
  void End() { text_ += '}'; }

 private:
  void Name(std::string_view name) {
    text_.append(std::exchange(isEmpty_, false) ? "\"" : ",\"").append(name).append("\":");
  }
  template <typename Integer>
  void Append(Integer value) {
    std::array<char, 24> digits{};
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text_.append(digits.data(), static_cast<size_t>(end - digits.data()));
  }

  std::string& text_;
  bool isEmpty_ = true;
};

// A whole event: what all have, and what `more` adds.
template <typename More>
std::string EventText(const char* phase, std::string_view name, Place place, int64_t time, size_t bytes,
                      const More& more) {
  std::string text;
  text.reserve(bytes);
  Object event(text);
  event.Text("ph", phase).Text("name", name);
  event.Number("pid", place.process).Number("tid", place.track).Time("ts", time);
  more(event);
  event.End();
  return text;
}

// Usual sizes, so that a text is allocated once.
constexpr size_t kEventBytes = 256;
constexpr size_t kTensorBytes = 160;

void AddTensors(const std::vector<Tensor>& tensors, Object& arguments) {
  Object all = arguments.Open("tensors");
  for (const Tensor& tensor : tensors) {
    Object one = all.Open(tensor.Text());
    one.Text("dtype", tensor.dtype).Numbers("shape", tensor.dims).Numbers("strides", tensor.strides);
    one.Text("layout", tensor.layout);
    if (tensor.isOutput) {
      one.Number("output", 1);
    }
    one.End();
  }
  all.End();
}

void AddArguments(std::string_view name, const Details& details, std::optional<int> stream, int32_t status,
                  Object& arguments) {
  if (details.name != nullptr && details.name != name) {
    arguments.Text("operator", details.name);
  }
  if (stream) {
    arguments.Number("stream", *stream);
  }
  if (details.kernel != nullptr) {
    arguments.Text("kernel", details.kernel);
  }
  if (details.direction != nullptr) {
    arguments.Text("direction", details.direction);
  }
  if (!details.tensors.empty()) {
    AddTensors(details.tensors, arguments);
  }
  if (details.workspace) {
    arguments.Number("workspace", *details.workspace);
  }
  if (details.bytes) {
    arguments.Number("bytes", *details.bytes);
  }
  if (status != 0) {
    arguments.Number("status", status);
  }
}

}  // namespace

std::string SpanText(std::string_view name, const Span& span, const Details& details,
                     std::optional<int> stream, int32_t status) {
  const size_t bytes = kEventBytes + details.tensors.size() * kTensorBytes;
  return EventText("X", name, span.place, span.begin, bytes, [&](Object& event) {
    event.Time("dur", span.end - span.begin);
    event.Text("cat", details.category == nullptr ? "api" : details.category);
    Object arguments = event.Open("args");
    AddArguments(name, details, stream, status, arguments);
    arguments.End();
  });
}

std::string ArrowText(bool isBegin, std::string_view name, uint64_t id, Place place, int64_t time) {
  return EventText(isBegin ? "s" : "f", name, place, time, kEventBytes, [&](Object& event) {
    event.Text("cat", kArrowCategory).Number("id", id);
    if (!isBegin) {
      event.Text("bp", "e");  // in the span that is there, not in the next one
    }
  });
}

std::string MarkText(std::string_view message, std::string_view domain, const Span& span,
                     std::optional<int> stream) {
  constexpr const char* kSpan = "X";
  constexpr const char* kInstant = "i";
  const bool isInstant = span.end == span.begin;
  return EventText(isInstant ? kInstant : kSpan, "marker", span.place, span.begin, kEventBytes,
                   [&](Object& event) {
                     if (!isInstant) {
                       event.Time("dur", span.end - span.begin);
                     }
                     event.Text("cat", "marker");
                     Object arguments = event.Open("args");
                     arguments.ForeignText("message", message).ForeignText("domain", domain);
                     if (stream) {
                       arguments.Number("stream", *stream);
                     }
                     arguments.End();
                   });
}

std::string ClockText(Place place, const Clocks& clocks) {
  return EventText("M", "clocks", place, clocks.steady, kEventBytes, [&](Object& event) {
    event.Open("args")
        .Number("steady", clocks.steady)
        .Number("raw", clocks.raw)
        .Number("wall", clocks.wall)
        .End();
  });
}

std::string CounterText(std::string_view name, Place place, int64_t time, uint64_t bytes) {
  return EventText("C", name, place, time, kEventBytes,
                   [&](Object& event) { event.Open("args").Number("bytes", bytes).End(); });
}

std::string NameText(std::string_view fact, Place place, int64_t time, std::string_view name) {
  return EventText("M", fact, place, time, kEventBytes,
                   [&](Object& event) { event.Open("args").ForeignText("name", name).End(); });
}

std::string OrderText(std::string_view fact, Place place, int64_t time, int64_t order) {
  return EventText("M", fact, place, time, kEventBytes,
                   [&](Object& event) { event.Open("args").Number("sort_index", order).End(); });
}

}  // namespace openaclnn::trace
