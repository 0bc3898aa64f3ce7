extension FieldPrediction {
  /// Sets the surface of all cells of a plane that is known.
  mutating func makeSurface(_ plane: FieldPlane) {
    guard !ground.isEmpty else { return }
    let bed = ground
    var heights = surface
    let (numbers, states, ground) = (plane.numbers.span, plane.states.span, bed.span)
    for row in 0..<plane.rows {
      let from = plane.index(0, row)
      for i in from..<from + plane.columns {
        let height = Self.surface(
          heights.span, states, at: i, stride: stride, number: numbers[i], ground: ground[i])
        heights[i] = height
      }
    }
    surface = heights
  }

  /// Writes the errors of each block's best mode; a byte for each block: its mode, and its class in
  /// the upper four bits.
  func blockModes(of plane: FieldPlane, into tokens: inout FieldTokens) -> [UInt8] {
    let states = plane.states.span
    let all = modes
    var errors = [Int32](repeating: 0, count: Self.width * Self.height)
    var cells: [Int] = []
    cells.reserveCapacity(Self.width * Self.height)
    return Self.blocks(plane).map { columns, rows in
      cells.removeAll(keepingCapacity: true)
      for row in rows {
        let from = plane.index(columns.lowerBound, row)
        for i in from..<from + columns.count where states[i] == FieldPlane.number {
          cells.append(i)
        }
      }
      guard !cells.isEmpty else { return 0 }
      // Of many cells some tell which mode is best.
      let some = cells.count < 128 ? 1 : 5
      let costs = all.map { self.errors(of: $0, plane, cells, by: some, &errors) }
      let best = all.indices.min { costs[$0] < costs[$1] } ?? 0
      let cost = self.errors(of: all[best], plane, cells, by: 1, &errors)
      let group = min(Int(cost) / cells.count, FieldTokens.classCount - 1)
      tokens.append(errors.span, count: cells.count, to: group)
      return all[best].rawValue | UInt8(group) << 4
    }
  }

  /// The errors of a mode at every so manyth of the cells, and about how many bits they take.
  private func errors(
    of mode: Mode, _ plane: FieldPlane, _ cells: [Int], by step: Int, _ errors: inout [Int32]
  ) -> UInt32 {
    let (numbers, states, cells) = (plane.numbers.span, plane.states.span, cells.span)
    let (surface, before) = (surface.span, before.span)
    var errors = errors.mutableSpan
    let chosen = Swift.stride(from: 0, to: cells.count, by: step)
    switch mode {
    case .median:
      for k in chosen {
        let i = cells[k]
        errors[k] = Self.median(numbers[i - 1], numbers[i - stride], numbers[i - stride - 1])
      }
    case .surface:
      let ground = ground.span
      for k in chosen {
        let i = cells[k]
        errors[k] = Self.surfaceMedian(surface, states, at: i, stride: stride) &- ground[i]
      }
    case .before:
      for k in chosen { errors[k] = before[cells[k]] }
    case .change:
      for k in chosen {
        errors[k] = Self.changeMedian(numbers, before, at: cells[k], stride: stride)
      }
    }
    var bits: UInt32 = 0
    for k in chosen {
      let error = numbers[cells[k]] &- errors[k]
      errors[k] = error
      bits &+= FieldTokens.length(FieldTokens.folded(error))
    }
    return bits
  }

  /// Fills a plane whose states are known; `false` for modes that cannot be.
  mutating func fill(
    _ plane: inout FieldPlane, _ blocks: [(columns: Range<Int>, rows: Range<Int>)],
    _ modes: [UInt8], _ tokens: inout FieldTokenReader
  ) -> Bool {
    let known = self.modes
    var errors = [Int32](repeating: 0, count: Self.width * Self.height)
    var (numbers, heights) = (plane.numbers, surface)
    (plane.numbers, surface) = ([], [])
    defer { (plane.numbers, surface) = (numbers, heights) }
    for (block, byte) in zip(blocks, modes) {
      let group = Int(byte >> 4)
      guard let mode = Mode(rawValue: byte & 15), known.contains(mode),
        group < FieldTokens.classCount
      else { return false }
      var count = 0
      for row in block.rows {
        let from = plane.index(block.columns.lowerBound, row)
        for i in from..<from + block.columns.count where plane.states[i] == FieldPlane.number {
          count += 1
        }
      }
      tokens.read(count, of: group, into: &errors)
      fill(&numbers, &heights, plane, block, mode, errors)
    }
    return true
  }

  /// Fills the cells of a block, by the errors of its mode.
  private func fill(
    _ numbers: inout [Int32], _ heights: inout [Int32], _ plane: FieldPlane,
    _ block: (columns: Range<Int>, rows: Range<Int>), _ mode: Mode, _ errors: [Int32]
  ) {
    let (states, ground, before) = (plane.states.span, ground.span, before.span)
    let errors = errors.span
    var numbers = numbers.mutableSpan
    var heights = heights.mutableSpan
    var next = 0
    for row in block.rows {
      let from = plane.index(block.columns.lowerBound, row)
      for i in from..<from + block.columns.count {
        if states[i] == FieldPlane.number {
          let predicted =
            switch mode {
            case .median:
              Self.median(numbers[i - 1], numbers[i - stride], numbers[i - stride - 1])
            case .surface:
              Self.surfaceMedian(heights.span, states, at: i, stride: stride) &- ground[i]
            case .before: before[i]
            case .change: Self.changeMedian(numbers.span, before, at: i, stride: stride)
            }
          numbers[i] = predicted &+ errors[next]
          next += 1
        }
        if !ground.isEmpty {
          heights[i] = Self.surface(
            heights.span, states, at: i, stride: stride, number: numbers[i], ground: ground[i])
        }
      }
    }
  }
}
