package import ArgumentParser
import SimpleFeatures

/// The names of commands, for a word that is none of them.
package enum CommandNames {
  /// - Throws: `ValidationError` where the first word is not a command, with those it is like.
  package static func check(_ arguments: [String], below root: any ParsableCommand.Type) throws {
    var command = root
    for word in arguments {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
      if let next = subcommands.first(where: { $0._commandName == word }) {
        command = next
        continue
      }
      guard command.configuration.defaultSubcommand == nil else { return }
      let near = suggestion(for: word, among: subcommands.map { $0._commandName })
      let name = command == root ? "yutu" : "yutu \(command._commandName)"
      throw ValidationError(
        near.map { "there is no command \"\(word)\"; did you mean \(name) \($0)?" }
          ?? "there is no command \"\(word)\"; \(name) --help lists the commands")
    }
  }

  /// The usage that an error ends with, for the command that was called and not for all.
  package static func usage(
    of message: String, calling arguments: [String], below root: any ParsableCommand.Type
  ) -> String {
    var command = root
    var name = "yutu"
    for word in arguments {
      let next = command.configuration.subcommands.first { $0._commandName == word }
      guard let next else { break }
      command = next
      name += " " + word
    }
    let form = command.configuration.subcommands.isEmpty ? "<options>" : "<subcommand>"
    return message.replacing("Usage: yutu <subcommand>", with: "Usage: \(name) \(form)")
      .replacing("See 'yutu --help'", with: "See '\(name) --help'")
  }
}
