// SPDX-License-Identifier: Apache-2.0
//
// Functions of floats as polynomials of intervals, and tables of logarithms, exponentials and arctangents:
// written by scripts/math_pieces.py.
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
  float slopeHigh;  // 1 / log(base)
  float slopeLow;
};

// 2^(i / 8) in two parts, and the polynomial of what is between.
struct ExponentialTable {
  alignas(64) FloatRow high;
  alignas(64) FloatRow low;
  std::array<float, 3> polynomial;
};

// As FloatPieces, where interval i is that around i times a width.
struct NormalTailTable {
  float limit;
  float reciprocalOfWidth;
  alignas(64) FloatRow centres;
  alignas(64) FloatRow values;
  alignas(64) std::array<FloatRow, 8> coefficients;
};

// As FloatPieces, but that the first interval is like the others, and all are halves of powers of two.
struct ErfcFactorTable {
  float limit;
  float firstEnd;
  alignas(64) FloatRow centres;
  alignas(64) FloatRow values;
  alignas(64) std::array<FloatRow, 8> coefficients;
};

// Of each interval, a number and its angle in two parts: 0 in the first one, then halves of powers of two; in
// the last one, from `lastBegin` on, the angle is that of infinity.
struct ArctangentTable {
  float firstEnd;
  float lastBegin;
  alignas(64) FloatRow tangents;
  alignas(64) FloatRow high;
  alignas(64) FloatRow low;
  std::array<float, 3> polynomial;
};

// Natural logarithm of 1 + r: slope r + r^2 P(r), of an r from -0.0429 to 0.0416; error 2^-28.6
inline constexpr LogarithmTable kNaturalLogarithms{
    {0x1.6p0F, 0x1.5p0F, 0x1.4p0F, 0x1.4p0F, 0x1.3p0F, 0x1.2p0F, 0x1.2p0F, 0x1.1p0F, 0x1p0F, 0x1p0F,
     0x1.ep-1F, 0x1.cp-1F, 0x1.bp-1F, 0x1.9p-1F, 0x1.8p-1F, 0x1.7p-1F},
    {-0x1.4618p-2F, -0x1.1674p-2F, -0x1.c9p-3F, -0x1.c9p-3F, -0x1.5ffp-3F, -0x1.e27p-4F, -0x1.e27p-4F,
     -0x1.f0ap-5F, 0, 0, 0x1.086p-4F, 0x1.1178p-3F, 0x1.5bf8p-3F, 0x1.f99p-3F, 0x1.2698p-2F, 0x1.522cp-2F},
    {-0x1.78438cp-19F, -0x1.cababap-18F, 0x1.070cacp-20F, 0x1.070cacp-20F, -0x1.83853cp-18F, -0x1.db8abcp-22F,
     -0x1.db8abcp-22F, -0x1.86008cp-20F, 0, 0, -0x1.9d2988p-18F, 0x1.d044fcp-20F, -0x1.fca55ep-18F,
     0x1.c6cb3cp-19F, -0x1.deecb2p-18F, -0x1.1f8c76p-18F},
    {-0x1.fffffcp-2F, 0x1.555538p-2F, -0x1.004e06p-2F, 0x1.9b0422p-3F},
    0x1p0F,
    0};

// Logarithm to base 2 of 1 + r: slope r + r^2 P(r), of an r from -0.0429 to 0.0416; error 2^-28.5
inline constexpr LogarithmTable kBinaryLogarithms{
    {0x1.6p0F, 0x1.5p0F, 0x1.4p0F, 0x1.4p0F, 0x1.3p0F, 0x1.2p0F, 0x1.2p0F, 0x1.1p0F, 0x1p0F, 0x1p0F,
     0x1.ep-1F, 0x1.cp-1F, 0x1.bp-1F, 0x1.9p-1F, 0x1.8p-1F, 0x1.7p-1F},
    {-0x1.d674p-2F, -0x1.91bcp-2F, -0x1.49a8p-2F, -0x1.49a8p-2F, -0x1.fbcp-3F, -0x1.5cp-3F, -0x1.5cp-3F,
     -0x1.664p-4F, 0, 0, 0x1.7d6p-4F, 0x1.8a88p-3F, 0x1.f6p-3F, 0x1.6cbp-2F, 0x1.a9p-2F, 0x1.e7ep-2F},
    {-0x1.3e032ep-18F, 0x1.5db83ap-20F, 0x1.ed0cbap-20F, 0x1.ed0cbap-20F, -0x1.6b9026p-19F, -0x1.a39fbep-19F,
     -0x1.a39fbep-19F, 0x1.20a6dep-21F, 0, 0, 0x1.25b3eep-22F, 0x1.80abfcp-19F, -0x1.3ab7cep-18F,
     0x1.ed0cbap-19F, -0x1.a39fbep-20F, -0x1.40358ep-19F},
    {-0x1.715474p-1F, 0x1.ec7072p-2F, -0x1.71c508p-2F, 0x1.287c48p-2F},
    0x1.715476p0F,
    0x1.4ae0cp-26F};

