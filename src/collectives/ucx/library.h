// SPDX-License-Identifier: Apache-2.0
//
// The functions of libucp.so.0, which is opened when they are first needed.
#pragma once

#include <ucp/api/ucp.h>

#include <string>

#include "collectives/result.h"

namespace openaclnn::collectives {

// Each has the name that it has in UCX.
#define OPENACLNN_UCX_FUNCTIONS(entry) \
  entry(ucp_get_version);              \
  entry(ucp_config_read);              \
  entry(ucp_config_modify);            \
  entry(ucp_config_release);           \
  entry(ucp_init_version);             \
  entry(ucp_cleanup);                  \
  entry(ucp_worker_create);            \
  entry(ucp_worker_destroy);           \
  entry(ucp_worker_get_address);       \
  entry(ucp_worker_release_address);   \
  entry(ucp_worker_get_efd);           \
  entry(ucp_worker_arm);               \
  entry(ucp_worker_progress);          \
  entry(ucp_ep_create);                \
  entry(ucp_ep_close_nbx);             \
  entry(ucp_ep_flush_nbx);             \
  entry(ucp_tag_send_nbx);             \
  entry(ucp_tag_recv_nbx);             \
  entry(ucp_request_cancel);           \
  entry(ucp_request_check_status);     \
  entry(ucp_request_free);             \
  entry(ucs_status_string)

struct UcxLibrary {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration has none
#define OPENACLNN_UCX_MEMBER(name) decltype(&::name) name = nullptr
  OPENACLNN_UCX_FUNCTIONS(OPENACLNN_UCX_MEMBER);
#undef OPENACLNN_UCX_MEMBER

  [[nodiscard]] std::string Text(ucs_status_t status) const {
    return ucs_status_string(status);
  }
};

// The version that was measured, and since which the functions above do what is expected of them.
inline constexpr unsigned kOldestUcxMajor = 1;
inline constexpr unsigned kOldestUcxMinor = 13;

// Stays open as long as the process lives. HCCL_E_UNAVAIL if it cannot be used.
[[nodiscard]] Result LoadUcx(const UcxLibrary** library);

}  // namespace openaclnn::collectives
