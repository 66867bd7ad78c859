// SPDX-License-Identifier: Apache-2.0
#include "collectives/communicators.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "base/log.h"
#include "base/no_destructor.h"
#include "collectives/bootstrap/environment.h"
#include "collectives/bootstrap/rank_table.h"
#include "collectives/bootstrap/rendezvous_server.h"
#include "collectives/bootstrap/root_info.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/handle_table.h"
#include "runtime/core/initialized.h"
#include "runtime/device/visible_devices.h"
#include "runtime/stream/streams.h"

namespace openaclnn::collectives {
namespace {

// Both names of a device's communicators that live.
class Names {
 public:
  // False: it is taken.
  bool Take(int deviceId, const std::string& name) {
    const std::lock_guard lock(mutex_);
    return names_.emplace(deviceId, name).second;
  }
  void Release(int deviceId, const std::string& name) {
    const std::lock_guard lock(mutex_);
    names_.erase({deviceId, name});
  }

 private:
  std::mutex mutex_;
  std::set<std::pair<int, std::string>> names_;
};

struct Registry {
  runtime::HandleTable<Communicator> table{runtime::HandleKind::kCommunicator};
  Names names;
};

Registry& All() {
  static NoDestructor<Registry> registry;
  return *registry;
}

// A name while a communicator is being made: given back unless that succeeds.
class TakenName {
 public:
  TakenName(int deviceId, std::string name)
      : deviceId_(deviceId), name_(std::move(name)), isTaken_(All().names.Take(deviceId_, name_)) {}
  TakenName(const TakenName&) = delete;
  TakenName& operator=(const TakenName&) = delete;
  ~TakenName() {
    if (isTaken_) {
      All().names.Release(deviceId_, name_);
    }
  }

  [[nodiscard]] Result Expect() const {
    return isTaken_
               ? Result::Ok()
               : BadArgument("config->hcclCommName",
                             "a name that no communicator of device " + std::to_string(deviceId_) + " has",
                             "\"" + name_ + "\"");
  }
  void Keep() { isTaken_ = false; }

