internal import LinuxSystem
internal import SnapshotModel

/// The annotations on the disk: two generations, each with a checksum of its own.
enum AnnotationsFile {
    /// The largest file that is written and read, in bytes.
    static let limit = 64 << 20

    /// What was found.
    enum Reading {
        /// The newest generation is whole.
        case whole(Annotations)
        /// The newest generation is damaged or missing; the older one may be there.
        case lost(older: Annotations?)
        /// There is no such file.
        case absent
    }

    /// Reads the newest generation that is whole.
    static func read(in directory: borrowing FileDescriptor) throws(SystemError) -> Reading {
        let newest = try bytes(of: StoreFileName.annotations, in: directory)
        if let newest, let annotations = decode(newest) { return .whole(annotations) }
        let older = try bytes(of: StoreFileName.olderAnnotations, in: directory)
        if newest == nil, older == nil { return .absent }
        return .lost(older: older.flatMap(decode))
    }

    /// Writes the next generation durably; what was the newest becomes the older one first.
    ///
    /// One that could not be read again is refused with EFBIG before anything is replaced.
    static func write(
        _ annotations: Annotations, in directory: borrowing FileDescriptor,
        atMost limit: Int = limit
    ) throws(SystemError) {
        guard let text = encode(annotations) else {
            throw SystemError("write", path: BytePath(StoreFileName.annotations), errno: .invalid)
        }
        guard text.count <= limit else {
            throw SystemError(
                "write", path: BytePath(StoreFileName.annotations), errno: .fileTooBig)
        }
        if let before = try bytes(of: StoreFileName.annotations, in: directory),
            decode(before) != nil
        {
            try AtomicFile.write(before, as: StoreFileName.olderAnnotations, in: directory)
        }
        try AtomicFile.write(text, as: StoreFileName.annotations, in: directory)
    }

    /// The annotations as they are written.
    static func encode(_ annotations: Annotations) -> [UInt8]? { SealedJSON.encode(annotations) }

    /// What `encode` wrote, `nil` for anything else.
    static func decode(_ text: [UInt8]) -> Annotations? {
        SealedJSON.decode(Annotations.self, from: text)
    }

    /// The bytes of one generation, `nil` if there is none; of a file that is too large none at all, which mean nothing.
    static func bytes(
        of name: [UInt8], in directory: borrowing FileDescriptor
    ) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            return try directory.open(name, [.readOnly, .noFollow]).readAll(atMost: limit)
        } catch {
            switch error.errno {
            case .noEntry: return nil
            case .fileTooBig: return []
            default: throw error
            }
        }
    }
}
