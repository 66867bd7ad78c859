/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The base of AscendCL: export macros, status codes, handles, data types, formats, and the few functions that
 * need neither a device nor a context. Valid C11 and C++11.
 */

#ifndef ACL_ACL_BASE_RT_H_
#define ACL_ACL_BASE_RT_H_

#include <stddef.h>
#include <stdint.h>

/**
 * Export mark of the runtime's functions: empty for clients, default visibility where the library itself is
 * built (FUNC_VISIBILITY defined, everything else hidden).
 */
#if defined(FUNC_VISIBILITY) && defined(__GNUC__)
#define ACL_FUNC_VISIBILITY __attribute__((visibility("default")))
#else
#define ACL_FUNC_VISIBILITY
#endif

/** Marks a declaration as deprecated; ACL_DEPRECATED_MESSAGE says what to use instead. */
#if (defined(__GNUC__) && __GNUC__ >= 6) || defined(__clang__)
#define ACL_DEPRECATED __attribute__((deprecated))
#define ACL_DEPRECATED_MESSAGE(message) __attribute__((deprecated(message)))
#elif defined(_MSC_VER)
#define ACL_DEPRECATED __declspec(deprecated)
#define ACL_DEPRECATED_MESSAGE(message) __declspec(deprecated(message))
#else
#define ACL_DEPRECATED
#define ACL_DEPRECATED_MESSAGE(message)
#endif

/** Lets compilers check the arguments of a function as they check those of printf. */
#if defined(__GNUC__)
#define OPENACLNN_PRINTF_FORMAT(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define OPENACLNN_PRINTF_FORMAT(text, first)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Status of a call: ACL_SUCCESS or one of the ACL_ERROR_* codes. */
typedef int aclError;

/** The bits of an IEEE binary16 number. */
typedef uint16_t aclFloat16;

/** An in-order queue of device work. NULL stands for the default stream of the thread's current context. */
typedef void* aclrtStream;

/** A marker in a stream: to wait for, to query, to take the time between. */
typedef void* aclrtEvent;

/** What a thread works in: a device plus the streams made there. */
typedef void* aclrtContext;

/** Address and size of a piece of memory, opaque. */
typedef struct aclDataBuffer aclDataBuffer;

/**
 * @name Status codes
 * The first digit tells whose fault it is: 1 the caller's, 2 a resource that is short or a feature that is
 * missing, 3 a storage limit, 5 an internal or device failure. The runtime's own codes are in
 * acl/error_codes/rt_error_codes.h; deprecated numbers are never returned.
 */
