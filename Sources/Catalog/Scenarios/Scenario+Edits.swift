package import SimpleFeatures

/// Edits that come with a request.
extension Scenario {
  /// Its edits as a JSON list, as its file would say them.
  package var editsJSON: JSONValue {
    .array(
      edits.map { edit in
        var members: [(String, JSONValue)] = [
          ("layer", .string(edit.layer)), ("id", .string(edit.id)),
        ]
        if edit.action == .remove {
          members.append(("remove", true))
        } else {
          members.append(
            (
              edit.action.rawValue,
              .object(
                edit.values.map { one in
                  guard case .text(let text) = one.value else { return (one.field, .null) }
                  return (one.field, .string(text))
                })
            ))
        }
        if let geometry = edit.geometry {
          members.append(("geometry", .string(WKT.encode(geometry))))
        }
        return .object(members)
      })
  }

  /// The scenario with more edits, a JSON list of them as its file would say them; one of a
  /// feature that it edits itself takes that one's place.
  ///
  /// - Throws: ``CatalogError`` with every fault of the list.
  package func with(edits json: String) throws(CatalogError) -> Scenario {
    let added = try ConfigReader.read(json, file: "`edits`") { $0.edits($1) }
    let names = Set(added.map { ExactText("\($0.layer)/\($0.id)") })
    var changed = self
    changed.edits.removeAll { names.contains(ExactText("\($0.layer)/\($0.id)")) }
    changed.edits += added
    changed.fingerprint = Fingerprint.text(of: "\(fingerprint) edits \(json)".utf8)
    return changed
  }
}
