import Messages

/// A layer of the one map as `Layers/<id>.yml` declares it.
public struct LayerDefinition: Equatable, Sendable {
  /// Lower-case words joined by hyphens; also the collection id and the tile layer's name.
  public var id: String
  /// What it is to the models; `nil` for a layer that none looks for.
  public var role: LayerRole?
  /// What people call it.
  public var title: LocalisedText
  /// Other words by which people look for it.
  public var aliases: [String] = []
  /// What it holds and where its bounds are.
  public var description: LocalisedText
  /// The data category of CJJ/T 315 that the layer belongs to.
  public var theme: Theme
  /// How fine a model of the city it belongs to; `nil` where its file does not say.
  public var level: CIMLevel?
  /// What it consists of: features, a raster or a map of another server.
  public var content: LayerContent
  /// In the order of the file, which is the order of columns and of properties in answers.
  public var fields: [Field]
  /// The properties from which a record's id is taken when it has no `id` member, tried in order.
  public var identifiers: [String]
  /// What becomes of records with the same id.
  public var duplicates: DuplicateRule
  /// Which objects of OpenStreetMap belong into it; `nil` where its file does not say.
  public var openStreetMap: OpenStreetMapRule?
  /// What makes its objects unique beside their id.
  public var key: LayerKey
  /// Which of its fields name features of other layers.
  public var relations: [LayerRelation]
  /// What its features must satisfy beyond the types of their fields.
  public var rules: [LayerRule]
  /// How it is cut into tiles.
  public var tiles: TileRule
  /// How the map page draws it.
  public var style: LayerStyle
  /// Who answers for it.
  public var provenance: Provenance
  /// The YAML that this was read from; a city file keeps it beside the data.
  public var text: String

  /// The shape of its features; rasters and remote maps have a polygon as footprint.
  public var geometry: GeometryType {
    if case .features(let type) = content { type } else { .polygon }
  }

  /// Whether it holds features; rasters and remote maps have none to import, query or cut.
  public var hasFeatures: Bool { if case .features = content { true } else { false } }

  /// The field called `name`; `nil` where there is none.
  public func field(named name: String) -> Field? { fields.first { $0.name == name } }
}

/// The same words in Chinese and English.
public struct LocalisedText: Equatable, Hashable, Sendable {
  /// In Chinese.
  public var zh: String
  /// In English.
  public var en: String

  /// The same words in both languages.
  public init(zh: String, en: String) {
    self.zh = zh
    self.en = en
  }

  /// Both, for a sentence that is told later in one of the languages.
  package var both: String { BilingualText.joined(zh: zh, en: en) }
}

/// The seven data categories of CJJ/T 315-2022.
public enum Theme: String, Sendable, CaseIterable {
  case cityModel = "city-model"
  case spatioTemporalBase = "spatio-temporal-base"
  case resourceSurvey = "resource-survey"
  case planningControl = "planning-control"
  case constructionProject = "construction-project"
  case publicTheme = "public-theme"
  case sensing = "sensing"
}

/// The levels of a city information model, from its surface (1) to the parts of a component (7).
public enum CIMLevel: String, Sendable, CaseIterable {
  /// Surface: coarser than 1:10 000.
  case surface = "CIM1"
  /// Frame: 1:5 000 to 1:10 000.
  case frame = "CIM2"
  /// Standard: 1:1 000 to 1:2 000.
  case standard = "CIM3"
  /// Fine: 1:500 and better.
  case fine = "CIM4"
  /// Functional: floors and rooms.
  case functional = "CIM5"
  /// Component of a building model.
  case component = "CIM6"
  /// Part of a component.
  case part = "CIM7"
}

/// What shape the features of a layer have; lines and polygons may have several parts.
public enum GeometryType: String, Sendable, CaseIterable {
  case point
  case line
  case polygon
}

/// A typed attribute of a layer.
public struct Field: Equatable, Sendable {
  /// The property's name in answers, the column's name in the city file.
  public var name: String
  /// What people call it.
  public var title: LocalisedText
  /// How it is measured or chosen, where the title does not say it all.
  public var description: LocalisedText?
  /// The type of its values.
  public var type: FieldType
  /// UCUM unit of a number: `m`, `km/h`, `1`.
  public var unit: String?
  /// What a height counts from; `nil` for other numbers.
  public var datum: VerticalDatum?
  /// Who may see its values where fewer may than see the layer.
  public var grade: Grade?
  /// Whether a record without it is rejected.
  public var isRequired: Bool
  /// Names by which files may call the field, tried in order after ``name`` itself.
  public var aliases: [String]
  /// The allowed values with their names; empty when any value is allowed.
  public var codes: [Code]
  /// Smallest and largest allowed number.
  public var minimum: Double?
  /// Largest allowed number.
  public var maximum: Double?

  /// An allowed value of a field and what it is called.
  public struct Code: Equatable, Sendable {
    /// The value as it is stored.
    public var value: String
    /// What people call it.
    public var title: LocalisedText
    /// Other words that files use for it.
    public var aliases: [String] = []

    /// The value, its titles and its aliases: what a file or a person may write for it.
    package var names: [String] { [value, title.zh, title.en] + aliases }
  }
}