/** @{ */
/* clang-format off */
static const int ACL_SUCCESS                               = 0;      /**< done, or accepted by the stream */
static const int ACL_ERROR_NONE                            = 0;      /**< deprecated: see ACL_SUCCESS */
static const int ACL_ERROR_INVALID_PARAM                   = 100000; /**< argument check failed */
static const int ACL_ERROR_UNINITIALIZE                    = 100001; /**< aclInit (or module init) missing */
static const int ACL_ERROR_REPEAT_INITIALIZE               = 100002; /**< already initialized or loaded */
static const int ACL_ERROR_INVALID_FILE                    = 100003; /**< file missing or not accessible */
static const int ACL_ERROR_WRITE_FILE                      = 100004; /**< writing a file failed */
static const int ACL_ERROR_INVALID_FILE_SIZE               = 100005; /**< file size not allowed */
static const int ACL_ERROR_PARSE_FILE                      = 100006; /**< file content cannot be parsed */
static const int ACL_ERROR_FILE_MISSING_ATTR               = 100007; /**< file lacks a required field */
static const int ACL_ERROR_FILE_ATTR_INVALID               = 100008; /**< file holds an invalid field value */
static const int ACL_ERROR_INVALID_DUMP_CONFIG             = 100009; /**< dump configuration invalid */
static const int ACL_ERROR_INVALID_PROFILING_CONFIG        = 100010; /**< profiling configuration invalid */
static const int ACL_ERROR_INVALID_MODEL_ID                = 100011; /**< unknown model id */
static const int ACL_ERROR_DESERIALIZE_MODEL               = 100012; /**< model deserialization failed */
static const int ACL_ERROR_PARSE_MODEL                     = 100013; /**< model parsing failed */
static const int ACL_ERROR_READ_MODEL_FAILURE              = 100014; /**< model file cannot be read */
static const int ACL_ERROR_MODEL_SIZE_INVALID              = 100015; /**< model size invalid */
static const int ACL_ERROR_MODEL_MISSING_ATTR              = 100016; /**< model lacks an attribute */
static const int ACL_ERROR_MODEL_INPUT_NOT_MATCH           = 100017; /**< model inputs do not match */
static const int ACL_ERROR_MODEL_OUTPUT_NOT_MATCH          = 100018; /**< model outputs do not match */
static const int ACL_ERROR_MODEL_NOT_DYNAMIC               = 100019; /**< model is not dynamic */
static const int ACL_ERROR_OP_TYPE_NOT_MATCH               = 100020; /**< operator type mismatch */
static const int ACL_ERROR_OP_INPUT_NOT_MATCH              = 100021; /**< operator inputs mismatch */
static const int ACL_ERROR_OP_OUTPUT_NOT_MATCH             = 100022; /**< operator outputs mismatch */
static const int ACL_ERROR_OP_ATTR_NOT_MATCH               = 100023; /**< operator attributes mismatch */
static const int ACL_ERROR_OP_NOT_FOUND                    = 100024; /**< operator not found */
static const int ACL_ERROR_OP_LOAD_FAILED                  = 100025; /**< operator load failed */
static const int ACL_ERROR_UNSUPPORTED_DATA_TYPE           = 100026; /**< data type not supported */
static const int ACL_ERROR_FORMAT_NOT_MATCH                = 100027; /**< format mismatch */
static const int ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED     = 100028; /**< no kernel selector registered */
static const int ACL_ERROR_KERNEL_NOT_FOUND                = 100029; /**< kernel not registered */
static const int ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED = 100030; /**< selector registered twice */
static const int ACL_ERROR_KERNEL_ALREADY_REGISTERED       = 100031; /**< kernel registered twice */
static const int ACL_ERROR_INVALID_QUEUE_ID                = 100032; /**< queue id invalid */
static const int ACL_ERROR_REPEAT_SUBSCRIBE                = 100033; /**< stream subscribed twice */
static const int ACL_ERROR_STREAM_NOT_SUBSCRIBE            = 100034; /**< deprecated: see 107015 */
static const int ACL_ERROR_THREAD_NOT_SUBSCRIBE            = 100035; /**< deprecated: see 107012 */
static const int ACL_ERROR_WAIT_CALLBACK_TIMEOUT           = 100036; /**< deprecated: see 507012 */
static const int ACL_ERROR_REPEAT_FINALIZE                 = 100037; /**< finalized twice */
static const int ACL_ERROR_NOT_STATIC_AIPP                 = 100038; /**< deprecated: see 145015 */
static const int ACL_ERROR_COMPILING_STUB_MODE             = 100039; /**< runs against stub libraries */
static const int ACL_ERROR_GROUP_NOT_SET                   = 100040; /**< deprecated: see 107013 */
static const int ACL_ERROR_GROUP_NOT_CREATE                = 100041; /**< deprecated: see 107014 */
static const int ACL_ERROR_PROF_ALREADY_RUN                = 100042; /**< a profiling session already runs */
static const int ACL_ERROR_PROF_NOT_RUN                    = 100043; /**< profiling was not initialized */
static const int ACL_ERROR_DUMP_ALREADY_RUN                = 100044; /**< a dump session already runs */
static const int ACL_ERROR_DUMP_NOT_RUN                    = 100045; /**< dump was not initialized */
static const int ACL_ERROR_PROF_REPEAT_SUBSCRIBE           = 148046; /**< model subscribed twice */
static const int ACL_ERROR_PROF_API_CONFLICT               = 148047; /**< two profiling interfaces mixed */
static const int ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG  = 148048; /**< max_opqueue_num value invalid */
static const int ACL_ERROR_INVALID_OPP_PATH                = 148049; /**< ASCEND_OPP_PATH unset or wrong */
static const int ACL_ERROR_OP_UNSUPPORTED_DYNAMIC          = 148050; /**< operator has no dynamic shapes */
static const int ACL_ERROR_RELATIVE_RESOURCE_NOT_CLEARED   = 148051; /**< dependent resource still alive */
static const int ACL_ERROR_UNSUPPORTED_JPEG                = 148052; /**< JPEG encoding not supported */
static const int ACL_ERROR_INVALID_BUNDLE_MODEL_ID         = 148053; /**< bundle model id invalid */
static const int ACL_ERROR_BAD_ALLOC                       = 200000; /**< memory allocation failed */
static const int ACL_ERROR_API_NOT_SUPPORT                 = 200001; /**< interface not supported */
static const int ACL_ERROR_INVALID_DEVICE                  = 200002; /**< deprecated: see 107001 */
static const int ACL_ERROR_MEMORY_ADDRESS_UNALIGNED        = 200003; /**< address not aligned */
static const int ACL_ERROR_RESOURCE_NOT_MATCH              = 200004; /**< wrong stream or context */
static const int ACL_ERROR_INVALID_RESOURCE_HANDLE         = 200005; /**< handle destroyed or in use */
static const int ACL_ERROR_FEATURE_UNSUPPORTED             = 200006; /**< feature not supported */
static const int ACL_ERROR_PROF_MODULES_UNSUPPORTED        = 200007; /**< profiling options not supported */
static const int ACL_ERROR_STORAGE_OVER_LIMIT              = 300000; /**< storage limit exceeded */
static const int ACL_ERROR_INTERNAL_ERROR                  = 500000; /**< unknown internal error */
static const int ACL_ERROR_FAILURE                         = 500001; /**< internal error */
static const int ACL_ERROR_GE_FAILURE                      = 500002; /**< graph engine error */
static const int ACL_ERROR_RT_FAILURE                      = 500003; /**< runtime error */
static const int ACL_ERROR_DRV_FAILURE                     = 500004; /**< driver error */
static const int ACL_ERROR_PROFILING_FAILURE               = 500005; /**< profiling error */
/* clang-format on */
/** @} */

