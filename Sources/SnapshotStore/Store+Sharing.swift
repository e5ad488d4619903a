internal import LinuxSystem

extension Store {
    /// Whether the store's file system lets files share blocks, so that complete zips cost what changed: found out by
    /// trying.
    package func canShareBlocks() -> Bool {
        let block = [UInt8](repeating: 1, count: 4096)
        // Where not even this can be written, nothing is shared either.
        guard let first = try? DurableFile.make(in: directory.main),
            (try? first.descriptor.write(block.span, at: 0)) != nil,
            let second = try? DurableFile.make(in: directory.main)
        else { return false }
        return (try? second.descriptor.clone(first.descriptor)) ?? false
    }
}
