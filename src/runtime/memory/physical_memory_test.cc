// SPDX-License-Identifier: Apache-2.0
//
// Physical memory by its handle; virtual_memory_test.cc maps it, tests/sharing imports it.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/memory/physical_memory_testing.h"

namespace openaclnn::runtime {
namespace {

using PhysicalMemoryTest = PhysicalMemoryFixture;

TEST_F(PhysicalMemoryTest, GranularityIsThatOfHugePages) {
  aclrtPhysicalMemProp properties = PropertiesOf(0);
  for (const auto option : {ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED}) {
    size_t granularity = 0;
    EXPECT_EQ(aclrtMemGetAllocationGranularity(&properties, option, &granularity), ACL_SUCCESS);
    EXPECT_EQ(granularity, kPiece);
  }
  size_t granularity = 7;
  const auto option = ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM;
  ExpectFailure(aclrtMemGetAllocationGranularity(nullptr, option, &granularity), ACL_ERROR_INVALID_PARAM,
                {"aclrtMemGetAllocationGranularity", "prop", "null"});
  ExpectFailure(aclrtMemGetAllocationGranularity(&properties, option, nullptr), ACL_ERROR_INVALID_PARAM,
                {"granularity", "null"});
  ExpectFailure(
      aclrtMemGetAllocationGranularity(&properties, ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF, &granularity),
      ACL_ERROR_RT_PARAM_INVALID, {"option", "65535"});
  EXPECT_EQ(granularity, 7U);
}

TEST_F(PhysicalMemoryTest, PropertiesAreChecked) {
  const auto expect = [](const aclrtPhysicalMemProp& properties, aclError status, const char* fragment) {
    aclrtDrvMemHandle handle = &handle;
    ExpectFailure(aclrtMallocPhysical(&handle, kPiece, &properties, 0), status, {fragment});
    EXPECT_EQ(handle, &handle) << "untouched";
  };
  aclrtPhysicalMemProp properties = PropertiesOf(0);
  properties.handleType = ACL_MEM_HANDLE_TYPE_POSIX;
  expect(properties, ACL_ERROR_RT_PARAM_INVALID, "prop->handleType");
  properties = PropertiesOf(0);
  properties.allocationType = AnyEnum<aclrtMemAllocationType>(1);
  expect(properties, ACL_ERROR_RT_PARAM_INVALID, "prop->allocationType");
  properties = PropertiesOf(0);
  for (const int attribute : {-1, 0, 2, 3, 6, 7, 18}) {
    properties.memAttr = AnyEnum<aclrtMemAttr>(attribute);
    expect(properties, ACL_ERROR_RT_PARAM_INVALID, "prop->memAttr");
  }
  expect(PropertiesOf(2), ACL_ERROR_RT_INVALID_DEVICEID, "deviceId");
  properties = PropertiesOf(0);
  for (const auto type : {ACL_MEM_LOCATION_TYPE_HOST, ACL_MEM_LOCATION_TYPE_HOST_NUMA}) {
    properties.location.type = type;
    expect(properties, ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "prop->location.type");
  }
  properties.location.type = ACL_MEM_LOCATION_TYPE_MANAGED;
  expect(properties, ACL_ERROR_RT_PARAM_INVALID, "prop->location.type");

  properties = PropertiesOf(0);
  aclrtDrvMemHandle handle = nullptr;
  for (const auto attribute : {ACL_HBM_MEM_HUGE, ACL_HBM_MEM_NORMAL, ACL_HBM_MEM_HUGE1G, ACL_MEM_HUGE}) {
    properties.memAttr = attribute;
    EXPECT_EQ(aclrtMallocPhysical(&handle, kPiece, &properties, 0), ACL_SUCCESS);
    aclrtPhysicalMemProp found{};
    EXPECT_EQ(aclrtMemGetAllocationPropertiesFromHandle(handle, &found), ACL_SUCCESS);
    EXPECT_EQ(found.memAttr, attribute);
    EXPECT_EQ(found.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
    EXPECT_EQ(found.location.id, 0U);
    EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
    ExpectFailure(aclrtMemGetAllocationPropertiesFromHandle(handle, &found), ACL_ERROR_RT_INVALID_HANDLE,
                  {"handle", "freed before"});
  }
  ExpectFailure(aclrtMemGetAllocationPropertiesFromHandle(handle, nullptr), ACL_ERROR_INVALID_PARAM,
                {"prop", "null"});
  ExpectFailure(aclrtMemGetAllocationPropertiesFromHandle(nullptr, &properties), ACL_ERROR_INVALID_PARAM,
                {"handle", "null"});
}

TEST_F(PhysicalMemoryTest, PhysicalMemoryCountsAgainstTheDevice) {
  const aclrtPhysicalMemProp properties = PropertiesOf(0);
  aclrtDrvMemHandle handle = nullptr;
  ExpectFailure(aclrtMallocPhysical(nullptr, kPiece, &properties, 0), ACL_ERROR_INVALID_PARAM, {"handle"});
  ExpectFailure(aclrtMallocPhysical(&handle, kPiece, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"prop"});
  ExpectFailure(aclrtMallocPhysical(&handle, 0, &properties, 0), ACL_ERROR_INVALID_PARAM, {"size", "0"});
  ExpectFailure(aclrtMallocPhysical(&handle, kMib, &properties, 0), ACL_ERROR_RT_PARAM_INVALID,
                {"size", "2097152", "1048576"});
  ExpectFailure(aclrtMallocPhysical(&handle, kPiece, &properties, 1), ACL_ERROR_RT_PARAM_INVALID, {"flags"});
  ExpectFailure(aclrtMallocPhysical(&handle, size_t{1} << 40, &properties, 0), ACL_ERROR_RT_MEMORY_ALLOCATION,
                {"Failed to allocate"});
  EXPECT_EQ(handle, nullptr);
  std::vector<aclrtDrvMemHandle> handles;
  while (aclrtMallocPhysical(&handle, 32 * kMib, &properties, 0) == ACL_SUCCESS) {
    handles.push_back(handle);
    ASSERT_LE(handles.size(), 8U);
    EXPECT_EQ(FreeBytes(), free_ - handles.size() * 32 * kMib);
  }
  EXPECT_GE(handles.size(), 7U);
  void* block = nullptr;
  EXPECT_EQ(aclrtMalloc(&block, 32 * kMib, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_MEMORY_ALLOCATION);
  for (aclrtDrvMemHandle const each : handles) {
    EXPECT_EQ(aclrtFreePhysical(each), ACL_SUCCESS);
  }
  ExpectFailure(aclrtFreePhysical(handle), ACL_ERROR_RT_INVALID_HANDLE,
                {"aclrtFreePhysical", "freed before"});
  ExpectFailure(aclrtFreePhysical(&handle), ACL_ERROR_RT_INVALID_HANDLE, {"not of aclrtMallocPhysical"});
  ExpectFailure(aclrtFreePhysical(stream_), ACL_ERROR_RT_INVALID_HANDLE, {"handle"});
  ExpectFailure(aclrtFreePhysical(nullptr), ACL_ERROR_INVALID_PARAM, {"null"});
}

TEST_F(PhysicalMemoryTest, ExportsAreChecked) {
  aclrtDrvMemHandle const handle = Allocate(kPiece);
  uint64_t number = 5;
  constexpr auto kHandleType = ACL_MEM_HANDLE_TYPE_NONE;
  constexpr auto kShareType = ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT;
  ExpectFailure(aclrtMemExportToShareableHandle(nullptr, kHandleType, 0, &number), ACL_ERROR_INVALID_PARAM,
                {"handle"});
  ExpectFailure(aclrtMemExportToShareableHandle(handle, kHandleType, 0, nullptr), ACL_ERROR_INVALID_PARAM,
                {"shareableHandle"});
  ExpectFailure(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_POSIX, 0, &number),
                ACL_ERROR_RT_PARAM_INVALID, {"handleType"});
  ExpectFailure(aclrtMemExportToShareableHandle(handle, kHandleType, 2, &number), ACL_ERROR_RT_PARAM_INVALID,
                {"flags"});
  ExpectFailure(aclrtMemExportToShareableHandle(stream_, kHandleType, 0, &number),
                ACL_ERROR_RT_INVALID_HANDLE, {"handle"});
  aclrtMemFabricHandle fabric{};
  ExpectFailure(aclrtMemExportToShareableHandleV2(handle, 0, ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, &fabric),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"shareType", "FABRIC"});
  ExpectFailure(aclrtMemExportToShareableHandleV2(handle, 0, AnyEnum<aclrtMemSharedHandleType>(3), &number),
                ACL_ERROR_RT_PARAM_INVALID, {"shareType", "3"});
  ExpectFailure(aclrtMemExportToShareableHandleV2(handle, 0, kShareType, nullptr), ACL_ERROR_INVALID_PARAM,
                {"shareableHandle"});
  EXPECT_EQ(number, 5U);
  EXPECT_EQ(aclrtMemExportToShareableHandle(handle, kHandleType, 0, &number), ACL_SUCCESS);
  uint64_t second = 5;
  ExpectFailure(aclrtMemExportToShareableHandleV2(handle, 0, kShareType, &second), ACL_ERROR_RT_PARAM_INVALID,
                {"handle", "not exported yet"});
  EXPECT_EQ(second, 5U);

  std::array<int32_t, 2> processes{1, 2};
  EXPECT_EQ(aclrtMemSetPidToShareableHandle(number, processes.data(), 2), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemSetPidToShareableHandleV2(&number, kShareType, processes.data(), 2), ACL_SUCCESS);
  ExpectFailure(aclrtMemSetPidToShareableHandle(number, nullptr, 2), ACL_ERROR_INVALID_PARAM, {"pid"});
  ExpectFailure(aclrtMemSetPidToShareableHandle(number, processes.data(), 0), ACL_ERROR_INVALID_PARAM,
                {"pidNum"});
  processes[1] = -3;
  ExpectFailure(aclrtMemSetPidToShareableHandle(number, processes.data(), 2), ACL_ERROR_RT_PARAM_INVALID,
                {"pid", "-3"});
  ExpectFailure(aclrtMemSetPidToShareableHandle(number + 1, processes.data(), 1), ACL_ERROR_RT_INVALID_HANDLE,
                {"shareableHandle"});
  ExpectFailure(aclrtMemSetPidToShareableHandleV2(nullptr, kShareType, processes.data(), 1),
                ACL_ERROR_INVALID_PARAM, {"shareableHandle"});
  ExpectFailure(
      aclrtMemSetPidToShareableHandleV2(&fabric, ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, processes.data(), 1),
      ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"FABRIC"});
  std::vector<int32_t> many(1001);
  for (size_t index = 0; index < many.size(); ++index) {
    many[index] = static_cast<int32_t>(index + 1);
  }
  ExpectFailure(aclrtMemSetPidToShareableHandle(number, many.data(), many.size()),
                ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, {"1000"});

