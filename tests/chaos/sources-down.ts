import type { Statement } from "#contract/statement.ts";
import { DEFAULT_ANSWERS, type FakeAnswers } from "#tests/support/fakes/ai-answers.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { expectNothingLeaked } from "#tests/support/world/answer-checks.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { type EndedRun, runToEnd } from "#tests/support/world/viewers.ts";
import type { Chaos, Outcome } from "./outcome.ts";
import {
	type BrokenSource,
	harbourArticles,
	harbourPapers,
	type SourceFault,
	sourceFaults,
} from "./source-faults.ts";
import { within } from "./within.ts";

const FACTS = 2;
const WORDS = 120;
/** A source handles three requests at once. */
const AT_ONCE = 6;
/** The slowest run waits three times for six seconds; one that takes this long has hung. */
const END_MS = 240_000;

/** Each source's fake site and base URL setting. */
const SOURCES = {
	wikipedia: { site: harbourArticles, base_url: "WIKIPEDIA_BASE_URL" },
	pubmed: { site: harbourPapers, base_url: "PUBMED_BASE_URL" },
} as const;

/** Injects every fault at every request of each source, and then none. */
export async function failSources(
	{ say }: Pick<Chaos, "say">,
	wanted: (fault: SourceFault) => boolean = () => true,
): Promise<Outcome[]> {
	const [source, inside] = await Promise.all([startWebWorld(), startWebWorld()]);
	const faults = sourceFaults(`${inside.origin}/inside`).filter(wanted);
	const outcomes: Outcome[] = [];
	try {
		for (const name of ["wikipedia", "pubmed"] as const)
			outcomes.push(
				...(await failSource(
					name,
					faults.filter((it) => it.source === name),
					{ say, source },
				)),
			);
		if (inside.asked.length > 0)
			outcomes[0]?.broken.push(`${inside.asked.length} redirects were followed`);
		return outcomes.filter(({ tried }) => tried > 0);
	} finally {
		await Promise.all([source.close(), inside.close()]);
	}
}

async function failSource(
	name: BrokenSource,
	faults: readonly SourceFault[],
	{ say, source }: Pick<Chaos, "say"> & { source: WebWorld },
): Promise<Outcome[]> {
	const talks = [...faults, null].map((_, place) =>
		longTalk({ number: place + 1, words: WORDS, facts: FACTS }),
	);
	const { site, base_url } = SOURCES[name];
	source.serve(
		site(
			(number) => faults[number - 1],
			(number) =>
				(talks[number - 1]?.tracks?.[0]?.cues ?? [])
					.map(({ text }) => text)
					.filter((text) => text.startsWith("Records")),
		),
	);
	const product = await startProduct({
		EVIDENCE_SOURCES: name,
		[base_url]: source.origin,
		CONTACT_EMAIL: "team@example.org",
		MAX_STATEMENTS: String(FACTS),
		LIMIT_PROVIDER_CALLS: "0",
	});
	product.ai.answer({ extract: extractFacts, plan: planHarbours, rate_by_evidence: citeRecords });
	try {
		const member = await product.member();
		const judged: { fault: SourceFault | null; broken: string[] }[] = [];
		const waiting = [...talks.entries()];
		const work = async () => {
			for (let next = waiting.shift(); next; next = waiting.shift()) {
				const [place, talk] = next;
				const fault = faults[place] ?? null;
				const video_id = product.newVideo(talk);
				const run = await within(END_MS, runToEnd(member, video_id)).catch(String);
				judged.push({ fault, broken: brokenLaws(run, fault, source.port) });
				if (judged.length % 10 === 0) say(`${name}: ${judged.length} faults`);
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		return (["search", "revision", "text", null] as const).map((at) =>
			outcomeOf(
				`${name}: ${at ?? "no fault"}`,
				judged.filter(({ fault }) => (fault?.at ?? null) === at),
			),
		);
	} finally {
		await product.stop();
	}
}

/** Cites only the words about the pier, without the text before them. */
const citeRecords: FakeAnswers["rate_by_evidence"] = (call) => ({
	...(DEFAULT_ANSWERS.rate_by_evidence(call) as object),
	citations: call.passages
		.slice(0, 1)
		.map((passage) => ({
			passage: "P1",
			stance: "supports",
			quote: /Records show[^.]+/.exec(passage)?.[0] ?? "",
		})),
});

/**
 * Marks the statements as science, since PubMed is searched for nothing else, and searches by
 * harbour.
 */
const planHarbours: FakeAnswers["plan"] = ({ passages }) => ({
	plans: passages.map((statement, index) => ({
		statement: index + 1,
		opposing: statement,
		kind: "science",
		neutral: /harbour \d+/.exec(statement)?.[0] ?? statement,
		time_sensitive: false,
	})),
});

function outcomeOf(
	part: string,
	judged: { fault: SourceFault | null; broken: string[] }[],
): Outcome {
	return {
		part,
		tried: judged.length,
		survived: judged.filter(({ broken }) => broken.length === 0).length,
		broken: judged.flatMap(({ fault, broken }) =>
			broken.map((law) => `${fault?.name ?? "no fault"}: ${law}`),
		),
	};
}

/** The run must complete whatever the source does, and state the basis of each statement. */
function brokenLaws(run: EndedRun | string, fault: SourceFault | null, port: number): string[] {
	if (typeof run === "string") return [`it never ended: ${run}`];
	const { ending, events, report } = run;
	const broken = report.statements.flatMap((it) => brokenBasis(it, fault));
	const said = report.statements.map(({ content }) => content).join(" ");
	// An abstract's section begins with its label.
	for (const { quote } of report.statements.flatMap(({ evidence }) => evidence))
		if (!said.includes(quote.replace(/^RESULTS: /, "")))
			broken.push(`the page does not say: ${quote}`);
	if (ending.event !== "completed") broken.push(`it ended as ${ending.event}`);
	if (report.statements.length !== FACTS)
		broken.push(`${report.statements.length} statements came through`);
	const basis = fault === null ? "evidence" : "memory";
	if (report.video.basis !== basis) broken.push(`the score's basis is ${report.video.basis}`);
	try {
		expectNothingLeaked(withoutSource([events, report], port));
	} catch (error) {
		broken.push(`internals are shown: ${String(error).slice(0, 200)}`);
	}
	return broken;
}

/** Masks the source's address, which readers see and which is local here. */
function withoutSource(told: unknown, port: number): unknown {
	const address = new RegExp(`127\\.0\\.0\\.1(:${port}|\\)|")`, "g");
	return JSON.parse(JSON.stringify(told).replace(address, "source.example$1"));
}

function brokenBasis(
	{ verdict, unverified_reason, evidence, content, ratings }: Statement,
	fault: SourceFault | null,
): string[] {
	const broken: string[] = [];
	const expected = fault === null ? "supported" : "unverified";
	if (verdict !== expected) broken.push(`the verdict is ${verdict}, not ${expected}: ${content}`);
	if (unverified_reason !== (fault?.leaves ?? null))
		broken.push(`the reason is ${unverified_reason}, not ${fault?.leaves}`);
	if (fault !== null && evidence.length > 0) broken.push(`it quotes ${evidence[0]?.quote}`);
	if (ratings.some(({ status }) => status === "failed")) broken.push("a rating failed");
	return broken;
}
