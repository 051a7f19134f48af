"""The words of the desk: steps, states, what waits, and what was typed wrongly."""

from api.site.words.marked import Words, said

WORDS: Words = {
    "step": {
        "now": said("Now"),
        "entries": said("Entries"),
        "rounds": said("Rounds and results"),
        "standings": said("Standings"),
        "finish": said("Finish"),
    },
    "section": {
        "started": said("Running"),
        "announced": said("Coming"),
        "completed": said("Past"),
    },
    "waiting": {
        "entry-to-approve": said("an entry to approve"),
        "result-to-verify": said("a result to verify"),
        "dispute-to-rule-on": said("a dispute to rule on"),
        "committee-to-form": said("a committee to form"),
        "vote-to-cast": said("your vote on an appeal"),
        "appeal-to-decide": said("an appeal to decide"),
        "items-to-review": said("what was decided on facts that have changed"),
        "ban-to-review": said("a ban to review"),
    },
    "reported_by": {
        "first": said("reported by the first player"),
        "second": said("reported by the second player"),
        "staff": said("reported by the staff"),
    },
    "choice": {
        "": said("nothing has been played on it"),
        "stand": said("stands as it was played"),
        "rewind": said("is taken back"),
        "restore": said("comes back as it was"),
    },
    "typed": {
        "number": said("A number was expected here."),
        "score": said("A score is typed as 5-3, or 1 or 2 for who has won."),
        "quick": said("Type the number, a blank, and the score, as in 3 5-2."),
        "list": said("Type at least one name, and at most 500."),
        "room": said("Type a room with its first and last table, as in Main hall 1-12."),
    },
}
WAITING_PLACE = {
    "entry-to-approve": "/entries",
    "result-to-verify": "/rounds",
}
"""The step at which what waits is settled; the others are told of at the first."""
