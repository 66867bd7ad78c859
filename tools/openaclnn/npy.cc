// SPDX-License-Identifier: Apache-2.0
#include "npy.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <numeric>
#include <string_view>

#include "error.h"
#include "npy_header.h"
#include "progress.h"
#include "standard_stream.h"

namespace openaclnn::cli {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kMaxHeader = 1 << 16;      // NumPy's own limit is smaller
constexpr size_t kMaxRank = 64;             // likewise
constexpr size_t kPiece = size_t{8} << 20;  // of a file, read or written at once
constexpr size_t kHeaderAlignment = 64;

class File {
 public:
  File(const std::string& path, const char* mode) : path_(path), file_(Open(path, mode)) {
    if (file_ == nullptr) {
      throw InputError(path_ + ": " + WhyNotOpened(path));
    }
  }

  // Bytes that were there, at most `size`.
  size_t Read(void* bytes, size_t size) {
    errno = 0;
    const size_t done = std::fread(bytes, 1, size, file_.get());
    if (done < size && std::ferror(file_.get()) != 0) {
      throw InputError(path_ + ": " + std::strerror(errno));
    }
    return done;
  }

  void Write(const void* bytes, size_t size) {
    if (std::fwrite(bytes, 1, size, file_.get()) != size) {
      throw InputError(path_ + ": " + std::strerror(errno));
    }
  }

  void Close() {
    if (std::fclose(file_.release()) != 0) {
      throw InputError(path_ + ": " + std::strerror(errno));
    }
  }

  // Whether it can be longer than what is read from it; of a pipe, that is not known.
  [[nodiscard]] bool IsRegular() const {
    struct stat status {};
    return fstat(fileno(file_.get()), &status) == 0 && S_ISREG(status.st_mode);
  }

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  // The standard streams as they are: a name of theirs would open a file anew and cut it off, and no socket.
  static std::FILE* Open(const std::string& path, const char* mode) {
    const bool isRead = *mode == 'r';
    if (!(isRead ? IsStandardInput(path) : IsStandardOutput(path))) {
      return std::fopen(path.c_str(), mode);
    }
    const int descriptor = dup(isRead ? STDIN_FILENO : STDOUT_FILENO);
    return descriptor < 0 ? nullptr : fdopen(descriptor, mode);
  }
  // The system calls "x.npy/" a folder, which there may not be.
  static std::string WhyNotOpened(const std::string& path) {
    const int error = errno;
    return error == EISDIR && path.ends_with('/') && !std::filesystem::is_directory(path)
               ? "expected the name of a file, got one of a folder, which ends with /"
               : std::strerror(error);
  }

  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
};

std::string ReadHeaderText(File* file) {
  char start[8];
  const size_t got = file->Read(start, sizeof start);
  if (got >= 2 && std::string_view(start, 2) == "PK") {
    throw InputError("is a zip archive (.npz?), not one array: save it with numpy.save");
  }
  if (got < sizeof start || std::string_view(start, kMagic.size()) != kMagic) {
    throw InputError("is not a .npy file: it does not start with \\x93NUMPY and a version");
  }
  const int version = start[6];
  if (version < 1 || version > 3) {
    throw InputError("is of version " + std::to_string(version) + " of the .npy format; 1 to 3 are known");
  }
  uint8_t sizeBytes[4] = {};
  const size_t sizeSize = version == 1 ? 2 : 4;
  if (file->Read(sizeBytes, sizeSize) != sizeSize) {
    throw InputError("is truncated within its header");
  }
  const uint32_t size = sizeBytes[0] | sizeBytes[1] << 8 | sizeBytes[2] << 16 | uint32_t{sizeBytes[3]} << 24;
  if (size > kMaxHeader) {
    throw InputError("has a header of " + std::to_string(size) + " bytes; at most " +
                     std::to_string(kMaxHeader) + " are accepted");
  }
  std::string text(size, '\0');
  if (file->Read(text.data(), size) != size) {
    throw InputError("is truncated within its header");
  }
  return text;
}

aclDataType DtypeOf(const std::string& descr) {
  // Custom types have no description of their own: what has two bytes of no kind is ml_dtypes' bfloat16.
  if (descr == "|V2" || descr == "<V2" || descr == "bfloat16") {
    return ACL_BF16;
  }
  for (const ElementType& type : ElementTypes()) {
    // "<u2" is the description of UINT16, too.
    if (type.dtype != ACL_BF16 && !descr.empty() && descr.substr(1) == type.descr + 1 &&
        (descr[0] == type.descr[0] || descr[0] == '=' || type.size == 1)) {
      return type.dtype;
    }
  }
  const std::string shown = "'" + descr.substr(0, 40) + "'";
  if (descr.find('O') != std::string::npos) {
    throw InputError("holds Python objects (dtype " + shown + "), not numbers");
  }
  if (descr.starts_with('>')) {
    throw InputError("is in big-endian order (dtype " + shown + "): save array.astype('<" +
                     descr.substr(1, 39) + "')");
  }
  throw InputError(
      "has dtype " + shown +
      "; accepted are floating-point numbers of 2, 4 or 8 bytes, complex numbers of 8 or 16 bytes, "
      "integers of 1 to 8 bytes, and bool");
}

// Whatever the header claims, memory grows only with what the file has.
void ReadData(File* file, size_t bytes, const std::string& path, std::vector<std::byte>* data) {
  Progress progress("reading " + path);
  while (data->size() < bytes) {
    const size_t done = data->size();
    const size_t piece = std::min(kPiece, bytes - done);
    if (data->capacity() < done + piece) {
      data->reserve(std::min(bytes, std::max(2 * done, done + piece)));
    }
    data->resize(done + piece);
    const size_t got = file->Read(data->data() + done, piece);
    if (got < piece) {
      throw InputError("is truncated: expected " + std::to_string(bytes) + " bytes of elements, got " +
                       std::to_string(done + got));
    }
    progress.Update(static_cast<double>(done + piece) / static_cast<double>(bytes));
  }
  char beyond = 0;
  if (file->IsRegular() && file->Read(&beyond, 1) != 0) {
    throw InputError("goes on after its " + std::to_string(bytes) + " bytes of elements: not a single array");
  }
}

Array Parse(File* file, const std::string& path) {
  const NpyHeader header = ParseNpyHeader(ReadHeaderText(file));
  if (header.shape.size() > kMaxRank) {
    throw InputError("has " + std::to_string(header.shape.size()) + " dimensions");
  }
  Array array;
  array.dtype = DtypeOf(header.descr);
  array.shape = header.shape;
  array.fortranOrder = header.fortranOrder && header.shape.size() > 1;
  const size_t size = TypeOf(array.dtype).size;
  ReadData(file, static_cast<size_t>(NumElements(array.shape, size)) * size, path, &array.data);
  return array;
}

}  // namespace

