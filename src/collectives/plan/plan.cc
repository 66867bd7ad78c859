// SPDX-License-Identifier: Apache-2.0
#include "collectives/plan/plan.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "base/soc.h"
#include "checker/access_history.h"
#include "checker/device_memory.h"
#include "checker/settings.h"
#include "executor/used_memory.h"
#include "runtime/core/check.h"

namespace openaclnn::collectives {
namespace {

bool IsOneOf(HcclDataType type, std::initializer_list<HcclDataType> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

bool IsReducible(Series series, HcclDataType type, int32_t reduction) {
  switch (series) {
    case Series::kAtlasTraining:
    case Series::kAtlas200I:
      return IsOneOf(type, {HCCL_DATA_TYPE_INT8, HCCL_DATA_TYPE_INT32, HCCL_DATA_TYPE_INT64,
                            HCCL_DATA_TYPE_FP16, HCCL_DATA_TYPE_FP32});
    case Series::kAtlasInference:
      return IsOneOf(type,
                     {HCCL_DATA_TYPE_INT8, HCCL_DATA_TYPE_INT32, HCCL_DATA_TYPE_FP16, HCCL_DATA_TYPE_FP32}) ||
             (type == HCCL_DATA_TYPE_INT16 && reduction == HCCL_REDUCE_SUM);
    case Series::kAscend950:
      if (IsOneOf(type, {HCCL_DATA_TYPE_UINT64, HCCL_DATA_TYPE_FP64})) {
        return true;
      }
      break;
    case Series::kAtlasA2:
    case Series::kAtlasA3:
      break;
  }
  if (IsOneOf(type, {HCCL_DATA_TYPE_INT16, HCCL_DATA_TYPE_BFP16})) {
    return reduction != HCCL_REDUCE_PROD;
  }
  return IsOneOf(type, {HCCL_DATA_TYPE_INT8, HCCL_DATA_TYPE_INT32, HCCL_DATA_TYPE_INT64, HCCL_DATA_TYPE_FP16,
                        HCCL_DATA_TYPE_FP32});
}

bool IsReducibleInUnevenParts(Series series, HcclDataType type, int32_t reduction) {
  switch (series) {
    case Series::kAtlasTraining:
    case Series::kAtlas200I:
      return false;
    case Series::kAtlasInference:
      return reduction == HCCL_REDUCE_SUM &&
             IsOneOf(type, {HCCL_DATA_TYPE_INT16, HCCL_DATA_TYPE_FP16, HCCL_DATA_TYPE_FP32});
    case Series::kAtlasA2:
      if (type == HCCL_DATA_TYPE_INT64) {
        return false;
      }
      break;
    case Series::kAtlasA3:
    case Series::kAscend950:
      break;
  }
  return reduction != HCCL_REDUCE_PROD && IsReducible(series, type, reduction);
}

bool IsMovable(Series series, HcclDataType type) {
  if (IsOneOf(type, {HCCL_DATA_TYPE_INT128, HCCL_DATA_TYPE_HIF8, HCCL_DATA_TYPE_FP8E4M3,
                     HCCL_DATA_TYPE_FP8E5M2, HCCL_DATA_TYPE_FP8E8M0})) {
    return series == Series::kAscend950;
  }
  return type != HCCL_DATA_TYPE_BFP16 || (series != Series::kAtlasTraining && series != Series::kAtlas200I);
}

std::string SocName() {
  const Soc* soc = EmulatedSoc();
  return soc == nullptr ? "the SoC" : soc->socName;
}

Result ExpectDataType(const char* argument, int32_t number, const DataType** type) {
  *type = FindDataType(number);
  return *type != nullptr ? Result::Ok() : BadArgument(argument, "an HcclDataType", std::to_string(number));
}

}  // namespace

Plan::Plan(const CommunicatorInfo& info, OperationKind which)
    : info_(info), operation_(std::make_shared<Operation>()) {
  operation_->call.which = static_cast<uint32_t>(which);
}

Result Plan::Use(const Buffer& buffer, BufferUse use, std::byte** data) {
  // Written or read as the operation wants; constness ends at the API, whose prototypes do not tell.
  *data = static_cast<std::byte*>(const_cast<void*>(buffer.address));  // NOLINT
  if (buffer.count == 0) {
    return Result::Ok();
  }
  if (buffer.address == nullptr) {
    return NullArgument(buffer.name);
  }
  const size_t bytes = buffer.count * buffer.type->bytes;
  UsedMemories found;
  OPENACLNN_RETURN_IF_FAILED(FromStatus(FindMemory(buffer.name, buffer.address, bytes, found)));
  OPENACLNN_RETURN_IF_FAILED(FromStatus(CheckReachable(found, info_.deviceId)));
  for (const UsedMemory& used : found) {
    operation_->usedMemory.push_back(used.allocation);
  }
  operation_->usedBytes += bytes;
  const bool isRead = use == BufferUse::kRead;
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    operation_->accesses.push_back(isRead ? checker::Reads(buffer.name, *data, bytes)
                                          : checker::Writes(buffer.name, *data, bytes));
  }
  if (checker::IsOn(checker::kMemory)) [[unlikely]] {
    if (isRead) {
      const auto which = static_cast<OperationKind>(operation_->call.which);
      checker::NoteRead(std::string(NameOf(which)) + ": " + buffer.name, *data, bytes);
    } else {
      checker::NoteWrite(*data, bytes);
    }
    *data = checker::InDevice(*data);
  }
  return Result::Ok();
}

std::byte* Plan::Stage(size_t bytes) {
  std::shared_ptr<std::byte[]> memory(new std::byte[bytes]);
  operation_->staging = memory;
  return memory.get();
}

void Plan::CopyAtEnd(std::byte* destination, const std::byte* source, size_t bytes) {
  if (bytes > 0 && destination != source) {
    operation_->copies.push_back({destination, source, bytes});
  }
}

void Plan::ExchangeWithAll() {
  for (uint32_t peer = 0; peer < info_.rankCount; ++peer) {
    if (peer != info_.rank) {
      Exchange exchange;
      exchange.peer = peer;
      exchange.mine = operation_->call;
      operation_->exchanges.push_back(std::move(exchange));
    }
  }
}

Exchange& Plan::With(uint32_t peer) {
  return operation_->exchanges[peer < info_.rank ? peer : peer - 1];
}

void Plan::Complete() {
  for (Exchange& exchange : operation_->exchanges) {
    exchange.mine.bytes = exchange.out[0].Total();
    if (operation_->reduction == nullptr) {
      exchange.mine.expectedBytes = exchange.in[0].Total();
      exchange.out[0].AllowAll();
    } else {
      exchange.mine.expectedBytes = operation_->reduction->bytes;
      exchange.out[0].Allow(2 * operation_->reduction->segment);
    }
    exchange.in[0].AllowAll();
    exchange.in[1].AllowAll();
  }
}

bool Overlap(const Buffer& a, const Buffer& b) {
  const auto* aBegin = static_cast<const std::byte*>(a.address);
  const auto* bBegin = static_cast<const std::byte*>(b.address);
  return a.count > 0 && b.count > 0 && aBegin < bBegin + b.count * b.type->bytes &&
         bBegin < aBegin + a.count * a.type->bytes;
}

Result ExpectApart(const Buffer& a, const Buffer& b) {
  if (Overlap(a, b)) {
    return BadArgument(
        std::string(a.name) + ", " + b.name, "memory apart from each other",
        runtime::AddressText(a.address) + " and " + runtime::AddressText(b.address) + ", which overlap");
  }
  return Result::Ok();
}

Result ExpectMovable(const char* argument, int32_t number, const DataType** type) {
  OPENACLNN_RETURN_IF_FAILED(ExpectDataType(argument, number, type));
  if (!IsMovable(EmulatedFacts().series, (*type)->number)) {
    return {HCCL_E_NOT_SUPPORT,
            std::string(argument) + ": " + SocName() + " does not move elements of " + (*type)->name};
  }
  return Result::Ok();
}

Result ExpectReducible(ReductionTable table, int32_t typeNumber, int32_t reductionNumber,
                       const DataType** type) {
  OPENACLNN_RETURN_IF_FAILED(ExpectDataType("dataType", typeNumber, type));
  if (reductionNumber < HCCL_REDUCE_SUM || reductionNumber > HCCL_REDUCE_MIN) {
    return BadArgument("op", "an HcclReduceOp (0 to 3)", std::to_string(reductionNumber));
  }
  const Series series = EmulatedFacts().series;
  const bool isAdmitted = table == ReductionTable::kUsual
                              ? IsReducible(series, (*type)->number, reductionNumber)
                              : IsReducibleInUnevenParts(series, (*type)->number, reductionNumber);
  if (!isAdmitted) {
    return {HCCL_E_NOT_SUPPORT, std::string("dataType, op: ") + SocName() + " does not reduce " +
                                    (*type)->name + " by " + NameOfReduction(reductionNumber) +
                                    (table == ReductionTable::kUsual ? "" : " in uneven parts")};
  }
  return Result::Ok();
}

Result ExpectSocHasBroadcastAndBarrier() {
  if (EmulatedFacts().series == Series::kAtlasInference) {
    return {HCCL_E_NOT_SUPPORT, SocName() + " does not have this operation"};
  }
  return Result::Ok();
}

Result ExpectRank(const CommunicatorInfo& info, const char* argument, uint32_t rank) {
  return rank < info.rankCount
             ? Result::Ok()
             : BadArgument(argument, "a rank below " + std::to_string(info.rankCount), std::to_string(rank));
}

Result Multiply(const char* argument, uint64_t count, uint64_t factor, const DataType& type,
                uint64_t* product) {
  constexpr uint64_t kMostBytes = UINT64_MAX / 2;
  if (factor != 0 && count > kMostBytes / type.bytes / factor) {
    return BadArgument(argument, "elements that fit into memory", std::to_string(count));
  }
  *product = count * factor;
  return Result::Ok();
}

Result ReadParts(const CommunicatorInfo& info, const char* countsName, const void* counts,
                 const char* displacementsName, const void* displacements, const DataType& type,
                 std::vector<Part>* parts) {
  if (counts == nullptr) {
    return NullArgument(countsName);
  }
  if (displacements == nullptr) {
    return NullArgument(displacementsName);
  }
  parts->clear();
  for (uint32_t rank = 0; rank < info.rankCount; ++rank) {
    const Part part{static_cast<const uint64_t*>(displacements)[rank],
                    static_cast<const uint64_t*>(counts)[rank]};
    uint64_t unused = 0;
    OPENACLNN_RETURN_IF_FAILED(Multiply(countsName, part.count, 2, type, &unused));
    OPENACLNN_RETURN_IF_FAILED(Multiply(displacementsName, part.offset, 2, type, &unused));
    parts->push_back(part);
  }
  return Result::Ok();
}

uint64_t Extent(const std::vector<Part>& parts) {
  uint64_t end = 0;
  for (const Part& part : parts) {
    end = std::max(end, part.count == 0 ? 0 : part.offset + part.count);
  }
  return end;
}

}  // namespace openaclnn::collectives
