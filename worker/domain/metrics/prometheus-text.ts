export type Sample = { labels?: Record<string, string>; value: number };

export type Metric = {
	/** Without the site's prefix. */
	name: string;
	help: string;
	type: "counter" | "gauge";
	samples: Sample[];
};

const PREFIX = "bsdetector_";

/** The text that Prometheus reads, version 0.0.4. A metric without samples is left out. */
export function prometheusText(metrics: Metric[]): string {
	return metrics
		.filter(({ samples }) => samples.length > 0)
		.map(({ name, help, type, samples }) =>
			[
				`# HELP ${PREFIX}${name} ${escapeHelp(help)}`,
				`# TYPE ${PREFIX}${name} ${type}`,
				...samples.map(
					({ labels = {}, value }) =>
						`${PREFIX}${name}${labelText(labels)} ${value}`,
				),
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
