import { type SubmitEvent, useState } from "react";
import type { AddedPageAnswer } from "#contract/evidence.ts";
import type { Statement } from "#contract/statement.ts";
import { ApiProblem } from "#web/api/api-problem.ts";
import { PAGE_TIMEOUT_MS, post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { useVisitor } from "#web/features/accounts/auth-context.ts";
import { Button } from "#web/ui/button.tsx";
import { AddressField } from "#web/ui/form-fields.tsx";
import { formatDay } from "#web/ui/format.ts";
import { Icon } from "#web/ui/icon.tsx";

const NO_ADDRESS = "Enter the address of a page";
const SIGN_IN = "Please sign in to add a page";

/**
 * A form for a page that supports or refutes the statement; the next analysis of the video reads
 * it.
 */
export function AddPage({ statement }: { statement: Statement }) {
	const [open, setOpen] = useState(false);
	const [added, setAdded] = useState<AddedPageAnswer["page"] | null>(null);
	const [blank, setBlank] = useState(false);
	const submission = useSubmit();
	const { user, promptSignIn } = useVisitor();

	async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		const form = event.currentTarget;
		const url = String(new FormData(form).get("url") ?? "").trim();
		setBlank(url === "");
		if (url === "" || submission.busy) return;
		if (!user && !(await promptSignIn(SIGN_IN))) return;
		setAdded(null);
		await submission.run(async () => {
			const { page } = await add(url).catch(async (thrown) => {
				const ended = thrown instanceof ApiProblem && thrown.status === 401;
				if (!ended || !(await promptSignIn(SIGN_IN))) throw thrown;
				return add(url);
			});
			setAdded(page);
			form.reset();
		});
	}

	function add(url: string): Promise<AddedPageAnswer> {
		const id = encodeURIComponent(statement.id);
		return post(`/api/statements/${id}/pages`, { url }, PAGE_TIMEOUT_MS);
	}

	if (!open) {
		return (
			<p>
				<Button className="min-h-9 text-sm" onClick={() => setOpen(true)}>
					Add a page about this
				</Button>
			</p>
		);
	}
	return (
		<section className="flex max-w-[68ch] flex-col gap-3 border-t border-line pt-4">
			<div>
				<h3 className="font-semibold">Add a page about this</h3>
				<p className="text-sm text-muted">
					We open it now, and the next analysis reads it like any other page. It never decides a
					verdict alone.
				</p>
			</div>
			<form onSubmit={submit} noValidate className="flex flex-col gap-3 sm:flex-row sm:items-start">
				<div className="grow">
					<AddressField
						label="Page address"
						name="url"
						message={blank ? NO_ADDRESS : (submission.fields.url ?? submission.error ?? undefined)}
					/>
				</div>
				<Button type="submit" busy={submission.busy} className="shrink-0 sm:mt-[1.6rem]">
					{submission.busy ? "Opening…" : "Add page"}
				</Button>
			</form>
			<p role="alert" className="sr-only">
				{blank ? NO_ADDRESS : submission.error}
			</p>
			<div role="status">{added !== null && <Added page={added} />}</div>
		</section>
	);
}

/** The passages found on the page, which show the member whether it is relevant. */
function Added({ page }: AddedPageAnswer) {
	const { title, final_url, published_at, passages } = page;
	return (
		<div className="flex flex-col gap-2 border border-line bg-raised p-4 text-sm">
			<p className="flex items-center gap-2 font-semibold">
				<Icon name="check" />
				Added. The next analysis reads it.
			</p>
			<p className="wrap-anywhere">
				{title || final_url}
				<span className="block text-muted">
					{new URL(final_url).hostname.replace(/^www\./, "")} ·{" "}
					{published_at === null ? "no date found" : formatDay(published_at)}
				</span>
			</p>
			{passages.length === 0 ? (
				<p>Nothing on the page seems to be about this statement.</p>
			) : (
				<>
					<p className="text-muted">Passages that seem to be about this statement:</p>
					<ul className="flex flex-col gap-2">
						{passages.map(({ text }) => (
							<li key={text} className="line-clamp-4 border-l-2 border-rule pl-3 font-serif">
								{text}
							</li>
						))}
					</ul>
				</>
			)}
		</div>
	);
}
