import Foundation

/// libFuzzer's own entry, of the runtime that comes with Swift.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// `yutu-fuzz TARGET [libFuzzer's options and folders]`; `yutu-fuzz list` prints the targets,
/// `yutu-fuzz prepare TARGET FOLDER` writes inputs to begin with and a dictionary for libFuzzer.
@main
enum Fuzzer {
  /// Set before the first input and never again.
  nonisolated(unsafe) private static var check: FuzzTarget.Check = { _ in nil }
  /// One thread reads all inputs.
  nonisolated(unsafe) private static var slowest = Duration.zero

  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.dropFirst() == ["list"] {
      for target in FuzzTarget.all { print(target.name) }
      return
    }
    let isPreparing = arguments.count == 4 && arguments[1] == "prepare"
    let name = arguments.dropFirst(isPreparing ? 2 : 1).first
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      print("usage: yutu-fuzz TARGET [OPTION …] [FOLDER …]; yutu-fuzz list")
      exit(64)
    }
    if isPreparing { return try prepare(target, in: URL(filePath: arguments[3])) }
    unsafe check = try target.makeCheck()
    atexit { unsafe print("slowest input: \(Int(Fuzzer.slowest / .milliseconds(1))) ms") }
    let own = [arguments[0], "-max_len=\(target.longestBytes)"] + arguments.dropFirst(2)
    var list = unsafe own.map { unsafe strdup($0) }
    unsafe list.append(nil)
    var count = CInt(own.count)
    exit(
      unsafe list.withUnsafeMutableBufferPointer { buffer in
        var start = buffer.baseAddress!
        return unsafe runDriver(&count, &start) { bytes, count in
          unsafe Fuzzer.read(UnsafeBufferPointer(start: bytes, count: count))
        }
      })
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
    let start = ContinuousClock.now
    defer { unsafe slowest = max(slowest, start.duration(to: .now)) }
    if let fault = unsafe check(Array(bytes)) {
      FileHandle.standardError.write(Data("fault: \(fault.prefix(2000))\n".utf8))
      abort()
    }
    return 0
  }

  /// Writes the inputs into `samples` in a folder, and the words into `words`.
  private static func prepare(_ target: FuzzTarget, in folder: URL) throws {
    let samples = folder.appending(path: "samples")
    try FileManager.default.createDirectory(at: samples, withIntermediateDirectories: true)
    for (number, input) in try FuzzInputs.of(target).enumerated() {
      try Data(input.bytes).write(to: samples.appending(path: "\(number)"))
    }
    let lines = target.words.map { word in
      let codes = word.map { byte in
        let code = String(byte, radix: 16)
        return "\\x" + (code.count < 2 ? "0" : "") + code
      }
      return "\"\(codes.joined())\"\n"
    }
    try Data(lines.joined().utf8).write(to: folder.appending(path: "words"))
  }
}
