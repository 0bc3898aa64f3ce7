import Foundation

/// A small made-up city: the files of four buildings and a road, as a client gives them.
enum SmallCity {
  /// Two buildings with all attributes, one with none, one in two parts with a yard.
  static let buildings = #"""
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":"hall","properties":{"name":"市民之家","usage":"office","height":32.5,
     "floors":8,"built":"2012-05-31","address":"武汉市江岸区金桥大道117号",
     "house_number":"117","basements":null},"geometry":{"type":"Polygon","coordinates":
     [[[114.300,30.600],[114.302,30.600],[114.302,30.601],[114.300,30.601],[114.300,30.600]]]}},
    {"type":"Feature","id":"school","properties":{"name":"第一小学","usage":"school","height":18,
     "floors":4},"geometry":{"type":"Polygon","coordinates":
     [[[114.304,30.600],[114.305,30.600],[114.305,30.602],[114.304,30.602],[114.304,30.600]]]}},
    {"type":"Feature","id":"a b/ü%","properties":{},"geometry":{"type":"Polygon","coordinates":
     [[[114.306,30.600],[114.307,30.600],[114.307,30.601],[114.306,30.600]]]}},
    {"type":"Feature","id":"court","properties":{"usage":"residential","floors":4},
     "geometry":{"type":"MultiPolygon","coordinates":[
     [[[114.310,30.600],[114.314,30.600],[114.314,30.604],[114.310,30.604],[114.310,30.600]],
      [[114.311,30.601],[114.311,30.603],[114.313,30.603],[114.313,30.601],[114.311,30.601]]],
     [[[114.316,30.600],[114.317,30.600],[114.317,30.601],[114.316,30.601],[114.316,30.600]]]]}}
    ]}
    """#

  static let road = #"""
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":7,"properties":{"name":"金桥大道","class":"primary","lanes":6,
     "maxspeed":60,"bridge":true},"geometry":{"type":"LineString","coordinates":
     [[114.298,30.599],[114.318,30.599]]}}
    ]}
    """#

  /// A tile with the hall, the school and the road.
  static let tile = "/tiles/WebMercatorQuad/14/6727/13393"

  /// One square building of about 100 m, `column` squares to the east of the first.
  static func square(_ id: String, column: Int, floors: Int) -> String {
    square(id, west: 114.40 + Double(column) * 0.002, south: 30.60, floors: floors)
  }

  /// One square building of about 100 m at a place.
  static func square(_ id: String, west: Double, south: Double, floors: Int) -> String {
    let (east, north) = (west + 0.001, south + 0.001)
    return """
      {"type":"Feature","id":"\(id)","properties":{"floors":\(floors)},"geometry":{\
      "type":"Polygon","coordinates":[[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],\
      [\(west),\(north)],[\(west),\(south)]]]}}
      """
  }
}
