// SPDX-License-Identifier: Apache-2.0
//
// A library for LD_PRELOAD: clients that look for an operator that HIDDEN_OPERATORS lists, between commas, find none. What
// happens where an operator is missing is so tested with operators that exist.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int IsHidden(const char* name) {
  static const char phase[] = "GetWorkspaceSize";
  const char* hidden = getenv("HIDDEN_OPERATORS");
  size_t length = strlen(name);
  if (length > sizeof phase && strcmp(name + length - (sizeof phase - 1), phase) == 0) {
    length -= sizeof phase - 1;
  }
  for (; hidden != NULL; hidden = strchr(hidden + 1, ',')) {
    const char* word = *hidden == ',' ? hidden + 1 : hidden;
    if (strncmp(word, name, length) == 0 && (word[length] == ',' || word[length] == '\0')) {
      return 1;
    }
  }
  return 0;
}

void* dlsym(void* handle, const char* name) {
  static void* (*find)(void*, const char*);
  if (find == NULL) {
    find = (void* (*)(void*, const char*))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  }
  return IsHidden(name) ? NULL : find(handle, name);
}
