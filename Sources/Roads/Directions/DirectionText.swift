import Foundation

/// The languages of directions.
public enum DirectionLanguage: String, CaseIterable, Sendable {
  case zh, en
}

extension RouteStep {
  /// The step in words.
  public func text(_ language: DirectionLanguage) -> String {
    switch language {
    case .zh: chinese
    case .en: english
    }
  }

  private var chinese: String {
    let road = self.road.isEmpty ? RoadClassNames.title(roadClass).zh : self.road
    let length = Self.length(lengthMetres, "米", "公里")
    return switch manoeuvre {
    case .depart: "沿\(road)向\(direction.zh)行驶 \(length)"
    case .arrive: "到达目的地"
    case .proceed: "继续沿\(road)行驶 \(length)"
    case .slightLeft: "靠左进入\(road)，行驶 \(length)"
    case .left: "左转进入\(road)，行驶 \(length)"
    case .sharpLeft: "向左后方转入\(road)，行驶 \(length)"
    case .slightRight: "靠右进入\(road)，行驶 \(length)"
    case .right: "右转进入\(road)，行驶 \(length)"
    case .sharpRight: "向右后方转入\(road)，行驶 \(length)"
    case .uTurn: "掉头，沿\(road)行驶 \(length)"
    case .roundabout: "进入环岛，从第 \(max(1, exit)) 出口驶出，进入\(road)，行驶 \(length)"
    }
  }

  private var english: String {
    let road =
      self.road.isEmpty ? "the \(RoadClassNames.title(roadClass).en.lowercased())" : self.road
    let length = Self.length(lengthMetres, "m", "km")
    return switch manoeuvre {
    case .depart: "Head \(direction.en) on \(road) for \(length)"
    case .arrive: "You have arrived"
    case .proceed: "Continue on \(road) for \(length)"
    case .slightLeft: "Bear left onto \(road) for \(length)"
    case .left: "Turn left onto \(road) for \(length)"
    case .sharpLeft: "Turn sharp left onto \(road) for \(length)"
    case .slightRight: "Bear right onto \(road) for \(length)"
    case .right: "Turn right onto \(road) for \(length)"
    case .sharpRight: "Turn sharp right onto \(road) for \(length)"
    case .uTurn: "Turn round and follow \(road) for \(length)"
    case .roundabout: "At the roundabout take exit \(max(1, exit)) onto \(road) for \(length)"
    }
  }

  private var direction: (zh: String, en: String) {
    let names = [
      ("北", "north"), ("东北", "north-east"), ("东", "east"), ("东南", "south-east"),
      ("南", "south"), ("西南", "south-west"), ("西", "west"), ("西北", "north-west"),
    ]
    return names[Int((bearing / 45).rounded()) & 7]
  }

  /// A length as people say it: `80 m`, `350 m`, `1.2 km`.
  private static func length(_ metres: Double, _ small: String, _ large: String) -> String {
    switch metres {
    case ..<95: "\(Int(metres.rounded())) \(small)"
    case ..<995: "\(Int((metres / 10).rounded()) * 10) \(small)"
    case ..<9950: "\(Double((metres / 100).rounded()) / 10) \(large)"
    default: "\(Int((metres / 1000).rounded())) \(large)"
    }
  }
}

/// What classes of roads without a name are called.
enum RoadClassNames {
  static func id(_ place: UInt8) -> String { RoadClasses.all[Int(place)] }

  static func title(_ id: String) -> (zh: String, en: String) {
    switch id {
    case "motorway": ("高速公路", "Motorway")
    case "trunk": ("快速路", "Expressway")
    case _ where id.hasSuffix("_link"): ("匝道", "Ramp")
    case "primary": ("主干路", "Main road")
    case "secondary": ("次干路", "Secondary road")
    case "service": ("内部道路", "Service road")
    case "residential", "living_street": ("居住区道路", "Residential road")
    case "pedestrian", "footway", "path", "corridor": ("步道", "Footway")
    case "steps": ("台阶", "Steps")
    case "cycleway": ("自行车道", "Cycleway")
    case "track": ("机耕路", "Track")
    default: ("无名路", "Unnamed road")
    }
  }
}
