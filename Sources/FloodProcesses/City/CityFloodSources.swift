/// What the floods of a city are made from beside its layers.
package struct CityFloodSources: Sendable {
  /// The folder `Models`.
  package var models: String
  /// The forecast of rain; `nil` where there is none.
  package var forecast: String?

  /// The folder of models, and a NetCDF file or folder of rasters with the rain to come.
  package init(models: String, forecast: String? = nil) {
    self.models = models
    self.forecast = forecast
  }
}
