import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import type { DisputeAnswer, DisputeRequest } from "#contract/disputes.ts";
import type { AddedPageAnswer } from "#contract/evidence.ts";
import { formatUtcDate } from "#contract/format.ts";
import { MAX_DISPUTE_CHARS } from "#contract/limits.ts";
import { hasScore } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { canMove, type PageStanding } from "#contract/verdicts.ts";
import { VOTE_REASON_WORDS } from "#contract/vote-reasons.ts";
import type { VoteReason } from "#contract/votes.ts";
import { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { useLiveVideo } from "#web/api/live-video.ts";
import { PAGE_TIMEOUT_MS, post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { useVisitor } from "#web/features/accounts/auth-context.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { AddressField, SelectField, TextArea } from "#web/ui/form-fields.tsx";
import { Icon } from "#web/ui/icon.tsx";

const NO_ADDRESS = "Enter the address of a page";
const SIGN_IN = "Please sign in to dispute a rating";

type Page = AddedPageAnswer["page"];

/**
 * Brings a page against the statement's rating, or for a statement without one: the page is opened
 * first, and what it says and can do is shown before the dispute is sent.
 */
export function DisputeForm({
	statement,
	reason,
}: {
	statement: Statement;
	/** Why the member disagrees; null if they have not said. */
	reason: VoteReason | null;
}) {
	const [page, setPage] = useState<Page | null>(null);
	const [sent, setSent] = useState<DisputeAnswer | null>(null);
	const [blank, setBlank] = useState(false);
	const submission = useSubmit();
	const { user, promptSignIn } = useVisitor();
	const { mutate } = useSWRConfig();
	const path = `/api/statements/${encodeURIComponent(statement.id)}`;

	/** Asks for a sign-in first, and again if the session has ended. */
	async function signedIn<T>(call: () => Promise<T>): Promise<T | null> {
		if (!user && !(await promptSignIn(SIGN_IN))) return null;
		return call().catch(async (thrown) => {
			const ended = thrown instanceof ApiProblem && thrown.status === 401;
			if (!ended || !(await promptSignIn(SIGN_IN))) throw thrown;
			return call();
		});
	}

	async function open(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		const url = String(new FormData(event.currentTarget).get("url") ?? "").trim();
		setBlank(url === "");
		setPage(null);
		if (url === "") return;
		await submission.run(async () => {
			const asked = { url, preview: true };
			const answer = await signedIn(() =>
				post<AddedPageAnswer>(`${path}/pages`, asked, PAGE_TIMEOUT_MS),
			);
			setPage(answer?.page ?? null);
		});
	}

	async function send(request: DisputeRequest): Promise<void> {
		await submission.run(async () => {
			const answer = await signedIn(() =>
				post<DisputeAnswer>(`${path}/disputes`, request, PAGE_TIMEOUT_MS),
			);
			if (answer === null) return;
			setSent(answer);
			void mutate(keys.report(statement.video_id));
		});
	}

	if (sent !== null) return <Sent recheck={sent.recheck} video_id={statement.video_id} />;
	const message = blank
		? NO_ADDRESS
		: (submission.fields.url ?? (page === null ? (submission.error ?? undefined) : undefined));
	return (
		<div className="flex max-w-[68ch] flex-col gap-4">
			<form onSubmit={open} noValidate className="flex flex-col gap-3 sm:flex-row sm:items-start">
				<div className="grow">
					<AddressField label="Page address" name="url" message={message} />
				</div>
				<Button
					type="submit"
					busy={submission.busy && page === null}
					className="shrink-0 sm:mt-[1.6rem]"
				>
					{submission.busy && page === null ? "Opening…" : "Open page"}
				</Button>
			</form>
			<p role="alert" className={page === null || blank ? "sr-only" : "text-sm font-semibold"}>
				{blank ? NO_ADDRESS : submission.error}
			</p>
			{page !== null && (
				<Preview
					key={page.final_url}
					page={page}
					asks_why={hasScore(statement)}
					said={reason}
					busy={submission.busy}
					onSend={(request) => void send(request)}
				/>
			)}
		</div>
	);
}

/** When the statement is checked again. Who sees it happen here needs no notification of it. */
function Sent({ recheck, video_id }: { recheck: DisputeAnswer["recheck"]; video_id: string }) {
	const words = useRef<HTMLParagraphElement>(null);
	const { ending } = useLiveVideo(recheck === "started" ? video_id : null);
	// The form that had the focus is gone.
	useEffect(() => words.current?.focus(), []);
	useEffect(() => {
		if (ending !== null && document.visibilityState === "visible")
			window.dispatchEvent(new CustomEvent("run-watched", { detail: video_id }));
	}, [ending, video_id]);
	return (
		<p ref={words} role="status" tabIndex={-1} className="flex gap-2 text-sm font-semibold">
			<Icon name="check" className="mt-1" />
			{recheck === "started"
				? "Sent. The statement is checked again with your page; we notify you of the outcome."
				: "Sent. The statement is checked again as soon as it may be, within a day; we notify you of the outcome."}
		</p>
	);
}

const STANDINGS: Record<PageStanding, string> = {
	named: "A search engine or another source names this page, so the verdict may rest on it.",
	known_site: "Pages of this site count as found by a source, so the verdict may rest on it.",
	members: "No source names this page. It is read and shown, but it cannot move the verdict.",
	repeats:
		"All that this page says of the statement repeats it. It is read, but it cannot move the verdict.",
	not_counted:
		"This page is retracted, satire or advertising. It is shown, and it cannot move the verdict.",
	aimed_at_raters:
		"Parts of this page address the AI that rates. They are left out, and the page cannot move the verdict.",
};

/** What the opened page says and can do, and the rest of the dispute. */
function Preview({
	page,
	asks_why,
	said,
	busy,
	onSend,
}: {
	page: Page;
	asks_why: boolean;
	/** The reason that was given already, so that it is not asked for twice. */
	said: VoteReason | null;
	busy: boolean;
	onSend: (request: DisputeRequest) => void;
}) {
	const { title, final_url, published_at, passages, standing = "members" } = page;
	const [missing, setMissing] = useState(false);
	return (
		<form
			noValidate
			className="flex flex-col gap-4 border border-line bg-raised p-4 text-sm"
			onSubmit={(event) => {
				event.preventDefault();
				const given = new FormData(event.currentTarget);
				const comment = String(given.get("comment") ?? "").trim();
				const chosen = asks_why ? (said ?? given.get("reason")) : "source";
				setMissing(!chosen);
				if (!chosen) return;
				const reason = chosen as DisputeRequest["reason"];
				onSend({ reason, url: final_url, ...(comment !== "" && { comment }) });
			}}
		>
			<p className="wrap-anywhere">
				<ForeignText className="block font-semibold">{title || final_url}</ForeignText>
				<span className="block text-muted">
					{new URL(final_url).hostname.replace(/^www\./, "")} ·{" "}
					{published_at === null ? "no date found" : formatUtcDate(published_at)}
				</span>
			</p>
			<p role="status" className="note px-3 py-1.5 font-semibold">
				{STANDINGS[standing]}
			</p>
			{passages.length === 0 ? (
				<p>Nothing on the page seems to be about this statement.</p>
			) : (
				<div className="flex flex-col gap-2">
					<p className="text-muted">What it says about the statement:</p>
					<ul className="flex flex-col gap-2">
						{passages.map(({ text }) => (
							<ForeignText
								as="li"
								key={text}
								className="line-clamp-4 border-s-2 border-rule ps-3 font-serif"
							>
								{text}
							</ForeignText>
						))}
					</ul>
				</div>
			)}
			{asks_why && said === null && (
				<SelectField
					label="Why do you disagree?"
					name="reason"
					options={{ "": "Choose a reason", ...VOTE_REASON_WORDS }}
					message={missing ? "Choose why you disagree." : undefined}
				/>
			)}
			<TextArea
				label="Comment (optional, public)"
				name="comment"
				rows={2}
				maxLength={MAX_DISPUTE_CHARS}
			/>
			<Button type="submit" variant={canMove(standing) ? "primary" : "secondary"} busy={busy}>
				{busy ? "Sending…" : asks_why ? "Send dispute" : "Send page"}
			</Button>
		</form>
	);
}
