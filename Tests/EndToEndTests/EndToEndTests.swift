import Testing

// The built command, run as people run it: files in, servers asked over HTTP, real clients.
// Within a suite one test runs at a time, for each starts programs that compete for the processor;
// four suites side by side keep two cores busy while one of them waits for a feed or a page.

/// Cities: what goes in by files, lies in the city, and comes out over HTTP.
@Suite("Yutu from file to map", .serialized, .timeLimit(.minutes(12)))
struct EndToEndTests {}

/// Floods, roads, signals and parking, by command and on a served city.
@Suite("Models from file to result", .serialized, .timeLimit(.minutes(12)))
struct ModelEndToEndTests {}

/// Pages in a browser, which take the longest: alone at the end they left a core without work.
@Suite("Pages of a served city", .serialized, .timeLimit(.minutes(12)))
struct PageEndToEndTests {}

/// Other people's programs.
@Suite("Clients of a served city", .serialized, .timeLimit(.minutes(12)))
struct ClientEndToEndTests {}
