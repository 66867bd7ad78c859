# SPDX-License-Identifier: Apache-2.0
"""The release of CANN whose interface this is."""
__sys_version__ = "8.5"
