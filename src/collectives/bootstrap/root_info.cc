// SPDX-License-Identifier: Apache-2.0
#include "collectives/bootstrap/root_info.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

#include "collectives/bootstrap/environment.h"
#include "collectives/bootstrap/rendezvous_server.h"

namespace openaclnn::collectives {
namespace {

constexpr std::array<char, 8> kMagic{'o', 'a', 'n', 'n', 'r', 'o', 'o', 't'};
constexpr uint32_t kVersion = 1;

struct Layout {
  std::array<char, 8> magic;
  uint32_t version;
  PackedAddress address;
  Identifier identifier;
  std::array<char, COMM_NAME_MAX_LENGTH> name;
};
static_assert(sizeof(Layout) <= sizeof(HcclRootInfo));

}  // namespace

void Write(const RootInfo& info, HcclRootInfo* blob) {
  Layout layout{kMagic, kVersion, Pack(info.address), info.identifier, {}};
  std::copy_n(info.name.begin(), std::min(info.name.size(), layout.name.size() - 1), layout.name.begin());
  std::memset(blob, 0, sizeof *blob);
  std::memcpy(blob, &layout, sizeof layout);
}

Result Read(const HcclRootInfo& blob, RootInfo* info) {
  Layout layout{};
  std::memcpy(static_cast<void*>(&layout), &blob, sizeof layout);
  const auto address = Unpack(layout.address);
  if (layout.magic != kMagic || layout.version != kVersion || !address || layout.name.back() != '\0') {
    return BadArgument("rootInfo", "what HcclGetRootInfo wrote", "other bytes");
  }
  *info = {layout.identifier, *address, layout.name.data()};
  return Result::Ok();
}

Result MakeRootInfo(int deviceId, RootInfo* info) {
  HostAddress host;
  OPENACLNN_RETURN_IF_FAILED(FindHostAddress(&host));
  WhiteList whiteList;
  OPENACLNN_RETURN_IF_FAILED(WhiteList::Read(&whiteList));
  Descriptor listener;
  OPENACLNN_RETURN_IF_FAILED(ListenOnHostPort(host.address, &listener, &info->address));
  info->identifier = NewIdentifier();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  info->name = host.address.Host() + "%" + host.interface + "_" + std::to_string(info->address.Port()) + "_" +
               std::to_string(deviceId) + "_" +
               std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
  ServeRendezvous(std::move(listener), info->identifier, std::move(whiteList));
  return Result::Ok();
}

}  // namespace openaclnn::collectives
