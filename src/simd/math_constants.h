// SPDX-License-Identifier: Apache-2.0
//
// The polynomials and split constants of the elementary functions: written by scripts/math_coefficients.py.
// Coefficients come lowest power first.
#pragma once

#include <array>
#include <cstdint>

namespace openaclnn {

template <class Number>
struct MathConstants;

template <>
struct MathConstants<float> {
  // A product of a whole number that counts halvings with kLn2High or kLog10Of2High is exact.
  static constexpr float kLn2High = 0x1.62e4p-1F;
  static constexpr float kLn2Low = 0x1.7f7d1cp-20F;
  static constexpr float kLog10Of2High = 0x1.344p-2F;
  static constexpr float kLog10Of2Low = 0x1.3509f8p-18F;
  // Sums of two, beyond the type's precision.
  static constexpr float kLn2FullHigh = 0x1.62e43p-1F;
  static constexpr float kLn2FullLow = -0x1.05c61p-29F;
  static constexpr float kLog2EHigh = 0x1.715476p0F;
  static constexpr float kLog2ELow = 0x1.4ae0cp-26F;
  static constexpr float kLog10EHigh = 0x1.bcb7b2p-2F;
  static constexpr float kLog10ELow = -0x1.5b235ep-27F;
  static constexpr float kTwoThirdsHigh = 0x1.555556p-1F;
  static constexpr float kTwoThirdsLow = -0x1.555556p-26F;
  static constexpr float kTwoOverSqrtPiHigh = 0x1.20dd76p0F;
  static constexpr float kTwoOverSqrtPiLow = -0x1.f7ac92p-25F;
  static constexpr float kHalfPiHigh = 0x1.921fb6p0F;
  static constexpr float kHalfPiLow = -0x1.777a5cp-25F;
  static constexpr float kHalfPiThird = -0x1.ee59dap-50F;
  static constexpr float kQuarterPiHigh = 0x1.921fb6p-1F;
  static constexpr float kQuarterPiLow = -0x1.777a5cp-26F;
  static constexpr float kPiHigh = 0x1.921fb6p1F;
  static constexpr float kPiLow = -0x1.777a5cp-24F;
  static constexpr float kTwoOverPi = 0x1.45f306p-1F;

  // (e^r - 1 - r) / r^2; error 2^-31.1
  static constexpr std::array<float, 6> kExp{0x1p-1F,       0x1.555556p-3F, 0x1.5554e8p-5F,
                                             0x1.1110ep-7F, 0x1.6d43bp-10F, 0x1.a1256cp-13F};

  // P in log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2), of s^2; error 2^-28.5
  static constexpr std::array<float, 3> kLog{0x1.55555cp-1F, 0x1.997bf6p-2F, 0x1.2ef078p-2F};

  // P in log((1 + s) / (1 - s)) = 2 s + 2/3 s^3 + s^5 P(s^2), of s^2; error 2^-32.3
  static constexpr std::array<float, 4> kLogTail{0x1.99999ap-2F, 0x1.24929p-2F, 0x1.c6c034p-3F,
                                                 0x1.87a944p-3F};

  // P in sin(r) = r + r^3 P(r^2), of r^2; error 2^-36.0
  static constexpr std::array<float, 4> kSin{-0x1.555556p-3F, 0x1.11110ep-7F, -0x1.a013a4p-13F,
                                             0x1.6dbcecp-19F};

  // P in cos(r) = 1 - r^2 / 2 + r^4 P(r^2), of r^2; error 2^-30.4
  static constexpr std::array<float, 3> kCos{0x1.555554p-5F, -0x1.6c12dp-10F, 0x1.9bd778p-16F};

  // P in atan(t) = t + t^3 P(t^2), of t^2; error 2^-28.8
  static constexpr std::array<float, 5> kAtan{-0x1.555554p-2F, 0x1.99972ep-3F, -0x1.241fcep-3F,
                                              0x1.b8076cp-4F, -0x1.082852p-4F};

