// SPDX-License-Identifier: Apache-2.0
//
// The source of libraries that have a name and no content.
