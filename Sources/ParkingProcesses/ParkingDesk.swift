public import Parking
public import RoadProcesses
public import Simulation
import Synchronization

/// What processes on parking need besides the map: roads, tariffs, counts and the lots' clock.
///
/// Counts are exchanged in one step when newer ones are put in place; who forecasts goes on with
/// those that there were. The lots are those of the snapshot that a process is run on.
public final class ParkingDesk: Sendable {
  let roads: RoadDesk
  let tariffs: TariffBook
  let clock: ParkingClock
  private let held = Mutex<CountBook?>(nil)

  /// A desk without counts.
  public init(roads: RoadDesk, tariffs: TariffBook, clock: ParkingClock) {
    self.roads = roads
    self.tariffs = tariffs
    self.clock = clock
  }

  /// Puts counts in place of those before.
  public func put(_ history: OccupancyHistory) {
    let book = CountBook(history)
    held.withLock { $0 = book }
  }

  /// The lots that the counts in place name.
  public var countedLots: [String] { counts?.history.lots ?? [] }

  /// The counts in place; `nil` where there are none.
  var counts: CountBook? { held.withLock { $0 } }

  /// The processes that can be asked.
  public var processes: [any Simulation.Process] {
    [ParkingForecastProcess(self), ParkingChoiceProcess(self), ParkingAssignmentProcess(self)]
  }
}
