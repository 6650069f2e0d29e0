"""Metrics: health in numbers, in the text format of Prometheus.

Everything is read when it is asked for; only the latencies of appends are kept as they happen.
The page (`routes/health.py`) answers this machine alone: a collector on another one asks through a proxy.
Refused logins and requests are a number here and a line in the log, in which no password, token or link of an
invitation stands.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request

from domain.records import dataclass
from server.care.copies import Copies
from server.http.middleware import loggable
from server.live.hub import Hub
from server.notifying.outbox import Fate, Way
from server.office.tournaments import Office
from server.supervisor import Supervisor, WorkState

log = logging.getLogger("tablo.audit")

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


@dataclass(slots=True)
class Metrics:
    """One registry for each application, so that two in one process do not mix."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)
    appends: Histogram = field(init=False)
    refused_logins: Counter = field(init=False)
    refused_requests: Counter = field(init=False)
    journal_troubles: Counter = field(init=False)
    """Requests that failed because of the journal: a full disk, a database that is away, damage."""

    def __post_init__(self) -> None:
        self.appends = Histogram(
            "tablo_append_seconds", "From a decision to its being on the disk", buckets=BUCKETS, registry=self.registry
        )
        counter = partial(Counter, registry=self.registry)
        self.refused_logins = counter("tablo_refused_logins", "Passwords that did not fit")
        self.refused_requests = counter("tablo_refused_requests", "Steps at the desk that somebody may not take")
        self.journal_troubles = counter("tablo_journal_troubles", "Requests that failed because of the journal")

    def note_refused_login(self, request: Request, who: str, why: str) -> None:
        _say("login refused", request, who, why)
        self.refused_logins.inc()

    def note_refused_request(self, request: Request, who: str, why: str) -> None:
        _say("request refused", request, who, why)
        self.refused_requests.inc()

    def watch(self, office: Office, hub: Hub, copies: Copies) -> None:
        self.registry.register(LiveFigures(office, hub, copies))

    def watch_background(self, background: Supervisor, ways: Sequence[Way]) -> None:
        self.registry.register(BackgroundFigures(background, ways))


def _say(what: str, request: Request, who: str, why: str) -> None:
    address = request.client.host if request.client else "unknown"
    step = f"{request.method} {loggable(request.url.path)}"
    log.warning(what, extra={"facts": {"who": who[:60], "address": address, "what": step, "why": why}})


@dataclass(eq=False, slots=True)
class BackgroundFigures(Collector):
    background: Supervisor
    ways: Sequence[Way]

    def collect(self) -> Iterable[Metric]:
        paused = GaugeMetricFamily("tablo_work_paused", "1 from a death to the next beginning", labels=["work"])
        deaths = CounterMetricFamily("tablo_work_deaths", "Deaths of a work in the background", labels=["work"])
        for one in self.background.works.values():
            paused.add_metric([one.name], one.state is WorkState.PAUSED)
            deaths.add_metric([one.name], one.deaths)
        waiting = GaugeMetricFamily("tablo_messages_waiting", "Messages that wait for a way out", labels=["way"])
        dropped = CounterMetricFamily("tablo_messages_dropped", "Messages given up after their tries", labels=["way"])
        tries = CounterMetricFamily("tablo_message_tries", "Tries by their outcome", labels=["way", "fate"])
        for way in self.ways:
            waiting.add_metric([way.name], way.waiting)
            dropped.add_metric([way.name], way.dropped)
            for fate in Fate:
                tries.add_metric([way.name, fate.value], way.fates[fate])
        return paused, deaths, waiting, dropped, tries


@dataclass(eq=False, slots=True)
class LiveFigures(Collector):
    """Tournaments, sockets and televisions, as they are at the moment of the question."""

    office: Office
    hub: Hub
    copies: Copies

    def collect(self) -> Iterable[Metric]:
        yield GaugeMetricFamily("tablo_tournaments", "Tournaments in this journal", len(self.office))
        yield GaugeMetricFamily("tablo_tournaments_in_memory", "Tournaments in memory", len(self.office.folded))
        yield CounterMetricFamily("tablo_events", "Events of all tournaments", self.office.catalogue.positions)
        unreadable = len(self.office.unreadable)
        yield GaugeMetricFamily("tablo_unreadable_tournaments", "Tournaments whose journal cannot be read", unreadable)
        yield GaugeMetricFamily("tablo_sockets", "Followers of the live feed", self.hub.sockets)
        counters = self.hub.counters
        for name, help, value in (
            ("frames", "Frames encoded", counters.frames),
            ("deliveries", "Frames written to a follower", counters.deliveries),
            ("feed_bytes", "Bytes written to followers", counters.octets),
            ("followers", "Followers that joined", counters.joined),
            ("resumed", "Followers that went on without a snapshot", counters.resumed),
            ("slow_snapshots", "Slow followers brought up to date by a snapshot", counters.snapshots),
            ("feed_refused", "Topics refused", counters.refused),
            ("feed_failures", "Views that could not be rendered", counters.failures),
            ("copies", "Copies of the journal made at published rounds", self.copies.made),
            ("copy_failures", "Copies of the journal that could not be made", self.copies.failures),
        ):
            yield CounterMetricFamily(f"tablo_{name}", help, value)
        failing = self.copies.failing is not None
        yield GaugeMetricFamily("tablo_copies_failing", "1 from a copy that failed to the next good one", failing)
        lag = GaugeMetricFamily("tablo_screen_lag_seconds", "How late a television is", labels=["screen"])
        for name, late in self._lags().items():
            lag.add_metric([name], late / 1000)
        yield lag

    def _lags(self) -> dict[str, int]:
        """In milliseconds, of screens that the desk has named. Of two televisions of one name the later one: a
        collector takes no series twice.
        """
        lags: dict[str, int] = {}
        for screen in self.hub.screens():
            if screen.topic == f"screen/{screen.name}":
                lags[screen.name] = max(lags.get(screen.name, 0), screen.lag)
        return lags
