// SPDX-License-Identifier: Apache-2.0
//
// Functions of floats as polynomials of eight intervals, and a table of logarithms: written by
// scripts/math_pieces.py.
#pragma once

#include <array>
#include <cstddef>

namespace openaclnn {

// What vectors look up; a row of eight stands there twice.
using FloatRow = std::array<float, 16>;

// Of an x >= 0, in interval i: values[i] + t (coefficients[0][i] + t (coefficients[1][i] + ...)), t = x -
// centres[i]; in the first one x stands for its value. The next one begins where bits that do not tell
// intervals apart are 0.
struct FloatPieces {
  float firstEnd;
  int lowBits;  // that do not tell intervals apart
  alignas(64) FloatRow centres;
  alignas(64) FloatRow values;
  alignas(64) std::array<FloatRow, 9> coefficients;
};

// Of each sixteenth of the floats from sqrt(1/2) to sqrt(2): a reciprocal of few bits, and what its logarithm
// lacks to 0.
struct LogarithmTable {
  alignas(64) FloatRow reciprocals;
  alignas(64) FloatRow high;
  alignas(64) FloatRow low;
  std::array<float, 4> polynomial;
};

// log(1 + r) = r + r^2 P(r), of an r from -0.0429 to 0.0416; error 2^-28.6
inline constexpr LogarithmTable kLogarithms{
    {0x1.6p0F, 0x1.5p0F, 0x1.4p0F, 0x1.4p0F, 0x1.3p0F, 0x1.2p0F, 0x1.2p0F, 0x1.1p0F, 0x1p0F, 0x1p0F,
     0x1.ep-1F, 0x1.cp-1F, 0x1.bp-1F, 0x1.9p-1F, 0x1.8p-1F, 0x1.7p-1F},
    {-0x1.4618p-2F, -0x1.1674p-2F, -0x1.c9p-3F, -0x1.c9p-3F, -0x1.5ffp-3F, -0x1.e27p-4F, -0x1.e27p-4F,
     -0x1.f0ap-5F, 0, 0, 0x1.086p-4F, 0x1.1178p-3F, 0x1.5bf8p-3F, 0x1.f99p-3F, 0x1.2698p-2F, 0x1.522cp-2F},
    {-0x1.78438cp-19F, -0x1.cababap-18F, 0x1.070cacp-20F, 0x1.070cacp-20F, -0x1.83853cp-18F, -0x1.db8abcp-22F,
     -0x1.db8abcp-22F, -0x1.86008cp-20F, 0, 0, -0x1.9d2988p-18F, 0x1.d044fcp-20F, -0x1.fca55ep-18F,
     0x1.c6cb3cp-19F, -0x1.deecb2p-18F, -0x1.1f8c76p-18F},
    {-0x1.fffffcp-2F, 0x1.555538p-2F, -0x1.004e06p-2F, 0x1.9b0422p-3F}};

// tanh(x), of an x up to 9.1; error 2^-26.2
inline constexpr FloatPieces kTanhPieces{
    0x1p-2F,
    23,
    {0, 0x1.45d99cp-2F, 0x1.45f81cp-1F, 0x1.45d144p0F, 0x1.45cf44p1F, 0x1.45e54p2F, 0x1.0a2b24p3F, 0, 0,
     0x1.45d99cp-2F, 0x1.45f81cp-1F, 0x1.45d144p0F, 0x1.45cf44p1F, 0x1.45e54p2F, 0x1.0a2b24p3F, 0},
    {0, 0x1.3b478ep-2F, 0x1.200fbep-1F, 0x1.b58586p-1F, 0x1.f9bcd4p-1F, 0x1.fff61ap-1F, 0x1.fffffcp-1F,
     0x1p0F, 0, 0x1.3b478ep-2F, 0x1.200fbep-1F, 0x1.b58586p-1F, 0x1.f9bcd4p-1F, 0x1.fff61ap-1F,
     0x1.fffffcp-1F, 0x1p0F},
    {{{-0x1.10c554p-36F, 0x1.cf76dap-1F, 0x1.5dee4ap-1F, 0x1.143eep-2F, 0x1.8e5742p-6F, 0x1.3cddc4p-13F,
       0x1.fffffap-23F, 0, -0x1.10c554p-36F, 0x1.cf76dap-1F, 0x1.5dee4ap-1F, 0x1.143eep-2F, 0x1.8e5742p-6F,
       0x1.3cddc4p-13F, 0x1.fffffap-23F, 0},
      {0, -0x1.1d6464p-2F, -0x1.89c198p-2F, -0x1.d81f6ap-3F, -0x1.89780cp-6F, -0x1.3cc1fcp-13F,
       -0x1.fffff8p-23F, 0, 0, -0x1.1d6464p-2F, -0x1.89c198p-2F, -0x1.d81f6ap-3F, -0x1.89780cp-6F,
       -0x1.3cc1fcp-13F, -0x1.fffff8p-23F, 0},
      {-0x1.555554p-2F, -0x1.ba36a8p-3F, -0x1.780fb6p-7F, 0x1.b68e8ep-4F, 0x1.ffcb78p-7F, 0x1.a4ea6p-14F,
       0x1.555536p-23F, 0, -0x1.555554p-2F, -0x1.ba36a8p-3F, -0x1.780fb6p-7F, 0x1.b68e8ep-4F, 0x1.ffcb78p-7F,
       0x1.a4ea6p-14F, 0x1.555536p-23F, 0},
      {0, 0x1.466a26p-3F, 0x1.13ba22p-3F, -0x1.e00c7ep-7F, -0x1.e6781cp-8F, -0x1.a472ep-15F, -0x1.5554c8p-24F,
       0, 0, 0x1.466a26p-3F, 0x1.13ba22p-3F, -0x1.e00c7ep-7F, -0x1.e6781cp-8F, -0x1.a472ep-15F,
       -0x1.5554c8p-24F, 0},
      {0x1.11103cp-3F, 0x1.6068bep-5F, -0x1.d0d796p-5F, -0x1.18edbap-6F, 0x1.5c8778p-9F, 0x1.5784eep-16F,
       0x1.11151p-25F, 0, 0x1.11103cp-3F, 0x1.6068bep-5F, -0x1.d0d796p-5F, -0x1.18edbap-6F, 0x1.5c8778p-9F,
       0x1.5784eep-16F, 0x1.11151p-25F, 0},
      {0, -0x1.294002p-4F, -0x1.5f504ep-6F, 0x1.d5f65ap-7F, -0x1.649456p-11F, -0x1.d9a9ecp-18F,
       -0x1.6c5a98p-27F, 0, 0, -0x1.294002p-4F, -0x1.5f504ep-6F, 0x1.d5f65ap-7F, -0x1.649456p-11F,
       -0x1.d9a9ecp-18F, -0x1.6c5a98p-27F, 0},
      {-0x1.b9851cp-5F, 0x1.4ca1d2p-10F, 0x1.e2605ep-6F, -0x1.3f7fdap-8F, 0x1.8326fp-14F, 0x1.f9ec8cp-20F,
       0x1.9fe6fap-29F, 0, -0x1.b9851cp-5F, 0x1.4ca1d2p-10F, 0x1.e2605ep-6F, -0x1.3f7fdap-8F, 0x1.8326fp-14F,
       0x1.f9ec8cp-20F, 0x1.9fe6fap-29F, 0},
      {0, 0x1.d4000ep-6F, -0x1.e851e2p-8F, 0x1.7966ccp-13F, 0x1.91d8b8p-18F, -0x1.5860c4p-22F,
       -0x1.8ac2b2p-31F, 0, 0, 0x1.d4000ep-6F, -0x1.e851e2p-8F, 0x1.7966ccp-13F, 0x1.91d8b8p-18F,
       -0x1.5860c4p-22F, -0x1.8ac2b2p-31F, 0},
      {0x1.5085dcp-6F, -0x1.73823p-7F, -0x1.233d1ep-9F, 0x1.3b797ep-12F, -0x1.b8e14cp-19F, 0x1.a681a8p-26F,
       0x1.dc1aecp-34F, 0, 0x1.5085dcp-6F, -0x1.73823p-7F, -0x1.233d1ep-9F, 0x1.3b797ep-12F, -0x1.b8e14cp-19F,
       0x1.a681a8p-26F, 0x1.dc1aecp-34F, 0}}}};

// erf(x), of an x up to 4; error 2^-27.7
inline constexpr FloatPieces kErfPieces{
    0x1p-1F,
    22,
    {0, 0x1.22f0fap-1F, 0x1.a3103ap-1F, 0x1.23090ap0F, 0x1.a2ea92p0F, 0x1.22fdfap1F, 0x1.a2dc9cp1F, 0, 0,
     0x1.22f0fap-1F, 0x1.a3103ap-1F, 0x1.23090ap0F, 0x1.a2ea92p0F, 0x1.22fdfap1F, 0x1.a2dc9cp1F, 0},
    {0, 0x1.2821d8p-1F, 0x1.8180d2p-1F, 0x1.c8c2e2p-1F, 0x1.f56c88p-1F, 0x1.ff550cp-1F, 0x1.ffff84p-1F,
     0x1p0F, 0, 0x1.2821d8p-1F, 0x1.8180d2p-1F, 0x1.c8c2e2p-1F, 0x1.f56c88p-1F, 0x1.ff550cp-1F,
     0x1.ffff84p-1F, 0x1p0F},
    {{{0x1.06eba8p-3F, 0x1.a24d6ep-1F, 0x1.27a79ap-1F, 0x1.3d49dp-2F, 0x1.3d97cap-4F, 0x1.a51cbcp-8F,
       0x1.a743dcp-16F, 0, 0x1.06eba8p-3F, 0x1.a24d6ep-1F, 0x1.27a79ap-1F, 0x1.3d49dp-2F, 0x1.3d97cap-4F,
       0x1.a51cbcp-8F, 0x1.a743dcp-16F, 0},
      {0, -0x1.db6578p-2F, -0x1.e3fa0ep-2F, -0x1.68b61cp-2F, -0x1.03da6cp-3F, -0x1.deac6p-7F,
       -0x1.5a4436p-14F, 0, 0, -0x1.db6578p-2F, -0x1.e3fa0ep-2F, -0x1.68b61cp-2F, -0x1.03da6cp-3F,
       -0x1.deac6p-7F, -0x1.5a4436p-14F, 0},
      {-0x1.812732p-2F, -0x1.8b188ep-4F, 0x1.0becfep-4F, 0x1.4f3e76p-3F, 0x1.cd190ep-4F, 0x1.47a562p-6F,
       0x1.6808ap-13F, 0, -0x1.812732p-2F, -0x1.8b188ep-4F, 0x1.0becfep-4F, 0x1.4f3e76p-3F, 0x1.cd190ep-4F,
       0x1.47a562p-6F, 0x1.6808ap-13F, 0},
      {0, 0x1.750f08p-3F, 0x1.0bd3f8p-3F, 0x1.8f4b96p-6F, -0x1.9810c6p-5F, -0x1.24a764p-6F, -0x1.09af2p-12F,
       0, 0, 0x1.750f08p-3F, 0x1.0bd3f8p-3F, 0x1.8f4b96p-6F, -0x1.9810c6p-5F, -0x1.24a764p-6F,
       -0x1.09af2p-12F, 0},
      {0x1.ce251p-4F, -0x1.987ed4p-7F, -0x1.ff7f0cp-5F, -0x1.ed189p-5F, -0x1.318e04p-10F, 0x1.4f7deep-7F,
       0x1.261f7ap-12F, 0, 0x1.ce251p-4F, -0x1.987ed4p-7F, -0x1.ff7f0cp-5F, -0x1.ed189p-5F, -0x1.318e04p-10F,
       0x1.4f7deep-7F, 0x1.261f7ap-12F, 0},
      {0, -0x1.7a9746p-5F, -0x1.24413ap-6F, 0x1.0b6a64p-6F, 0x1.c7f0b2p-7F, -0x1.876396p-9F, -0x1.f51c9ap-13F,
       0, 0, -0x1.7a9746p-5F, -0x1.24413ap-6F, 0x1.0b6a64p-6F, 0x1.c7f0b2p-7F, -0x1.876396p-9F,
       -0x1.f51c9ap-13F, 0},
      {-0x1.b6661p-6F, 0x1.5708dcp-7F, 0x1.37fabep-6F, 0x1.28c034p-7F, -0x1.994b68p-8F, -0x1.eb806cp-12F,
       0x1.443208p-13F, 0, -0x1.b6661p-6F, 0x1.5708dcp-7F, 0x1.37fabep-6F, 0x1.28c034p-7F, -0x1.994b68p-8F,
       -0x1.eb806cp-12F, 0x1.443208p-13F, 0},
      {0, 0x1.1686b8p-7F, -0x1.54c6bcp-13F, -0x1.a49a7ap-8F, -0x1.076d58p-12F, 0x1.a7966p-11F,
       -0x1.20d96ap-14F, 0, 0, 0x1.1686b8p-7F, -0x1.54c6bcp-13F, -0x1.a49a7ap-8F, -0x1.076d58p-12F,
       0x1.a7966p-11F, -0x1.20d96ap-14F, 0},
      {0x1.354512p-8F, -0x1.d8c5bap-9F, -0x1.a8dd24p-9F, 0x1.b2353cp-11F, 0x1.d43e12p-11F, -0x1.01dbc2p-12F,
       0x1.04a068p-16F, 0, 0x1.354512p-8F, -0x1.d8c5bap-9F, -0x1.a8dd24p-9F, 0x1.b2353cp-11F, 0x1.d43e12p-11F,
       -0x1.01dbc2p-12F, 0x1.04a068p-16F, 0}}}};

}  // namespace openaclnn
