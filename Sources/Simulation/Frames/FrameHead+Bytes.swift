import SimpleFeatures

extension FrameHead {
  /// The head as bytes; the ground as multiples of the finest resolution of what counts from it.
  func encoded() throws(SimulationError) -> [UInt8] {
    var writer = StateWriter()
    writer.put(model)
    writer.put(version)
    writer.put(seed)
    writer.put(UInt32(lattice.columns))
    writer.put(UInt32(lattice.rows))
    writer.put([lattice.originX, lattice.originY, lattice.cellWidth, lattice.cellHeight])
    writer.put(lattice.crs)
    writer.put(UInt32(fields.count))
    for field in fields {
      writer.put(field.name)
      writer.put(field.unit)
      writer.put(field.resolution)
      writer.put(field.zh)
      writer.put(field.en)
      writer.put(field.isAboveGround ? 1 as UInt8 : 0)
    }
    guard let ground, let resolution = groundResolution else {
      writer.put([UInt8]())
      return writer.bytes
    }
    let plane = try FrameCodec.plane(ground, "ground", resolution)
    writer.put(FieldCodec.encode(plane, first: nil, before: nil, ground: []))
    return writer.bytes
  }

  /// The head that the bytes are of.
  init(encoded bytes: [UInt8]) throws(SimulationError) {
    var reader = StateReader(bytes)
    let (model, version) = (try reader.getText(), try reader.getText())
    let seed = try reader.get(UInt64.self)
    let (columns, rows) = (try reader.get(UInt32.self), try reader.get(UInt32.self))
    let places = try reader.getDoubles()
    guard places.count == 4, places[2] > 0, places[3] > 0, columns > 0, rows > 0,
      UInt64(columns) * UInt64(rows) < 1 << 34
    else { throw FrameDecoder.damaged }
    let lattice = RasterLattice(
      columns: Int(columns), rows: Int(rows), originX: places[0], originY: places[1],
      cellWidth: places[2], cellHeight: places[3], crs: try reader.getText())
    var fields: [FrameField] = []
    for _ in 0..<(try reader.get(UInt32.self)) {
      fields.append(
        FrameField(
          name: try reader.getText(), unit: try reader.getText(),
          resolution: try reader.getDouble(), zh: try reader.getText(), en: try reader.getText(),
          isAboveGround: try reader.get(UInt8.self) == 1))
    }
    self.init(model: model, version: version, seed: seed, lattice: lattice, fields: fields)
    let coded = try reader.getBytes()
    guard !coded.isEmpty else { return }
    var place = 0
    let plane = FieldCodec.decode(
      coded, &place, columns: lattice.columns, rows: lattice.rows, first: nil, before: nil,
      ground: [])
    guard let plane, let resolution = groundResolution else { throw FrameDecoder.damaged }
    ground = plane.grid(lattice, resolution: resolution)
  }

  /// The finest resolution of the fields that count from the ground; `nil` where none does.
  private var groundResolution: Double? {
    fields.filter(\.isAboveGround).map(\.resolution).min()
  }
}
