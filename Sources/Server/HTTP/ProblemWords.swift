import HTTPTypes
import Messages

/// What people read of a problem in another language than English.
///
/// The catalogue's sentence for the case, with its names and numbers; where it has none, that for
/// the kind of problem. What has neither stays English, as do the answers' `english` member, failed
/// jobs, the API definition, titles of links and the log. Problems of HTTP itself (`bad-http`,
/// `bad-host`, `bad-encoding`, `headers-too-large`, `client-gone`) have none: only whoever writes a
/// client meets them.
struct ProblemWords {
  let title: String?
  let detail: String
  let hint: String?

  init?(_ problem: HTTPProblem, in catalogue: MessageCatalogue = .chinese) {
    // Several faults in one sentence are told by their kind.
    let kind = catalogue.text("problem", problem.code)
    let isList = problem.detail.contains("; ")
    let own = isList && kind != nil ? nil : catalogue.sentence(problem.detail)
    guard let detail = own ?? kind else { return nil }
    self.detail = detail
    hint =
      problem.hint.flatMap { catalogue.sentence($0) }
      ?? catalogue.text("problem-hint", problem.code)
    title = catalogue.text("status", "\(problem.status.code)")
  }
}
