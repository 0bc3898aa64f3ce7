import SimpleFeatures

/// Why the sample city was not made.
package struct SampleCityError: ExplainedError {
  package var message: String
  package var hint: String?
}
