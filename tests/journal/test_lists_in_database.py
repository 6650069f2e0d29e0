"""Rating lists in PostgreSQL: the same answers as from a file, and a new list while others search."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest
from msgspec import structs
from psycopg.sql import SQL, Identifier

from domain.files.encodings import Encoding
from domain.files.lists.players import ChosenColumns
from domain.words.rating_lists import FIDE, FIDE_LISTS, ListName, RatedList, RatingEntry, Speed
from server.journal import CannotWrite
from server.office.rating_lists import ListRenewal, RatingLists
from server.rating_lists import postgres
from server.rating_lists.national import NationalList
from server.rating_lists.postgres import DatabaseShelf
from server.rating_lists.reading import BadRatingList, UnreadLine, opened_list
from server.rating_lists.shelf import Shelf
from server.rating_lists.sources import ListSource, ListSources
from server.rating_lists.sqlite import FileShelf, shelf_of
from tests.desk.browsers import WORKERS
from tests.desk.file_server import serving
from tests.files.rating_lists import ANNA, LIST, text_list, zipped
from tests.journal.postgres import Cluster

TYPED = (
    "стефанова ан", "anna stef", "Stefanova, Ant", "щербаков сергей", "SERHI SHCH", "2902257", "29", "анат", "anna",
    "nobody", "stefanova a", "serhii s", "an s", "", '"*', "o'brien:* & x", "a",
)  # fmt: skip

ALMOST_ALIKE = ("Ivanov, Petar", "Ivanov, Ivan", "Petrov, Ivan", "Ivan, Ivan", "Petrov, Petar I.", "I., Petar")
WITHOUT_BEGINNINGS = SQL(
    "SELECT array_to_tsvector(array_agg(word)) FROM unnest(tsvector_to_array(words)) word WHERE strpos(word, '_') = 0"
)


def put(shelf: Shelf, path: Path, publisher: str = FIDE) -> int:
    with opened_list(path, lambda share: None) as file:
        return shelf.put(ListName(publisher, file.month), file, lambda share: None)


@pytest.fixture
def shelf(cluster: Cluster, tmp_path: Path) -> DatabaseShelf:
    shelf = DatabaseShelf(cluster.database())
    put(shelf, zipped(tmp_path, text_list()))
    return shelf


def test_a_server_with_a_database_keeps_its_lists_there(tmp_path: Path) -> None:
    assert isinstance(shelf_of(tmp_path, "postgresql:///tablo"), DatabaseShelf)
    assert isinstance(shelf_of(tmp_path), FileShelf)
    assert isinstance(shelf_of(tmp_path, f"sqlite://{tmp_path}/tablo.sqlite"), FileShelf)


@pytest.mark.parametrize(
    ("strongest", "layers"),
    [
        (3_000, ((20_000, 100_000), (500_000,))),
        (0, ((0,), ())),
        (1, ((2,), ())),
        (0, ((1, 2), (3,))),
        (0, ((3, 4), ())),
    ],
)
def test_database_and_file_find_the_same(
    cluster: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    strongest: int,
    layers: tuple[Sequence[int], Sequence[int]],
) -> None:
    monkeypatch.setattr(postgres, "STRONGEST", strongest)
    monkeypatch.setattr(postgres, "EARLY", layers[0])
    monkeypatch.setattr(postgres, "LATER", layers[1])
    shelf = DatabaseShelf(cluster.database())
    put(shelf, zipped(tmp_path, text_list()))
    in_file = FileShelf(tmp_path / "lists")
    put(in_file, zipped(tmp_path, text_list()))
    for typed in TYPED:
        for federation in ("", "RUS"):
            assert shelf.search(typed, federation) == in_file.search(typed, federation), typed
    assert shelf.by_numbers([2902257, 7, 0]) == in_file.by_numbers([2902257, 7, 0])
    assert shelf.by_whole_name("Анна Стефанова") == in_file.by_whole_name("Анна Стефанова")
    (about,), (other,) = shelf.lists(), in_file.lists()
    assert (about.name, about.players, about.skipped) == (other.name, other.players, other.skipped)
    shelf.close()


def test_a_list_that_an_older_server_has_read_is_searched(shelf: DatabaseShelf) -> None:
    table, before = "rating_list_fide_20261101000000000000", [shelf.search(typed, "RUS") for typed in TYPED]
    with shelf._opened().connection() as db:
        was = db.execute("SELECT rows_in FROM rating_lists").fetchone()
        assert was is not None
        db.execute(SQL("ALTER TABLE {} RENAME TO {}").format(Identifier(was[0]), Identifier(table)))
        db.execute(SQL("UPDATE {} SET words = ({})").format(Identifier(table), WITHOUT_BEGINNINGS))
        db.execute("UPDATE rating_lists SET rows_in = %s", (table,))
    assert [shelf.search(typed, "RUS") for typed in TYPED] == before
    shelf.close()


@pytest.mark.parametrize("typed", ["ivan ivano", "ivano ivan", "iv iv", "i i", "ivan petar", "petar iv"])
def test_one_word_of_a_name_may_be_all_that_was_typed(cluster: Cluster, tmp_path: Path, typed: str) -> None:
    shelf, in_file = DatabaseShelf(cluster.database()), FileShelf(tmp_path / "lists")
    players = [{**ANNA, "fideid": str(n), "name": name} for n, name in enumerate(ALMOST_ALIKE, 1)]
    for one in (shelf, in_file):
        put(one, zipped(tmp_path, text_list(players)))
    assert shelf.search(typed) == in_file.search(typed) != []
    shelf.close()


def test_both_shelves_keep_the_first_lines_that_could_not_be_read(shelf: DatabaseShelf, tmp_path: Path) -> None:
    in_file = FileShelf(tmp_path / "lists")
    players = [*(player for player in LIST if player is not ANNA), {**ANNA, "birthday": "May"}]
    for one in (shelf, in_file):
        put(one, zipped(tmp_path, text_list(players)))
    (about,), (other,) = shelf.lists(), in_file.lists()
    assert about.unread == other.unread == (UnreadLine(5, "birthday", "May"),)
    assert shelf.some_names() == in_file.some_names()
    assert "Karpov, Anatoly" in shelf.some_names()
    shelf.close()


def test_a_national_list_by_chosen_columns_is_the_same_in_both(shelf: DatabaseShelf, tmp_path: Path) -> None:
    path, in_file = tmp_path / "bul.csv", FileShelf(tmp_path / "lists")
    path.write_text("2712;Топалов, Веселин\n2402;Стефанова, Антоанета\n", "utf-8")
    for one in (shelf, in_file):
        national = NationalList(path, chosen=ChosenColumns({"rating": 0, "name": 1}, header=False))
        assert one.put(ListName("BUL", "2026-10"), national, lambda share: None) == 2
    assert shelf.search("topalov", publisher="BUL") == in_file.search("topalov", publisher="BUL") != []
    shelf.close()


def test_the_first_list_is_searched_while_it_is_read(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "STRONGEST", 1)
    monkeypatch.setattr(postgres, "EARLY", (1, 2))
    shelf, seen = DatabaseShelf(cluster.database()), []

    def look(share: float) -> None:
        about = shelf.about()
        found = [shelf.search(typed) != [] for typed in ("serhii", "karpov", "4100026")]
        seen.append((about.findable if about else 0, about is not None and about.whole, found))

    with opened_list(zipped(tmp_path, text_list()), lambda share: None) as file:
        shelf.put(ListName(FIDE, file.month), file, look)
    assert seen == [
        (0, False, [False, False, False]),
        (2, False, [True, False, True]),
        (4, True, [True, True, True]),
    ]
    shelf.close()


def test_a_table_of_lists_of_an_older_server_is_used(cluster: Cluster, tmp_path: Path) -> None:
    url = cluster.database()
    older = postgres.ABOUT.replace(", findable bigint", "")
    with psycopg.connect(url) as db:
        db.execute(older.encode())
    shelf = DatabaseShelf(url)
    put(shelf, zipped(tmp_path, text_list()))
    with psycopg.connect(url) as db:
        db.execute("UPDATE rating_lists SET findable = NULL")
    about = shelf.about()
    assert about is not None
    assert about.whole
    assert shelf.search("karpov") != []
    shelf.close()


def test_two_machines_have_one_list(shelf: DatabaseShelf) -> None:
    other = DatabaseShelf(shelf.url)
    assert other.name() == "FIDE 2026-11"
    assert [one.name for one in other.search("karpov")] == ["Karpov, Anatoly"]
    other.close()
    shelf.close()


def renewal(shelf: Shelf, folder: Path) -> ListRenewal:
    return ListRenewal(RatingLists(shelf, folder, WORKERS), clock=lambda: datetime(2026, 11, 23, 9, tzinfo=UTC))


def test_addresses_and_order_that_one_machine_keeps_hold_on_all(shelf: DatabaseShelf, tmp_path: Path) -> None:
    one, other = (renewal(its, tmp_path / name) for its, name in ((shelf, "one"), (DatabaseShelf(shelf.url), "other")))
    assert other.order(Speed.STANDARD) == (*FIDE_LISTS,)
    one.keep({FIDE: "https://fide.example/list.zip", "BUL": "https://bul.example/list.csv"}, daily=True)
    other.keep_orders({Speed.STANDARD: [RatedList(FIDE, Speed.BLITZ)]})
    other.columns_chosen("BUL", ChosenColumns({"name": 1}, header=False), Encoding.CYRILLIC)
    assert one.order(Speed.STANDARD) == (RatedList(FIDE, Speed.BLITZ),)
    kept = one.sources()
    assert kept == other.sources()
    assert (kept.daily, [source.publisher for source in kept.sources], kept.named("BUL")) == (
        True,
        [FIDE, "BUL"],
        ListSource("BUL", "https://bul.example/list.csv", places={"name": 1}, heads=False, encoding=Encoding.CYRILLIC),
    )
    assert list(tmp_path.glob("*/sources.json")) == []
    for machine in (one, other):
        machine.lists.shelf.close()


def test_two_machines_that_change_the_sources_at_once_lose_nothing(shelf: DatabaseShelf) -> None:
    other = DatabaseShelf(shelf.url)

    def adding(its: Shelf, publisher: str) -> None:
        for number in range(20):
            added = ListSource(f"{publisher}{number}", "https://lists.example")
            its.change_sources(lambda known, added=added: structs.replace(known, sources=(*known.sources, added)))

    threads = [Thread(target=adding, args=pair) for pair in ((shelf, "A"), (other, "B"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {one.publisher for one in shelf.sources().sources} == {f"{who}{n}" for who in "AB" for n in range(20)}
    other.close()
    shelf.close()


async def test_a_list_that_is_a_day_old_is_fetched_by_one_machine(shelf: DatabaseShelf, tmp_path: Path) -> None:
    with serving({}) as served:
        machines = [renewal(its, tmp_path / name) for its, name in ((shelf, "one"), (DatabaseShelf(shelf.url), "two"))]
        machines[0].keep({FIDE: f"{served.url}/list.zip"}, daily=True)
        for machine in machines:
            await machine.renew_old_ones()
        for machine in machines:
            await machine.ended()
            machine.lists.shelf.close()
        assert len(served.heard) == 1


def test_sources_that_cannot_be_kept_are_said(tmp_path: Path) -> None:
    away = renewal(DatabaseShelf("postgresql:///tablo?host=/nowhere"), tmp_path)
    assert away.sources() == ListSources()
    with pytest.raises(CannotWrite):
        away.keep_orders({})


def test_a_list_that_was_cut_off_leaves_the_old_one(shelf: DatabaseShelf, tmp_path: Path) -> None:
    with pytest.raises(BadRatingList):
        put(shelf, zipped(tmp_path, text_list(LIST[:1])))
    assert len(shelf.by_numbers(int(one["fideid"]) for one in LIST)) == len(LIST)
    shelf.close()


def test_a_new_list_comes_while_others_search(shelf: DatabaseShelf, tmp_path: Path) -> None:
    stop, found = Event(), set[tuple[RatingEntry, ...]]()

    def searching() -> None:
        while not stop.is_set():
            found.add(tuple(shelf.search("stefanova")))

    thread = Thread(target=searching)
    thread.start()
    try:
        for _ in range(5):
            put(shelf, zipped(tmp_path, text_list()))
    finally:
        stop.set()
        thread.join()
    assert len(found) == 1
    with shelf._opened().connection() as db:
        tables = db.execute("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'rating_players_fide%'").fetchone()
    assert tables == (1,)
    shelf.close()


def test_lists_of_earlier_months_stay_beside_the_newest_in_both(cluster: Cluster, tmp_path: Path) -> None:
    shelf, in_file = DatabaseShelf(cluster.database()), FileShelf(tmp_path / "lists")
    for number, month in enumerate(("2026-08", "2026-09", "2026-10", "2026-11", "2026-11"), 2400):
        path = zipped(tmp_path, text_list([{**LIST[0], "rating": str(number)}]))
        for one in (shelf, in_file):
            with opened_list(path, lambda share: None) as file:
                one.put(ListName(FIDE, month), file, lambda share: None)
    for one in (shelf, in_file):
        assert (one.name(), one.months_kept(FIDE)) == ("FIDE 2026-11", ["2026-09", "2026-10"])
        assert [str(about.name) for about in one.lists()] == ["FIDE 2026-11"]
        marks = [one.valid_in(FIDE, month) for month in ("2026-12", "2026-11", "2026-10", "2026-07")]
        assert marks == ["FIDE", "FIDE", "FIDE@2026-10", "FIDE@2026-09"]
        assert [one.by_numbers([2902257], mark)[2902257].standard for mark in marks] == [2404, 2404, 2402, 2401]
        assert one.name(marks[2]) == "FIDE 2026-10"
        assert one.by_whole_name("Antoaneta Stefanova", marks[2])[0].standard == 2402
    shelf.close()


def test_a_database_that_does_not_answer_is_a_shelf_without_lists() -> None:
    away = DatabaseShelf("postgresql:///tablo?host=/nowhere")
    assert (away.lists(), away.search("karpov"), away.name()) == ([], [], "")
