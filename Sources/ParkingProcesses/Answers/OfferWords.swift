import Catalog
import Foundation
import Parking
import SimpleFeatures

/// An offer in words.
struct OfferWords {
  let lots: [CityLot]
  let tariffs: TariffCatalog
  /// Of each lot, what its chance rests on, and the age of its last count, s.
  let bases: [String]
  let agesSeconds: [Int64?]

  init(_ lots: [CityLot], _ tariffs: TariffCatalog, _ chances: LotChances) {
    (self.lots, self.tariffs) = (lots, tariffs)
    (bases, agesSeconds) = (chances.bases, chances.agesSeconds)
  }

  func english(_ offer: ParkingOffer) -> String {
    let known = Known(bases[offer.lot], agesSeconds[offer.lot])
    let chance =
      switch known {
      case .counted: "\(percent(offer.chance, known)) % chance of a space"
      case .stale(let age):
        "\(percent(offer.chance, known)) % chance of a space from its usual pattern, last counted "
          + "\(age) before"
      case .others:
        "no counts of its own: \(percent(offer.chance, known)) % chance of a space, as elsewhere"
      case .nothing: "no counts: it is not known whether there is a space"
      }
    var text = "\(minutes(offer.driveSeconds)) min drive, \(chance)"
    text += ", \(minutes(offer.walkSeconds)) min on foot, \(money(offer.feeFen)) CNY"
    if offer.feeUnknown != nil { text += " assumed" }
    if case .counted = known, offer.chance >= 0.995 { return text }
    return text + "; if full, " + (offer.onward.map { "go on to \(name($0))" } ?? "give up")
  }

  func chinese(_ offer: ParkingOffer) -> String {
    let known = Known(bases[offer.lot], agesSeconds[offer.lot])
    let chance =
      switch known {
      case .counted: "到达时有空位的概率 \(percent(offer.chance, known))%"
      case .stale(let age): "按往常有空位的概率 \(percent(offer.chance, known))%（最近计数在 \(age) 前）"
      case .others: "无本场计数，按其他停车场有空位的概率 \(percent(offer.chance, known))%"
      case .nothing: "无计数，不知有无空位"
      }
    var text = "驾车 \(minutes(offer.driveSeconds)) 分钟，\(chance)"
    text += "，步行 \(minutes(offer.walkSeconds)) 分钟，停车费 \(money(offer.feeFen)) 元"
    if offer.feeUnknown != nil { text += "（估计）" }
    if case .counted = known, offer.chance >= 0.995 { return text }
    return text + "；若已满，" + (offer.onward.map { "转往\(name($0))" } ?? "放弃")
  }

  /// What is known of a lot's cars.
  private enum Known {
    case counted
    /// The last count is too old to start from: its age.
    case stale(String)
    /// Only other lots have counts.
    case others
    case nothing

    init(_ basis: String, _ ageSeconds: Int64?) {
      switch (basis, ageSeconds) {
      case (LotChances.assumed, _): self = .nothing
      case (LotChances.meanOfOthers, _): self = .others
      case (_, let ageSeconds?) where ageSeconds > OccupancyModel.freshSeconds:
        let hours = ageSeconds / 3600
        self = .stale(hours < 48 ? "\(hours) h" : "\(hours / 24) d")
      default: self = .counted
      }
    }
  }

  /// Why the fee of an offer is only assumed, with the tariff's name; `nil` where it is known.
  func feeUnknown(_ offer: ParkingOffer) -> String? {
    lots[offer.lot].feeUnknown(offer, tariffs)
  }

  /// Why a lot nearer to the destination is not the best.
  func json(_ passed: PassedOver) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("lot", .string(lots[passed.lot].id)),
      ("walk_s", passed.walkSeconds.isFinite ? .real(passed.walkSeconds.rounded()) : .null),
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

  private static func english(_ reason: LotExclusion) -> String {
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

  private static func chinese(_ reason: LotExclusion) -> String {
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

  /// Whole percents; only what was counted may be sure.
  private func percent(_ share: Double, _ known: Known) -> String {
    if case .counted = known { return String(Int((100 * share).rounded())) }
    return share > 0.99 ? ">99" : String(Int((100 * share).rounded()))
  }

  private func money(_ fen: Double) -> String {
    let whole = Int(fen.rounded())
    return "\(whole / 100)." + String(whole % 100 + 100).dropFirst()
  }
}

extension CityLot {
  /// Why the fee of an offer of the lot is only assumed, with what tariffs there are.
  func feeUnknown(_ offer: ParkingOffer, _ tariffs: TariffCatalog) -> String? {
    guard let unknown = offer.feeUnknown else { return nil }
    guard case .missing? = choice.tariff, let name = tariffName else { return unknown }
    let known = names(like: name, among: tariffs.names, count: 3)
    return "no file defines the tariff \"\(name)\"; "
      + (known.isEmpty ? "there are none" : "the most alike are \(known.joined(separator: ", "))")
  }
}
