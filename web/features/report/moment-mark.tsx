import { Icon } from "#web/ui/icon.tsx";

/** Says that the video is at this statement, in words and not by its line alone. */
export function MomentMark({ moment }: { moment: "playing" | "here" }) {
	return (
		<span className="inline-flex items-center gap-1.5 rounded-sm bg-ink px-2 text-xs leading-6 font-semibold text-ground">
			<Icon name={moment === "playing" ? "play" : "clock"} />
			{moment === "playing" ? "Playing now" : "The video is here"}
		</span>
	);
}
