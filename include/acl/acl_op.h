/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Placeholder: the single-operator model interface (aclop*) is not part of this library. The file exists
 * because clients include it.
 */

#ifndef ACL_ACL_OP_H_
#define ACL_ACL_OP_H_

#include "acl_base.h"

#endif /* ACL_ACL_OP_H_ */
