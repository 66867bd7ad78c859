/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Base types and all status codes. Toolkits of both generations are served: code that expects the base types
 * in acl_base.h and code that expects them in acl_base_rt.h.
 */

#ifndef ACL_ACL_BASE_H_
#define ACL_ACL_BASE_H_

#include "acl_base_mdl.h"
#include "acl_base_rt.h"
#include "error_codes/rt_error_codes.h"

#endif /* ACL_ACL_BASE_H_ */
