internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

extension CatalogObject {
    /// The row of an object that a zip holds.
    init(_ object: PlacedObject, in zip: [UInt8]) {
        let place = object.place
        self.init(
            digest: object.digest, zip: zip, form: place.form, offset: place.offset,
            packed: place.packed, plain: place.plain, method: place.method.rawValue,
            base: place.base)
    }

    /// Where in its zip the object lies; `nil` for a method that no version of this program writes.
    var place: ObjectPlace? {
        PackingMethod(rawValue: method).map {
            ObjectPlace(
                form: form, offset: offset, packed: packed, plain: plain, method: $0, base: base)
        }
    }
}
