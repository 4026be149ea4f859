import { useEffect, useRef } from "react";
import { claimOutlook } from "#contract/claim-outlook.ts";
import type { Claim } from "#contract/claims.ts";
import { MAX_COMMENTS_CHARS } from "#contract/limits.ts";
import { LOOKUP_TIMEOUT_MS, post } from "#web/api/request.ts";
import { useClaimMethods } from "#web/api/use-site.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { TextArea, TextField } from "#web/ui/form-fields.tsx";

/** Where a member claims a channel. */
export function ClaimForm({
	url,
	onSubmitted,
}: {
	/** The link field's first value. */
	url: string;
	onSubmitted: (claim: Claim) => void;
}) {
	const submission = useSubmit();
	const { busy, error, code, fields } = submission;
	const url_message = code !== null && ABOUT_THE_LINK.has(code) ? (error ?? undefined) : fields.url;
	const submit = submission.onSubmit(async (text, form) => {
		try {
			const claim = { url: text("url"), comments: text("comments") };
			onSubmitted((await post<{ claim: Claim }>("/api/claims", claim, LOOKUP_TIMEOUT_MS)).claim);
		} catch (thrown) {
			form.querySelector("input")?.focus();
			throw thrown;
		}
	});

	return (
		<div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
			<form onSubmit={submit} noValidate className="flex max-w-xl flex-col gap-4">
				<h2 className="heading">Claim Ownership</h2>
				<p className="text-muted">
					Show that a channel is yours to respond in public to every analysis of its videos.
				</p>
				<TextField
					label="Video or channel link"
					name="url"
					type="url"
					inputMode="url"
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					required
					defaultValue={url}
					placeholder="https://www.youtube.com/@yourchannel"
					message={url_message}
				/>
				<TextArea
					label="Comments (optional)"
					name="comments"
					rows={4}
					maxLength={MAX_COMMENTS_CHARS}
					message={fields.comments}
					hint="Anything a reviewer should know."
				/>
				<div role="alert" className="empty:hidden">
					{error !== null && url_message === undefined && fields.comments === undefined && (
						<p className="font-semibold">{error}</p>
					)}
				</div>
				<Button type="submit" variant="primary" busy={busy} className="self-start">
					{busy ? "Looking up the channel…" : "Submit Claim"}
				</Button>
			</form>
			<NextSteps />
		</div>
	);
}

/** What happens to a claim on this site. */
function NextSteps() {
	const methods = useClaimMethods();
	if (methods === undefined) return null;
	return (
		<section aria-labelledby="next-steps" className="flex flex-col gap-3">
			<h3 id="next-steps" className="font-semibold">
				What happens next
			</h3>
			{methods.includes("channel_description") && (
				<>
					<ol className="flex list-decimal flex-col gap-2 pl-5 text-muted">
						<li>You get a short code for the channel.</li>
						<li>You paste it into the channel's description on YouTube.</li>
						<li>You press Verify. We find the code, and the channel is yours.</li>
					</ol>
					<p className="text-sm text-muted">
						A code cannot decide every claim, for example if the channel already has an owner.
					</p>
				</>
			)}
			{!methods.includes("channel_description") && (
				<p className="text-muted">
					This site cannot read channel descriptions, so it cannot verify a claim by itself.
				</p>
			)}
			<p className="text-sm text-muted">{claimOutlook(methods)}</p>
		</section>
	);
}

/** Problems that are shown at the link field. */
const ABOUT_THE_LINK = new Set(["invalid_url", "channel_not_found", "video_not_found"]);

const SHOWN_MS = 3_000;

const CODE_READY = "Your code is ready. Opening your claims…";

/** The confirmation of a submitted claim, with a way to continue. */
export function ClaimThanks({ claim, onDone }: { claim: Claim; onDone: () => void }) {
	const heading = useRef<HTMLHeadingElement>(null);
	const done = useRef(onDone);
	done.current = onDone;
	useEffect(() => {
		// The form, which had the focus, has disappeared.
		heading.current?.focus();
		const timer = setTimeout(() => done.current(), SHOWN_MS);
		return () => clearTimeout(timer);
	}, []);
	return (
		<div role="status" className="appear flex flex-col gap-2 border-t-2 border-ink py-8">
			<h2 ref={heading} tabIndex={-1} className="heading focus:outline-none">
				Thank you
			</h2>
			<p>
				Your claim on <ForeignText as="strong">{claim.channel_name}</ForeignText> has been
				submitted.
			</p>
			<p className="text-muted">{claim.reason ?? CODE_READY}</p>
		</div>
	);
}
