import ArgumentParser
import CommandSupport
import Datasets
import Foundation

/// The command line of Yutu: the only place where all targets meet.
@main
struct Yutu: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yutu",
    abstract:
      "City information model: import, export, serve, floods, routing, traffic signals, parking.",
    discussion: """
      Every command takes --lang zh or --lang en, the language of its messages; without it \
      YUTU_LANG, LC_ALL, LC_MESSAGES and LANG decide.
      """,
    version: Program.version,
    subcommands: [
      Sample.self, Import.self, Export.self, Tiles.self, Serve.self, Layers.self, Check.self,
      CheckGround.self, Log.self, Diff.self, Revert.self, Backup.self, Run.self, Route.self,
      Signals.self, ParkingCommand.self, Examples.self,
    ])

  /// Exits 0 for success, 1 when the work failed, 2 when the command line is wrong; dies of the
  /// signal that has stopped it in good order.
  static func main() async {
    DatasetWorker.serveIfAsked()
    do {
      // A file that may not grow is an error with words, not the end of the process.
      signal(SIGXFSZ, SIG_IGN)
      try Speech.check()
      try CommandNames.check(Speech.arguments, below: Self.self)
      var command = try parseAsRoot(Speech.arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      try Terminal.flushOutput()
    } catch {
      finish(error)
    }
  }

  private static func finish(_ error: any Error) -> Never {
    if let code = error as? ExitCode {
      do { try Terminal.flushOutput() } catch { Terminal.report(error) }
      Foundation.exit(code.rawValue)
    }
    // The argument parser's own errors and requests for help.
    let code = exitCode(for: error)
    if code == .success || code == .validationFailure {
      guard code == .success else {
        Terminal.write(HelpWords.refusal(fullMessage(for: error), below: Self.self))
        Foundation.exit(2)
      }
      print(CommandHelp.told(fullMessage(for: error), below: Self.self))
      do { try Terminal.flushOutput() } catch { finish(error) }
      Foundation.exit(0)
    }
    if let stopped = error as? Stopped {
      Terminal.say(stopped.outcome)
      stopped.exit()
    }
    Terminal.report(error)
    Foundation.exit(1)
  }
}
