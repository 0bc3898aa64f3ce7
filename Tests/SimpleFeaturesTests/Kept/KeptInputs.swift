/// Texts that once stopped the reader or made it stand still, kept for good.
let keptInputs = [
  // A stray bracket after lines: the reader never got past it.
  "{\"type\":\"Feature\"}\n]",
  "{\"type\":\"Feature\"}}",
  "{}\u{1E}}\u{1E}]",
  // Byte order marks that arrive in pieces.
  "\u{FEFF}",
  "\u{FEFF}{}",
  // A backslash as the last byte.
  "{\"a\":\"\\",
  "{\"features\":[{\"a\":\"\\",
  // Nothing but what comes before a value.
  "{\"features\":[,]}",
  "{\"features\":[,",
  "{\"features\"",
  "{\"features\":",
  "{\"crs\":{\"properties\":{\"name\":",
]
