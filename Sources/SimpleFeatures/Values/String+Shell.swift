extension String {
  /// The text as one word of a command that can be copied into a shell: in quotes where a blank or
  /// another of its characters would mean something there.
  public var shellQuoted: String {
    // A file of that name would be taken for an option.
    let word = hasPrefix("-") ? "./" + self : self
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
        true
      default: "_@%+=:,./-".utf8.contains(byte)
      }
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
