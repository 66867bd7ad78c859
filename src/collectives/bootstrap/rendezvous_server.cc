// SPDX-License-Identifier: Apache-2.0
#include "collectives/bootstrap/rendezvous_server.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <exception>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "base/log.h"
#include "collectives/bootstrap/rendezvous_messages.h"

namespace openaclnn::collectives {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr auto kReplyTime = seconds(5);

void Log(log::Level level, const std::string& text) {
  log::Write(log::Module::kApi, level, log::Where::Here(), "rendezvous: " + text);
}

std::string RankList(const std::vector<uint32_t>& ranks) {
  constexpr size_t kMostListed = 16;
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (size_t i = 0; i < std::min(ranks.size(), kMostListed); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(ranks[i]);
  }
  return text + (ranks.size() > kMostListed ? " and more" : "");
}

// A connection, of which nothing is known until it has registered.
struct Guest {
  Descriptor socket;
  Address from;
  Deadline deadline;  // of the registration
  Registration registration;
  Report report;
  size_t received = 0;  // of the message that comes next
  bool registered = false;
  bool reported = false;
};

class Server {
 public:
  Server(Descriptor listener, const Identifier& identifier, WhiteList whiteList)
      : listener_(std::move(listener)),
        identifier_(identifier),
        whiteList_(std::move(whiteList)),
        timeout_(ConnectTimeout()),
        deadline_(Clock::now() + timeout_) {}

  void Serve() {
    while (!complete_ && Clock::now() < deadline_) {
      Wait();
      std::erase_if(guests_, [](const Guest& guest) { return !guest.socket.IsOpen(); });
    }
    if (!complete_ && !failed_) {
      TellOfAbsence();
    }
  }

 private:
  void Wait();
  void Admit();
  void Read(Guest& guest);
  void ReadRegistration(Guest& guest);
  void Register(Guest& guest);
  [[nodiscard]] Result CheckAgreement(const Registration& registration) const;
  void ReadReport(Guest& guest);
  void TellMembers();
  void TellCompletion();
  void TellOfAbsence();
  void Fail(const Result& failure);
  void Answer(Guest& guest, const Reply& reply, const std::vector<Member>& members);
  // Reads a part of a message; empty if it goes on, else whether it is whole.
  static std::optional<bool> ReadPart(Guest& guest, std::byte* message, size_t bytes);
  [[nodiscard]] size_t Count(bool Guest::*property) const {
    return static_cast<size_t>(
        std::count_if(guests_.begin(), guests_.end(), [&](const Guest& guest) { return guest.*property; }));
  }

