public import Parking
public import RoadProcesses
public import Simulation
import Synchronization

/// What processes on parking need besides the map: roads, tariffs, counts and the lots' clock.
///
/// Counts and tariffs are each exchanged in one step when newer ones are put in place; who is at
/// work goes on with those that there were when the work began. The lots are those of the snapshot
/// that a process is run on.
public final class ParkingDesk: Sendable {
  let roads: RoadDesk
  let clock: ParkingClock
  private let held: Mutex<ParkingBooks>

  /// A desk without counts.
  public init(roads: RoadDesk, tariffs: TariffBook, clock: ParkingClock) {
    self.roads = roads
    self.clock = clock
    held = Mutex(ParkingBooks(tariffs: tariffs))
  }

  /// Puts counts in place of those before, with the days that are not what their weekday says.
  ///
  /// - Parameter exceptions: Holidays, days worked instead and closures, as forecasts take them.
  /// - Parameter notes: What who uses these counts has to know, a sentence each without a full
  ///   stop, as that a later file is not taken: told in every answer that rests on the counts.
  public func put(
    _ history: OccupancyHistory, exceptions: DayExceptions = .none, notes: [String] = []
  ) {
    let known = books.counts
    // What has been worked out from the same counts is kept: only the notes are new.
    let book =
      if let known, known.exceptions == exceptions, known.history.series == history.series {
        known
      } else {
        CountBook(history, exceptions: exceptions)
      }
    held.withLock { ($0.counts, $0.notes) = (book, notes) }
  }

  /// Puts tariffs in place of those before.
  public func put(tariffs: TariffBook) { held.withLock { $0.tariffs = tariffs } }

  /// The lots that the counts in place name.
  public var countedLots: [String] { books.counts?.history.lots ?? [] }

  /// The counts and tariffs in place: to be asked once for a piece of work.
  var books: ParkingBooks { held.withLock { $0 } }

  /// The processes that can be asked.
  public var processes: [any Simulation.Process] {
    [ParkingForecastProcess(self), ParkingChoiceProcess(self), ParkingAssignmentProcess(self)]
  }
}
