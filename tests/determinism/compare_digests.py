# SPDX-License-Identifier: Apache-2.0
"""Compares the digests of this build's results with those in digests.txt: the same bits on every processor, but
for calls whose bits are the processor's.

usage: compare_digests.py digests.txt [emulator...] determinism_digest
"""
import subprocess
import sys


def digests(text):
    return dict(line.split() for line in text.splitlines())


def main():
    path, *command = sys.argv[1:]
    process = subprocess.run([*command, "--everywhere", "--contiguous"], stdout=subprocess.PIPE, text=True, check=True)
    with open(path) as file:
        expected = digests(file.read())
    actual = digests(process.stdout)
    if expected.keys() != actual.keys():
        print("other calls than in the file:", *sorted(expected.keys() ^ actual.keys()), sep="\n  ")
    differing = [name for name in expected if name in actual and expected[name] != actual[name]]
    if differing:
        print("other bits than in the file:", *differing, sep="\n  ")
    print(f"{len(actual)} calls, {len(expected)} in the file, {len(differing)} differ")
    if expected != actual or not expected:
        sys.exit("If the arithmetic was changed on purpose: cmake --build build/release --target update_digests")


main()
