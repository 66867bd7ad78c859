# SPDX-License-Identifier: Apache-2.0
"""The collectives of CANN have a Python package of this name, whose version MindSpore asks for."""
