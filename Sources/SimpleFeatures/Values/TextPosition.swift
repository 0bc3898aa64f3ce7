/// A place in a text file: line and column count from 1, the column in Unicode scalars.
public struct TextPosition: Equatable, Hashable, Sendable, CustomStringConvertible {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public var description: String { "\(line):\(column)" }
}
