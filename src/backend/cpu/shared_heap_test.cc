// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/shared_heap.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <string>
#include <utility>
#include <vector>

namespace openaclnn::backend::cpu {
namespace {

constexpr size_t kMib = size_t{1} << 20;
constexpr size_t kBytes = 2 * kMib;

// How much memory the file behind shared pages holds.
size_t Held(const SharedMemory& shared) {
  struct stat facts {};
  EXPECT_EQ(stat(("/proc/self/fd/" + std::to_string(PagesOf(shared).file)).c_str(), &facts), 0);
  return static_cast<size_t>(facts.st_blocks) * 512;
}

std::shared_ptr<PageRange> Allocate(SharedHeap& heap) {
  std::shared_ptr<PageRange> pages;
  EXPECT_TRUE(heap.Allocate(kBytes, &pages).IsOk());
  return pages;
}

std::vector<char> Read(const PageRange& pages) {
  void* const address = mmap(nullptr, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_TRUE(pages.MapAt(static_cast<std::byte*>(address), true).IsOk());
  const auto* const data = static_cast<const char*>(address);
  std::vector<char> content(data, data + kBytes);
  munmap(address, kBytes);
  return content;
}

TEST(SharedHeap, PagesAreFreshAndGivenBack) {
  SharedHeap heap;
  const std::shared_ptr<PageRange> anchor = Allocate(heap);
  SharedMemory shared;
  ASSERT_TRUE(anchor->Share(&shared).IsOk());
  for (int round = 0; round < 3; ++round) {
    const std::shared_ptr<PageRange> pages = Allocate(heap);
    EXPECT_EQ(Read(*pages), std::vector<char>(kBytes, 0));
    ASSERT_TRUE(pages->Write(std::vector<char>(kBytes, 1).data()));
    EXPECT_GE(Held(shared), kBytes);
  }
  EXPECT_EQ(Held(shared), 0U);
}

// Within one process an import is as independent of the original as in another.
TEST(SharedHeap, TheLastOneGivesSharedPagesBack) {
  for (const bool originalGoesFirst : {true, false}) {
    SharedHeap heap;
    const std::shared_ptr<PageRange> anchor = Allocate(heap);
    std::shared_ptr<PageRange> original = Allocate(heap);
    ASSERT_TRUE(original->Write(std::vector<char>(kBytes, 7).data()));
    SharedMemory shared;
    ASSERT_TRUE(original->Share(&shared).IsOk());
    std::shared_ptr<PageRange> first;
    std::shared_ptr<PageRange> second;
    ASSERT_TRUE(PageRange::Import(shared, &first).IsOk());
    ASSERT_TRUE(PageRange::Import(shared, &second).IsOk());
    EXPECT_EQ(first->Bytes(), kBytes);
    if (originalGoesFirst) {
      std::swap(original, second);
    }
    second = nullptr;
    EXPECT_GE(Held(shared), kBytes);
    EXPECT_EQ(Read(*first), std::vector<char>(kBytes, 7));
    first = nullptr;
    EXPECT_GE(Held(shared), kBytes);
    EXPECT_EQ(Read(*original), std::vector<char>(kBytes, 7));
    original = nullptr;
    EXPECT_EQ(Held(shared), 0U);
  }
}

TEST(SharedHeap, ImportsOfNothingFail) {
  SharedHeap heap;
  const std::shared_ptr<PageRange> pages = Allocate(heap);
  SharedMemory shared;
  ASSERT_TRUE(pages->Share(&shared).IsOk());
  const auto expect = [](const SharedPages& wrong) {
    std::shared_ptr<PageRange> imported;
    EXPECT_EQ(PageRange::Import(HandleOf(wrong), &imported).Code(), code::kRtInvalidHandle);
    EXPECT_EQ(imported, nullptr);
  };
  SharedPages wrong = PagesOf(shared);
  wrong.file = 0;
  expect(wrong);
  wrong.file = -1;
  expect(wrong);
  wrong = PagesOf(shared);
  wrong.process = 0;
  expect(wrong);
  wrong = PagesOf(shared);
  wrong.offset = kBytes;
  expect(wrong);
  wrong = PagesOf(shared);
  wrong.bytes = SIZE_MAX;
  expect(wrong);
}

}  // namespace
}  // namespace openaclnn::backend::cpu
