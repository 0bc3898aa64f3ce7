import Foundation

/// Traffic on ways that meets counts: the one that is most likely of all that do.
///
/// Each way's flow starts at what is usual for it and is multiplied, count after count, by counted
/// over modelled, until nothing changes (iterative proportional fitting: Van Zuylen and Willumsen
/// 1980, doi:10.1016/0191-2615(80)90008-9). It conserves vehicles at each junction, as ways do, and
/// is exact where counts do not contradict each other.
struct CountFit {
  /// Vehicles on each way.
  private(set) var flows: [Double]

  /// `users` are the ways over each counted edge, `counts` what is to pass there.
  init(priors: [Double], users: [[Int]], counts: [Double], rounds: Int = 300) {
    flows = priors
    for round in 0..<rounds {
      var worst = 0.0
      // Where counts contradict each other, smaller steps settle between them.
      let power = round < rounds / 2 ? 1.0 : 0.2
      for (ways, count) in zip(users, counts) {
        let sum = ways.reduce(0) { $0 + flows[$1] }
        guard sum > 0 else { continue }
        let factor = count / sum
        worst = max(worst, count > 0 ? abs(factor - 1) : sum > 1e-9 ? 1 : 0)
        let step = count == 0 ? 0 : pow(factor, power)
        for way in ways { flows[way] *= step }
      }
      if worst < 1e-6 { break }
    }
  }
}
