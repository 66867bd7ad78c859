// SPDX-License-Identifier: Apache-2.0
#include "collectives/ucx/ucx.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "base/log.h"
#include "base/no_destructor.h"
#include "collectives/ucx/library.h"
#include "collectives/ucx/rdma_device.h"

namespace openaclnn::collectives {
namespace {

// What a rank may have posted that the other has not taken, to each.
constexpr size_t kMostPosts = 8;
// The connection mostly tells of a lost rank first, and why. So long UCX's word waits for that.
constexpr auto kGrace = std::chrono::seconds(1);
// How long the end of what is under way is waited for.
constexpr auto kCancelTime = std::chrono::milliseconds(500);
// How long what is under way is left to its events. Between containers that share memory and no network, UCX
// finds the memory and not the socket that is to wake the other end.
constexpr auto kLook = std::chrono::milliseconds(5);
constexpr unsigned kRankShift = 48;  // in a tag, above the number of the post

// Bytes on their way out or in. UCX has its address while there is a request.
struct Transfer {
  const UcxLibrary& ucx;
  Room room;
  std::vector<ucp_dt_iov_t> pieces{};
  void* request = nullptr;
  ucs_status_t status = UCS_INPROGRESS;
  bool isTaken = false;  // as the other rank says, of what was sent

  [[nodiscard]] bool IsOver() const { return status != UCS_INPROGRESS; }
  void End(void* ended, ucs_status_t outcome) {
    status = outcome;
    request = nullptr;
    ucx.ucp_request_free(ended);
  }
  // Of what a call of UCX returned.
  void Take(void* returned) {
    if (UCS_PTR_IS_PTR(returned)) {
      request = returned;
    } else {
      status = UCS_PTR_STATUS(returned);
    }
  }
  // Buffer, count and type of the data for UCX.
  void Describe(ucp_request_param_t* parameters, void** buffer, size_t* count) {
    if (room.pieces.size() == 1) {
      *buffer = room.pieces[0].data();
      *count = room.pieces[0].size();
      return;
    }
    for (const std::span<std::byte> piece : room.pieces) {
      pieces.push_back({piece.data(), piece.size()});
    }
    *buffer = pieces.data();
    *count = pieces.size();
    parameters->op_attr_mask |= UCP_OP_ATTR_FIELD_DATATYPE;
    parameters->datatype = UCP_DATATYPE_IOV;
  }
};

void OnSent(void* request, ucs_status_t status, void* transfer) {
  static_cast<Transfer*>(transfer)->End(request, status);
}
void OnReceived(void* request, ucs_status_t status, const ucp_tag_recv_info_t* /*info*/, void* transfer) {
  static_cast<Transfer*>(transfer)->End(request, status);
}

// This rank's end of what goes to and comes from one other.
struct End {
  ucp_ep_h endpoint = nullptr;
  // A byte each way, and then nothing queued: UCX 1.13 ends the process where a worker is destroyed that is
  // about to answer another one's first message.
  std::byte greeting{};
  bool isGreeted = false;
  void* flush = nullptr;  // a request, or a status
  bool isSettled = false;
  void* closing = nullptr;  // likewise, once there is no endpoint any more
  bool isLeft = false;      // the other rank does not reach this one: the endpoint stays unused
  std::deque<std::unique_ptr<Transfer>> sends;  // not taken, or UCX is not through with them
  std::deque<std::unique_ptr<Transfer>> receives;
  uint64_t posted = 0;
  uint64_t awaited = 0;
  uint64_t arrived = 0;  // untold
  std::optional<std::string> loss;
  Deadline lostAt;

