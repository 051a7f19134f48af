"""What the check of a transcript finds, as readers are told it."""

from api.site.words.marked import Words, said

NOTHING_PRINTED = said("No engine has printed anything yet.")
CITED = said("Transcript %(transcript)s, game %(game)s, move %(move)s, %(name)s: %(play)s.")
DIFFERS = said("Transcript %(transcript)s differs from what is recorded: %(differences)s.")
DIFFERS_IN = {
    "length": said("length %(written)s in the transcript, %(recorded)s recorded"),
    "winner": said("winner %(written)s in the transcript, %(recorded)s recorded"),
    "score": said("score %(written)s in the transcript, %(recorded)s recorded"),
}
"""What a dispute about a transcript says to begin with."""

WORDS: Words = {
    "finding": {
        "illegal-play": said("No legal play of %(roll)s leads to the board after it: %(reason)s. It stands."),
        "no-hit": said("A hit is marked on point %(point)s, where there was no checker to hit."),
        "wrong-start": said("The checkers did not begin as in %(start)s. That is valid from the third turn on."),
        "out-of-turn": said("It was the turn of the %(due)s side."),
        "invalid-double": said("This double is not valid: %(reason)s."),
        "wrong-level": said("The cube was turned to %(level)s. It goes on at %(right)s."),
        "unanswered-double": said("The double was neither taken nor passed."),
        "no-double": said("There was no double to answer."),
        "no-tournament-custom": said("Tournaments have no %(custom)s."),
        "points": said("The game counts %(counted)s points, and %(written)s are written."),
        "winner": said("The %(winner)s side has won the game, and the other is written."),
        "agreed-outcome": said("The game was given up while checkers were still in contact."),
        "score": said("The score was %(counted)s before the game, and %(written)s is written."),
        "game-after-match": said("The match was over before this game."),
        "after-the-end": said("The game was over before this turn."),
        "other-than-recorded": said("The transcript has %(written)s as the %(what)s; %(recorded)s is recorded."),
        "missing-play": said("The play of %(roll)s is not written."),
        "lost-move": said("A move before this one is missing. The game is not followed further."),
        "impossible-play": said("This play of %(roll)s can’t be laid on the board. The game is not followed further."),
        "unclear-play": said("It is not written what this play of %(roll)s hits. The game is not followed further."),
        "unread": said("“%(text)s” can’t be read. The game is not followed further."),
        "unfinished-game": said("The game has no end."),
        "unfinished-match": said("The match has no end: the score is %(counted)s."),
    },
    "finding_fact": {
        "bar": said("a checker is still on the bar"),
        "not-all-played": said("more of the dice could be played"),
        "other-dice": said("other numbers than the dice show were played"),
        "no-cube": said("this form of match has no cube"),
        "crawford": said("the Crawford game has no cube"),
        "not-holder": said("the other side held the cube"),
        "dead-cube": said("the game wins the match at the cube’s value anyway"),
        "past-64": said("the cube ends at 64"),
        "backgammon": said("backgammon"),
        "nackgammon": said("nackgammon"),
        "first": said("first"),
        "second": said("second"),
        "Jacoby rule": said("Jacoby rule"),
        "beavers": said("beavers"),
        "automatic doubles": said("automatic doubles"),
        "length": said("length"),
        "winner": said("winner"),
        "score": said("score"),
    },
    "game_kind": {
        "single": said("single game"),
        "gammon": said("gammon"),
        "backgammon": said("backgammon"),
    },
}
