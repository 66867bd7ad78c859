// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/ready_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace openaclnn::backend::cpu {
namespace {

struct Item : ReadyLink<Item> {
  Item(int itemNumber, uint32_t priority) : number(itemNumber) { readyPriority = priority; }
  int number;
};

using Queue = ReadyQueue<Item>;

std::vector<int> PopAll(Queue& queue) {
  std::vector<int> numbers;
  while (!queue.Empty()) {
    numbers.push_back(queue.Pop()->number);
  }
  return numbers;
}

TEST(ReadyQueue, KeepsTheOrderOfArrivalWithinAPriority) {
  Queue queue;
  for (int number = 0; number < 10; ++number) {
    queue.Push(std::make_shared<Item>(number, 3));
  }
  EXPECT_EQ(queue.Size(), 10U);
  EXPECT_EQ(PopAll(queue), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  queue.Push(std::make_shared<Item>(10, 3));
  EXPECT_EQ(PopAll(queue), std::vector<int>{10});
}

TEST(ReadyQueue, ServesLowerNumbersFirst) {
  Queue queue;
  queue.Push(std::make_shared<Item>(7, kLeastPriority));
  queue.Push(std::make_shared<Item>(3, 3));
  queue.Push(std::make_shared<Item>(0, 0));
  EXPECT_EQ(PopAll(queue), (std::vector<int>{0, 3, 7}));
}

TEST(ReadyQueue, EveryItemIsServedHoweverUrgentTheOthersAre) {
  Queue queue;
  queue.Push(std::make_shared<Item>(-1, kLeastPriority));
  queue.Push(std::make_shared<Item>(-2, kLeastPriority));
  // Urgent items come as fast as they are served.
  std::vector<int> served;
  for (int number = 0; number < 20; ++number) {
    queue.Push(std::make_shared<Item>(number, 0));
    served.push_back(queue.Pop()->number);
  }
  EXPECT_EQ(served, (std::vector<int>{0, 1, 2, -1, 3, 4, 5, -2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}));
}

TEST(ReadyQueue, AServedItemCanComeAgain) {
  Queue queue;
  const auto item = std::make_shared<Item>(1, 0);
  for (int round = 0; round < 10; ++round) {
    queue.Push(item);
    EXPECT_EQ(queue.Pop(), item);
    EXPECT_TRUE(queue.Empty());
  }
  EXPECT_EQ(item.use_count(), 1) << "nobody else holds what is not queued";
}

}  // namespace
}  // namespace openaclnn::backend::cpu