// Logarithm to base 10 of 1 + r: slope r + r^2 P(r), of an r from -0.0429 to 0.0416; error 2^-28.6
inline constexpr LogarithmTable kDecimalLogarithms{
    {0x1.6p0F, 0x1.5p0F, 0x1.4p0F, 0x1.4p0F, 0x1.3p0F, 0x1.2p0F, 0x1.2p0F, 0x1.1p0F, 0x1p0F, 0x1p0F,
     0x1.ep-1F, 0x1.cp-1F, 0x1.bp-1F, 0x1.9p-1F, 0x1.8p-1F, 0x1.7p-1F},
    {-0x1.1b4p-3F, -0x1.e3cp-4F, -0x1.8cfp-4F, -0x1.8cfp-4F, -0x1.31bp-4F, -0x1.a3p-5F, -0x1.a3p-5F,
     -0x1.af4p-6F, 0, 0, 0x1.cb4p-6F, 0x1.db2p-5F, 0x1.2e4p-4F, 0x1.b72p-4F, 0x1.ffcp-4F, 0x1.25b8p-3F},
    {0x1.8e136cp-19F, 0x1.f2a79p-19F, -0x1.838864p-20F, -0x1.838864p-20F, -0x1.82ae24p-19F, -0x1.53ac14p-18F,
     -0x1.53ac14p-18F, -0x1.f92bp-18F, 0, 0, -0x1.c0cc9ep-20F, -0x1.c25132p-18F, -0x1.62fd22p-18F,
     0x1.cd1716p-20F, -0x1.ea21c4p-23F, 0x1.410ad8p-18F},
    {-0x1.bcb7aep-3F, 0x1.287a5cp-3F, -0x1.bd3f3cp-4F, 0x1.65010cp-4F},
    0x1.bcb7b2p-2F,
    -0x1.5b235ep-27F};

// e^r = 1 + r + r^2 P(r), of an r up to log(2) / 16; error 2^-31.6
inline constexpr ExponentialTable kExponentials{
    {0x1p0F, 0x1.172b84p0F, 0x1.306fep0F, 0x1.4bfdaep0F, 0x1.6a09e6p0F, 0x1.8ace54p0F, 0x1.ae89fap0F,
     0x1.d5818ep0F, 0x1p0F, 0x1.172b84p0F, 0x1.306fep0F, 0x1.4bfdaep0F, 0x1.6a09e6p0F, 0x1.8ace54p0F,
     0x1.ae89fap0F, 0x1.d5818ep0F},
    {0, -0x1.c15742p-27F, 0x1.4636e2p-25F, -0x1.593abcp-25F, 0x1.9fcef4p-26F, 0x1.15506ep-27F,
     -0x1.a94b14p-26F, -0x1.822dbcp-27F, 0, -0x1.c15742p-27F, 0x1.4636e2p-25F, -0x1.593abcp-25F,
     0x1.9fcef4p-26F, 0x1.15506ep-27F, -0x1.a94b14p-26F, -0x1.822dbcp-27F},
    {0x1p-1F, 0x1.555b7cp-3F, 0x1.55596ep-5F}};

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

