// SPDX-License-Identifier: Apache-2.0
#include "runtime/profiling/marks.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/core/check.h"
#include "runtime/stream/streams.h"
#include "trace/profile.h"

namespace openaclnn::runtime {
namespace {

struct OpenRange {
  Marked what;
  trace::Place place;
  int64_t begin;
};

struct Ranges {
  std::mutex mutex;
  std::map<uint64_t, OpenRange> open;
  uint32_t last = 0;
};

// Never destroyed: calls arrive while the process ends.
Ranges& AllRanges() {
  static auto* const ranges = new Ranges;
  return *ranges;
}

std::vector<OpenRange>& RangesOfThisThread() {
  thread_local std::vector<OpenRange> ranges;
  return ranges;
}

OpenRange Begin(Marked what) {
  return {std::move(what), trace::HostPlace(), trace::Now()};
}

void End(const OpenRange& range) {
  trace::AddMark({.message = range.what.message,
                  .domain = range.what.domain,
                  .stream = range.what.stream,
                  .place = range.place,
                  .begin = range.begin,
                  .end = trace::Now()});
}

void MarkMoment(const Marked& what, bool isStep) {
  const int64_t now = trace::Now();
  trace::AddMark({.message = what.message,
                  .domain = what.domain,
                  .stream = what.stream,
                  .place = trace::HostPlace(),
                  .begin = now,
                  .end = now,
                  .isStep = isStep});
}

}  // namespace

Status StreamOfMark(void* handle, std::optional<int>* stream) {
  if (handle == nullptr) {
    *stream = std::nullopt;
    return Status::Ok();
  }
  std::shared_ptr<Stream> found;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &found));
  *stream = found->Facts().id;
  return Status::Ok();
}

void MarkNow(const Marked& what) {
  MarkMoment(what, false);
}

void MarkStep(const Marked& what) {
  MarkMoment(what, true);
}

void PushRange(Marked what) {
  RangesOfThisThread().push_back(Begin(std::move(what)));
}

Status PopRange() {
  std::vector<OpenRange>& ranges = RangesOfThisThread();
  if (ranges.empty()) {
    return {code::kInvalidParam, "expected a range that this thread pushed, got none that is open"};
  }
  End(ranges.back());
  ranges.pop_back();
  return Status::Ok();
}

uint32_t StartRange(Marked what) {
  OpenRange range = Begin(std::move(what));
  Ranges& ranges = AllRanges();
  const std::lock_guard lock(ranges.mutex);
  uint32_t number = ++ranges.last;
  while (number == 0 || ranges.open.contains(number)) {
    number = ++ranges.last;
  }
  ranges.open.emplace(number, std::move(range));
  return number;
}

bool StopRange(uint64_t number) {
  Ranges& ranges = AllRanges();
  std::map<uint64_t, OpenRange>::node_type ended;
  {
    const std::lock_guard lock(ranges.mutex);
    ended = ranges.open.extract(number);
  }
  if (ended.empty()) {
    return false;
  }
  End(ended.mapped());
  return true;
}

uint64_t NumberOfText(const std::string& text) {
  struct Texts {
    std::mutex mutex;
    std::map<std::string, uint64_t> numbers;
  };
  static auto* const texts = new Texts;  // never destroyed
  const std::lock_guard lock(texts->mutex);
  return texts->numbers.emplace(text, texts->numbers.size() + 1).first->second;
}

}  // namespace openaclnn::runtime
