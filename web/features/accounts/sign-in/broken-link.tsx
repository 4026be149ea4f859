import { ProblemNotice } from "#web/ui/view-states.tsx";

/** A link from a mail that lost its end on the way. */
export function BrokenLink() {
	return (
		<ProblemNotice
			title="This link is not complete"
			detail="Its end is missing, as happens when a mail program breaks a long line. Copy the whole link from the mail into the address bar."
		/>
	);
}
