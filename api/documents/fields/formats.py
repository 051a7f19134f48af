"""Fields of formats, rounds, brackets, rings and charts."""

FIELDS = {
    "Account.name": "The name of the number, as in the table.",
    "Account.parts": "What the number is made of; the values add up to its total.",
    "Account.total NumberExplained.total": "The number itself, the sum of its parts.",
    "Beacon.due_at Dice.due_at": "When the value comes: a moment after which it is read or thrown.",
    "Beacon.name": "The name of the public beacon.",
    "Beacon.round": "The number of the beacon's round that gives the value.",
    "BracketChart.rounds": "The rounds from the first to the final, each from the top.",
    "BracketPlace.matches BracketSlot.matches": (
        "The numbers of the matches played here, the oldest first. A drawn match is followed by another."
    ),
    "BracketPlace.seats BracketSlot.seats": "The two sides, the first or upper one first.",
    "BracketSide.entry Seat.entry": "The number of the entry that sits here. Null: nobody yet, or nobody at all.",
    "BracketSide.loser": "Whether it is the loser of that place who comes here. False: the winner.",
    "BracketsOptions.form KnockoutOptions.form SwissOptions.form": (
        "How the matches are decided: to a number of points, or otherwise."
    ),
    "ByeView.kind": "Why there is no opponent: a bye, one that was requested, or a free place in a bracket.",
    "ByeView.slot MatchView.slot PairingView.slot": (
        "The name of the place in the bracket or ring. Null: the format has none."
    ),
    "ByeView.why PairingView.why": "The rule by which it came about, and the numbers that it went by.",
    "Cell.code": (
        "How the round went: won, lost or drawn (W, L, D), the same without play (WD, LD, DD), the bye (WB), a "
        "requested bye (BR). Null: the match is open."
    ),
    "Cell.match LifeCell.match": "The number of the match. Null: it is a bye.",
    "Cell.total": "The match points after this round. Null: the match is open.",
    "Checked.confirmed": "How many draws could be made again with the same outcome.",
    "Checked.draws": "How many draws there are.",
    "Checked.findings": "What is wrong with any draw. Empty: all are right.",
    "ConsideredOpponent.because": (
        "Why it was not taken: it had met the entry before, had not the other colour, or left the rest unpairable."
    ),
    "ConsideredView.draws": "The draws of the round in which the entry was placed. Empty: a director paired it.",
    "CreditChart.lines": "Every entry's credits, by entry number.",
    "CreditChart.rounds Crosstable.rounds LivesChart.rounds": "How many rounds the chart shows.",
    "CreditLine.credits": "The credits at the start of each round, then the credits now.",
    "Crosstable.lines LivesChart.lines": "One line for each entry, in the order of the table.",
    "DecideQuestion.choice": "The name of one of the choices that `next` lists.",
    "DecideQuestion.entry": "The number of the entry that the choice names. Null: the choice names none.",
    "DecideQuestion.question": "The id of the question that is answered, as `next` shows it.",
    "Departure.at": "When the player went out, in UTC. Null: not known.",
    "Departure.game": "The game in which the player went out. Null: the player resigned.",
    "DrawView.version Finding.version Repeat.version": "The place of the draw's event in the tournament's history.",
    "DualRingOptions.length": "The length of each match, in points.",
    "DualRingOptions.order": "How the players are put into the ring: in the order of their entries, or by lot.",
    "EliminationOptions.cube": "Whether the doubling cube is used.",
    "EliminationOptions.game": "Which game is played.",
    "Instruction.text": "What the player has to do, in words.",
    "InvitationView.at": "When the newest invitation was sent, in UTC.",
    "InvitationView.by": "The side that sent the newest invitation.",
    "LifeCell.opponent Cell.opponent": "The number of the opponent's entry. Null: it is a bye.",
    "LifeCell.won": "Whether the entry won. Null: the match is open.",
    "LifeLine.lives": "How many lives the entry has left.",
    "LivesChart.lives": "How many lives every entry had at the start.",
    "NewGame.colour": "The colour that the player has in the new game.",
    "NewGame.game": "The game that begins.",
    "NewGame.opponent": "The number of the opponent's entry.",
    "NxeOptions.losses": "The number of losses with which a player is out.",
    "OneBracket.name": "The name of the bracket.",
    "OneBracket.rounds": "The rounds from the first on, each from the top.",
    "OpenOptions.lengths": "The match lengths that are allowed, in points. Null: any.",
    "Opening.seeds": (
        "The numbers of the entries, the first seed first. Null: as the stage before ranks them, with a coin where it "
        "is tied."
    ),
    "OpeningView.reason": "Why the field was named by hand. Null: it was not, or erased.",
    "OpeningView.version PostingView.version PersonPostingView.version": (
        "The place of the event in the tournament's history."
    ),
    "OutsideValueView.value RecordOutsideValue.value WitnessOutsideValue.value": (
        "The hexadecimal digits of the beacon, or one digit from 1 to 6 for each die in the order thrown."
    ),
    "CorrectPairings.matches": "The matches in which others met, each with those who did.",
    "CorrectPairings.byes": "The byes that others had than had been given them.",
    "CorrectPairings.override": "Whether the correction is made although its window has closed.",
    "PairingMet.sides": "The numbers of the two entries that met; the result stays with its side.",
    "ByeHad.given_to": "The number of the entry that had been given the bye.",
    "ByeHad.had_by": "The number of the entry that had no opponent in the round.",
    "MetOtherwise.paired": "The numbers of the two entries that had been paired.",
    "MetOtherwise.met": "The numbers of the two entries that met.",
    "Pairings.byes": "The numbers of the entries that have the bye in this round.",
    "Pairings.pairings": "The pairs of entry numbers; the side to invite comes first.",
    "Part.label PartView.label ExplainedPart.label": "The format's word for what this contributes.",
    "ProgressView.next": "What comes next. Null: before the start, or after a cancellation.",
    "ProgressView.stages": "The stages, the first one first.",
    "RingChart.seats": "The players still in, in the order of the ring.",
    "RingGame.state": "How far the game is: open, or how it ended.",
    "RingSeat.games": "The games that the player is playing now.",
    "RingSeat.wins": "How many games the player has won.",
    "RoundView.byes": "The entries without an opponent in this round.",
    "RoundView.draws": "How often the round was drawn.",
    "RoundView.number NewestRoundView.number": "The number of the round in its tournament, from 1.",
    "RoundView.pairings": "The matches of the round, by their number.",
    "RoundsView.rounds": "The rounds, the first one first.",
    "SameFieldView.shared": "How many players both tournaments have.",
    "ScheduleRound.closes_at": "When the round closes: a moment, or a day, which is included. Null: no time is set.",
    "ScheduleRound.opens_at": "When the round opens: a moment, or a day from its beginning. Null: no time is set.",
    "SeedField.order": "The numbers of the entries, the first seed first. Entries left out follow by their number.",
    "StageView.kind": "The kind of the stage's format.",
    "StageView.number": "The number of the stage in its tournament, from 1.",
    "StageView.opened": "Whether the stage has been opened with its field.",
    "StageView.qualifiers": (
        "How many of the stage before go up to this one. Null: it is the first stage, with all entries."
    ),
    "SwissOptions.rounds": "How many rounds are played. Null: as many as the rules give for the number of entries.",
    "EveryoneMeetsOptions.cycles RoundRobinChart.cycles RollingChart.cycles": "How often each two players meet.",
    "EveryoneMeetsOptions.pace": "Whether one round follows another, or all matches are there from the start.",
    "EveryoneMeetsOptions.rounds_open": "How many rounds may be open at once.",
    "EveryoneMeetsOptions.leaving": (
        "What becomes of the matches of a player who leaves: all count if half were played, else none; or always "
        "the one."
    ),
    "EveryoneMeetsOptions.seeding": (
        "How the players get their numbers: by lot, by hand, by rating, or in the order of entries."
    ),
    "EveryoneMeetsOptions.form": "How the matches are decided: to a number of points, or otherwise.",
    "AnyOrderOptions.tie_breaks": (
        "The order of the table, by criteria. Null: the order that the rules of the format name."
    ),
    "ErrorRateOptions.error_rate_point": (
        "Whether the lower error rate of a match gives as many match points as its win. Equal rates give them to both."
    ),
    "AnyOrder.criteria ChosenOrder.criteria TieBreaks.criteria": (
        "The criteria in their order: PTS first, and LOT, SHARE or ASK at the end. A format without the facts for one "
        "refuses it, and names those that work."
    ),
    "AnyOrder.edition ChosenOrder.edition TieBreaks.edition": (
        "The edition of the rules by which rounds without play count."
    ),
    "OrderChange.before": "The criteria before the change. Empty: those that the rules of the format name.",
    "OrderChange.changed_at": "When the order was changed.",
    "OrderChange.stage": "The number of the stage whose table it is, from 1.",
    "RoundRobinOptions.rounds": "After how many rounds the round robin ends. Null: after all.",
    "RoundRobinOptions.byes": "What a rest is worth: nothing, or a win.",
    "DealtOptions.groups": "How many groups there are. Null: `group_size` says it.",
    "DealtOptions.group_size": "How many players are in a group at most. Null: `groups` says it, or four.",
    "DealtOptions.dealing": "How the seeds come into the groups: in a snake, one after another, or by pots.",
    "DealtOptions.clubs_apart": "Whether players of one club are kept in different groups where that is possible.",
    "KeptApart.entries": "The numbers of the entries that must not meet each other.",
    "KeptApart.until_round": "The last round in which they may not meet. Null: they never meet.",
    "ApartOptions.apart": "Entries that must not meet. It can change after the start, for draws to come.",
    "ApartOptions.clubs_apart_until": (
        "The last round in which players of one club do not meet where that can be avoided. Null: in no round."
    ),
    "MonradOptions.rounds": "How many rounds are played. Null: as many as one winner needs. Fewer can have several.",
    "MonradOptions.seeding": (
        "How the field is numbered at the start: by lot, by rating, or by hand; who has no seed comes behind, by lot."
    ),
    "MonradOptions.acceleration": (
        "Whether the first half of the numbers has points in pairing alone, in the first half of the rounds: "
        "`baku`, as FIDE has them."
    ),
    "MonradOptions.order": (
        "The order of pairing within the same points: the lots or seeds of the start, the table, or lot in each round."
    ),
    "MonradOptions.first_round": "Whether round 1 pairs neighbours in the order, or the upper half with the lower.",
    "MonradOptions.late_until": "The last round before whose draw players enter late. Null: half of the rounds.",
    "order_rest": "Whether those with the same place in their groups are compared, and share no rank.",
    "half_byes": "How many byes, each worth half a win, a player may ask for. Null: any number.",
    "byes_until": "The last round in which a requested bye is given. Null: the last but one.",
    "tables_by_score": "Whether the pairs of a round are in the order of scores, the highest first.",
    "MonradOptions.late_half": "How many rounds that a late entry missed count half a win, the last ones first.",
    "DoubleEliminationOptions.lives": "How many losses put a player out: two, or three with a third bracket.",
    "LivesOptions.lives": "How many losses put a player out.",
    "LivesOptions.end": (
        "What ends it: one player with fewer losses than all others, the last player, or so many players or lives left."
    ),
    "LivesOptions.left": "How many players, or lives in all, are left at the end. Null: the end is not by a number.",
    "LivesOptions.wins": "How many wins a player is through with, and is paired no more. Null: nobody is.",
    "LivesOptions.pace": (
        "When pairs are drawn: round by round, as soon as two are free, of the free every `batch_minutes`, or winners "
        "of a round as they finish. Without rounds each draw counts as one."
    ),
    "LivesOptions.batch_minutes": "How many minutes apart batches are drawn. Null: the pace is another.",
    "LivesOptions.late_losses": "Whether a late entry has a loss for each missed round, or none.",
    "RoundRobinChart.groups RollingChart.groups": "The groups; a single one where the whole field meets.",
    "GroupTable.name": "The name of the group. Empty: it is the whole field.",
    "GroupTable.lines": "One line for each entry, in the order of the table.",
    "GroupLine.meetings": "The matches of the entry, by round.",
    "GroupLine.points": "The match points of the entry.",
    "GroupLine.counted": "Whether the matches of the entry count. False: it has left, and they count for nobody.",
    "Meeting.opponent": "The number of the opponent's entry.",
    "Meeting.code": (
        "How the match went: won, lost or drawn (W, L, D), or the same without play (WD, LD, DD). Null: it is open."
    ),
    "Meeting.match": "The number of the match. Null: it is not made yet.",
}
