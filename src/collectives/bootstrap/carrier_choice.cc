// SPDX-License-Identifier: Apache-2.0
#include "collectives/bootstrap/carrier_choice.h"

#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.h"
#include "collectives/bootstrap/environment.h"
#include "collectives/ucx/rdma_device.h"
#include "collectives/ucx/ucx.h"

namespace openaclnn::collectives {
namespace {

constexpr const char* kCarrierVariable = "OPENACLNN_HCCL_CARRIER";
// More than UCX needs for many devices, and less than a connection takes before the other end reads.
constexpr uint32_t kMostAddressBytes = 16384;

enum class CarrierChoice : uint32_t {
  kAuto = 1,  // UCX between hosts where this one has a device for RDMA
  kOwn = 2,
  kUcx = 3,  // UCX for all
};

struct OfferMessage {
  CarrierChoice choice = CarrierChoice::kOwn;
  uint32_t addressBytes = 0;  // that follow; 0: this rank has none
};
struct AnswerMessage {
  uint32_t isReached = 0;
};
struct SettledMessage {
  std::byte isSettled{1};
};

std::string NameOfRank(size_t rank) {
  return "rank " + std::to_string(rank);
}

Result OfRank(size_t rank, const Result& result) {
  return result.IsOk() ? result : Result(result.Code(), "to " + NameOfRank(rank) + ": " + result.Message());
}

void WarnOfRdma(const Result& reason) {
  log::Write(log::Module::kApi, log::Level::kWarning, log::Where::Here(),
             "the RDMA device is not used: " + reason.Message());
}

// HCCL_E_PARA if the variable has another value.
Result ReadCarrierChoice(CarrierChoice* choice) {
  const std::string text = Variable(kCarrierVariable);
  if (text.empty() || text == "auto") {
    *choice = CarrierChoice::kAuto;
  } else if (text == "own") {
    *choice = CarrierChoice::kOwn;
  } else if (text == "ucx") {
    *choice = CarrierChoice::kUcx;
  } else {
    return BadArgument(kCarrierVariable, "auto, own or ucx", "\"" + text + "\"");
  }
  return Result::Ok();
}

// The steps in which ranks agree. Each sends to all others what the next step waits for, so that one thread
// can take them for several ranks.
class CarrierAgreement {
 public:
  // Opens UCX where this rank wants it, and tells the others.
  [[nodiscard]] Result Offer(uint32_t rank, Mesh* mesh, Deadline deadline);
  // Takes the others' offers, and tells each whether it can be reached.
  [[nodiscard]] Result Answer(Deadline deadline);
  // Takes the others' answers. The mesh has a fabric afterwards where two ranks use it.
  [[nodiscard]] Result Conclude(Deadline deadline);
  // HCCL_E_REMOTE if one that is needed for it has gone.
  [[nodiscard]] Result ExpectOthers() const;
  // To be called until the carriers are ready here, and with those that use them with this rank: till then they
  // may need its part.
  [[nodiscard]] Result Settle(Deadline deadline, bool* isSettled);