  // P in asin(x) = x + x^3 P(x^2), of x^2; error 2^-30.0
  static constexpr std::array<float, 6> kAsin{0x1.555554p-3F, 0x1.333432p-4F, 0x1.6d5b8ep-5F,
                                              0x1.fd921ap-6F, 0x1.18e1f6p-6F, 0x1.14138cp-5F};

  // (1 - the normal distribution) e^(x^2 / 2) / t, of t - 9/16, t = 2.5 / (2.5 + x); error 2^-25.7
  static constexpr std::array<float, 10> kNormalTail{
      0x1.387ccp-2F,  0x1.7dda96p-2F, 0x1.a03e5ep-3F,  -0x1.bfea06p-5F, -0x1.85306p-4F,
      0x1.53be16p-5F, 0x1.7ce5acp-5F, -0x1.7cae32p-5F, -0x1.c6176ap-7F, 0x1.0905f6p-5F};

  // P in tan(r) = r + r^3 P(r^2), of r^2; error 2^-27.6
  static constexpr std::array<float, 7> kTan{0x1.555556p-2F, 0x1.111086p-3F,  0x1.ba52f4p-5F, 0x1.62380ap-6F,
                                             0x1.469768p-7F, 0x1.34c938p-10F, 0x1.f84d9p-9F};
};

template <>
struct MathConstants<double> {
  // A product of a whole number that counts halvings with kLn2High or kLog10Of2High is exact.
  static constexpr double kLn2High = 0x1.62e42fefa4p-1;
  static constexpr double kLn2Low = -0x1.8432a1b0e2634p-43;
  static constexpr double kLog10Of2High = 0x1.34413509f8p-2;
  static constexpr double kLog10Of2Low = -0x1.80433b83b532ap-44;
  // Sums of two, beyond the type's precision.
  static constexpr double kLn2FullHigh = 0x1.62e42fefa39efp-1;
  static constexpr double kLn2FullLow = 0x1.abc9e3b39803fp-56;
  static constexpr double kLog2EHigh = 0x1.71547652b82fep0;
  static constexpr double kLog2ELow = 0x1.777d0ffda0d24p-56;
  static constexpr double kLog10EHigh = 0x1.bcb7b1526e50ep-2;
  static constexpr double kLog10ELow = 0x1.95355baaafad3p-57;
  static constexpr double kTwoThirdsHigh = 0x1.5555555555555p-1;
  static constexpr double kTwoThirdsLow = 0x1.5555555555555p-55;
  static constexpr double kTwoOverSqrtPiHigh = 0x1.20dd750429b6dp0;
  static constexpr double kTwoOverSqrtPiLow = 0x1.1ae3a914fed8p-56;
  static constexpr double kHalfPiHigh = 0x1.921fb54442d18p0;
  static constexpr double kHalfPiLow = 0x1.1a62633145c07p-54;
  static constexpr double kHalfPiThird = -0x1.f1976b7ed8fbcp-110;
  static constexpr double kQuarterPiHigh = 0x1.921fb54442d18p-1;
  static constexpr double kQuarterPiLow = 0x1.1a62633145c07p-55;
  static constexpr double kPiHigh = 0x1.921fb54442d18p1;
  static constexpr double kPiLow = 0x1.1a62633145c07p-53;
  static constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;

  // (e^r - 1 - r) / r^2; error 2^-67.2
  static constexpr std::array<double, 12> kExp{0x1p-1,
                                               0x1.5555555555555p-3,
                                               0x1.5555555555557p-5,
                                               0x1.1111111111111p-7,
                                               0x1.6c16c16c15a48p-10,
                                               0x1.a01a01a01969bp-13,
                                               0x1.a01a01a9f72adp-16,
                                               0x1.71de3a5aaefb9p-19,
                                               0x1.27e4d3f50d87fp-22,
                                               0x1.ae642c5c1fa33p-26,
                                               0x1.1f7f6aa421dd8p-29,
                                               0x1.61bff1c64f494p-33};

