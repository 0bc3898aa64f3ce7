/// By how much two statements about one place may differ before that is reported.
///
/// They are Yutu's own and not taken from a clause of CJJ 61: each is a little more than a careful
/// survey's error, so that what is reported is worth a look.
enum SurveyTolerance {
  /// Two points nearer than this are one place, in metres.
  static let samePlaceMetres = 0.01
  /// How far the end of a drawn line may lie from its point, in metres.
  static let lineEndMetres = 0.5
  /// Between a height that is stated and the same by ground and depth, in metres.
  static let heightMetres = 0.05
  /// Between the depths of two pressure pipes that meet, in metres.
  static let pressureDepthMetres = 0.15
  /// By how much a gravity pipe may rise in the direction of its flow, in metres.
  static let riseMetres = 0.01
  /// A depth of so many metres or more may be one in centimetres.
  static let leastCentimetres = 10.0
  /// No pipe lies deeper, in metres; beyond, a depth is in centimetres.
  static let deepestMetres = 60.0
}
