import { isSaidOtherwise } from "#contract/evidence-words.ts";
import type { Statement } from "#contract/statement.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { TimeLink } from "../player/time-link.tsx";

/** What was said, in full: the quote between the words around it, and what was rated. */
export function WhatWasSaid({ statement }: { statement: Statement }) {
	return (
		<section className="flex flex-col gap-3">
			<h4 className="flex min-h-8 flex-wrap items-center gap-x-3 font-semibold">
				What was said
				<TimeLink seconds={statement.timestamp} source={statement.timestamp_source} />
				<SpeakerName statement={statement} />
			</h4>
			<SpokenWords statement={statement} />
			<CheckedAs statement={statement} />
		</section>
	);
}

/** The sentence that was rated, if it is not what was said. */
export function CheckedAs({ statement }: { statement: Statement }) {
	if (!isSaidOtherwise(statement)) return null;
	return (
		<div className="max-w-[68ch] text-sm">
			<p className="eyebrow">Checked as</p>
			<ForeignText as="p" spoken>
				{statement.content}
			</ForeignText>
		</div>
	);
}

/** The quote in ink between the words around it in grey. */
export function SpokenWords({ statement }: { statement: Statement }) {
	const { quote, content, context } = statement;
	return (
		<ForeignText as="blockquote" spoken className="max-w-[68ch] font-serif text-muted">
			{context.before !== "" && `… ${context.before} `}
			<mark className="bg-transparent text-ink">{quote || content}</mark>
			{context.after !== "" && ` ${context.after}\u00a0…`}
		</ForeignText>
	);
}

/** Who says the quote, where the transcript names somebody. */
export function SpeakerName({ statement: { speaker } }: { statement: Pick<Statement, "speaker"> }) {
	if (!speaker) return null;
	return (
		<span className="min-w-0 text-sm font-semibold wrap-anywhere">
			<span className="sr-only">Speaker: </span>
			<ForeignText>{speaker}</ForeignText>
		</span>
	);
}

export function hasSpeechAround({ context }: Pick<Statement, "context">): boolean {
	return context.before !== "" || context.after !== "";
}