 private:
  const int deviceId_;
  const std::string name_;
  bool isTaken_;
};

Result CurrentDevice(int* deviceId) {
  std::shared_ptr<runtime::Context> context;
  OPENACLNN_RETURN_IF_FAILED(FromStatus(runtime::CurrentContext(&context)));
  *deviceId = context->DeviceId();
  return Result::Ok();
}

Result ExpectRanks(uint32_t rankCount, uint32_t rank) {
  if (rankCount == 0 || rankCount > kMostRanks) {
    return BadArgument("nRanks", "1 to " + std::to_string(kMostRanks), std::to_string(rankCount));
  }
  return rank < rankCount ? Result::Ok()
                          : BadArgument("rank", "a number below nRanks, " + std::to_string(rankCount),
                                        std::to_string(rank));
}

HcclComm Keep(CommunicatorInfo info, Mesh mesh) {
  return All().table.Insert(std::make_shared<Communicator>(std::move(info), std::move(mesh)));
}

Result MeetAs(const Rendezvous& rendezvous, CommunicatorInfo info, HcclComm* handle) {
  TakenName name(info.deviceId, info.name);
  OPENACLNN_RETURN_IF_FAILED(name.Expect());
  Mesh mesh;
  OPENACLNN_RETURN_IF_FAILED(Meet(rendezvous, &mesh, &info.group));
  *handle = Keep(std::move(info), std::move(mesh));
  name.Keep();
  return Result::Ok();
}

}  // namespace

Result FindCommunicator(HcclComm handle, std::shared_ptr<Communicator>* communicator) {
  if (handle == nullptr) {
    return NullArgument("comm");
  }
  *communicator = All().table.Find(handle);
  if (*communicator == nullptr) {
    return BadArgument(
        "comm", "a live communicator",
        runtime::AddressText(handle) +
            (All().table.WasLive(handle) ? ", which was destroyed before" : ", which never was one"));
  }
  return Result::Ok();
}

Result FindTarget(HcclComm comm, aclrtStream streamHandle, Target* target) {
  OPENACLNN_RETURN_IF_FAILED(FindCommunicator(comm, &target->communicator));
  OPENACLNN_RETURN_IF_FAILED(target->communicator->ExpectHealthy());
  OPENACLNN_RETURN_IF_FAILED(FromStatus(runtime::StreamToUse(streamHandle, &target->stream)));
  const int expected = target->communicator->About().deviceId;
  return target->stream->DeviceId() == expected
             ? Result::Ok()
             : BadArgument("stream", "one of the communicator's device " + std::to_string(expected),
                           "one of device " + std::to_string(target->stream->DeviceId()));
}

Result CreateRootInfo(HcclRootInfo* blob) {
  int deviceId = 0;
  OPENACLNN_RETURN_IF_FAILED(CurrentDevice(&deviceId));
  RootInfo info;
  OPENACLNN_RETURN_IF_FAILED(MakeRootInfo(deviceId, &info));
  Write(info, blob);
  return Result::Ok();
}

Result CreateFromRootInfo(uint32_t rankCount, const HcclRootInfo& blob, uint32_t rank,
                          const Configuration& configuration, HcclComm* handle) {
  int deviceId = 0;
  RootInfo info;
  OPENACLNN_RETURN_IF_FAILED(ExpectRanks(rankCount, rank));
  OPENACLNN_RETURN_IF_FAILED(Read(blob, &info));
  OPENACLNN_RETURN_IF_FAILED(CurrentDevice(&deviceId));
  const Rendezvous rendezvous{.server = info.address,
                              .identifier = info.identifier,
                              .rankCount = rankCount,
                              .rank = rank,
                              .configuration = DigestOf(configuration)};
  return MeetAs(rendezvous,
                {.name = configuration.name.empty() ? info.name : configuration.name,
                 .deviceId = deviceId,
                 .rank = rank,
                 .rankCount = rankCount,
                 .timeout = configuration.timeout},
                handle);
}

Result CreateFromRankTable(const char* path, uint32_t rank, const Configuration& configuration,
                           HcclComm* handle) {
  int deviceId = 0;
  RankTable table;
  OPENACLNN_RETURN_IF_FAILED(ReadRankTable(path, &table));
  const auto rankCount = static_cast<uint32_t>(table.ranks.size());
  OPENACLNN_RETURN_IF_FAILED(ExpectRanks(rankCount, rank));
  OPENACLNN_RETURN_IF_FAILED(CurrentDevice(&deviceId));
  if (table.ranks[rank].deviceId != deviceId) {
    log::Write(log::Module::kApi, log::Level::kWarning, log::Where::Here(),
               std::string(path) + ": rank " + std::to_string(rank) + " is said to be on device " +
                   std::to_string(table.ranks[rank].deviceId) + ", the current one is " +
                   std::to_string(deviceId));
  }
  Rendezvous rendezvous{.server = {},
                        .ifRefused = IfRefused::kTryAgain,
                        .identifier = table.content,
                        .rankCount = rankCount,
                        .rank = rank,
                        .configuration = DigestOf(configuration)};
  OPENACLNN_RETURN_IF_FAILED(MeetingPoint(table, &rendezvous.server));
  if (rank == 0) {
    WhiteList whiteList;
    Descriptor listener;
    Address bound;
    OPENACLNN_RETURN_IF_FAILED(WhiteList::Read(&whiteList));
    if (const Result result = Listen(rendezvous.server, &listener, &bound); !result.IsOk()) {
      return {HCCL_E_TCP_CONNECT, "clusterInfo: rank 0 cannot wait for the others: " + result.Message() +
                                      "; another job may use the port"};
    }
    ServeRendezvous(std::move(listener), table.content, std::move(whiteList));
  }
  return MeetAs(rendezvous,
                {.name = configuration.name.empty() ? "hccl_world_group" : configuration.name,
                 .deviceId = deviceId,
                 .rank = rank,
                 .rankCount = rankCount,
                 .timeout = configuration.timeout},
                handle);
}

Result CreateForDevices(uint32_t count, const int32_t* devices, HcclComm* handles) {
  OPENACLNN_RETURN_IF_FAILED(FromStatus(runtime::ExpectInitialized()));
  OPENACLNN_RETURN_IF_FAILED(ExpectRanks(count, 0));
  std::set<int32_t> seen;
  for (uint32_t rank = 0; rank < count; ++rank) {
    const std::string argument = "devices[" + std::to_string(rank) + "]";
    OPENACLNN_RETURN_IF_FAILED(FromStatus(runtime::ExpectDevice(argument.c_str(), devices[rank])));
    if (!seen.insert(devices[rank]).second) {
      return BadArgument(argument, "each device once", std::to_string(devices[rank]) + " again");
    }
  }
  std::vector<Mesh> meshes;
  OPENACLNN_RETURN_IF_FAILED(ConnectHere(count, Clock::now() + ConnectTimeout(), &meshes));
  const Identifier group = NewIdentifier();
  std::string name = "devices_";
  for (const uint8_t byte : group) {
    constexpr const char* kDigits = "0123456789abcdef";
    name += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  for (uint32_t rank = 0; rank < count; ++rank) {
    static_cast<void>(All().names.Take(devices[rank], name));  // nobody has it
    handles[rank] = Keep({.name = name,
                          .deviceId = devices[rank],
                          .rank = rank,
                          .rankCount = count,
                          .timeout = DefaultExecTimeout(),
                          .group = group},
                         std::move(meshes[rank]));
  }
  return Result::Ok();
}

Result CreatePart(Communicator& whole, const PartRequest& request, Configuration configuration,
                  HcclComm* handle) {
  const CommunicatorInfo& of = whole.About();
  OPENACLNN_RETURN_IF_FAILED(whole.ExpectHealthy());
  if (of.isPart) {
    return BadArgument("comm", "a communicator that is not a part of another",
                       "\"" + of.name + "\", which is");
  }
  std::set<uint32_t> seen;
  for (const uint32_t rank : request.ranks) {
    if (rank >= of.rankCount || !seen.insert(rank).second) {
      return BadArgument("rankIds", "ranks below " + std::to_string(of.rankCount) + ", each once",
                         std::to_string(rank));
    }
  }
  if (request.rank >= request.ranks.size() || request.ranks[request.rank] != of.rank) {
    return BadArgument("subCommRankId", "the position of rank " + std::to_string(of.rank) + " in rankIds",
                       std::to_string(request.rank));
  }
  const bool isNamed = !configuration.name.empty();
  if (!isNamed) {
    configuration.name =
        (of.name + "_sub_" + std::to_string(request.number)).substr(0, COMM_NAME_MAX_LENGTH - 1);
  }
  TakenName name(of.deviceId, configuration.name);
  OPENACLNN_RETURN_IF_FAILED(name.Expect());
  if (!isNamed && !whole.TakePartNumber(request.number)) {
    return BadArgument("subCommId", "a number that no part of \"" + of.name + "\" had before",
                       std::to_string(request.number));
  }
  // Members that do not agree do not find each other, and say so when the time is over.
  Digest digest;
  digest.Add(request.number).Add(DigestOf(configuration));
  for (const uint32_t rank : request.ranks) {
    digest.Add(rank);
  }
  const auto timeout = ConnectTimeout();
  const Deadline deadline = Clock::now() + timeout;
  Descriptor listener;
  Member self;
  OPENACLNN_RETURN_IF_FAILED(ListenForMembers(&listener, &self));
  RankGroup group{of.group, request.rank, {}};
  OPENACLNN_RETURN_IF_FAILED(whole.Gather(digest.Value(), request.ranks, self, timeout, &group.members));
  std::string secret(of.group.begin(), of.group.end());
  group.identifier = IdentifierOf(secret + std::to_string(digest.Value()));
  Mesh mesh;
  OPENACLNN_RETURN_IF_FAILED(ConnectMembers(group, listener, deadline, &mesh));
  *handle = Keep({.name = configuration.name,
                  .deviceId = of.deviceId,
                  .rank = request.rank,
                  .rankCount = static_cast<uint32_t>(request.ranks.size()),
                  .timeout = configuration.timeout,
                  .group = group.identifier,
                  .isPart = true},
                 std::move(mesh));
  name.Keep();
  return Result::Ok();
}

Result DestroyCommunicator(HcclComm handle) {
  std::shared_ptr<Communicator> communicator;
  OPENACLNN_RETURN_IF_FAILED(FindCommunicator(handle, &communicator));
  OPENACLNN_RETURN_IF_FAILED(communicator->Close());
  if (All().table.Remove(handle) != nullptr) {
    All().names.Release(communicator->About().deviceId, communicator->About().name);
  }
  return Result::Ok();
}

}  // namespace openaclnn::collectives
