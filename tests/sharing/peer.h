// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>

namespace openaclnn::sharing {

// Another process that does what it is told, one command at a time:
//
//   malloc BYTES                     export BYTES FLAGS -> key      admit KEY PROCESS
//   physical BYTES                   share FLAGS -> number          name NUMBER PROCESS
//   import KEY                       take NUMBER                    close KEY
//   fill OFFSET COUNT VALUE          sum OFFSET COUNT -> sum        free
//   free-physical                    unmap                          queue-fill COUNT VALUE
//   hold                             release                        sync MILLISECONDS
//   notify                           export-notify FLAGS -> key     import-notify KEY
//   record                           wait SECONDS                   destroy-notify
//   event                            export-event -> key            import-event KEY
//   record-event                     wait-event                     destroy-event
//   query-event -> status            sync-event MILLISECONDS
//
// It works on one piece of memory, one notify and one event: what it made or imported last. Between `hold` and
// `release` its stream does nothing.
class Peer {
 public:
  Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  ~Peer();

  [[nodiscard]] int32_t Process() const { return process_; }
  // Runs a command; the status. "-1" where the peer is gone.
  int Tell(const std::string& command, std::string* answer = nullptr);
  // The answer of a command that must succeed.
  std::string Ask(const std::string& command);
  // Ends it without warning.
  void Kill();

 private:
  pid_t process_ = -1;
  std::FILE* commands_ = nullptr;
  std::FILE* answers_ = nullptr;
};

// What the program does as a peer: reads commands until there are no more.
int ServeAsPeer();

}  // namespace openaclnn::sharing