  aclrtDrvMemHandle imported = nullptr;
  ExpectFailure(aclrtMemImportFromShareableHandle(number, 0, &imported), ACL_ERROR_RT_PARAM_INVALID,
                {"of this process"});
  ExpectFailure(aclrtMemImportFromShareableHandle(number, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"handle"});
  ExpectFailure(aclrtMemImportFromShareableHandle(number, 2, &imported), ACL_ERROR_RT_INVALID_DEVICEID,
                {"2"});
  for (const uint64_t stranger : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}}) {
    ExpectFailure(aclrtMemImportFromShareableHandle(stranger, 0, &imported), ACL_ERROR_RT_INVALID_HANDLE,
                  {"shares no memory"});
  }
  ExpectFailure(aclrtMemImportFromShareableHandleV2(&number, kShareType, 0, &imported),
                ACL_ERROR_RT_PARAM_INVALID, {"of this process"});
  ExpectFailure(aclrtMemImportFromShareableHandleV2(&number, kShareType, 1, &imported),
                ACL_ERROR_RT_PARAM_INVALID, {"flags"});
  ExpectFailure(aclrtMemImportFromShareableHandleV2(nullptr, kShareType, 0, &imported),
                ACL_ERROR_INVALID_PARAM, {"shareableHandle"});
  ExpectFailure(aclrtMemImportFromShareableHandleV2(&number, kShareType, 0, nullptr), ACL_ERROR_INVALID_PARAM,
                {"handle"});
  ExpectFailure(aclrtMemImportFromShareableHandleV2(&fabric, ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, 0, &imported),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"FABRIC"});
  OnNewThread([&] {
    ExpectFailure(aclrtMemImportFromShareableHandleV2(&number, kShareType, 0, &imported),
                  ACL_ERROR_RT_CONTEXT_NULL, {});
  });
  EXPECT_EQ(imported, nullptr);
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
  processes[1] = 2;
  ExpectFailure(aclrtMemSetPidToShareableHandle(number, processes.data(), 1), ACL_ERROR_RT_INVALID_HANDLE,
                {"shareableHandle"});
}

}  // namespace
}  // namespace openaclnn::runtime
