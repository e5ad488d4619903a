internal import CZip
package import LinuxSystem
package import SnapshotModel

/// A second opinion on a zip: libzip, which shares no code with this program, must see the same entries.
package enum ForeignCheck {
    /// Opens the zip with every consistency check of libzip and compares all entries with the reader's.
    package static func check(_ reader: ArchiveReader) throws(UserError) {
        let archive: LibzipArchive
        do throws(SystemError) {
            archive = try LibzipArchive(try reader.zip.file.duplicate())
        } catch {
            throw reader.zip.failure(error)
        }
        if let problem = archive.problem {
            throw reader.zip.damage("libzip refuses the zip", why: problem)
        }
        guard archive.count == reader.entries.count else {
            throw reader.zip.damage(
                "libzip sees \(archive.count) entries, not \(reader.entries.count)")
        }
        for (index, entry) in reader.entries.enumerated() {
            guard archive.agrees(with: entry, at: index) else {
                throw reader.zip.damage(index, "is another entry to libzip")
            }
        }
    }

    /// Opens the zip behind a descriptor as a snapshot and has libzip examine it.
    package static func check(
        _ file: borrowing FileDescriptor, path: BytePath = BytePath("the new zip")
    ) throws(UserError) {
        let copy: FileDescriptor
        do throws(SystemError) {
            copy = try file.duplicate()
        } catch {
            throw error.asUserError()
        }
        try check(try ArchiveReader.open(copy, path: path))
    }
}

/// A zip that libzip has open.
@safe private struct LibzipArchive: ~Copyable {
    private let handle: OpaquePointer?
    /// Why libzip did not open it.
    let problem: String?

    /// Gives the descriptor to libzip, which closes it.
    init(_ file: consuming FileDescriptor) throws(SystemError) {
        let number = file.release()
        var code: CInt = 0
        unsafe handle = zip_fdopen(number, CInt(ZIP_CHECKCONS), &code)
        if unsafe handle == nil {
            _ = FileDescriptor(adopting: number)
            // All that these can mean: it could not copy the descriptor, or had no memory.
            if code == ZIP_ER_OPEN { throw SystemError("open", errno: .tooManyFiles) }
            if code == ZIP_ER_MEMORY { throw SystemError("open", errno: .noMemory) }
            problem = Self.text(code)
        } else {
            problem = nil
        }
    }

    deinit {
        if let handle = unsafe handle { unsafe zip_discard(handle) }
    }

    var count: Int {
        guard let handle = unsafe handle else { return 0 }
        return Int(unsafe zip_get_num_entries(handle, 0))
    }

    func agrees(with entry: ZipEntry, at index: Int) -> Bool {
        guard let handle = unsafe handle else { return false }
        var status = unsafe zip_stat_t()
        unsafe zip_stat_init(&status)
        let position = zip_uint64_t(index)
        guard unsafe zip_stat_index(handle, position, ZIP_FL_ENC_RAW, &status) == 0 else {
            return false
        }
        var system: zip_uint8_t = 0
        var attributes: zip_uint32_t = 0
        unsafe zip_file_get_external_attributes(handle, position, 0, &system, &attributes)
        let sizes = unsafe (plain: status.size, packed: status.comp_size)
        let checksum = unsafe status.crc
        let methods = unsafe (packing: status.comp_method, encryption: status.encryption_method)
        let name = unsafe name(handle, position)
        return sizes == (zip_uint64_t(entry.plain), zip_uint64_t(entry.packed))
            && checksum == entry.checksum && methods == (entry.method.rawValue, 0)
            && system == 3 && attributes == entry.externalAttributes && name == entry.name
    }

    private func name(_ handle: OpaquePointer, _ position: zip_uint64_t) -> [UInt8] {
        guard let text = unsafe zip_get_name(handle, position, ZIP_FL_ENC_RAW) else { return [] }
        var name = [UInt8]()
        var offset = 0
        while true {
            let byte = unsafe UInt8(bitPattern: text[offset])
            if byte == 0 { return name }
            name.append(byte)
            offset += 1
        }
    }

    private static func text(_ code: CInt) -> String {
        var error = unsafe zip_error_t()
        unsafe zip_error_init_with_code(&error, code)
        defer { unsafe zip_error_fini(&error) }
        guard let text = unsafe zip_error_strerror(&error) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
