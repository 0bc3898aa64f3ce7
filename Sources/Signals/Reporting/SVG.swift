import SUMOFiles

/// A drawing as SVG text.
struct SVG {
  private var body = ""
  private let width: Double
  private let height: Double

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// A number with at most two decimals.
  static func text(_ value: Double) -> String {
    let hundredths = (value * 100).rounded()
    guard hundredths.isFinite, abs(hundredths) < 1e15 else { return "0" }
    let whole = Int(abs(hundredths))
    let rest = whole % 100
    let decimals =
      rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : ".\(rest < 10 ? "0" : "")\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(whole / 100)\(decimals)"
  }

  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, fill: String, title: String? = nil
  ) {
    body += "<rect x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" width=\"\(Self.text(width))\" "
    body += "height=\"\(Self.text(height))\" fill=\"\(fill)\""
    body += title.map { "><title>\($0.xmlEscaped)</title></rect>\n" } ?? "/>\n"
  }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, stroke: String, width: Double = 1
  ) {
    body += "<line x1=\"\(Self.text(x1))\" y1=\"\(Self.text(y1))\" x2=\"\(Self.text(x2))\" "
    body += "y2=\"\(Self.text(y2))\" stroke=\"\(stroke)\" stroke-width=\"\(Self.text(width))\"/>\n"
  }

  mutating func polygon(_ points: [(Double, Double)], fill: String, opacity: Double) {
    let list = points.map { "\(Self.text($0.0)),\(Self.text($0.1))" }.joined(separator: " ")
    body +=
      "<polygon points=\"\(list)\" fill=\"\(fill)\" fill-opacity=\"\(Self.text(opacity))\"/>\n"
  }

  mutating func path(_ commands: String, fill: String, stroke: String = "#fff") {
    body += "<path d=\"\(commands)\" fill=\"\(fill)\" stroke=\"\(stroke)\"/>\n"
  }

  /// Where a text is anchored.
  enum Anchor: String { case start, middle, end }

  mutating func text(
    _ x: Double, _ y: Double, _ words: String, size: Double = 11, anchor: Anchor = .start,
    fill: String = "#222", isBold: Bool = false
  ) {
    body += "<text x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" font-size=\"\(Self.text(size))\" "
    body += "text-anchor=\"\(anchor.rawValue)\" fill=\"\(fill)\""
    body += "\(isBold ? " font-weight=\"bold\"" : "")>\(words.xmlEscaped)</text>\n"
  }

  /// The whole drawing.
  var document: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" \
    width="\(Self.text(width))" height="\(Self.text(height))" \
    viewBox="0 0 \(Self.text(width)) \(Self.text(height))" \
    font-family="Noto Sans CJK SC, Noto Sans SC, Microsoft YaHei, sans-serif">
    <rect width="100%" height="100%" fill="#fff"/>
    \(body)</svg>

    """
  }
}
