// SPDX-License-Identifier: Apache-2.0
#include "collectives/bootstrap/rendezvous.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <span>
#include <string>

#include "base/log.h"
#include "collectives/bootstrap/carrier_choice.h"
#include "collectives/bootstrap/environment.h"

namespace openaclnn::collectives {
namespace {

using std::chrono::seconds;

// How much longer than the server a rank waits, to be told by it what is wrong.
constexpr auto kTimeToTell = seconds(20);

// The first that a rank says on a connection to another.
struct MemberGreeting {
  Greeting greeting;
  uint32_t from = 0;
  uint32_t to = 0;
};

struct Stranger {
  Descriptor socket;
  Address from;
  Deadline deadline;
  MemberGreeting greeting;
  size_t received = 0;
};

// True: it is whole. Closes the connection of who is not meant.
bool ReadGreeting(Stranger& stranger, const RankGroup& group) {
  auto* bytes = reinterpret_cast<std::byte*>(&stranger.greeting);
  const ssize_t received =
      recv(stranger.socket.Get(), bytes + stranger.received, sizeof stranger.greeting - stranger.received, 0);
  if (received < 0 && (errno == EAGAIN || errno == EINTR)) {
    return false;
  }
  stranger.received += received > 0 ? static_cast<size_t>(received) : 0;
  const Greeting& greeting = stranger.greeting.greeting;
  const bool isWrong = stranger.received >= sizeof(Greeting) &&
                       (greeting.magic != kRendezvousMagic || greeting.version != kProtocolVersion ||
                        !SameIdentifier(greeting.identifier, group.identifier));
  if (received <= 0 || isWrong) {
    log::Write(log::Module::kApi, log::Level::kWarning, log::Where::Here(),
               "a communicator's port: " + stranger.from.Text() + " does not belong here, and was sent away");
    stranger.socket.Close();
    return false;
  }
  return stranger.received == sizeof stranger.greeting;
}

// Waits for the ranks above, at the listener.
class Reception {
 public:
  Reception(const RankGroup& group, const Descriptor& listener, const WhiteList& whiteList,
            Connections& connections)
      : group_(group), listener_(listener), whiteList_(whiteList), connections_(connections) {}

  Result Run(Deadline deadline) {
    size_t missing = group_.members.size() - 1 - group_.rank;
    while (missing > 0) {
      if (Clock::now() >= deadline) {
        return {HCCL_E_TIMEOUT, "rank " + std::to_string(FirstMissing()) + " did not connect in time"};
      }
      OPENACLNN_RETURN_IF_FAILED(Wait(deadline));
      for (Stranger& stranger : strangers_) {
        if (stranger.socket.IsOpen() && ReadGreeting(stranger, group_)) {
          missing -= Take(stranger) ? 1 : 0;
        } else if (Clock::now() >= stranger.deadline) {
          stranger.socket.Close();
        }
      }
      std::erase_if(strangers_, [](const Stranger& one) { return !one.socket.IsOpen(); });
    }
    return Result::Ok();
  }

 private:
  Result Wait(Deadline deadline) {
    std::vector<pollfd> entries{{listener_.Get(), POLLIN, 0}};
    for (const Stranger& stranger : strangers_) {
      entries.push_back({stranger.socket.Get(), POLLIN, 0});
      deadline = std::min(deadline, stranger.deadline);
    }
    if (poll(entries.data(), entries.size(), MillisecondsUntil(deadline)) < 0 && errno != EINTR) {
      return {HCCL_E_SYSCALL, SystemError("poll", errno)};
    }
    Stranger stranger;
    while (strangers_.size() < kMostStrangers &&
           (stranger.socket = Accept(listener_, &stranger.from)).IsOpen()) {
      stranger.deadline = Clock::now() + kGreetingTime;
      if (whiteList_.Admits(stranger.from)) {
        strangers_.push_back(std::move(stranger));
      }
      stranger = Stranger();
    }
    return Result::Ok();
  }

  bool Take(Stranger& stranger) {
    const uint32_t from = stranger.greeting.from;
    const bool fits = stranger.greeting.to == group_.rank && from > group_.rank &&
                      from < group_.members.size() && !connections_[from].IsOpen();
    if (fits) {
      connections_[from] = std::move(stranger.socket);
    }
    stranger.socket.Close();
    return fits;
  }

  [[nodiscard]] size_t FirstMissing() const {
    size_t rank = group_.rank + 1;
    while (connections_[rank].IsOpen()) {
      ++rank;
    }
    return rank;
  }

