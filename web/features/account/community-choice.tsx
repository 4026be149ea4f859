import type { Me } from "#contract/me.ts";
import { SendingNote } from "./sending-note.tsx";
import { editMe } from "./use-account.ts";
import { useSending } from "./use-sending.ts";

/** Whether the member's name shows in leaderboard and recent activity. */
export function CommunityChoice({
	me,
	onSaved,
}: {
	me: Me;
	onSaved: () => Promise<unknown>;
}) {
	const sending = useSending();
	return (
		<>
			<label className="flex items-start gap-3">
				<input
					type="checkbox"
					checked={me.hidden_from_community}
					aria-disabled={sending.busy || undefined}
					onChange={(event) => {
						const hidden_from_community = event.target.checked;
						void sending.run(async () => {
							await editMe({ hidden_from_community });
							await onSaved();
						});
					}}
					className="mt-1 size-5 shrink-0 accent-ink"
				/>
				<span>
					Hide me from the community
					<span className="block text-sm text-muted">
						Your votes count all the same, without your name.
					</span>
				</span>
			</label>
			<SendingNote
				sending={sending}
				done={
					me.hidden_from_community
						? "You are hidden."
						: "You can be seen again."
				}
			/>
		</>
	);
}
