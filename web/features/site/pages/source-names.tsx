import { SOURCE_NAMES } from "#contract/evidence-words.ts";
import type { SourceId } from "#contract/verdicts.ts";
import { useHealth } from "#web/api/use-site.ts";

const IN_SENTENCE: Partial<Record<SourceId, string>> = {
	pubmed: `${SOURCE_NAMES.pubmed} (for health and science)`,
	samples: "sample pages",
};

/** The sources that this site searches, in a sentence. */
export function SourceNames() {
	const sources = useHealth()?.evidence_sources ?? [];
	return listed(sources.map((source) => IN_SENTENCE[source] ?? SOURCE_NAMES[source]));
}

/** "One", "one and two", "one, two and three". */
export function listed(names: string[]): string {
	const last = names.at(-1) ?? "";
	return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
