import Glibc

/// How many files and connections this process may have open.
package enum OpenFiles {
  /// Raises the limit as far as the system lets it; answers what holds then.
  package static func raiseLimit() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 1024
    }
    let wanted = min(limit.rlim_max, 1 << 20)
    if limit.rlim_cur < wanted {
      var raised = limit
      raised.rlim_cur = wanted
      if unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 {
        limit = raised
      }
    }
    return Int(min(limit.rlim_cur, 1 << 20))
  }
}
