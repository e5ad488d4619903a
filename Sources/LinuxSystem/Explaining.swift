package import SnapshotModel

/// Runs what may fail in the words of any layer, and says it in those that people see.
///
/// - Throws: `UserError` as it is, `SystemError` in its own words, anything else as `internal`.
package func explaining<Result>(_ body: () throws -> Result) throws(UserError) -> Result {
    do {
        return try body()
    } catch let error as UserError {
        throw error
    } catch let error as SystemError {
        throw error.asUserError()
    } catch {
        throw UserError(
            .internal, "something went wrong that nobody expected", why: "\(error)",
            remedy: "please report it with the command that was typed")
    }
}
