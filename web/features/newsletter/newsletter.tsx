import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import type { MailedAnswer } from "#contract/deliveries.ts";
import { post } from "#web/api/request.ts";
import { useDelivery } from "#web/api/use-delivery.ts";
import { useHealth } from "#web/api/use-site.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { useEmailQuestion } from "#web/ui/email-question.tsx";

const CONFIRMED_MS = 3_000;

/** The newsletter's subscription form. A blank address is ignored. */
export function NewsletterForm() {
	const id = useId();
	const mail = useHealth()?.mail;
	const field = useRef<HTMLInputElement>(null);
	const { busy, error, done, run, clear } = useSubmit();
	const { before, question } = useEmailQuestion();
	const [answer, setAnswer] = useState<MailedAnswer | null>(null);
	const failed = useDelivery(answer?.delivery_id ?? null);
	useEffect(() => {
		if (!done) return;
		const timer = setTimeout(clear, CONFIRMED_MS);
		return () => clearTimeout(timer);
	});

	async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		const form = event.currentTarget;
		const email = String(new FormData(form).get("email") ?? "").trim();
		if (email === "") return;
		const accepted = await run(async () => {
			setAnswer(null);
			const sent = await post<MailedAnswer>("/api/newsletter", { email });
			form.reset();
			setAnswer(sent);
		});
		if (!accepted) field.current?.focus();
	}

	return (
		<section
			aria-labelledby={id}
			className="flex flex-col gap-4 border-t-2 border-ink pt-6 sm:flex-row sm:items-start sm:justify-between"
		>
			<div className="max-w-[44ch]">
				<h2 id={id} className="heading">
					Stay Updated
				</h2>
				<p className="text-muted">
					{mail === false
						? "We store your address for emails about what we checked. This site cannot send email yet."
						: "Occasional emails about what we checked. Unsubscribe any time."}
				</p>
			</div>
			<form
				onSubmit={before((event) => void submit(event))}
				noValidate
				className="flex w-full flex-col gap-2 sm:max-w-md"
			>
				<label htmlFor={`${id}-email`} className="text-sm font-semibold">
					Email
				</label>
				<div className="flex flex-col gap-3 sm:flex-row">
					<input
						ref={field}
						id={`${id}-email`}
						name="email"
						type="email"
						autoComplete="email"
						autoCapitalize="none"
						spellCheck={false}
						aria-invalid={error !== null || undefined}
						aria-describedby={`${id}-refusal`}
						className="h-11 min-w-0 grow rounded-md border border-rule bg-ground px-3"
					/>
					<Button type="submit" busy={busy} className="sm:w-36">
						{done ? "Subscribed!" : "Subscribe"}
					</Button>
				</div>
				{question}
				<div id={`${id}-refusal`} role="alert">
					{(error ?? failed) !== null && <p className="font-semibold">{error ?? failed}</p>}
				</div>
				<div role="status">{answer !== null && failed === null && <p>{answer.message}</p>}</div>
			</form>
		</section>
	);
}
