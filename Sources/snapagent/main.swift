import Agent

AgentProgram.main()