 private:
  Mesh* mesh_ = nullptr;
  CarrierChoice choice_ = CarrierChoice::kOwn;
  std::vector<uint32_t> asked_;    // those that answer
  std::vector<uint32_t> awaited_;  // those that are not known to be ready
  bool hasTold_ = false;           // that this rank is
};

Result CarrierAgreement::Offer(uint32_t rank, Mesh* mesh, Deadline deadline) {
  mesh_ = mesh;
  OPENACLNN_RETURN_IF_FAILED(ReadCarrierChoice(&choice_));
  const auto rankCount = static_cast<uint32_t>(mesh->connections.size());
  const bool isWanted =
      choice_ == CarrierChoice::kUcx || (choice_ == CarrierChoice::kAuto && HasRdmaDevice());
  if (isWanted && rankCount > 1) {
    const auto transports = choice_ == CarrierChoice::kUcx ? UcxTransports::kAsSet : UcxTransports::kRdma;
    const Result opened = OpenUcx(rank, rankCount, transports, &mesh->fabric);
    if (!opened.IsOk() && choice_ == CarrierChoice::kUcx) {
      return {opened.Code(), std::string(kCarrierVariable) + " is ucx: " + opened.Message()};
    }
    if (!opened.IsOk()) {
      WarnOfRdma(opened);
    }
  }
  const auto address = mesh->fabric == nullptr ? std::span<const std::byte>() : mesh->fabric->Address();
  if (address.size() > kMostAddressBytes) {
    return {HCCL_E_INTERNAL, "UCX: an address of " + std::to_string(address.size()) + " bytes"};
  }
  const OfferMessage offer{choice_, static_cast<uint32_t>(address.size())};
  for (uint32_t peer = 0; peer < rankCount; ++peer) {
    if (const Descriptor& connection = mesh->connections[peer]; connection.IsOpen()) {
      OPENACLNN_RETURN_IF_FAILED(OfRank(peer, Send(connection, offer, deadline)));
      OPENACLNN_RETURN_IF_FAILED(OfRank(peer, SendAll(connection, address, deadline)));
    }
  }
  return Result::Ok();
}

Result CarrierAgreement::Answer(Deadline deadline) {
  for (uint32_t peer = 0; peer < mesh_->connections.size(); ++peer) {
    const Descriptor& connection = mesh_->connections[peer];
    if (!connection.IsOpen()) {
      continue;
    }
    OfferMessage offer;
    OPENACLNN_RETURN_IF_FAILED(OfRank(peer, Receive(connection, &offer, deadline)));
    if (offer.addressBytes > kMostAddressBytes) {
      return {HCCL_E_INTERNAL, NameOfRank(peer) + " offers what is no address"};
    }
    std::vector<std::byte> address(offer.addressBytes);
    OPENACLNN_RETURN_IF_FAILED(OfRank(peer, ReceiveAll(connection, address, deadline)));
    const bool isRequired = choice_ == CarrierChoice::kUcx || offer.choice == CarrierChoice::kUcx;
    const bool isPossible = mesh_->fabric != nullptr && !address.empty();
    if (isRequired && !isPossible) {
      return {HCCL_E_PARA, std::string(kCarrierVariable) + ": expected the same on all ranks, got ucx on " +
                               (address.empty() ? "this rank" : NameOfRank(peer)) + " and not on " +
                               (address.empty() ? NameOfRank(peer) : "this one")};
    }
    if (!isPossible || (!isRequired && IsOfThisHost(connection))) {
      continue;  // both ends find the same
    }
    const Result reached = mesh_->fabric->Connect(peer, address);
    if (!reached.IsOk() && isRequired) {
      return OfRank(peer, reached);
    }
    if (!reached.IsOk()) {
      WarnOfRdma(OfRank(peer, reached));
    }
    OPENACLNN_RETURN_IF_FAILED(
        OfRank(peer, Send(connection, AnswerMessage{reached.IsOk() ? 1U : 0U}, deadline)));
    asked_.push_back(peer);
  }
  return Result::Ok();
}

Result CarrierAgreement::Conclude(Deadline deadline) {
  for (const uint32_t peer : asked_) {
    AnswerMessage answer;
    OPENACLNN_RETURN_IF_FAILED(OfRank(peer, Receive(mesh_->connections[peer], &answer, deadline)));
    if (answer.isReached == 0) {
      mesh_->fabric->Disconnect(peer);
    }
    if (mesh_->fabric->IsConnected(peer)) {  // as it is there
      awaited_.push_back(peer);
    }
  }
  if (awaited_.empty()) {
    mesh_->fabric = nullptr;
  }
  return Result::Ok();
}

Result CarrierAgreement::Settle(Deadline deadline, bool* isSettled) {
  if (mesh_->fabric == nullptr) {
    *isSettled = true;
    return Result::Ok();
  }
  if (mesh_->fabric->Settle() && !std::exchange(hasTold_, true)) {
    for (const uint32_t peer : asked_) {
      if (mesh_->fabric->IsConnected(peer)) {
        OPENACLNN_RETURN_IF_FAILED(OfRank(peer, Send(mesh_->connections[peer], SettledMessage{}, deadline)));
      }
    }
  }
  std::erase_if(awaited_, [this](uint32_t peer) {
    SettledMessage told;
    return recv(mesh_->connections[peer].Get(), &told, sizeof told, MSG_DONTWAIT) == sizeof told;
  });
  *isSettled = hasTold_ && awaited_.empty();
  return Result::Ok();
}

Result CarrierAgreement::ExpectOthers() const {
  for (const uint32_t peer : asked_) {
    std::byte next{};
    if (recv(mesh_->connections[peer].Get(), &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
      return OfRank(peer, {HCCL_E_REMOTE, "the other side closed the connection"});
    }
  }
  return Result::Ok();
}

// The last step, for as long as it takes.
Result SettleAll(std::span<CarrierAgreement> agreements, Deadline deadline) {
  for (;;) {
    size_t settled = 0;
    for (CarrierAgreement& agreement : agreements) {
      bool isSettled = false;
      OPENACLNN_RETURN_IF_FAILED(agreement.Settle(deadline, &isSettled));
      settled += isSettled ? 1 : 0;
      OPENACLNN_RETURN_IF_FAILED(agreement.ExpectOthers());
    }
    if (settled == agreements.size()) {
      return Result::Ok();
    }
    if (Clock::now() >= deadline) {
      return {HCCL_E_TIMEOUT, "UCX did not connect the ranks in the time given (HCCL_CONNECT_TIMEOUT)"};
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

}  // namespace

Result AgreeOnCarriers(uint32_t firstRank, std::span<Mesh> meshes, Deadline deadline) {
  std::vector<CarrierAgreement> agreements(meshes.size());
  for (size_t i = 0; i < meshes.size(); ++i) {
    OPENACLNN_RETURN_IF_FAILED(
        agreements[i].Offer(firstRank + static_cast<uint32_t>(i), &meshes[i], deadline));
  }
  for (CarrierAgreement& agreement : agreements) {
    OPENACLNN_RETURN_IF_FAILED(agreement.Answer(deadline));
  }
  for (CarrierAgreement& agreement : agreements) {
    OPENACLNN_RETURN_IF_FAILED(agreement.Conclude(deadline));
  }
  return SettleAll(agreements, deadline);
}

}  // namespace openaclnn::collectives
