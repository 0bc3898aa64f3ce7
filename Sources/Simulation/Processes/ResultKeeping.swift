public import Catalog

/// Where the outputs of jobs live as layers of the one map: `OneMap` has one.
public protocol ResultKeeping: Sendable {
  /// Makes a layer of each output that is of features.
  ///
  /// - Parameters:
  ///   - title: What people call the process.
  ///   - commit: The commit that the process saw.
  /// - Returns: The ids of the layers.
  /// - Throws: Where the text of an output of features is no feature collection.
  func keep(
    _ outputs: ProcessOutputs, ofJob id: String, title: LocalisedText, commit: Int
  ) throws -> [String]

  /// Lets go of the layers of a job.
  func forget(job id: String)
}