  // P in log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2), of s^2; error 2^-64.8
  static constexpr std::array<double, 8> kLog{
      0x1.5555555555555p-1, 0x1.9999999999a3cp-2, 0x1.2492492476268p-2, 0x1.c71c72027ef08p-3,
      0x1.745cf88a226edp-3, 0x1.3b1c4f50735dfp-3, 0x1.0fbbdfec49cf9p-3, 0x1.0c1fe759d61dfp-3};

  // P in log((1 + s) / (1 - s)) = 2 s + 2/3 s^3 + s^5 P(s^2), of s^2; error 2^-61.1
  static constexpr std::array<double, 8> kLogTail{
      0x1.999999999999ap-2, 0x1.2492492492525p-2, 0x1.c71c71c6e97bbp-3, 0x1.745d177b994aep-3,
      0x1.3b139566166d3p-3, 0x1.1118decc12fbbp-3, 0x1.df78008696f37p-4, 0x1.e0605b57e39fap-4};

  // P in sin(r) = r + r^3 P(r^2), of r^2; error 2^-67.0
  static constexpr std::array<double, 7> kSin{
      -0x1.5555555555555p-3,  0x1.111111111111p-7,   -0x1.a01a01a01992fp-13, 0x1.71de3a545f74cp-19,
      -0x1.ae645410cfd07p-26, 0x1.61217d7e3619cp-33, -0x1.ab16e9f2b68ddp-41};

  // P in cos(r) = 1 - r^2 / 2 + r^4 P(r^2), of r^2; error 2^-61.0
  static constexpr std::array<double, 6> kCos{0x1.5555555555555p-5,  -0x1.6c16c16c16963p-10,
                                              0x1.a01a019f4dd4cp-16, -0x1.27e4fa16bdc76p-22,
                                              0x1.1eeb67c12a0b4p-29, -0x1.907cce35dd839p-37};

  // P in atan(t) = t + t^3 P(t^2), of t^2; error 2^-62.3
  static constexpr std::array<double, 12> kAtan{
      -0x1.5555555555555p-2, 0x1.9999999999952p-3, -0x1.249249248d6ffp-3, 0x1.c71c71c2f9595p-4,
      -0x1.745d165bbedbap-4, 0x1.3b13929a1f006p-4, -0x1.110e8391a1d28p-4, 0x1.e199acf49351p-5,
      -0x1.ac779f2085218p-5, 0x1.74d05be3ee203p-5, -0x1.1b111b10959b7p-5, 0x1.0a86bcd09fa87p-6};

  // P in asin(x) = x + x^3 P(x^2), of x^2; error 2^-61.9
  static constexpr std::array<double, 14> kAsin{
      0x1.5555555555555p-3,  0x1.3333333333389p-4, 0x1.6db6db6dac0eap-5, 0x1.f1c71c7a5e151p-6,
      0x1.6e8ba121b9d5fp-6,  0x1.1c4efd20ebb9ap-6, 0x1.c990a42b32ad6p-7, 0x1.7b02ef007d41bp-7,
      0x1.3b462d121b7f9p-7,  0x1.31777489e44a6p-7, 0x1.8dcdf11959134p-9, 0x1.40c91fa8f0a28p-6,
      -0x1.3bd7e353f5ad3p-6, 0x1.e58a4f279c37dp-6};

  // (1 - the normal distribution) e^(x^2 / 2) / t, of t - 9/16, t = 2.5 / (2.5 + x); error 2^-56.0
  static constexpr std::array<double, 27> kNormalTail{
      0x1.387cc0c96c58ap-2,  0x1.7dda998495ff5p-2,  0x1.a03d95ba309ep-3,   -0x1.bff43daec48cap-5,
      -0x1.84ea7b29d44edp-4, 0x1.54fc9171f8dd5p-5,  0x1.73ebaa3aa5142p-5,  -0x1.8be213a9cc685p-5,
      -0x1.7a33addac4a2dp-8, 0x1.55a4d8762675cp-5,  -0x1.bf2e7239cb084p-6, -0x1.a8a7b52fe510ap-7,
      0x1.2d2d1549fe4a5p-5,  -0x1.900aa38aa1b99p-6, -0x1.481eb73696f34p-7, 0x1.2395cbfafea2fp-5,
      -0x1.f2bf4cd8bf098p-6, 0x1.fb0fe918459eap-14, 0x1.c1a4e4bad059p-6,   -0x1.5c2dd5174ce48p-5,
      0x1.98090aeee6e8cp-5,  0x1.26e3d6d884e52p-6,  -0x1.2e2f1259102eap-3, 0x1.ddf107e98703ap-5,
      0x1.61852acafe464p-3,  -0x1.09f0bf9df6fa2p-4, -0x1.86065f346fe34p-4};

