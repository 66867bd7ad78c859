// SPDX-License-Identifier: Apache-2.0
#include "collectives/plan.h"

#include <algorithm>
#include <string>

#include "checker/access_history.h"
#include "checker/device_memory.h"
#include "checker/settings.h"
#include "executor/used_memory.h"
#include "runtime/core/check.h"

namespace openaclnn::collectives {

Plan::Plan(const Facts& facts, Operator which) : facts_(facts), operation_(std::make_shared<Operation>()) {
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
  OPENACLNN_RETURN_IF_FAILED(FromStatus(CheckReachable(found, facts_.deviceId)));
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
      const auto which = static_cast<Operator>(operation_->call.which);
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
  for (uint32_t peer = 0; peer < facts_.rankCount; ++peer) {
    if (peer != facts_.rank) {
      Exchange exchange;
      exchange.peer = peer;
      exchange.mine = operation_->call;
      operation_->exchanges.push_back(std::move(exchange));
    }
  }
}

Exchange& Plan::With(uint32_t peer) {
  return operation_->exchanges[peer < facts_.rank ? peer : peer - 1];
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

Result ExpectRank(const Facts& facts, const char* argument, uint32_t rank) {
  return rank < facts.rankCount
             ? Result::Ok()
             : BadArgument(argument, "a rank below " + std::to_string(facts.rankCount), std::to_string(rank));
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

Result ReadParts(const Facts& facts, const char* countsName, const void* counts,
                 const char* displacementsName, const void* displacements, const DataType& type,
                 std::vector<Part>* parts) {
  if (counts == nullptr) {
    return NullArgument(countsName);
  }
  if (displacements == nullptr) {
    return NullArgument(displacementsName);
  }
  parts->clear();
  for (uint32_t rank = 0; rank < facts.rankCount; ++rank) {
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