  void Lose(const std::string& reason) {
    if (!loss) {
      loss = reason;
      lostAt = Clock::now();
    }
  }
  [[nodiscard]] size_t Untaken() const {
    return static_cast<size_t>(
        std::count_if(sends.begin(), sends.end(), [](const auto& one) { return !one->isTaken; }));
  }
  // Whether UCX is not through with something.
  [[nodiscard]] bool IsUnderWay() const {
    const auto isOpen = [](const auto& transfer) { return !transfer->IsOver(); };
    return std::any_of(sends.begin(), sends.end(), isOpen) ||
           std::any_of(receives.begin(), receives.end(), isOpen);
  }
  // Whether what is lost is missed.
  [[nodiscard]] bool IsMissed() const { return loss && (Untaken() > 0 || !receives.empty()); }
};

class UcxFabric final : public Fabric {
 public:
  UcxFabric(const UcxLibrary& ucx, uint32_t rank, uint32_t rankCount)
      : ucx_(ucx), rank_(rank), ends_(rankCount) {}
  ~UcxFabric() override {
    Cancel();
    DestroyWorker();
    if (context_ != nullptr) {
      ucx_.ucp_cleanup(context_);
    }
  }

  [[nodiscard]] Result Open(UcxTransports transports);

  [[nodiscard]] std::span<const std::byte> Address() const override {
    return {reinterpret_cast<const std::byte*>(address_), addressBytes_};
  }
  [[nodiscard]] Result Connect(uint32_t peer, std::span<const std::byte> address) override;
  [[nodiscard]] bool Settle() override;
  [[nodiscard]] bool IsConnected(uint32_t peer) const override {
    return ends_[peer].endpoint != nullptr && !ends_[peer].isLeft;
  }
  void Disconnect(uint32_t peer) override { ends_[peer].isLeft = true; }
  [[nodiscard]] std::unique_ptr<Carrier> CarrierTo(uint32_t peer) override;
  [[nodiscard]] const std::vector<uint32_t>& Progress() override;
  [[nodiscard]] bool Arm() override;
  [[nodiscard]] int WaitDescriptor() const override { return descriptor_; }
  [[nodiscard]] Deadline Until() const override;
  void Cancel() override;

  // For the carriers.
  [[nodiscard]] End& To(uint32_t peer) { return ends_[peer]; }
  void Send(uint32_t peer, const DataFrame& frame);
  void Receive(uint32_t peer, Room room);

 private:
  [[nodiscard]] Result Refusal(const char* call, ucs_status_t status) const {
    return {HCCL_E_UNAVAIL, std::string("UCX: ") + call + ": " + ucx_.Text(status)};
  }
  // Whether what a call of UCX returned has ended, which it is then forgotten for.
  [[nodiscard]] bool HasEnded(void** returned) const;
  void Flush(End& end) const;
  // Counts what has arrived in order, and forgets what is over.
  void Sweep(End& end) const;
  // To be called until it returns true: UCX is through with everything of this end.
  [[nodiscard]] bool Close(End& end) const;
  void LeaveWorker();
  void DestroyWorker();

  const UcxLibrary& ucx_;
  const uint32_t rank_;
  std::vector<End> ends_;  // by rank; without an endpoint where there is none. They stay where they are.
  ucp_context_h context_ = nullptr;
  ucp_worker_h worker_ = nullptr;
  ucp_address_t* address_ = nullptr;
  size_t addressBytes_ = 0;
  int descriptor_ = -1;
  std::vector<uint32_t> news_;
  bool isCancelled_ = false;
};

// Whether UCX has to be told that endpoints which tell of errors may use shared memory: without that, ranks
// of one host talk by TCP. Where nobody uses it, UCX prints that it was told for nothing.
bool AsksForErrorsOfSharedMemory() {
  // NOLINTBEGIN(concurrency-mt-unsafe): as UCX itself reads them
  const char* const transports = std::getenv("UCX_TLS");
  if (std::getenv("UCX_MM_ERROR_HANDLING") != nullptr) {
    return false;  // the user decides
  }
  // NOLINTEND(concurrency-mt-unsafe)
  const std::string text = transports == nullptr ? "all" : transports;
  constexpr std::array kNames{"^", "all", "sm", "shm", "mm", "posix", "sysv"};
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](const char* name) { return text.find(name) != std::string::npos; });
}

class UcxCarrier final : public Carrier {
 public:
  UcxCarrier(UcxFabric& fabric, uint32_t peer) : fabric_(fabric), peer_(peer) {}

