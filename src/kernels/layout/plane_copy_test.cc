// SPDX-License-Identifier: Apache-2.0
#include "kernels/layout/plane_copy.h"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <vector>

#include "backend/cpu/parallel.h"

namespace openaclnn {
namespace {

struct Sizes {
  int64_t samples;
  int64_t channels;
  int64_t rows;
  int64_t columns;
  int64_t gap;  // elements between positions
};

TEST(PlaneCopy, HasTheElementsOfChannelsLastTensorsPlaneByPlane) {
  backend::cpu::Arena arena(2);
  const backend::cpu::CpuContext cpu(&arena);
  for (const Sizes& sizes :
       {Sizes{2, 64, 5, 7, 0}, Sizes{1, 70, 1, 33, 0}, Sizes{3, 5, 4, 4, 0}, Sizes{2, 130, 3, 9, 6}}) {
    const int64_t pitch = sizes.channels + sizes.gap;
    const int64_t positions = sizes.rows * sizes.columns;
    std::vector<uint32_t> memory(static_cast<size_t>(sizes.samples * positions * pitch));
    std::iota(memory.begin(), memory.end(), 0U);
    TensorView view{reinterpret_cast<std::byte*>(memory.data()),
                    DType::kFloat,
                    4,
                    {sizes.samples, sizes.channels, sizes.rows, sizes.columns},
                    {positions * pitch, 1, sizes.columns * pitch, pitch}};
    ScratchLayout layout;
    const PlaneCopy copy(view, &layout);
    ASSERT_GE(layout.Bytes(), static_cast<size_t>(view.NumElements()) * sizeof(uint32_t));
    std::vector<std::byte> workspace(layout.Bytes());
    const TensorView planes = copy.Make(view, workspace.data(), cpu);
    ASSERT_TRUE(planes.Contiguous());
    const auto* const copied = reinterpret_cast<const uint32_t*>(planes.data);
    for (int64_t i = 0; i < view.NumElements(); ++i) {
      const int64_t position = i % positions;
      const int64_t channel = i / positions % sizes.channels;
      const int64_t sample = i / positions / sizes.channels;
      ASSERT_EQ(copied[i], memory[static_cast<size_t>((sample * positions + position) * pitch + channel)])
          << i;
    }
  }
}

TEST(PlaneCopy, LeavesOtherTensorsAlone) {
  backend::cpu::Arena arena(2);
  const backend::cpu::CpuContext cpu(&arena);
  std::vector<float> memory(4096);
  auto* const data = reinterpret_cast<std::byte*>(memory.data());
  for (const TensorView& view : {TensorView{data, DType::kFloat, 4, {2, 8, 4, 4}, {128, 16, 4, 1}},
                                 TensorView{data, DType::kFloat, 4, {2, 8, 4, 4}, {256, 16, 4, 1}},
                                 TensorView{data, DType::kFloat, 4, {2, 8, 4, 4}, {512, 1, 16, 64}},
                                 TensorView{data, DType::kFloat, 2, {8, 16}, {1, 8}}}) {
    ScratchLayout layout;
    const PlaneCopy copy(view, &layout);
    EXPECT_EQ(layout.Bytes(), 0U);
    EXPECT_EQ(copy.Make(view, nullptr, cpu).data, data);
  }
}

}  // namespace
}  // namespace openaclnn
