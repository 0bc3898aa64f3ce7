import Foundation
import SimpleFeatures

/// The file beside a city in which its server's token stands while it runs.
package struct TokenFile {
  package let path: String
  package let token: AccessToken

  /// Makes a token and writes it to `CITY.token`, readable by its owner alone.
  ///
  /// What an earlier server left there is replaced. Where nothing can be written, the file stands
  /// in a folder for files of running programs.
  package static func make(besideCity city: String) throws -> TokenFile {
    let file = TokenFile(path: city + ".token", token: .random())
    do {
      try file.write()
      return file
    } catch {
      let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? NSTemporaryDirectory()
      let name = "yutu-\(getuid())-\(ProcessInfo.processInfo.processIdentifier).token"
      let other = TokenFile(
        path: URL(fileURLWithPath: folder).appendingPathComponent(name).path, token: file.token)
      guard (try? other.write()) != nil else { throw error }
      return other
    }
  }

  /// Whole or not at all: under another name first.
  private func write() throws {
    let part = PartName.make(for: path)
    unlink(part)
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw fault(errno) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data((token.text + "\n").utf8))
      try file.close()
    } catch {
      unlink(part)
      throw fault(EIO)
    }
    guard rename(part, path) == 0 else {
      let number = errno
      unlink(part)
      throw fault(number)
    }
  }

  private func fault(_ number: Int32) -> PlainError {
    PlainError(
      message: "the token file \(path) cannot be written: \(String(cString: strerror(number)))",
      hint: "the city's folder must be writable, or name a token of your own with --token-file")
  }

  /// Removes the file, unless another server has put its own token there meanwhile.
  package func remove() {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      text.trimmingCharacters(in: .whitespacesAndNewlines) == token.text
    else { return }
    unlink(path)
  }

  /// The token that somebody chose and keeps in the file at `path`.
  ///
  /// - Throws: ``PlainError`` for a file that others can read, or that holds no token.
  package static func read(_ path: String) throws -> AccessToken {
    var status = stat()
    guard stat(path, &status) == 0, let text = try? String(contentsOfFile: path, encoding: .utf8)
    else {
      throw PlainError(
        message: "the token file \(path) cannot be read",
        hint: "openssl rand -hex 32 > \(path) && chmod 600 \(path)")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw PlainError(
        message: "others may read the token file \(path)", hint: "chmod 600 \(path)")
    }
    guard let token = AccessToken(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw PlainError(
        message: "\(path) holds no token: one line of at least \(AccessToken.leastLength) "
          + "visible ASCII characters", hint: "openssl rand -hex 32 > \(path)")
    }
    return token
  }
}
