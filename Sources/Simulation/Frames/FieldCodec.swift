/// The bytes of one field of a frame, without loss.
///
/// One byte of ``Flag``s; then deflated streams (``Deflate``): where there are other numbers than
/// zero and where there is no value, a bit a cell; the mode and class of each block, a byte each;
/// the tokens of each class; low bits.
enum FieldCodec {
  /// What stands in the first byte.
  enum Flag {
    /// Zeros and gaps are where the first field has them, or among its numbers.
    static let sharedStates: UInt8 = 1
    /// There are cells without value.
    static let gaps: UInt8 = 2
  }

  /// The bytes of a plane.
  ///
  /// - Parameters:
  ///   - first: The frame's first field; `nil` for itself.
  ///   - before: The same field of the frame before; `nil` where the frame stands alone.
  ///   - ground: Where the field counts from; empty for nothing known.
  static func encode(
    _ plane: FieldPlane, first: FieldPlane?, before: FieldPlane?, ground: [Int32]
  ) -> [UInt8] {
    var plane = plane
    var flags: UInt8 = 0
    if let first, sharesStates(plane, with: first) {
      plane.states = first.states
      flags |= Flag.sharedStates
    }
    if plane.states.contains(FieldPlane.none) { flags |= Flag.gaps }
    var bytes = [flags]
    if flags & Flag.sharedStates == 0 {
      Deflate.append(mask(plane, FieldPlane.number, before), to: &bytes)
      if flags & Flag.gaps != 0 { Deflate.append(mask(plane, FieldPlane.none, before), to: &bytes) }
    }
    var prediction = FieldPrediction(plane, ground: ground, before: before?.numbers ?? [])
    prediction.makeSurface(plane)
    var tokens = FieldTokens()
    let modes = prediction.blockModes(of: plane, into: &tokens)
    tokens.end()
    Deflate.append(modes, to: &bytes)
    for stream in tokens.streams { Deflate.append(stream, to: &bytes) }
    Deflate.append(tokens.bits, to: &bytes)
    return bytes
  }

  /// The plane whose bytes begin at `place`, which moves behind them; `nil` for damaged bytes.
  static func decode(
    _ bytes: [UInt8], _ place: inout Int, columns: Int, rows: Int, first: FieldPlane?,
    before: FieldPlane?, ground: [Int32]
  ) -> FieldPlane? {
    guard place < bytes.count, bytes[place] < 4 else { return nil }
    let flags = bytes[place]
    place += 1
    let isShared = flags & Flag.sharedStates != 0
    // Before room is made for cells: a head of a few bytes may speak of any number of them.
    guard
      isShared
        ? first != nil : (columns * rows + 7) / 8 <= Deflate.mostPlain(of: bytes.count - place)
    else { return nil }
    var plane = FieldPlane(columns: columns, rows: rows)
    if isShared, let first {
      plane.states = first.states
    } else {
      let kinds =
        flags & Flag.gaps == 0 ? [FieldPlane.number] : [FieldPlane.number, FieldPlane.none]
      for kind in kinds {
        let count = (columns * rows + 7) / 8
        guard let mask = Deflate.next(bytes, &place, atMost: count), mask.count == count else {
          return nil
        }
        set(kind, where: mask, before, &plane)
      }
    }
    let blocks = FieldPrediction.blocks(plane)
    guard let modes = Deflate.next(bytes, &place, atMost: blocks.count),
      modes.count == blocks.count
    else { return nil }
    var streams: [[UInt8]] = []
    for _ in 0..<FieldTokens.classCount {
      guard let stream = Deflate.next(bytes, &place, atMost: columns * rows) else { return nil }
      streams.append(stream)
    }
    guard let bits = Deflate.next(bytes, &place, atMost: 4 * columns * rows) else { return nil }
    var tokens = FieldTokenReader(streams: streams, bits: bits)
    var prediction = FieldPrediction(plane, ground: ground, before: before?.numbers ?? [])
    guard prediction.fill(&plane, blocks, modes, &tokens), tokens.isSound, tokens.isAtEnd else {
      return nil
    }
    if isShared {
      // Zeros among the first field's numbers.
      for i in plane.states.indices
      where plane.states[i] == FieldPlane.number && plane.numbers[i] == 0 {
        plane.states[i] = FieldPlane.zero
      }
    }
    return plane
  }

  /// Whether `plane` has gaps where `first` has them, and zeros wherever `first` has.
  private static func sharesStates(_ plane: FieldPlane, with first: FieldPlane) -> Bool {
    var differ: UInt8 = 0
    let (own, others) = (plane.states.span, first.states.span)
    for i in own.indices {
      let isOther = own[i] != others[i]
      let isZero = own[i] == FieldPlane.zero && others[i] == FieldPlane.number
      differ |= isOther && !isZero ? 1 : 0
    }
    return differ == 0
  }

  /// A bit for each cell: whether it differs in being `kind` from the frame before.
  private static func mask(
    _ plane: FieldPlane, _ kind: UInt8, _ before: FieldPlane?
  ) -> [UInt8] {
    var mask = [UInt8](repeating: 0, count: (plane.columns * plane.rows + 7) / 8)
    let oldStates = before?.states ?? plane.states
    var out = mask.mutableSpan
    let (states, old) = (plane.states.span, oldStates.span)
    let hasOld = before != nil
    var cell = 0
    var byte: UInt8 = 0
    for row in 0..<plane.rows {
      let from = plane.index(0, row)
      for i in from..<from + plane.columns {
        let was = hasOld && old[i] == kind
        byte |= ((states[i] == kind) != was ? 1 : 0) &<< UInt8(truncatingIfNeeded: cell & 7)
        if cell & 7 == 7 {
          out[cell / 8] = byte
          byte = 0
        }
        cell += 1
      }
    }
    if cell & 7 != 0 { out[cell / 8] = byte }
    return mask
  }

  private static func set(
    _ kind: UInt8, where mask: [UInt8], _ before: FieldPlane?, _ plane: inout FieldPlane
  ) {
    let oldStates = before?.states ?? []
    var states = plane.states
    plane.states = []
    var target = states.mutableSpan
    let (mask, old) = (mask.span, oldStates.span)
    var cell = 0
    for row in 0..<plane.rows {
      let to = plane.index(0, row)
      for i in to..<to + plane.columns {
        let was = !old.isEmpty && old[i] == kind
        if (mask[cell / 8] >> UInt8(cell & 7) & 1 == 1) != was { target[i] = kind }
        cell += 1
      }
    }
    plane.states = states
  }
}
