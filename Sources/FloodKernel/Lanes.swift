import CVector
import FloodCells

// This folder is compiled for 32 bits and again, as another target, for 64. Only operations that
// IEEE 754 rounds exactly are used, no fused or approximate ones: so every processor and every
// width of vectors gives the same bytes.

#if FLOOD_DOUBLE
  /// The kernel's numbers.
  public typealias Real = Double
  /// The kernel's units of water.
  public typealias Water = Int64
  typealias Lanes = SIMD8<Double>
  typealias WaterLanes = SIMD8<Int64>
#else
  /// The kernel's numbers.
  public typealias Real = Float
  /// The kernel's units of water.
  public typealias Water = Int32
  typealias Lanes = SIMD8<Float>
  typealias WaterLanes = SIMD8<Int32>
#endif
typealias LaneMask = SIMDMask<WaterLanes>

/// How many cells are computed at once.
let laneCount = 8

@inline(__always) func larger(_ a: Lanes, _ b: Lanes) -> Lanes {
  a.replacing(with: b, where: b .> a)
}

@inline(__always) func smaller(_ a: Lanes, _ b: Lanes) -> Lanes {
  a.replacing(with: b, where: b .< a)
}

@inline(__always) func larger(_ a: WaterLanes, _ b: WaterLanes) -> WaterLanes {
  a.replacing(with: b, where: b .> a)
}

@inline(__always) func smaller(_ a: WaterLanes, _ b: WaterLanes) -> WaterLanes {
  a.replacing(with: b, where: b .< a)
}

@inline(__always) func magnitude(_ a: Lanes) -> Lanes { larger(a, -a) }

@inline(__always) func squareRoot(_ a: Lanes) -> Lanes {
  #if FLOOD_DOUBLE
    cv_sqrt_double8(a)
  #else
    cv_sqrt_float8(a)
  #endif
}

/// The whole part, towards zero.
@inline(__always) func whole(_ a: Lanes) -> WaterLanes {
  #if FLOOD_DOUBLE
    cv_whole_double8(a)
  #else
    cv_whole_float8(a)
  #endif
}

/// The nearest whole number; mirrored flows round alike.
@inline(__always) func nearest(_ a: Lanes) -> WaterLanes {
  #if FLOOD_DOUBLE
    let half = Lanes(repeating: 0.5)
    return whole(a + half.replacing(with: -half, where: a .< Lanes.zero))
  #else
    cv_nearest_float8(a)
  #endif
}

@inline(__always) func real(_ a: WaterLanes) -> Lanes {
  #if FLOOD_DOUBLE
    cv_real_long8(a)
  #else
    cv_real_int8(a)
  #endif
}

@inline(__always) func anyIsNegative(_ a: WaterLanes) -> Bool {
  #if FLOOD_DOUBLE
    any(a .< WaterLanes.zero)
  #else
    cv_any_negative_int8(a) != 0
  #endif
}

@inline(__always) func isZero(_ a: WaterLanes) -> Bool {
  #if FLOOD_DOUBLE
    a == WaterLanes.zero
  #else
    cv_is_zero_int8(a) != 0
  #endif
}

/// x^(-1/3) for x > 0, to 1e-5 in 32 bits and to rounding in 64: Newton's iteration from the bits
/// of the exponent.
@inline(__always) func inverseCubeRoot(_ x: Lanes) -> Lanes {
  // A third of the exponent, and of the digits as far as it goes, gives the first guess.
  let bits = real(unsafeBitCast(x, to: WaterLanes.self))
  #if FLOOD_DOUBLE
    let (guess, iterations): (Real, _) = (0x553E_F0FF_289D_D800, 5)
  #else
    let (guess, iterations): (Real, _) = (0x54A2_1D00, 2)
  #endif
  let third: Real = 1.0 / 3
  var y = unsafeBitCast(whole(Lanes(repeating: guess) - bits * third), to: Lanes.self)
  let fourThirds: Real = 4.0 / 3
  let scaled = x * third
  for _ in 0..<iterations { y = y * (Lanes(repeating: fourThirds) - (scaled * y) * (y * y)) }
  return y
}

extension Row where Element == Real {
  @inline(__always) func at(_ index: Int) -> Lanes { lanes(index) }
}

extension Row where Element == Water {
  @inline(__always) func at(_ index: Int) -> WaterLanes { lanes(index) }
}
