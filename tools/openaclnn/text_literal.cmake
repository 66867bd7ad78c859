# SPDX-License-Identifier: Apache-2.0
# Makes a C++ string literal of a file.
#   cmake -DINPUT=<file> -DOUTPUT=<file> -P text_literal.cmake
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "R\"text(${text})text\"\n")