  // P in erf(x) = x (2 / sqrt(pi) + x^2 P(x^2)), of x^2; error 2^-60.8
  static constexpr std::array<double, 11> kErf{
      -0x1.812746b0379e7p-2,  0x1.ce2f21a042bcep-4,  -0x1.b82ce31287a41p-6,  0x1.565bcd0e0c6abp-8,
      -0x1.c02db3df14e7dp-11, 0x1.f9a3202175dbp-14,  -0x1.f4d17a602ffd9p-17, 0x1.b9d4082458871p-20,
      -0x1.5e729efc37583p-23, 0x1.eb6d1c3e7581bp-27, -0x1.f61cfb5494553p-31};

  // erfc(x) e^(x^2) / t, of t - 3/8, t = 2 / (2 + x); error 2^-60.1
  static constexpr std::array<double, 23> kErfc{
      0x1.bbb4b72bf870bp-2,  0x1.1c65214e64442p-1,  0x1.f643762c5c424p-2, 0x1.b2e2737fc9c02p-3,
      -0x1.6d142beea76bbp-4, -0x1.36ffa30e0df8ap-3, 0x1.4e34849016a07p-6, 0x1.d66d3370aa622p-4,
      -0x1.400f81eca859ep-6, -0x1.a01fea3dd7451p-4, 0x1.6b0e68ca5049fp-5, 0x1.76f5c63279c8p-4,
      -0x1.6f4946e18f133p-4, -0x1.f318430f591d7p-5, 0x1.2ea45a8b812a2p-3, -0x1.5f6ab956566e6p-6,
      -0x1.76e875698425fp-3, 0x1.68bb07894278ap-3,  0x1.d961b4d15d57ap-4, -0x1.619392c42120fp-2,
      0x1.cc96b25f123f7p-4,  0x1.44e373c7e4879p-2,  -0x1.21e71b1e67331p-2};

  // erfinv(x) / x, of w - 3, w = -log(1 - x^2) below 6; error 2^-56.1
  static constexpr std::array<double, 24> kErfinvCentral{
      0x1.9fa072ed72dbbp0,    0x1.eedbebdce73e7p-3,   -0x1.780def1d3f412p-8,  -0x1.b6666b152b7cbp-11,
      0x1.9912c04a50d38p-13,  -0x1.aab13d1c159f9p-17, -0x1.d539ca180188fp-20, 0x1.e32b0d467a966p-22,
      -0x1.96f81e8a8a66ep-26, -0x1.77b3a09be99c6p-28, 0x1.31556a18784a6p-30,  -0x1.146c339b99bb8p-35,
      -0x1.30d8af838d0ecp-36, 0x1.7bd93726ecfbbp-39,  0x1.bdb0fdfcb2db8p-48,  -0x1.dcc9391f6c73cp-45,
      0x1.c8d4526baeabbp-48,  0x1.3c98c1172f642p-52,  -0x1.76f6d14255b4ep-53, 0x1.d9561dd29779dp-57,
      0x1.2db412d097414p-59,  -0x1.cbe2ac82307e7p-62, -0x1.8449679648dd4p-67, 0x1.447cfec29397dp-68};

