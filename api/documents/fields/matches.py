"""Fields of matches, their results, their records and transcripts."""

FIELDS = {
    "AgreedOutcome.game": "The number of the game whose outcome was agreed. Null: that of the whole match.",
    "AnswerRequest.granted ConsentAnswer.granted": "True: granted. False: refused.",
    "AnswerRequest.number": "The number of the request in its tournament.",
    "ArrivalTimes.due_at": "When the match was to begin. Null: at the announced starting time of its round.",
    "ArrivalTimes.first_at": "When the first side was there. Null: not there yet.",
    "Attaching.digest ErrorRateView.digest AttachmentView.digest AttachedDocument.digest": (
        "The SHA-256 of the attached file's bytes, in 64 hexadecimal digits."
    ),
    "Attaching.kind AttachmentView.kind AttachedDocument.kind": "What is attached.",
    "ReportAccount.attached": "What is attached to matches: recordings, analyses, score sheets and transcripts.",
    "AttachmentView.reference": "Where it is found. Null: erased, or not shown to this reader.",
    "AverageView.matches": "How many matches of the person were analysed.",
    "BeginBreak.started_at": "When the break began. Null: now.",
    "BestOfThree.matches": "The final score of each match, in order. The side that wins two has won.",
    "BoutView.counted": "How they are counted: best of so many, all of them, or to so many points.",
    "BoutView.first": "The number of the match that began them.",
    "BoutView.matches": "How many matches there are at most; drawn ones of a best of are not counted.",
    "BoutView.points": "How many points win. Null: they are not counted by points.",
    "BoutView.half_points": (
        "The score with this match, in the order of its sides and in halves: 2 for a match won, and where they are "
        "counted by points 2 more for the lower error rate."
    ),
    "BreakMeaning.late BreakView.late": (
        "The penalty points that may be awarded because the player came back late. Null: none."
    ),
    "BreakView.ended_at": "When the player came back, in UTC. Null: not back yet.",
    (
        "ClockAsked.first FinalScore.first MatchResumption.first MatchScore.first ScoreCorrection.first "
        "Sheet.first ScoreStands.first ScoreView.first"
    ): "The points of the first side.",
    (
        "ClockAsked.second FinalScore.second MatchResumption.second MatchScore.second ScoreCorrection.second "
        "Sheet.second ScoreStands.second ScoreView.second"
    ): "The points of the second side.",
    "ClockAsked.terms": "The time and delay to compute with. Null: those announced, or the default of singles.",
    "ClockReading.readings": "What both clocks show after that.",
    "ClockView.reason": "Why the clocks were paused, reset or estimated. Null: no reason is needed, or erased.",
    "Conceded.ending": "How the match was conceded. Null: not known.",
    "ConsentAnswer.kind": "What the consent is for.",
    "ConsentView.reason": "Why the consent was given or refused. Null: not said, or erased.",
    "ConsentView.revoked": "Why the consent was revoked. Null: it holds, or the text is erased.",
    "CorrectResult.length": "The length of the match in points. Null: it stays as it is.",
    "CorrectResult.place_in_rating_order": (
        "The place among matches played at the same moment; the lower is rated first. 2.5 lies between the second and "
        "the third report. Null: it stays as it is."
    ),
    "CorrectResult.played_at": "When the match was played. Null: it stays as it is.",
    "CorrectResult.result": "The right result. Null: it stays as it is.",
    "CorrectResult.sides": "The numbers of the two entries that really played. Null: they stay as they are.",
    "CorrectResult.starters": "The sides that started each game, in order. Null: they stay as they are.",
    "CubeDecidedView.decided": "The cube as it counts.",
    "CubePosition.value": "The value that the cube shows.",
    "CubeStands.because": "Why the cube counts so: it is presumed right, or was shown to be otherwise.",
    "CubeStands.cube": "The cube as it counts.",
    "DirectorDecides.because": "What is missing for the rules to decide, in a few words.",
    "DirectorDecides.rule DueView.rule FindingView.rule": "The id of the rule in the rulebook, such as TD-14.",
    "DoubleAsked.games ScoreSheet.games": "The games that have ended, in the order in which they were played.",
    "DoubleView.over": "Whether the match is still decided without the double.",
    "DoubleView.winner": "The side that wins without the double. Null: the match goes on.",
    "DoubleView.without": "The score as it is without the double.",
    "DoubledCrawford.without": "The score of both sides without the double. Null: it can't be annulled any more.",
    "EndBreak.ended_at": "When the player came back. Null: now.",
    "EndBreak.number": "The number of the break in its match.",
    "EnterResults.byes": "Byes of rounds that were paired elsewhere.",
    "EnterResults.results": "Matches with their results, and results of matches made before.",
    "EntrySource.out": "Whether the entry had left the tournament.",
    "ErrorRateView.at": "When the analysis was attached, in UTC.",
    "ErrorRateView.opponent RatedMatchView.opponent": "The id of the opponent.",
    "ErrorRates.first": "The error rate of the first side; lower is better.",
    "ErrorRates.second": "The error rate of the second side; lower is better.",
    "ExceptionView.reason": "Why the director makes the exception. Null: erased.",
    "Finding.detail": "What is wrong with the draw, in one sentence.",
    "Finding.kind": "The kind of fault that the draw has.",
    "Finding.round Repeat.round": "The number of the round, from 1. 0: lots or coins were drawn.",
    "FindingView.clause": "The clause of the federation's rules that was broken. Null: none.",
    "FindingView.facts": "The values that the text of the finding names, such as dice and points on the board.",
    "FindingView.game": "The number of the game, from 1. Null: it is about the match as a whole.",
    "FindingView.kind": "The kind of fault that was found.",
    "FindingView.move": "The number of the move in its game, from 1. Null: it is about a whole game or match.",
    "FindingView.side": "The side that it is about. Null: the game or match as a whole.",
    "FindingView.text": "The finding in words, in English.",
    "Game.cube GameLoss.cube": "The value of the cube at the end of the game.",
    "Game.ending": "How the game ended where it was not played out. Null: it was played out.",
    "Game.winner WinnerOnly.winner": "The side that won.",
    "Game.won": "What was won: a single game, a gammon or a backgammon.",
    "Lateness.points PenaltyPoints.points": "How many match points are given.",
    "LatenessView.won_by": "The side that would win the match by these points. Null: neither, or the director decides.",
    "LeftTable.cube": "The value of the cube when the side left. Null: not known.",
    "LengthCorrected.from_game": "The number of the game from which the correct length holds.",
    "LengthStands.because": (
        "Why the wrong length stays: the match is finished, or the correct length has been reached."
    ),
    "LostOnTime.because": "Why this side lost on time.",
    "LostOnTime.kind": "Says that a side has lost on time.",
    "MakeMatch.result": "The result. Null: the match is still to be played.",
    "MatchRecordView.breaks": "The breaks that were taken in the match.",
    "MatchRecordView.clock_terms": "The time and delay of the clocks. Null: a director must set them first.",
    "MatchRecordView.dice": "How many dice are used.",
    "MatchRecordView.required": "What the conditions require of the match.",
    "MatchSource.ended": "How the match had ended when it was used. Null: nothing counted yet.",
    "MatchTerms.length": (
        "The length of the match in points. Null: the form has a length of its own, or the format sets it."
    ),
    "MatchTerms.point_value MatchView.point_value": (
        "What a point is worth, in units of the stake's currency. Null: a tenth of the limit."
    ),
    "MonitorView.reason": "Why the monitor was appointed. Null: not said, or erased.",
    "Monitoring.asked_by": "The side that asked for the monitor. Null: it was the director's own wish.",
    "Monitoring.fee": "The monitor's fee, as a decimal. Null: none.",
    "Monitoring.person": "The id of the person who monitors the match.",
    (
        "Monitoring.reason ClockReading.reason ConsentAnswer.reason ReleaseMonitor.reason LodgeAppeal.reason "
        "OptionalReason.reason"
    ): "Why, in your own words. Null: no reason is given.",
    "OutOfTime.out": "The side whose time is out, or both.",
    "PlayedMatch.round": "The round in which the match was played. Null: its list has no rounds.",
    "ReleaseMonitor.number": "The number of the monitor in its match.",
    "ReportNoTimeAgreed.reported_by": "The side that tells the director.",
    "ReportedResult.played_at MakeMatch.played_at": "When the match was played. Null: now.",
    "ReportedResult.result ResultAward.result": "The result of the match.",
    "RequestView.answer": "What the director answered. Null: not answered yet, or erased.",
    "RequestView.entry MakeRequest.entry": "The number of the entry that asks. Null: it is not asked for an entry.",
    "RequestView.kind MakeRequest.kind": "What the player asks for or insists on.",
    "RequestView.match Excepting.match MakeRequest.match WithdrawRecord.match": (
        "The number of the match that it is about. Null: the whole tournament."
    ),
    "RequestView.reason": "Why the player asks for it. Null: erased.",
    "RequestView.right": "What the rules let the player insist on. Null: the player may only ask.",
    (
        "ResolveWrongLength.match CorrectResult.match MoveMatch.match ReinstateMatch.match ReportResult.match "
        "WithdrawResult.match VerifyResult.match VoidMatch.match"
    ): "The number of the match in its tournament, counted from 1.",
    "ResultLayerView.ended": (
        "How the match had ended with this layer. Null: it was undecided. `void`: it counted nowhere."
    ),
    "ResultLayerView.points": "The score with this layer, in the order of the sides. Null: not known.",
    "WithdrawRecord.kind": "The kind of record that is taken back.",
    "WithdrawRecord.number": "The number of the record among those of its kind, in its match or tournament.",
    "WithdrawConsent.number": "The number of the consent in its match.",
    "ScoreAsked.first": "The score sheet of the first side. Null: it kept none.",
    "ScoreAsked.second": "The score sheet of the second side. Null: it kept none.",
    "ScoreStands.because": (
        "Why this score decides: both sheets agree, only one side kept a sheet, or it is that of the player behind."
    ),
    "SeatedGame.winner": "The side that won the game, or `drawn`.",
    "Sheet.clear": "Whether the sheet can be read without doubt.",
    "WithdrawResult.choice": (
        "Send `stand` to keep later matches that have begun. Null: the command is refused if there are any."
    ),
    "TranscriptGameView.before": "The score before the game, of the first and the second side.",
    "TranscriptGameView.checked": "How many plays of the game could be checked against the rules.",
    "AnalysisAsked.plies": "How many plies each decision is looked ahead.",
    "AnalysisView.state": "How far the analysis is.",
    "AnalysisView.plies": "How many plies each decision is looked ahead. Null: nobody has asked for an analysis.",
    "AnalysisView.games": "The number of games in the transcript.",
    "AnalysisView.games_done": "The number of games that are analysed already.",
    "AnalysisView.first": "The errors of the match's first side. Null: the analysis is not done.",
    "AnalysisView.second": "The errors of the match's second side. Null: the analysis is not done.",
    "AnalysisView.error_rates": "What to attach with the document. Null: the analysis is not done.",
    "AnalysisView.document": "The text that the engine has printed. Null: the analysis is not done.",
    "AnalysisView.why": "Why the analysis has failed. Null: it has not.",
    "SideErrors.decisions": "The number of moves that were not forced, and of cube decisions.",
    "SideErrors.lost": "The equity lost in them, in points of a game with the cube at 1.",
    "SideErrors.rate": "The error rate (PR): 500 times the equity lost in one decision.",
    "TranscriptGameView.number": "The number of the game in its match, from 1.",
    "TranscriptGameView.won": "The result of the game. Null: it has no end.",
    "TranscriptView.checked": "How many plays of all games could be checked against the rules.",
    "TranscriptView.digest": "The SHA-256 of the transcript in UTF-8, in 64 hexadecimal digits.",
    "TranscriptView.findings": "What does not fit the rules, the announcement or the result.",
    "TranscriptView.length": "The match length that the transcript names, in points. 0: it names none.",
    "TranscriptView.score": "The score at the end of the transcript, of the first and the second side.",
    "TranscriptView.text": "The transcript as it was written. Null: erased, or not shown to this reader.",
    "Unplayed.reported_by": "The sides that had told the director that no time was agreed.",
    "WrongLengthView.resolution": "What happens to the match by the rules.",
    "FaultPlace.turn": "The place of the turn in its game, from 1.",
    "ShownReplay.score": "The score at the end of the transcript, of the first and the second side.",
    "ReplayView.game": "The game that is replayed.",
    "ReplayView.games": "The numbers of all games of the transcript.",
    "ReplayView.turns": "What the sides did, in order.",
    "ReplayView.at_start": "Findings on the game as a whole, at its start.",
    "ReplayView.at_end": "Findings on the game as a whole, at its end.",
    "ReplayView.end": "The last position of the game, as an XGID. Null: it is not known.",
    "ReplayView.first_fault": "The first turn of the match with a finding. Null: none.",
    "TurnView.remedy": "What a ruling can order of a double that is annulled. Null: the turn is no such double.",
    "TurnView.move": "The number of the move, as the transcript has it. Null: it numbers none.",
    "TurnView.does": "What the side does in this turn.",
    "TurnView.roll": "The roll of the dice. Null: no roll belongs to the turn, or it is not written.",
    "TurnView.play": "The play as it is written. Empty: nothing could be moved. Null: it is not written.",
    "TurnView.moves": "The way of each checker, as the side counts its points: 25 is the bar, 0 is off the board.",
    "TurnView.number": "The level that a double names, or the points that were won. Null: it is not written.",
    "TurnView.text": "The turn in words, as a transcript writes it.",
    "TurnView.found": "The position before the turn, as an XGID. Null: it is not known.",
    "TurnView.findings": "What does not fit the rules in this turn.",
}
