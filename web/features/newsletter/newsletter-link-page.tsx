import { post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { MailedPage } from "#web/features/accounts/sign-in/mailed-code.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { ProblemNotice } from "#web/ui/view-states.tsx";

type Action = "confirm" | "unsubscribe";

const WORDS: Record<Action, Record<"title" | "asked" | "press" | "done", string>> = {
	confirm: {
		title: "Confirm your subscription",
		asked: "Press the button to receive our newsletter.",
		press: "Confirm My Subscription",
		done: "You are subscribed. You will receive our newsletter.",
	},
	unsubscribe: {
		title: "Unsubscribe",
		asked: "Press the button to receive no more newsletters.",
		press: "Unsubscribe",
		done: "You are unsubscribed. You will no longer receive our newsletter.",
	},
};

export function ConfirmNewsletterPage() {
	return <NewsletterLinkPage action="confirm" />;
}

export function LeaveNewsletterPage() {
	return <NewsletterLinkPage action="unsubscribe" />;
}

/** Acts on a press. Loading the page does not, because mail scanners follow links. */
function NewsletterLinkPage({ action }: { action: Action }) {
	const words = WORDS[action];
	useDocumentTitle(words.title);
	return (
		<div className="page-width flex flex-col items-start gap-4 py-12 sm:py-16">
			<PageHeading>{words.title}</PageHeading>
			<MailedPage exchange={{ path: "/api/newsletter/code" }}>
				{({ token }) => <Press action={action} token={token} />}
			</MailedPage>
		</div>
	);
}

function Press({ action, token }: { action: Action; token: string }) {
	const words = WORDS[action];
	const { busy, done, error, run } = useSubmit();
	const press = () =>
		run(async () => {
			if (action === "confirm") await post("/api/newsletter/confirm", { token });
			else await post(`/api/newsletter/unsubscribe?token=${encodeURIComponent(token)}`);
		});
	if (done) return <p role="status">{words.done}</p>;
	return (
		<>
			<p>{words.asked}</p>
			{error !== null && <ProblemNotice detail={error} />}
			<Button variant="primary" busy={busy} onClick={press}>
				{busy ? "One moment…" : words.press}
			</Button>
		</>
	);
}
