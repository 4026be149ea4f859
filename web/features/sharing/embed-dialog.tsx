import type { Video } from "#contract/video.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useCopy } from "#web/ui/use-copy.tsx";
import { embedCode } from "./share-links.ts";

/** HTML that embeds the result on other sites, for copying. */
export function EmbedDialog({
	video,
	open,
	onClose,
}: {
	video: Video;
	open: boolean;
	onClose: () => void;
}) {
	const { card, badge } = embedCode(video, window.location.origin);
	return (
		<Dialog open={open} title="Embed this result" onClose={onClose}>
			<p className="mt-2 text-sm text-muted">
				Both always show the current result, even after a fresh analysis.
			</p>
			<div className="mt-4 flex flex-col gap-5">
				<Snippet name="Card" text={card} />
				<Snippet name="Badge" text={badge} />
			</div>
		</Dialog>
	);
}

function Snippet({ name, text }: { name: string; text: string }) {
	const { state, copy } = useCopy();
	return (
		<div className="flex flex-col gap-2">
			<label className="flex flex-col gap-1 text-sm font-semibold">
				{name}
				<textarea
					readOnly
					rows={4}
					value={text}
					spellCheck={false}
					onFocus={(event) => event.currentTarget.select()}
					className="w-full resize-none rounded-md border border-rule bg-ground px-3 py-2 text-sm font-normal break-all"
				/>
			</label>
			<div className="flex flex-wrap items-center gap-3">
				<Button onClick={() => void copy(text)}>
					<Icon name={state === "copied" ? "check" : "code"} />
					{state === "copied" ? `${name} Copied` : `Copy ${name}`}
				</Button>
				<p role="status" className="text-sm">
					{state === "copied" && <span className="sr-only">{name} copied</span>}
					{state === "refused" &&
						"Your browser blocks copying. Select the text and copy it yourself."}
				</p>
			</div>
		</div>
	);
}