  const RankGroup& group_;
  const Descriptor& listener_;
  const WhiteList& whiteList_;
  Connections& connections_;
  std::deque<Stranger> strangers_;
};

Result AwaitReply(const Descriptor& server, Deadline deadline, ReplyKind expected, Reply* reply) {
  Result received = Receive(server, reply, deadline);
  if (received.Code() == HCCL_E_REMOTE) {
    return {HCCL_E_TCP_CONNECT,
            "the process that made the root info does not know it (any longer), or has ended"};
  }
  OPENACLNN_RETURN_IF_FAILED(received);
  if (reply->kind == ReplyKind::kFailure) {
    return Unpack(reply->result);
  }
  return reply->kind == expected ? Result::Ok() : Result(HCCL_E_INTERNAL, "an unexpected answer");
}

}  // namespace

Result ListenForMembers(Descriptor* listener, Member* member) {
  HostAddress host;
  OPENACLNN_RETURN_IF_FAILED(FindHostAddress(&host));
  Address bound;
  OPENACLNN_RETURN_IF_FAILED(Listen(host.address, listener, &bound));
  *member = {Pack(bound), ProcessIdentifier()};
  return Result::Ok();
}

Result ConnectMembers(const RankGroup& group, const Descriptor& listener, Deadline deadline, Mesh* mesh) {
  WhiteList whiteList;
  OPENACLNN_RETURN_IF_FAILED(WhiteList::Read(&whiteList));
  Connections& connections = mesh->connections;
  connections.clear();
  connections.resize(group.members.size());
  for (uint32_t peer = 0; peer < group.rank; ++peer) {
    const auto address = Unpack(group.members[peer].address);
    if (!address) {
      return {HCCL_E_INTERNAL, "rank " + std::to_string(peer) + " has no address"};
    }
    Result result = Connect(*address, IfRefused::kFail, deadline, &connections[peer]);
    if (result.IsOk()) {
      result = Send(connections[peer], MemberGreeting{{.identifier = group.identifier}, group.rank, peer},
                    deadline);
    }
    if (!result.IsOk()) {
      return {result.Code(), "to rank " + std::to_string(peer) + ": " + result.Message()};
    }
  }
  OPENACLNN_RETURN_IF_FAILED(Reception(group, listener, whiteList, connections).Run(deadline));
  return AgreeOnCarriers(group.rank, std::span(mesh, 1), deadline);
}

Result Meet(const Rendezvous& rendezvous, Mesh* mesh, Identifier* groupIdentifier) {
  const auto timeout = ConnectTimeout();
  Descriptor listener;
  Registration registration{.greeting = {.identifier = rendezvous.identifier},
                            .rankCount = rendezvous.rankCount,
                            .rank = rendezvous.rank,
                            .configuration = rendezvous.configuration,
                            .member = {}};
  OPENACLNN_RETURN_IF_FAILED(ListenForMembers(&listener, &registration.member));
  Descriptor server;
  const Deadline deadline = Clock::now() + timeout + kTimeToTell;
  OPENACLNN_RETURN_IF_FAILED(
      Connect(rendezvous.server, rendezvous.ifRefused, Clock::now() + timeout, &server));
  OPENACLNN_RETURN_IF_FAILED(Send(server, registration, deadline));
  Reply reply;
  OPENACLNN_RETURN_IF_FAILED(AwaitReply(server, deadline, ReplyKind::kMembers, &reply));
  RankGroup group{reply.group, rendezvous.rank, std::vector<Member>(rendezvous.rankCount)};
  OPENACLNN_RETURN_IF_FAILED(ReceiveAll(server, std::as_writable_bytes(std::span(group.members)), deadline));
  *groupIdentifier = group.identifier;
  const Result connected = ConnectMembers(group, listener, Clock::now() + timeout, mesh);
  const Result told = Send(server, Report{Pack(connected)}, deadline);
  // What the server says of this rank's failure, or of another's that was first.
  const Result complete = AwaitReply(server, deadline, ReplyKind::kComplete, &reply);
  if (!connected.IsOk() && (!told.IsOk() || complete.IsOk())) {
    return connected;
  }
  return complete;
}

Result ConnectHere(uint32_t rankCount, Deadline deadline, std::vector<Mesh>* meshes) {
  meshes->clear();
  meshes->resize(rankCount);
  for (Mesh& mesh : *meshes) {
    mesh.connections.resize(rankCount);
  }
  for (uint32_t low = 0; low < rankCount; ++low) {
    for (uint32_t high = low + 1; high < rankCount; ++high) {
      int ends[2] = {-1, -1};
      if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        return {HCCL_E_SYSCALL, SystemError("socketpair", errno)};
      }
      (*meshes)[low].connections[high] = Descriptor(ends[0]);
      (*meshes)[high].connections[low] = Descriptor(ends[1]);
    }
  }
  return AgreeOnCarriers(0, *meshes, deadline);
}

}  // namespace openaclnn::collectives
