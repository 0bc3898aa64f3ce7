/// Where a long list of numbers is cut into pages, so that copies of it can share what is the same.
///
/// A page is `1 << shift` addresses. Pages that rows reach across lie in one block of memory.
struct PageLayout: Sendable {
  static let shift = 12
  static let size = 1 << shift

  /// The block that each page lies in.
  let blockOf: [UInt32]
  /// The first page of each block; one more than there are blocks.
  let firstPage: [Int]

  /// Pages for addresses below `count`; `joined` pages lie in the block of the page before.
  init(count: Int, joined: Set<Int> = []) {
    let pages = (count + Self.size - 1) >> Self.shift
    var blockOf: [UInt32] = []
    var firstPage: [Int] = []
    for page in 0..<pages {
      if !joined.contains(page) { firstPage.append(page) }
      blockOf.append(UInt32(firstPage.count - 1))
    }
    firstPage.append(pages)
    self.blockOf = blockOf
    self.firstPage = firstPage
  }
}

/// Weights in pages; a copy shares all pages until it makes one of its own.
///
/// Invariant: a page is written only by its maker, before others see it.
struct Paged: Sendable {
  private let layout: PageLayout
  private var blocks: [Block<UInt32>]
  /// For each page where address 0 would be if its block went that far.
  private let bases: Row<Row<UInt32>>
  private let table: Block<Row<UInt32>>

  /// Pages full of one weight.
  init(_ layout: PageLayout, filledWith weight: UInt32) {
    self.layout = layout
    blocks = (0..<layout.firstPage.count - 1).map { block in
      let pages = layout.firstPage[block + 1] - layout.firstPage[block]
      return Block(count: pages << PageLayout.shift, filledWith: weight)
    }
    table = Block(count: layout.blockOf.count, filledWith: Block(count: 0, filledWith: 0).row)
    bases = table.row
    for block in blocks.indices { place(block) }
  }

  /// A copy that shares all pages.
  init(sharing other: Paged) {
    layout = other.layout
    blocks = other.blocks
    table = Block(count: other.table.count, copying: other.table)
    bases = table.row
  }

  private func place(_ block: Int) {
    let first = layout.firstPage[block]
    for page in first..<layout.firstPage[block + 1] {
      bases[page] = blocks[block].row.from(-(first << PageLayout.shift))
    }
  }

  /// The row of all addresses that lie in the block of `address`: indices are addresses.
  @inline(__always)
  func block(of address: some FixedWidthInteger) -> Row<UInt32> {
    bases[Int(address) >> PageLayout.shift]
  }

  /// The numbers from an address on.
  @inline(__always)
  func row(at address: some FixedWidthInteger) -> Row<UInt32> {
    block(of: address).from(Int(address))
  }

  @inline(__always)
  subscript(address: Int) -> UInt32 {
    block(of: address)[address]
  }

  /// Writes one number into a page that is this copy's own: shared ones are copied first.
  mutating func set(_ address: Int, to weight: UInt32, own: inout [Bool]) {
    let block = Int(layout.blockOf[address >> PageLayout.shift])
    if !own[block] {
      own[block] = true
      blocks[block] = Block(count: blocks[block].count, copying: blocks[block])
      place(block)
    }
    self.block(of: address)[address] = weight
  }

  /// Which blocks are this copy's own: none so far.
  var noneOwned: [Bool] { [Bool](repeating: false, count: blocks.count) }
}
