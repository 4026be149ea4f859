-- What runs cost, summed up when they are published, so that nobody adds up single calls to see it.

-- cost_usd sums the calls whose price is known, unpriced_calls counts the others.
ALTER TABLE publications ADD COLUMN calls INTEGER NOT NULL DEFAULT 0;
ALTER TABLE publications ADD COLUMN requests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE publications ADD COLUMN input_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE publications ADD COLUMN output_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE publications ADD COLUMN cost_usd REAL NOT NULL DEFAULT 0;
ALTER TABLE publications ADD COLUMN unpriced_calls INTEGER NOT NULL DEFAULT 0;
CREATE INDEX publications_by_end ON publications (ended_at, run_id);

-- The same by day (UTC), provider, model and step of the analysis.
CREATE TABLE spending_days (
	day TEXT NOT NULL,
	provider TEXT NOT NULL,
	model TEXT NOT NULL,
	step TEXT NOT NULL,
	calls INTEGER NOT NULL,
	failed_calls INTEGER NOT NULL,
	requests INTEGER NOT NULL,
	input_tokens INTEGER NOT NULL,
	output_tokens INTEGER NOT NULL,
	cost_usd REAL NOT NULL,
	unpriced_calls INTEGER NOT NULL,
	PRIMARY KEY (day, provider, model, step)
) STRICT;

-- The runs that ended before. A call counts as unpriced that used something at no known price, or
-- that succeeded without telling what it used.
UPDATE publications SET (calls, requests, input_tokens, output_tokens, cost_usd, unpriced_calls) = (
	SELECT count(*), coalesce(sum(attempts), 0), coalesce(sum(input_tokens), 0),
		coalesce(sum(output_tokens), 0), coalesce(sum(cost_usd), 0.0),
		coalesce(sum(cost_usd IS NULL AND (ok = 1 OR input_tokens IS NOT NULL OR output_tokens IS NOT NULL)), 0)
	FROM provider_calls c WHERE c.run_id = publications.run_id
);
INSERT INTO spending_days (day, provider, model, step, calls, failed_calls, requests, input_tokens, output_tokens, cost_usd, unpriced_calls)
	SELECT substr(p.ended_at, 1, 10), c.provider, c.model, substr(c.task, 1, instr(c.task, ':') - 1),
		count(*), sum(c.ok = 0), sum(c.attempts), coalesce(sum(c.input_tokens), 0),
		coalesce(sum(c.output_tokens), 0), coalesce(sum(c.cost_usd), 0.0),
		sum(c.cost_usd IS NULL AND (c.ok = 1 OR c.input_tokens IS NOT NULL OR c.output_tokens IS NOT NULL))
	FROM provider_calls c JOIN publications p ON p.run_id = c.run_id
	GROUP BY 1, 2, 3, 4;
