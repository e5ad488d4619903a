print("snapagent")
