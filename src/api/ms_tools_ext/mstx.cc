// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <string>

#include "base/errors.h"
#include "base/object_slabs.h"
#include "mstx/ms_tools_ext.h"
#include "runtime/profiling/marks.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

struct mstxDomain {
  std::string name;
};

namespace {

constinit openaclnn::ObjectSlabs<mstxDomain> domains("mstxDomain");

// Marks have no statuses: what cannot be told is left out.
runtime::Marked WhatIs(const std::string& domain, const char* message, aclrtStream stream) {
  runtime::Marked what{message, domain, std::nullopt};
  static_cast<void>(runtime::StreamOfMark(stream, &what.stream));
  return what;
}

mstxRangeId StartRange(const char* function, const std::string& domain, const char* message,
                       aclrtStream stream) {
  mstxRangeId id = 0;
  Boundary(function, [&]() -> Status {
    id = message == nullptr ? 0 : runtime::StartRange(WhatIs(domain, message, stream));
    return Status::Ok();
  });
  return id;
}

void Mark(const char* function, const std::string& domain, const char* message, aclrtStream stream) {
  Boundary(function, [&]() -> Status {
    if (message != nullptr) {
      runtime::MarkNow(WhatIs(domain, message, stream));
    }
    return Status::Ok();
  });
}

void EndRange(const char* function, mstxRangeId id) {
  Boundary(function, [&]() -> Status {
    static_cast<void>(runtime::StopRange(id));
    return Status::Ok();
  });
}

}  // namespace

extern "C" {

void mstxMarkA(const char* message, aclrtStream stream) {
  Mark("mstxMarkA", {}, message, stream);
}

mstxRangeId mstxRangeStartA(const char* message, aclrtStream stream) {
  return StartRange("mstxRangeStartA", {}, message, stream);
}

void mstxRangeEnd(mstxRangeId id) {
  EndRange("mstxRangeEnd", id);
}

mstxDomainHandle_t mstxDomainCreateA(const char* name) {
  mstxDomainHandle_t made = nullptr;
  Boundary("mstxDomainCreateA", [&]() -> Status {
    if (name != nullptr) {
      made = domains.Make([&](mstxDomain& domain) { domain.name = name; });
    }
    return Status::Ok();
  });
  return made;
}

void mstxDomainDestroy(mstxDomainHandle_t domain) {
  Boundary("mstxDomainDestroy", [&]() -> Status {
    static_cast<void>(domains.Destroy(domain));
    return Status::Ok();
  });
}

void mstxDomainMarkA(mstxDomainHandle_t domain, const char* message, aclrtStream stream) {
  if (domains.IsLive(domain)) {
    Mark("mstxDomainMarkA", domain->name, message, stream);
  }
}

mstxRangeId mstxDomainRangeStartA(mstxDomainHandle_t domain, const char* message, aclrtStream stream) {
  return domains.IsLive(domain) ? StartRange("mstxDomainRangeStartA", domain->name, message, stream) : 0;
}

void mstxDomainRangeEnd(mstxDomainHandle_t domain, mstxRangeId id) {
  if (domains.IsLive(domain)) {
    EndRange("mstxDomainRangeEnd", id);
  }
}

}  // extern "C"
