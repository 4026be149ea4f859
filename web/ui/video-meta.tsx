import { formatCount } from "./format-count.ts";
import { formatDate, formatDay } from "./format-day.ts";

/** Views, publication and analysis in one line. */
export function VideoMeta({
	views,
	published,
	analyzed,
	className = "text-xs text-muted",
}: {
	views: number | null;
	published: string | null;
	analyzed: string | null;
	className?: string;
}) {
	const parts = [
		...(views === null ? [] : [`${formatCount(views)} views`]),
		...(published === null ? [] : [`Published ${formatDate(published)}`]),
		...(analyzed === null ? [] : [`Analyzed ${formatDay(analyzed)}`]),
	];
	return <p className={className}>{parts.join(" · ")}</p>;
}
