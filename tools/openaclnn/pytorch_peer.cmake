# SPDX-License-Identifier: Apache-2.0
# Makes a C++ string literal of the Python program:
#   cmake -DINPUT=<program> -DOUTPUT=<file> -P pytorch_peer.cmake
file(READ ${INPUT} program)
file(WRITE ${OUTPUT} "R\"program(${program})program\"\n")
