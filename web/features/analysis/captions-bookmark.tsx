import { useState } from "react";
import { Link } from "react-router-dom";
import useSWRImmutable from "swr/immutable";
import { watchUrl } from "#contract/addresses.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { paths } from "#web/paths.ts";
import { CopyField } from "#web/ui/copy-field.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";

/** The build writes the bookmark's address, with its script in it, beside the app. */
const BOOKMARK = "/captions-bookmarklet.json";

/** How someone copies captions that YouTube gives to browsers only, without the extension. */
export function CaptionsBookmark({ videoId }: { videoId: string }) {
	const [open, setOpen] = useState(false);
	return (
		<details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary className="min-h-8 cursor-pointer py-1 font-semibold link">
				Does YouTube show you its captions?
			</summary>
			{open && <Steps videoId={videoId} />}
		</details>
	);
}

function Steps({ videoId }: { videoId: string }) {
	const { data, error } = useSWRImmutable<string, ApiProblem>(BOOKMARK);
	if (error !== undefined) return <ProblemNotice detail={error.message} />;
	if (data === undefined) return <Skeleton className="h-48" />;
	return (
		<div className="flex flex-col gap-3 pt-2 pb-4">
			<p>
				Your browser can copy them for you. The report will say that a member's browser read them.
			</p>
			<ol className="flex list-decimal flex-col gap-3 pl-5">
				<li>
					Drag{" "}
					{/* biome-ignore lint/a11y/useValidAnchor: React writes no address with a script in it, so the ref does. */}
					<a
						ref={(link) => link?.setAttribute("href", data)}
						className="inline-block rounded-md border border-rule bg-ground px-2 font-semibold"
					>
						Copy YouTube's captions
					</a>{" "}
					to your bookmarks, or make a bookmark with this address:
					<div className="pt-2">
						<CopyField label="Address of the bookmark" text={data} what="Address" />
					</div>
				</li>
				<li>
					<OutsideLink href={watchUrl(videoId)}>Open the video</OutsideLink> and press the bookmark
					there. It reads the captions as the player does and sends them nowhere.
				</li>
				<li>Paste them into the field here.</li>
			</ol>
			<p>
				<Link to={paths.extension()} className="link">
					The browser extension
				</Link>{" "}
				sends them with one press.
			</p>
		</div>
	);
}
