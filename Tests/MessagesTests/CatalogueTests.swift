import Messages
import Testing

@Suite("What people are told, in their language")
struct CatalogueTests {
  private static let deep = BilingualText.joined(zh: "井底过高", en: "the bottom is too high")

  private let catalogue = MessageCatalogue(
    POFile.entries(
      """
      msgid ""
      msgstr "Language: zh\\n"

      msgid "the city has no layer \\"%1\\""
      msgstr "城市中没有图层“%1”"

      msgid "%1 layer"
      msgid_plural "%1 layers"
      msgstr[0] "%1 个图层"

      msgid "%1 without fault, %2"
      msgstr "%{1}无误，%{2}"

      msgid "the field %1 of %2 is empty"
      msgstr "%2 的字段 %1 为空"

      msgid "%1 must be a list, not %2"
      msgstr "%{1} 须为列表，而不是 %{2}"

      msgid "%1: %2/%3: %4: %5 (%6)"
      msgstr "%1：%2/%3：%{4}：%{5}（%6）"

      msgid "the rule `%1`"
      msgstr "规则 `%1`"

      msgid "text"
      msgstr "文本"

      msgid "record %1: %2 (%3)"
      msgstr "第 %1 条记录：%{2}（%{3}）"

      msgid "%1 layer (%2)"
      msgid_plural "%1 layers (%2)"
      msgstr[0] "%1 个图层（%2）"

      msgctxt "label"
      msgid "error: "
      msgstr "错误："

      msgid "%1 has no layer \\"%2\\""
      msgstr "%1 没有图层“%2”"

      msgctxt "problem"
      msgid "unknown-layer"
      msgstr "没有这个图层"

      #, fuzzy
      msgid "stop"
      msgstr "停"
      """))

  @Test(
    "A sentence keeps its names and numbers, in the order of the other language",
    arguments: [
      ("the city has no layer \"bilding\"", "城市中没有图层“bilding”"),
      ("error: the city has no layer \"a\"", "错误：城市中没有图层“a”"),
      ("a.yml:3:7: error: 1 layer", "a.yml:3:7：错误：1 个图层"),
      ("the field a of b is empty", "b 的字段 a 为空"),
      ("1 layer", "1 个图层"), ("12 layers", "12 个图层"),
      ("3 layers without fault, 1 fault", "3 个图层无误，1 fault"),
      // Spaces part Chinese from other letters alone.
      ("`a` must be a list, not text", "`a` 须为列表，而不是文本"),
      ("the rule `a` must be a list, not `b`", "规则 `a` 须为列表，而不是 `b`"),
      // What a layer file says in both languages.
      (Self.deep, "井底过高"),
      (
        "error: a.yml:3:5: a/deep: \(Self.deep): 1 layer (b)",
        "错误：a.yml:3:5：a/deep：井底过高：1 个图层（b）"
      ),
      // Of two brackets, the one that the last closes.
      ("record 1: far outside a (b) (1 layer (c))", "第 1 条记录：far outside a (b)（1 个图层（c））"),
      // What somebody calls a thing is told as it is, whatever it looks like.
      ("the field 12 layers of 1 layer is empty", "1 layer 的字段 12 layers 为空"),
      ("the city has no layer \"12 layers\"", "城市中没有图层“12 layers”"),
      ("all layers", "all layers"), ("stop", "stop"), ("nothing like it", "nothing like it"),
    ])
  func sentences(english: String, chinese: String) {
    #expect(catalogue.translated(english) == chinese)
  }

  @Test("Of what a layer file says in both languages, one is told")
  func bilingual() {
    let line = "pipe.yml:3:5: pipe/deep: \(Self.deep): 2 features; \(Self.deep)"
    #expect(
      BilingualText.told(line, in: .english)
        == "pipe.yml:3:5: pipe/deep: the bottom is too high: 2 features; the bottom is too high")
    #expect(
      BilingualText.told(line, in: .chinese) == "pipe.yml:3:5: pipe/deep: 井底过高: 2 features; 井底过高")
    #expect(BilingualText.both(Self.deep) == "井底过高 / the bottom is too high")
    #expect(BilingualText.joined(zh: "北区 / North", en: "北区 / North") == "北区 / North")
  }

  @Test(
    "What somebody calls a thing is told whole",
    arguments: [
      "there is no file 数据/a.csv", "1 / 2", "消火栓: a / b", "there is no city file 北区 / North.city",
      "north/old: 北区 / North: 2 features", "the text is 学校 / School: choose another",
      "a mark\u{2063} of one's own",
    ])
  func slashes(text: String) {
    #expect(BilingualText.told(text, in: .english) == text)
  }

  @Test(
    "A name of many marks is told at once, and a very long one as it is", .timeLimit(.minutes(1)))
  func manyMarks() {
    let name = String(repeating: "; ? , : ", count: 900)
    #expect(MessageCatalogue.chinese.sentence("there is no city file \(name)") != nil)
    let long = "there is no city file " + String(repeating: "a, ", count: 30_000)
    #expect(MessageCatalogue.chinese.translated(long) == long)
  }

  @Test("A problem without a sentence of its own has the words of its code")
  func codes() {
    #expect(catalogue.text("problem", "unknown-layer") == "没有这个图层")
    #expect(catalogue.text("problem", "none") == nil)
  }

  @Test(
    "The language is the one that the environment asks for, English for any but Chinese",
    arguments: [
      (["LANG": "zh_CN.UTF-8"], Language.chinese), (["LANG": "fr_FR.UTF-8"], .english),
      ([:], .english),
      (["LANG": "zh_CN.UTF-8", "LC_ALL": "C"], .english), (["LC_MESSAGES": "zh_CN"], .chinese),
      (["LANG": "zh_CN", "LC_MESSAGES": "POSIX"], .english),
      (["LC_ALL": "", "LANG": "zh"], .chinese),
      (["LANG": "en_US.UTF-8", "YUTU_LANG": "zh"], .chinese),
      (["LANG": "zh_CN.UTF-8", "YUTU_LANG": "en"], .english), (["LANG": "zha"], .english),
    ])
  func environment(variables: [String: String], language: Language) {
    #expect(Language(environment: variables) == language)
  }
}

@Suite("The Chinese catalogue")
struct ChineseTests {
  @Test("Each sentence is recognised as itself, whatever stands at its places")
  func sentences() {
    for entry in Repository.catalogue where entry.context == nil {
      for form in [entry.english, entry.plural].compactMap({ $0 }) {
        guard entry.plural != nil || Template(form).isSentence else { continue }
        let touching = form.matches(of: #/%\d+%(\d+)/#).map { String($0.output.1) }
        let sample = { (text: String) in
          (1...13).reversed().reduce(text) {
            let word = touching.contains("\($1)") ? ", x\($1)" : "x\($1)"
            let filling = entry.plural != nil && $1 == 1 ? "7" : word
            return $0.replacing("%{\($1)}", with: filling).replacing("%\($1)", with: filling)
          }
        }
        #expect(
          MessageCatalogue.chinese.sentence(sample(form)) == sample(entry.translation),
          "zh.po:\(entry.line)")
      }
    }
  }
}
