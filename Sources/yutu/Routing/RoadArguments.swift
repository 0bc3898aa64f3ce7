public import ArgumentParser
public import Roads

extension RouteObjective: ExpressibleByArgument {}
extension DirectionLanguage: ExpressibleByArgument {}
