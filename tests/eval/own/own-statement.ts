import { type Shows, type UnverifiedReason, VERDICTS, type Verdict } from "#contract/verdicts.ts";
import { type EvaluationPage, EvaluationStatement } from "../evaluation-set.ts";
import type { Script, ScriptedAnswer, ScriptedQuote } from "../scripted-panel.ts";

/** The day on which all statements of the own set are checked. */
export const OWN_SET_DAY = "2026-06-01";

/** A statement written for the project, with what raters say of it and what the rules make of that. */
export type OwnStatement = {
	item: EvaluationStatement;
	script: Script;
	/** Follows from the rules in docs/accuracy.md, and may differ from what is right. */
	ruled: {
		verdict: Verdict;
		reason: UnverifiedReason | null;
		/** Independent sources, if they are what the statement is about. */
		sources?: number;
	};
};

export type OwnPage = Pick<EvaluationPage, "url" | "title"> & {
	published_at: string | null;
	text: string[];
};

type Written = {
	category: string;
	statement: string;
	/** What is right. */
	label: Verdict;
	said_on?: string;
	transcript?: string;
	channel?: string;
	pages?: OwnPage[];
	/** One for all three raters, or one each. */
	raters: ScriptedAnswer | readonly ScriptedAnswer[];
	time_sensitive?: boolean;
	/** What the second reading finds; if left out, it confirms the raters. */
	shows?: Shows;
	/** What the rules make of it; the label if left out. */
	ruled?: Verdict | UnverifiedReason;
	sources?: number;
};

/** The statements of one topic, numbered by their place. */
export function ownStatements(topic: string, written: readonly Written[]): OwnStatement[] {
	return written.map((it, at) => {
		const { statement, label, category, said_on, transcript, channel } = it;
		const item = EvaluationStatement.parse({
			id: `${topic}-${at + 1}`,
			statement,
			label,
			category,
			said_on: said_on ?? "2025-03-10",
			language: "en",
			transcript: transcript ?? "",
			channel: channel ?? null,
			pages: (it.pages ?? []).map(({ url, title, published_at, text }) => ({
				url,
				title,
				language: "en",
				html: pageHtml(title, published_at, text),
			})),
		});
		const { raters, time_sensitive, shows, ruled = label, sources } = it;
		const answers = isPanel(raters) ? raters : [raters, raters, raters];
		const unverified = !isVerdict(ruled);
		return {
			item,
			script: { answers, ...(time_sensitive && { time_sensitive }), ...(shows && { shows }) },
			ruled: {
				verdict: unverified ? "unverified" : ruled,
				reason: unverified ? ruled : null,
				...(sources !== undefined && { sources }),
			},
		};
	});
}

function isPanel(raters: Written["raters"]): raters is readonly ScriptedAnswer[] {
	return Array.isArray(raters);
}

function isVerdict(word: Verdict | UnverifiedReason): word is Verdict {
	return (VERDICTS as readonly string[]).includes(word);
}

/** Dated as most news pages are, by linked data. */
function pageHtml(title: string, published_at: string | null, text: readonly string[]): string {
	const linked = JSON.stringify({
		"@context": "https://schema.org",
		"@type": "WebPage",
		headline: title,
		...(published_at && { datePublished: published_at }),
	});
	return `<!doctype html>
<html lang="en">
<head><title>${title}</title><script type="application/ld+json">${linked}</script></head>
<body><h1>${title}</h1>
${text.map((it) => `<p>${it}</p>`).join("\n")}
</body>
</html>`;
}

/** The same text on another site. */
export function copyOf(page: OwnPage, url: string): OwnPage {
	return { ...page, url };
}

export function withParagraph(page: OwnPage, text: string): OwnPage {
	return { ...page, text: [...page.text, text] };
}

type Answer = NonNullable<ScriptedAnswer>;

const quoted = (stance: ScriptedQuote["stance"], quotes: readonly string[]) =>
	quotes.map((quote) => ({ stance, quote }));

export function supports(...quotes: string[]): Answer {
	return { verdict: "supported", score: 8, confidence: 85, quotes: quoted("supports", quotes) };
}

export function refutes(...quotes: string[]): Answer {
	return { verdict: "refuted", score: 90, confidence: 85, quotes: quoted("refutes", quotes) };
}

/** True, and misleading without `missing`. */
export function lacks(missing: string, ...quotes: string[]): Answer {
	return {
		verdict: "missing_context",
		score: 50,
		confidence: 75,
		missing,
		quotes: quoted("context", quotes),
	};
}

export function disagree(supporting: string, refuting: string): Answer {
	return {
		verdict: "conflicting",
		score: 50,
		confidence: 70,
		quotes: [...quoted("supports", [supporting]), ...quoted("refutes", [refuting])],
	};
}

/** It was true when it was said, and is not any more. */
export function nowFalse(supporting: string, refuting: string): Answer {
	return {
		...disagree(supporting, refuting),
		verdict: "supported",
		score: 12,
		confidence: 80,
		today: "refuted",
	};
}

export function unsure(lean = 50): Answer {
	return { verdict: "not_enough_evidence", score: 50, confidence: 30, lean, quotes: [] };
}

export function uncheckable(): Answer {
	return { verdict: "not_checkable", score: 50, confidence: 70, quotes: [] };
}

/** Only says that somebody claims it. */
export function repeats(answer: Answer): Answer {
	return { ...answer, quotes: answer.quotes.map((it) => ({ ...it, stance: "repeats" })) };
}

export function sure(answer: Answer, confidence: number): Answer {
	return { ...answer, confidence };
}
