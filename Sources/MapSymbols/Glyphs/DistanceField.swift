/// The signed distances of pixels to the outline of a glyph, as bytes that MapLibre's readers know.
enum DistanceField {
  /// Over how many pixels a byte goes from end to end.
  private static let radius: Float = 8
  /// The share of the bytes that lies inside.
  private static let cutoff: Float = 0.25

  /// The byte for a distance in pixels, positive outside: 191 on the outline, larger inside.
  static func byte(_ distance: Float) -> UInt8 {
    UInt8(min(max((255 * (1 - cutoff - distance / radius)).rounded(), 0), 255))
  }

  /// The field row by row from the top.
  ///
  /// - Parameters:
  ///   - left: The x of the left edge of the first column, in pixels.
  ///   - top: The y of the upper edge of the first row.
  static func bytes(
    of outline: GlyphOutline, left: Int, top: Int, columns: Int, rows: Int
  ) -> [UInt8] {
    // Squared; farther away all bytes are 0 or, inside, 255.
    let reach = radius * (1 - cutoff)
    var nearest = [Float](repeating: reach * reach, count: columns * rows)
    // How often the outline winds around each pixel; by changes from left to right at first.
    var winding = [Int8](repeating: 0, count: columns * rows)
    let (originX, originY) = (Float(left) + 0.5, Float(top) - 0.5)
    for segment in outline.segments {
      // In columns and rows of pixels' middles.
      let edge = Edge(
        x: segment.from.x - originX, y: originY - segment.from.y,
        endX: segment.to.x - originX, endY: originY - segment.to.y)
      lower(&nearest, along: edge, reach, columns, rows)
      count(&winding, across: edge, columns, rows)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(columns * rows)
    for row in 0..<rows {
      var turns: Int8 = 0
      for place in row * columns..<(row + 1) * columns {
        turns &+= winding[place]
        let distance = nearest[place].squareRoot()
        bytes.append(byte(turns == 0 ? distance : -distance))
      }
    }
    return bytes
  }

  /// A segment in columns and rows; it ends exactly where the next one begins.
  private struct Edge {
    var x: Float
    var y: Float
    var endX: Float
    var endY: Float
  }

  /// Lowers the squared distances of the pixels around a segment to those to it.
  private static func lower(
    _ nearest: inout [Float], along edge: Edge, _ reach: Float, _ columns: Int, _ rows: Int
  ) {
    let (x, y) = (edge.x, edge.y)
    let (dx, dy) = (edge.endX - x, edge.endY - y)
    let scale = 1 / max(dx * dx + dy * dy, .leastNormalMagnitude)
    let firstColumn = max(0, Int(min(x, edge.endX) - reach))
    let endColumn = min(columns, Int(max(x, edge.endX) + reach) + 1)
    let endRow = min(rows, Int(max(y, edge.endY) + reach) + 1)
    var row = max(0, Int(min(y, edge.endY) - reach))
    // Loops by hand, since all glyphs of a range go through them.
    while row < endRow {
      let down = Float(row) - y
      var column = firstColumn
      while column < endColumn {
        let right = Float(column) - x
        let share = (right * dx + down * dy) * scale
        let part = share < 0 ? 0 : share > 1 ? 1 : share
        let (gapX, gapY) = (right - part * dx, down - part * dy)
        let squared = gapX * gapX + gapY * gapY
        let place = row &* columns &+ column
        if squared < nearest[place] { nearest[place] = squared }
        column &+= 1
      }
      row &+= 1
    }
  }

  /// Notes at the first pixel right of a segment, in each row that it crosses, which way it goes.
  private static func count(
    _ winding: inout [Int8], across edge: Edge, _ columns: Int, _ rows: Int
  ) {
    guard edge.y != edge.endY else { return }
    // The rows whose middle lies in [upper end, lower end).
    let first = max(0, Int(min(edge.y, edge.endY).rounded(.up)))
    let last = min(rows, Int(max(edge.y, edge.endY).rounded(.up)))
    guard first < last else { return }
    let slope = (edge.endX - edge.x) / (edge.endY - edge.y)
    for row in first..<last {
      let x = edge.x + (Float(row) - edge.y) * slope
      let column = max(0, Int(x.rounded(.up)))
      if column < columns { winding[row * columns + column] &+= edge.y < edge.endY ? 1 : -1 }
    }
  }
}