/** Element type of a tensor or scalar. Sizes: aclDataTypeSize. */
typedef enum aclDataType {
  ACL_DT_UNDEFINED = -1,  /**< no type */
  ACL_FLOAT = 0,          /**< IEEE binary32, 4 bytes */
  ACL_FLOAT16 = 1,        /**< IEEE binary16, 2 bytes */
  ACL_INT8 = 2,           /**< 1 byte */
  ACL_INT32 = 3,          /**< 4 bytes */
  ACL_UINT8 = 4,          /**< 1 byte */
  ACL_INT16 = 6,          /**< 2 bytes */
  ACL_UINT16 = 7,         /**< 2 bytes */
  ACL_UINT32 = 8,         /**< 4 bytes */
  ACL_INT64 = 9,          /**< 8 bytes */
  ACL_UINT64 = 10,        /**< 8 bytes */
  ACL_DOUBLE = 11,        /**< IEEE binary64, 8 bytes */
  ACL_BOOL = 12,          /**< 0 or 1 in 1 byte */
  ACL_STRING = 13,        /**< no fixed size */
  ACL_COMPLEX64 = 16,     /**< two binary32, 8 bytes */
  ACL_COMPLEX128 = 17,    /**< two binary64, 16 bytes */
  ACL_BF16 = 27,          /**< bfloat16: 1 sign, 8 exponent, 7 fraction bits; 2 bytes */
  ACL_INT4 = 29,          /**< 4 bits */
  ACL_UINT1 = 30,         /**< 1 bit */
  ACL_COMPLEX32 = 33,     /**< two binary16, 4 bytes */
  ACL_HIFLOAT8 = 34,      /**< 8-bit float with tapered precision */
  ACL_FLOAT8_E5M2 = 35,   /**< 8-bit float: 5 exponent, 2 fraction bits */
  ACL_FLOAT8_E4M3FN = 36, /**< 8-bit float: 4 exponent, 3 fraction bits, no infinities */
  ACL_FLOAT8_E8M0 = 37,   /**< 8-bit power of two, for block scales */
  ACL_FLOAT6_E3M2 = 38,   /**< 6 bits */
  ACL_FLOAT6_E2M3 = 39,   /**< 6 bits */
  ACL_FLOAT4_E2M1 = 40,   /**< 4 bits */
  ACL_FLOAT4_E1M2 = 41    /**< 4 bits */
} aclDataType;

/**
 * Layout label of a tensor. Plain formats only name the dimensions: operators that take ND go by dimension
 * order and ignore them. Private formats rearrange the elements; no operator of this library takes one.
 */
