import type { Analysis } from "#contract/analysis.ts";

const DOING = { search: "Searching", read: "Reading" };

/**
 * The current search or page in one changing line. Hidden from screen readers, which announce the
 * stage instead.
 */
export function RunActivity({ activity }: { activity: Analysis["activity"] | undefined }) {
	if (!activity) return null;
	return (
		<p aria-hidden="true" className="truncate text-sm text-muted">
			<span className="font-semibold text-ink">{DOING[activity.kind]}</span> {activity.text}
		</p>
	);
}
