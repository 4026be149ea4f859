import { Icon } from "#web/ui/icon.tsx";

/** Why the agreement shown is not the latest. */
export function HeldNote({ reason }: { reason: string }) {
	return (
		<p
			role="note"
			className="flex basis-full items-start gap-2 border-l-4 border-ink bg-sunken px-3 py-2 text-sm"
		>
			<Icon name="clock" className="mt-1" />
			<span>
				<strong>Agreement held.</strong> {reason}
			</span>
		</p>
	);
}
