#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/simd/math_constants.h: the polynomials and split constants of the elementary functions.

Each polynomial goes through its function at the Chebyshev nodes of the interval, computed with mpmath, which is within a
bit or two of the best there is; its degree is the lowest that keeps the relative error of the function below 2^-28 for
float, 2^-58 for double, and 2^-30 for float functions that are computed in double. Run: scripts/math_coefficients.py | clang-format > src/simd/math_constants.h
"""

import sys

import mpmath
from mpmath import mp, mpf

mp.prec = 400

TYPES = {"float": (24, 28, "F"), "double": (53, 58, "")}
SHORT_GOAL = 30
FEWER_BITS = {"NormalTail": 3, "Tan": 1}  # what is around it rounds more than that


def rounded(value, bits):
    """value to the nearest number of so many significant bits."""
    if value == 0:
        return mpf(0)
    with mp.workprec(bits):
        return +value


def literal(value, suffix):
    """A value of at most 53 bits in C's hexadecimal notation; rounded before."""
    digits, exponent = float.hex(float(value)).split("p")
    return f"{digits.rstrip('0').rstrip('.')}p{int(exponent)}{suffix}"


def expanded(nodes, values):
    """Coefficients, lowest first, of the polynomial through the points."""
    differences = list(values)
    for order in range(1, len(nodes)):
        for i in range(len(nodes) - 1, order - 1, -1):
            differences[i] = (differences[i] - differences[i - 1]) / (nodes[i] - nodes[i - order])
    polynomial = [mpf(0)] * len(nodes)
    for i in range(len(nodes) - 1, -1, -1):
        shifted = [mpf(0)] + polynomial[:-1]
        polynomial = [s - nodes[i] * p for s, p in zip(shifted, polynomial)]
        polynomial[0] += differences[i]
    return polynomial


def fit(function, low, high, weight, bits):
    """The coefficients of lowest degree whose error times weight(x) stays below 2^-bits."""
    low, high = mpf(low), mpf(high)
    checks = [low + (high - low) * (i + mpf(1) / 3) / 150 for i in range(150)]
    exact = [(x, function(x), weight(x)) for x in checks]
    for degree in range(1, 40):
        nodes = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * degree + 2))
                 for i in range(degree + 1)]
        coefficients = expanded(nodes, [function(x) for x in nodes])
        error = max(abs((mp.polyval(coefficients[::-1], x) - y) * w) for x, y, w in exact)
        if error < mpf(2)**-bits:
            return coefficients, error
    raise ArithmeticError("no polynomial")


def erfcx(x):
    return mp.erfc(x) * mp.exp(x * x)


def in_square(function, first):
    """P in function(x) = x * first + x^3 P(x^2), of z = x^2."""
    def polynomial(z):
        x = mp.sqrt(z)
        return (function(x) - first * x) / x**3
    return polynomial


HALF_LN2 = mp.log(2) / 2 * mpf("1.001")
# The map of [0, inf) to (0, 1] that erfc's polynomial lives on.
ERFC_POLE = mpf(2)
ERFC_CENTRE = mpf(3) / 8


def erfc_polynomial(t):
    return erfcx(ERFC_POLE / t - ERFC_POLE) / t


# The same of the whole of [0, inf).
TAIL_POLE = mpf(5) / 2
TAIL_CENTRE = mpf(9) / 16


def inverse_error(w):
    """erfinv(x) / x, of w = -log(1 - x^2)."""
    if w == 0:
        return mp.sqrt(mp.pi) / 2
    c = mp.exp(-w)
    x = mp.sqrt(1 - c)
    # erfinv, by Newton's method on log(erfc), which is all but a parabola.
    target = mp.log(c / (1 + x))
    y = mp.sqrt(w)
    for _ in range(200):
        e = mp.erfc(y)
        step = (mp.log(e) - target) * e * mp.sqrt(mp.pi) / 2 * mp.exp(y * y)
        y += step
        if abs(step) < mpf(2)**-300:
            break
    return y / x


def normal_tail(v):
    t = v + TAIL_CENTRE
    return erfcx((TAIL_POLE / t - TAIL_POLE) / mp.sqrt(2)) / t / 2


