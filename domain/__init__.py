"""Chess: words, events, state, engines, decisions. Nothing here touches a file, a socket or a clock.

In reading order:

    words/        what a chess word is: games, players, regulations, categories, names in addresses
    events        everything that can happen, for ever         round        a round at the boards
    state         what is true now                             folding      how each event moves it
    tournament    the fold of all events
    cards/        a player's card: what an engine or a tie-break reads
    ranking/      points, tie-breaks, lots; ratings; prizes    pairing/     the systems, a folder for each edition
    decisions/    (Tournament, ...) -> [Event], or a Refusal
    files/        the FIDE report file, player lists, and what becomes of them
    screens/      which screen shows what                      stewards/    who may do what at the desk
"""