typedef enum aclFormat {
  ACL_FORMAT_UNDEFINED = -1,        /**< no label */
  ACL_FORMAT_NCHW = 0,              /**< plain, 4-D */
  ACL_FORMAT_NHWC = 1,              /**< plain, 4-D */
  ACL_FORMAT_ND = 2,                /**< plain, any rank */
  ACL_FORMAT_NC1HWC0 = 3,           /**< private: channels in blocks of C0 */
  ACL_FORMAT_FRACTAL_Z = 4,         /**< private: tiled weights */
  ACL_FORMAT_NC1HWC0_C04 = 12,      /**< private: as NC1HWC0 with C0 = 4 */
  ACL_FORMAT_HWCN = 16,             /**< plain, 4-D */
  ACL_FORMAT_NDHWC = 27,            /**< plain, 5-D */
  ACL_FORMAT_FRACTAL_NZ = 29,       /**< private: tiled matrix */
  ACL_FORMAT_NCDHW = 30,            /**< plain, 5-D */
  ACL_FORMAT_NDC1HWC0 = 32,         /**< private: channels in blocks of C0, 5-D */
  ACL_FRACTAL_Z_3D = 33,            /**< private: tiled 3-D weights */
  ACL_FORMAT_NC = 35,               /**< plain, 2-D */
  ACL_FORMAT_NCL = 47,              /**< plain, 3-D */
  ACL_FORMAT_FRACTAL_NZ_C0_16 = 50, /**< private */
  ACL_FORMAT_FRACTAL_NZ_C0_32 = 51, /**< private */
  ACL_FORMAT_FRACTAL_NZ_C0_2 = 52,  /**< private */
  ACL_FORMAT_FRACTAL_NZ_C0_4 = 53,  /**< private */
  ACL_FORMAT_FRACTAL_NZ_C0_8 = 54   /**< private */
} aclFormat;

/** Severity of a log line. */
typedef enum aclLogLevel { ACL_DEBUG = 0, ACL_INFO = 1, ACL_WARNING = 2, ACL_ERROR = 3 } aclLogLevel;

/** Where the data of an operator argument lives. */
typedef enum aclMemType {
  ACL_MEMTYPE_DEVICE = 0,
  ACL_MEMTYPE_HOST = 1,
  ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT = 2 /**< on the host, value not needed for compilation */
} aclMemType;

/** Optional abilities of the toolkit. */
typedef enum aclCannAttr {
  ACL_CANN_ATTR_UNDEFINED = -1,
  ACL_CANN_ATTR_INF_NAN = 0,    /**< arithmetic keeps infinities and NaN */
  ACL_CANN_ATTR_BF16 = 1,       /**< bfloat16 */
  ACL_CANN_ATTR_JIT_COMPILE = 2 /**< operators may be compiled at run time */
} aclCannAttr;

/** Numbers that describe a device. */
typedef enum aclDeviceInfo {
  ACL_DEVICE_INFO_UNDEFINED = -1,
  ACL_DEVICE_INFO_AI_CORE_NUM = 0,
  ACL_DEVICE_INFO_VECTOR_CORE_NUM = 1,
  ACL_DEVICE_INFO_L2_SIZE = 2 /**< bytes */
} aclDeviceInfo;

/**
 * Size of one element of a type.
 *
 * @param[in] dataType  any aclDataType
 * @return Bytes, as given beside the enumerators. 0 for ACL_DT_UNDEFINED, ACL_STRING, types narrower than a
 *         byte (INT4, UINT1, the 6- and 4-bit floats) and values outside the enumeration. Needs no aclInit;
 *         thread safe.
 */
ACL_FUNC_VISIBILITY size_t aclDataTypeSize(aclDataType dataType);

/**
 * Converts binary16 to binary32, exactly, subnormals included.
 *
 * Exponent 31 is read as an ordinary exponent, as the API documents it, so there is no infinity and no NaN in
 * the result: 0x7C00 gives 65536, 0xFC00 gives -65536, 0x7E00 gives 98304. (Operators use IEEE conversions
 * instead.)
 *
 * @param[in] value  bits of the half
 * @return The value. Needs no aclInit; thread safe.
 */
ACL_FUNC_VISIBILITY float aclFloat16ToFloat(aclFloat16 value);

/**
 * Converts binary32 to binary16, rounding to nearest, ties to even; saturating.
 *
 * What exceeds the largest half becomes +-65504: +inf and NaN give 0x7BFF, -inf gives 0xFBFF. (Operators use
 * IEEE conversions instead.)
 *
 * @param[in] value  any float
 * @return Bits of the half. Needs no aclInit; thread safe.
 */
ACL_FUNC_VISIBILITY aclFloat16 aclFloatToFloat16(float value);

/**
 * Describes a piece of memory. The description does not own it.
 *
 * @param[in] data  address, on host or device; NULL only with size 0
 * @param[in] size  bytes
 * @return The description, owned by the caller (aclDestroyDataBuffer); NULL when data is NULL with size > 0,
 * or memory runs out. Needs no aclInit
 */
ACL_FUNC_VISIBILITY aclDataBuffer* aclCreateDataBuffer(void* data, size_t size);

/**
 * Destroys a description; the memory it describes stays.
 *
 * @param[in] dataBuffer  NULL: nothing happens
 * @return ACL_SUCCESS; 100000: not a live description
 */
ACL_FUNC_VISIBILITY aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer);

