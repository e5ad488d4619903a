internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport

// churn TREE OUTSIDE SEED COUNT: one of several processes at work on a tree.
let words = ProcessEnvironment.arguments
let numbers = words.dropFirst(3).map { String(decoding: $0, as: UTF8.self) }
guard words.count == 5, let seed = UInt64(numbers[0]), let count = Int(numbers[1]) else {
    print("usage: churn TREE OUTSIDE SEED COUNT")
    ProcessEnding.exit(2)
}
var worker = try ChurnWorker(
    tree: BytePath(words[1]), outside: BytePath(words[2]), seed: seed)
worker.work(count)