// The probability of more than x >= 0 in the standard normal distribution, of an x up to 5.625; error 2^-24.3
inline constexpr NormalTailTable kNormalTail{
    0x1.68p2F,
    0x1.555556p1F,
    {0, 0x1.800b66p-2F, 0x1.800e7cp-1F, 0x1.20066p0F, 0x1.7fecp0F, 0x1.e00ee6p0F, 0x1.1ff0c8p1F,
     0x1.4ffc84p1F, 0x1.7ff1eep1F, 0x1.afee6ap1F, 0x1.e0073p1F, 0x1.081252p2F, 0x1.201038p2F, 0x1.37f0dp2F,
     0x1.50140ap2F, 0x1.67eaa4p2F},
    {0x1p-1F, 0x1.6a4e3cp-2F, 0x1.d0108ep-3F, 0x1.0acd0cp-3F, 0x1.11cde2p-4F, 0x1.f1c202p-6F, 0x1.910e08p-7F,
     0x1.1c052p-8F, 0x1.625deap-10F, 0x1.83c32p-12F, 0x1.728654p-14F, 0x1.357cc6p-16F, 0x1.c5e8b6p-19F,
     0x1.257482p-21F, 0x1.447802p-24F, 0x1.411db2p-27F},
    {{{-0x1.988454p-2F, -0x1.7cc5fep-2F, -0x1.3456d4p-2F, -0x1.b1e03ap-3F, -0x1.095f9cp-3F, -0x1.19a0e6p-4F,
       -0x1.044876p-5F, -0x1.a10ff8p-7F, -0x1.22d1eap-8F, -0x1.60341ep-10F, -0x1.716b5cp-12F, -0x1.5041ap-14F,
       -0x1.0af87cp-16F, -0x1.73925p-19F, -0x1.b8741ap-22F, -0x1.d0f43p-25F},
      {-0x1.128p-115F, 0x1.1d9cf8p-4F, 0x1.ce93bp-4F, 0x1.e8271p-4F, 0x1.8dfaaep-4F, 0x1.080f0ap-4F,
       0x1.24c20cp-5F, 0x1.11afa4p-6F, 0x1.b42ae4p-8F, 0x1.291fep-9F, 0x1.5a59d6p-11F, 0x1.5adbbep-13F,
       0x1.2c6876p-15F, 0x1.c4c446p-18F, 0x1.211d6ep-20F, 0x1.46d84ep-23F},
      {0x1.105836p-4F, 0x1.b4494ap-5F, 0x1.6797bep-6F, -0x1.3394fap-7F, -0x1.b9f718p-6F, -0x1.d8797cp-6F,
       -0x1.60490cp-6F, -0x1.996bbep-7F, -0x1.83a296p-8F, -0x1.30dc92p-9F, -0x1.922dd2p-11F, -0x1.c109c4p-13F,
       -0x1.ac76b8p-15F, -0x1.605234p-17F, -0x1.e7b7bap-20F, -0x1.28a91cp-22F},
      {0x1.59656p-107F, -0x1.1038dp-6F, -0x1.77d174p-6F, -0x1.1a2d76p-6F, -0x1.8e770cp-8F, 0x1.6bae5cp-9F,
       0x1.922266p-8F, 0x1.62e2cp-8F, 0x1.b3faf2p-9F, 0x1.9f54a8p-10F, 0x1.3f56f8p-11F, 0x1.9562eap-13F,
       0x1.b00f46p-15F, 0x1.87942ap-17F, 0x1.280bd2p-19F, 0x1.85d7f4p-22F},
      {-0x1.46ce4p-7F, -0x1.b9dc4cp-8F, 0x1.385732p-13F, 0x1.5a3eb4p-8F, 0x1.80b0dcp-8F, 0x1.ae94acp-9F,
       0x1.e73e1cp-12F, -0x1.fbd6c6p-11F, -0x1.228616p-10F, -0x1.79b2c2p-11F, -0x1.6663fp-12F,
       -0x1.0b2ddap-13F, -0x1.44a8dp-15F, -0x1.48d74ep-17F, -0x1.124c28p-19F, -0x1.89de7ep-22F},
      {-0x1.5a1016p-101F, 0x1.599a08p-9F, 0x1.8e6cbap-9F, 0x1.5644eap-10F, -0x1.582f04p-11F, -0x1.6e1e5ap-10F,
       -0x1.04228ep-10F, -0x1.38c0ap-12F, 0x1.cfa006p-14F, 0x1.96a61p-13F, 0x1.15b27p-13F, 0x1.035f04p-14F,
       0x1.73e432p-16F, 0x1.ade3dcp-18F, 0x1.9136cep-20F, 0x1.3d475cp-22F},
      {0x1.34de1cp-10F, 0x1.58a3eap-11F, -0x1.6365bcp-12F, -0x1.b44ef8p-11F, -0x1.23973cp-11F,
       -0x1.43fba2p-16F, 0x1.119bb8p-12F, 0x1.dac4b6p-13F, 0x1.64c3acp-14F, -0x1.def8f4p-18F,
       -0x1.f79fb8p-16F, -0x1.64f726p-16F, -0x1.4534dcp-17F, -0x1.be3eccp-19F, -0x1.de1b38p-21F,
       -0x1.a7ed4ap-23F},
      {0x1.78e3b2p-97F, -0x1.46452ep-12F, -0x1.31fedcp-12F, -0x1.7abc9ep-16F, 0x1.6be1acp-13F,
       0x1.40eed8p-13F, 0x1.10314ap-15F, -0x1.610b5ep-15F, -0x1.6bd654p-15F, -0x1.26a2aep-16F,
       -0x1.a57a5p-24F, 0x1.21c322p-18F, 0x1.9a26d8p-19F, 0x1.6337bep-20F, 0x1.c46ecep-22F,
       0x1.c48772p-24F}}}};

