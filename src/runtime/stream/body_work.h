// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "backend/backend.h"

namespace openaclnn::runtime {

// For work of which only the run can tell: it is handed to the stream's thread.
inline constexpr size_t kUnknownBytes = size_t{1} << 30;

// Work on a stream that is a function of the runtime: Status(backend::ExecutionContext&). What the function
// captures lives until the work is done.
template <typename Body>
class BodyWork final : public backend::Work {
 public:
  BodyWork(const char* name, size_t bytes, Body body) : name_(name), bytes_(bytes), body_(std::move(body)) {}
  [[nodiscard]] const char* Name() const override { return name_; }
  [[nodiscard]] size_t Bytes() const override { return bytes_; }
  [[nodiscard]] Status Run(backend::ExecutionContext& context) override { return body_(context); }
  void Describe(trace::Details& details) const override {
    if (bytes_ != kUnknownBytes) {
      details.bytes = bytes_;
    }
  }

 private:
  const char* const name_;
  const size_t bytes_;
  Body body_;
};

template <typename Body>
[[nodiscard]] std::unique_ptr<backend::Work> MakeWork(const char* name, size_t bytes, Body body) {
  return std::make_unique<BodyWork<Body>>(name, bytes, std::move(body));
}

}  // namespace openaclnn::runtime
