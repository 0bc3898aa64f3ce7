import SimpleFeatures

extension Neighbourhood {
  /// The outline of a building.
  func outline(_ building: Building, inZone: Bool = false) -> Geometry {
    let rings = building.rings
    return frame.polygon(
      [rings[0]] + rings.dropFirst().map { $0.reversed() }, inZone: inZone)
  }

  /// Layer building.
  func buildingFeatures() -> [Feature] {
    buildings.map { building in
      let block = blocks[building.block]
      var feature = Feature(
        building.id, outline(building),
        [
          "name": .text(name(of: building)), "usage": .text(building.usage),
          "height": .real(building.height), "floors": .whole(building.floors),
          "basements": .whole(building.basements), "built": .year(building.year),
          "house_number": .text("\(block.houseNumber)号"),
          "address": .text(address(of: building)),
        ])
      if block.use == .village || block.use == .oldTown { feature.properties.removeFirst() }
      return feature
    }
  }

  /// What a building is called: its institution, or its number in the estate.
  func name(of building: Building) -> String {
    let block = blocks[building.block]
    return switch building.role {
    case .fireStation: "\(block.name)消防救援站"
    case .nursingHome: "\(block.name)养老院"
    case .emergencyStore: "\(block.name)应急物资储备库"
    case .healthCentre: "\(block.name)社区卫生服务中心"
    case .substation: "110千伏\(block.name)变电站"
    case .kindergarten: "\(block.name)幼儿园"
    case .police: "\(block.name)派出所"
    case .hospital: "\(block.name)医院"
    case .school: "\(block.name)\(block.number.isMultiple(of: 2) ? "小学" : "中学")"
    case .mall: "\(block.name)广场"
    case .hotel: "\(block.name)酒店"
    case .warehouse: "\(block.name)物流仓库"
    case nil: "\(estate(block))\(building.number)栋"
    }
  }

  /// What a block is called in addresses.
  func estate(_ block: Block) -> String {
    switch block.use {
    case .towers: "\(block.name)花园"
    case .slabs: "\(block.name)小区"
    case .oldTown: "\(block.name)里"
    case .village: "\(block.name)湾"
    case .offices: "\(block.name)中心"
    case .market: "\(block.name)商业城"
    case .industry: "\(block.name)工业园"
    case .school: "\(block.name)学校"
    case .hospital: "\(block.name)医院"
    case .civic: "\(block.name)大院"
    case .campus: "\(block.name)大学"
    case .hill: "\(block.name)山公园"
    case .park, .openSpace, .basin: "\(block.name)公园"
    case .construction: "\(block.name)工地"
    }
  }

  /// The standard address of a building, from the city down to the building.
  func address(of building: Building) -> String {
    let block = blocks[building.block]
    return "\(address(of: block))\(estate(block))\(building.number)栋"
  }

  /// The standard address of a block, down to its number in the street.
  func address(of block: Block) -> String {
    let town = division.town(block.quarter)
    let community = division.communities[block.quarter]
    return "湖北省武汉市\(town.county.name)\(town.name)\(community)社区"
      + "\(block.street)\(block.houseNumber)号"
  }
}
