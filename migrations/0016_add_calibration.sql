-- Which measurement a statement's confidence comes from. NULL before there was one.

ALTER TABLE statements ADD COLUMN calibration TEXT;
