import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { clockTime } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { CreatorResponseText } from "#web/features/channels/responses/creator-responses.tsx";
import {
	responsesTo,
	useResponseContext,
} from "#web/features/channels/responses/use-responses.ts";
import { BAND_CLASSES, BandIcon } from "#web/ui/band-badge.tsx";
import { PromptInjectionMark } from "#web/ui/marks.tsx";
import { consensusSentence } from "../summary/report-words.ts";
import { StatementDetails } from "./statement-details.tsx";

/** On paper nothing can be opened: every statement is printed in full in place of the screen's. */
export function PrintableStatements({
	statements,
	children,
}: {
	statements: readonly Statement[];
	/** The statements as the screen shows them. */
	children: ReactNode;
}) {
	const printing = usePrinting();
	return (
		<>
			<div className="contents" data-print={printing ? "no" : undefined}>
				{children}
			</div>
			{printing && (
				<section className="hidden print:block">
					<h2 className="mb-3 font-serif text-xl font-semibold">
						Statement Analysis
					</h2>
					<ol>
						{statements.map((statement) => (
							<PrintedStatement key={statement.id} statement={statement} />
						))}
					</ol>
				</section>
			)}
		</>
	);
}

function usePrinting(): boolean {
	const [printing, setPrinting] = useState(false);
	useEffect(() => {
		// The browser prints the page as it is when the event's listeners return.
		const start = () => flushSync(() => setPrinting(true));
		const end = () => setPrinting(false);
		window.addEventListener("beforeprint", start);
		window.addEventListener("afterprint", end);
		return () => {
			window.removeEventListener("beforeprint", start);
			window.removeEventListener("afterprint", end);
		};
	}, []);
	return printing;
}

/** A statement on paper, with everything that More opens on the screen. */
function PrintedStatement({ statement }: { statement: Statement }) {
	const { all } = useResponseContext();
	const { ai_score, confidence_level, votes_held } = statement;
	const { upvotes, downvotes } = statement;
	const band = bandFor(ai_score);
	const simulated = statement.ratings.some((r) => r.status === "simulated");
	const { timestamp_source } = statement;
	return (
		<li className="flex flex-col gap-3 border-t border-rule py-4">
			<div className="flex flex-col gap-2 break-inside-avoid break-after-avoid">
				<p className="flex flex-wrap items-baseline gap-x-3">
					{timestamp_source !== "unknown" && (
						<span className="font-semibold">
							{timestamp_source === "estimated" && "≈"}
							{clockTime(statement.timestamp)}
						</span>
					)}
					<span
						className={`inline-flex items-center gap-1.5 font-semibold ${BAND_CLASSES[band].text}`}
					>
						<BandIcon band={band} simulated={simulated} />
						{ai_score} {BAND_WORDS[band].statement}
						{simulated && " (simulated)"}
					</span>
					<span className="text-sm text-muted">
						{confidence_level}% confidence · {upvotes} agree with this rating,{" "}
						{downvotes} disagree{votes_held && ` · ${votes_held.reason}`}
					</span>
					{statement.aimed_at_raters && <PromptInjectionMark />}
				</p>
				<blockquote className="font-serif text-lg">
					<p>“{statement.quote || statement.content}”</p>
				</blockquote>
				<p className="text-sm text-muted">
					{consensusSentence(statement.ratings)}
				</p>
			</div>
			<StatementDetails statement={statement} />
			{responsesTo(all, statement.id).map((response) => (
				<CreatorResponseText key={response.id} response={response} />
			))}
		</li>
	);
}
