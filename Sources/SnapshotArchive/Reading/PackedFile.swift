internal import LinuxSystem
internal import SnapshotModel

/// A zip that packed data is read from, whether its central directory is known or not.
protocol PackedFile: AnyObject, Sendable {
    /// What messages call it.
    var path: BytePath { get }

    /// Appends up to `count` bytes from `offset` and says how many, 0 at the file's end.
    func read(
        into buffer: inout [UInt8], atMost count: Int, at offset: Int64
    ) throws(SystemError) -> Int
}

extension PackedFile {
    /// An error that names the zip.
    func damage(_ what: String, why: String? = nil) -> UserError {
        UserError(
            .damaged, "\(displayName(path.name)): \(what)", why: why, remedy: "snapctl verify",
            subject: path.display)
    }

    /// An error that names the zip and an entry of it.
    func damage(_ entry: ZipEntry, _ why: String) -> UserError {
        damage("\(displayName(entry.name)) \(why)")
    }

    /// An error of the system that names the zip.
    func failure(_ error: SystemError) -> UserError {
        var failure = UserError(
            .ioError, "reading \(path.display) failed", why: error.errno.message,
            remedy: "copy the store to another disk first", subject: path.display)
        failure.obstacle = error.errno.obstacle
        if failure.obstacle != nil { failure.remedy = error.asUserError().remedy }
        return failure
    }

    /// Bytes of the file; a file that is shorter than it was is an error.
    func bytes(_ count: Int, at offset: Int64) throws(UserError) -> [UInt8] {
        var content = [UInt8]()
        content.reserveCapacity(count)
        do throws(SystemError) {
            while content.count < count {
                let rest = count - content.count
                let position = offset + Int64(content.count)
                if try read(into: &content, atMost: rest, at: position) == 0 {
                    throw SystemError("pread", errno: .io)
                }
            }
        } catch {
            throw failure(error)
        }
        return content
    }

    /// The text of a tree object whose packed bytes begin at `offset`, checked against its digest.
    func treeObject(
        _ tree: Digest, at offset: Int64, packed: Int64, plain: Int64
    ) throws(UserError) -> [UInt8] {
        // No deflate stream unpacks to more than 1032 times its size (RFC 1951).
        guard packed >= 0, packed <= 1 << 30, plain >= 0, plain <= (packed + 1) * 1032 else {
            throw damage("the extent of tree \(tree.hexadecimal) is out of range")
        }
        let piece = try bytes(Int(packed), at: offset)
        var inflater = Inflater()
        let text: [UInt8]
        do throws(InflateError) {
            text = try inflater.inflate(piece: piece.span, count: Int(plain))
        } catch {
            throw damage("the tree \(tree.hexadecimal) is not deflate")
        }
        guard SHA256.digest(of: text) == tree else {
            throw damage("the tree \(tree.hexadecimal) differs from its hash")
        }
        return text
    }
}
