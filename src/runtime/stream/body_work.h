// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "backend/repeatable_work.h"

namespace openaclnn::runtime {

// For work of which only the run can tell: it is handed to the stream's thread.
inline constexpr size_t kUnknownBytes = size_t{1} << 30;

// Work on a stream that is a function of the runtime: Status(backend::ExecutionContext&). What the function
// captures lives until the work is done, and so does the memory that it is said to use. A stream that is
// recorded calls it again and again.
template <typename Body>
class BodyWork final : public backend::RepeatableWork {
 public:
  BodyWork(const char* name, size_t bytes, backend::TaskMemories memory, Body body)
      : name_(name), bytes_(bytes), memory_(std::move(memory)), body_(std::move(body)) {}
  [[nodiscard]] const char* Name() const override { return name_; }
  [[nodiscard]] size_t Bytes() const override { return bytes_; }
  [[nodiscard]] Status Run(backend::ExecutionContext& context) override { return body_(context); }
  void Describe(trace::Details& details) const override {
    if (bytes_ != kUnknownBytes) {
      details.bytes = bytes_;
    }
  }
  [[nodiscard]] backend::TaskMemories GiveUpMemory() override { return std::move(memory_); }

 private:
  const char* const name_;
  const size_t bytes_;
  backend::TaskMemories memory_;
  Body body_;
};

template <typename Body>
[[nodiscard]] std::unique_ptr<backend::Work> MakeWork(const char* name, size_t bytes,
                                                      backend::TaskMemories memory, Body body) {
  return std::make_unique<BodyWork<Body>>(name, bytes, std::move(memory), std::move(body));
}

}  // namespace openaclnn::runtime
