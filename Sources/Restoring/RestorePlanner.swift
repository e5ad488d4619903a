package import LinuxSystem
package import SnapshotModel

/// Finds out what a restore would do, by comparing the snapshot with what is there.
package struct RestorePlanner: Sendable {
    /// The snapshot.
    package let contents: any SnapshotContents

    /// Makes a planner for a snapshot.
    package init(contents: any SnapshotContents) {
        self.contents = contents
    }

    /// Compares, and changes nothing.
    ///
    /// - Parameters:
    ///   - request: What is wanted, and where.
    ///   - progress: Counts the files compared, and stops the comparison if it is cancelled.
    /// - Returns: What will be created, replaced and deleted.
    /// - Throws: If a path is not in the snapshot, the target is none or may not be one.
    package func plan(
        _ request: RestoreRequest, progress: JobProgress? = nil
    ) throws -> RestorePlan {
        let probe = try TargetProbe(request)
        progress?.begin("comparing")
        var walk = PlanningWalk(
            contents: contents, request: request, progress: progress,
            rootStatus: try probe.directory.status())
        walk.plan.targetState = probe.state
        walk.plan.free = try probe.directory.fileSystem().freeBytes
        try walk.run(from: try start(of: request), target: probe.directory)
        if case .directory = request.destination, !walk.plan.deletions.isEmpty {
            throw Self.targetNotEmpty(request.target, count: walk.plan.deletions.count)
        }
        return walk.plan
    }

    /// Where the walk begins: the selection, and the snapshot's directory that becomes the target's root.
    private func start(of request: RestoreRequest) throws -> PlanningWalk.Start {
        let paths = try request.paths.map { path in
            let clean = BytePath.joined(path.components)
            try requirePath(clean)
            return clean
        }
        let isEverything = paths.isEmpty || paths.contains(.root)
        let selection = PathSelection(isEverything ? [] : paths)
        if case .directory(_, flattenSingle: true) = request.destination, paths.count == 1,
            let parent = paths[0].parent
        {
            return PlanningWalk.Start(selection: selection, directory: parent)
        }
        return PlanningWalk.Start(selection: selection, directory: .root)
    }

    /// Throws unless the snapshot has a path.
    private func requirePath(_ path: BytePath) throws {
        var directory = BytePath.root
        for (depth, name) in path.components.enumerated() {
            let entry = try contents.entries(of: directory).first { $0.name == name }
            let isLast = depth == path.components.count - 1
            guard let entry, isLast || entry.kind == .directory else {
                throw UserError(
                    .noPath, "\(contents.record.number) has no \(path.display)",
                    remedy: "snapctl ls \(contents.record.number)", subject: path.display)
            }
            directory = directory.appending(name)
        }
    }

    private static func targetNotEmpty(_ path: BytePath, count: Int) -> UserError {
        UserError(
            .targetNotEmpty,
            "\(path.display) has \(count) other \(count == 1 ? "file" : "files"), "
                + "--delete would remove \(count == 1 ? "it" : "them")",
            remedy: "choose a new directory, or leave out --delete", subject: path.display)
    }
}

extension BytePath {
    /// The relative path of some names.
    static func joined(_ names: [[UInt8]]) -> BytePath {
        BytePath(Array(names.joined(separator: [UInt8(ascii: "/")])))
    }
}

extension RestorePlan {
    /// Throws if the target's file system has less room than the plan needs.
    package func checkSpace() throws(UserError) {
        guard needs > free else { return }
        throw UserError(
            .noSpace,
            "not enough room: needs \(ByteSize.text(needs)), \(target.display) has "
                + ByteSize.text(free),
            remedy: "nothing was changed; free \(ByteSize.text(needs - free)), or use --to",
            subject: target.display)
    }
}