def tail_start(far):
    """Where t - centre begins, of an x up to far."""
    return TAIL_POLE / (TAIL_POLE + mpf(far)) - TAIL_CENTRE


# name: (comment, function, low, high, weight)
POLYNOMIALS = {
    "Exp": ("(e^r - 1 - r) / r^2", lambda r: (mp.exp(r) - 1 - r) / r**2, -HALF_LN2, HALF_LN2, lambda r: r),
    "Log": ("P in log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2), of s^2",
            in_square(lambda s: 2 * mp.atanh(s), 2), mpf(10)**-12, "0.02955", lambda z: z / 2),
    "LogTail": ("P in log((1 + s) / (1 - s)) = 2 s + 2/3 s^3 + s^5 P(s^2), of s^2",
                lambda z: (2 * mp.atanh(mp.sqrt(z)) - 2 * mp.sqrt(z) - mpf(2) / 3 * z * mp.sqrt(z)) / (z * z * mp.sqrt(z)),
                mpf(10)**-12, "0.02955", lambda z: z * z / 2 * 2**9),
    "Sin": ("P in sin(r) = r + r^3 P(r^2), of r^2", in_square(mp.sin, 1), mpf(10)**-12, "0.6175", lambda z: z),
    "Cos": ("P in cos(r) = 1 - r^2 / 2 + r^4 P(r^2), of r^2",
            lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2, mpf(10)**-12, "0.6175", lambda z: z**2),
    "Atan": ("P in atan(t) = t + t^3 P(t^2), of t^2", in_square(mp.atan, 1), mpf(10)**-12, "0.1718",
             lambda z: z),
    "Asin": ("P in asin(x) = x + x^3 P(x^2), of x^2", in_square(mp.asin, 1), mpf(10)**-12, "0.2501",
             lambda z: z),
}
FLOAT_POLYNOMIALS = {
    "Tan": ("P in tan(r) = r + r^3 P(r^2), of r^2", in_square(mp.tan, 1), mpf(10)**-12, "0.6175", lambda z: z),
}
DOUBLE_POLYNOMIALS = {
    "Erf": ("P in erf(x) = x (2 / sqrt(pi) + x^2 P(x^2)), of x^2", in_square(mp.erf, 2 / mp.sqrt(mp.pi)),
            mpf(10)**-12, "0.71", lambda z: z),
    "Erfc": ("erfc(x) e^(x^2) / t, of t - 3/8, t = 2 / (2 + x)", lambda v: erfc_polynomial(v + ERFC_CENTRE),
             ERFC_POLE / (ERFC_POLE + mpf("27.3")) - ERFC_CENTRE, "0.3295", lambda v: 1 / erfc_polynomial(v + ERFC_CENTRE)),
}
SHORT_POLYNOMIALS = {
    "Log": POLYNOMIALS["Log"],
    "ErfinvCentral": ("erfinv(x) / x, of w - 2.5, w = -log(1 - x^2) below 5", lambda v: inverse_error(v + mpf("2.5")), "-2.5",
                      "2.51", lambda v: 1),
    "ErfinvOuter": ("of sqrt(w) - 3.12, w below 16", lambda v: inverse_error((v + mpf("3.12"))**2), "-0.89", "0.9", lambda v: 1),
}
INVERSE_ERROR = {  # of w, and of sqrt(w) where it is larger
    "ErfinvCentral": ("erfinv(x) / x, of w - 3, w = -log(1 - x^2) below 6", lambda v: inverse_error(v + 3), "-3", "3.01", 56),
    "ErfinvMiddle": ("of sqrt(w) - 3.2, w below 16", lambda v: inverse_error((v + mpf("3.2"))**2), "-0.76", "0.81", 56),
    "ErfinvTail": ("of sqrt(w) - 5.2, w below 38", lambda v: inverse_error((v + mpf("5.2"))**2), "-1.21", "0.97", 56),
}


def print_array(kind, suffix, name, comment, coefficients, bits, error):
    values = ", ".join(literal(rounded(c, bits), suffix) for c in coefficients)
    print(f"\n  // {comment}; error 2^{float(mp.log(error, 2)):.1f}")
    print(f"  static constexpr std::array<{kind}, {len(coefficients)}> k{name}{{{values}}};")


