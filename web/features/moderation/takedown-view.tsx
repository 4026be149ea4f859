import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { formatDate } from "#contract/format.ts";
import { MAX_REASON_CHARS } from "#contract/limits.ts";
import { TAKEDOWN_KINDS, TAKEDOWN_REASONS } from "#contract/takedown-words.ts";
import type { Takedown, Takedowns } from "#contract/takedowns.ts";
import { withCursor } from "#web/api/keys.ts";
import { post } from "#web/api/request.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { useFreshSignIn } from "#web/features/accounts/use-fresh-sign-in.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { SelectField, SubmitNote, TextField } from "#web/ui/form-fields.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { ReviewCard } from "#web/ui/review-queue.tsx";
import { EmptyState } from "#web/ui/view-states.tsx";

/** Takes something down, and lists what is. */
export function TakedownView({ member_id }: { member_id: string }) {
	const { pages, ...list } = usePages<Takedowns>(
		(cursor) => withCursor("/api/admin/hidden", cursor),
		member_id,
	);
	const items = pages?.flatMap(({ hidden }) => hidden);
	return (
		<div className="flex max-w-3xl flex-col gap-10">
			<TakedownForm onDone={list.reload} />
			<section aria-labelledby="hidden" className="flex flex-col gap-6">
				<h2 id="hidden" className="heading">
					Taken down
				</h2>
				{items?.length === 0 && (
					<EmptyState title="Nothing is taken down" text="What you take down appears here." />
				)}
				{items?.map((it) => (
					<TakedownCard key={`${it.kind} ${it.id}`} takedown={it} onDone={list.reload} />
				))}
				<ListEnd
					problem={list.problem}
					more={list.more}
					loading={list.loading}
					onMore={list.loadMore}
					onRetry={list.reload}
				/>
			</section>
		</div>
	);
}

function TakedownForm({ onDone }: { onDone: () => unknown }) {
	const [params] = useSearchParams();
	const withFreshSignIn = useFreshSignIn();
	const submission = useSubmit();
	return (
		<form
			noValidate
			aria-label="Take something down"
			className="flex max-w-xl flex-col gap-4"
			onSubmit={submission.onSubmit(async (text) => {
				const { kind, id, reason, sentence } = {
					kind: text("kind"),
					id: text("id"),
					reason: text("reason"),
					sentence: text("sentence"),
				};
				const body = { kind, id, hidden: true, reason, sentence };
				await withFreshSignIn(() => post("/api/admin/hidden", body));
				onDone();
			})}
		>
			<SelectField
				label="What"
				name="kind"
				options={TAKEDOWN_KINDS}
				defaultValue={params.get("kind") ?? "video"}
			/>
			<TextField
				label="Its id"
				name="id"
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				defaultValue={params.get("id") ?? ""}
				hint="The last part of its address, or its id in JSON. Of a page: its video's id, a space and its address; of a speaker's name: the video's id, a space and the speaker."
				message={submission.fields.id}
			/>
			<SelectField label="Because" name="reason" options={TAKEDOWN_REASONS} />
			<TextField
				label="In a sentence, which everyone reads"
				name="sentence"
				autoComplete="off"
				maxLength={MAX_REASON_CHARS}
				message={submission.fields.sentence}
			/>
			<Button type="submit" variant="primary" busy={submission.busy} className="sm:self-start">
				Take Down
			</Button>
			<SubmitNote submission={submission} done="It is taken down." />
		</form>
	);
}

function TakedownCard({ takedown, onDone }: { takedown: Takedown; onDone: () => unknown }) {
	const { kind, id, label, reason, sentence, hidden_at } = takedown;
	const [busy, setBusy] = useState(false);
	const withFreshSignIn = useFreshSignIn();
	const submission = useSubmit();
	const title = `hidden-${kind}-${id}`;
	return (
		<ReviewCard
			id={title}
			title={label || id}
			below={TAKEDOWN_KINDS[kind]}
			facts={[
				["Because", TAKEDOWN_REASONS[reason]],
				["In a sentence", <ForeignText key="sentence">{sentence}</ForeignText>],
				["Since", formatDate(hidden_at)],
			]}
		>
			<Button
				busy={busy}
				aria-describedby={title}
				className="self-start"
				onClick={() => {
					setBusy(true);
					void submission
						.run(() =>
							withFreshSignIn(() => post("/api/admin/hidden", { kind, id, hidden: false })),
						)
						.then((done) => {
							setBusy(false);
							if (done) onDone();
						});
				}}
			>
				Show Again
			</Button>
			<SubmitNote submission={submission} />
		</ReviewCard>
	);
}
