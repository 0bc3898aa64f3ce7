"""OGC 18-062r2 (OGC API Processes Part 1): jobs of Core, and the classes job-list and dismiss."""

import datetime
import json
import time

from checklist import Failure, check, each, equal, require
from executing import inputs_of
from features_formats import valid
from processes import CORE, PART, RELATION, exception, inline
from schemas import STATUS_INFO
from server import links

JOB_LIST, DISMISS = PART + "job-list", PART + "dismiss"
ENDS = ("successful", "failed", "dismissed")
# Seconds that a job may take.
PATIENCE = 60


def start(server, process, **more):
    """The status of a new job, and where it is."""
    answer = server.execute(
        process, {"inputs": inputs_of(server, process), **more}, prefer="respond-async")
    answer.must_be(201)
    place = answer.headers["Location"]
    require(place, "no Location of the job")
    status = json.loads(answer.body)
    valid(status, STATUS_INFO, "the new job")
    require(place.endswith(status["jobID"]), f"Location {place} does not lead to the job")
    return status


def ended(server, status):
    """The status of a job once it has ended."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = server.get(f"/jobs/{status['jobID']}", "application/json", fresh=True).json()
        valid(answer, STATUS_INFO, "the job")
        if answer["status"] in ENDS:
            return answer
        time.sleep(0.05)
    raise Failure(f"the job has not ended after {PATIENCE} s")


@check(CORE, "/conf/core/process-execute-auto-execution-mode",
       "With Prefer: respond-async a process becomes a job")
def as_job(server):
    each(server.executables, lambda one: start(server, one))


@check(CORE, "/conf/core/job-success", "A job tells its process, its state and when it changed")
def job(server):
    def good(one):
        status = ended(server, start(server, one))
        equal(status["processID"], one["id"], "processID")
        equal(status["status"], "successful", "status")
        require(links(status, RELATION + "results"), "no link to the results")

    each(server.executables, good)


@check(CORE, "/conf/core/job-exception-no-such-job", "Unknown jobs are told so")
def unknown_job(server):
    exception(server.get("/jobs/no-such-job"), 404, "no-such-job")


@check(CORE, "/conf/core/job-results-exception/no-such-job", "So are results of unknown jobs")
def unknown_results(server):
    exception(server.get("/jobs/no-such-job/results"), 404, "no-such-job")


@check(CORE, "/conf/core/job-results-exception/results-not-ready",
       "Results that are not ready are told so")
def not_ready(server):
    def good(one):
        status = start(server, one)
        answer = server.get(f"/jobs/{status['jobID']}/results", fresh=True)
        # One that was quick has its results.
        if answer.status != 200:
            exception(answer, 404, "result-not-ready")
        ended(server, status)

    each(server.executables, good)


@check(CORE, "/conf/core/job-results-async-document", "Results are what an answer at once is")
def results(server):
    def good(one):
        at_once = server.execute(
            one, {"inputs": inputs_of(server, one), "response": "document"}).must_be(200)
        status = ended(server, start(server, one, response="document"))
        later = server.get(f"/jobs/{status['jobID']}/results").must_be(200)
        equal(later.json(), json.loads(at_once.body), f"{one['id']}: results")

    each(server.executables, good)


@check(CORE, "/conf/core/job-results-async-raw-value-one", "One output comes as it is")
def raw_results(server):
    def good(one):
        name = next(iter(server.described(one)["outputs"]))
        status = ended(server, start(server, one, outputs={name: {}}))
        raw = server.get(f"/jobs/{status['jobID']}/results").must_be(200)
        status = ended(server, start(server, one, outputs={name: {}}, response="document"))
        document = server.get(f"/jobs/{status['jobID']}/results").json()
        equal(json.loads(raw.body), inline(document[name]), f"{one['id']}: the output {name}")

    each(server.executables, good)


# MARK: Job list


def jobs(server, query=""):
    document = server.get(f"/jobs?{query}", "application/json", fresh=True).json()
    require(links(document, "self"), "the list has no link self")
    for one in document["jobs"]:
        valid(one, STATUS_INFO, "a job")
    return document["jobs"]


@check(JOB_LIST, "/conf/job-list/job-list-success", "Jobs are listed, each with its process")
def listed(server):
    status = ended(server, start(server, server.executables[0]))
    found = {one["jobID"]: one for one in jobs(server)}
    require(status["jobID"] in found, "a new job is not in the list")
    require(all(one.get("processID") for one in found.values()), "a job has no processID")
    require(links(server.landing, RELATION + "job-list"), "the landing page has no link to it")


@check(JOB_LIST, "/conf/job-list/limit-response", "limit bounds the list")
def limited(server):
    for _ in range(2):
        ended(server, start(server, server.executables[0]))
    equal(len(jobs(server, "limit=1")), 1, "jobs with limit=1")


@check(JOB_LIST, "/conf/job-list/type-response", "type selects jobs")
def by_type(server):
    ended(server, start(server, server.executables[0]))
    found = jobs(server, "type=process")
    require(found and all(one["type"] == "process" for one in found), "other types are listed")


@check(JOB_LIST, "/conf/job-list/processID-response", "processID selects jobs")
def by_process(server):
    for one in server.executables[:2]:
        ended(server, start(server, one))
        found = jobs(server, f"processID={one['id']}")
        equal({entry["processID"] for entry in found}, {one["id"]}, "processes of the jobs")


@check(JOB_LIST, "/conf/job-list/status-response", "status selects jobs")
def by_status(server):
    ended(server, start(server, server.executables[0]))
    equal({one["status"] for one in jobs(server, "status=successful")}, {"successful"}, "states")
    equal(
        {one["status"] for one in jobs(server, "status=failed,running")} & {"successful"}, set(),
        "states that were not asked for")


@check(JOB_LIST, "/conf/job-list/datetime-response", "datetime selects jobs by when they came")
def by_time(server):
    status = ended(server, start(server, server.executables[0]))
    moment = datetime.datetime.fromisoformat(status["created"].replace("Z", "+00:00"))
    text = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    past = (moment - datetime.timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    named = lambda query: status["jobID"] in {one["jobID"] for one in jobs(server, query)}
    require(named(f"datetime={text}/.."), "a job is missing from where it came on")
    require(named(f"datetime={past}/.."), "a job is missing from the day before on")
    require(not named(f"datetime=../{past}"), "a job is listed before it came")


@check(JOB_LIST, "/conf/job-list/duration-response", "Durations select jobs")
def by_duration(server):
    status = ended(server, start(server, server.executables[0]))
    named = lambda query: status["jobID"] in {one["jobID"] for one in jobs(server, query)}
    require(named(f"maxDuration={PATIENCE}"), "a short job is missing")
    require(not named(f"minDuration={PATIENCE}"), "a short job is listed as a long one")


# MARK: Dismissal


@check(DISMISS, "/conf/dismiss/job-dismiss-success", "A job is dismissed with DELETE")
def dismissed(server):
    status = ended(server, start(server, server.executables[0]))
    path = f"/jobs/{status['jobID']}"
    answer = server.get(path, method="DELETE", fresh=True).must_be(200)
    info = json.loads(answer.body)
    valid(info, STATUS_INFO, "the dismissed job")
    equal(info["status"], "dismissed", "status")
    server.get(path + "/results", fresh=True).must_be(404, 410)
    exception(server.get("/jobs/no-such-job", method="DELETE", fresh=True), 404, "no-such-job")
