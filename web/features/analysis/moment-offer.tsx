import { useNavigate } from "react-router-dom";
import { parseAddress } from "#contract/addresses.ts";
import { clockTime } from "#contract/format.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { parseTimestamp } from "#web/ui/parse-timestamp.ts";
import { useStart } from "./analyze-context.ts";

/** Offers what a link allows: to analyze the whole video, or to check the moment that it points to. */
export function MomentOffer({ url }: { url: string }) {
	const navigate = useNavigate();
	const { busy, refusal, start } = useStart();
	const at = linkTime(url);

	async function analyze(): Promise<void> {
		const outcome = await start({ url });
		if (outcome.kind === "exists") navigate(paths.results(outcome.video_id));
	}
	async function check(at: number): Promise<void> {
		const outcome = await start({ url, at }, { quiet: true });
		// The report shows the moment, which `state` names: an address alone starts nothing.
		if (outcome.kind === "exists" || outcome.kind === "started")
			navigate(`${paths.results(outcome.video_id)}?t=${at}`, { state: { at } });
	}
	return (
		<div className="flex flex-col gap-2">
			<div className="flex flex-wrap items-center gap-2">
				<p className="text-sm">
					{at === null
						? "This is a link to a video."
						: `This link points to ${clockTime(at)}. Check:`}
				</p>
				{/* They wrap together. */}
				<span className="flex gap-2">
					<Button busy={busy} onClick={analyze}>
						{at === null ? "Analyze it" : "The whole video"}
					</Button>
					{at !== null && (
						<Button busy={busy} onClick={() => check(at)}>
							Only {clockTime(at)}
						</Button>
					)}
				</span>
			</div>
			{refusal !== null && (
				<p role="alert" className="text-sm font-semibold">
					{refusal}
				</p>
			)}
		</div>
	);
}

/** The time that a link names as `t` or `start`, in seconds; null if it names none. */
export function linkTime(link: string): number | null {
	const address = /^https?:\/\//i.test(link.trim()) ? link.trim() : `https://${link.trim()}`;
	const url = parseAddress(address);
	if (url === null) return null;
	const { searchParams, hash } = url;
	const named = searchParams.get("t") ?? searchParams.get("start");
	return parseTimestamp(named ?? new URLSearchParams(hash.slice(1)).get("t") ?? "");
}
