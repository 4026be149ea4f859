-- One row, written every minute: what a replica has of it says how far behind the replica is.
CREATE TABLE heartbeats (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  at TEXT NOT NULL
);
