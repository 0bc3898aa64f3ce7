import SimpleFeatures
import Testing

@Suite("Text of others that is shown")
struct HarmlessTextTests {
  @Test("Control characters steer no terminal; lines, tabs and all else stay")
  func controls() {
    #expect("a\u{1B}[31m\u{7}\u{9B}2J\rb\u{7F}".harmless == "a�[31m��2J�b�")
    for text in ["", "武汉\t街道\nüé😀", "a%1b"] { #expect(text.harmless == text) }
  }
}
