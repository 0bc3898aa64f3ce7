import HTTPTypes
import Messages

/// What people read of a problem in another language than English.
///
/// The catalogue's sentence for the case, with its names and numbers; where it has none, that for
/// the kind of problem. What has neither stays English, as do the answers' `english` member, failed
/// jobs, the API definition, titles of links and the log. `bad-host`, `headers-too-large` and
/// `client-gone` have none: only whoever writes a client meets them.
struct ProblemWords {
  let title: String?
  let detail: String
  let hint: String?

  init?(_ problem: HTTPProblem, in catalogue: MessageCatalogue = .chinese) {
    // Several faults in one sentence are told by their kind.
    let kind = catalogue.text("problem", problem.code)
    let isList = problem.detail.contains("; ")
    let own = isList && kind != nil ? nil : catalogue.sentence(problem.detail, partly: false)
    guard let detail = own ?? kind else { return nil }
    self.detail = detail
    // Another hint would say other things than the English one.
    hint = problem.chineseHint ?? problem.hint.map { catalogue.sentence($0) ?? $0 }
    title = catalogue.text("status", "\(problem.status.code)")
  }
}
