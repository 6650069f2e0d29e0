"""Chess: words, events, state, engines, decisions. Nothing here touches a file, a socket or a clock.

In reading order:

    games         colours, results, byes, scoring              players      players, titles, the initial ranking
    regulations   what the organiser decided                   events       everything that can happen, for ever
    play          a round at the boards                        tournament   the fold: what is true now
    cards         a player's card                              cardfile     from the fold to the cards
    refusals      every reason the desk may say no             fields       what may stand in a field

    registration  numbering  rounds  results                   decisions: (Tournament, ...) -> [Event], or a Refusal
    corrections   from when the truth counts (F.7)             undoing      undo of one event, and what rests on it
    integrity     the gate before grave steps                  prizegiving  the prize list
    reasons       why a round is paired so                     stuck        what to offer when nothing is legal

    pairing/      the systems, one module for each edition     tiebreaks/   the Handbook's table, a file a family
    ranking       points, tie-breaks, lots; `comparing` two    rankable     may these regulations rank anybody?
    elo           ratings                                      prizes       who gets what; `categories`: who plays for

    trf/          the FIDE report file                         roster       player lists
    importing     from a report to a history                   exporting    from a tournament to a report

    hall          which television shows what                  screens      decisions about them
    stewards      who may do what at the desk
"""