  [[nodiscard]] bool Copies() const override { return false; }
  [[nodiscard]] bool Prepare() override { return true; }
  [[nodiscard]] bool IsFull() const override { return fabric_.To(peer_).Untaken() >= kMostPosts; }
  [[nodiscard]] size_t Post(const DataFrame& frame) override {
    fabric_.Send(peer_, frame);
    return frame.bytes.size();
  }
  [[nodiscard]] bool Free(uint64_t count) override {
    End& end = fabric_.To(peer_);
    if (count > end.Untaken()) {
      return false;
    }
    for (auto send = end.sends.begin(); count > 0; ++send) {
      count -= std::exchange((*send)->isTaken, true) ? 0 : 1;
    }
    return true;
  }
  [[nodiscard]] bool IsSane(size_t bytes) const override { return bytes <= kMostDataBytes; }
  void Receive(Room room) override { fabric_.Receive(peer_, std::move(room)); }
  [[nodiscard]] uint64_t Arrived() override { return std::exchange(fabric_.To(peer_).arrived, 0); }
  [[nodiscard]] bool Hear(FrameKind /*kind*/, std::span<const std::byte> /*body*/) override { return false; }
  [[nodiscard]] std::optional<std::string> Loss() override {
    const End& end = fabric_.To(peer_);
    return end.IsMissed() && Clock::now() >= end.lostAt + kGrace ? end.loss : std::nullopt;
  }

 private:
  UcxFabric& fabric_;
  const uint32_t peer_;
};

Result UcxFabric::Open(UcxTransports transports) {
  ucp_config_t* settings = nullptr;
  ucs_status_t status = ucx_.ucp_config_read(nullptr, nullptr, &settings);
  if (status != UCS_OK) {
    return Refusal("reading its settings (UCX_*)", status);
  }
  if (transports == UcxTransports::kRdma) {
    status = ucx_.ucp_config_modify(settings, "TLS", "^tcp,sm");
  } else if (AsksForErrorsOfSharedMemory()) {
    status = ucx_.ucp_config_modify(settings, "MM_ERROR_HANDLING", "y");
  }
  if (status == UCS_OK) {
    ucp_params_t parameters{};
    parameters.field_mask = UCP_PARAM_FIELD_FEATURES;
    parameters.features = UCP_FEATURE_TAG | UCP_FEATURE_WAKEUP;
    status = ucx_.ucp_init_version(kOldestUcxMajor, kOldestUcxMinor, &parameters, settings, &context_);
  }
  ucx_.ucp_config_release(settings);
  if (status != UCS_OK) {
    return Refusal("looking for usable transports", status);
  }
  ucp_worker_params_t parameters{};
  parameters.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE;
  parameters.thread_mode = UCS_THREAD_MODE_SERIALIZED;
  status = ucx_.ucp_worker_create(context_, &parameters, &worker_);
  if (status == UCS_OK) {
    status = ucx_.ucp_worker_get_efd(worker_, &descriptor_);
  }
  if (status == UCS_OK) {
    status = ucx_.ucp_worker_get_address(worker_, &address_, &addressBytes_);
  }
  return status == UCS_OK ? Result::Ok() : Refusal("opening its transports", status);
}

Result UcxFabric::Connect(uint32_t peer, std::span<const std::byte> address) {
  End& end = ends_[peer];
  ucp_ep_params_t parameters{};
  parameters.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE |
                          UCP_EP_PARAM_FIELD_ERR_HANDLER;
  parameters.address = reinterpret_cast<const ucp_address_t*>(address.data());
  parameters.err_mode = UCP_ERR_HANDLING_MODE_PEER;
  parameters.err_handler.arg = &end;
  parameters.err_handler.cb = [](void* arg, ucp_ep_h /*endpoint*/, ucs_status_t /*status*/) {
    static_cast<End*>(arg)->Lose("UCX lost its connection");
  };
  const ucs_status_t status = ucx_.ucp_ep_create(worker_, &parameters, &end.endpoint);
  if (status != UCS_OK) {
    end.endpoint = nullptr;
    return Refusal("connecting to the other rank", status);
  }
  return Result::Ok();
}

