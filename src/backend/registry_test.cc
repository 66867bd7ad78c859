// SPDX-License-Identifier: Apache-2.0
#include "backend/registry.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace openaclnn::backend {
namespace {

// A backend of another library than the core, as a plug-in's is.
class NoDevices final : public Backend {
 public:
  [[nodiscard]] BackendKind Kind() const override { return BackendKind::kCpu; }
  [[nodiscard]] int DeviceCount() const override { return 0; }
  [[nodiscard]] std::shared_ptr<Device> OpenDevice(int /*id*/) override { return nullptr; }
  [[nodiscard]] Status AllocateHost(size_t /*bytes*/, void** /*data*/) override { return Refused(); }
  void FreeHost(void* /*data*/, size_t /*bytes*/) override {}
  [[nodiscard]] Status RegisterHost(void* /*data*/, size_t /*bytes*/) override { return Refused(); }
  void UnregisterHost(void* /*data*/, size_t /*bytes*/) override {}
  [[nodiscard]] size_t Granularity() const override { return 1; }
  [[nodiscard]] Status ReserveAddresses(size_t /*bytes*/, std::shared_ptr<AddressRange>* /*range*/) override {
    return Refused();
  }

 private:
  static Status Refused() { return {code::kRtFeatureNotSupported, "nothing is here"}; }
};

int opened = 0;

const BackendRegistration registration(
    "none", [] { return Status::Ok(); },
    []() -> Backend& {
      ++opened;
      static NoDevices backend;
      return backend;
    });

// The variable is read once, so each case needs a process of its own.
class RegistryDeathTest : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(RegistryDeathTest, FindsTheBackendThatTheEnvironmentNames) {
  const auto run = [] {
    setenv("OPENACLNN_BACKEND", "none", 1);  // NOLINT(concurrency-mt-unsafe)
    const bool good = CheckSelectedBackend().IsOk() && SelectedBackend() == SelectedBackend() &&
                      dynamic_cast<NoDevices*>(SelectedBackend()) != nullptr && opened == 1;
    std::_Exit(good ? 0 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

TEST_F(RegistryDeathTest, OpensNoOther) {
  const auto run = [](const char* name) {
    setenv("OPENACLNN_BACKEND", name, 1);  // NOLINT(concurrency-mt-unsafe)
    const bool good = CheckSelectedBackend().IsOk() && SelectedBackend()->DeviceCount() > 0 &&
                      SelectedKind() == BackendKind::kCpu && opened == 0;
    std::_Exit(good ? 0 : 1);
  };
  EXPECT_EXIT(run("auto"), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(run("cpu"), testing::ExitedWithCode(0), "");
}

TEST_F(RegistryDeathTest, SaysWhatThereIs) {
  const auto run = [] {
    setenv("OPENACLNN_BACKEND", "cuda", 1);  // NOLINT(concurrency-mt-unsafe)
    const Status status = CheckSelectedBackend();
    const bool good =
        status.Code() == code::kInvalidParam &&
        std::string(status.Message()) == "OPENACLNN_BACKEND: expected one of auto, cpu, none, got cuda" &&
        SelectedBackend() == nullptr && !SelectedKind();
    std::_Exit(good ? 0 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openaclnn::backend
