import type { TimestampSource } from "#contract/statement.ts";
import { watchUrl } from "#web/paths.ts";
import { formatClock } from "#web/ui/format-clock.ts";
import { Icon } from "#web/ui/icon.tsx";

/** The second something is said, leading to it on the platform. */
export function TimeLink({
	videoId,
	seconds,
	source = "cue",
	watchable,
}: {
	videoId: string;
	seconds: number;
	source?: TimestampSource;
	/** False for videos that exist here alone. */
	watchable: boolean;
}) {
	const clock = `${source === "estimated" ? "≈" : ""}${formatClock(seconds)}`;
	const spoken = `${source === "estimated" ? "about " : ""}${formatClock(seconds)}`;
	if (!watchable) {
		return <span className="text-sm font-semibold">{clock}</span>;
	}
	return (
		<a
			href={watchUrl(videoId, seconds)}
			target="_blank"
			rel="noopener noreferrer"
			aria-label={`Watch at ${spoken} on YouTube (opens in a new tab)`}
			className="inline-flex min-h-8 items-center gap-1 rounded-sm border border-rule bg-raised px-2 text-sm font-semibold hover:border-ink"
		>
			<Icon name="play" className="size-3" />
			{clock}
		</a>
	);
}
