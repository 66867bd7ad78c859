// SPDX-License-Identifier: Apache-2.0
//
// Commands, their options, and the words that name them. The parser behind is CLI11, which takes the compiler
// seconds in every file that includes it: command_line.cc alone does.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace openaclnn::cli {

// The words behind the program's name.
using Words = std::vector<std::string>;

// A handle: what it names belongs to the command line.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  // Each returns the option itself.
  const Option& TypeName(const std::string& name) const;  // what the help calls its value
  const Option& Group(const std::string& heading) const;  // where the help shows it
  const Option& Require(bool required = true) const;
  // Refuses empty values, so that an empty text means an option that was not given.
  const Option& NotEmpty() const;
  const Option& Within(int least, int most) const;
  // `mistakeOf` says what is wrong with a value: nothing if it is "".
  const Option& Check(const std::function<std::string(const std::string&)>& mistakeOf) const;

  [[nodiscard]] std::string Name() const;  // with its dashes; what stands for a positional one in the help
  [[nodiscard]] const std::vector<std::string>& LongNames() const;  // without dashes
  [[nodiscard]] const std::vector<std::string>& Letters() const;    // without dashes
  [[nodiscard]] std::string TypeName() const;
  [[nodiscard]] bool IsPositional() const;
  [[nodiscard]] bool IsMissing() const;  // required, and not given
  [[nodiscard]] bool TakesValue() const;

 private:
  CLI::Option* option_;
};

// A handle, as Option is one.
class Command {
 public:
  explicit Command(CLI::App* command) : command_(command) {}

  [[nodiscard]] Command AddSubcommand(const std::string& name, const std::string& description) const;
  // The value goes where `value` is, which has to live as long as the command line.
  [[nodiscard]] Option AddOption(const std::string& names, std::string* value,
                                 const std::string& meaning) const;
  // Takes any number of values.
  [[nodiscard]] Option AddOption(const std::string& names, std::vector<std::string>* values,
                                 const std::string& meaning) const;
  [[nodiscard]] Option AddOption(const std::string& names, double* value, const std::string& meaning) const;
  [[nodiscard]] Option AddOption(const std::string& names, int64_t* value, const std::string& meaning) const;
  [[nodiscard]] Option AddOption(const std::string& names, std::optional<double>* value,
                                 const std::string& meaning) const;
  // May be given several times, with one value each.
  [[nodiscard]] Option AddRepeatedOption(const std::string& names, std::vector<std::string>* values,
                                         const std::string& meaning) const;
  Option AddFlag(const std::string& name, bool* value, const std::string& meaning) const;
  void AddAlias(const std::string& name) const;
  void AddFooter(const std::string& text) const;  // below the options in the help
  void RequireSubcommand() const;
  // All that follows the command's options is for another program, "PROGRAM [ARGUMENT...]" in the line of usage. A "--" may
  // stand between them.
  void TakeRest(const std::string& usage) const;
  void OnCall(const std::function<void()>& body) const;

  [[nodiscard]] Words Rest() const;
  [[nodiscard]] std::string Name() const;
  [[nodiscard]] const std::vector<std::string>& Aliases() const;
  [[nodiscard]] bool IsCalled(const std::string& name) const;
  [[nodiscard]] bool IsTop() const;
  [[nodiscard]] bool RequiresSubcommand() const;
  [[nodiscard]] bool TakesRest() const;
  [[nodiscard]] std::vector<Command> Subcommands() const;
  [[nodiscard]] std::optional<Command> FindSubcommand(const std::string& name) const;
  [[nodiscard]] std::vector<Option> Options() const;
  // Of "--self" or "-o".
  [[nodiscard]] std::optional<Option> FindOption(const std::string& name) const;

 private:
  CLI::App* command_;
};

// Words that the command line does not understand.
class CommandLineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& description, const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  [[nodiscard]] Command Top() const { return Command(top_.get()); }
  // Calls the command that the words name: then true. False if they ask for the help or the version, which
  // are printed. Throws CommandLineError, and what the command throws.
  [[nodiscard]] bool Run(const Words& words);

 private:
  std::unique_ptr<CLI::App> top_;
};

[[nodiscard]] std::vector<std::string> Split(const std::string& text, char separator);
// Whether all of the text is a number.
[[nodiscard]] bool ParseNumber(const std::string& text, double* number);

}  // namespace openaclnn::cli
