/// What a layer consists of.
public enum LayerContent: Equatable, Sendable {
  /// Features of one shape, in a spatial table of the city.
  case features(GeometryType)
  /// A grid of values, in tiles of the city file.
  case raster(RasterRule)
  /// Pictures of another server, which nobody asks unless a person turns the layer on.
  case remoteMap(RemoteMap)
}

/// What the cells of a raster layer hold.
public struct RasterRule: Equatable, Sendable {
  /// What people call the value.
  public var title: LocalisedText
  /// How a cell is stored.
  public var type: CellType
  /// UCUM unit of the value: `m`, `mm/h`, `1`; `nil` for classes.
  public var unit: String?
  /// What a height counts from; `nil` for other values.
  public var datum: VerticalDatum?
  /// Smallest allowed value.
  public var minimum: Double?
  /// Largest allowed value.
  public var maximum: Double?
  /// The step to which tiles of values round, in the value's unit; `nil` for the finest that they
  /// can hold.
  public var precision: Double?
  /// How a value between cells is found.
  public var resampling: Resampling
  /// The classes that cells name, in the order of the legend; empty for a continuous value.
  public var classes: [CellClass]
  /// Colours of a continuous value, between which the legend blends; values rise.
  public var ramp: [ColourStop]

  /// How a cell is stored.
  public enum CellType: String, Sendable, CaseIterable {
    case float32
    case int16
    case uint8

    /// The whole numbers that a cell can hold; `nil` for real ones.
    public var wholeNumbers: ClosedRange<Int>? {
      switch self {
      case .float32: nil
      case .int16: -32768...32767
      case .uint8: 0...255
      }
    }
  }

  /// How a value between cells is found.
  public enum Resampling: String, Sendable, CaseIterable {
    /// The value of the nearest cell; the only way for classes.
    case nearest
    /// Between the four nearest cells.
    case bilinear
  }

  /// One class of a raster.
  public struct CellClass: Equatable, Sendable {
    /// The number in the cell.
    public var value: Int
    /// What people call it.
    public var title: LocalisedText
    /// CSS colour `#rrggbb`.
    public var colour: String
  }

  /// The colour of one value.
  public struct ColourStop: Equatable, Sendable {
    /// In the raster's unit.
    public var value: Double
    /// CSS colour `#rrggbb`.
    public var colour: String
  }
}

/// A map that another server draws, asked tile by tile as WMTS 1.0.0 (OGC 07-057r7).
public struct RemoteMap: Equatable, Sendable {
  /// The address of a tile with the placeholders of ``Placeholder`` in braces.
  public var url: String
  /// The server's name of the map.
  public var layer: String
  /// The server's name of the style.
  public var style: String
  /// The server's name of the tile matrix set.
  public var matrixSet: String
  /// Which of our tile matrix sets it equals: `WebMercatorQuad` or `CGCS2000Quad`.
  public var grid: Grid
  /// The server's tile matrix is our level plus this.
  public var levelOffset: Int
  /// Media type of the tiles.
  public var format: String
  /// The environment variable that holds the person's access token; never the token itself.
  public var tokenVariable: String?
  /// What the server's terms want to be shown beside the map.
  public var attribution: LocalisedText
  /// Whether the map may be asked from the network; off unless a person turns it on.
  public var isEnabled: Bool

  /// The tile matrix sets that the city's own tiles have.
  public enum Grid: String, Sendable, CaseIterable {
    case webMercatorQuad = "WebMercatorQuad"
    case cgcs2000Quad = "CGCS2000Quad"
  }

  /// What may stand in braces in ``url``.
  public enum Placeholder: String, Sendable, CaseIterable {
    case layer, style, matrixset, format, matrix, row, column, token
  }

  /// The address of one tile of our level `zoom`; `nil` where the map wants a token and has none.
  ///
  /// ```swift
  /// map.address(zoom: 9, row: 52, column: 418, token: environment[map.tokenVariable])
  /// ```
  public func address(zoom: Int, row: Int, column: Int, token: String?) -> String? {
    address(
      matrix: String(zoom + levelOffset), row: String(row), column: String(column), token: token)
  }

  /// The address with any text for matrix, row and column, as for a template of addresses; `nil`
  /// where the map wants a token and has none.
  public func address(matrix: String, row: String, column: String, token: String?) -> String? {
    if url.contains("{token}") && token == nil { return nil }
    return Placeholder.allCases.reduce(url) { address, placeholder in
      let value =
        switch placeholder {
        case .layer: layer
        case .style: style
        case .matrixset: matrixSet
        case .format: format
        case .matrix: matrix
        case .row: row
        case .column: column
        case .token: token ?? ""
        }
      return address.replacing("{\(placeholder.rawValue)}", with: value)
    }
  }
}
