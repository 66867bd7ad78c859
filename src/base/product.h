// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace openaclnn {

// Product series, as the operators' specifications list them.
enum class Series { kAtlasTraining, kAtlasInference, kAtlas200I, kAtlasA2, kAtlasA3, kAscend950 };

// The part that this process stands in for. It decides what aclrtGetSocName says and which dtypes operators
// admit.
struct Product {
  const char* socName;  // as aclrtGetSocName returns it, e.g. "Ascend910B1"
  Series series;
  bool bfloat16;  // whether the chip computes in BFLOAT16
};

// The generation of the series' cores, as clients that build for it know it (ACL_DEV_ATTR_NPU_ARCH).
[[nodiscard]] int NpuArch(Series series);

// The product with this name; null if there is none. "Ascend910B" is a first-generation part, "Ascend910B1"
// an A2.
[[nodiscard]] const Product* FindProduct(std::string_view socName);

// What OPENACLNN_SOC says, or the default where it is unset or empty; read once.
[[nodiscard]] const std::string& RequestedProduct();

// The product that the environment variable OPENACLNN_SOC names, read once; Ascend910B1 where it is unset or
// empty. Null if it names no known product: aclInit then fails.
[[nodiscard]] const Product* EmulatedProduct();

}  // namespace openaclnn
