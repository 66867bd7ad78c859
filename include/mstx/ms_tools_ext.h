/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Marks of a program for tools: moments and ranges, in domains. They are collected as those of acl/acl_prof.h,
 * while a collection with ACL_PROF_MSPROFTX runs. Thread safe. Valid C11 and C++11.
 */

#ifndef MSTX_MS_TOOLS_EXT_H_
#define MSTX_MS_TOOLS_EXT_H_

#include <stdint.h>

#include "../acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A range that is open; 0 is none. */
typedef uint64_t mstxRangeId;
/** A domain: a name under which marks are grouped. */
typedef struct mstxDomain* mstxDomainHandle_t;

/**
 * Marks this moment.
 *
 * @param[in] message the text; null: nothing happens
 * @param[in] stream  the stream that it belongs to; NULL: none
 */
ACL_FUNC_VISIBILITY void mstxMarkA(const char* message, aclrtStream stream);

/**
 * Begins a range.
 *
 * @param[in] message the text
 * @param[in] stream  the stream that it belongs to; NULL: none
 * @return what mstxRangeEnd takes; 0 for null
 */
ACL_FUNC_VISIBILITY mstxRangeId mstxRangeStartA(const char* message, aclrtStream stream);

/**
 * Ends a range.
 *
 * @param[in] id that of mstxRangeStartA; anything else: nothing happens
 */
ACL_FUNC_VISIBILITY void mstxRangeEnd(mstxRangeId id);

/**
 * Creates a domain, which mstxDomainDestroy destroys.
 *
 * @param[in] name its name; copied
 * @return the domain; NULL for null
 */
ACL_FUNC_VISIBILITY mstxDomainHandle_t mstxDomainCreateA(const char* name);

/**
 * Destroys a domain.
 *
 * @param[in] domain the domain; anything else: nothing happens
 */
ACL_FUNC_VISIBILITY void mstxDomainDestroy(mstxDomainHandle_t domain);

/**
 * Marks this moment in a domain.
 *
 * @param[in] domain  the domain; one that is not alive: nothing happens
 * @param[in] message the text; null: nothing happens
 * @param[in] stream  the stream that it belongs to; NULL: none
 */
ACL_FUNC_VISIBILITY void mstxDomainMarkA(mstxDomainHandle_t domain, const char* message, aclrtStream stream);

/**
 * Begins a range in a domain.
 *
 * @param[in] domain  the domain
 * @param[in] message the text
 * @param[in] stream  the stream that it belongs to; NULL: none
 * @return what mstxDomainRangeEnd takes; 0 for null, and for a domain that is not alive
 */
ACL_FUNC_VISIBILITY mstxRangeId mstxDomainRangeStartA(mstxDomainHandle_t domain, const char* message,
                                                      aclrtStream stream);

/**
 * Ends a range of a domain.
 *
 * @param[in] domain the domain
 * @param[in] id     that of mstxDomainRangeStartA; anything else: nothing happens
 */
ACL_FUNC_VISIBILITY void mstxDomainRangeEnd(mstxDomainHandle_t domain, mstxRangeId id);

#ifdef __cplusplus
}
#endif

#endif /* MSTX_MS_TOOLS_EXT_H_ */
