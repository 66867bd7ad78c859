// SPDX-License-Identifier: Apache-2.0
//
// Which devices may reach the memory of which. Here every device can reach all memory; the access has to be
// opened all the same where the emulated product wants that, so that a program that works here does so there.
#pragma once

#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

[[nodiscard]] Status CanAccessPeer(int32_t deviceId, int32_t peerId, int32_t* canAccess);

// Opens or closes the way from the current device to another. A repeat is fine.
[[nodiscard]] Status EnablePeerAccess(int32_t peerId, uint32_t flags);
[[nodiscard]] Status DisablePeerAccess(int32_t peerId);

[[nodiscard]] Status GetPeerAccess(int32_t deviceId, int32_t peerId, int32_t* status);

// The kind of link between two devices, one of ACL_RT_DEVS_TOPOLOGY_*.
[[nodiscard]] Status GetTopology(uint32_t deviceId, uint32_t otherId, uint64_t* link);

// For parts of the runtime that open a way on the caller's behalf; both ids are valid.
void OpenPeerAccess(int from, int to);

// What a copy between memory of two devices needs: Ok where they are the same one, where the way is open in
// one direction at least, and on products that ask for none.
[[nodiscard]] Status ExpectPeerAccess(int source, int destination);

// The same for work of a device on memory of another one: kRtParamInvalid that names the argument.
[[nodiscard]] Status ExpectReachable(const char* argument, int memoryDevice, int workingDevice);

}  // namespace openaclnn::runtime
