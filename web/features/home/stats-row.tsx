import useSWR from "swr";
import type { Stats } from "#contract/site.ts";
import { keys } from "#web/api/keys.ts";
import { formatCount } from "#web/ui/format-count.ts";

/** The figures move while the page is open; once a minute is live enough. */
const REFRESH_MS = 60_000;

/** What the site has done so far, counted and not claimed. */
export function StatsRow() {
	const { data, error } = useSWR<Stats>(keys.stats, {
		refreshInterval: REFRESH_MS,
	});
	if (error !== undefined) return null;
	const figures: [string, number | undefined][] = [
		["Videos analyzed", data?.total_videos],
		["BS claims caught", data?.bs_claims],
		["Creators helped", data?.total_creators],
	];
	return (
		<dl className="grid grid-cols-3 divide-x divide-line border-y border-line">
			{figures.map(([name, figure]) => (
				<div
					key={name}
					className="flex flex-col-reverse justify-end px-3 py-4 first:pl-0 sm:px-6"
				>
					<dt className="text-sm leading-tight text-muted">{name}</dt>
					<dd className="text-2xl font-semibold sm:text-3xl">
						{figure === undefined ? "–" : formatCount(figure)}
					</dd>
				</div>
			))}
		</dl>
	);
}
