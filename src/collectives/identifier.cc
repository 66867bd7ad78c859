// SPDX-License-Identifier: Apache-2.0
#include "collectives/identifier.h"

#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace openaclnn::collectives {

Identifier NewIdentifier() {
  Identifier identifier{};
  while (getrandom(identifier.data(), identifier.size(), 0) != static_cast<ssize_t>(identifier.size())) {
    if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "getrandom");
    }
  }
  return identifier;
}

Identifier IdentifierOf(const std::string& text) {
  Identifier identifier{};
  const uint64_t halves[] = {Digest().Add(text).Value(),
                             Digest().Add(std::string("second")).Add(text).Value()};
  std::memcpy(identifier.data(), halves, sizeof halves);
  return identifier;
}

const Identifier& ProcessIdentifier() {
  static const Identifier identifier = NewIdentifier();
  return identifier;
}

bool SameIdentifier(const Identifier& a, const Identifier& b) {
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned>(a[i] ^ b[i]);
  }
  return difference == 0;
}

Digest& Digest::Add(const void* data, size_t bytes) {
  constexpr uint64_t kPrime = 0x100000001B3U;
  const auto* byte = static_cast<const uint8_t*>(data);
  std::for_each(byte, byte + bytes, [this](uint8_t one) { value_ = (value_ ^ one) * kPrime; });
  return *this;
}

}  // namespace openaclnn::collectives
