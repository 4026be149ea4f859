type Figure = { name: string; label: string; value: number };
type Job = {
	job: string;
	ok: boolean;
	/** ISO 8601, like all instants here. */
	succeeded_at: string | null;
	duration_ms: number;
};

export type Measured = {
	/** Counted every few minutes. */
	figures: (Figure & { counted_at: string })[];
	backlog: {
		runs: number;
		oldest_run_at: string | null;
		messages: number;
		oldest_message_at: string | null;
		webhooks: number;
		oldest_webhook_at: string | null;
	};
	jobs: Job[];
	/** Of the current day. With a limit of 0 nothing is counted. */
	provider_calls: { used: number; limit: number };
	database: {
		/** At least this far the nearest replica is behind. */
		replica_lag_s: number;
		/** Who has answered here lately; none where the engine does not say. */
		regions: { copy: "primary" | "replica"; region: string }[];
	};
	now: string;
};

/** The site's metrics. Durations are in seconds, as Prometheus expects. */
export function siteMetrics(measured: Measured): Metric[] {
	const { figures, backlog, jobs, provider_calls, database, now } = measured;
	const counted = (name: string, label: string): Sample[] =>
		figures
			.filter((figure) => figure.name === name)
			.map(({ label: of, value }) => ({ labels: { [label]: of }, value }));
	const age = (instant: string | null) =>
		instant === null ? 0 : Math.max(0, (Date.parse(now) - Date.parse(instant)) / 1_000);
	const ofJobs = (value: (job: Job) => number | null): Sample[] =>
		jobs.flatMap((job) => {
			const known = value(job);
			return known === null ? [] : [{ labels: { job: job.job }, value: known }];
		});
	const gauge = (name: string, help: string, samples: Sample[]): Metric => ({
		name,
		help,
		samples,
		type: "gauge",
	});
	const one = (value: number): Sample[] => [{ value }];
	const counted_at = figures[0]?.counted_at ?? null;
	return [
		{
			name: "analyses_total",
			help: "Runs that ended, by outcome.",
			type: "counter",
			samples: counted("analyses", "outcome"),
		},
		gauge("votes", "Current votes, by type.", counted("votes", "type")),
		gauge("members", "Accounts, by state of their address.", counted("members", "address")),
		gauge(
			"webhook_deliveries",
			"Stored webhook deliveries, by status.",
			counted("webhook_deliveries", "status"),
		),
		gauge(
			"figures_age_seconds",
			"How long ago the figures above were counted.",
			counted_at === null ? [] : one(age(counted_at)),
		),
		gauge("runs_in_flight", "Running analyses.", one(backlog.runs)),
		gauge(
			"oldest_run_age_seconds",
			"How long the oldest of them has been running.",
			one(age(backlog.oldest_run_at)),
		),
		gauge("outbox_messages", "Messages waiting to become notifications.", one(backlog.messages)),
		gauge(
			"outbox_age_seconds",
			"How long the oldest of them has waited.",
			one(age(backlog.oldest_message_at)),
		),
		gauge("webhooks_pending", "Webhook deliveries that are still pending.", one(backlog.webhooks)),
		gauge(
			"webhooks_pending_age_seconds",
			"How long the oldest of them has waited.",
			one(age(backlog.oldest_webhook_at)),
		),
		gauge(
			"provider_calls_today",
			"Calls to AI providers so far today (UTC).",
			provider_calls.limit === 0 ? [] : one(provider_calls.used),
		),
		gauge(
			"provider_calls_limit",
			"The maximum number of calls per day; 0 is no limit.",
			one(provider_calls.limit),
		),
		gauge(
			"replica_lag_seconds",
			"For how long at least the nearest replica has lacked a write of the primary.",
			one(database.replica_lag_s),
		),
		gauge(
			"database_region",
			"Always 1; the labels say which region answered last, for the primary and for the nearest replica.",
			database.regions.map((labels) => ({ labels, value: 1 })),
		),
		gauge(
			"job_ok",
			"Whether the job's last run succeeded.",
			ofJobs(({ ok }) => (ok ? 1 : 0)),
		),
		gauge(
			"job_last_success_timestamp_seconds",
			"When the job last succeeded, to within five minutes.",
			ofJobs(({ succeeded_at }) =>
				succeeded_at === null ? null : Date.parse(succeeded_at) / 1_000,
			),
		),
		gauge(
			"job_duration_seconds",
			"How long the job's last run took.",
			ofJobs(({ duration_ms }) => duration_ms / 1_000),
		),
	];
}

type Sample = { labels?: Record<string, string>; value: number };

type Metric = {
	/** The metric's name without the site's prefix. */
	name: string;
	help: string;
	type: "counter" | "gauge";
	samples: Sample[];
};

const PREFIX = "bsdetector_";

/** The Prometheus text format, version 0.0.4. A metric without samples is left out. */
export function prometheusText(metrics: Metric[]): string {
	return metrics
		.filter(({ samples }) => samples.length > 0)
		.map(({ name, help, type, samples }) =>
			[
				`# HELP ${PREFIX}${name} ${escapeHelp(help)}`,
				`# TYPE ${PREFIX}${name} ${type}`,
				...samples.map(({ labels = {}, value }) => `${PREFIX}${name}${labelText(labels)} ${value}`),
			]
				.map((line) => `${line}\n`)
				.join(""),
		)
		.join("");
}

function labelText(labels: Record<string, string>): string {
	const pairs = Object.entries(labels).map(
		([name, value]) => `${name}="${escapeHelp(value).replaceAll('"', '\\"')}"`,
	);
	return pairs.length ? `{${pairs.join(",")}}` : "";
}

function escapeHelp(text: string): string {
	return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
