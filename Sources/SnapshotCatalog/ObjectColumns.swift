internal import SnapshotModel

/// How an object lies in the columns of its row and its zip's.
enum ObjectColumns {
    /// The columns in the order of `object`; the second is the zip's directory.
    static let names = "name, folder, form, place, packed, plain, method, state, base"

    /// What goes into a row, in the order of the table.
    static func values(of object: CatalogObject, in zip: Int64) -> [SQLValue] {
        let place = object.place
        return [
            .blob(object.digest.bytes), .number(place.form.rawValue), .integer(zip),
            .integer(place.offset), .integer(place.packed), .integer(place.plain),
            .number(place.method.rawValue), .number(object.state.rawValue),
            place.base.map { .blob($0.bytes) } ?? .null,
        ]
    }

    /// The object of a row.
    static func object(
        _ digest: Digest, in row: Statement
    ) throws(CatalogError) -> CatalogObject {
        guard let form = UInt8(exactly: row.integer(2)).flatMap(ObjectForm.init),
            let method = UInt16(exactly: row.integer(6)).flatMap(PackingMethod.init),
            let state = UInt8(exactly: row.integer(7)).flatMap(ObjectState.init)
        else { throw EntryColumns.damage("unknown form, method or state of an object") }
        let place = ObjectPlace(
            form: form, offset: row.integer(3), packed: row.integer(4), plain: row.integer(5),
            method: method, base: row.isNull(8) ? nil : Digest(row.blob(8)))
        return CatalogObject(
            PlacedObject(digest: digest, place: place), in: row.blob(0), state: state)
    }
}
