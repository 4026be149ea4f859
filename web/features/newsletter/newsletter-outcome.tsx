import type { NewsletterOutcome } from "#contract/newsletter.ts";
import { Button } from "#web/ui/button.tsx";

const WORDS: Record<NewsletterOutcome, { title: string; detail: string }> = {
	confirmed: {
		title: "You are subscribed",
		detail: "You will receive our newsletter.",
	},
	unsubscribed: {
		title: "You are unsubscribed",
		detail: "You will no longer receive our newsletter.",
	},
	unknown_link: {
		title: "This link is not valid",
		detail:
			"It may be incomplete or already used. To subscribe, enter your address at the bottom of this page.",
	},
};

/** The outcome of a link in a newsletter mail. */
export function NewsletterResult({
	outcome,
	onClose,
}: {
	/** From the address; an unknown value shows nothing. */
	outcome: string;
	onClose: () => void;
}) {
	const words = Object.entries(WORDS).find(([name]) => name === outcome)?.[1];
	if (words === undefined) return null;
	return (
		<div
			role="status"
			className="flex flex-wrap items-center justify-between gap-3 border-l-4 border-ink bg-sunken px-4 py-3"
		>
			<div>
				<p className="font-semibold">{words.title}</p>
				<p>{words.detail}</p>
			</div>
			<Button onClick={onClose}>Close</Button>
		</div>
	);
}
