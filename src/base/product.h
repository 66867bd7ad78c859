// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace openaclnn {

// Product series, as the operators' specifications list them.
enum class Series { kAtlasTraining, kAtlasInference, kAtlas200I, kAtlasA2, kAtlasA3, kAscend950 };

// What products of one series have in common, as far as the API shows it.
struct SeriesFacts {
  Series series;
  int npuArch;  // the generation of the cores, as clients that build for it know it (ACL_DEV_ATTR_NPU_ARCH)
  size_t streamLimit;  // of a device, default streams included
  size_t eventLimit;   // that a device can wait for at once
  bool bfloat16;       // whether the chip computes in BFLOAT16
  bool infinities;     // floating-point overflow can give infinities
  bool saturation;     // floating-point overflow can saturate
  bool simt;           // has SIMT units
  bool extraTail;      // aclrtMalloc lets clients use 32 bytes more than they asked for
  bool streamPriorities;
  bool defaultStreamAttributes;  // a null stream has attributes
  bool abortPersistent;          // aclrtStreamAbort takes streams with ACL_STREAM_PERSISTENT
  bool queuedDeviceRows;         // aclrtMemcpy2dAsync copies from device to device
  bool copiesNeedPeerAccess;     // between two devices
};

[[nodiscard]] const SeriesFacts& FactsOf(Series series);

// The part that this process stands in for. It decides what aclrtGetSocName says and which dtypes operators
// admit.
struct Product {
  const char* socName;  // as aclrtGetSocName returns it, e.g. "Ascend910B1"
  Series series;
};

// The product with this name; null if there is none. "Ascend910B" is a first-generation part, "Ascend910B1"
// an A2.
[[nodiscard]] const Product* FindProduct(std::string_view socName);

// What OPENACLNN_SOC says, or the default where it is unset or empty; read once.
[[nodiscard]] const std::string& RequestedProduct();

// The product that the environment variable OPENACLNN_SOC names, read once; Ascend910B1 where it is unset or
// empty. Null if it names no known product: aclInit then fails.
[[nodiscard]] const Product* EmulatedProduct();

// Its facts; those of the default product where there is none, and aclInit fails.
[[nodiscard]] const SeriesFacts& EmulatedFacts();

}  // namespace openaclnn