/// What heights count from; those of two datums are never compared or mixed.
public enum VerticalDatum: String, Sendable, CaseIterable {
  /// National height datum of 1985 (1985 国家高程基准, EPSG:5737).
  case yellowSea1985 = "yellow-sea-1985"
  /// Yellow Sea datum of 1956 (1956 黄海高程系, EPSG:5736).
  case yellowSea1956 = "yellow-sea-1956"
  /// Wusong datum of the Yangtze (吴淞高程), shifted by place.
  case wusong
  /// The zero of the gauge's own staff (测站基面).
  case stationZero = "station-zero"
  /// Ellipsoid of CGCS2000 (大地高).
  case ellipsoid
}

/// How a field's values are stored: SQLite columns of the type in brackets.
public enum FieldType: String, Sendable, CaseIterable {
  /// UTF-8 text (TEXT).
  case text
  /// Whole number of 64 bits (BIGINT).
  case integer
  /// Double (REAL).
  case real
  /// True or false (BOOLEAN, 0 or 1).
  case boolean
  /// Calendar date, `YYYY-MM-DD` (DATE).
  case date
  /// Instant, RFC 3339 in UTC, `YYYY-MM-DDTHH:MM:SSZ` (TIMESTAMP).
  case datetime
}

/// What happens to records of one import that carry the same id.
public enum DuplicateRule: String, Sendable, CaseIterable {
  /// The first is kept, later ones are rejected and reported.
  case reject
  /// Their geometries are merged into one feature; the first record's attributes win, gaps are
  /// filled from later ones.
  case union
}

/// Where a layer appears in tiles and how it is generalised.
public struct TileRule: Equatable, Sendable {
  /// The first level that shows the layer.
  public var minimumZoom: Int
  /// The deepest level that is cut; clients enlarge it beyond.
  public var maximumZoom: Int
  /// How far geometry reaches over the tile's edge, in 1/4096 of a tile.
  public var buffer: Int
  /// Tolerance of line simplification below ``maximumZoom``, in 1/4096 of a tile.
  public var simplification: Double
}

/// How the map page draws a layer.
public struct LayerStyle: Equatable, Sendable {
  /// CSS colour `#rrggbb` of fill, line or circle.
  public var colour: String
  /// Line width or circle radius in pixels at the layer's deepest level.
  public var width: Double
  /// A field whose codes get colours of their own; in the order of the legend.
  public var categories: Categories?
  /// A field with the text that labels a feature.
  public var label: String?
  /// Between which zooms features are labelled, where that goes by the values of one field.
  public var labelZooms: LabelZooms?
  /// The icon of its features: the name of an SVG file in `icons` beside the layer files.
  public var icon: String?
  /// Which kind of safety sign its icons are drawn as; `nil` for none.
  public var sign: SafetySign?
  /// How prominent its labels and icons are, from 1 (shown from afar, first where there is room for
  /// one) to 9 (details).
  public var rank: Int
  /// Whether points that would lie over each other are gathered into one mark with their number;
  /// where not stated, as their icon and number ask for.
  public var isClustered: Bool?
  /// How opaque polygons are filled, from 0 to 1.
  public var opacity: Double
  /// Whether the map page shows the layer at first.
  public var isShown: Bool

  /// The kinds of safety signs that maps need, whose shapes ISO 3864-1 and GB 2894 give.
  public enum SafetySign: String, CaseIterable, Sendable {
    /// A triangle.
    case warning
    /// A square: places and ways that are safe, first aid.
    case safeCondition = "safe-condition"
    /// A square.
    case fireEquipment = "fire-equipment"
  }

  /// Zooms of labels by the values of one field.
  public struct LabelZooms: Equatable, Sendable {
    /// The field whose values choose the zooms.
    public var field: String
    /// The zooms of each value; other values are labelled at all.
    public var levels: [Level]

    /// The zooms of one value.
    public struct Level: Equatable, Sendable {
      /// The value as it is stored.
      public var value: String
      /// The first zoom that labels it.
      public var minimumZoom: Int
      /// The first zoom that does not label it any more.
      public var maximumZoom: Int
    }
  }

  /// Colours by the values of one field.
  public struct Categories: Equatable, Sendable {
    /// The field whose values choose the colour.
    public var field: String
    /// The colours, in the order of the legend.
    public var colours: [Entry]

    /// The colour of one value, and its width where it differs from the layer's.
    public struct Entry: Equatable, Sendable {
      /// The value as it is stored.
      public var value: String
      /// CSS colour `#rrggbb`.
      public var colour: String
      /// In pixels at the layer's deepest level, like ``LayerStyle/width``.
      public var width: Double?
      /// Like ``LayerStyle/rank``, where it differs from the layer's.
      public var rank: Int?
    }
  }
}

/// Who answers for a layer and under which terms.
public struct Provenance: Equatable, Sendable {
  /// The body that answers for the data.
  public var owner: LocalisedText
  /// Where the data come from.
  public var source: LocalisedText
  /// SPDX identifier or the name of the terms.
  public var licence: String
  /// Who may see the layer.
  public var grade: Grade

  /// A provenance of its parts.
  public init(owner: LocalisedText, source: LocalisedText, licence: String, grade: Grade) {
    self.owner = owner
    self.source = source
    self.licence = licence
    self.grade = grade
  }
}

/// Access class after GB/T 43697, the most open first.
public enum Grade: String, Sendable, CaseIterable {
  case general
  case important
  case core
}
