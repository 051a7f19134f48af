-- The feeds, kept by a projection of their own.
CREATE SCHEMA feeds_a;
CREATE SCHEMA feeds_b;
GRANT USAGE ON SCHEMA feeds_a, feeds_b TO scoresheet_projections;
