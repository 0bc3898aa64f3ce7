import Foundation
import Synchronization

/// How Chinese characters are read: the pinyin of each, without tones, in ASCII.
///
/// ICU's transliteration gives a character's most frequent reading
/// (https://unicode-org.github.io/icu/userguide/transforms/general/); ``others`` adds those that
/// place names have beside it. ü is written both v and u, as people type it.
final class PinyinReadings: Sendable {
  static let shared = PinyinReadings()

  private let known = Mutex<[Unicode.Scalar: [[UInt8]]]>([:])

  /// The readings of one character; none for what is not Chinese.
  func readings(of character: Unicode.Scalar) -> [[UInt8]] {
    if let found = known.withLock({ $0[character] }) { return found }
    learn([character])
    return known.withLock { $0[character] ?? [] }
  }

  /// Looks up many characters at once, which takes about 0.1 ms each.
  func learn(_ characters: Set<Unicode.Scalar>) {
    let new = known.withLock { known in characters.filter { known[$0] == nil } }
    guard !new.isEmpty else { return }
    let ordered = Array(new)
    let text = ordered.map(String.init).joined(separator: "\n")
    let latin = text.applyingTransform(.mandarinToLatin, reverse: false) ?? ""
    let lines = latin.split(separator: "\n", omittingEmptySubsequences: false)
    let isWhole = lines.count == ordered.count
    known.withLock { known in
      for (index, character) in ordered.enumerated() {
        let usual = isWhole ? Self.spellings(of: lines[index]) : []
        known[character] =
          usual + Self.others[character, default: []].filter { !usual.contains($0) }
      }
    }
  }

  /// `lǜ` as lv and lu; nothing for what is no pinyin.
  private static func spellings(of reading: Substring) -> [[UInt8]] {
    let umlaut: Unicode.Scalar = "\u{308}"
    var (withV, withU): ([UInt8], [UInt8]) = ([], [])
    for scalar in String(reading).decomposedStringWithCanonicalMapping.unicodeScalars {
      if ("a"..."z").contains(scalar) {
        withV.append(UInt8(scalar.value))
        withU.append(UInt8(scalar.value))
      } else if scalar == umlaut, withV.last == UInt8(ascii: "u") {
        withV[withV.count - 1] = UInt8(ascii: "v")
      } else if !scalar.properties.isDiacritic {
        return []
      }
    }
    return withV.isEmpty ? [] : withV == withU ? [withV] : [withV, withU]
  }

  /// Readings of characters in names of places and streets beside their most frequent ones, as
  /// 长江 and 重庆 have them (Xiandai Hanyu Cidian).
  private static let others: [Unicode.Scalar: [[UInt8]]] = {
    let table = """
      长 chang zhang;重 chong zhong;行 hang xing;乐 le yue;厦 xia sha;都 du dou;朝 chao zhao
      曾 zeng ceng;单 shan dan;大 da dai;还 huan hai;区 qu ou;陂 pi bei po;六 liu lu;解 jie xie
      仇 qiu chou;车 che ju;石 shi dan;圩 wei xu;堡 bao pu bu;浒 hu xu;涌 yong chong;埔 pu bu
      蚌 beng bang;会 hui kuai;调 diao tiao;传 chuan zhuan;便 bian pian;参 can shen;藏 cang zang
      差 cha chai;盛 sheng cheng;乘 cheng sheng;澄 cheng deng;畜 chu xu;弹 dan tan;得 de dei;地 di de
      度 du duo;佛 fo fu;给 ji gei;降 jiang xiang;角 jiao jue;觉 jue jiao;劲 jin jing;壳 ke qiao
      落 luo la;勒 le lei;绿 lv lu;率 lv lu shuai;没 mei mo;模 mo mu;泊 bo po;瀑 pu bao;期 qi ji;奇 qi ji
      强 qiang jiang;色 se shai;塞 sai se;省 sheng xing;识 shi zhi;属 shu zhu;说 shuo shui;宿 su xiu
      汤 tang shang;提 ti di;尾 wei yi;尉 wei yu;遗 yi wei;吓 xia he;洗 xi xian;系 xi ji;校 xiao jiao
      血 xue xie;叶 ye xie;员 yuan yun;着 zhuo zhe;折 zhe she;种 zhong chong;柏 bai bo;薄 bo bao
      伯 bo bai;剥 bo bao;卜 bu bo;刹 cha sha;称 cheng chen;洞 dong tong;虹 hong jiang;滑 hua gu
      夹 jia ga;贾 jia gu;茄 qie jia;见 jian xian;浅 qian jian;芥 jie gai;龟 gui qiu;柜 gui ju
      弄 nong long;露 lu lou;脉 mai mo;埋 mai man;氓 meng mang;秘 mi bi;泌 mi bi;娜 na nuo;番 fan pan
      屏 ping bing;栖 qi xi;纤 xian qian;雀 que qiao;杉 shan sha;蛇 she yi;似 si shi;万 wan mo;吾 wu yu
      巷 xiang hang;削 xiao xue;钥 yao yue;仔 zai zi;择 ze zhai;枝 zhi qi;尺 chi che;句 ju gou
      荥 xing ying;歙 she xi;莘 xin shen;扎 zha za;查 cha zha;翟 zhai di;缪 miao mou;盖 gai ge
      郇 xun huan;隗 kui wei;铅 qian yan
      """
    var readings: [Unicode.Scalar: [[UInt8]]] = [:]
    for entry in table.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
      let words = entry.split(separator: " ")
      guard let character = words.first?.unicodeScalars.first else { continue }
      readings[character, default: []] += words.dropFirst().map { Array($0.utf8) }
    }
    return readings
  }()
}
