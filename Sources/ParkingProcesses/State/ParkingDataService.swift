public import Parking
public import RoadProcesses
public import Simulation
import Synchronization

/// What processes on parking need besides the map: roads, tariffs, counts and the lots' clock.
///
/// Counts, days of exception and tariffs are each exchanged in one step when newer ones are
/// put in place; who is at work goes on with those that there were when the work began. The lots
/// are those of the snapshot that a process is run on.
public final class ParkingDataService: Sendable {
  let roads: RoadNetworkService
  private let held: Mutex<ParkingState>
  private let sources = Mutex<[DataSourceStatus]>([])

  /// A service without counts.
  public init(roads: RoadNetworkService, tariffs: TariffCatalog, clock: ParkingClock) {
    self.roads = roads
    held = Mutex(ParkingState(tariffs: tariffs, clock: clock))
  }

  /// Puts counts in place of those before; `clock` is that of their times, `nil` the one before.
  public func put(_ history: OccupancyHistory, clock: ParkingClock? = nil) {
    let book = countBook(history, state.exceptions)
    held.withLock {
      $0.counts = book
      if let clock { $0.clock = clock }
    }
  }

  /// Puts days that are not what their weekday says in place of those before: holidays, days
  /// worked instead and closures.
  public func put(exceptions: DayExceptions) {
    let book = state.counts.map { countBook($0.history, exceptions) }
    held.withLock { ($0.exceptions, $0.counts) = (exceptions, book) }
  }

  /// The book in place where it is of the same counts and days, else a new one.
  ///
  /// Compared before the exchange, so that nobody who asks has to wait for it.
  private func countBook(_ history: OccupancyHistory, _ exceptions: DayExceptions) -> OccupancyModel
  {
    if let known = state.counts, known.exceptions == exceptions,
      known.history.series == history.series
    {
      return known
    }
    return OccupancyModel(history, exceptions: exceptions)
  }

  /// Puts tariffs in place of those before; one whose file has faults stays as it was.
  public func put(tariffs: TariffCatalog) {
    held.withLock { $0.tariffs = tariffs.keeping($0.tariffs) }
  }

  /// Puts the files that all this comes from in place of those before: what has to be known of
  /// them, as that a later one is not taken, is told in every answer.
  public func put(sources: [DataSourceStatus]) { self.sources.withLock { $0 = sources } }

  /// The lots that the counts in place name.
  public var countedLots: [String] { state.counts?.history.lots ?? [] }

  /// All that is in place: to be asked once for a piece of work.
  var state: ParkingState {
    var state = held.withLock { $0 }
    state.notes = sources.withLock { $0 }.flatMap(\.notes)
    return state
  }

  /// The processes that can be asked.
  public var processes: [any Simulation.Process] {
    [ParkingForecastProcess(self), ParkingChoiceProcess(self), ParkingAssignmentProcess(self)]
  }
}
