import Testing

@testable import MapStyles

@Suite("The colours of a map style")
struct PaletteTests {
  @Test("OKLCH and back is the same colour")
  func roundTrip() {
    for css in ["#000000", "#ffffff", "#1c6b78", "#d6452b", "#a8d0e6", "#e000e0", "#00ff00"] {
      #expect(OKLCHColour(css: css).css == css)
    }
  }

  @Test("Contrast is that of WCAG")
  func contrast() {
    let (black, white) = (OKLCHColour(css: "#000000"), OKLCHColour(css: "#ffffff"))
    #expect(abs(black.contrast(with: white) - 21) < 0.01)
    // #767676 on white is the well-known 4.54.
    #expect(abs(OKLCHColour(css: "#767676").contrast(with: white) - 4.54) < 0.01)
  }
}
