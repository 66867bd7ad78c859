// SPDX-License-Identifier: Apache-2.0
//
// Formats lines and puts them into files or on standard output. Not thread safe.
#pragma once

#include <memory>
#include <string_view>

#include "base/log_settings.h"
#include "base/log_where.h"

namespace openaclnn::log {

class Writer {
 public:
  explicit Writer(const Settings& settings);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void Write(Module module, Level level, Where where, std::string_view text);

 private:
  class Lines;
  std::shared_ptr<Lines> lines_;
};

}  // namespace openaclnn::log
