// SPDX-License-Identifier: Apache-2.0
#include "runtime/settings/versions.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/soc.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"

namespace openaclnn::runtime {
namespace {

// The toolkit whose interface this library has.
constexpr const char* kVersion = "9.0.0";
constexpr const char* kMajor = "9";
constexpr const char* kMinor = "0";
constexpr const char* kUnknownPart = "0";  // as the API has it for release and patch
constexpr int32_t kVersionNumber = 9 * 10000000;

constexpr int32_t kNoNumber = -1;

struct Package {
  int32_t name;  // an aclCANNPackageName; kNoNumber: asked for by its text alone
  const char* folder;
};

constexpr std::array<Package, 9> kPackages{{
    {ACL_PKG_NAME_CANN, "cann"},
    {ACL_PKG_NAME_RUNTIME, "runtime"},
    {ACL_PKG_NAME_TOOLKIT, "toolkit"},
    {ACL_PKG_NAME_OPP, "opp"},
    {ACL_PKG_NAME_HCCL, "hccl"},
    {kNoNumber, "ops_math"},
    {kNoNumber, "ops_nn"},
    {kNoNumber, "ops_cv"},
    {kNoNumber, "ops_transformer"},
}};

// A package that is not there is no failure that anybody should read of: clients ask for each in turn.
Status NotThere() {
  return {code::kInvalidFile, {}};
}

Status ExpectPackage(const char* package) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("pkgName", package));
  const bool known = std::any_of(kPackages.begin(), kPackages.end(),
                                 [&](const Package& each) { return std::strcmp(each.folder, package) == 0; });
  return known ? Status::Ok() : NotThere();
}

template <size_t Size>
void Store(const char* text, char (&field)[Size]) {
  std::memcpy(field, text, std::strlen(text) + 1);
}

constexpr std::array<aclCannAttr, 3> kAllAttributes{ACL_CANN_ATTR_JIT_COMPILE, ACL_CANN_ATTR_INF_NAN,
                                                    ACL_CANN_ATTR_BF16};

// Chips without BFLOAT16 are those that saturate instead of giving infinities.
std::span<const aclCannAttr> Attributes() {
  const std::span<const aclCannAttr> all(kAllAttributes);
  return EmulatedFacts().bfloat16 ? all : all.first(1);
}

}  // namespace

Status GetPackageVersion(int32_t package, aclCANNPackageVersion* version) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("version", version));
  if (package < ACL_PKG_NAME_CANN || package > ACL_PKG_NAME_DRIVER) {
    return Mismatch(code::kRtParamInvalid, "name", "an aclCANNPackageName (0 to 7)", std::to_string(package));
  }
  const bool known = std::any_of(kPackages.begin(), kPackages.end(),
                                 [&](const Package& each) { return each.name == package; });
  if (!known) {
    return NotThere();
  }
  aclCANNPackageVersion filled{};
  Store(kVersion, filled.version);
  Store(kMajor, filled.majorVersion);
  Store(kMinor, filled.minorVersion);
  Store(kUnknownPart, filled.releaseVersion);
  Store(kUnknownPart, filled.patchVersion);
  *version = filled;
  return Status::Ok();
}

Status GetVersionText(const char* package, char* text) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("versionStr", text));
  OPENACLNN_RETURN_IF_ERROR(ExpectPackage(package));
  std::memcpy(text, kVersion, std::strlen(kVersion) + 1);
  return Status::Ok();
}

Status GetVersionNumber(const char* package, int32_t* number) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("versionNum", number));
  OPENACLNN_RETURN_IF_ERROR(ExpectPackage(package));
  *number = kVersionNumber;
  return Status::Ok();
}

Status CheckArchitecture(const char* socName, int32_t* compatible) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("socVersion", socName));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("canCompatible", compatible));
  const Soc* const soc = FindSoc(socName);
  *compatible = soc != nullptr && FactsOf(soc->series).npuArch == EmulatedFacts().npuArch ? 1 : 0;
  return Status::Ok();
}

Status ListAttributes(const aclCannAttr** attributes, size_t* count) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("cannAttrList", attributes));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("num", count));
  *attributes = Attributes().data();
  *count = Attributes().size();
  return Status::Ok();
}

Status GetAttribute(int32_t attribute, int32_t* value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", value));
  if (attribute < ACL_CANN_ATTR_INF_NAN || attribute > ACL_CANN_ATTR_JIT_COMPILE) {
    return Mismatch(code::kRtParamInvalid, "cannAttr", "an attribute (0 to 2)", std::to_string(attribute));
  }
  const std::span<const aclCannAttr> held = Attributes();
  *value = std::any_of(held.begin(), held.end(), [&](aclCannAttr each) { return each == attribute; }) ? 1 : 0;
  return Status::Ok();
}

}  // namespace openaclnn::runtime
