import ControlProtocol
import SnapshotModel

/// Values that the golden documents are made of.
enum ReportFixtures {
    static let seoul = 9 * 3600
    /// 2026-11-30T11:15:00+09:00.
    static let created = ReportTime(seconds: 1_796_004_900, utcOffset: seoul)

    static let item = SnapshotItem(
        number: 42, dataset: "documents", created: created, reason: .change, layout: .complete,
        file: "documents_2026-11-30T02-15-00Z_42.zip", files: 1204, bytes: 88_123_456,
        allocated: 40_123, added: 1, changed: 2, removed: 0, missing: 0, moved: 0, metadata: 0,
        host: "desk", duration: 0.25, parent: 41)

    static let itemJSON =
        #""number":42,"dataset":"documents","created":"2026-11-30T11:15:00+09:00","#
        + #""reason":"change","layout":"complete","file":"documents_2026-11-30T02-15-00Z_42.zip","#
        + #""files":1204,"bytes":88123456,"allocated":40123,"added":1,"changed":2,"removed":0,"#
        + #""missing":0,"label":null,"pinned":false,"expires":null,"moved":0,"metadata":0,"#
        + #""host":"desk","state":"present","flags":[],"duration":0.25,"parent":41"#

    static let odd = BytePath([0x61, 0xFF])
    static let oddJSON = #""path":"a\#u{FFFD}","path_base64":"Yf8=""#

    static func json(_ value: any Encodable) throws -> String {
        String(decoding: try ReportJSON.encode(value), as: UTF8.self)
    }
}
