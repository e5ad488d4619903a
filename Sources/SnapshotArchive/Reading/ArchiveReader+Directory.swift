internal import LinuxSystem
internal import SnapshotModel

extension ArchiveReader {
    /// What no reader looks at is compared too: a directory that differs in it was damaged all the same.
    func checkDirectory() throws(UserError) -> [Damage] {
        guard fault == nil else { return [] }
        let end: DirectoryEnd
        do throws(ZipFault) {
            end = try DirectoryEnd.read(zip.file, size: zip.status.size)
        } catch {
            if case .unreadable(let cause) = error, cause.errno.obstacle != nil {
                throw zip.failure(cause)
            }
            return [Damage(.structure, message: "the central directory is damaged: \(error)")]
        }
        var records = [UInt8]()
        end.append(to: &records)
        let size = zip.status.size - end.offset
        let unread = [Damage(.structure, message: "the end of the zip cannot be read")]
        guard size - end.size <= Int64(records.count) + Int64(UInt16.max) else { return unread }
        let found: [UInt8]
        do throws(UserError) {
            found = try zip.bytes(Int(size), at: end.offset)
        } catch {
            if error.obstacle != nil { throw error }
            return unread
        }
        // The records end with the length of the comment, and the comment itself.
        let tail = found.dropFirst(Int(end.size))
        let comment = tail.dropFirst(records.count)
        records.removeLast(2)
        records.append(littleEndian: UInt16(comment.count))
        guard tail.starts(with: records), Self.isComment(comment),
            isAsWritten(found.prefix(Int(end.size)))
        else {
            return [Damage(.structure, message: "the central directory is not as it was written")]
        }
        return []
    }

    private func isAsWritten(_ directory: ArraySlice<UInt8>) -> Bool {
        var rest = directory
        for var entry in entries {
            var header = [UInt8]()
            entry.appendCentralHeader(to: &header)
            if !rest.starts(with: header) {
                // Before a hole it cannot be told from the sizes whether the local header is wide.
                entry.isWide.toggle()
                header.removeAll()
                entry.appendCentralHeader(to: &header)
                guard rest.starts(with: header) else { return false }
            }
            rest = rest.dropFirst(header.count)
        }
        return rest.isEmpty
    }

    private static func isComment(_ text: ArraySlice<UInt8>) -> Bool {
        let known = ["", ZipEnding.partComment, CarriedZip.contentComment]
        if known.contains(where: { text.elementsEqual($0.utf8) }) { return true }
        let (start, end) = CarriedZip.draftComment
        return text.starts(with: start.utf8) && text.reversed().starts(with: end.utf8.reversed())
    }
}
