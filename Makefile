test:
	swift build && swift test
