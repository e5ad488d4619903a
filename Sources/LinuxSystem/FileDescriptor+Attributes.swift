internal import CLinux
package import SnapshotModel

/// The kernel's limit for one value and for the list of names: see xattr(7).
private let largestAttribute = 64 << 10

extension FileDescriptor {
    /// All extended attributes of the open file or directory, sorted by name: see flistxattr(2).
    ///
    /// None where the file system has none. More than `limit` bytes of names and values in total
    /// are refused with E2BIG.
    package borrowing func attributes(
        atMost limit: Int = 1 << 20
    ) throws(SystemError) -> [ExtendedAttribute] {
        let number = rawValue
        return try unsafe Self.attributes(
            nil, limit,
            list: { room, count in unsafe clinux_list_attributes(number, room, count) },
            get: { name, room, count in
                unsafe clinux_get_attribute(number, name, name.count, room, count)
            })
    }

    /// All extended attributes of the entry `name`, a link's own included: see llistxattr(2).
    package borrowing func attributes(
        of name: [UInt8], atMost limit: Int = 1 << 20
    ) throws(SystemError) -> [ExtendedAttribute] {
        let number = rawValue
        return try unsafe Self.attributes(
            BytePath(name), limit,
            list: { room, count in
                unsafe clinux_list_attributes_of(number, name, name.count, room, count)
            },
            get: { attribute, room, count in
                unsafe clinux_get_attribute_of(
                    number, name, name.count, attribute, attribute.count, room, count)
            })
    }

    /// Sets one extended attribute of the open file or directory: see fsetxattr(2).
    package borrowing func setAttribute(_ attribute: ExtendedAttribute) throws(SystemError) {
        let number = rawValue
        let (name, value) = (attribute.name, attribute.value)
        try attempt(
            "fsetxattr", BytePath(name),
            unsafe clinux_set_attribute(number, name, name.count, value, value.count))
    }

    /// Sets one extended attribute of the entry `file`, never of a link's target: see lsetxattr(2).
    package borrowing func setAttribute(
        _ attribute: ExtendedAttribute, of file: [UInt8]
    ) throws(SystemError) {
        let number = rawValue
        let (name, value) = (attribute.name, attribute.value)
        try attempt(
            "lsetxattr", BytePath(file),
            unsafe clinux_set_attribute_of(
                number, file, file.count, name, name.count, value, value.count))
    }

    /// Removes one extended attribute of the open file or directory: see fremovexattr(2).
    package borrowing func removeAttribute(_ name: [UInt8]) throws(SystemError) {
        let number = rawValue
        try attempt(
            "fremovexattr", BytePath(name),
            unsafe clinux_remove_attribute(number, name, name.count))
    }

    /// Removes one extended attribute of the entry `file`, never of a link's target: see lremovexattr(2).
    package borrowing func removeAttribute(
        _ name: [UInt8], of file: [UInt8]
    ) throws(SystemError) {
        let number = rawValue
        try attempt(
            "lremovexattr", BytePath(file),
            unsafe clinux_remove_attribute_of(number, file, file.count, name, name.count))
    }

    private static func attributes(
        _ path: BytePath?, _ limit: Int,
        list: (UnsafeMutableRawPointer?, Int) -> Int64,
        get: ([UInt8], UnsafeMutableRawPointer?, Int) -> Int64
    ) throws(SystemError) -> [ExtendedAttribute] {
        // Most files have none, which the call without a buffer tells for little.
        do throws(SystemError) {
            if try attempt("listxattr", path, list(nil, 0)) == 0 { return [] }
        } catch {
            if error.errno == .notSupported { return [] }
            throw error
        }
        var buffer = [UInt8](repeating: 0, count: largestAttribute)
        let listed = try attempt("listxattr", path, unsafe list(&buffer, largestAttribute))
        let names = buffer[..<listed].split(separator: 0).map { Array($0) }
        var attributes: [ExtendedAttribute] = []
        var total = 0
        for name in names {
            do throws(SystemError) {
                let length = try attempt(
                    "getxattr", path, unsafe get(name, &buffer, largestAttribute))
                total += name.count + length
                guard total <= limit else {
                    throw SystemError("getxattr", path: path, errno: .listTooLong)
                }
                attributes.append(ExtendedAttribute(name: name, value: Array(buffer[..<length])))
            } catch {
                // Removed since it was listed.
                guard error.errno == .noData else { throw error }
            }
        }
        return attributes.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }
}
