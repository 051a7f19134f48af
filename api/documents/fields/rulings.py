"""Fields of rulings, appeals, sanctions, bans and the report to the federation."""

FIELDS = {
    "About.kind": "The kind of thing that the matter is about.",
    "About.number": "The number of the match or entry. Null: the matter is about the tournament.",
    "AlternativeView.number": "The number of the alternative in its appeal, from 1.",
    "AppealView.alternatives": "What the committee may decide in place of the ruling; each has a number.",
    "AppealView.entry Appealed.entry": (
        "The number of the entry that appeals. Null: a person appeals who is named by a remedy."
    ),
    "AppealView.late Appealed.late": "Whether the appeal came after the window and was admitted by a director.",
    "AppealView.members": "The ids of the committee's members. Empty: not formed yet.",
    "AppealView.number": "The number of the appeal in its tournament, from 1.",
    "AppealView.reason Appealed.reason": "Why the party appeals. Null: none given, or erased.",
    "AppealView.votes GiveRuling.votes RulingView.votes": "How each member of the committee voted.",
    "Appealed.lodged_by": "The id of the person who lodged the appeal, or what names the machine's key.",
    "ImposeSanction.until": "Until when it holds: a moment, or a day, which is included. Null: for good.",
    "Ban.until DirectorBan.until PlaceBan.until SpectatorBan.until": (
        "Until when the ban holds: a moment, or a day, which is included. Null: for good."
    ),
    "BanInForce.kind": "What the person is banned from, by the kind of the remedy.",
    "BanTold.clause SanctionView.clause": "The clause that the ruling rests on. Null: no ruling ordered it.",
    "BanTold.kind PlaceBan.kind": ("What the person is banned from: all of it (`ban`), directing, or watching."),
    "BanTold.number": "The number of the ban in the person's record, from 1.",
    "BanTold.ruling": "The number of the ruling that ordered the ban. Null: the federation placed it.",
    "BanTold.status SanctionView.status": (
        "Whether it is in force, suspended, reversed by an appeal, or lifted. One that is past stays in force."
    ),
    "BanTold.tournament": "The id of the tournament in which the ban was ordered. Null: the federation placed it.",
    "BanView.by": (
        "The name or id of the administrator who placed the ban. Null: a ruling ordered it, or the name is erased."
    ),
    "BySheetsView.flagged": "Score sheets on which a Crawford game was doubled.",
    "ClockAdjustment.delay_seconds ClockReading.delay_seconds": (
        "The delay in each turn, in seconds. Null: it stays as it is."
    ),
    "ClockAdjustment.first_seconds": "What the clock of the first side is set to, in seconds. Null: it stays as it is.",
    "ClockAdjustment.second_seconds": (
        "What the clock of the second side is set to, in seconds. Null: it stays as it is."
    ),
    "DebtView.due_at": "Until when the report is to be filed, in UTC. Null: the tournament has not ended.",
    "DecideAppeal.reasons GiveRuling.reasons PrincipleRuling.reasons": "Why it is decided so, in your own words.",
    "DecisionOfDirectorView.about": "What was decided on: a match, an entry or the whole tournament.",
    "DecisionOfDirectorView.appeal_deadline": "Until when the decision can be appealed, in UTC. Null: without a limit.",
    "DecisionOfDirectorView.decided_at": "When it was decided, in UTC.",
    "DecisionOfDirectorView.decided_by": "The id of the person who decided it. Null: a machine's key did.",
    "DecisionOfDirectorView.number": "The version of the tournament at which the history tells the decision.",
    "DecisionOfDirectorView.parties": (
        "The numbers of the entries that may appeal. Empty: it is about the tournament, and every entry may."
    ),
    "DecisionOfDirectorView.reason": "Why it was decided. Null: none was given, or it is erased.",
    "DecisionOfDirectorView.topic": "The kind of the event that recorded the decision, with its version.",
    "DisputeView.number": "The number of the dispute in its tournament, from 1.",
    "DisputeView.ruling": "The number of the ruling on the dispute. Null: not ruled on yet.",
    "DisputedDecision.about UndisputedRuling.about": (
        "The kind of thing that the ruling is about; `number` says which one."
    ),
    "DisputedDecision.appeals": "The appeals against the decision, with what became of them.",
    "DisputedDecision.in_force RulingView.in_force": (
        "What is ordered now, by the ruling or by what an appeal put in its place."
    ),
    "DisputedDecision.number UndisputedRuling.number": (
        "The number of the match or entry. Null: the ruling is about the tournament."
    ),
    "DisputedDecision.status RulingView.status": "Whether the ruling is in force, and if not, what became of it.",
    "DoubleAnnulment.doubler": "The side that turned the cube it held. Null: it is a double in the Crawford game.",
    "EquipmentImposition.equipment": "The equipment to be used for the rest of the match.",
    "FederationReport.flagged": "Remedies in force that depart from what their clause permits.",
    "FederationReport.players": "Players put out by a ruling in force.",
    "FederationReport.results": "The results of all matches.",
    "FileReport.digest FilingView.digest": "The digest of the report that was filed, as the report itself shows it.",
    "FileReport.note FilingView.note": "A note on the filing. Null: none.",
    "FilingView.at": "When the report was filed, in UTC.",
    "FilingView.by": "The id of the person who recorded the filing, or what names the machine's key.",
    "FilingView.version": "The version of the tournament that the filed report told of.",
    "FormCommittee.members": "The ids of the three or five members.",
    "GiveRuling.facts": "What happened, as you found it.",
    "GiveRuling.parties OpenDispute.parties": (
        "The numbers of the entries that are parties. Empty: both sides of the match, or the entry, that it is about."
    ),
    "GiveRuling.play_began": (
        "Whether play had begun in the matches decided, which are rated then. Null: as far as the record shows it."
    ),
    "Ladder.lines": "The lines of the catalogue that the clause is looked up in.",
    "Ladder.proposed": "The sanction to give next. Null: none is left, or the clause names none.",
    "LadderDocument.incomplete": "Whether something may be missing of what was given in other tournaments.",
    "LadderView.here": "Sanctions against the person in this tournament.",
    "InGame.attachment": "The number of the attachment that is a transcript of it. Null: no transcript shows it.",
    "InGame.game": "The number of the game in its match, from 1, as the transcript has it.",
    "InGame.move": "The number of the move in its game, as the transcript has it. Null: the game as a whole is meant.",
    "InGame.position": "What was on the board, as an XGID with the match's first side as X. Null: not given.",
    "InGame.side": "The side whose move is meant. Null: both, or the game as a whole.",
    "LodgeAppeal.entry": "The number of the entry that appeals. Null: a `person` appeals.",
    "LodgeAppeal.person": "The id of the person who appeals and is named by a remedy. Null: an `entry` appeals.",
    "MatchResult.ended": "How the match has ended, or `open`, `needs-ruling` or `unannounced`.",
    "MissingAttachment.kind MissingView.kind": "What the conditions oblige to and the match lacks.",
    "OpenDispute.matter WithdrawResult.matter": "What the dispute is about, in your own words.",
    "OwedView.due_at": "Until when the report is to be filed, in UTC.",
    "OwedView.ended_at": "When the tournament ended, in UTC.",
    "OwedView.status ReportView.status SameFieldView.status TournamentView.status": "How far the tournament is.",
    "PersonDescribed.description": (
        "How the person can be recognised. Give no name: register a person whose name is known."
    ),
    "PlayerOut.sanction": "How the player was put out.",
    "RecordStatement.committee StatementView.committee": (
        "The ids of those who, by this agreement, are to rule in a director's place."
    ),
    "RecordStatement.kind StatementView.kind": "Whether something was said, asked for, given or agreed.",
    "RecordStatement.statement": "What was said, asked or given, in words.",
    "RefusedEntry.flight": "The tournament that was offered instead. Null: none.",
    "RefusedEntry.persons ReportedEntryView.persons": "The ids of the persons of the entry.",
    "RefusedEntry.reason": "Why the entry was refused. Null: erased.",
    "ReportAccount.bans": "Bans that rulings of this tournament have ordered and that are in force.",
    "ReportAccount.rulings": "Rulings that results refer to and nobody disputed.",
    "ReportAccount.votes": "How committees voted on appeals.",
    "ReportAccount.won": "How each match was won.",
    "ReportView.digest": "The SHA-256 over the report without what was said of persons. Send it to record the filing.",
    "ReportView.entries": "The entries, so that their numbers in the report can be read.",
    "ReportView.report": "What is owed to the federation.",
    "ResolvedLength.from_game": "The number of the game from which this length holds. Null: from the first.",
    "Right.about": "The exact equipment or measure that the player may insist on.",
    "RulingView.appeal": "The number of the appeal against this ruling. Null: nobody has appealed.",
    "RulingView.flagged": "Remedies, by their place in the ruling, that depart from what the clause permits.",
    "RulingView.given_by": "The id of the person who gave the ruling. Null: a committee did, or a machine's key.",
    "RulingView.matches": "The numbers of the matches that the ruling reaches.",
    "RulingView.number": "The number of the ruling in its tournament, from 1.",
    "Rung.after_warning": "Whether a warning has to be given before this sanction.",
    "Rung.open": "Whether the sanction may be ordered now without being flagged.",
    "SanctionRule.about": "The breach that this line of the catalogue covers, in a few words.",
    "SanctionRule.after_warning": "The sanctions under this line that need an earlier warning.",
    "SanctionRule.exceptional": "The sanctions under this line that are for exceptional circumstances only.",
    "SanctionView.ban": "The number of the ban in the person's record. Null: this sanction is no ban.",
    "SanctionView.entry": (
        "The number of the entry that was sanctioned. Null: the sanction is against a person, not an entry."
    ),
    "SanctionView.kind": "The kind of the sanction.",
    "SanctionView.match": "The number of the match in which the sanction was given. Null: in no single match.",
    "SanctionView.points": "The penalty points. Null: the sanction is of another kind.",
    "SanctionView.ruling": "The number of the ruling that gave the sanction. Null: the federation gave it.",
    "SanctionView.tournament": (
        "The id of the tournament in which the sanction was given. Null: the federation gave it."
    ),
    "SpectatorOut.sanction": "Whether the spectator had to leave or is banned.",
    "StatementView.at": "When the statement was recorded, in UTC.",
    "StatementView.statement": "What was said, asked or given. Null: erased with a person it is about.",
    "TurnedAwayEntry.because": "Why the service refused the entry: a member was banned, or had resigned too often.",
    "Votes.votes": "How many members voted for each verdict.",
    "Won.remedies": "The kinds of the ruling's remedies for this match.",
    "Won.ruling": "The number of the ruling without which the side would not have won. Null: no ruling decided.",
    "ReportAccount.by_link": "Matches that count by a director's own link alone.",
    "ByLink.director": "The id of the director who played the match, and by whose link alone it counts.",
    "ReportAccount.allowed": ("Members of committees that an administrator allowed although they had served here."),
    "AllowedMembers.members": "The ids of the members that an administrator allowed.",
    "AllowedMembers.reason": "Why they were allowed. Null: erased with a person it is about.",
}
