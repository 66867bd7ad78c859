// SPDX-License-Identifier: Apache-2.0
#include "backend/stream_group.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <utility>

#include "backend/cpu/parallel.h"
#include "backend/cpu/signal.h"
#include "backend/cpu/stream.h"

namespace openaclnn::backend {
namespace {

using cpu::CpuStream;

class FailingWork final : public Work {
 public:
  [[nodiscard]] const char* Name() const override { return "test"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(ExecutionContext& /*context*/) override {
    return {code::kRtVectorCoreException, "told to fail"};
  }
};

class Never final : public Condition {
 public:
  explicit Never(std::promise<void>* looked) : looked_(looked) {}
  [[nodiscard]] std::optional<Status> Look() noexcept override {
    looked_->set_value();
    return std::nullopt;
  }

 private:
  std::promise<void>* looked_;
};

// What a wait has held, and whoever is told of its failure, may do whatever they like.
TEST(StreamGroups, AreStoppedWithoutTheirLock) {
  const auto arena = std::make_shared<cpu::Arena>(1);
  const auto group = std::make_shared<StreamGroup>();
  const auto failing = std::make_shared<CpuStream>(arena, StreamOptions{.group = group});
  const auto waiting = std::make_shared<CpuStream>(arena, StreamOptions{.group = group});
  group->Add(failing);
  group->Add(waiting);
  group->SetFailureMode(FailureMode::kStop);

  std::promise<void> hasBegun;
  std::future<void> addition;
  bool wasAdded = false;
  std::shared_ptr<const void> held(group.get(), [&](const void* /*group*/) {
    addition = std::async(std::launch::async, [&] { group->Add(failing); });
    wasAdded = addition.wait_for(std::chrono::seconds(20)) == std::future_status::ready;
  });
  ASSERT_TRUE(waiting
                  ->WaitFor(std::make_shared<cpu::CpuSignal>(), std::make_unique<Never>(&hasBegun),
                            {.keepAlive = std::move(held)})
                  .IsOk());
  hasBegun.get_future().wait();
  ASSERT_TRUE(failing->Launch(std::make_unique<FailingWork>()).IsOk());
  EXPECT_EQ(waiting->Synchronize({}).Message(), "told to fail");
  EXPECT_TRUE(wasAdded) << "another thread could not use the group while it was being stopped";
}

}  // namespace
}  // namespace openaclnn::backend