  // of sqrt(w) - 3.2, w below 16; error 2^-56.9
  static constexpr std::array<double, 21> kErfinvMiddle{
      0x1.844e340984c07p1,    0x1.0133861c5d96bp0,    0x1.877527b86abbfp-8,   -0x1.196c225e9f2c3p-8,
      0x1.82c51946bd61dp-9,   -0x1.053a669c5730dp-9,  0x1.1ab5d10c7249p-10,   -0x1.77262063d43bap-12,
      -0x1.9ba1f978867cep-17, 0x1.886d7ef4bfecap-14,  -0x1.c12212a2d64f2p-15, 0x1.4adf5d6e23cb4p-17,
      0x1.89306a10b68d1p-18,  -0x1.503b9b3b59db6p-18, 0x1.7c501efb66b95p-20,  0x1.cbe2d2e7b3bb4p-23,
      -0x1.8546f064357dcp-22, 0x1.34df9b657ac5bp-23,  -0x1.e07b33f453f01p-29, -0x1.9252d648b836dp-26,
      0x1.13b1e2b018e6cp-27};

  // of sqrt(w) - 5.2, w below 38; error 2^-56.5
  static constexpr std::array<double, 20> kErfinvTail{
      0x1.43534d4583a9fp2,   0x1.029ddf9407e7ep0,    -0x1.0729714bd888ap-12, -0x1.528d5ca54f079p-13,
      0x1.ed08f77196d74p-15, -0x1.f71ae1cd8fae7p-17, 0x1.c24781dcd292ep-19,  -0x1.79157002b54a2p-21,
      0x1.36639d5cc85ddp-23, -0x1.17a913f916d33p-25, 0x1.53cb1b7c2b7p-27,    -0x1.2b1c71db581a7p-28,
      0x1.35cdeb17b895bp-29, -0x1.3add87b63041dp-30, 0x1.110e546d910e4p-31,  -0x1.64260a24dc419p-33,
      0x1.d74b350e6194bp-35, -0x1.648f97b8521dap-36, -0x1.b8d3de8554b7dp-39, 0x1.3b9cf9e0f607ep-38};
};

// Of float functions that are computed in double.
struct ShortPolynomials {
  // P in log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2), of s^2; error 2^-36.0
  static constexpr std::array<double, 4> kLog{0x1.5555554b8c33ep-1, 0x1.9999ec5304d67p-2,
                                              0x1.245bd6ec70fc1p-2, 0x1.dde5e1532feacp-3};

  // erfinv(x) / x, of w - 2.5, w = -log(1 - x^2) below 5; error 2^-30.5
  static constexpr std::array<double, 12> kErfinvCentral{
      0x1.805c5cffbafdbp0,   0x1.f91e8996a4bb9p-3,   -0x1.11c3e334ffffp-8,   -0x1.4863d384de05fp-10,
      0x1.c9bbc56b29145p-13, -0x1.4f41e3f3903edp-18, -0x1.cbe13948936bap-19, 0x1.00ef2e7566db8p-21,
      0x1.1be639eca6ad9p-26, -0x1.748714821230ep-27, 0x1.db96ea99edf8fp-32,  0x1.0cbe26d467ce1p-33};

  // of sqrt(w) - 3.12, w below 16; error 2^-32.0
  static constexpr std::array<double, 13> kErfinvOuter{
      0x1.7a05ca8c92e81p1,    0x1.00ef1035dbd0dp0,   0x1.d3238edf03eeep-8,   -0x1.606dfb3bdd0bfp-8,
      0x1.f9a80f48ed60dp-9,   -0x1.4f1c2e9c3e396p-9, 0x1.4d8b5f4cd2f93p-10,  -0x1.5a3c201b50701p-12,
      -0x1.94de84d25866cp-14, 0x1.3bbad56c53bccp-13, -0x1.e65441b5da892p-15, -0x1.79b3ab97867d9p-17,
      0x1.899a9f4d33a2ep-17};
};

// The binary digits of 2 / pi behind the point, 64 a word.
inline constexpr std::array<uint64_t, 20> kTwoOverPiDigits{
    0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561, 0xB7246E3A424DD2E0,
    0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484, 0xE99C7026B45F7E41, 0x3991D639835339F4,
    0x9C845F8BBDF9283B, 0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D,
    0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB, 0xF0CFBC209AF4361D};

}  // namespace openaclnn
