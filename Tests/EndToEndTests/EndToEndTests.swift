import Testing

/// The built command, run as people run it: files in, servers asked over HTTP, real clients.
///
/// One test at a time: each starts programs that would otherwise compete for the processor.
@Suite("Yutu from file to map", .serialized, .timeLimit(.minutes(3)))
struct EndToEndTests {}
