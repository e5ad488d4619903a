extension FileTime {
    /// Whether a change that the kernel stamped so was over at a moment: a later one would have another stamp.
    package func isSettled(before moment: FileTime) -> Bool {
        self < moment.earlier(byNanoseconds: granularity)
    }

    /// How coarse the clock behind a time stamp may be.
    ///
    /// Stamps in whole seconds come from file systems that keep no more (FAT keeps every second one);
    /// the others follow the kernel's tick of at most 10 ms.
    private var granularity: Int64 { nanoseconds == 0 ? 2_000_000_000 : 20_000_000 }

    private func earlier(byNanoseconds count: Int64) -> FileTime {
        let second: Int64 = 1_000_000_000
        let rest = Int64(nanoseconds) - count % second
        return FileTime(
            seconds: seconds - count / second - (rest < 0 ? 1 : 0),
            nanoseconds: Int32(rest < 0 ? rest + second : rest))
    }
}