bool UcxFabric::Settle() {
  static_cast<void>(Progress());
  bool isSettled = true;
  for (uint32_t peer = 0; peer < ends_.size(); ++peer) {
    End& end = ends_[peer];
    if (!IsConnected(peer) || end.isSettled) {
      continue;
    }
    if (!std::exchange(end.isGreeted, true)) {
      DataFrame greeting;
      greeting.bytes = std::span(&end.greeting, 1);
      Send(peer, greeting);
      end.sends.back()->isTaken = true;  // by what comes from there
      Receive(peer, {{std::span(&end.greeting, 1)}, nullptr});
    }
    const bool isMet = end.arrived > 0 && end.sends.empty();
    if (isMet && end.flush == nullptr) {
      Flush(end);
    }
    if (isMet && HasEnded(&end.flush)) {
      end.arrived = 0;
      end.isSettled = true;
    }
    isSettled = isSettled && (end.isSettled || end.loss);  // which is told when it is missed
  }
  return isSettled;
}

std::unique_ptr<Carrier> UcxFabric::CarrierTo(uint32_t peer) {
  return IsConnected(peer) ? std::make_unique<UcxCarrier>(*this, peer) : nullptr;
}

void UcxFabric::Send(uint32_t peer, const DataFrame& frame) {
  End& end = ends_[peer];
  auto* const bytes = const_cast<std::byte*>(frame.bytes.data());  // NOLINT: UCX reads alone
  std::unique_ptr<Transfer> made(
      new Transfer{.ucx = ucx_, .room = {{{bytes, frame.bytes.size()}}, frame.owner}});
  Transfer& transfer = *end.sends.emplace_back(std::move(made));
  ucp_request_param_t parameters{};
  parameters.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA;
  parameters.cb.send = OnSent;
  parameters.user_data = &transfer;
  const ucp_tag_t tag = (ucp_tag_t{rank_} << kRankShift) | end.posted++;
  transfer.Take(
      ucx_.ucp_tag_send_nbx(end.endpoint, frame.bytes.data(), frame.bytes.size(), tag, &parameters));
}

void UcxFabric::Receive(uint32_t peer, Room room) {
  End& end = ends_[peer];
  std::unique_ptr<Transfer> made(new Transfer{.ucx = ucx_, .room = std::move(room)});
  Transfer& transfer = *end.receives.emplace_back(std::move(made));
  ucp_request_param_t parameters{};
  parameters.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA;
  parameters.cb.recv = OnReceived;
  parameters.user_data = &transfer;
  void* buffer = nullptr;
  size_t count = 0;
  transfer.Describe(&parameters, &buffer, &count);
  const ucp_tag_t tag = (ucp_tag_t{peer} << kRankShift) | end.awaited++;
  transfer.Take(ucx_.ucp_tag_recv_nbx(worker_, buffer, count, tag, ~ucp_tag_t{0}, &parameters));
  Sweep(end);
}

void UcxFabric::Sweep(End& end) const {
  while (!end.receives.empty() && end.receives.front()->status == UCS_OK) {
    end.receives.pop_front();
    ++end.arrived;
  }
  std::erase_if(end.sends, [](const auto& send) { return send->isTaken && send->IsOver(); });
  for (const auto* transfers : {&end.receives, &end.sends}) {
    for (const auto& transfer : *transfers) {
      if (transfer->IsOver() && transfer->status != UCS_OK) {
        end.Lose("UCX: " + ucx_.Text(transfer->status));
      }
    }
  }
}

const std::vector<uint32_t>& UcxFabric::Progress() {
  news_.clear();
  if (isCancelled_) {
    return news_;
  }
  ucx_.ucp_worker_progress(worker_);
  for (uint32_t peer = 0; peer < ends_.size(); ++peer) {
    End& end = ends_[peer];
    Sweep(end);
    if (end.arrived > 0 || (end.IsMissed() && Clock::now() >= end.lostAt + kGrace)) {
      news_.push_back(peer);
    }
  }
  return news_;
}

bool UcxFabric::Arm() {
  return isCancelled_ || ucx_.ucp_worker_arm(worker_) == UCS_OK;
}

Deadline UcxFabric::Until() const {
  const bool isUnderWay =
      std::any_of(ends_.begin(), ends_.end(), [](const End& end) { return end.IsUnderWay(); });
  Deadline until = isUnderWay ? Clock::now() + kLook : Deadline::max();
  for (const End& end : ends_) {
    until = end.IsMissed() ? std::min(until, end.lostAt + kGrace) : until;
  }
  return until;
}