/**
 * Lets a description describe another piece of memory.
 *
 * @param[in] dataBuffer  required
 * @param[in] data        as for aclCreateDataBuffer
 * @param[in] size        as for aclCreateDataBuffer
 * @return ACL_SUCCESS; 100000: dataBuffer is NULL, or data is NULL with size > 0
 */
ACL_FUNC_VISIBILITY aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size);

/**
 * Address of the memory described.
 *
 * @param[in] dataBuffer  required
 * @return The address; NULL (with a message) if dataBuffer is NULL
 */
ACL_FUNC_VISIBILITY void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer);

/**
 * Size of the memory described, as far as 32 bits can tell it: deprecated, use aclGetDataBufferSizeV2.
 *
 * @param[in] dataBuffer  required
 * @return Bytes, the lower 32 bits; 0 (with a message) if dataBuffer is NULL
 */
ACL_DEPRECATED_MESSAGE("aclGetDataBufferSize is deprecated, use aclGetDataBufferSizeV2 instead")
ACL_FUNC_VISIBILITY uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer);

/**
 * Size of the memory described.
 *
 * @param[in] dataBuffer  required
 * @return Bytes; 0 (with a message) if dataBuffer is NULL
 */
ACL_FUNC_VISIBILITY size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer);

/**
 * Writes a line into the log, for module APP; ACL_APP_LOG fills in the place. Where lines go and which are
 * written is up to the ASCEND_* environment variables (ASCEND_GLOBAL_LOG_LEVEL, ASCEND_MODULE_LOG_LEVEL,
 * ASCEND_LOG_PRINT_TO_STDOUT, ASCEND_PROCESS_LOG_PATH...); by default errors alone, in $HOME/ascend/log.
 * Needs no aclInit; any thread; never fails, and keeps errno.
 *
 * @param[in] logLevel  severity; other numbers than aclLogLevel's write nothing
 * @param[in] func      name of the function, or NULL
 * @param[in] file      name of the source file, or NULL
 * @param[in] line      line in it
 * @param[in] fmt       message as for printf, at most 1024 bytes: a longer one is cut, and ends in "...";
 * NULL writes nothing
 */
ACL_FUNC_VISIBILITY void aclAppLog(aclLogLevel logLevel, const char* func, const char* file, uint32_t line,
                                   const char* fmt, ...) OPENACLNN_PRINTF_FORMAT(5, 6);

/** aclAppLog from here: ACL_APP_LOG(level, format, arguments...). */
#define ACL_APP_LOG(level, ...) aclAppLog(level, __func__, __FILE__, __LINE__, __VA_ARGS__)

/**
 * Name of the emulated chip, e.g. "Ascend910B1" (an Atlas A2 part, the default).
 *
 * The environment variable OPENACLNN_SOC chooses another. The chip decides which data types operators admit:
 * bfloat16 exists on Atlas A2 (Ascend910B1 and its siblings), Atlas A3 (Ascend910_93*) and 950 (Ascend950*),
 * not on the first training series (Ascend910A, Ascend910B without a digit) nor on Ascend310P*.
 *
 * @return A static string, never NULL here. Needs no device; thread safe.
 */
ACL_FUNC_VISIBILITY const char* aclrtGetSocName(void);

/**
 * The abilities that the toolkit has with the emulated chip: ACL_CANN_ATTR_JIT_COMPILE; besides, with chips
 * that compute in bfloat16, ACL_CANN_ATTR_INF_NAN and ACL_CANN_ATTR_BF16.
 *
 * @param[out] cannAttrList  the attributes; required; the library's, valid until the process ends
 * @param[out] num           how many; required
 * @return ACL_SUCCESS; 100000; 100001: aclInit was not called
 */
ACL_FUNC_VISIBILITY aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num);

/**
 * Whether the list of aclGetCannAttributeList has an attribute.
 *
 * @param[in]  cannAttr  an aclCannAttr from 0
 * @param[out] value     1 or 0; required
 * @return ACL_SUCCESS; 100000; 100001: aclInit was not called; 107000: not an attribute
 */
ACL_FUNC_VISIBILITY aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value);

/**
 * A number that describes a device: the cores of the host that compute for it (which do the work of AI cores
 * and of vector cores alike), or the host's last cache; aclrtGetDeviceInfo says more.
 *
 * @param[in]  deviceId    0 .. count - 1; it need not be set
 * @param[in]  deviceInfo  an aclDeviceInfo from 0
 * @param[out] value       > 0; required
 * @return ACL_SUCCESS; 100000; 100001: aclInit was not called; 107000: not an aclDeviceInfo; 107001: no such
 *         device
 */
ACL_FUNC_VISIBILITY aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo,
                                                    int64_t* value);

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_BASE_RT_H_ */
