typedef int command(int argument);

command command_help, command_version, command_gather;
extern command *const commands[3];

command *const commands[3] = { command_help, command_version, command_gather };
