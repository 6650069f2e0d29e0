"""Any bytes give a report, or a refusal with a sentence, and never another exception."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.files.trf import Ladder, Mode, RepairKind, Report, Unreadable, cards, parse, report_task, write
from domain.files.trf.problems import Defective
from tests.files.lines import TWO_ROUNDS, case, file
from tests.tiers import tries
from web.wording import language
from web.wording.trf import report_sentence, sentences

FILES = [case("2020_06.trf"), case("2021_03.trf"), file(*TWO_ROUNDS)]
BYTES = b" 0123456789wb-=+UHFZX|.,\n\r\t\x00\xc3\xa4\xff"


def read(data: bytes) -> Report | None:
    """Everything that may be done with a file; a refusal must have words."""
    try:
        report = parse(data)
        _use(report)
    except Unreadable as problem:
        said = report_sentence(problem, language("en"))
    else:
        return report
    assert said.endswith(".")
    return None


def _use(report: Report) -> None:
    assert all(sentences(report.repairs, language("en")))
    cards(report, report.rounds_paired)
    again = write(report)
    assert write(parse(again.encode())) == again
    report_task(report)


TELLING = {RepairKind.COUNT_DIFFERS, RepairKind.RESULT_FROM_OPPONENT, RepairKind.POINTS_MISSING}


def read_or_none(data: bytes) -> Report | None:
    try:
        return parse(data)
    except Unreadable:
        return None


@pytest.mark.parametrize("name", ["2020_06.trf", "2021_03.trf"])
def test_a_file_cut_at_any_byte_never_loses_anything_silently(name: str) -> None:
    """The part that can still be read says the same, or says what is missing."""
    data = case(name)
    whole = parse(data)
    played = cards(whole, whole.rounds_paired)
    for at in range(len(data.rstrip())):
        report = read_or_none(data[:at])
        assert (
            report is None
            or TELLING & {r.kind for r in report.repairs}
            or cards(report, report.rounds_paired) == played
        ), at


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(st.sampled_from(FILES)))
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(data) - 1))
        match draw(st.sampled_from(["replace", "remove", "insert", "double"])):
            case "replace":
                data[at] = draw(st.sampled_from(BYTES))
            case "remove":
                del data[at : at + draw(st.integers(1, 12))]
            case "insert":
                data[at:at] = bytes([draw(st.sampled_from(BYTES))])
            case _:
                data[at:at] = data[at : at + draw(st.integers(1, 200))]
        if not data:
            return b""
    return bytes(data)


@settings(deadline=None, max_examples=tries(300))
@given(damaged())
def test_a_damaged_file_is_read_or_refused(data: bytes) -> None:
    read(data)


@settings(deadline=None, max_examples=tries(200))
@given(st.binary(max_size=400))
@example(b"001    1")
@example(b"XXA")
@example("001 ٣".encode())
def test_noise_is_refused(data: bytes) -> None:
    assert read(data) is None or b"001" in data


HEADS = ["XXR", "XXC", "XXZ", "XXP", "XXA", "XXS", "BBW", "142", "152", "162", "240", "250", "260", "299", "132", "062"]


@settings(deadline=None, max_examples=tries(300))
@given(
    st.lists(
        st.tuples(st.sampled_from(HEADS), st.text(alphabet=" 0123456789.,WDLPFHZw=b+-x²", max_size=40)), max_size=4
    )
)
@example([("162", "0x0")])
def test_any_content_of_a_record_is_read_or_refused(records: list[tuple[str, str]]) -> None:
    lines = [f"{code} {text}" for code, text in records]
    read("\n".join([*lines, *TWO_ROUNDS]).encode())


@settings(deadline=None, max_examples=tries(100))
@given(st.sampled_from(FILES), st.sampled_from(["utf-8", "utf-16", "utf-16-be", "utf-32", "cp1252", "cp037"]))
def test_any_encoding_is_read_or_refused(data: bytes, encoding: str) -> None:
    read(data.decode().replace("a", "ä").encode(encoding))


@settings(deadline=None, max_examples=tries(60))
@given(damaged())
def test_strict_reading_accepts_nothing_that_lenient_reading_refuses(data: bytes) -> None:
    try:
        parse(data, Mode.STRICT)
    except Defective:
        parse(data)
    except Unreadable:
        with pytest.raises(Unreadable):
            parse(data)


@settings(deadline=None, max_examples=tries(100))
@given(damaged(), st.sampled_from(list(Ladder)))
def test_what_was_read_survives_writing_and_reading(data: bytes, ladder: Ladder) -> None:
    try:
        report = parse(data)
    except Unreadable:
        return
    once = parse(write(report, ladder).encode())
    assert write(parse(write(once, ladder).encode()), ladder) == write(once, ladder)
    assert [p.entries for p in once.players] == [p.entries for p in report.players]
