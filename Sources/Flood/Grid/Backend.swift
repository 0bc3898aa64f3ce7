import CVector
import FloodCells
import FloodKernel
import FloodKernelDouble
import FloodKernelHaswell

/// A build of the kernel: its numbers and its entry points.
protocol Backend: SendableMetatype {
  associatedtype Real: BinaryFloatingPoint & BitwiseCopyable & Sendable
  associatedtype Water: FixedWidthInteger & SignedInteger & BitwiseCopyable & Sendable
  associatedtype Scratch: Sendable

  /// Bits after the point of a depth in metres where depths stay below `metres`.
  static func fractionBits(depthsBelow metres: Double) -> Int
  static func scratch(columns: Int) -> Scratch
  static func sweep(_ block: FloodBlock<Real, Water>, _ scratch: Scratch) -> SweepResult
  static func force(
    _ row: ForcingRow<Water>, count: Int, _ tables: ForcingTables<Real, Water>
  ) -> (rain: Int, taken: Int, deepest: Water)
}

/// 32 bits for any processor.
enum PortableBackend: Backend {
  typealias Real = Float
  typealias Water = Int32

  static func fractionBits(depthsBelow metres: Double) -> Int {
    max(16, min(27, 30 - Int(metres.binade.exponent + 1)))
  }
  static func scratch(columns: Int) -> FloodKernel.Scratch { .init(columns: columns) }
  static func sweep(
    _ block: FloodBlock<Float, Int32>, _ scratch: FloodKernel.Scratch
  ) -> SweepResult {
    FloodKernel.sweep(block, scratch)
  }
  static func force(
    _ row: ForcingRow<Int32>, count: Int, _ tables: ForcingTables<Float, Int32>
  ) -> (rain: Int, taken: Int, deepest: Int32) {
    FloodKernel.force(row, count: count, tables)
  }
}

/// 32 bits for processors with AVX2: the same source, the same bytes.
enum HaswellBackend: Backend {
  typealias Real = Float
  typealias Water = Int32

  static var isUsable: Bool { cv_is_haswell() != 0 }

  static func fractionBits(depthsBelow metres: Double) -> Int {
    PortableBackend.fractionBits(depthsBelow: metres)
  }
  static func scratch(columns: Int) -> FloodKernelHaswell.Scratch { .init(columns: columns) }
  static func sweep(
    _ block: FloodBlock<Float, Int32>, _ scratch: FloodKernelHaswell.Scratch
  ) -> SweepResult {
    FloodKernelHaswell.sweep(block, scratch)
  }
  static func force(
    _ row: ForcingRow<Int32>, count: Int, _ tables: ForcingTables<Float, Int32>
  ) -> (rain: Int, taken: Int, deepest: Int32) {
    FloodKernelHaswell.force(row, count: count, tables)
  }
}

/// 64 bits, to verify with.
enum DoubleBackend: Backend {
  typealias Real = Double
  typealias Water = Int64

  static func fractionBits(depthsBelow metres: Double) -> Int {
    min(50, 62 - Int(metres.binade.exponent + 1))
  }
  static func scratch(columns: Int) -> FloodKernelDouble.Scratch { .init(columns: columns) }
  static func sweep(
    _ block: FloodBlock<Double, Int64>, _ scratch: FloodKernelDouble.Scratch
  ) -> SweepResult {
    FloodKernelDouble.sweep(block, scratch)
  }
  static func force(
    _ row: ForcingRow<Int64>, count: Int, _ tables: ForcingTables<Double, Int64>
  ) -> (rain: Int, taken: Int, deepest: Int64) {
    FloodKernelDouble.force(row, count: count, tables)
  }
}
