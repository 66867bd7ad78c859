// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/cache_size.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace openaclnn::backend::cpu {
namespace {

class CacheSizeTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void Write(const std::string& cache, const std::string& size) const {
    std::filesystem::create_directories(folder_ / cache);
    std::ofstream(folder_ / cache / "size") << size << '\n';
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("openaclnn_cache_" + std::to_string(getpid()));
};

TEST_F(CacheSizeTest, IsThatOfTheLargest) {
  Write("index0", "32K");
  Write("index3", "32768K");
  Write("index2", "1M");
  Write("index4", "much");
  std::ofstream(folder_ / "uevent") << "1G\n";
  EXPECT_EQ(LastCacheBytes(folder_), size_t{32} << 20);
}

TEST_F(CacheSizeTest, HasAValueWhereNothingTells) {
  EXPECT_EQ(LastCacheBytes(folder_), kAssumedCacheBytes);
  Write("index0", "");
  EXPECT_EQ(LastCacheBytes(folder_), kAssumedCacheBytes);
  EXPECT_GT(LastCacheBytes(), 0U);
}

}  // namespace
}  // namespace openaclnn::backend::cpu
