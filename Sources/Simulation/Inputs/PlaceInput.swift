public import Catalog
import SimpleFeatures

/// A place that a process is asked about, in degrees (CGCS2000).
public struct InputPlace: Sendable, Equatable {
  /// East of Greenwich.
  public var longitude: Double
  /// North of the equator.
  public var latitude: Double

  /// A place in degrees.
  public init(longitude: Double, latitude: Double) {
    self.longitude = longitude
    self.latitude = latitude
  }
}

extension InputType where Value == InputPlace {
  /// `[longitude, latitude]` in degrees.
  public static var place: InputType {
    InputType(
      { _ in
        [
          ("type", "array"), ("items", ["type": "number", "minimum": -180, "maximum": 180]),
          ("minItems", 2), ("maxItems", 2),
        ]
      }, json: { [.real($0.longitude), .real($0.latitude)] },
      read: { value, place in
        let numbers = value.items?.compactMap(\.number) ?? []
        guard numbers.count == 2, numbers[1].magnitude <= 90 else {
          throw ProcessError(
            "invalid-input", "input \"\(place)\" is no place: its latitude is beyond 90 degrees",
            hint: "longitude comes first", status: 400)
        }
        return InputPlace(longitude: numbers[0], latitude: numbers[1])
      })
  }
}

extension ProcessInput where Value == InputPlace {
  /// A place that has to be given.
  public static func place(
    _ name: String, title: LocalisedText, _ description: LocalisedText
  ) -> ProcessInput {
    ProcessInput(name, .place, title: title, .place(description))
  }
}

extension LocalisedText {
  /// A description of a place, which says in which order its numbers come.
  public static func place(_ description: LocalisedText) -> LocalisedText {
    LocalisedText(
      zh: "[经度, 纬度]：\(description.zh)", en: "[longitude, latitude]: \(description.en)")
  }
}
