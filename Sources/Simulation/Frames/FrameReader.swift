public import SimpleFeatures

/// Reads the frames that a ``FrameFile`` has finished, also while the run goes on.
///
/// ```swift
/// var reader = try FrameReader("city.runs/7/frames.yfr")
/// let depth = try reader.frame(notAfter: 3600)?.fields[0]
/// ```
public struct FrameReader: Sendable {
  /// What the frames have in common.
  public let head: FrameHead
  /// When each frame is, in seconds.
  public private(set) var seconds: [Double] = []
  /// What the run ended with, as JSON text; `nil` while it goes on or where it broke off.
  public private(set) var summary: String?

  let headBytes: [UInt8]
  private let file: StoredFile
  private var places: [FrameRecords.Place] = []
  private var end: Int
  /// Where the first frame begins.
  private let firstFrame: Int
  private var decoder: FrameDecoder
  /// The frame that the decoder has read last.
  private var last: (index: Int, frame: Frame)?

  /// Opens the file at a path and looks for its frames.
  ///
  /// - Throws: ``SimulationError`` `unreadable-file`.
  public init(_ path: String) throws(SimulationError) {
    file = try StoredFile(path, isWritten: false)
    let start = FrameRecords.magic.count
    guard try file.length() >= start, try file.read(at: 0, count: start) == FrameRecords.magic,
      let place = try FrameRecords.place(at: start, in: file), place.kind == .head,
      let bytes = try FrameRecords.content(place, in: file)
    else {
      throw SimulationError(
        .unreadableFile, "\(path) is no file of frames",
        hint: "name the file \(FrameFile.name) of a run's folder")
    }
    headBytes = bytes
    head = try FrameHead(encoded: bytes)
    decoder = try FrameDecoder(head)
    (end, firstFrame) = (place.end, place.end)
    try refresh()
  }

  /// How many whole frames there are.
  public var count: Int { places.count }

  /// Looks for frames that have been finished since.
  ///
  /// A run that goes on from what it saved last takes back the frames after that.
  public mutating func refresh() throws(SimulationError) {
    if try file.length() < end {
      (seconds, places, summary, last) = ([], [], nil, nil)
      decoder = try FrameDecoder(head)
      end = firstFrame
    }
    while summary == nil, let place = try FrameRecords.place(at: end, in: file) {
      // A record that is not whole yet, or never will be, ends what can be read.
      guard let content = try FrameRecords.content(place, in: file) else { return }
      switch place.kind {
      case .head: return
      case .frame:
        var reader = StateReader(content)
        seconds.append(try reader.getDouble())
        places.append(place)
      case .summary: summary = String(decoding: content, as: UTF8.self)
      }
      end = place.end
    }
  }

  /// The frame of an index from 0 on.
  ///
  /// - Parameter fieldCount: How many of its fields are wanted, from the first on; `nil` for all.
  ///   Fewer take less time.
  /// - Throws: ``SimulationError`` `unreadable-file` where there is none, or no more.
  /// - Complexity: At most ten frames are decoded; one where frames are read in order.
  public mutating func frame(
    _ index: Int, fieldCount: Int? = nil
  ) throws(SimulationError) -> Frame {
    guard places.indices.contains(index) else {
      throw SimulationError(
        .unreadableFile, "there is no frame \(index) any more",
        hint: "the run goes on from what it saved; ask again in a few seconds")
    }
    var fieldCount = fieldCount ?? head.fields.count
    let known = last.flatMap { $0.frame.fields.count >= fieldCount ? $0 : nil }
    if let known, known.index == index { return known.frame }
    let alone = index - index % FrameCodec.period
    var next = alone
    if let known, known.index >= alone, known.index < index {
      next = known.index + 1
      // Somebody wants the others, too: they would have to be read from the first frame on.
      fieldCount = known.frame.fields.count
    }
    last = nil
    for i in next..<index { try decoder.pass(content(i), fieldCount: fieldCount) }
    let frame = try decoder.decode(content(index), fieldCount: fieldCount)
    last = (index, frame)
    return frame
  }

  private func content(_ index: Int) throws(SimulationError) -> [UInt8] {
    guard let content = try FrameRecords.content(places[index], in: file) else {
      throw FrameDecoder.damaged
    }
    return content
  }

  /// The last frame that is not after a time; `nil` where all are.
  public mutating func frame(notAfter time: Double) throws(SimulationError) -> Frame? {
    guard let index = seconds.lastIndex(where: { $0 <= time }) else { return nil }
    return try frame(index)
  }

  /// Where a frame ends in the file.
  func end(ofFrame index: Int) -> Int { places[index].end }
}
