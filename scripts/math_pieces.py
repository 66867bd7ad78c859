#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/simd/math_pieces.h: functions of floats as polynomials of eight or sixteen intervals, and tables of logarithms,
exponentials and arctangents.

After the first interval, one or two follow for each power of two. In each, f(x) = value + t q(t), t = x - centre, where the
centre is so chosen that f of it is nearly a float; in the first one, f(x) = x + x q(x), and q is even. Polynomials go through
f at the Chebyshev nodes of the interval, computed with mpmath.

The tables of logarithms have, for each sixteenth of the floats from sqrt(1/2) to sqrt(2), a number c of few bits near the
reciprocal of what lies there, and -log(c) in two parts, of which the first is a multiple of 2^-16; logarithms to base 2 and
10 are those times 1 / log(base), which stands there in two parts, too. That of exponentials has
2^(i / 8) in two parts. That of arctangents has a number of each interval and its angle in two parts. Run: scripts/math_pieces.py | clang-format > src/simd/math_pieces.h
"""

from mpmath import mp, mpf

from math_coefficients import expanded, literal, rounded

PIECES = 8
SIXTEENTHS = 16
EIGHTHS = 8
NORMAL_WIDTH = mpf(3) / 8
NORMAL_TERMS = 8
TERMS = 9
FACTOR_TERMS = 8
BITS = 24
RECIPROCAL_BITS = 5  # so that its product with a float, less 1, is a float


def nodes_of(low, high, count):
    return [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * count)) for i in range(count)]


def spacing(value):
    return mpf(2)**(mp.floor(mp.log(abs(value), 2)) - BITS + 1)


def centre_of(function, inverse, middle):
    """A float near the middle whose function is as near to a float as can be found."""
    value = rounded(function(middle), BITS)
    if value < 1:
        flat = rounded(inverse(value), BITS)
        if abs(function(flat) - value) < spacing(value) / 2**12:
            return flat
    best = None
    start = rounded(middle, BITS)
    for step in range(-1000, 1001):
        centre = start + 4 * step * spacing(start)
        value = function(centre)
        error = abs(value - rounded(value, BITS))
        if best is None or error < best[0]:
            best = (error, centre)
    return best[1]


def first_piece(function, high):
    """q of the first interval: the coefficients of its even powers come from a polynomial of the square."""
    squares = nodes_of(mpf(0), high**2, TERMS // 2 + 1)
    even = expanded(squares, [function(mp.sqrt(square)) / mp.sqrt(square) - 1 for square in squares])
    coefficients = [mpf(0)] * TERMS
    coefficients[::2] = even
    return mpf(0), mpf(0), coefficients


def piece(function, inverse, low, high):
    """The polynomial goes through the function at TERMS + 1 Chebyshev nodes, of which one is the centre, nearly.

    It lies below the middle, as what the slope loses by rounding counts for more where the function is small.
    """
    nodes = nodes_of(low, high, TERMS + 1)
    centre = centre_of(function, inverse, nodes.pop((TERMS + 1) // 2 + 1))
    value = rounded(function(centre), BITS)
    nodes = [node - centre for node in nodes]
    quotients = [(function(centre + t) - function(centre)) / t for t in nodes]
    return centre, value, expanded(nodes, quotients)


def pieces(function, inverse, first, halves, limit):
    """All intervals, and the largest relative error."""
    result = [first_piece(function, mpf(2)**first)]
    bounds = [(mpf(0), mpf(2)**first)]
    power = mpf(2)**first
    while len(result) < PIECES:
        for low in (power, power * 3 / 2) if halves else (power,):
            high = min(low + (power / 2 if halves else power), limit)
            bounds.append((low, high))
            result.append(piece(function, inverse, low, high) if low < limit else (mpf(0), mpf(1), [mpf(0)] * TERMS))
        power *= 2
    result = [(centre, value, [rounded(c, BITS) for c in coefficients]) for centre, value, coefficients in result[:PIECES]]
    worst = 0
    for (low, high), (centre, value, coefficients) in zip(bounds, result):
        if low >= limit:
            continue
        for i in range(200):
            x = low + (high - low) * (i + mpf(1) / 3) / 200
            t = x - centre
            base = x if low == 0 else value
            worst = max(worst, abs(base + t * mp.polyval(coefficients[::-1], t) - function(x)) / function(x))
    return result, worst


def array(values):
    return "{" + ", ".join("0" if value == 0 else literal(value, "F") for value in values) + "}"


def twice(values):
    return array(list(values) * 2)


def show(name, title, function, inverse, first, halves, limit):
    result, worst = pieces(function, inverse, first, halves, mpf(limit))
    print(f"// {title}, of an x up to {limit}; error 2^{mp.nstr(mp.log(worst, 2), 3)}")
    print(f"inline constexpr FloatPieces {name}{{")
    print(f"{literal(mpf(2)**first, 'F')}, {22 if halves else 23},")
    print(twice([centre for centre, _, _ in result]) + ",")
    print(twice([value for _, value, _ in result]) + ",")
    rows = [twice([coefficients[k] for _, _, coefficients in result]) for k in range(TERMS)]
    print("{{" + ", ".join(rows) + "}}};")
    print()


def float_at(bits):
    return mpf(bits & 0x7FFFFF | 0x800000) * mpf(2)**((bits >> 23) - 150)


def show_logarithms(name, title, base):
    slope = 1 / mp.log(base)
    start, step = 0x3F3504F3, 1 << 19
    rows = []
    for i in range(SIXTEENTHS):
        low, high = float_at(start + i * step), float_at(start + (i + 1) * step)
        c = mpf(1) if low < 1 < high else rounded(2 / (low + high), RECIPROCAL_BITS)
        first = mp.nint(-mp.log(c) * slope * 2**16) / 2**16
        rows.append((c, first, rounded(-mp.log(c) * slope - first, BITS), low * c - 1, high * c - 1))
    low, high = min(row[3] for row in rows), max(row[4] for row in rows)
    nodes = nodes_of(low, high, 4)
    polynomial = [rounded(c, BITS) for c in expanded(nodes, [slope * (mp.log1p(r) - r) / r**2 for r in nodes])]
    checks = [low + (high - low) * (i + mpf(1) / 3) / 200 for i in range(200)]
    worst = max(abs((slope * r + r**2 * mp.polyval(polynomial[::-1], r)) / (slope * mp.log1p(r)) - 1) for r in checks)
    slopes = [rounded(slope, BITS)]
    slopes.append(rounded(slope - slopes[0], BITS))
    print(f"// {title} of 1 + r: slope r + r^2 P(r), of an r from {mp.nstr(low, 3)} to {mp.nstr(high, 3)}; error 2^{mp.nstr(mp.log(worst, 2), 3)}")
    print(f"inline constexpr LogarithmTable {name}{{")
    print(",".join(array([row[k] for row in rows]) for k in range(3)) + ", " + array(polynomial) + ", " + array(slopes)[1:-1] + "};")
    print()


def show_exponentials():
    powers = [mpf(2)**(mpf(i) / EIGHTHS) for i in range(EIGHTHS)]
    high = [rounded(power, BITS) for power in powers]
    low = [rounded(power - first, BITS) for power, first in zip(powers, high)]
    end = mp.log(2) / (2 * EIGHTHS)
    nodes = nodes_of(-end, end, 3)
    polynomial = [rounded(c, BITS) for c in expanded(nodes, [(mp.expm1(r) - r) / r**2 if abs(r) > end / 2 else mpf(1) / 2 for r in nodes])]
    checks = [-end + 2 * end * (i + mpf(1) / 3) / 200 for i in range(200)]
    worst = max(abs((1 + r + r**2 * mp.polyval(polynomial[::-1], r)) / mp.exp(r) - 1) for r in checks)
    print(f"// e^r = 1 + r + r^2 P(r), of an r up to log(2) / {2 * EIGHTHS}; error 2^{mp.nstr(mp.log(worst, 2), 3)}")
    print("inline constexpr ExponentialTable kExponentials{")
    print(twice(high) + "," + twice(low) + "," + array(polynomial) + "};")
    print()


def normal_centre(middle):
    """A number near the middle where the probability is a float, nearly, and its derivative as near to one as can be found."""
    if abs(middle) < NORMAL_WIDTH / 2:
        return mpf(0)
    start = rounded(middle, BITS)
    best = None
    for step in range(-3000, 3001):
        centre = start + step * spacing(start)
        value, derivative = mp.ncdf(centre), mp.npdf(centre)
        if abs(value - rounded(value, BITS)) < spacing(value) / 32:
            error = abs(derivative - rounded(derivative, BITS)) / spacing(derivative)
            if best is None or error < best[0]:
                best = (error, centre)
    return best[1]


def show_normal_tail():
    """As `piece`, but interval i is that around i times the width."""
    function = mp.ncdf
    limit = (SIXTEENTHS - 1) * NORMAL_WIDTH
    rows = []
    worst = 0
    for i in range(SIXTEENTHS):
        low, high = [-(i - mpf(1) / 2) * NORMAL_WIDTH, -(i + mpf(1) / 2) * NORMAL_WIDTH]
        nodes = nodes_of(low, high, NORMAL_TERMS + 1)
        centre = normal_centre(nodes.pop(NORMAL_TERMS // 2))
        value = rounded(function(centre), BITS)
        nodes = [node - centre for node in nodes]
        # of -x: odd coefficients change their sign
        slope = expanded(nodes, [(function(centre + t) - function(centre)) / t for t in nodes])
        slope = [rounded(c if k % 2 == 1 else -c, BITS) for k, c in enumerate(slope)]
        rows.append([-centre, value] + slope)
        for j in range(200):
            x = min(-(low + (high - low) * (j + mpf(1) / 3) / 200), limit)
            t = x + centre
            worst = max(worst, abs((value + t * mp.polyval(slope[::-1], t)) / function(-x) - 1))
    print(f"// The probability of more than x >= 0 in the standard normal distribution, of an x up to {mp.nstr(limit, 6)}; error 2^{mp.nstr(mp.log(worst, 2), 3)}")
    print(f"inline constexpr NormalTailTable kNormalTail{{{literal(limit, 'F')}, {literal(rounded(1 / NORMAL_WIDTH, BITS), 'F')},")
    print(",".join(array([row[k] for row in rows]) for k in range(2)) + ", {{")
    print(",".join(array([row[k + 2] for row in rows]) for k in range(NORMAL_TERMS)) + "}}};")
    print()


def halves_from(first, count):
    """The bounds of `count` intervals, two for each power of two, from 2^first on."""
    return [(mpf(2)**(first + i // 2) * (2 + i % 2) / 2, mpf(2)**(first + i // 2) * (3 + i % 2) / 2) for i in range(count)]


def show_arctangents():
    first = -3
    bounds = halves_from(first, SIXTEENTHS - 2)
    rows = [(mpf(0), mpf(0))]
    farthest = mpf(2)**first
    for low, high in bounds:
        tangent = rounded(mp.tan((mp.atan(low) + mp.atan(high)) / 2), BITS)
        rows.append((tangent, mp.atan(tangent)))
        farthest = max(farthest, *(abs(mp.tan(mp.atan(x) - rows[-1][1])) for x in (low, high)))
    rows.append((mpf(1), mp.pi / 2))
    end = bounds[-1][1]
    farthest = max(farthest, 1 / end)
    squares = nodes_of(mpf(0), farthest**2, 3)
    polynomial = [rounded(c, BITS) for c in expanded(squares, [(mp.atan(t) - t) / t**3 for t in map(mp.sqrt, squares)])]
    checks = [farthest * (i + mpf(1) / 3) / 200 for i in range(200)]
    worst = max(abs((t + t**3 * mp.polyval(polynomial[::-1], t * t)) / mp.atan(t) - 1) for t in checks)
    high = [rounded(row[1], BITS) for row in rows]
    low = [rounded(row[1] - angle, BITS) for row, angle in zip(rows, high)]
    print(f"// atan(t) = t + t^3 P(t^2), of a t up to {mp.nstr(farthest, 3)}; error 2^{mp.nstr(mp.log(worst, 2), 3)}")
    print(f"inline constexpr ArctangentTable kArctangents{{{literal(mpf(2)**first, 'F')}, {literal(end, 'F')},")
    print(array([row[0] for row in rows]) + "," + array(high) + "," + array(low) + "," + array(polynomial) + "};")
    print()


def factor_centre(function, low, high):
    """A float near the middle whose function is as near to a float as can be found; the lower bound where that is 0."""
    if low == 0:
        return low
    start = rounded((low + high) / 2, BITS)
    centres = [start + step * spacing(start) for step in range(-1000, 1001)]
    return min(centres, key=lambda x: abs(function(x) - rounded(function(x), BITS)) / spacing(function(x)))


def show_erfc_factor():
    function = lambda x: mp.erfc(x) * mp.exp(x * x)
    first, limit = -3, mpf("10.2")
    bounds = [(mpf(0), mpf(2)**first)] + halves_from(first, SIXTEENTHS - 2)
    rows = []
    worst = 0
    for low, high in bounds:
        high = min(high, limit)
        centre = factor_centre(function, low, high)
        value = rounded(function(centre), BITS)
        nodes = [node - centre for node in nodes_of(low, high, FACTOR_TERMS)]
        slope = [rounded(c, BITS) for c in expanded(nodes, [(function(centre + t) - function(centre)) / t for t in nodes])]
        rows.append([centre, value] + slope)
        for i in range(200):
            t = low + (high - low) * (i + mpf(1) / 3) / 200 - centre
            worst = max(worst, abs((value + t * mp.polyval(slope[::-1], t)) / function(centre + t) - 1))
    rows += [[mpf(0)] * len(rows[0])] * (SIXTEENTHS - len(rows))
    print(f"// erfc(x) e^(x^2), of an x up to {mp.nstr(limit, 6)}; error 2^{mp.nstr(mp.log(worst, 2), 3)}")
    print(f"inline constexpr ErfcFactorTable kErfcFactor{{{literal(rounded(limit, BITS), 'F')}, {literal(mpf(2)**first, 'F')},")
    print(",".join(array([row[k] for row in rows]) for k in range(2)) + ", {{")
    print(",".join(array([row[k + 2] for row in rows]) for k in range(FACTOR_TERMS)) + "}}};")
    print()


def main():
    mp.prec = 120
    print("""// SPDX-License-Identifier: Apache-2.0
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
""")
    show_logarithms("kNaturalLogarithms", "Natural logarithm", mp.e)
    show_logarithms("kBinaryLogarithms", "Logarithm to base 2", 2)
    show_logarithms("kDecimalLogarithms", "Logarithm to base 10", 10)
    show_exponentials()
    show("kTanhPieces", "tanh(x)", mp.tanh, mp.atanh, -2, False, "9.1")
    show("kErfPieces", "erf(x)", mp.erf, mp.erfinv, -1, True, "4")
    show_normal_tail()
    show_erfc_factor()
    show_arctangents()
    print("}  // namespace openaclnn")


if __name__ == "__main__":
    main()
