"""Fields of tournaments, their conditions, entries, previews and reviews."""

FIELDS = {
    "AllSeenCommand.seen": (
        "The revisions that you have seen of everything decided here. Null: they are not compared."
    ),
    "Announcement.cloned_from": ("The id of a tournament that gives the settings left out here. Null: none."),
    "Announcement.conditions": (
        "The conditions of contest. Left out: those of the preset or of the cloned tournament, else the defaults."
    ),
    "Announcement.format": (
        "The format of play with its settings. Null: that of the preset or of the cloned tournament."
    ),
    "Announcement.name TournamentView.name OwedView.name ReportView.name ImportView.name Flight.name": (
        "The name of the tournament, as announced."
    ),
    "Announcement.rating": (
        "The pool and the policy by which matches are rated. Null: not rated, or as in the preset or cloned tournament."
    ),
    "Announcement.series TournamentView.series": "The series and season that the tournament belongs to. Null: none.",
    "Announcement.time_zone Preset.time_zone": (
        "The time zone of the tournament, such as Europe/Vienna. Null: the federation's."
    ),
    "AnswerFlightOffer.accepted": "Whether the player takes the place in the other flight that was offered.",
    "Beyond.data": "What the event would say; only the person and the staff see it.",
    "ChangeConditions.conditions": (
        "The conditions to change. Those left out stay as they are; null is a value, and a list is replaced whole."
    ),
    "ChangeConditions.reason": "Why the conditions change. It is required after the start. Null: no reason is given.",
    "ChangeSettings.name": "The name of the tournament. Left out: it stays. Null is refused.",
    "ChangeSettings.format": "The format of the first stage, whole. Left out: it stays. Null is refused.",
    "ChangeSettings.stages": "The later stages, all of them. Left out: they stay. Null is refused.",
    "ChangeSettings.rating": "The pool and the policy by which matches are rated. Null: not rated. Left out: it stays.",
    "ChangeSettings.reason": "Why they change. It is required after the start. Null: no reason is given.",
    "CheckIn.here": "True: the player has come. False: they have not come after all.",
    "ChoiceView.command": "Whether a command of its own is sent for this choice, such as pairing by hand.",
    "ChoiceView.entries": "The numbers of the entries that this choice may name.",
    "ChoiceView.name": "The name of the choice, to be sent as `choice`.",
    "ChooseCode.key": "Names the code in what is said by it. It is not the code.",
    "ComparedEnding.endings": "How the match would end by each alternative, in their order. Null: as it has now.",
    "ComparedLine.lines": "The entry's line by each alternative, in their order. Null: as it is now.",
    "Comparison.commands": "The commands to lay side by side.",
    "ComparisonView.alternatives": "What each command would do, in the order in which they were sent.",
    "ComparisonView.endings": "The matches whose end differs between the alternatives.",
    "ComparisonView.lines": "The table lines that differ between the alternatives.",
    "Conditions.breaks": "What is announced about breaks, in words. Null: the rules' own breaks.",
    "Conditions.clock_terms": "The time and delay that clocks are set to. Null: not announced.",
    "Conditions.dice": "How dice are thrown, in words. Null: nothing is prescribed.",
    "Conditions.equipment": "What else is announced about equipment, in words. Null: nothing.",
    "Conditions.parts": "What holds otherwise in a part of the tournament; a later part goes before an earlier one.",
    "Conditions.places": "How many entries can be approved; further ones wait. Null: no limit.",
    "Conditions.played": "Whether matches are played over the board or online.",
    "Conditions.starts_at": "When the tournament begins. Null: not announced.",
    "ConfirmImport.tournament_version": (
        "The version of the tournament at which you looked at the import. It is refused if results changed since."
    ),
    "CriterionView.name": "The name of the criterion, as in `values` of each line.",
    "Entering.person": "The id of the person who enters.",
    "EntryTerms.club EntryView.club": "The id of the club that the entry plays for. Null: none.",
    "EntryView.credits": "How many credits the entry brought. Null: the format asks for none.",
    "EntryView.number": "The number of the entry in its tournament, from 1.",
    "EntryView.offer": "Another flight that was offered to the entry. Null: none.",
    "EntryView.person RowView.person EntrantView.person ByeView.person ShareView.person": (
        "The id of the person who entered."
    ),
    "EntryView.reason": "Why the entry was refused or withdrawn. Null: it was not, or this reader is not shown it.",
    "EntryView.status ReportedEntryView.status": (
        "How far the entry is: requested, waiting for a place, approved, refused, withdrawn or resigned."
    ),
    "FlaggedChange.kind FlaggedRemedy.kind": "The kind of the remedy.",
    "Foreseen.ended": "Matches that would come to something else than they have now.",
    "Foreseen.flagged": (
        "Remedies of the ruling that depart from what its clause permits. They are flagged, not refused."
    ),
    "Foreseen.report": "What would change in the report to the federation.",
    "Foreseen.voided": "Matches that would be voided.",
    "StageOutcome.by_default": "Whether nobody chose it, and the rules say so.",
    "StageOutcome.voided": "Matches of the stage that would be void.",
    "ChangeEntry.club": "The id of the club that the entry stands for from now on. Null: as before.",
    "ChangeEntry.team_name": "The name of the team from now on. Null: as before.",
    "GiveColour.colour": "The colour that the entry gets, which tells who owns which sets.",
    "HallDocument.waiting": "The numbers of matches that have no table yet.",
    "LaterStage.seeded_by": (
        "How the players of this stage are seeded: as the stage before ranks them, or by their mean error rate there."
    ),
    "LaterStage.play_off_length": (
        "To how many points those tied for the last places of this stage play for them, drawn by lot. Null: a coin "
        "decides, or a single match in its place."
    ),
    "LaterStage.format": "The format of this stage with its settings.",
    "MatchEnding.ended": "How the match would end. Null: it would not.",
    "MatchEnding.play_began": (
        "Whether play had begun. False: the match would not be rated. Null: it would not end, or play is beyond doubt."
    ),
    "MatchEnding.points": "The points that the sides would have, in the order of `sides`. Null: not known.",
    "MatchEnding.winner": "The number of the entry that would win. Null: nobody would.",
    "MatchView.announced_at": (
        "When the result was announced, in UTC, from which it counts. Null: no announced result yet."
    ),
    "MatchView.flags": "What is not as the rules have it, although the match counts.",
    "MatchView.length MatchResult.length PairingView.length": (
        "The length of the match: points to be reached, or by its `form` games at most."
    ),
    "MatchView.made_from": "The matches and entries that the two sides came from, with the outcome that was used.",
    "MatchView.number": "The number of the match in its tournament, from 1.",
    "MatchView.persons PairingView.persons": (
        "The ids of the persons who entered the two sides, in the order of `sides`."
    ),
    "MatchView.played_at MatchResult.played_at": (
        "When the match was played, in UTC. Null: not yet, or not shown to this reader."
    ),
    "MatchView.reported_by": (
        "The side that reported the result, or `staff`. Null: not reported, or not shown to this reader."
    ),
    "MatchView.round Shown.round MatchResult.round": "The number of the round. Null: the format has no rounds.",
    "MatchView.status PairingView.status ResultSoFar.status": (
        "How far the match is. `needs-ruling`: it has a score that does not end it, and a director has to rule."
    ),
    "MatchView.winner MatchResult.winner PairingView.winner": (
        "The number of the entry that has won. Null: neither has, or it is not shown to this reader."
    ),
    "MoveMatch.table": "The number of the free table that the match goes to.",
    "NextView.by_link": (
        "The matches that count by a director's own link alone. Somebody else confirms them before the next stage "
        "opens."
    ),
    "NextView.choices": "What the director can choose from.",
    "NextView.detail": "What the director has to know for the decision. Null: nothing beyond the question.",
    "NextView.kind": "What comes next: wait for results, draw a round, ask a director, open a stage, or nothing.",
    "NextView.matches": "The numbers of the matches that are waited for.",
    "NextView.places": "How many places the next stage has. Null: no stage follows.",
    "NextView.question": "The id of the question, to be sent with the answer. Null: nothing is asked.",
    "NextView.round": "The number of the round that is due or waited for. Null: no round is.",
    "NextView.stage": "The number of the stage that is played or comes next. Null: none.",
    "OfferFlight.flight": "The id of the tournament that is offered instead, of a higher flight.",
    "OfferView.accepted RefusedEntry.accepted": (
        "Whether the player took the place in the other flight. Null: not answered yet."
    ),
    "OfferView.flight": "The tournament that is offered instead.",
    "Conditions.part_breaks": "Other breaks in parts of the tournament; a later one goes ahead of an earlier.",
    "PartBreaks.minutes BreakTerms.minutes": "How many minutes one break lasts.",
    "PartBreaks.breaks_in_short BreakTerms.breaks_in_short": "How many breaks each player has in a short match.",
    "PartBreaks.breaks_in_longer BreakTerms.breaks_in_longer": "How many breaks each player has in a longer match.",
    "PartBreaks.short_up_to BreakTerms.short_up_to": "The length, in points, up to which a match is a short one.",
    "PartBreaks.matches PartConditions.matches": (
        "The numbers of the matches that this holds for. Empty: `from_round` says the rounds."
    ),
    "Preset.about": "One sentence that says what this preset is for.",
    "Preset.rating TournamentView.rating": "The pool and the policy by which matches are rated. Null: not rated.",
    "Preset.source": "The rules that the preset follows.",
    "PreviewView.digest": (
        "Names this outcome. Send it as `expected`: the command is refused if it would do anything else."
    ),
    "PreviewView.position": "The position of the log at which this was worked out.",
    "ErrorRateSeeding.days": "So many days back from the draw analyses count, by when staff attached them.",
    "ErrorRateSeeding.fewest_matches": "In how many matches a player needs an error rate to be seeded by it.",
    "ErrorRateSeeding.program": "The program whose analyses count, exactly as it is named with the figures.",
    "PreviewView.ratings": "Players' ratings that would change.",
    "RatingChangeView.after": "The rating that the player would have, in points.",
    "RatingChangeView.before": "The rating that the player has now, in points.",
    "ReasonView.above": "The number of the entry one line higher in the table. Null: this is the first line.",
    "ReasonView.criterion": "The name of the first criterion in which the two lines differ. Null: the rank is shared.",
    "ReasonView.value": "The value in this line. Null: the rank is shared.",
    "Required.analysis PartConditions.analysis": (
        "Whether this match is to be analysed. Null: the tournament's conditions say nothing else of it."
    ),
    "Required.baffle_box PartConditions.baffle_box": (
        "Whether this match needs a baffle box. Null: nothing is said of it."
    ),
    "Required.clock PartConditions.clock": "Whether this match needs a clock. Null: nothing is said of it.",
    "Required.recording PartConditions.recording": "Whether this match is to be recorded. Null: nothing is said of it.",
    "ReviewDocument.item": "The id of the item: 32 hexadecimal digits. With it the item is resolved.",
    "ReviewDocument.resolution": "Who dealt with the item, when and why. Null: it is still open.",
    "ReviewDocument.status": "Whether somebody has dealt with the item.",
    "ReviewItem.entry": "The number of the entry that the item is about.",
    "ReviewItem.kind": "Why a director should look at it.",
    "ReviewItem.match": "The number of the match that the item is about. Null: it is about no match.",
    "ReviewItem.person": "The id of the team member that the item is about. Null: no single person.",
    "ReviewItem.round": "The number of the round that the item is about. Null: no round.",
    "ReviewItem.ruling": "The number of the ruling that the item is about. Null: no ruling.",
    "ReviewItem.stage": "The number of the stage that the item is about. Null: no stage.",
    "ReviewItem.tournament": "The id of the tournament that led to the item. Null: this one.",
    "ReviewResolution.at": "When the item was dealt with, in UTC.",
    "ReviewResolution.by": "The id of the person who dealt with it, or the id of a machine's key.",
    "ReviewResolution.reason": "How the item was dealt with. Null: erased.",
    "Room.name RoomDocument.name": "The name of the room.",
    "RowView.reason": "Why the line is below the one above it.",
    "RowView.withdrawn": "Whether the entry has left the tournament; it stays in the table.",
    "SetFixedTable.table": "The number of the table at which the entry plays from now on. Null: at any.",
    "SettlementChange.house": "By how much the house's share would change. Null: unknown.",
    "SettlementChange.shares": "By how much each entry's stakes and credits would change.",
    "ShareChange.credited": "By how much the entry's credits would change.",
    "ShareChange.staked": "By how much the entry's stakes would change.",
    "StandingsView.rows StandingsDocument.rows": "The lines of the table, the first rank first.",
    "TableDocument.match": "The number of the match that is being played at the table. Null: the table is free.",
    "TableDocument.table": "The number of the table, unique in the hall.",
    "TournamentDocument.has_rounds": "Whether a stage of the tournament is played in rounds.",
    "TournamentView.cloned_from": "The tournament whose settings were taken. Null: none.",
    "TournamentView.order_changes": "The changes of the order of a table since the start, the first one first.",
    "TournamentView.entries": "How many entries there are, without those refused or withdrawn.",
    "TournamentView.format": "The format of the first stage with its settings.",
    "TournamentView.id": "The id of the tournament, as a UUID.",
    "TournamentView.matches": "How many matches the tournament has.",
    "Trial.command": "The command to try, by its kind and fields.",
    "Why.counts": "The numbers that the rule used, each with its name.",
    "Why.rule": "The id of the rule by which they were paired. Null: a director paired by hand.",
    "WrongSeatView.due": "The side that should have had the first seat.",
    "ChangeConditions.reset": "The names of conditions to return to their defaults.",
    "ArrangeHall.shared_with HallDocument.shared_with": (
        "The ids of the other tournaments in the same hall: among all of them no table is given out twice. Empty: none."
    ),
    "ArrangeHall.rooms": (
        "The rooms with their tables, in the order in which they are filled. Left out: they stay. Empty: nobody "
        "gets a table."
    ),
}
