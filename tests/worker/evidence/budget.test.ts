import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import type { Statement } from "#contract/statement.ts";
import { UNVERIFIED_WORDS } from "#contract/verdicts.ts";
import { fakeWikipedia } from "#tests/support/fakes/evidence-sources.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import type { Client } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

/** So short that the estimate before reading is two statements. */
const SAID = ["The roof is 31 m.", "The mill is 42 m.", "The pier is 53 m."];
const PANEL = 3;
const SECOND_READING = 1;
const A_STATEMENT = PANEL + SECOND_READING;
const EXTRACTION = 1;
const ROOM_FOR_TWO = EXTRACTION + 2 * A_STATEMENT;
/** Starting requires a budget for one window and one statement. */
const ROOM_FOR_THE_REST = ROOM_FOR_TWO + EXTRACTION + A_STATEMENT;
const FILLER =
	"The town has written much about its buildings, and a good deal of it can be read in the library beside the station. Guides tell visitors where the stone came from, who paid for it, and which architect lost the second competition after winning the first.";

let product: Product;
let wiki: WebWorld;
let member: Client;
let video_id: string;

const settings = (calls: number) => ({
	EVIDENCE_SOURCES: "wikipedia",
	WIKIPEDIA_BASE_URL: wiki.origin,
	CONTACT_EMAIL: "team@example.org",
	LIMIT_PROVIDER_CALLS: String(calls),
});

beforeAll(async () => {
	wiki = await startWebWorld();
	wiki.serve(
		fakeWikipedia(
			["Roof", "Mill", "Pier"].map((title, at) => ({
				title,
				revised: "2026-01-01T00:00:00Z",
				paragraphs: [
					`${SAID[at]?.replace(".", "")} high, as the town's survey of all buildings says. It was measured twice.`,
					FILLER,
					FILLER,
				],
			})),
		),
	);
	product = await startProduct(settings(ROOM_FOR_TWO));
	member = await product.member();
	const cues = SAID.map((text, at) => ({ start: 5 * at, text }));
	video_id = product.newVideo({ tracks: [{ language: "en", cues }] });
});
afterAll(async () => {
	await product?.stop();
	await wiki?.close();
});

function extractAll(): void {
	product.ai.answer({
		extract: () => ({
			statements: SAID.map((text, at) => ({ content: text, quote: text, importance: 90 - at })),
		}),
	});
}

const searched = () =>
	wiki.asked.flatMap(({ path }) =>
		/search\/page\?q=.*(roof|mill|pier)/i.exec(path)?.[1]?.toLowerCase(),
	);

describe("daily budget that covers only some of the statements", () => {
	let first: Statement[] = [];

	it("checks those statements and publishes the others as unverified for budget", async () => {
		extractAll();
		const { ending, events, report } = await runToEnd(member, video_id);
		expect(ending.event).toBe("completed");
		first = report.statements;
		expect(first.map(({ verdict }) => verdict)).toEqual(["supported", "supported", "unverified"]);
		expect(first[2]).toMatchObject({
			unverified_reason: "budget",
			basis: "memory",
			ratings: [],
			ai_score: null,
			confidence_level: null,
			lean: null,
			evidence: [],
			explanation: UNVERIFIED_WORDS.budget,
		});
		expect(report.video).toMatchObject({ claims_count: 3, coverage: { checkable: 3, checked: 2 } });
		expect(product.ai.calls).toHaveLength(ROOM_FOR_TWO);
		const subjects = searched().filter((it) => it !== undefined);
		expect(subjects.sort()).toEqual(["mill", "roof"]);
		const told = events.filter(({ event }) => event === "statement");
		expect(told.map(({ data }) => (data as Statement).id).sort()).toEqual(
			first.map(({ id }) => id).sort(),
		);
	});

	it("lets the next analysis check the remaining statements without repeating calls", async () => {
		await product.restart(settings(ROOM_FOR_THE_REST));
		product.ai.reset();
		extractAll();
		wiki.asked.length = 0;
		const { ending, report } = await runToEnd(member, video_id, { force: true });
		expect(ending.event).toBe("completed");
		expect(report.statements.map(({ verdict }) => verdict)).toEqual([
			"supported",
			"supported",
			"supported",
		]);
		expect(product.ai.calls.map(({ kind }) => kind)).toEqual([
			"rate_by_evidence",
			"rate_by_evidence",
			"rate_by_evidence",
			"check_support",
		]);
		expect(searched().filter((it) => it !== undefined)).toEqual(["pier"]);
		const [roof, mill, pier] = report.statements;
		expect([roof?.id, mill?.id]).toEqual([first[0]?.id, first[1]?.id]);
		// A statement that gains a verdict gets a new id, so its votes start over.
		expect(pier?.id).not.toBe(first[2]?.id);
	});

	it("has no wording read if only the ratings have room: the strict rule decides", async () => {
		const spent = ROOM_FOR_TWO + PANEL + SECOND_READING;
		await product.restart(settings(spent + EXTRACTION + SAID.length * A_STATEMENT));
		product.ai.reset();
		const wordings = ["The roof is 31 m high.", "The mill is 42 m.", "The 53 m pier is."];
		product.ai.answer({
			extract: () => ({
				statements: SAID.map((quote, at) => ({ content: wordings[at], quote, importance: 50 })),
			}),
		});
		const cues = SAID.map((text, at) => ({ start: 5 * at, text }));
		const id = product.newVideo({ tracks: [{ language: "en", cues }] });
		const { ending, report } = await runToEnd(member, id);
		expect(ending.event).toBe("completed");
		expect(report.statements.map(({ content }) => content)).toEqual([
			...SAID.slice(0, 2),
			wordings[2],
		]);
		expect(product.ai.calls.map(({ kind }) => kind)).not.toContain("check_wording");
	});

	it("counts all that the analysis chose when the rest is checked, a moment's statements too", async () => {
		const all = [...SAID, "The fort is 64 m."];
		const cues = all.map((text, at) => ({ start: 5 * at, text }));
		const id = product.newVideo({ tracks: [{ language: "en", cues }] });
		let spent = ROOM_FOR_TWO + PANEL + SECOND_READING + product.ai.calls.length;
		const analyze = async (calls: number, found: string[], asked: Partial<AnalyzeRequest>) => {
			await product.restart(settings(spent + calls));
			product.ai.reset();
			product.ai.answer({
				extract: () => ({
					statements: found.map((quote) => ({ content: quote, quote, importance: 50 })),
				}),
			});
			const { report } = await runToEnd(member, id, asked);
			spent += product.ai.calls.length;
			return report;
		};
		await analyze(ROOM_FOR_TWO + EXTRACTION, SAID.slice(0, 1), { quote: SAID[0] });
		const cut = await analyze(ROOM_FOR_TWO, all, {});
		expect(cut.statements.map(({ content }) => content)).toEqual(all);
		expect(cut.statements.at(-1)?.unverified_reason).toBe("budget");
		const report = await analyze(ROOM_FOR_TWO * all.length, all, { force: true });
		expect(report.statements.map(({ content }) => content)).toEqual(all);
		expect(report.video).toMatchObject({
			claims_count: all.length,
			coverage: { checkable: all.length, checked: SAID.length },
			extraction: { chosen: all.length },
		});
	});
});