  Descriptor listener_;
  const Identifier identifier_;
  const WhiteList whiteList_;
  const milliseconds timeout_;
  Deadline deadline_;
  std::deque<Guest> guests_;
  std::optional<Registration> first_;  // what the others are held against
  std::optional<Result> failed_;
  bool toldMembers_ = false;
  bool complete_ = false;
};

void Server::Wait() {
  std::vector<pollfd> entries{{listener_.Get(), POLLIN, 0}};
  Deadline wake = deadline_;
  for (const Guest& guest : guests_) {
    entries.push_back({guest.socket.Get(), POLLIN, 0});
    wake = guest.registered ? wake : std::min(wake, guest.deadline);
  }
  if (poll(entries.data(), entries.size(), MillisecondsUntil(wake)) < 0 && errno != EINTR) {
    throw std::system_error(errno, std::generic_category(), "poll");
  }
  // By index: a failure meanwhile closes connections and moves none.
  for (size_t i = 1; i < entries.size(); ++i) {
    Guest& guest = guests_[i - 1];
    if (entries[i].revents != 0 && guest.socket.IsOpen()) {
      Read(guest);
    } else if (!guest.registered && Clock::now() >= guest.deadline) {
      guest.socket.Close();
    }
  }
  if (entries[0].revents != 0) {
    Admit();
  }
}

void Server::Admit() {
  Address from;
  Descriptor socket = Accept(listener_, &from);
  if (!socket.IsOpen()) {
    return;
  }
  if (!whiteList_.Admits(from)) {
    Log(log::Level::kWarning, from.Text() + " is not in HCCL_WHITELIST_FILE, and was sent away");
    return;
  }
  if (guests_.size() - Count(&Guest::registered) >= kMostStrangers) {
    return;
  }
  Guest guest;
  guest.socket = std::move(socket);
  guest.from = from;
  guest.deadline = Clock::now() + kGreetingTime;
  guests_.push_back(std::move(guest));
}

std::optional<bool> Server::ReadPart(Guest& guest, std::byte* message, size_t bytes) {
  const ssize_t received = recv(guest.socket.Get(), message + guest.received, bytes - guest.received, 0);
  if (received < 0 && (errno == EAGAIN || errno == EINTR)) {
    return std::nullopt;
  }
  if (received <= 0) {
    return false;
  }
  guest.received += static_cast<size_t>(received);
  if (guest.received < bytes) {
    return std::nullopt;
  }
  guest.received = 0;
  return true;
}

void Server::Read(Guest& guest) {
  guest.registered ? ReadReport(guest) : ReadRegistration(guest);
}

void Server::ReadRegistration(Guest& guest) {
  const auto done = ReadPart(guest, reinterpret_cast<std::byte*>(&guest.registration), sizeof(Registration));
  const Greeting& greeting = guest.registration.greeting;
  const bool greeted = done == true || guest.received >= sizeof(Greeting);
  if (done == false || (greeted && (greeting.magic != kRendezvousMagic ||
                                    !SameIdentifier(greeting.identifier, identifier_)))) {
    Log(log::Level::kWarning, guest.from.Text() + " does not know the identifier, and was sent away");
    guest.socket.Close();
    return;
  }
  if (done == true) {
    Register(guest);
  }
}

void Server::Register(Guest& guest) {
  if (failed_) {
    Answer(guest, {ReplyKind::kFailure, {}, Pack(*failed_)}, {});
    guest.socket.Close();
    return;
  }
  if (!first_) {
    first_ = guest.registration;
    deadline_ = Clock::now() + timeout_;
  }
  Result agreement = CheckAgreement(guest.registration);
  guest.registered = true;
  if (!agreement.IsOk()) {
    Fail(agreement);
    return;
  }
  if (Count(&Guest::registered) == first_->rankCount) {
    TellMembers();
  }
}

Result Server::CheckAgreement(const Registration& registration) const {
  const std::string self = "rank " + std::to_string(registration.rank);
  const std::string other = "rank " + std::to_string(first_->rank);
  if (registration.greeting.version != kProtocolVersion) {
    return {HCCL_E_PARA, self + " has another version of the library, with protocol " +
                             std::to_string(registration.greeting.version) + " instead of " +
                             std::to_string(kProtocolVersion)};
  }
  if (registration.rankCount != first_->rankCount) {
    return {HCCL_E_PARA, "nRanks: " + other + " says " + std::to_string(first_->rankCount) + ", " + self +
                             " says " + std::to_string(registration.rankCount)};
  }
  if (registration.configuration != first_->configuration) {
    return {HCCL_E_PARA, "config: " + other + " and " + self +
                             " have different names, settings of hcclDeterministic, or rank tables"};
  }
  const bool isTaken = std::any_of(guests_.begin(), guests_.end(), [&](const Guest& guest) {
    return guest.registered && guest.registration.rank == registration.rank;
  });
  if (isTaken) {
    return {HCCL_E_PARA, "rank: there are two of " + self};
  }
  return Result::Ok();
}

void Server::ReadReport(Guest& guest) {
  const std::string name = "rank " + std::to_string(guest.registration.rank);
  const auto done = ReadPart(guest, reinterpret_cast<std::byte*>(&guest.report), sizeof(Report));
  if (done == false) {
    guest.socket.Close();
    Fail({HCCL_E_REMOTE, name + " was lost while the communicator was made"});
  } else if (done == true) {
    const Result result = Unpack(guest.report.result);
    guest.reported = true;
    if (!result.IsOk()) {
      Fail({result.Code(), name + ": " + result.Message()});
    } else if (Count(&Guest::reported) == first_->rankCount) {
      TellCompletion();
    }
  }
}

void Server::Answer(Guest& guest, const Reply& reply, const std::vector<Member>& members) {
  const Deadline deadline = Clock::now() + kReplyTime;
  Result result = Send(guest.socket, reply, deadline);
  if (result.IsOk()) {
    result = SendAll(guest.socket, std::as_bytes(std::span(members)), deadline);
  }
  if (!result.IsOk()) {
    Log(log::Level::kWarning, "rank " + std::to_string(guest.registration.rank) + " takes no answer");
  }
}

void Server::TellMembers() {
  std::vector<Member> members(first_->rankCount);
  for (const Guest& guest : guests_) {
    if (guest.registered) {
      members[guest.registration.rank] = guest.registration.member;
    }
  }
  toldMembers_ = true;
  deadline_ = Clock::now() + timeout_ + kReplyTime;
  const Reply reply{ReplyKind::kMembers, NewIdentifier(), {}};
  for (Guest& guest : guests_) {
    if (guest.registered) {
      Answer(guest, reply, members);
    }
  }
}

// Those of this process come last: it may end as soon as they know.
void Server::TellCompletion() {
  std::stable_partition(guests_.begin(), guests_.end(), [](const Guest& guest) {
    return !SameIdentifier(guest.registration.member.process, ProcessIdentifier());
  });
  for (Guest& guest : guests_) {
    if (guest.registered) {
      Answer(guest, {ReplyKind::kComplete, {}, {}}, {});
    }
  }
  complete_ = true;
}

void Server::TellOfAbsence() {
  if (!first_) {
    return;  // nobody came: nobody is there to be told
  }
  std::vector<uint32_t> absent;
  for (uint32_t rank = 0; rank < first_->rankCount; ++rank) {
    const bool isHere = std::any_of(guests_.begin(), guests_.end(), [&](const Guest& guest) {
      return guest.registered && guest.registration.rank == rank && (!toldMembers_ || guest.reported);
    });
    if (!isHere) {
      absent.push_back(rank);
    }
  }
  Fail({HCCL_E_TIMEOUT, RankList(absent) + " of " + std::to_string(first_->rankCount) +
                            " did not come within " + std::to_string(timeout_.count() / 1000) +
                            " s (HCCL_CONNECT_TIMEOUT)"});
}

void Server::Fail(const Result& failure) {
  if (failed_) {
    return;
  }
  failed_ = failure;
  for (Guest& guest : guests_) {
    if (guest.registered && guest.socket.IsOpen()) {
      Answer(guest, {ReplyKind::kFailure, {}, Pack(failure)}, {});
      guest.socket.Close();
    }
  }
}

}  // namespace