// erfc(x) e^(x^2), of an x up to 10.2; error 2^-26.8
inline constexpr ErfcFactorTable kErfcFactor{
    0x1.466666p3F,
    0x1p-3F,
    {0, 0x1.40016p-3F, 0x1.bff94ap-3F, 0x1.3ffe7ep-2F, 0x1.c004e4p-2F, 0x1.3ffd6ep-1F, 0x1.c00248p-1F,
     0x1.3ffc34p0F, 0x1.bff976p0F, 0x1.3ffecap1F, 0x1.c007ccp1F, 0x1.40043cp2F, 0x1.bffc0cp2F, 0x1.233a1cp3F,
     0x1.633294p3F, 0},
    {0x1p0F, 0x1.b0e60ep-1F, 0x1.969ccap-1F, 0x1.73c20cp-1F, 0x1.4c61bp-1F, 0x1.1d17d2p-1F, 0x1.db730ep-2F,
     0x1.78a9bep-2F, 0x1.23d33p-2F, 0x1.afbcbp-3F, 0x1.3e0572p-3F, 0x1.c56c72p-4F, 0x1.46df4p-4F,
     0x1.f8d5fp-5F, 0x1.9eb72p-5F, 0},
    {{{-0x1.20dd76p0F, -0x1.ba727p-1F, -0x1.8fd8fcp-1F, -0x1.5962bap-1F, -0x1.1ee244p-1F, -0x1.bacp-2F,
       -0x1.43683ep-2F, -0x1.abb14ap-3F, -0x1.0c432ap-3F, -0x1.3088c6p-4F, -0x1.527b3p-5F, -0x1.5d7b72p-6F,
       -0x1.6e518cp-7F, -0x1.b69144p-8F, -0x1.288492p-8F, 0},
      {0x1p0F, 0x1.6bc3ep-1F, 0x1.3f26a2p-1F, 0x1.07d3b4p-1F, 0x1.9dbaa8p-2F, 0x1.2579dcp-2F, 0x1.80ecccp-3F,
       0x1.b5786ep-4F, 0x1.c8dec8p-5F, 0x1.989942p-6F, 0x1.5d481p-7F, 0x1.08c5b8p-8F, 0x1.96ae3ap-10F,
       0x1.7ad09ap-11F, 0x1.a65ac8p-12F, 0},
      {-0x1.812746p-1F, -0x1.011264p-1F, -0x1.b80cc6p-2F, -0x1.5e969ep-2F, -0x1.05d5ecp-2F, -0x1.59c716p-3F,
       -0x1.9d54c6p-4F, -0x1.9b6e12p-5F, -0x1.6cc344p-6F, -0x1.06353cp-7F, -0x1.5e48b6p-9F, -0x1.8aa9c2p-11F,
       -0x1.bf5facp-13F, -0x1.455c0ap-14F, -0x1.2ba1eep-15F, 0},
      {0x1.ffffecp-2F, 0x1.4398d4p-2F, 0x1.0f05f6p-2F, 0x1.a218dap-3F, 0x1.2b2bdp-3F, 0x1.72d908p-4F,
       0x1.982d94p-5F, 0x1.68ad66p-6F, 0x1.13713p-7F, 0x1.4360b6p-9F, 0x1.56194ep-11F, 0x1.218e7p-13F,
       0x1.e7c3f4p-16F, 0x1.15e5e4p-17F, 0x1.a782ep-19F, 0},
      {-0x1.341cd8p-2F, -0x1.72dd58p-3F, -0x1.309d14p-3F, -0x1.c86b2ap-4F, -0x1.3a38fp-4F, -0x1.6fd28ap-5F,
       -0x1.7798b6p-6F, -0x1.2999d2p-7F, -0x1.8c0662p-9F, -0x1.8075aep-11F, -0x1.45ddd2p-13F,
       -0x1.a207bep-16F, -0x1.077e6cp-18F, -0x1.d805d4p-21F, -0x1.2a27d2p-22F, 0},
      {0x1.54fc46p-3F, 0x1.88d48cp-4F, 0x1.3cf1b2p-4F, 0x1.ce607ep-5F, 0x1.333e12p-5F, 0x1.55347p-6F,
       0x1.45219p-7F, 0x1.d1bfeap-9F, 0x1.1078c6p-10F, 0x1.ba6408p-13F, 0x1.2f56c8p-15F, 0x1.29cf3ep-18F,
       0x1.1a647cp-21F, 0x1.8ecf5ap-24F, 0x1.a241cep-26F, 0},
      {-0x1.596c8p-4F, -0x1.84ed56p-5F, -0x1.34a276p-5F, -0x1.b7b63cp-6F, -0x1.1ab1e4p-6F, -0x1.2c0e6cp-7F,
       -0x1.0be89cp-8F, -0x1.60fe56p-10F, -0x1.6cc568p-12F, -0x1.fff23ap-15F, -0x1.1b25a6p-17F,
       -0x1.bcca16p-21F, -0x1.36d7f4p-24F, -0x1.583a88p-27F, -0x1.27e61cp-29F, 0},
      {0x1.105004p-5F, 0x1.6a979ep-6F, 0x1.1b4a34p-6F, 0x1.8a4d54p-7F, 0x1.eba248p-8F, 0x1.f227b6p-9F,
       0x1.a2b09ep-10F, 0x1.f8266cp-12F, 0x1.d0a378p-14F, 0x1.15193cp-16F, 0x1.f8e364p-20F, 0x1.33fb8cp-23F,
       0x1.4774d4p-27F, 0x1.1feb64p-30F, 0x1.9bfafap-33F, 0}}}};

