internal import Agent
internal import ControlCLI
internal import LinuxSystem
internal import OfflineControl

// `snapctl --store` becomes this program, under its own name.
if let words = ControlProgram.words(ProcessEnvironment.arguments) {
    ControlProgram.run(words, stores: .itself(OfflineStore.open)).endProcess()
}
AgentProgram.main()
