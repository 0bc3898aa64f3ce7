/// Which classes of vehicles may use a lane.
public struct SUMOAccess: Sendable, Equatable {
  /// The classes named.
  public var classes: Set<String>
  /// Whether the named ones are those that may, or those that may not.
  public var isAllowList: Bool

  /// All classes.
  public static let everyone = SUMOAccess(classes: [], isAllowList: false)

  /// The classes that may, or those that may not.
  public init(classes: Set<String>, isAllowList: Bool) {
    self.classes = classes
    self.isAllowList = isAllowList
  }

  /// The access that an element's `allow` and `disallow` attributes give.
  public init(allow: String?, disallow: String?) {
    func names(_ text: String) -> Set<String> {
      Set(text.split(separator: " ").map(String.init))
    }
    if let allow, allow != "all" {
      self.init(classes: names(allow), isAllowList: true)
    } else if let disallow {
      self.init(
        classes: disallow == "all" ? [] : names(disallow), isAllowList: disallow == "all")
    } else {
      self = .everyone
    }
  }

  /// Whether vehicles of a class may use it.
  public func allows(_ vehicleClass: String) -> Bool {
    classes.contains("all") ? isAllowList : classes.contains(vehicleClass) == isAllowList
  }
}