// atan(t) = t + t^3 P(t^2), of a t up to 0.125; error 2^-32.0
inline constexpr ArctangentTable kArctangents{
    0x1p-3F,
    0x1p4F,
    {0, 0x1.3fb1fap-3F, 0x1.bf9536p-3F, 0x1.3edd6ap-2F, 0x1.be8902p-2F, 0x1.3c6ef4p-1F, 0x1.bc0e24p-1F,
     0x1.384512p0F, 0x1.b9224ep0F, 0x1.3504f4p1F, 0x1.b78f34p1F, 0x1.33b61p2F, 0x1.b70b2cp2F, 0x1.3354f8p3F,
     0x1.b6e78ep3F, 0x1p0F},
    {0, 0x1.3d22c4p-3F, 0x1.b8a78ap-3F, 0x1.351ea2p-2F, 0x1.a51402p-2F, 0x1.1b6e1ap-1F, 0x1.6dcc58p-1F,
     0x1.c4a83ap-1F, 0x1.0b833cp0F, 0x1.2d97c8p0F, 0x1.49952p0F, 0x1.5da0a8p0F, 0x1.6d114p0F, 0x1.779078p0F,
     0x1.7f7ep0F, 0x1.921fb6p0F},
    {0, 0x1.0bd09ep-30F, 0x1.e9fbd6p-29F, 0x1.94cfc8p-28F, 0x1.1d99e4p-27F, -0x1.acef16p-27F,
     -0x1.32d468p-26F, -0x1.b7ba1cp-27F, -0x1.2a79a6p-29F, 0x1.779fb8p-27F, -0x1.155094p-27F,
     -0x1.f09b84p-27F, 0x1.7c97f6p-26F, 0x1.988fa4p-25F, -0x1.ba64cep-25F, -0x1.777a5cp-25F},
    {-0x1.555554p-2F, 0x1.9991bep-3F, -0x1.1f5054p-3F}};

}  // namespace openaclnn
