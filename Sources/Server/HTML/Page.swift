/// What an HTML page shows; empty parts are left out.
struct Page {
  var title: String
  /// A sentence or two below the title.
  var lead: String? = nil
  /// The way here from the landing page.
  var trail: [Cell] = []
  /// What can be done next, as buttons; the first is the likeliest.
  var actions: [Cell] = []
  /// What stands side by side at the top where there is room.
  var top: [Section] = []
  var sections: [Section] = []
  /// The page's module below `/map/`; `nil` for a page without one.
  var module: String? = nil
  /// Whether the page has a map.
  var hasMap = false
  /// Whether its module puts another page in its place, which may have a map.
  var isReplaced = false
}

extension Page {
  /// A text, which may be a link.
  struct Cell {
    var text: String
    var href: String? = nil
    /// In which language what it leads to is; `nil` for the page's own.
    var hreflang: String? = nil
    /// Whether it is a number, which stands at the right of its column.
    var isNumber = false
    /// Whether it is code, set in letters of equal width.
    var isCode = false
    /// Whether it stands for what the page is about.
    var isCurrent = false
  }

  /// A name and a value.
  struct Fact {
    var name: String
    var value: String
    var href: String? = nil
    /// The element's id for modules that change it; `nil` for none.
    var id: String? = nil
  }

  /// A card that leads somewhere.
  struct Card {
    var title: String
    var text: String
    var href: String
  }

  /// A place that the page's module fills.
  struct Mount {
    var id: String
    var className = ""
    /// What the module is told: attributes `data-NAME`.
    var data: [(name: String, value: String)] = []
    /// What stands there until then.
    var text = ""
  }

  /// A part of a page.
  struct Section {
    var title: String? = nil
    var note: String? = nil
    var facts: [Fact] = []
    var head: [Cell] = []
    var rows: [[Cell]] = []
    var cards: [Card] = []
    var mounts: [Mount] = []
    var links: [Cell] = []
    /// Whether the first cell's link is that of the whole row.
    var hasLinkedRows = false
    /// Whether its columns have one width, as those of tables like it.
    var isEven = false
    /// Whether it is folded until it is opened.
    var isFolded = false
  }
}

extension Page.Section {
  /// The names that the templates have for its parts.
  var context: [String: Any] {
    var context: [String: Any] = [:]
    if let title { context[isFolded ? "foldTitle" : "title"] = title }
    if let note { context["note"] = note }
    if !facts.isEmpty { context["facts"] = ["rows": facts] as [String: Any] }
    if !head.isEmpty {
      context["table"] =
        [
          "head": head, "className": (hasLinkedRows ? "linked " : "") + (isEven ? "even" : ""),
          "rows": rows.map { ["cells": $0] as [String: Any] },
        ] as [String: Any]
    }
    if !cards.isEmpty { context["cards"] = ["items": cards] as [String: Any] }
    context["mounts"] = mounts.map(\.context)
    if !links.isEmpty { context["links"] = ["items": links] as [String: Any] }
    return context
  }
}

extension Page.Mount {
  fileprivate var context: [String: Any] {
    [
      "id": id, "className": className, "text": text,
      "data": data.map { ["name": $0.name, "value": $0.value] as [String: Any] },
    ]
  }
}
