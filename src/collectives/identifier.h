// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace openaclnn::collectives {

// 16 random bytes: who knows them belongs to the group.
using Identifier = std::array<uint8_t, 16>;

[[nodiscard]] Identifier NewIdentifier();
// One for all who have the same text.
[[nodiscard]] Identifier IdentifierOf(const std::string& text);
// The same for every call in this process.
[[nodiscard]] const Identifier& ProcessIdentifier();
// Takes the same time wherever they differ.
[[nodiscard]] bool SameIdentifier(const Identifier& a, const Identifier& b);

// FNV-1a, to compare what ranks were told; not against an attacker.
class Digest {
 public:
  Digest& Add(const void* data, size_t bytes);
  Digest& Add(const std::string& text) { return Add(text.data(), text.size() + 1); }
  Digest& Add(uint64_t number) { return Add(&number, sizeof number); }
  [[nodiscard]] uint64_t Value() const { return value_; }

 private:
  uint64_t value_ = 0xCBF29CE484222325U;
};

}  // namespace openaclnn::collectives
