import { isSaidOtherwise } from "#contract/evidence-words.ts";
import type { Statement } from "#contract/statement.ts";
import { TimeLink } from "../player/time-link.tsx";

/** What was said, in full: the quote between the words around it, and what was rated. */
export function WhatWasSaid({ statement }: { statement: Statement }) {
	return (
		<section className="flex flex-col gap-3">
			<h3 className="flex min-h-8 flex-wrap items-center gap-x-3 font-semibold">
				What was said
				<TimeLink seconds={statement.timestamp} source={statement.timestamp_source} />
			</h3>
			<SpokenWords statement={statement} />
			{isSaidOtherwise(statement) && (
				<p dir="auto" className="max-w-[68ch] text-sm">
					<span className="eyebrow block">Checked as</span>
					{statement.content}
				</p>
			)}
		</section>
	);
}

/** The quote in ink between the words around it in grey. */
export function SpokenWords({ statement }: { statement: Statement }) {
	const { quote, content, context } = statement;
	return (
		<blockquote dir="auto" className="max-w-[68ch] font-serif text-muted">
			{context.before !== "" && `… ${context.before} `}
			<mark className="bg-transparent text-ink">{quote || content}</mark>
			{context.after !== "" && ` ${context.after} …`}
		</blockquote>
	);
}

export function hasSpeechAround({ context }: Pick<Statement, "context">): boolean {
	return context.before !== "" || context.after !== "";
}
