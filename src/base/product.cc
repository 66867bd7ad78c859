// SPDX-License-Identifier: Apache-2.0
#include "base/product.h"

#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace openaclnn {
namespace {

constexpr const char* kDefaultSocName = "Ascend910B1";

constexpr std::array<Product, 30> kProducts{{
    {"Ascend910A", Series::kAtlasTraining, false},
    {"Ascend910ProA", Series::kAtlasTraining, false},
    {"Ascend910PremiumA", Series::kAtlasTraining, false},
    {"Ascend910B", Series::kAtlasTraining, false},
    {"Ascend910ProB", Series::kAtlasTraining, false},
    {"Ascend910B1", Series::kAtlasA2, true},
    {"Ascend910B2", Series::kAtlasA2, true},
    {"Ascend910B2C", Series::kAtlasA2, true},
    {"Ascend910B3", Series::kAtlasA2, true},
    {"Ascend910B4", Series::kAtlasA2, true},
    {"Ascend910B4-1", Series::kAtlasA2, true},
    {"Ascend910_9391", Series::kAtlasA3, true},
    {"Ascend910_9392", Series::kAtlasA3, true},
    {"Ascend910_9381", Series::kAtlasA3, true},
    {"Ascend910_9382", Series::kAtlasA3, true},
    {"Ascend910_9372", Series::kAtlasA3, true},
    {"Ascend910_9362", Series::kAtlasA3, true},
    {"Ascend910_9363", Series::kAtlasA3, true},
    {"Ascend310P1", Series::kAtlasInference, false},
    {"Ascend310P2", Series::kAtlasInference, false},
    {"Ascend310P3", Series::kAtlasInference, false},
    {"Ascend310P4", Series::kAtlasInference, false},
    {"Ascend310P5", Series::kAtlasInference, false},
    {"Ascend310P7", Series::kAtlasInference, false},
    {"Ascend310B1", Series::kAtlas200I, false},
    {"Ascend310B2", Series::kAtlas200I, false},
    {"Ascend310B3", Series::kAtlas200I, false},
    {"Ascend310B4", Series::kAtlas200I, false},
    {"Ascend910_95", Series::kAscend950, true},  // the 950's name in toolkit 8.1
    {"Ascend950PR_9599", Series::kAscend950, true},
}};

bool IsAlphanumeric(char character) {
  return (character >= '0' && character <= '9') || (character >= 'A' && character <= 'Z') ||
         (character >= 'a' && character <= 'z');
}

// Ascend950PR_95xx, Ascend950DT_95xx: the last two characters tell variants apart that nothing here depends
// on.
bool Is950Name(std::string_view name) {
  for (const std::string_view prefix : {"Ascend950PR_95", "Ascend950DT_95"}) {
    if (name.size() == prefix.size() + 2 && name.substr(0, prefix.size()) == prefix) {
      return IsAlphanumeric(name[prefix.size()]) && IsAlphanumeric(name[prefix.size() + 1]);
    }
  }
  return false;
}

// The product of a 950 name that the table does not list. Never destroyed: callers keep the pointers.
const Product* Intern950(std::string_view name) {
  static auto* const mutex = new std::mutex;
  static auto* const products = new std::map<std::string, Product, std::less<>>;
  const std::lock_guard lock(*mutex);
  const auto [entry, isNew] = products->try_emplace(std::string(name));
  if (isNew) {  // else others read it without the lock
    entry->second = {entry->first.c_str(), Series::kAscend950, true};
  }
  return &entry->second;
}

}  // namespace

int NpuArch(Series series) {
  switch (series) {
    case Series::kAtlasTraining:
      return 1001;
    case Series::kAtlasInference:
      return 2002;
    case Series::kAtlas200I:
      return 3002;
    case Series::kAscend950:
      return 3510;
    case Series::kAtlasA2:
    case Series::kAtlasA3:
      break;
  }
  return 2201;
}

const Product* FindProduct(std::string_view socName) {
  for (const Product& product : kProducts) {
    if (socName == product.socName) {
      return &product;
    }
  }
  return Is950Name(socName) ? Intern950(socName) : nullptr;
}

const std::string& RequestedProduct() {
  static const auto* const requested = [] {
    const char* name = std::getenv("OPENACLNN_SOC");  // NOLINT(concurrency-mt-unsafe): read once
    return new std::string(name == nullptr || *name == '\0' ? kDefaultSocName : name);
  }();
  return *requested;
}

const Product* EmulatedProduct() {
  static const Product* const product = FindProduct(RequestedProduct());
  return product;
}

}  // namespace openaclnn
