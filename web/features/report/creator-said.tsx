import { useState } from "react";
import type { CreatorResponse } from "#contract/responses.ts";
import { plural } from "#web/ui/format-count.ts";
import { formatDate } from "#web/ui/format-day.ts";

/** Longer ones are folded, so that a report stays a report. */
const FOLD_CHARS = 700;

/** One response in its creator's words, with what it said before. */
export function CreatorSaid({ response }: { response: CreatorResponse }) {
	const { channel_name, created_at, withdrawn_at, history } = response;
	if (withdrawn_at !== null) {
		return (
			<p className="border-l-4 border-line pl-4 text-sm text-muted">
				{channel_name} responded on {formatDate(created_at)} and withdrew the
				response on {formatDate(withdrawn_at)}.
			</p>
		);
	}
	return (
		<div className="flex flex-col gap-2 border-l-4 border-ink bg-sunken px-4 py-3">
			<p className="text-sm">
				<strong className="font-semibold">{channel_name}</strong>{" "}
				<span className="text-muted">
					responded on {formatDate(created_at)}
					{history.length > 0 && `, edited ${formatDate(response.updated_at)}`}
				</span>
			</p>
			<Words text={response.body} />
			{history.length > 0 && (
				<details className="text-sm">
					<summary className="inline-flex min-h-8 items-center underline decoration-rule underline-offset-4 hover:decoration-ink">
						{plural(history.length, "earlier wording")}
					</summary>
					<ol className="mt-2 flex flex-col gap-3">
						{history.map(({ body, replaced_at }) => (
							<li key={replaced_at} className="border-t border-line pt-2">
								<p className="text-muted">Until {formatDate(replaced_at)}</p>
								<Words text={body} />
							</li>
						))}
					</ol>
				</details>
			)}
		</div>
	);
}

function Words({ text }: { text: string }) {
	const [open, setOpen] = useState(text.length <= FOLD_CHARS);
	return (
		<>
			<p
				dir="auto"
				className={`max-w-[68ch] font-serif whitespace-pre-line ${open ? "" : "line-clamp-6"}`}
			>
				{text}
			</p>
			{text.length > FOLD_CHARS && (
				<button
					type="button"
					aria-expanded={open}
					onClick={() => setOpen(!open)}
					className="min-h-8 self-start text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
				>
					{open ? "Show less" : "Show all of it"}
				</button>
			)}
		</>
	);
}
