/// One shell script of all commands of a document, as a reader would paste them.
///
/// What block n prints goes to the file `.block-n`; the file `.failed` names the line of the block
/// that broke off. Servers that a block leaves in the background are waited for, and end with the
/// script.
struct DocumentScript {
  /// The port that documents write.
  static let shownPort = "8080"

  let blocks: [DocumentBlock]
  let text: String

  init(_ blocks: [DocumentBlock], port: UInt16) {
    self.blocks = blocks.filter { block in
      block.isCommands && !block.needsRoot && !block.needsCheckout
        && (block.program.map { Place.program($0) != nil } ?? true)
    }
    var script = """
      set -eEuo pipefail
      here=$PWD
      shopt -s expand_aliases
      trap 'echo "$block" >"$here/.failed"' ERR
      trap 'running=$(jobs -p); [ -z "$running" ] || kill $running; wait' EXIT
      ready() {
        for _ in $(seq 600); do
          ! curl -sf "http://127.0.0.1:$1/health" >"$here/.ready" 2>&1 || return 0
          sleep 0.1
        done
        return 1
      }

      """
    for block in self.blocks {
      let code = block.code.replacing(Self.shownPort, with: "\(port)")
      script += "block=\(block.line); exec >\"$here/.block-\(block.line)\" 2>&1\n"
      switch (block.language, block.mayFail) {
      case ("python", _): script += "python3 - <<'END_OF_PYTHON'\n\(code)END_OF_PYTHON\n"
      case (_, true): script += "if\n\(code)then false; fi\n"
      default: script += code
      }
      if code.contains("yutu serve") { script += "ready \(port)\n" }
    }
    text = script
  }
}
