"""Fields of keys, events, imports, webhooks and what the service says of itself."""

FIELDS = {
    "ActorDocument.key": (
        "The public id of the API key that was used. Null: none was, or it is not shown to this reader."
    ),
    "ActorDocument.person": (
        "The id of the person who did it. Null: a machine's key or the service did, or it is not shown."
    ),
    "ActorDocument.role": "What the actor was: the role of the key, or `service`.",
    "AuditedReadView.address": "The path that was read, with its query.",
    "AuditedReadView.key RefusedAttemptView.key": "The public id of the API key that was used.",
    "AuditedReadView.person RefusedAttemptView.person": (
        "The id of the person that the key acts for. Null: for nobody in particular."
    ),
    "AuditedReadView.personal": "Whether the key had the right to read sealed text about persons.",
    "BulkAnswer.dry_run ImportAnswer.dry_run": "Whether this was a trial, of which nothing was recorded.",
    "BulkAnswer.rows": "What each row did, or would do, in their order.",
    "BulkCommands.rows WholeEvening.rows": "Commands and entries to carry out, in their order; all or none.",
    "changed": (
        "The thing that the command has created or changed, as its own address shows it. Null: it is not for you to "
        "read, or not yet."
    ),
    "ImportAnswer.reading ListDocument.reading": "How the list is read; kept with it for the next import.",
    "ListToImport.columns Reading.columns": "What columns are that the file calls otherwise than this service.",
    "ListToImport.decimals Reading.decimals": "What parts fractions in numbers. Null: a point or a comma, as it comes.",
    "ListToImport.encoding Reading.encoding": "The encoding of the file, before it was sent as a text. Null: not said.",
    "NamedColumn.column": "What the column is called here, such as `winner`. Null: the column is skipped.",
    "NamedColumn.named": "What the file calls the column. Capital and small letters are the same.",
    "Reading.day_order": "What comes first in days such as 03/04/2026. Null: it was never said.",
    "Reading.length": "The points to which matches of a report file count as played. Null: 1.",
    "Reading.row_order": "Which match of one day the list has first. Null: it was never said.",
    "Reading.source": "Where the list comes from, as it was named. Null: by the name of the list.",
    "HandListOn.club": "The club whose officers own the list from now on. Null: the federation’s office does.",
    "ListAnswer.list": "The id of the list.",
    "ListDocument.club": "The club whose officers own the list. Null: the federation’s office does.",
    "ListDocument.id": "The id of the list, as a UUID.",
    "ListDocument.imported_at": "When an import last changed something, in UTC. Null: none has recorded a line yet.",
    "ListDocument.imported_by": "The id of the person who sent that import. Null: a machine’s key did.",
    "ListDocument.kind": "What the list is of. A club’s list with its revisions is of `matches`.",
    "ListDocument.lines": "How many matches the list had when it was imported last. 0 for persons and entries.",
    "ListDocument.name": "The name under which the list is imported.",
    "ListDocument.named": "How many names the list had when it was imported last.",
    "ListDocument.rating": "By what the matches of its tournament are rated. Null: it has none, or is not rated.",
    "ListDocument.tournament": "The tournament that the list makes, or enters players into. Null: it has none.",
    "ListDocument.waiting": "How many matches and persons were changed on both sides, and wait for a choice.",
    "ClubAnswer.club HeldMembership.club OwnMembership.club OwnMembershipRequest.club OwnOffer.club": (
        "The id of the club."
    ),
    "ClubAnswer.membership": "The number of the membership that was made or ended. Null: none was.",
    "ClubAnswer.offer": "The number of the offer that was made or answered. Null: none was.",
    "ClubAnswer.request": "The number of the request that was made. Null: none was.",
    "DeliveryAttemptView.answer": "The first 1,024 bytes of what the receiver answered. Null: it answered nothing.",
    "DeliveryAttemptView.entries": "How many entries of the feed the batch held. 0: the receiver was only tried out.",
    "DeliveryAttemptView.message": "The id of the delivered message. A repeated delivery has the same.",
    "DeliveryAttemptView.status": "The HTTP status that the receiver answered. Null: it answered nothing.",
    "Entry.entry": "The entry to request.",
    "EntryRow.approved": "Whether the entry is approved at once.",
    "EntryRow.person": "The id of the registered person who enters. Null: `new_person` registers one.",
    "EventDocument.command": (
        "The id of the command that recorded the event, shared by all events of that command. Null: not shown to this "
        "reader."
    ),
    "EventDocument.data": (
        "What the event says; the schema at `dataschema` describes it. Null: withheld whole from this reader."
    ),
    "EventDocument.position EventName.position": "The position of the event in the whole log.",
    "EventDocument.version EventName.version": "The place of the event in its history, from 1.",
    "EventKind.description": "What this kind of event records.",
    "FederationAnswer.number": "The number of what was added to a list of the federation. Null: nothing was added.",
    "FeedDocument.dataschema": (
        "The name of the schema of what the entries say; `schema_address` says where to read it."
    ),
    "FeedDocument.entries": "How many entries the feed has.",
    "FeedDocument.first": "The id of the oldest entry. Null: the feed is empty.",
    "FeedDocument.last": "The id of the newest entry. Null: the feed is empty.",
    "FeedDocument.type": "The `type` of the feed's CloudEvents.",
    "FeedList.position": "The position up to which the feeds tell of the log.",
    "Health.status": "`ok`: the process answers.",
    "ImportAnswer.byes": "How many byes were recorded.",
    "ImportAnswer.lines": "What becomes of each line. A dry run and an import in the background tell it.",
    "ImportAnswer.persons": "Who the names of the list mean. A dry run and an import in the background tell it.",
    "ImportAnswer.rating": (
        "By what the list's matches are rated. A dry run and an import in the background tell it. Null: not rated."
    ),
    "ImportAnswer.results": "How many results were recorded.",
    "ImportAnswer.voided": "How many matches were voided, since the list has them no more.",
    "ImportJobDocument.began_at": "When the import began, in UTC.",
    "ImportJobDocument.dry_run": "Whether it is a trial, of which nothing is recorded.",
    "ImportJobDocument.ended_at": "When the import ended, in UTC. Null: it has not ended.",
    "ImportJobDocument.kind": "What the list holds.",
    "ImportJobDocument.lines": "How many lines the list has, with its header.",
    "ImportJobDocument.name": "The name of the list's tournament. Null: the name that the file has.",
    "ImportJobDocument.outcome": "What has become of the list. Null: the import is not done.",
    "ImportJobDocument.problem": "Why the list is refused. Null: it is not.",
    "ImportJobDocument.recorded": "How many rows are recorded by now.",
    "ImportJobDocument.state": (
        "Whether the import is running, done, refused, cancelled or interrupted. A cancelled or interrupted one can be "
        "resumed."
    ),
    "ImportedLine.before": (
        "What the list said of this match or person when it was last imported. Null: nothing to compare with."
    ),
    "ImportedLine.here": "What this service has of the match or person. Null: nothing to compare with.",
    "ImportedLine.line": "The number of the line in the list, from 1. 0: a line that the list does not have any more.",
    "ImportedLine.match": "The number of the match here that the line is compared with. Null: none.",
    "ImportedLine.text": "The line as it stands in the list.",
    "ImportedLine.why": "Why the line is not simply taken. Null: it is.",
    "KeyAnswer.code": "What the person exchanges the key by. Null: the key is not for another person.",
    "KeyAnswer.key": "The API key itself. It is shown only here. Null: it is shown when its person exchanges the code.",
    "KeyAnswer.link": (
        "A path below this service at which the person exchanges the code, in any browser. Null: the key is not for "
        "another person."
    ),
    "KeyDocument.label KeyLabel.label NewKey.label": (
        "What the key is for, in a few words, so that you can tell your keys apart."
    ),
    "KeyDocument.line": "The id of the first of the keys that took each other's place. Null: the key replaced none.",
    "KeyDocument.person NewKey.person OwnKeyDocument.person": (
        "The id of the person that the key acts for. Null: for nobody in particular."
    ),
    "KeyDocument.personal NewKey.personal OwnKeyDocument.personal": (
        "Whether an auditor's key may read sealed text about persons."
    ),
    "KeyDocument.status": "Whether the key can be used.",
    "KeyExchange.code": "The code that was made with the key.",
    "KeyExpiry.expires_at": "Until when the key is valid, in UTC.",
    "LinkAnswer.code": "The end of the link's address, short enough to be read out.",
    "LinkAnswer.expires_at": "Until when the link can be opened, in UTC.",
    "LinkAnswer.key PlayersLinkDocument.key ScreenDocument.key": (
        "The public id of the link, which its player's acts carry as their key."
    ),
    "LinkAnswer.link": "A path below this service. Opening it logs in, once.",
    "LoadingDocument.total": "How many there are to load in all.",
    "LoadingDocument.what": "What is being loaded.",
    "LogKeyDocument.origin": "The origin line of the log's checkpoints, which names the log.",
    "LogKeyDocument.size": "How many events the log had when the key began to sign.",
    "NamedPerson.name WhoIsMeant.name": "The name as it stands in the list.",
    "NamedPerson.person": "The id of the registered person that the name means. Null: not known yet, or a new person.",
    "NewKey.expires_at": "Until when the key is valid: a moment, or a day, which is included. Null: without an end.",
    "NewLink.person": "The id of the team member who gets the link. Null: the person who entered.",
    "NewPersons.persons": "The persons to register.",
    "OwnKeyDocument.name": (
        "The public name of the person that the key acts for. Null: for nobody in particular, or erased."
    ),
    "NewWebhook.address": (
        "The HTTPS address that receives the deliveries. It must be reachable from the public Internet."
    ),
    "PlaceInFeed.after": (
        "A cursor of the feed; deliveries begin with the entry behind it. Null: `since` says where they begin, or "
        "they begin now."
    ),
    "PlaceInFeed.since": (
        "A position of the log; deliveries begin behind it. Null: `after` says where they begin, or they begin now."
    ),
    "PlayersLinkDocument.expires_at ScreenDocument.expires_at": (
        "When the session that the link opens ends at the latest, in UTC."
    ),
    "PlayersLinkDocument.key_maker ScreenDocument.key_maker": "The id of the person who issued the link, or `machine`.",
    "PlayersLinkDocument.opened": "Whether the link was opened.",
    "ProblemDocument.detail RowProblem.detail": "What is wrong in this case, in one sentence.",
    "ProblemDocument.status ProblemKind.status RowProblem.status": "The HTTP status of the problem.",
    "ProblemDocument.title ProblemKind.title RowProblem.title": (
        "What is wrong, as a short summary that is the same for every problem of the type."
    ),
    "ProblemDocument.type ProblemKind.type RowProblem.type": (
        "The address that names the kind of problem. Programs should decide by it."
    ),
    "Readiness.position": "The position of the newest event of the log.",
    "Readiness.status": "Whether the service is ready to answer.",
    "RecordedThing.kind": "The kind of thing that was recorded, such as a break or a declaration.",
    "RecordedThing.number": "Its number among those of its kind, in its match or tournament.",
    "RefusedAttemptView.address": "The path that the command was sent to. Null: this line counts several attempts.",
    "RefusedAttemptView.command": "The name of the command. Null: this line counts several attempts.",
    "RefusedAttemptView.first_at": "When the first of these attempts was made, in UTC.",
    "RefusedAttemptView.problem": (
        "The short name of the problem by which it was refused; `/v1/problems` explains each."
    ),
    "RefusedAttemptView.times": "How many attempts this line counts.",
    "Revision.number": "The number of what was changed, in its tournament.",
    "RoundResult.match": "The number of the match. Null: `table` says which match it is.",
    "RoundResult.table": "The number of the table at which the match is played. Null: `match` says which match it is.",
    "RoundResults.results": "The results of the round.",
    "RowAnswer.entries TournamentAnswer.entries": "The entries that the command changed, with their new revisions.",
    "RowAnswer.matches TournamentAnswer.matches": "The matches that the command changed, with their new revisions.",
    "RowAnswer.person": "The id of the person who is registered or changed by the row. Null: none.",
    "RowAnswer.problem": "Why the row would be refused. Null: it would not.",
    "RowAnswer.revision": "The new revision of the person or series. Null: the row changes neither.",
    "RowAnswer.rulings TournamentAnswer.rulings": "The rulings that the command changed, with their new revisions.",
    "RowAnswer.series": "The id of the series whose divisions the row arranges. Null: it arranges none.",
    "RowAnswer.tournament": "The id of the tournament that the row changes. Null: it changes none.",
    "RowAnswer.version": "The version of the tournament after the row. Null: the row changes no tournament.",
    "ValidationMessage.message": "What the value must be.",
    "ValidationMessage.place": "Where the value was: in the body, the query, the address or a header.",
    "WebhookDocument.address": "The HTTPS address that receives the deliveries. Null: this reader may not see it.",
    "WebhookDocument.id": "The id of the webhook, which addresses of its commands hold.",
    "WebhookDocument.origin": "The scheme and host that the deliveries go to.",
    "WebhookDocument.status": "Whether entries are delivered.",
    "WebhookSecretAnswer.secret": "The secret that deliveries are signed with. It is shown only here.",
}
