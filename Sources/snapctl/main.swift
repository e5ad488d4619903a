internal import ControlCLI
internal import LinuxSystem

let words = Array(ProcessEnvironment.arguments.dropFirst())
ControlProgram.run(words, stores: .program("snapagent")).endProcess()
