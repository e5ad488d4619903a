internal import Glibc
internal import LinuxSystem
internal import SnapshotModel

/// Asks again until `probe` gives a value, `nil` once `deadline` has passed.
package func poll<Value, Failure: Error>(
    deadline: Duration = .seconds(60), _ probe: () throws(Failure) -> Value?
) throws(Failure) -> Value? {
    let end = MonotonicInstant.now + deadline
    while true {
        if let value = try probe() { return value }
        if end < .now { return nil }
        usleep(1_000)
    }
}

/// Asks again until `condition` holds; `false` once `deadline` has passed.
package func poll<Failure: Error>(
    deadline: Duration = .seconds(60), until condition: () throws(Failure) -> Bool
) throws(Failure) -> Bool {
    try poll(deadline: deadline) { () throws(Failure) -> Bool? in
        try condition() ? true : nil
    } ?? false
}
