import { watchUrl } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { formatClock } from "#web/ui/format-clock.ts";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { usePlayer, usePlayerState } from "./player-context.ts";

/** Why nothing plays, and where it does. */
export function PlayerTrouble({
	second,
	onRetry,
}: {
	second: number;
	onRetry: () => void;
}) {
	const player = usePlayer();
	const refused = usePlayerState(({ phase }) => phase === "refused");
	const here_alone = usePlayerState((state) => state.here_alone);
	return (
		<div
			role="alert"
			className="flex flex-col items-start gap-2 border-l-4 border-ink bg-raised p-4 text-sm"
		>
			<p className="font-semibold">
				{refused
					? "YouTube does not play it here"
					: "The player did not answer"}
			</p>
			<p className="max-w-[60ch]">
				{!refused
					? "It may be blocked by this browser or its network, or you are offline. The report below works without it."
					: here_alone
						? "The owner of this video allows it on YouTube itself alone. The report below works without it."
						: "The video may have been removed or made private. The report below still tells what was said."}
			</p>
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<OutsideLink
					href={watchUrl(player.video_id, second)}
					className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
				>
					{second > 0
						? `Watch at ${formatClock(second)} on YouTube`
						: "Watch on YouTube"}
				</OutsideLink>
				<Button onClick={onRetry}>Try again</Button>
			</div>
		</div>
	);
}
