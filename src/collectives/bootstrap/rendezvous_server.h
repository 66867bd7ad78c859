// SPDX-License-Identifier: Apache-2.0
//
// Where the ranks of a communicator meet: a thread in the process of one of them. It answers those alone who
// know the identifier, which it looks at before anything else; it tells each rank who the others are, and all
// of them if something is wrong.
#pragma once

#include "collectives/bootstrap/environment.h"
#include "collectives/carriers/socket.h"
#include "collectives/identifier.h"
#include "collectives/result.h"

namespace openaclnn::collectives {

// Listens at a port that HostPorts admits. HCCL_E_TCP_CONNECT if all are taken.
[[nodiscard]] Result ListenOnHostPort(Address host, Descriptor* listener, Address* bound);

// Returns at once; ends by itself when the ranks have met, or when the connect timeout is over.
void ServeRendezvous(Descriptor listener, const Identifier& identifier, WhiteList whiteList);

}  // namespace openaclnn::collectives
