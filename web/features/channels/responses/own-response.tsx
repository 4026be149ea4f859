import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import useSWRImmutable from "swr/immutable";
import { formatNumber } from "#contract/format.ts";
import { MAX_RESPONSE_CHARS } from "#contract/limits.ts";
import type {
	CreatorResponse,
	FreshLook,
	NewResponseAnswer,
	ResponseAnswer,
} from "#contract/responses.ts";
import type { Report } from "#contract/video.ts";
import { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { followNewRun } from "#web/api/live-video.ts";
import { PAGE_TIMEOUT_MS, post, request } from "#web/api/request.ts";
import { useSearches } from "#web/api/use-site.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { AddressField, TextArea } from "#web/ui/form-fields.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useResponseContext } from "./use-responses.ts";

const TOAST_MS = 8_000;
/** The report has changed, for example because of a response from another window. */
const CONFLICT = 409;

const CHECKING = "We are checking this statement again with your page.";

/** Why the statement of a page is not checked now. */
const NOT_NOW: Record<Exclude<FreshLook, "started">, string> = {
	busy: "Ten requests for this video are waiting, so no new check of this statement was started.",
	no_budget: "The site's budget for today is spent, so no new check of this statement was started.",
	limit: "As many analyses as one hour allows were started, so no new check of this statement was.",
	from_memory: "This video was rated without sources, so this statement cannot be checked alone.",
	unavailable: "A new check of this statement could not be started.",
};

/** What follows from the page of a response. */
function sayOutcome(outcome: FreshLook): string {
	return outcome === "started"
		? CHECKING
		: `Your page is added. ${NOT_NOW[outcome]} The next analysis reads the page.`;
}

type Step = "reading" | "writing" | "withdrawing";

/** The verified owner's tools: respond, edit, withdraw, in place. */
export function OwnerResponse({
	channel,
	statementId,
	current,
}: {
	channel: string;
	statementId: string | null;
	current: CreatorResponse | null;
}) {
	const { video_id, updateResponse } = useResponseContext();
	const [step, setStep] = useState<Step>("reading");
	const { busy, error: refusal, fields, run, clear } = useSubmit();
	/** What follows from the page of the new response. */
	const [outcome, setOutcome] = useState<FreshLook | null>(null);
	const { mutate } = useSWRConfig();
	const { data: report } = useSWRImmutable<Report>(keys.report(video_id));
	const searches = useSearches();
	const takes_page = statementId !== null && current === null && searches;
	const page_use = report?.video.evidence_sources.length
		? "We open it and check this statement again with it."
		: "We open it. The next analysis reads it.";
	const tools = useRef<HTMLDivElement>(null);
	const moved = useRef(false);
	const about = statementId === null ? "analysis" : "statement";

	// Moves the focus into the opened form, and back to the button after closing.
	useEffect(() => {
		if (!moved.current) return;
		moved.current = false;
		const next = step === "writing" ? "textarea" : "button";
		tools.current?.querySelector<HTMLElement>(next)?.focus();
	}, [step]);

	function go(next: Step): void {
		moved.current = true;
		clear();
		setStep(next);
	}

	const save = (call: () => Promise<ResponseAnswer & Partial<NewResponseAnswer>>, done: string) =>
		run(async () => {
			setOutcome(null);
			const { response, fresh_look = null } = await call().catch((thrown) => {
				if (thrown instanceof ApiProblem && thrown.status === CONFLICT) {
					followNewRun(video_id);
					void mutate(keys.report(video_id));
				}
				throw thrown;
			});
			updateResponse(response);
			setOutcome(fresh_look);
			showToast({
				topic: "response",
				title: done,
				text: fresh_look === "started" ? CHECKING : "",
				duration_ms: TOAST_MS,
			});
			go("reading");
			// The stream of an analysis has the responses from before it was opened.
			followNewRun(video_id);
			if (fresh_look === "started") void mutate(keys.report(video_id));
		});

	const write = (written: WrittenResponse) =>
		save(
			() =>
				current === null
					? sendNew({ video_id, statement_id: statementId, ...written })
					: request(responsePath(current), { method: "PATCH", body: { body: written.body } }),
			current === null ? "Response published" : "Response changed",
		);

	return (
		<div ref={tools} className="flex flex-wrap items-center gap-x-4 gap-y-2" data-print="no">
			{step === "writing" && (
				<ResponseForm
					channel={channel}
					label={`Your response to this ${about}`}
					initial={current?.body ?? ""}
					busy={busy}
					page_use={takes_page ? page_use : null}
					refusal={refusal}
					page_refusal={fields.page ?? null}
					onSubmit={write}
					onCancel={() => go("reading")}
				/>
			)}
			{step === "reading" && current === null && (
				<Button onClick={() => go("writing")}>Respond to This {capital(about)}</Button>
			)}
			{step === "reading" && current !== null && (
				<>
					<Button onClick={() => go("writing")}>Edit Response</Button>
					<Button variant="quiet" onClick={() => go("withdrawing")}>
						Withdraw
					</Button>
				</>
			)}
			{step === "withdrawing" && current !== null && (
				<>
					<p className="w-full">
						Withdraw this response? Its text and earlier versions will no longer be shown. The
						report will still say that there was one.
					</p>
					<Button onClick={() => go("reading")}>Keep It</Button>
					<Button
						busy={busy}
						onClick={() =>
							save(
								() => request(responsePath(current), { method: "DELETE", body: {} }),
								"Response withdrawn",
							)
						}
					>
						{busy ? "Withdrawing…" : "Withdraw Response"}
					</Button>
					{refusal !== null && (
						<p role="alert" className="w-full text-sm font-semibold">
							{refusal}
						</p>
					)}
				</>
			)}
			<p role="status" className={outcome === null ? "sr-only" : "w-full text-sm"}>
				{outcome !== null && sayOutcome(outcome)}
			</p>
		</div>
	);
}

function sendNew({
	video_id,
	statement_id,
	body,
	page,
}: WrittenResponse & {
	video_id: string;
	statement_id: string | null;
}): Promise<NewResponseAnswer> {
	const asked = {
		video_id,
		...(statement_id !== null && { statement_id }),
		body,
		...(page !== "" && { page }),
	};
	return post("/api/responses", asked, page === "" ? undefined : PAGE_TIMEOUT_MS);
}

function responsePath({ id }: CreatorResponse): string {
	return `/api/responses/${encodeURIComponent(id)}`;
}

function capital(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}

/** From this length on, the number of remaining characters is shown. */
const COUNT_FROM = 4_500;

/** What a creator entered; `page` is empty without a page. */
type WrittenResponse = { body: string; page: string };

/** The form for a public response. */
function ResponseForm({
	channel,
	label,
	initial,
	busy,
	page_use,
	refusal,
	page_refusal,
	onSubmit,
	onCancel,
}: {
	channel: string;
	label: string;
	initial: string;
	busy: boolean;
	/** What a page that supports the response is used for; null if none can be added. */
	page_use: string | null;
	refusal: string | null;
	/** Why the page was refused; then it is the `refusal`, too. */
	page_refusal: string | null;
	onSubmit: (written: WrittenResponse) => void;
	onCancel: () => void;
}) {
	const [text, setText] = useState(initial);
	const [missing, setMissing] = useState(false);
	function submit(event: SubmitEvent<HTMLFormElement>): void {
		event.preventDefault();
		const empty = text.trim() === "";
		setMissing(empty);
		const page = new FormData(event.currentTarget).get("page");
		if (!empty && !busy) onSubmit({ body: text, page: String(page ?? "").trim() });
	}
	const left = MAX_RESPONSE_CHARS - text.length;
	const hint =
		text.length >= COUNT_FROM
			? `${formatNumber(left)} characters left.`
			: `Everyone can read it, under your channel's name: ${channel}.`;
	return (
		<form onSubmit={submit} noValidate className="flex w-full flex-col gap-3">
			<TextArea
				label={label}
				name="body"
				rows={5}
				maxLength={MAX_RESPONSE_CHARS}
				value={text}
				onChange={(event) => setText(event.target.value)}
				hint={hint}
				message={missing ? "Write something first." : undefined}
			/>
			{page_use !== null && (
				<AddressField
					label="A page that supports your reply"
					name="page"
					hint={`Optional. ${page_use} It never decides alone.`}
					message={page_refusal ?? undefined}
				/>
			)}
			{refusal !== null && (
				<p role="alert" className={page_refusal === null ? "font-semibold" : "sr-only"}>
					{refusal}
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="primary" busy={busy}>
					{busy ? "Publishing…" : "Publish Response"}
				</Button>
				<Button onClick={onCancel}>Cancel</Button>
			</div>
		</form>
	);
}