int64_t NumElements(const Shape& shape, size_t elementSize) {
  if (std::any_of(shape.begin(), shape.end(), [](int64_t extent) { return extent < 0; })) {
    throw InputError("shape " + ShapeText(shape) + " has a negative extent");
  }
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
    return 0;
  }
  int64_t count = 1;
  for (const int64_t extent : shape) {
    if (count > std::numeric_limits<int64_t>::max() / static_cast<int64_t>(elementSize) / extent) {
      throw InputError("shape " + ShapeText(shape) + " has more elements than any memory holds");
    }
    count *= extent;
  }
  return count;
}

std::string ShapeText(const Shape& shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  }
  return text + "]";
}

int64_t Array::Count() const {
  return NumElements(shape, TypeOf(dtype).size);
}

Shape Array::Strides() const {
  Shape strides(shape.size(), 1);
  if (Count() == 0) {
    return strides;  // they do not matter; products of the other extents might overflow
  }
  int64_t stride = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    const size_t dim = fortranOrder ? i : shape.size() - 1 - i;
    strides[dim] = stride;
    stride *= shape[dim];
  }
  return strides;
}

void Array::Gather(int64_t first, int64_t count, std::byte* elements) const {
  const size_t size = TypeOf(dtype).size;
  if (!fortranOrder) {
    std::copy_n(data.data() + static_cast<size_t>(first) * size, static_cast<size_t>(count) * size, elements);
    return;
  }
  const Shape strides = Strides();
  Shape index(shape.size());
  int64_t rest = first;
  for (size_t dim = shape.size(); dim-- > 0;) {
    index[dim] = rest % shape[dim];
    rest /= shape[dim];
  }
  int64_t offset = std::inner_product(index.begin(), index.end(), strides.begin(), int64_t{0});
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(elements + static_cast<size_t>(i) * size, data.data() + static_cast<size_t>(offset) * size,
                size);
    for (size_t dim = shape.size(); dim-- > 0;) {
      offset += strides[dim];
      if (++index[dim] < shape[dim]) {
        break;
      }
      offset -= strides[dim] * shape[dim];
      index[dim] = 0;
    }
  }
}

Array ReadNpy(const std::string& path) {
  File file(path, "rb");
  try {
    return Parse(&file, path);
  } catch (const InputError& error) {
    const std::string message = error.what();
    throw InputError(message.starts_with(path) ? message : path + ": " + message);
  }
}

void WriteNpy(const std::string& path, const Array& array) {
  std::string header = FormatNpyHeader({TypeOf(array.dtype).descr, array.fortranOrder, array.shape});
  const size_t start = kMagic.size() + 4;
  header.append((kHeaderAlignment - (start + header.size() + 1) % kHeaderAlignment) % kHeaderAlignment, ' ');
  header.push_back('\n');
  File file(path, "wb");
  try {
    const char versionAndSize[] = {1, 0, static_cast<char>(header.size() & 0xff),
                                   static_cast<char>(header.size() >> 8)};
    file.Write(kMagic.data(), kMagic.size());
    file.Write(versionAndSize, sizeof versionAndSize);
    file.Write(header.data(), header.size());
    Progress progress("writing " + path);
    for (size_t done = 0; done < array.data.size();) {
      const size_t piece = std::min(kPiece, array.data.size() - done);
      file.Write(array.data.data() + done, piece);
      done += piece;
      progress.Update(static_cast<double>(done) / static_cast<double>(array.data.size()));
    }
    file.Close();
  } catch (const InputError&) {
    struct stat status {};
    if (!IsStandardOutput(path) && stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
      unlink(path.c_str());
    }
    throw;
  }
}

bool GiveType(aclDataType dtype, Array* array) {
  if (dtype == array->dtype) {
    return true;
  }
  if (dtype == ACL_BF16 && array->dtype == ACL_UINT16) {
    array->dtype = ACL_BF16;
    return true;
  }
  const ElementType& from = TypeOf(array->dtype);
  const ElementType& to = TypeOf(dtype);
  if (!to.floating || PartsOf(from) > 1) {
    return false;
  }
  constexpr int64_t kBlock = 4096;
  const int64_t count = array->Count();
  std::vector<std::byte> converted(static_cast<size_t>(count) * to.size);
  std::vector<double> values(kBlock);
  for (int64_t done = 0; done < count; done += kBlock) {
    const int64_t block = std::min(kBlock, count - done);
    Decode(from, array->data.data() + static_cast<size_t>(done) * from.size, block, values.data());
    Encode(to, values.data(), block, converted.data() + static_cast<size_t>(done) * to.size);
  }
  array->dtype = dtype;
  array->data = std::move(converted);
  return true;
}

}  // namespace openaclnn::cli
