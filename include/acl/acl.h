/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The one header that AscendCL programs include: runtime (acl_rt.h) and base types (acl_base.h).
 *
 * A program: aclInit, aclrtSetDevice, aclrtCreateStream; aclrtMalloc and aclrtMemcpy for its data; operators
 * of aclnnop/ on the stream; aclrtSynchronizeStream; aclrtMemcpy back; aclrtFree, aclrtDestroyStream,
 * aclrtResetDevice, aclFinalize.
 */

#ifndef ACL_ACL_H_
#define ACL_ACL_H_

/* Published example programs call printf with no other include than this one. */
#include <stdio.h>

#include "acl_mdl.h"
#include "acl_op.h"
#include "acl_rt.h"

#endif /* ACL_ACL_H_ */
