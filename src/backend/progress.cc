// SPDX-License-Identifier: Apache-2.0
#include "backend/progress.h"

#include <algorithm>
#include <utility>

#include "base/no_destructor.h"

namespace openaclnn::backend {

ProgressList& ProgressList::Instance() {
  static NoDestructor<ProgressList> list;
  return *list;
}

void ProgressList::Add(std::shared_ptr<Progress> progress) {
  const std::lock_guard lock(mutex_);
  auto next = content_ == nullptr ? std::make_shared<Content>() : std::make_shared<Content>(*content_);
  next->push_back(std::move(progress));
  content_ = std::move(next);
}

void ProgressList::Remove(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  auto next = std::make_shared<Content>(*content_);
  std::erase_if(*next, [&](const auto& one) { return one.get() == &progress; });
  content_ = next->empty() ? nullptr : std::move(next);
}

std::shared_ptr<const ProgressList::Content> ProgressList::Get() const noexcept {
  const std::lock_guard lock(mutex_);
  return content_;
}

Turns::Turns() : list_(ProgressList::Instance().Get()) {
  if (list_ != nullptr) {
    for (const std::shared_ptr<Progress>& progress : *list_) {
      progress->Enter();
    }
  }
}

Turns::~Turns() {
  if (list_ != nullptr) {
    for (const std::shared_ptr<Progress>& progress : *list_) {
      progress->Leave();
    }
  }
}

Progress::Found Turns::GoOn() const noexcept {
  auto found = Progress::Found::kNothing;
  if (list_ != nullptr) {
    for (const std::shared_ptr<Progress>& progress : *list_) {
      found = std::max(found, progress->GoOn());
    }
  }
  return found;
}

}  // namespace openaclnn::backend
