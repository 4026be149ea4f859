import type { Sending } from "./use-sending.ts";

/** How the last attempt ended, read out as it ends. */
export function SendingNote({
	sending,
	done,
}: {
	sending: Pick<Sending, "refusal" | "done" | "fields">;
	done: string;
}) {
	const { refusal, fields } = sending;
	// A field that says it already needs no second voice for the eye.
	const told = refusal !== null && Object.values(fields).includes(refusal);
	return (
		<>
			{refusal !== null && (
				<p role="alert" className={told ? "sr-only" : "font-semibold"}>
					{refusal}
				</p>
			)}
			<p role="status" className="text-sm empty:hidden">
				{sending.done ? done : ""}
			</p>
		</>
	);
}
