// SPDX-License-Identifier: Apache-2.0
#include "command_line.h"

#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

namespace openaclnn::cli {
namespace {

constexpr const char* kHelp = "-h,--help";
constexpr const char* kHelpMeaning = "Print this help";

// The words of a command line without the "--" between the options of a command and another program, which the
// parser would take for the start of the command's own arguments.
Words WithoutSeparator(const Command& top, Words words) {
  const std::optional<Command> command = words.empty() ? std::nullopt : top.FindSubcommand(words[0]);
  if (!command || !command->TakesRest()) {
    return words;
  }
  for (size_t i = 1; i < words.size() && words[i].starts_with('-'); ++i) {
    if (words[i] == "--") {
      words.erase(words.begin() + static_cast<ptrdiff_t>(i));
      break;
    }
    const std::optional<Option> option = command->FindOption(words[i].substr(0, words[i].find('=')));
    if (!option) {
      break;
    }
    i += option->TakesValue() && words[i].find('=') == std::string::npos ? 1 : 0;
  }
  return words;
}

// The line of usage also names what follows the options of a command that runs another program.
class UsageWithRest : public CLI::Formatter {
 public:
  explicit UsageWithRest(std::string rest) : rest_(std::move(rest)) {}
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    return usage.insert(usage.find('\n'), " " + rest_);
  }

 private:
  std::string rest_;
};

}  // namespace

const Option& Option::TypeName(const std::string& name) const {
  option_->type_name(name);
  return *this;
}

const Option& Option::Group(const std::string& heading) const {
  option_->group(heading);
  return *this;
}

const Option& Option::Require(bool required) const {
  option_->required(required);
  return *this;
}

const Option& Option::NotEmpty() const {
  return Check([](const std::string& value) {
    return std::string(value.empty() ? "expected a value, got an empty one" : "");
  });
}

const Option& Option::Within(int least, int most) const {
  option_->check(CLI::Range(least, most).description(""));
  return *this;
}

const Option& Option::Check(const std::function<std::string(const std::string&)>& mistakeOf) const {
  option_->check(CLI::Validator([mistakeOf](const std::string& value) { return mistakeOf(value); }, ""));
  return *this;
}

std::string Option::Name() const {
  return option_->get_positional() ? option_->get_type_name() : option_->get_name();
}

const std::vector<std::string>& Option::LongNames() const {
  return option_->get_lnames();
}

const std::vector<std::string>& Option::Letters() const {
  return option_->get_snames();
}

std::string Option::TypeName() const {
  return option_->get_type_name();
}

bool Option::IsPositional() const {
  return option_->get_positional();
}

bool Option::IsMissing() const {
  return option_->get_required() && option_->count() == 0;
}

bool Option::TakesValue() const {
  return option_->get_items_expected_max() > 0;
}

Command Command::AddSubcommand(const std::string& name, const std::string& description) const {
  CLI::App* const command = command_->add_subcommand(name, description);
  command->set_help_flag(kHelp, kHelpMeaning);
  return Command(command);
}

Option Command::AddOption(const std::string& names, std::string* value, const std::string& meaning) const {
  return Option(command_->add_option(names, *value, meaning));
}

Option Command::AddOption(const std::string& names, std::vector<std::string>* values,
                          const std::string& meaning) const {
  return Option(command_->add_option(names, *values, meaning));
}

Option Command::AddOption(const std::string& names, double* value, const std::string& meaning) const {
  return Option(command_->add_option(names, *value, meaning));
}

Option Command::AddOption(const std::string& names, int64_t* value, const std::string& meaning) const {
  return Option(command_->add_option(names, *value, meaning));
}

Option Command::AddOption(const std::string& names, std::optional<double>* value,
                          const std::string& meaning) const {
  return Option(command_->add_option(names, *value, meaning));
}

Option Command::AddRepeatedOption(const std::string& names, std::vector<std::string>* values,
                                  const std::string& meaning) const {
  return Option(command_->add_option(names, *values, meaning)->allow_extra_args(false));
}

Option Command::AddFlag(const std::string& name, bool* value, const std::string& meaning) const {
  return Option(command_->add_flag(name, *value, meaning));
}

void Command::AddAlias(const std::string& name) const {
  command_->alias(name);
}

void Command::AddFooter(const std::string& text) const {
  command_->footer(text);
}

void Command::RequireSubcommand() const {
  command_->require_subcommand(1);
}

void Command::TakeRest(const std::string& usage) const {
  command_->prefix_command();
  command_->formatter(std::make_shared<UsageWithRest>(usage));
}

void Command::OnCall(const std::function<void()>& body) const {
  command_->callback(body);
}

Words Command::Rest() const {
  return command_->remaining();
}

std::string Command::Name() const {
  return command_->get_name();
}

const std::vector<std::string>& Command::Aliases() const {
  return command_->get_aliases();
}

bool Command::IsCalled(const std::string& name) const {
  return command_->check_name(name);
}

bool Command::IsTop() const {
  return command_->get_parent() == nullptr;
}

bool Command::RequiresSubcommand() const {
  return command_->get_require_subcommand_min() > 0;
}

bool Command::TakesRest() const {
  return command_->get_prefix_command();
}

std::vector<Command> Command::Subcommands() const {
  std::vector<Command> subcommands;
  for (CLI::App* const subcommand : command_->get_subcommands([](const CLI::App*) { return true; })) {
    subcommands.emplace_back(subcommand);
  }
  return subcommands;
}

std::optional<Command> Command::FindSubcommand(const std::string& name) const {
  for (const Command& subcommand : Subcommands()) {
    if (subcommand.IsCalled(name)) {
      return subcommand;
    }
  }
  return std::nullopt;
}

std::vector<Option> Command::Options() const {
  std::vector<Option> options;
  for (CLI::Option* const option : command_->get_options()) {
    options.emplace_back(option);
  }
  return options;
}

std::optional<Option> Command::FindOption(const std::string& name) const {
  CLI::Option* const option = command_->get_option_no_throw(name);
  return option == nullptr ? std::nullopt : std::optional<Option>(Option(option));
}

CommandLine::CommandLine(const std::string& name, const std::string& description, const std::string& version)
    : top_(std::make_unique<CLI::App>(description, name)) {
  top_->set_help_flag(kHelp, kHelpMeaning);
  top_->set_version_flag("-V,--version", name + " " + version, "Print the version");
  top_->require_subcommand(1);
}

CommandLine::~CommandLine() = default;

bool CommandLine::Run(const Words& words) {
  const Words known = WithoutSeparator(Top(), words);
  try {
    top_->parse(Words(known.rbegin(), known.rend()));  // which takes the last word first
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      throw CommandLineError(error.what());
    }
    top_->exit(error);  // prints what was asked for
    return false;
  }
  return true;
}

std::vector<std::string> Split(const std::string& text, char separator) {
  return CLI::detail::split(text, separator);
}

bool ParseNumber(const std::string& text, double* number) {
  return CLI::detail::lexical_cast(text, *number);
}

}  // namespace openaclnn::cli
