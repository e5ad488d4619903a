/// A directory to watch and list.
struct Arrival {
    /// Why it is to be visited.
    enum Kind {
        /// An event named it: nothing is to be done if it was found before.
        case event
        /// It is new, or at another place than before, or below such a one: all in it is dirty.
        case moved
        /// The whole tree is walked: only what is new is dirty.
        case walk
    }

    /// The watch of the directory it is in.
    var parent: Int32
    /// Its name there.
    var name: [UInt8]
    /// Why it is to be visited.
    var kind = Kind.event
}
