// SPDX-License-Identifier: Apache-2.0
#include "collectives/run/operation.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "collectives/run/reduce.h"

namespace openaclnn::collectives {

size_t Operation::ScratchBytes() const {
  if (reduction == nullptr) {
    return 0;
  }
  const size_t slot = std::min(reduction->bytes, 2 * reduction->segment);
  return slot * (reduction->rankCount - 1);
}

void Operation::Prepare(std::byte* memory) {
  if (reduction == nullptr) {
    return;
  }
  ReductionPart& part = *reduction;
  const size_t slot = std::min(part.bytes, 2 * part.segment);
  part.slots.assign(part.rankCount, nullptr);
  part.granted = slot;
  for (Exchange& exchange : exchanges) {
    std::byte* base = std::exchange(memory, memory + slot);
    part.slots[exchange.peer] = base;
    for (size_t begin = 0; begin < part.bytes; begin += part.segment) {
      const size_t turn = begin / part.segment % 2;
      exchange.in[0].Add(base + turn * part.segment, std::min(part.segment, part.bytes - begin));
    }
    exchange.in[0].AllowAll();
  }
}

bool Operation::HasInputs(size_t bytes) const {
  return std::all_of(exchanges.begin(), exchanges.end(),
                     [&](const Exchange& exchange) { return exchange.in[0].Done() >= bytes; });
}

bool Operation::HasSent() const {
  return std::all_of(exchanges.begin(), exchanges.end(),
                     [](const Exchange& exchange) { return exchange.out[0].IsDone(); });
}

void Operation::ReduceSegment(size_t bytes) {
  ReductionPart& part = *reduction;
  const size_t turn = part.reduced / part.segment % 2;
  std::vector<const std::byte*> inputs(part.rankCount);
  for (uint32_t rank = 0; rank < part.rankCount; ++rank) {
    inputs[rank] = rank == part.rank ? part.own + part.reduced : part.slots[rank] + turn * part.segment;
  }
  ReduceInOrder(part.type, part.reduction, inputs, part.result + part.reduced, bytes / part.elementBytes);
}

void Operation::Advance(const std::function<void(Exchange&, size_t)>& grant) {
  while (reduction != nullptr && reduction->reduced < reduction->bytes) {
    ReductionPart& part = *reduction;
    const size_t bytes = std::min(part.segment, part.bytes - part.reduced);
    if (!HasInputs(part.reduced + bytes) || (part.afterSending && !HasSent())) {
      break;
    }
    ReduceSegment(bytes);
    part.reduced += bytes;
    const size_t more = std::min(part.segment, part.bytes - part.granted);
    part.granted += more;
    for (Exchange& exchange : exchanges) {
      exchange.out[1].Allow(bytes);
      if (more > 0) {
        grant(exchange, more);
      }
    }
  }
  const bool isReduced = reduction == nullptr || reduction->reduced == reduction->bytes;
  const bool isThrough = isReduced && std::all_of(exchanges.begin(), exchanges.end(),
                                                  [](const Exchange& one) { return one.IsDone(); });
  if (isThrough && !copied_) {
    for (const LocalCopy& copy : copies) {
      std::memmove(copy.destination, copy.source, copy.bytes);
    }
    copied_ = true;
  }
}

bool Operation::IsDone() const {
  return copied_;
}

Status Operation::StatusOf(const Result& outcome) const noexcept {
  if (outcome.IsOk()) {
    return Status::Ok();
  }
  try {
    return Result(outcome.Code(), Text() + ": " + outcome.Message()).AsTaskStatus();
  } catch (...) {
    return {code::kInternal, {}};
  }
}

void Operation::Finish(const Result& outcome) noexcept {
  const Status ended = StatusOf(outcome);
  if (onFinish) {
    std::exchange(onFinish, nullptr)();
  }
  signal->Change([&] {
    isFinished = true;
    status = ended;
  });
}

std::string Operation::Text() const {
  std::string text = TextOf(call);
  if (peerOfMessage != kUnused) {
    text += " with rank " + std::to_string(peerOfMessage);
  }
  return text;
}

}  // namespace openaclnn::collectives
