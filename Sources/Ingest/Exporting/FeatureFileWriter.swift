import FeatureStore

/// Writes the features of one layer into a file, one after another.
protocol FeatureFileWriter {
  /// Writes one feature; what the format cannot hold of it is counted in `losses`.
  ///
  /// - Throws: ``ImportError`` where the file cannot be written.
  func write(_ feature: StoredFeature, _ losses: inout LossTally) throws
  /// Writes what is still in memory, closes the file and sees to it that it is whole.
  func finish() throws
}
