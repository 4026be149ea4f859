import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { formatNumber } from "#contract/format.ts";
import { MAX_RESPONSE_CHARS } from "#contract/limits.ts";
import type { CreatorResponse, ResponseAnswer } from "#contract/responses.ts";
import { problemText } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/form-fields.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useResponseContext } from "./use-responses.ts";

const TOAST_MS = 8_000;

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
	const [busy, setBusy] = useState(false);
	const [refusal, setRefusal] = useState<string | null>(null);
	const tools = useRef<HTMLDivElement>(null);
	const moved = useRef(false);
	const about = statementId === null ? "analysis" : "statement";

	// The focus moves into what was opened, and back to what opened it.
	useEffect(() => {
		if (!moved.current) return;
		moved.current = false;
		const next = step === "writing" ? "textarea" : "button";
		tools.current?.querySelector<HTMLElement>(next)?.focus();
	}, [step]);

	function go(next: Step): void {
		moved.current = true;
		setRefusal(null);
		setStep(next);
	}

	async function run(
		call: () => Promise<ResponseAnswer>,
		done: string,
	): Promise<void> {
		setBusy(true);
		setRefusal(null);
		try {
			updateResponse((await call()).response);
			showToast({
				topic: "response",
				title: done,
				text: "",
				duration_ms: TOAST_MS,
			});
			go("reading");
		} catch (thrown) {
			setRefusal(problemText(thrown));
		} finally {
			setBusy(false);
		}
	}

	const write = (body: string) =>
		run(
			() =>
				current === null
					? request("/api/responses", {
							method: "POST",
							body: {
								video_id,
								...(statementId === null ? {} : { statement_id: statementId }),
								body,
							},
						})
					: request(responsePath(current), { method: "PATCH", body: { body } }),
			current === null ? "Response published" : "Response changed",
		);

	return (
		<div
			ref={tools}
			className="flex flex-wrap items-center gap-x-4 gap-y-2"
			data-print="no"
		>
			{step === "writing" && (
				<ResponseForm
					channel={channel}
					label={`Your response to this ${about}`}
					initial={current?.body ?? ""}
					busy={busy}
					refusal={refusal}
					onSubmit={write}
					onCancel={() => go("reading")}
				/>
			)}
			{step === "reading" && current === null && (
				<Button onClick={() => go("writing")}>
					Respond to This {capital(about)}
				</Button>
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
						Withdraw this response? Its text and earlier versions are no longer
						shown; the report still says that there was one.
					</p>
					<Button onClick={() => go("reading")}>Keep It</Button>
					<Button
						busy={busy}
						onClick={() =>
							run(
								() =>
									request(responsePath(current), {
										method: "DELETE",
										body: {},
									}),
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
		</div>
	);
}

function responsePath({ id }: CreatorResponse): string {
	return `/api/responses/${encodeURIComponent(id)}`;
}

function capital(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}

/** From here on, the number of characters left is shown. */
const TELL_FROM = 4_500;

/** Where a creator writes what every visitor of the report will see. */
function ResponseForm({
	channel,
	label,
	initial,
	busy,
	refusal,
	onSubmit,
	onCancel,
}: {
	channel: string;
	label: string;
	initial: string;
	busy: boolean;
	refusal: string | null;
	onSubmit: (body: string) => void;
	onCancel: () => void;
}) {
	const [text, setText] = useState(initial);
	const [missing, setMissing] = useState(false);
	function submit(event: SubmitEvent<HTMLFormElement>): void {
		event.preventDefault();
		const empty = text.trim() === "";
		setMissing(empty);
		if (!empty && !busy) onSubmit(text);
	}
	const left = MAX_RESPONSE_CHARS - text.length;
	const hint =
		text.length >= TELL_FROM
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
			{refusal !== null && (
				<p role="alert" className="font-semibold">
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
