import { ProblemNotice } from "#web/ui/view-states.tsx";

/** A link from a mail whose end is missing. */
export function BrokenLink() {
	return (
		<ProblemNotice
			title="This link is not complete"
			detail="Its end is missing, as happens when a mail program breaks a long line. Copy the whole link from the mail into the address bar."
		/>
	);
}
