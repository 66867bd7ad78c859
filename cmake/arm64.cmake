# SPDX-License-Identifier: Apache-2.0
# Builds for 64-bit Arm with Debian's cross compiler and Debian's arm64 libraries; tests run under qemu-user.
# docs/arm64.md
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)  # where Debian keeps libraries and their CMake packages
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /)
