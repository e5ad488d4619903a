internal import ControlCLI
internal import LinuxSystem

ControlProgram.run(Array(ProcessEnvironment.arguments.dropFirst())).endProcess()
