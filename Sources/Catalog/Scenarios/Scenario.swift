public import SimpleFeatures

/// A "what if" on the city as `Models/scenarios/<id>.yml` tells it: edits over a commit.
///
/// The city itself stays as it is; who reads with the scenario sees the edits.
public struct Scenario: Equatable, Sendable {
  /// Lower-case words joined by hyphens, the file's name.
  public var id: String
  /// What people call it.
  public var title: LocalisedText
  /// What it asks.
  public var description: LocalisedText?
  /// Number of the commit that it starts from; `nil` for the city as it is.
  public var base: Int?
  /// In the order of the file; at most one for each feature.
  public var edits: [Edit]
  /// What models are to compute on the city with the edits.
  package var parts: [Part] = []
  /// Where it was read from, for messages.
  public var file: String
  /// Differs for scenarios of different text.
  public var fingerprint: String

  /// What one model is to compute: keys that the model itself knows.
  package struct Part: Equatable, Sendable {
    /// The key that it stands under, such as `flood`.
    package var name: String
    /// Where that key stands in the file.
    package var position: TextPosition
    /// What stands under it.
    package var tree: YAMLTree
  }

  /// One feature made other than it is.
  public struct Edit: Equatable, Sendable {
    /// The layer's id; a title, as the file may say it, until ``Scenario/on(_:)``.
    public var layer: String
    /// The feature's id.
    public var id: String
    /// What happens to it.
    public var action: Action
    /// The values that it gets, in the order of the file.
    public var values: [Assignment]
    /// The shape that it gets, longitude and latitude; `nil` to keep the one it has.
    public var geometry: Geometry?
    /// Where the edit begins in the file.
    public var position: TextPosition
  }

  /// What an edit does.
  public enum Action: String, Equatable, Sendable, CaseIterable {
    /// Gives a feature that is there other values or another shape.
    case set
    /// Makes a new feature.
    case add
    /// Takes a feature away.
    case remove
  }

  /// A field and the value that it gets.
  public struct Assignment: Equatable, Sendable {
    /// The field's name.
    public var field: String
    /// As written; the layer's field says what it must be.
    public var value: PropertyValue
    /// Where the value stands in the file.
    public var position: TextPosition
  }

  /// The scenario on a city's layers: an edit that names one by its title has its id.
  package func on(_ layers: [LayerDefinition]) -> Scenario {
    var scenario = self
    for index in edits.indices {
      let name = edits[index].layer
      scenario.edits[index].layer = layers.named(name)?.id ?? name
    }
    return scenario
  }

  /// A fault of the scenario at `position`.
  public func fault(_ position: TextPosition, _ message: String, hint: String? = nil) -> Diagnostic
  {
    Diagnostic(
      file: file, line: position.line, column: position.column, message: message, hint: hint)
  }
}
