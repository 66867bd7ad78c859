// SPDX-License-Identifier: Apache-2.0
//
// Communicators: made, asked about, destroyed.
#include "collectives/communicators.h"

#include <cstring>

#include "api/hccl/answer.h"
#include "hccl/hccl.h"

namespace collectives = openaclnn::collectives;
using collectives::Answer;
using collectives::NullArgument;
using collectives::Result;

namespace {

constexpr uint64_t kNoPart = 0xFFFFFFFF;

Result ExpectNotNull(const char* argument, const void* pointer) {
  return pointer == nullptr ? NullArgument(argument) : Result::Ok();
}

Result CreateFromRootInfo(uint32_t rankCount, const HcclRootInfo* rootInfo, uint32_t rank,
                          const HcclCommConfig* config, HcclComm* comm) {
  OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("rootInfo", rootInfo));
  OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("comm", comm));
  collectives::Configuration configuration = collectives::DefaultConfiguration();
  if (config != nullptr) {
    OPENACLNN_RETURN_IF_FAILED(collectives::ReadConfiguration(config, &configuration));
  }
  return collectives::CreateFromRootInfo(rankCount, *rootInfo, rank, configuration, comm);
}

Result CreateFromRankTable(const char* path, uint32_t rank, const HcclCommConfig* config, HcclComm* comm) {
  OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("clusterInfo", path));
  OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("comm", comm));
  collectives::Configuration configuration = collectives::DefaultConfiguration();
  if (config != nullptr) {
    OPENACLNN_RETURN_IF_FAILED(collectives::ReadConfiguration(config, &configuration));
  }
  return collectives::CreateFromRankTable(path, rank, configuration, comm);
}

// Hands what `get` says of a live communicator to an output argument.
template <typename Value, typename Get>
Result Ask(HcclComm comm, const char* argument, Value* value, const Get& get) {
  std::shared_ptr<collectives::Communicator> found;
  OPENACLNN_RETURN_IF_FAILED(collectives::FindCommunicator(comm, &found));
  OPENACLNN_RETURN_IF_FAILED(ExpectNotNull(argument, value));
  get(*found);
  return Result::Ok();
}

}  // namespace

extern "C" {

HcclResult HcclGetRootInfo(HcclRootInfo* rootInfo) {
  return Answer("HcclGetRootInfo", [&]() -> Result {
    OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("rootInfo", rootInfo));
    return collectives::CreateRootInfo(rootInfo);
  });
}

HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo* rootInfo, uint32_t rank,
                                HcclComm* comm) {
  return Answer("HcclCommInitRootInfo",
                [&] { return CreateFromRootInfo(nRanks, rootInfo, rank, nullptr, comm); });
}

HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks, const HcclRootInfo* rootInfo, uint32_t rank,
                                      const HcclCommConfig* config, HcclComm* comm) {
  return Answer("HcclCommInitRootInfoConfig", [&]() -> Result {
    OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("config", config));
    return CreateFromRootInfo(nRanks, rootInfo, rank, config, comm);
  });
}

HcclResult HcclCommInitAll(uint32_t ndev, int32_t* devices, HcclComm* comms) {
  return Answer("HcclCommInitAll", [&]() -> Result {
    OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("devices", devices));
    OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("comms", comms));
    return collectives::CreateForDevices(ndev, devices, comms);
  });
}

HcclResult HcclCommInitClusterInfo(const char* clusterInfo, uint32_t rank, HcclComm* comm) {
  return Answer("HcclCommInitClusterInfo",
                [&] { return CreateFromRankTable(clusterInfo, rank, nullptr, comm); });
}

HcclResult HcclCommInitClusterInfoConfig(const char* clusterInfo, uint32_t rank, HcclCommConfig* config,
                                         HcclComm* comm) {
  return Answer("HcclCommInitClusterInfoConfig", [&]() -> Result {
    OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("config", config));
    return CreateFromRankTable(clusterInfo, rank, config, comm);
  });
}

HcclResult HcclCreateSubCommConfig(HcclComm* comm, uint32_t rankNum, uint32_t* rankIds, uint64_t subCommId,
                                   uint32_t subCommRankId, HcclCommConfig* config, HcclComm* subComm) {
  return Answer("HcclCreateSubCommConfig", [&]() -> Result {
    OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("subComm", subComm));
    if (rankIds == nullptr && subCommId == kNoPart) {
      *subComm = nullptr;
      return Result::Ok();
    }
    OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("comm", comm));
    OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("rankIds", rankIds));
    OPENACLNN_RETURN_IF_FAILED(ExpectNotNull("config", config));
    std::shared_ptr<collectives::Communicator> whole;
    OPENACLNN_RETURN_IF_FAILED(collectives::FindCommunicator(*comm, &whole));
    if (rankNum == 0 || rankNum > whole->About().rankCount) {
      return collectives::BadArgument("rankNum", "1 to " + std::to_string(whole->About().rankCount),
                                      std::to_string(rankNum));
    }
    collectives::Configuration configuration;
    OPENACLNN_RETURN_IF_FAILED(collectives::ReadConfiguration(config, &configuration));
    return collectives::CreatePart(*whole, {{rankIds, rankIds + rankNum}, subCommId, subCommRankId},
                                   configuration, subComm);
  });
}

HcclResult HcclCommDestroy(HcclComm comm) {
  return Answer("HcclCommDestroy", [&] { return collectives::DestroyCommunicator(comm); });
}

HcclResult HcclGetRankSize(HcclComm comm, uint32_t* rankSize) {
  return Answer("HcclGetRankSize", [&] {
    return Ask(comm, "rankSize", rankSize, [&](const auto& found) { *rankSize = found.About().rankCount; });
  });
}

HcclResult HcclGetRankId(HcclComm comm, uint32_t* rank) {
  return Answer("HcclGetRankId", [&] {
    return Ask(comm, "rank", rank, [&](const auto& found) { *rank = found.About().rank; });
  });
}

HcclResult HcclGetCommName(HcclComm comm, char* commName) {
  return Answer("HcclGetCommName", [&] {
    return Ask(comm, "commName", commName, [&](const auto& found) {
      const std::string& name = found.About().name;
      std::memcpy(commName, name.c_str(), name.size() + 1);
    });
  });
}

HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult* asyncError) {
  return Answer("HcclGetCommAsyncError", [&] {
    return Ask(comm, "asyncError", asyncError, [&](const auto& found) { *asyncError = found.AsyncError(); });
  });
}

uint32_t HcclGetCommConfigCapability() {
  return HCCL_COMM_CONFIG_RESERVED;
}

}  // extern "C"
