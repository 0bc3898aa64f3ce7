import Catalog
import Foundation
import Simulation

/// Titles of layers of results: which process, when and where.
enum LayerTitles {
  /// A forecast of some lots for some times.
  static func forecast(
    _ lots: [CityLot], _ question: ForecastQuestion, _ clock: ParkingClock
  ) -> LocalisedText {
    let (first, last) = (question.timesSeconds.min() ?? 0, question.timesSeconds.max() ?? 0)
    let time = clock.minute(first) + (first < last ? " – \(clock.minute(last))" : "")
    let issued = clock.minute(question.issuedSeconds)
    let one = lots.count == 1 ? lots[0].name ?? lots[0].id : nil
    return LocalisedText(
      zh: "停车预测：\(one ?? "\(lots.count) 个停车场")，\(time)（\(issued) 发布）",
      en: "Parking forecast: \(one ?? "\(lots.count) car parks"), \(time) (issued \(issued))")
  }

  /// A choice near a destination.
  static func choice(
    _ to: InputPlace, _ departSeconds: Int64, _ clock: ParkingClock
  ) -> LocalisedText {
    let time = clock.minute(departSeconds)
    return LocalisedText(
      zh: "停车选择：\(place(to)) 附近，\(time) 出发",
      en: "Parking choice: near \(place(to)), leaving \(time)")
  }

  /// An assignment of drivers: where they park, and the lots.
  static func assignment(
    _ drivers: [AssignmentDriver], lots: Int, _ departSeconds: Int64, _ clock: ParkingClock
  ) -> (drivers: LocalisedText, lots: LocalisedText) {
    let count = Double(max(1, drivers.count))
    let middle = place(
      InputPlace(
        longitude: drivers.reduce(0) { $0 + $1.to.longitude } / count,
        latitude: drivers.reduce(0) { $0 + $1.to.latitude } / count
      ))
    let time = clock.minute(departSeconds)
    return (
      LocalisedText(
        zh: "停车分配：前往 \(middle) 一带的 \(drivers.count) 位驾驶人，\(time) 出发",
        en: "Parking assignment: \(drivers.count) drivers to around \(middle), leaving \(time)"),
      LocalisedText(
        zh: "停车分配：\(middle) 一带 \(lots) 个停车场的余位与价格，\(time)",
        en: "Parking assignment: room and price of \(lots) car parks around \(middle), \(time)")
    )
  }

  private static func place(_ place: InputPlace) -> String {
    String(format: "%.4f, %.4f", place.longitude, place.latitude)
  }
}

extension ParkingClock {
  /// A wall clock time as titles tell it, `2026-11-23 07:15`.
  func minute(_ localSeconds: Int64) -> String {
    String(text(localSeconds).prefix(16)).replacing("T", with: " ")
  }
}
