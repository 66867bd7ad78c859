// SPDX-License-Identifier: Apache-2.0
#include "collectives/bootstrap/configuration.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "collectives/bootstrap/environment.h"
#include "collectives/identifier.h"
#include "hccl/hccl.h"

namespace openaclnn::collectives {
namespace {

constexpr size_t kLeastSize = 32;
// Since when the structure has what it has.
constexpr uint32_t kVersionOfName = 2;
constexpr uint32_t kVersionOfUdi = 3;
// An early layout of version 8 had something else where the timeout is; it was shorter.
constexpr size_t kSizeWithTimeout = 2104;

// The first bytes of an HcclCommConfig.
struct Prefix {
  size_t size;
  uint32_t magic;
  uint32_t version;
  uint64_t zero;
};
static_assert(sizeof(Prefix) == HCCL_COMM_CONFIG_INFO_BYTES);
static_assert(sizeof(HcclCommConfig) == 2240 && offsetof(HcclCommConfig, hcclExecTimeOut) == 316 &&
              offsetof(HcclCommConfig, hcclQos) == 2228);

Result ReadText(const char* field, const char* text, size_t size, std::string* value) {
  const size_t length = strnlen(text, size);
  if (length == size) {
    return BadArgument(field, "a text that ends within " + std::to_string(size) + " characters",
                       "one that does not");
  }
  value->assign(text, length);
  return Result::Ok();
}

}  // namespace

Configuration DefaultConfiguration() {
  return {{}, static_cast<uint32_t>(DefaultDeterministic()), DefaultExecTimeout()};
}

Result ReadConfiguration(const HcclCommConfig* config, Configuration* configuration) {
  *configuration = DefaultConfiguration();
  Prefix prefix{};
  std::memcpy(&prefix, config, sizeof prefix);
  if (prefix.magic != HCCL_COMM_CONFIG_MAGIC_WORD || prefix.size < kLeastSize) {
    return BadArgument("config", "one that HcclCommConfigInit set up", "other bytes");
  }
  HcclCommConfig known;
  HcclCommConfigInit(&known);
  std::memcpy(&known, config, std::min(prefix.size, sizeof known));
  const auto has = [&](size_t end, uint32_t version) {
    return prefix.size >= end && prefix.version >= version;
  };
  if (known.hcclDeterministic != HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET) {
    if (known.hcclDeterministic > 2) {
      return BadArgument("config->hcclDeterministic", "0, 1 or 2", std::to_string(known.hcclDeterministic));
    }
    configuration->deterministic = known.hcclDeterministic;
  }
  if (has(offsetof(HcclCommConfig, hcclUdi), kVersionOfName)) {
    OPENACLNN_RETURN_IF_FAILED(ReadText("config->hcclCommName", known.hcclCommName, sizeof known.hcclCommName,
                                        &configuration->name));
  }
  if (has(offsetof(HcclCommConfig, hcclOpExpansionMode), kVersionOfUdi)) {
    std::string unused;
    OPENACLNN_RETURN_IF_FAILED(ReadText("config->hcclUdi", known.hcclUdi, sizeof known.hcclUdi, &unused));
  }
  if (prefix.size >= kSizeWithTimeout && known.hcclExecTimeOut != HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET) {
    if (known.hcclExecTimeOut < 0) {
      return BadArgument("config->hcclExecTimeOut", "seconds, 0 for ever, -1 for what the environment says",
                         std::to_string(known.hcclExecTimeOut));
    }
    configuration->timeout = ExecTimeoutOf(known.hcclExecTimeOut);
  }
  return Result::Ok();
}

uint64_t DigestOf(const Configuration& configuration) {
  return Digest().Add(configuration.name).Add(configuration.deterministic).Value();
}

}  // namespace openaclnn::collectives
