public import SimpleFeatures

extension RasterGrid {
  /// The raster at half the resolution: each cell stands for two by two.
  ///
  /// With ``ResamplingMethod/mode`` the most frequent value, the smallest of equal ones; with any
  /// other method the mean. Cells without a value do not count, an odd last row or column counts
  /// alone.
  public func halved(by method: ResamplingMethod) -> RasterGrid {
    var coarse = lattice
    coarse.columns = (columns + 1) / 2
    coarse.rows = (rows + 1) / 2
    coarse.cellWidth *= 2
    coarse.cellHeight *= 2
    var result = RasterGrid(coarse)
    let source = values.span
    var target = result.values.mutableSpan
    for row in 0..<coarse.rows {
      let north = 2 * row * columns
      let south = 2 * row + 1 < rows ? north + columns : north
      for column in 0..<coarse.columns {
        let west = 2 * column
        let east = west + 1 < columns ? west + 1 : west
        let four = SIMD4(
          source[north + west], source[north + east], source[south + west], source[south + east])
        target[row * coarse.columns + column] =
          method == .mode ? Self.mostFrequent(four) : Self.mean(four)
      }
    }
    return result
  }

  /// The mean of those that are numbers; a border cell that stands twice weighs no more by it.
  @inline(__always)
  private static func mean(_ four: SIMD4<Float>) -> Float {
    let sum = (Double(four[0]) + Double(four[1])) + (Double(four[2]) + Double(four[3]))
    if !sum.isNaN { return Float(sum / 4) }
    var (known, count) = (0.0, 0.0)
    for i in 0..<4 where !four[i].isNaN {
      known += Double(four[i])
      count += 1
    }
    return Float(known / count)
  }

  private static func mostFrequent(_ four: SIMD4<Float>) -> Float {
    var (best, bestCount) = (Float.nan, 0)
    for i in 0..<4 where !four[i].isNaN {
      let count = (0..<4).count { four[$0] == four[i] }
      if count > bestCount || (count == bestCount && four[i] < best) {
        (best, bestCount) = (four[i], count)
      }
    }
    return best
  }
}
