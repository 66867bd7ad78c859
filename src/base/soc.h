// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace openaclnn {

// Soc series, as the operators' specifications list them.
enum class Series { kAtlasTraining, kAtlasInference, kAtlas200I, kAtlasA2, kAtlasA3, kAscend950 };

// What SoCs of one series have in common, as far as the API shows it. What a series does not say of itself is
// as the A2's.
struct SeriesFacts {
  Series series = Series::kAtlasA2;
  int npuArch =
      2201;  // the generation of the cores, as clients that build for it know it (ACL_DEV_ATTR_NPU_ARCH)
  size_t streamLimit = 1984;  // of a device, default streams included
  size_t eventLimit = 65536;  // that a device can wait for at once
  bool bfloat16 = true;       // whether the chip computes in BFLOAT16
  bool infinities = true;     // floating-point overflow can give infinities
  bool saturation = true;     // floating-point overflow can saturate
  bool simt = false;          // has SIMT units
  bool extraTail = true;      // aclrtMalloc lets clients use 32 bytes more than they asked for
  bool streamPriorities = true;
  bool defaultStreamAttributes = true;  // a null stream has attributes
  bool abortPersistent = true;          // aclrtStreamAbort takes streams with ACL_STREAM_PERSISTENT
  bool queuedDeviceRows = true;         // aclrtMemcpy2dAsync copies from device to device
  bool copiesNeedPeerAccess = true;     // between two devices
};

[[nodiscard]] const SeriesFacts& FactsOf(Series series);

// The part that this process stands in for. It decides what aclrtGetSocName says and which dtypes operators
// admit.
struct Soc {
  const char* socName;  // as aclrtGetSocName returns it, e.g. "Ascend910B1"
  Series series;
};

// The SoC with this name; null if there is none. "Ascend910B" is a first-generation part, "Ascend910B1"
// an A2.
[[nodiscard]] const Soc* FindSoc(std::string_view socName);

// The name that may be meant by one that FindSoc does not know: "Ascend910B1" by "ascend910b1". Empty if there is none.
[[nodiscard]] std::string_view NearestSocName(std::string_view socName);

// What OPENACLNN_SOC says, or the default where it is unset or empty; read once.
[[nodiscard]] const std::string& RequestedSoc();

// The SoC that the environment variable OPENACLNN_SOC names, read once; Ascend910B1 where it is unset or
// empty. Null if it names no known SoC: aclInit then fails.
[[nodiscard]] const Soc* EmulatedSoc();

// Its facts; those of the default SoC where there is none, and aclInit fails.
[[nodiscard]] const SeriesFacts& EmulatedFacts();

}  // namespace openaclnn