bool UcxFabric::HasEnded(void** returned) const {
  if (!UCS_PTR_IS_PTR(*returned)) {
    return true;
  }
  if (ucx_.ucp_request_check_status(*returned) == UCS_INPROGRESS) {
    return false;
  }
  ucx_.ucp_request_free(std::exchange(*returned, nullptr));
  return true;
}

void UcxFabric::Flush(End& end) const {
  ucp_request_param_t parameters{};
  end.flush = ucx_.ucp_ep_flush_nbx(end.endpoint, &parameters);
}

void UcxFabric::Cancel() {
  if (isCancelled_ || worker_ == nullptr) {
    return;
  }
  isCancelled_ = true;
  for (End& end : ends_) {
    for (const auto& receive : end.receives) {
      if (receive->request != nullptr) {
        ucx_.ucp_request_cancel(worker_, receive->request);
      }
    }
    if (end.endpoint != nullptr && HasEnded(&end.flush)) {
      Flush(end);
    }
  }
  const Deadline deadline = Clock::now() + kCancelTime;
  bool isOver = false;
  while (!isOver && Clock::now() < deadline) {
    if (ucx_.ucp_worker_progress(worker_) == 0) {
      std::this_thread::yield();
    }
    isOver = true;
    for (End& end : ends_) {
      isOver = Close(end) && isOver;
    }
  }
  if (!isOver && HasRdmaDevice()) {
    // Which reads and writes by itself.
    log::Write(log::Module::kApi, log::Level::kWarning, log::Where::Here(),
               "UCX did not end its transfers in time; its worker was closed with them");
    DestroyWorker();
  } else if (!isOver) {
    LeaveWorker();
  }
  for (End& end : ends_) {
    end.sends.clear();
    end.receives.clear();
    end.arrived = 0;
  }
}

bool UcxFabric::Close(End& end) const {
  // UCX 1.13 ends the process where it closes an endpoint in which its answer to the other end's first message
  // still waits for its turn.
  if (end.endpoint != nullptr && HasEnded(&end.flush)) {
    ucp_request_param_t parameters{};
    parameters.op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS;
    parameters.flags = UCP_EP_CLOSE_FLAG_FORCE;
    end.closing = ucx_.ucp_ep_close_nbx(std::exchange(end.endpoint, nullptr), &parameters);
  }
  return end.endpoint == nullptr && HasEnded(&end.closing) && !end.IsUnderWay();
}

// To the end of the process: without progress it neither reads nor writes, and what it was given is not freed.
void UcxFabric::LeaveWorker() {
  static NoDestructor<std::mutex> mutex;
  static NoDestructor<std::vector<std::vector<End>>> left;
  log::Write(log::Module::kApi, log::Level::kWarning, log::Where::Here(),
             "UCX did not end its transfers in time; its worker stays until the process ends");
  for (End& end : ends_) {
    for (const auto* transfers : {&end.receives, &end.sends}) {
      for (const auto& transfer : *transfers) {
        transfer->room = {};
      }
    }
  }
  const std::lock_guard<std::mutex> lock(*mutex);
  left->push_back(std::exchange(ends_, std::vector<End>(ends_.size())));
  worker_ = nullptr;
  context_ = nullptr;
}

void UcxFabric::DestroyWorker() {
  if (worker_ == nullptr) {
    return;
  }
  if (address_ != nullptr) {
    ucx_.ucp_worker_release_address(worker_, std::exchange(address_, nullptr));
  }
  ucx_.ucp_worker_destroy(std::exchange(worker_, nullptr));
}

}  // namespace

Result OpenUcx(uint32_t rank, uint32_t rankCount, UcxTransports transports, std::unique_ptr<Fabric>* fabric) {
  const UcxLibrary* ucx = nullptr;
  OPENACLNN_RETURN_IF_FAILED(LoadUcx(&ucx));
  auto opened = std::make_unique<UcxFabric>(*ucx, rank, rankCount);
  OPENACLNN_RETURN_IF_FAILED(opened->Open(transports));
  *fabric = std::move(opened);
  return Result::Ok();
}

}  // namespace openaclnn::collectives