PackedResult Pack(const Result& result) {
  PackedResult packed;
  const std::string message = result.Message();
  packed.code = result.Code();
  std::copy_n(message.begin(), std::min(message.size(), packed.text.size() - 1), packed.text.begin());
  return packed;
}

Result Unpack(const PackedResult& packed) {
  if (packed.code == HCCL_SUCCESS) {
    return Result::Ok();
  }
  const bool isKnown = packed.code > 0 && packed.code <= HCCL_E_OOM;
  return {isKnown ? static_cast<HcclResult>(packed.code) : HCCL_E_INTERNAL,
          std::string(packed.text.data(), strnlen(packed.text.data(), packed.text.size()))};
}

Result ListenOnHostPort(Address host, Descriptor* listener, Address* bound) {
  std::string tried;
  for (const PortRange range : HostPorts()) {
    for (uint32_t port = range.first; port <= range.last; ++port) {
      host.SetPort(static_cast<uint16_t>(port));
      Result result = Listen(host, listener, bound);
      if (result.Code() != HCCL_E_UNAVAIL) {
        return result;
      }
    }
    tried += (tried.empty() ? "" : ", ") + std::to_string(range.first) + "-" + std::to_string(range.last);
  }
  return {HCCL_E_TCP_CONNECT, "no port is free at " + host.Host() + " among " + tried +
                                  " (HCCL_HOST_SOCKET_PORT_RANGE, HCCL_IF_BASE_PORT)"};
}

void ServeRendezvous(Descriptor listener, const Identifier& identifier, WhiteList whiteList) {
  // Nobody waits for it: it ends by itself, or with the process.
  std::thread([server = Server(std::move(listener), identifier, std::move(whiteList))]() mutable {
    try {
      server.Serve();
    } catch (const std::exception& error) {
      Log(log::Level::kError, std::string("ended: ") + error.what());
    }
  }).detach();
}

}  // namespace openaclnn::collectives