def print_value(kind, suffix, name, value):
    print(f"  static constexpr {kind} k{name} = {literal(value, suffix)};")


def print_split(kind, suffix, name, value, sizes):
    """A constant as a sum: each part of so many bits."""
    for part, size in zip(["High", "Low", "Third"], sizes):
        top = rounded(value, size)
        print_value(kind, suffix, name + part, top)
        value -= top


def print_type(kind):
    bits, goal, suffix = TYPES[kind]
    print(f"template <>\nstruct MathConstants<{kind}> {{")
    short = bits - 12 if kind == "double" else bits - 9  # times an exponent: exact
    print("  // A product of a whole number that counts halvings with kLn2High or kLog10Of2High is exact.")
    print_split(kind, suffix, "Ln2", mp.log(2), [short, bits])
    print_split(kind, suffix, "Log10Of2", mp.log10(2), [short, bits])
    print("  // Sums of two, beyond the type's precision.")
    print_split(kind, suffix, "Ln2Full", mp.log(2), [bits, bits])
    print_split(kind, suffix, "Log2E", 1 / mp.log(2), [bits, bits])
    print_split(kind, suffix, "Log10E", 1 / mp.log(10), [bits, bits])
    print_split(kind, suffix, "TwoThirds", mpf(2) / 3, [bits, bits])
    print_split(kind, suffix, "TwoOverSqrtPi", 2 / mp.sqrt(mp.pi), [bits, bits])
    print_split(kind, suffix, "HalfPi", mp.pi / 2, [bits, bits, bits])
    print_split(kind, suffix, "QuarterPi", mp.pi / 4, [bits, bits])
    print_split(kind, suffix, "Pi", mp.pi, [bits, bits])
    print_value(kind, suffix, "TwoOverPi", rounded(2 / mp.pi, bits))
    far = {"float": "14.42", "double": "38.6"}[kind]
    tail = {"NormalTail": ("(1 - the normal distribution) e^(x^2 / 2) / t, of t - 9/16, t = 2.5 / (2.5 + x)", normal_tail,
                           tail_start(far), 1 - TAIL_CENTRE, lambda v: 1 / normal_tail(v))}
    more = DOUBLE_POLYNOMIALS if kind == "double" else FLOAT_POLYNOMIALS
    for name, (comment, function, low, high, weight) in (POLYNOMIALS | tail | more).items():
        coefficients, error = fit(function, low, high, weight, goal - FEWER_BITS.get(name, 0))
        print_array(kind, suffix, name, comment, coefficients, bits, error)
    if kind == "double":
        for name, (comment, function, low, high, least) in INVERSE_ERROR.items():
            coefficients, error = fit(function, low, high, lambda v: 1, least)
            print_array(kind, suffix, name, comment, coefficients, bits, error)
    print("};\n")


def print_short():
    print("// Of float functions that are computed in double.\nstruct ShortPolynomials {")
    for name, (comment, function, low, high, weight) in SHORT_POLYNOMIALS.items():
        coefficients, error = fit(function, low, high, weight, SHORT_GOAL)
        print_array("double", "", name, comment, coefficients, 53, error)
    print("};\n")


def main():
    print("""// SPDX-License-Identifier: Apache-2.0
//
// The polynomials and split constants of the elementary functions: written by scripts/math_coefficients.py.
// Coefficients come lowest power first.
#pragma once

#include <array>
#include <cstdint>

namespace openaclnn {

template <class Number>
struct MathConstants;
""")
    for kind in TYPES:
        print_type(kind)
    print_short()
    print("// The binary digits of 2 / pi behind the point, 64 a word.")
    words = 20
    with mp.workprec(64 * words + 64):
        digits = int(mp.floor(2 / mp.pi * mpf(2)**(64 * words)))
    parts = [f"0x{(digits >> (64 * (words - 1 - i))) & (2**64 - 1):016X}" for i in range(words)]
    print(f"inline constexpr std::array<uint64_t, {words}> kTwoOverPiDigits{{{', '.join(parts)}}};\n")
    print("}  // namespace openaclnn")


if __name__ == "__main__":
    sys.exit(main())
