-- Where the log ended when it was found to be shorter than what a projection had taken in of it. Until the tables are
-- made anew, which is a new row, the projection stands still.
ALTER TABLE projections ADD COLUMN log_ended_at bigint CHECK (log_ended_at >= 0 AND log_ended_at < position);
