// SPDX-License-Identifier: Apache-2.0
//
// What is left of a UCX that is older than any that the collectives use.
void ucp_get_version(unsigned* major, unsigned* minor, unsigned* release);

void ucp_get_version(unsigned* major, unsigned* minor, unsigned* release) {
  *major = 1;
  *minor = 9;
  *release = 0;
}
