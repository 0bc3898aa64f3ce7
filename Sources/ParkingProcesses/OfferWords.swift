import Foundation
import Parking
import SimpleFeatures

/// An offer in words.
struct OfferWords {
  let lots: [CityLot]

  func english(_ offer: ParkingOffer) -> String {
    var text = "\(minutes(offer.drive_s)) min drive, \(percent(offer.chance)) % chance of a space, "
    text += "\(minutes(offer.walk_s)) min on foot, \(money(offer.fee_fen)) CNY"
    if offer.feeUnknown != nil { text += " assumed" }
    guard offer.chance < 0.995 else { return text }
    return text + "; if full, " + (offer.onward.map { "go on to \(name($0))" } ?? "give up")
  }

  func chinese(_ offer: ParkingOffer) -> String {
    var text = "驾车 \(minutes(offer.drive_s)) 分钟，到达时有空位的概率 \(percent(offer.chance))%，"
    text += "步行 \(minutes(offer.walk_s)) 分钟，停车费 \(money(offer.fee_fen)) 元"
    if offer.feeUnknown != nil { text += "（估计）" }
    guard offer.chance < 0.995 else { return text }
    return text + "；若已满，" + (offer.onward.map { "转往\(name($0))" } ?? "放弃")
  }

  /// Why a lot nearer to the destination is not the best.
  func json(_ passed: PassedOver) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("lot", .string(lots[passed.lot].id)),
      ("walk_s", passed.walk_s.isFinite ? .real(passed.walk_s.rounded()) : .null),
    ]
    switch passed.reason {
    case .refused(let reason):
      members.append(("refused", .string(reason.rawValue)))
      members.append(("why_zh", .string(Self.chinese(reason))))
      members.append(("why_en", .string(Self.english(reason))))
    case .dearer(let more_s, let term):
      members.append(("dearer_s", .real(more_s.rounded())))
      members.append(("term", .string(term.rawValue)))
      let terms: (zh: String, en: String) =
        switch term {
        case .drive: ("驾车时间更长", "a longer drive")
        case .walk: ("步行时间更长", "a longer walk")
        case .fee: ("收费更高", "a higher fee")
        case .chance: ("更可能没有空位", "a lower chance of a space")
        }
      members.append(("why_zh", .string("折合多 \(Int(more_s.rounded())) 秒，主要因为\(terms.zh)")))
      members.append(
        ("why_en", .string("counts \(Int(more_s.rounded())) s more, most of it \(terms.en)")))
    }
    return .object(members)
  }

  private static func english(_ reason: LotRefusal) -> String {
    switch reason {
    case .unreachable: "no road leads there, or no path from there"
    case .closed: "it is closed"
    case .noSpaces: "it has no spaces"
    case .height: "the vehicle is too high"
    case .permit: "it needs a permit"
    case .charger: "it has no charger"
    case .accessible: "it has no space for wheelchairs"
    case .hours: "it is not open for all of the stay"
    case .maximumStay: "the stay is longer than allowed"
    }
  }

  private static func chinese(_ reason: LotRefusal) -> String {
    switch reason {
    case .unreachable: "无路可达"
    case .closed: "已关闭"
    case .noSpaces: "没有泊位"
    case .height: "车辆超高"
    case .permit: "需要停车许可"
    case .charger: "没有充电泊位"
    case .accessible: "没有无障碍泊位"
    case .hours: "停车期间不全开放"
    case .maximumStay: "超过最长停车时间"
    }
  }

  private func name(_ lot: Int) -> String { lots[lot].name ?? lots[lot].id }
  private func minutes(_ seconds: Double) -> Int { Int((seconds / 60).rounded(.up)) }
  private func percent(_ share: Double) -> Int { Int((100 * share).rounded()) }

  private func money(_ fen: Double) -> String {
    let whole = Int(fen.rounded())
    return "\(whole / 100)." + String(whole % 100 + 100).dropFirst()
  }
}
