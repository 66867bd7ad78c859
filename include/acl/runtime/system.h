/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Versions of the toolkit's packages, and options of process and context. Part of
 * acl/acl_rt.h, which says what holds for every function.
 */

#ifndef ACL_RUNTIME_SYSTEM_H_
#define ACL_RUNTIME_SYSTEM_H_

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Version of a package of the toolkit. The packages that this library stands for are CANN, RUNTIME, TOOLKIT,
 * OPP and HCCL; their version is that of the toolkit whose interface it has, 9.0.0, not one of this library.
 * Needs no aclInit. That a package is not there is an answer, which leaves no message.
 *
 * @deprecated in the API, for aclsysGetVersionStr; kept working.
 * @param[in]  name     an aclCANNPackageName
 * @param[out] version  required; release and patch are "0"
 * @return ACL_SUCCESS; 100003: another package; 107000: not an aclCANNPackageName
 */
ACL_FUNC_VISIBILITY aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version);

/**
 * Version of a package as text, "9.0.0"; see aclsysGetCANNVersion. Needs no aclInit.
 *
 * @param[in]  pkgName     these in lower case, or ops_math, ops_nn, ops_cv, ops_transformer; required
 * @param[out] versionStr  room for 128 characters; required
 * @return ACL_SUCCESS; 100003: another name, such as "driver" and "firmware": there is neither
 */
ACL_FUNC_VISIBILITY aclError aclsysGetVersionStr(char* pkgName, char* versionStr);

/**
 * Version of a package as a number that grows with it: major * 10000000 + minor * 100000 + patch * 1000, so
 * 90000000; see aclsysGetCANNVersion. Needs no aclInit.
 *
 * @param[in]  pkgName     as aclsysGetVersionStr
 * @param[out] versionNum  required
 * @return as aclsysGetVersionStr
 */
ACL_FUNC_VISIBILITY aclError aclsysGetVersionNum(char* pkgName, int32_t* versionNum);

/**
 * Whether programs for the cores of one chip run on the emulated one: where both are of one generation
 * (ACL_DEV_ATTR_NPU_ARCH), as Atlas A2 and A3 are.
 *
 * @note Partial: the answer is about the chip; this library loads no programs for its cores.
 *
 * @param[in]  socVersion     name of a chip, as aclrtGetSocName has it; required
 * @param[out] canCompatible  1 or, for names that are not known too, 0; required
 * @return ACL_SUCCESS
 */
ACL_FUNC_VISIBILITY aclError aclrtCheckArchCompatibility(const char* socVersion, int32_t* canCompatible);

/**
 * Sets an option for the whole process; the latest value counts, aclFinalize does not reset it.
 *
 * Operators here give the same bits on every run and with any number of threads, whatever
 * ACL_OPT_DETERMINISTIC says.
 *
 * @note Partial: no option has an effect. The values 2 and 3 of ACL_OPT_DETERMINISTIC give no more than 1.
 *
 * @param[in] opt    an aclSysParamOpt
 * @param[in] value  0 to 3 for ACL_OPT_DETERMINISTIC, 0 or 1 for the others
 * @return ACL_SUCCESS; 107000: not an option, or not one of its values
 */
ACL_FUNC_VISIBILITY aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value);

/**
 * What aclrtSetSysParamOpt has set; 0 before that.
 *
 * @param[in]  opt    an aclSysParamOpt
 * @param[out] value  required
 * @return ACL_SUCCESS; 107000: not an option
 */
ACL_FUNC_VISIBILITY aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value);

/**
 * Sets an option for the current context, before that of the process.
 *
 * @note Partial: as aclrtSetSysParamOpt.
 *
 * @param[in] opt    as aclrtSetSysParamOpt
 * @param[in] value  as aclrtSetSysParamOpt
 * @return as aclrtSetSysParamOpt; 107002
 */
ACL_FUNC_VISIBILITY aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value);

/**
 * What aclrtCtxSetSysParamOpt has set for the current context.
 *
 * @param[in]  opt    an aclSysParamOpt
 * @param[out] value  required
 * @return ACL_SUCCESS; 107000: not an option; 107002; 107021 ACL_ERROR_RT_SYSPARAMOPT_NOT_SET: never set
 */
ACL_FUNC_VISIBILITY aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value);

#ifdef __cplusplus
}
#endif

#endif /* ACL_RUNTIME_SYSTEM_H_ */
