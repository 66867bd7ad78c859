/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Placeholder: model inference (aclmdl*) is not part of this library. The file exists because clients include
 * it.
 */

#ifndef ACL_ACL_MDL_H_
#define ACL_ACL_MDL_H_

#include "acl_base.h"

#endif /* ACL_ACL_MDL_H_ */
