import { describe, expect, it } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import { ReportSummary } from "#contract/report-export.ts";
import type { Rating } from "#contract/statement.ts";
import { statementsCsv } from "#features/reports/csv.ts";
import { summariseReport } from "#features/reports/export.ts";
import { sampleRating, sampleStatement, sampleVideo } from "#tests/web/support/sample-report.ts";

const PAGE = "https://checks.example/results/abcdefghijk";

const CHECKED = {
	checking: false,
	upvotes: 1,
	downvotes: 3,
	community_agreement: 25,
	since: "2026-03-04T00:00:00.000Z",
	reason: "Votes are being checked.",
};

describe("summariseReport", () => {
	const statements = [
		sampleStatement({ ai_score: 29, upvotes: 3, downvotes: 1 }),
		sampleStatement({ ai_score: 30, upvotes: 2 }),
		sampleStatement({
			ai_score: 70,
			ratings: [
				sampleRating("openai", 90, { confidence: 61 }),
				sampleRating("gemini", 50, { status: "failed", confidence: 30 }),
			],
		}),
	];

	it("counts the statements of each band, including at its limits", () => {
		const summary = summariseReport(sampleVideo(), statements, PAGE);
		expect(summary.claims_count).toBe(3);
		expect(summary.claims_by_band).toEqual({ factual: 1, moderate: 1, high: 1 });
		expect(summary.band).toBe("moderate");
	});

	it("leaves out what a member asked for beside the analysis of the whole video", () => {
		const asked = statements.map((it) => ({ ...it, on_request: true, ratings: [] }));
		const summary = summariseReport(sampleVideo(), [...statements, ...asked], PAGE);
		const { votes: _, ...counted } = summariseReport(sampleVideo(), statements, PAGE);
		expect(summary).toMatchObject(counted);
	});

	it("averages the ratings of each provider and counts failed ones", () => {
		const summary = summariseReport(sampleVideo(), statements, PAGE);
		expect(summary.provider_averages).toEqual([
			{
				provider: "openai",
				name: "OpenAI",
				average_score: 57,
				average_confidence: 74,
				answers: 3,
				failed: 0,
			},
			{
				provider: "claude",
				name: "Claude",
				average_score: 44,
				average_confidence: 80,
				answers: 2,
				failed: 0,
			},
			{
				provider: "gemini",
				name: "Gemini",
				average_score: 45,
				average_confidence: 63,
				answers: 3,
				failed: 1,
			},
		]);
	});

	it("averages only verdicts backed by evidence, and has no band if too few count", () => {
		const rating = (score: number, fields: Partial<Rating>) =>
			sampleRating("openai", score, fields);
		const summary = summariseReport(
			sampleVideo({ bs_score: null, confidence_level: null, evidence_sources: ["wikipedia"] }),
			[
				sampleStatement({
					basis: "evidence",
					verdict: "refuted",
					ai_score: 90,
					ratings: [rating(90, { verdict: "refuted" })],
				}),
				sampleStatement({
					basis: "evidence",
					verdict: "refuted",
					ai_score: 80,
					ratings: [rating(40, { verdict: "refuted", status: "unsupported" })],
				}),
				sampleStatement({
					verdict: "unverified",
					ai_score: null,
					ratings: [rating(10, { verdict: "supported", score: null })],
				}),
			],
			PAGE,
		);
		expect(summary.provider_averages).toMatchObject([
			{ provider: "openai", average_score: 90, answers: 1 },
		]);
		const claims_by_band = { factual: 0, moderate: 0, high: 2 };
		expect(summary.claims_by_band).toEqual(claims_by_band);
		expect(summary.band).toBeNull();
	});

	it("leaves checked votes out of the agreement but counts them in the total", () => {
		const checked = sampleStatement({ upvotes: 90, downvotes: 3, votes_held: CHECKED });
		const { votes } = summariseReport(sampleVideo(), [checked], PAGE);
		expect(votes).toEqual({ total: 93, agree: 90, disagree: 3, community_agreement: 25 });
	});

	it("adds up the votes", () => {
		const { votes } = summariseReport(sampleVideo(), statements, PAGE);
		expect(votes).toEqual({ total: 6, agree: 5, disagree: 1, community_agreement: 83 });
	});

	it("returns no score if there are no statements", () => {
		const coverage = { checkable: 0, checked: 0 };
		const video = sampleVideo({ bs_score: 0, confidence_level: 95, coverage });
		const summary = summariseReport(video, [], PAGE);
		expect(summary).toMatchObject({
			bs_score: null,
			band: null,
			provider_averages: [],
			votes: { total: 0, community_agreement: null },
		});
		expect(ReportSummary.parse(summary)).toEqual(summary);
	});
});

