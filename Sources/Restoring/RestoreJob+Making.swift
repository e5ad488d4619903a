internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel
internal import SnapshotStore

extension RestoreJob {
    /// Makes one thing that is no directory, with everything that the snapshot says of it.
    ///
    /// Returns false, and leaves nothing, if that failed or was cancelled.
    func make(
        _ item: RestoreItem, index: Int, as name: [UInt8], in directory: borrowing FileDescriptor
    ) -> Bool {
        do throws(SystemError) {
            let entry = item.entry
            switch entry.kind {
            case .file: return try makeFile(item, index: index, as: name, in: directory)
            case .link: try directory.makeLink(target: entry.target, at: name)
            case .directory: return false
            case .fifo, .socket, .characterDevice, .blockDevice:
                try directory.makeNode(name, kind: entry.kind, mode: 0o600, device: entry.device)
            }
            apply(entry, to: name, in: directory, path: item.path, index: index)
            progress.add(files: 1)
            return true
        } catch {
            fail(index, item.path, error)
            return false
        }
    }

    private func makeFile(
        _ item: RestoreItem, index: Int, as name: [UInt8], in directory: borrowing FileDescriptor
    ) throws(SystemError) -> Bool {
        let file = try directory.open(
            name, [.readWrite, .create, .exclusive, .noFollow], mode: 0o600)
        var problem = fill(file, with: item.entry, path: item.path)
        if problem == nil {
            apply(item.entry, to: file, path: item.path, index: index)
            problem = secure(file)
        }
        guard let problem else {
            progress.add(files: 1)
            return true
        }
        try directory.remove(name, directory: false)
        switch problem {
        case .failed(let failure): fail(index, failure)
        case .refused(let error): fail(index, item.path, error)
        case .cancelled: break
        }
        return false
    }

    /// How often a content is asked for again.
    private static let copiesTried = 2

    private enum Problem: Error {
        case cancelled
        case failed(RestoreFailure)
        case refused(SystemError)
    }

    /// Puts a file on the disk where that is done one by one; gives what went wrong.
    private func secure(_ file: borrowing FileDescriptor) -> Problem? {
        guard isSmall else { return nil }
        do throws(SystemError) {
            try file.synchronize()
            return nil
        } catch {
            return .refused(error)
        }
    }

    /// Writes a file's content, and checks it; gives what went wrong.
    ///
    /// Where a damaged copy was read first, another one may be whole: so it is tried as long as the copies differ.
    private func fill(
        _ file: borrowing FileDescriptor, with entry: TreeEntry, path: BytePath
    ) -> Problem? {
        var problem = write(entry, to: file, path: path)
        for _ in 0..<Self.copiesTried {
            guard case .failed(let failure)? = problem, failure.code == .damaged else { break }
            do throws(SystemError) {
                try file.truncate(to: 0)
            } catch {
                return .refused(error)
            }
            problem = write(entry, to: file, path: path)
        }
        return problem
    }

    private func write(
        _ entry: TreeEntry, to file: borrowing FileDescriptor, path: BytePath
    ) -> Problem? {
        guard entry.size > 0, let content = entry.content else { return nil }
        var sink = ContentSink(entry)
        var problem: Problem?
        do {
            try contents.readContent(content) { piece in
                do throws(SystemError) {
                    try sink.write(piece, to: file)
                } catch {
                    problem = .refused(error)
                    throw error
                }
                progress.add(bytes: Int64(piece.count))
                if progress.isCancelled {
                    problem = .cancelled
                    throw Problem.cancelled
                }
            }
            try sink.finish(file)
        } catch let error as UserError {
            return problem ?? .failed(RestoreFailure(path: path, error: error))
        } catch let error as SystemError {
            return problem ?? .failed(RestoreFailure(path: path, error: error))
        } catch {
            return problem
                ?? .failed(
                    RestoreFailure(path: path, code: .ioError, message: "reading the store failed"))
        }
        guard sink.offset == entry.contentSize else {
            return .failed(
                RestoreFailure(
                    path: path, code: .damaged, message: "the stored content has another size"))
        }
        return nil
    }
}

extension RestoreFailure {
    /// Makes a failure of an error that reading the snapshot gave.
    fileprivate init(path: BytePath, error: UserError) {
        if StoreObjects.isAbsence(error) {
            self.init(
                path: path, code: .lost, message: "no zip of the store has its content any more")
        } else if error.code == .damaged {
            self.init(
                path: path, code: .damaged, message: "the stored content differs from its hash")
        } else {
            self.init(path: path, code: .ioError, message: error.why ?? error.message)
        }
    }
}
