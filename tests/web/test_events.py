"""Every event is a sentence that names who, what was before and what is after."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain import events as e
from domain.tournament import replay
from domain.words.choices.boards import BoardPlan, KeptBoard, PlayingRoom
from domain.words.choices.broadcasts import Broadcast
from domain.words.choices.bulletins import Bulletin, BulletinKind, BulletinText
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.choices.conditions import EntryConditions
from domain.words.choices.faces import EventFace, FacePicture, PictureType
from domain.words.choices.fees import CategoryFee, EntryFees, FeeChange, FeePayment, PaymentWay
from domain.words.choices.handicap import ClockTime, HandicapStep
from domain.words.choices.photos import PhotoRules
from domain.words.choices.publication import ALL_BY_HAND, PublicationPlan, PublicationTime
from domain.words.choices.self_help import NO_SELF_HELP, ByeWay, SelfHelp
from domain.words.choices.team_scores import NO_TEAM_SCORES, TeamsBy, TeamScoring
from domain.words.festivals import Qualifier
from domain.words.games import Bye, Colour, ExtraGame, GameKind, Result, Scoring, SettledBy
from domain.words.mended import Mended
from domain.words.options import ApartBy, ByeRule, NumbersBy, OddField, OrderGone, RoundRobinOptions, SwissOptions
from domain.words.players import EntrantId, Player, PlayerId, Sex
from domain.words.rating_lists import PeriodRating
from domain.words.regulations import Details, Entrants, Format, Regulations, Visibility
from domain.words.teams import Team, TeamId
from projections.lists.history import HistoryRow
from projections.moment.people import People, members, people
from tests.crosstable import history as events_of
from tests.team_events import team_events
from tests.web.pseudo import speaking, wide_catalogue
from tests.web.reading import plain_words
from web.wording import language
from web.wording.events import event_in_words

ENGLISH = language("en")
A, B = PlayerId(1), PlayerId(2)
TEAM = Team(TeamId(EntrantId(3)), "Sofia", squad=(A, B))
BOARDS = (e.Board(1, A, B),)
LOGO = FacePicture("0" * 64, PictureType.PNG, 300, 120, "Levski")

PAYMENT = FeePayment(7, 2500, PaymentWay.CARD, "2026-11-29", "Anna", "EUR")
NEWS = Bulletin(BulletinKind.NEWS, (BulletinText("en", "Round 5 is moved"),), "2026-11-29T10:00")

SENTENCES: dict[type[e.Event], tuple[e.Event, str]] = {
    type(event): (event, sentence)
    for event, sentence in (
        (e.TournamentAnnounced(Details("Open"), Regulations(rounds=7)), "Announced: Open, 7 rounds"),
        (e.TournamentAnnounced(Details("Six"), Regulations(format=Format.ROUND_ROBIN)), "Announced: Six, round robin"),
        (e.VisibilityChanged(Visibility.PUBLIC), "Everybody may see the tournament from now on"),
        (e.TournamentArchived(), "Put into the archive"),
        (e.TournamentTakenFromArchive(), "Taken from the archive"),
        (e.TournamentThrownAway("a trial"), "Tournament thrown away"),
        (e.TournamentHandedOff("a1", "the laptop"), "Handed off to the laptop: played there until it comes back"),
        (e.HandoffEnded("a1"), "Came back from the other machine"),
        (e.HandoffEnded("a1", forced=True), "Taken back by force: what the other machine wrote counts no more"),
        (e.DetailsAmended(Details("Open", city="Plovdiv")), "Announcement changed: City Sofia → Plovdiv"),
        (e.RegulationsAmended(Regulations(rounds=7), 0), "Regulations changed: Number of rounds 9 → 7"),
        (e.TournamentImported("a.trf", "00", mended=(Mended("vega-dialect"),)), "Read from the file a.trf (1 repair)"),
        (e.PairsProhibited(((A, B),), 0), "Not to be paired with each other: Alice, Bob"),
        (
            e.FideModeLeft(2, "regulations-changed"),
            "FIDE mode left for good: the regulations were changed after the start",
        ),
        (e.BulletinWritten(3, NEWS), "Entry 3 of news and documents: “Round 5 is moved”"),
        (e.BulletinWritten(3, NEWS, True), "Entry 3 of news and documents: “Round 5 is moved”; phones are told"),
        (e.BulletinWithdrawn(3), "Withdrawn from news and documents: entry 3"),
        (
            e.FaceDrafted(EventFace("#14523d", LOGO, (LOGO,), LOGO)),
            "Face of the event drafted: colour #14523d, logo “Levski”, sponsors: Levski, poster “Levski”",
        ),
        (e.FaceShown(EventFace()), "Face of the event shown to everybody: nothing"),
        (e.TournamentClosed(), "Tournament closed; the table is final"),
        (e.TournamentReopened("a protest"), "Tournament opened again"),
        (e.PlayerRegistered(Player(A, "Alice", 2100), 3), "Alice (2100) registered, plays from round 3"),
        (e.PlayerDetailsAmended(Player(A, "Alice", sex=Sex.WOMAN)), "Details of Alice changed: Sex – → w"),
        (e.PlayerRegistered(Player(A, "Alice", 2240), 1, "Ingo 75"), "Alice (2240, from Ingo 75) registered"),
        (e.PlayerDetailsAmended(Player(A, "Alice"), "FIDE 2026-11"), "Rating of Alice is from FIDE 2026-11"),
        (e.RatingCorrected(A, 2110, 2100, 4), "Rating of Alice corrected: 2100 → 2110, counts from round 4"),
        (e.PlayerWithdrawn(A, 3), "Alice withdrawn from round 3 on"),
        (e.PlayerExpelled(A, 3), "Alice expelled from round 3 on"),
        (e.EqualsOrdered((B, A)), "Order of equals set by the arbiter: Bob, Alice"),
        (
            e.OutsideValuesGiven((e.OutsideValue(B, 3), e.OutsideValue(A, 1))),
            "Points of the play-off: Bob 1½, Alice ½",
        ),
        (e.PlayerReadmitted(A, 4), "Alice readmitted from round 4 on"),
        (e.PlayerAnonymised(A), "Alice is no longer published by name"),
        (e.PhotoKept(A, "a" * 64), "Alice has a photo"),
        (e.PhotoRemoved(A), "Alice: photo taken away"),
        (e.PhotosAllowed(PhotoRules()), "Photos of players are shown at the desk alone"),
        (e.PhotosAllowed(PhotoRules(shown=True)), "Photos of players are shown to everybody, without juniors"),
        (
            e.PhotosAllowed(PhotoRules(shown=True, juniors=True)),
            "Photos of players are shown to everybody, with juniors",
        ),
        (e.ByeGranted(A, 2, Bye.HALF), "Alice: half-point bye in round 2"),
        (
            e.SelfRegistrationOpened(40, "2026-11-28"),
            "Self-registration open for at most 40 entrants until 28 November 2026",
        ),
        (e.SelfRegistrationClosed(), "Self-registration closed"),
        (e.EntrantCheckedIn(A), "Alice checked in"),
        (e.CheckInUndone(A), "Alice: check-in taken back"),
        (e.ByeRevoked(A, 2), "Alice: bye in round 2 taken back"),
        (e.PointsAdjusted(A, 2, -1, 4, "phone"), "Alice: ½ taken away in round 2 by the arbiter (phone)"),
        (
            e.StartingPointsCorrected(A, 9, 6, 4, "a new list"),
            "Starting points of Alice corrected: 3 → 4½, count from round 4",
        ),
        (
            e.IllegalMoveNoted(1, 1, 1, Colour.WHITE, "2026-12-04T15:07"),
            "Round 1, board 1 (Alice – Bob): an illegal move of White noted",
        ),
        (
            e.IllegalMoveTakenBack(1, 1, 1, Colour.BLACK),
            "Round 1, board 1 (Alice – Bob): an illegal move of Black taken back",
        ),
        (e.ArmageddonDecided(1, 2, A, 1, 2), "Round 1, board 2: Alice won the Armageddon"),
        (e.ArmageddonDecided(1, 2, None, 1, 2), "Round 1, board 2: the Armageddon is taken back"),
        (e.ArmageddonLeftOut(1, 2, 2), "Round 1, board 2: no Armageddon was played"),
        (e.PointsAdjusted(A, 2, 3, 4), "Alice: 1½ given in round 2 by the arbiter"),
        (
            e.EntrantsQualified("group-a", 17, (Qualifier(A, 1, 5, B), Qualifier(B, 2, 0, A))),
            "Qualified in group-a: Bob (brings 2½), Alice",
        ),
        (
            e.QualificationAccepted("group-a", 19, (Qualifier(A, 1),), "the final has begun"),
            "Entrants from group-a stay as they are, whatever was corrected there",
        ),
        (e.HalfPointByesBarred(A), "Alice has no half-point byes any more"),
        (e.HalfPointByesAllowed(A), "Alice may have half-point byes again"),
        (e.TeamRegistered(TEAM), "Team Sofia registered (2 players)"),
        (e.TeamDetailsAmended(TEAM), "Team Sofia changed; its players: Alice, Bob"),
        (e.PlayerTransferred(A, TEAM.id, TeamId(EntrantId(4))), "Alice goes from player 3 to player 4"),
        (e.LineupGiven(2, TEAM.id, (B, A)), "Round 2: team player 3 plays with Bob, Alice"),
        (e.LineupsShown(2), "Lineups of round 2 shown to everybody"),
        (e.InitialColourDrawn(Colour.BLACK, "x7"), "Lot drawn: number 1 begins with Black (seed x7)"),
        (e.PairingNumbersIssued((A, B)), "Pairing numbers issued to 2 players"),
        (e.StartPositionDrawn(2, 518, "x7"), "Start position of round 2 drawn: 518, RNBQKBNR (seed x7)"),
        (e.PairingNumbersExchanged(A, B), "Alice and Bob exchange pairing numbers"),
        (e.LotsDrawn("x7", (A, B)), "Lots drawn between equals (seed x7)"),
        (
            e.RoundPaired(1, BOARDS, None, (A, B), "dutch-1998", "1.0", 4),
            "Draft of round 1: 1 board, paired by Swiss, FIDE Dutch system of 1998 (C.04.1 until 2011)",
        ),
        (e.RoundPublished(1), "Round 1 published"),
        (e.RoundWithdrawn(1, "fire alarm", overridden=True), "Round 1 taken back although it had begun"),
        (e.DraftDiscarded(1), "Draft of round 1 thrown away"),
        (e.BoardsAltered(1, BOARDS, None, "ill", ("B.1",)), "Boards of round 1 altered by hand against B.1"),
        (
            e.BoardsAltered(1, BOARDS, None, "", latecomer=B),
            "Bob came late to round 1 and plays Alice, who had the bye: board 1",
        ),
        (e.HandPairingBegun(1), "Pairing of round 1 by hand begun"),
        (
            e.HandPairingEnded(1, "dutch-2026", "1", BOARDS, None, (1, 2)),
            "Pairing of round 1 by hand ended; Swiss, FIDE Dutch system of 2026 (C.04.3) pairs boards 1, 2 otherwise",
        ),
        (e.RoundClosed(1), "Round 1 closed"),
        (e.ResultRecorded(1, 1, Result.DRAW), "Round 1, board 1 (Alice – Bob): ½ – ½"),
        (e.ResultCleared(1, 1, Result.DRAW), "Round 1, board 1 (Alice – Bob): ½ – ½ taken out again"),
        (
            e.ResultCorrected(1, 1, Result.WHITE_WINS, Result.DRAW, 3, "misread"),
            "Round 1, board 1 (Alice – Bob): corrected ½ – ½ → 1 – 0, counts from round 3",
        ),
        (
            e.ResultCorrectedForRating(1, 1, Result.WHITE_WINS, Result.DRAW, "too late"),
            "Round 1, board 1 (Alice – Bob): corrected for the rating report only, ½ – ½ → 1 – 0",
        ),
        (
            e.ColoursCorrected(1, 1, 2, "swapped"),
            "Round 1, board 1 (Alice – Bob): colours corrected, counts from round 2",
        ),
        (
            e.GamesReseated(1, (e.PlayedGame(1, B, A, Result.DRAW),), 2, "wrong board"),
            "Round 1 was played as 1: Bob – Alice ½ – ½, counts from round 2",
        ),
        (
            e.ResultReported(1, 1, Colour.WHITE, Result.DRAW),
            "Round 1, board 1 (Alice – Bob): White reports ½ – ½",
        ),
        (e.PlayerReportsAllowed(True), "Players report their results"),
        (
            e.SelfHelpAllowed(SelfHelp(check_in=True, byes=ByeWay.ASK)),
            "Players may by links of their own: check in and ask for byes",
        ),
        (e.SelfHelpAllowed(NO_SELF_HELP), "Players do nothing by links of their own but report"),
        (
            e.EntryConditionsSet(EntryConditions("U18&W|U2000", enforced=True)),
            "Only these may enter: 18 years old or younger and women or rated below 2000",
        ),
        (
            e.EntryConditionsSet(EntryConditions("fed:BUL")),
            "The arbiter is warned when others enter than these: of the federation BUL",
        ),
        (e.EntryConditionsSet(EntryConditions()), "Everybody may enter"),
        (e.EntryFeesSet(EntryFees(2500, (CategoryFee("U18", 1000),))), "Entry fees: 10 € and 25 €"),
        (
            e.EntryFeesSet(EntryFees(2500, changes=(FeeChange("2026-12-02", "", 4000),))),
            "Entry fees: 25 € and 40 €",
        ),
        (e.EntryFeesSet(EntryFees()), "No entry fee"),
        (e.OwnFeeSet(B, 0, "plays first board"), "Bob has a fee of their own"),
        (e.OwnFeeSet(B, None), "Bob pays the fee of their category again"),
        (e.PaymentMade(B, PAYMENT), "Bob: 25 € of the fee paid, by card, receipt 7"),
        (e.PaymentMade(B, replace(PAYMENT, cents=-550)), "Bob: 5.50 € of the fee given back, by card, receipt 7"),
        (e.PaymentCancelled(B, 7, "mistake"), "Bob: receipt 7 cancelled"),
        (e.EntryWaitlisted(Player(B, "Bob")), "Bob waits for a place"),
        (e.WaitingEntryEnded(A), "Alice no longer waits for a place"),
        (
            e.SelfRegistrationOpened(40, waiting_list=True),
            "Self-registration open for at most 40 entrants, with a waiting list",
        ),
        (e.ByeRequested(A, 2, Bye.HALF), "Alice asks for a half-point bye in round 2"),
        (e.ByeRequestTakenBack(A, 2), "Alice no longer asks for a bye in round 2"),
        (e.ByeDeclined(A, 2), "Alice: no bye granted in round 2"),
        (e.OwnLinkRenewed(A), "Alice has a new link of their own; those before open nothing any more"),
        (e.PlayerGamesAllowed(True), "Players send the moves of their games"),
        (
            e.BoardAddressesSet(("https://boards.example.org/games.pgn",)),
            "Live boards are looked up at https://boards.example.org/games.pgn",
        ),
        (
            e.BoardsPlanned(BoardPlan((KeptBoard(EntrantId(1), 3),), (7, 8), (PlayingRoom("Library", 41),))),
            "Boards planned: Alice keeps board 3; left out: 7 and 8; Library from board 41",
        ),
        (
            e.TeamScoringSet(TeamScoring(TeamsBy.CLUB, 4)),
            "Scores of teams: of clubs. Points of the best 4 players of each; equals go by the sum of places, "
            "then by the best player",
        ),
        (e.TeamScoringSet(NO_TEAM_SCORES), "No scores of teams"),
        (
            e.PublicationPlanned(PublicationPlan(30, (PublicationTime(2, "2026-11-21T09:00"), PublicationTime(3, "")))),
            "Rounds published by the clock: 30 minutes before each start; round 2: Sat 21 Nov, 09:00; round 3 by hand",
        ),
        (e.PublicationPlanned(ALL_BY_HAND), "No round is published by the clock"),
        (e.DefaultTimeSet(1), "Default time: 1 minute"),
        (e.DefaultTimeSet(None), "No default time"),
        (
            e.HandicapSet((HandicapStep(200, ClockTime(270, 2), ClockTime(480)),)),
            "Handicap by difference of ratings: 200: 4′30″ + 2″ – 8′",
        ),
        (e.HandicapSet(), "No handicap"),
        (e.ArenaBegun("2026-11-29T13:30"), "The arena goes on until Sun 29 Nov, 13:30"),
        (e.ArenaEnded(), "The arena is over: no game begins any more"),
        (e.ArenaGamesBegun(2, (e.Board(7, B, A),), "1"), "Games begin: board 7: Bob – Alice"),
        (e.ArenaGameTakenBack(2, 7), "The game at board 7 is taken back (round 2)"),
        (e.ArenaPauseSet((A,), paused=True), "Pause: Alice"),
        (e.ArenaPauseSet((A, B), paused=False), "Back from a pause: Alice; Bob"),
        (e.RoundPublished(2, by_clock=True), "Round 2 published by the clock"),
        (e.BoardsPlanned(BoardPlan()), "Boards from 1 on, in one room"),
        (
            e.PeriodRatingsTaken(5, (PeriodRating(A, 2110),), "FIDE 2026-12"),
            "Ratings from round 5 on by FIDE 2026-12: 1 player has another one",
        ),
        (e.BroadcastSet(Broadcast(minutes=15)), "Live games are shown 15 minutes later"),
        (e.ChancesShown(ChancesFor.OFF, 1, OpenGames.DRAWN), "Nobody is shown what comes next"),
        (
            e.ChancesShown(ChancesFor.DESK, 1, OpenGames.OPEN),
            "What comes next is shown at the desk alone; open games count as nothing yet",
        ),
        (
            e.ChancesShown(ChancesFor.PUBLIC, 5, OpenGames.RATING),
            "What comes next is shown to everybody from round 5 on; open games count as won by the higher rating",
        ),
        (e.ResultDisputed(1, 1, Result.BLACK_WINS), "Round 1, board 1 (Alice – Bob): disputed, 0 – 1 was claimed"),
        (
            e.DisputeSettled(1, 1, Result.DRAW, Result.DRAW),
            "Round 1, board 1 (Alice – Bob): dispute settled, ½ – ½ stands",
        ),
        (e.GameAdjourned(1, 1), "Round 1, board 1 (Alice – Bob): adjourned"),
        (
            e.AdjournedGameFinished(1, 1, Result.DRAW),
            "Round 1, board 1 (Alice – Bob): adjourned game finished, ½ – ½",
        ),
        (
            e.GamesAdded(1, 1, (ExtraGame(2, A, B, GameKind.RAPID), ExtraGame(3, B, A, GameKind.RAPID))),
            "Round 1, board 1 (Alice – Bob): level, 2 rapid games",
        ),
        (
            e.MatchSettled(1, 1, B, SettledBy.LOTS, "x7"),
            "Round 1, board 1 (Alice – Bob): lots drawn, Bob goes on (seed x7)",
        ),
        (e.PlayoffHeld("play-off", 1, (A, B)), "Play-off for place 1 held: Alice, Bob"),
        (
            e.PlayoffDeclared("open", 40, 1, (A, B)),
            "Play-off for place 1 of open, by tie-break: Alice, Bob",
        ),
        (
            e.PlayoffStageOpened("two/armageddon", (B, A), "x7", 3),
            "Lots drawn for Armageddon, 5 min against 4: Bob, Alice (seed x7)",
        ),
        (
            e.PlayoffStageOpened("two/armageddon", (B, A), "x7", 3, white=A),
            "Bob won the lot for Armageddon, 5 min against 4 and chose: Alice has White",
        ),
        (e.MovesCounted(1, 1, 61), "Round 1, board 1 (Alice – Bob): 61 half-moves on the score sheet"),
        (e.GameArbiterAssigned(1, 1, "Anna"), "Round 1, board 1: Anna watches the game"),
        (
            e.PanelRuled(1, 1, ("Bea", "Carl", "Dora"), "the flag fell first"),
            "Round 1, board 1: ruled by Bea, Carl, Dora: the flag fell first",
        ),
        (e.LongerControlAgreed("Eva", "Anna", "10 + 5"), "Longer games agreed by Eva and Anna: 10 + 5"),
        (
            e.PlayoffDecided("play-off", 12, (B, A), ("armageddon", "armageddon")),
            "Play-off decided, by Armageddon: Bob, Alice",
        ),
        (
            e.PlayoffReopened("play-off", 14, cause=OrderGone.OTHERS_TIED),
            "The order of the play-off play-off does not stand any more: those who played it are not the ones who are "
            "level now",
        ),
        (e.PlayoffReopened("play-off", 14), "The order of the play-off play-off does not stand any more: it goes on"),
        (e.PrizesAnnounced((e.Prize("1st", 50000),)), "Prizes announced: 1 prize, 500 € in all"),
        (e.EventUndone(7), "Undone: entry 7"),
    )
}

BEFORE = {
    e.DetailsAmended: Details("Open", city="Sofia"),
    e.RegulationsAmended: Regulations(rounds=9),
    e.PlayerDetailsAmended: Player(A, "Alice"),
}


def row_of(event: e.Event) -> HistoryRow:
    board = getattr(event, "round", 0), getattr(event, "board", 0)
    before = BEFORE.get(type(event))
    now = datetime(2026, 11, 21, 14, 5, tzinfo=UTC)
    return HistoryRow(9, now, "Anna", event, e.integrity_of(event), before, (A, B) if board[0] else (), *board, 0)


def everybody() -> People:
    return people(replay(events_of("Alice 2100\nBob 2000")))


@pytest.mark.parametrize("kind", list(e.EVENTS.values()), ids=lambda kind: kind.__name__)
def test_every_event_has_its_sentence(kind: type[e.Event]) -> None:
    event, sentence = SENTENCES[kind]
    assert event_in_words(row_of(event), everybody(), ENGLISH).what.replace("\xa0", " ") == sentence


def test_regulations_are_told_in_points_and_words() -> None:
    event = e.RegulationsAmended(Regulations(rounds=9, scoring=Scoring(6, 2, 0, 6), shared_places=True), 0)
    said = event_in_words(row_of(event), everybody(), ENGLISH).what
    assert "Points 1 / ½ / 0, bye 1, absence 0 → 3 / 1 / 0, bye 3, absence 0" in said
    assert "Shared places no → yes" in said
    swiss = SwissOptions(odd_field=OddField.REFUSED, bye=ByeRule.LAST, apart_by=ApartBy.EITHER)
    said = event_in_words(row_of(e.RegulationsAmended(Regulations(swiss=swiss), 0)), everybody(), ENGLISH).what
    assert "Kept apart where it can be nobody → players of one federation, and of one club" in said
    assert "one has the bye → no round is paired" in said
    assert "whom the pairing system chooses → the last of the lowest score group who has had none" in said


LOST = (e.ForfeitedGame(3, 1, Result.DOUBLE_FORFEIT), e.ForfeitedGame(4, 1, Result.DOUBLE_FORFEIT))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            e.RoundPaired(1, BOARDS, None, (A, B), "berger", "1", 4),
            f"Draft of round 1: {len(BOARDS)} board, paired by the Berger table",
        ),
        (
            e.RoundPaired(1, BOARDS, None, (A, B), "knock-out", "1", 4),
            f"Draft of round 1: {len(BOARDS)} board, paired by the bracket",
        ),
        (e.PlayerWithdrawn(A, 3, "", LOST), "Alice withdrawn from round 3 on: 2 games are forfeited"),
        (e.PlayerExpelled(A, 3, "", LOST), "Alice expelled from round 3 on: 2 games are forfeited"),
        (e.PlayerReadmitted(A, 3, "", LOST), "Alice readmitted from round 3 on; games to be played: 2"),
        (e.PairingNumbersIssued((A, B), 0, NumbersBy.LOT, "s"), "Numbers of 2 players drawn by lot (seed s)"),
        (e.PairingNumbersIssued((A, B), 0, NumbersBy.VARMA, "s"), "Numbers of 2 players drawn by Varma lots (seed s)"),
        (
            e.RegulationsAmended(Regulations(round_robin=RoundRobinOptions(cycles=2)), 0),
            "Regulations changed: Games of each pair (cycles) 1 → 2",
        ),
    ],
)
def test_a_table_drawn_beforehand_has_sentences_of_its_own(event: e.Event, sentence: str) -> None:
    assert event_in_words(row_of(event), everybody(), ENGLISH).what.replace("\xa0", " ") == sentence


def test_rounds_that_follow_from_the_field_are_no_change_that_somebody_made() -> None:
    before = Regulations(format=Format.ROUND_ROBIN, rounds=9)
    row = replace(row_of(e.RegulationsAmended(replace(before, rounds=7), 0)), before=before)
    assert event_in_words(row, everybody(), ENGLISH).what == "The field makes it 7 rounds"


def test_groups_are_told_apart_though_their_names_have_commas() -> None:
    event = e.PairsProhibited(((A, B), (B, A)), 0)
    named = (e.PlayerDetailsAmended(Player(A, "Ivanova, Anna")), e.PlayerDetailsAmended(Player(B, "Petrov, Petar")))
    names = people(replay([*events_of("Alice 2100\nBob 2000"), *named]))
    said = event_in_words(row_of(event), names, ENGLISH).what
    assert said == "Not to be paired with each other: Ivanova, Anna; Petrov, Petar / Petrov, Petar; Ivanova, Anna"


def test_an_undo_is_told_by_what_it_undid() -> None:
    undo = replace(row_of(e.EventUndone(9)), undid=row_of(e.RoundPublished(1)))
    what = event_in_words(undo, everybody(), ENGLISH).what
    assert re.fullmatch(r"Undone: entry 9, Round 1 published, by Anna, \d\d:05", what)


def test_an_undo_of_version_0_1_is_told_in_the_words_it_was_stored_with() -> None:
    undo = replace(row_of(e.EventUndone(9, "Runde 1 veröffentlicht")), undid=row_of(e.RoundPublished(1)))
    assert event_in_words(undo, everybody(), ENGLISH).what == "Undone: entry 9, Runde 1 veröffentlicht"


def test_an_import_says_what_was_mended_and_an_older_one_the_sentences_it_was_stored_with() -> None:
    stored = e.TournamentImported("a.trf", "00", ("line 3: as it was said then.",))
    kept = e.TournamentImported("a.trf", "00", mended=(Mended("rank-missing", 16, 86, number=16, more=1, lines=(17,)),))
    assert event_in_words(row_of(stored), everybody(), ENGLISH).list == ("line 3: as it was said then.",)
    assert event_in_words(row_of(kept), everybody(), ENGLISH).list == (
        "line 16, column 86: the rank of player 16 is missing (and 1 more, in line 17).",
    )


def test_the_reason_stands_beside_the_sentence() -> None:
    event, _ = SENTENCES[e.ResultCorrected]
    assert event_in_words(row_of(event), everybody(), ENGLISH).why == "misread"


def test_a_correction_is_marked_as_one() -> None:
    event, _ = SENTENCES[e.ResultCorrected]
    assert event_in_words(row_of(event), everybody(), ENGLISH).mark == "correction"


def test_an_anonymous_player_stays_anonymous_in_the_history() -> None:
    state = replay([*events_of("Alice 2100\nBob 2000"), e.PlayerAnonymised(A)])
    sentence = event_in_words(row_of(e.PlayerDetailsAmended(Player(A, "Alice Smith"))), people(state), ENGLISH).what
    assert "Alice" not in sentence


def test_every_event_is_told_in_words_that_can_be_translated(tmp_path: Path) -> None:
    left = {}
    with speaking(tmp_path, {"en": wide_catalogue("en")}):
        for kind, (event, _) in SENTENCES.items():
            known = frozenset(re.findall("[A-Za-z]+", f"{event} {BEFORE.get(kind, '')} Alice Bob"))
            if plain := plain_words(event_in_words(row_of(event), everybody(), ENGLISH).what, known):
                left[kind.__name__] = plain
    assert left == {}


def test_a_later_game_of_a_match_is_named() -> None:
    said = event_in_words(row_of(e.ResultRecorded(1, 1, Result.DRAW, game=2)), everybody(), ENGLISH).what
    assert said == "Round 1, board 1, game 2 (Alice – Bob): ½ – ½"


def test_a_board_of_teams_is_told_with_its_match_its_players_and_their_teams() -> None:
    league = replay(team_events(2, ["1-2 ??"], boards=2))
    known = {**people(league), **members(league, frozenset())}
    row = replace(row_of(e.ResultRecorded(1, 1, Result.DRAW, game=2)), teams=(9002, 9001), members=(202, 102))
    said = event_in_words(row, known, ENGLISH).what
    assert said == "Round 1, match 1, board 2, Player 202 (Team 2) – Player 102 (Team 1): ½ – ½"
    said = event_in_words(replace(row, members=()), known, ENGLISH).what
    assert said == "Round 1, match 1, board 2, Team 2 – Team 1: ½ – ½"


@pytest.mark.parametrize(
    ("lang", "points", "said"),
    [
        ("en", -2, "−1 match point"),
        ("en", -4, "−2 match points"),
        ("bg", -2, "−1 мачова точка"),
        ("bg", 4, "+2 мачови точки"),
        ("ru", -2, "−1 командное очко"),
        ("ru", 4, "+2 командных очка"),
        ("ru", 10, "+5 командных очков"),
        ("ru", 3, "+1½ командных очка"),
    ],
)
def test_points_of_a_team_have_the_plural_of_their_number(lang: str, points: int, said: str) -> None:
    event = e.PointsAdjusted(A, 2, points, 4)
    row = replace(row_of(event), before=Regulations(entrants=Entrants.TEAMS))
    assert said in event_in_words(row, everybody(), language(lang)).what


def test_points_of_both_scores_have_each_their_own_plural() -> None:
    event = e.PointsAdjusted(A, 2, -2, 4, "", 10)
    row = replace(row_of(event), before=Regulations(entrants=Entrants.TEAMS))
    assert (
        event_in_words(row, everybody(), ENGLISH).what
        == "Alice: −1 match point, +5 game points by the arbiter in round 2"
    )