/** Parses CSV as defined in RFC 4180. */
function readCsv(text: string): string[][] {
	const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
	const rows: string[][] = [[]];
	while (cell.lastIndex < text.length) {
		const found = cell.exec(text);
		if (found === null) throw new Error("This is no CSV");
		const [, quoted, bare, end] = found;
		rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? "");
		if (end === "\r\n") rows.push([]);
	}
	return rows.slice(0, -1);
}

function cellsOf(text: string): Record<string, string> {
	const [names = [], row = []] = readCsv(text.replace("\uFEFF", ""));
	expect(row).toHaveLength(names.length);
	return Object.fromEntries(names.map((name, place) => [name, row[place] ?? ""]));
}

describe("statementsCsv", () => {
	it("begins with a byte order mark and the column names, with CRLF line endings", () => {
		const text = statementsCsv(sampleVideo(), []);
		expect(text).toMatch(/^\uFEFFvideo_url,video_title,.*,video_checkable,on_request,speaker\r\n$/);
	});

	it("keeps commas, quotation marks, line breaks and any script", () => {
		const quote = 'er sagte: "ja",\r\nund 検証 😀';
		const text = statementsCsv(sampleVideo(), [
			sampleStatement({
				quote,
				context: { before: "Davor, im Mai.", after: "=danach" },
				sources: ["nasa.gov", "who.int/a,b"],
			}),
		]);
		expect(cellsOf(text)).toMatchObject({
			quote,
			context_before: "Davor, im Mai.",
			context_after: "'=danach",
			sources: "nasa.gov\nwho.int/a,b",
			timestamp: "83",
			ai_score: "42",
			band: "moderate",
			simulated: "false",
		});
	});

	it.each(["=HYPERLINK(1)", "+1", "-2", "@SUM(A1)", "\tx", "\rx"])(
		"escapes formulas in every text column: %j",
		(words) => {
			const cells = cellsOf(
				statementsCsv(sampleVideo({ title: words }), [
					sampleStatement({
						id: words as StatementId,
						quote: words,
						content: words,
						explanation: words,
						sources: [words],
					}),
				]),
			);
			for (const name of [
				"video_title",
				"statement_id",
				"quote",
				"content",
				"explanation",
				"sources",
			])
				expect(cells[name], name).toBe(`'${words}`);
		},
	);

	it("lists failed providers and leaves scores of providers off the panel empty", () => {
		const text = statementsCsv(sampleVideo(), [
			sampleStatement({
				claude_score: null,
				ratings: [sampleRating("openai", 50, { status: "failed" }), sampleRating("gemini", 40)],
			}),
		]);
		expect(cellsOf(text)).toMatchObject({ failed: "openai", claude_score: "" });
	});

	it("repeats the basis of the video's score in each row", () => {
		const video = sampleVideo({ basis: "evidence", coverage: { checkable: 12, checked: 7 } });
		expect(cellsOf(statementsCsv(video, [sampleStatement()]))).toMatchObject({
			basis: "memory",
			video_basis: "evidence",
			video_checked: "7",
			video_checkable: "12",
		});
	});

	it("contains the shown vote counts and the reason while votes are checked", () => {
		const counts = { upvotes: 90, downvotes: 3 };
		const checked = statementsCsv(sampleVideo(), [
			sampleStatement({ ...counts, votes_held: CHECKED }),
		]);
		expect(cellsOf(checked)).toMatchObject({
			upvotes: "90",
			shown_upvotes: "1",
			shown_downvotes: "3",
			held_reason: CHECKED.reason,
		});
		const free = statementsCsv(sampleVideo(), [sampleStatement(counts)]);
		expect(cellsOf(free)).toMatchObject({ upvotes: "90", shown_upvotes: "", held_reason: "" });
	});
});

describe("band column of statementsCsv", () => {
	it.each([
		["refuted", 90, "high"],
		["unverified", null, ""],
		[null, 90, "high"],
	] as const)("for the verdict %s and score %j contains %j", (verdict, ai_score, band) => {
		const statement = sampleStatement({ ai_score, verdict });
		const [header = "", row = ""] = statementsCsv(sampleVideo(), [statement]).split("\r\n");
		const place = header.replace("\uFEFF", "").split(",").indexOf("band");
		expect(row.split(",")[place]).toBe(band);
	});
});
