import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { browserCaptions } from "#contract/browser-captions.ts";
import type { Report } from "#contract/video.ts";
import { fakeSearxng } from "#tests/support/fakes/evidence-sources.ts";
import {
	pages,
	startWebWorld,
	type WebWorld,
} from "#tests/support/fakes/web-sites.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { PASSWORD, type SignedIn } from "#tests/support/world/signed-in.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

/*
 * Ways in which a member, a page's author or a video's maker could change what the evidence says.
 * Searches, pages, quote checks and verdicts are real; the raters follow a script.
 */

const CLAIM = "The copper roof of the old market hall was finished in 1931.";
const SUPPORTING = [
	"The copper roof of the market hall was finished in 1931 after two years of work by forty local masons.",
	"Accounts of the town name 1931 as the year in which the old market hall got its finished copper roof.",
	"When the copper roof was finished in 1931, the market hall reopened with a fair that lasted nine days.",
];
const REFUTING =
	"Contrary to the guides, the copper roof of the market hall was not finished in 1931 but in 1954, says the diocese.";
/** No two sites share it. */
const filler = (site: number) =>
	Array.from(
		{ length: 80 },
		(_, at) => `${"abcdefgh"[site]}${"klmnopqrst"[at % 10]}ar${at}`,
	).join(" ");

/** One site for each address, because all ports of an address are one site. */
const SITES = 6;
let sites: WebWorld[];
let product: Product;
let member: Client;

const urlOn = (site: number, path = "/page") =>
	`${sites[site]?.origin ?? ""}${path}`;

/** Serves one page on each of the given sites. */
function serve(of_site: Record<number, { text: string; date?: string }>) {
	sites.forEach((site, at) => {
		const page = of_site[at];
		const meta = page?.date
			? `<meta property="article:published_time" content="${page.date}">`
			: "";
		const text = (page?.text ?? "").split("\n").map((it) => `<p>${it}</p>`);
		const html = `<html lang="en"><head><title>Page ${at}</title>${meta}</head><body>${text.join("")}<p>${filler(at)}</p></body></html>`;
		site.serve(pages(page ? { "/page": html } : {}));
	});
}

let search: WebWorld;
/** The sites whose pages a search finds. */
function found(...of_sites: number[]) {
	search.serve(
		fakeSearxng(
			of_sites.map((site) => ({
				...{ words: ["roof"], title: `Page ${site}`, url: urlOn(site) },
			})),
		),
	);
}

beforeAll(async () => {
	search = await startWebWorld();
	sites = await Promise.all(
		Array.from({ length: SITES }, (_, at) =>
			startWebWorld(`127.0.1.${at + 1}`),
		),
	);
	product = await startProduct({
		EVIDENCE_SOURCES: "searxng",
		SEARXNG_BASE_URL: search.origin,
		// Without it the date of a video is not known.
		YOUTUBE_API_KEY: "a-data-key",
		EVIDENCE_TRUSTED_HOSTS: sites.map(({ host }) => host).join(","),
	});
	member = await product.member();
});
afterAll(async () => {
	await product?.stop();
	await Promise.all([search, ...(sites ?? [])].map((it) => it?.close()));
});
beforeEach(() => {
	product.ai.reset();
	// Raters that believe every page: all of it for or against the statement.
	product.ai.answer({
		rate_by_evidence: ({ passages }) => {
			const citations = passages.map((text, at) => ({
				passage: `P${at + 1}`,
				stance: text.includes(" not ") ? "refutes" : "supports",
				quote: /^[^.]+/.exec(text)?.[0] ?? "",
			}));
			const stances = new Set(citations.map(({ stance }) => stance));
			const verdict =
				stances.size === 2
					? { verdict: "conflicting", score: 50 }
					: stances.has("refutes")
						? { verdict: "refuted", score: 95 }
						: { verdict: "supported", score: 5 };
			return {
				...{ ...verdict, confidence: 99, explanation: "", missing: "" },
				...{ when_said: "unknown", today: "same", next_query: "" },
				...{ citations, lean: { score: 50, confidence: 50 } },
			};
		},
	});
});

/** When the videos were published. */
const SAID_ON = "2025-05-04";

const aVideo = (...said: string[]) =>
	product.newVideo({
		published_at: `${SAID_ON}T18:30:00Z`,
		tracks: [
			{
				language: "en",
				cues: said.map((text, at) => ({ start: 5 * at, text })),
			},
		],
	});

const statementOf = ({ statements }: Report) =>
	statements.find(({ content }) => content === CLAIM);

describe("member who adds pages", () => {
	/** The statement before and after members added the pages of these sites. */
	async function afterAdding(...added: number[]) {
		const video_id = aVideo(CLAIM);
		const { report } = await runToEnd(member, video_id);
		const before = statementOf(report);
		for (const site of added) {
			const by = await product.member();
			const answer = await by.post(`/api/statements/${before?.id}/pages`, {
				url: urlOn(site),
			});
			expect(answer.status, JSON.stringify(answer.body)).toBe(201);
		}
		const next = await runToEnd(member, video_id, { force: true });
		const after = statementOf(next.report);
		// Not because the pages were not read.
		const cited = after?.evidence.filter(({ by_member }) => by_member) ?? [];
		expect(new Set(cited.map(({ title }) => title))).toEqual(
			new Set(added.map((site) => `Page ${site}`)),
		);
		return { before, after };
	}

	it("does not merge two sources by a page that copies both", async () => {
		const [one = "", other = ""] = SUPPORTING;
		serve({
			0: { text: one },
			1: { text: other },
			2: { text: `${one}\n${filler(6)}\n${other}` },
		});
		found(0, 1);
		const { before, after } = await afterAdding(2);
		const counted = { independent_sources: 2, confidence_level: 80 };
		expect(before).toMatchObject({ verdict: "supported", ...counted });
		expect(after).toMatchObject({ verdict: "supported", ...counted });
	});

	it("does not lift sources or confidence by pages of the same opinion", async () => {
		serve(Object.fromEntries(SUPPORTING.map((text, at) => [at, { text }])));
		found(0);
		const { before, after } = await afterAdding(1, 2);
		const counted = { independent_sources: 1, confidence_level: 60 };
		expect(before).toMatchObject({ verdict: "supported", ...counted });
		expect(after).toMatchObject({ verdict: "supported", ...counted });
	});

	it("does not bring a conflict into what a source says", async () => {
		const [text = ""] = SUPPORTING;
		serve({ 0: { text }, 1: { text: REFUTING } });
		found(0);
		const { before, after } = await afterAdding(1);
		expect(before).toMatchObject({ verdict: "supported" });
		// The raters call it a conflict, which only the member's page makes it.
		expect(after?.ratings.map(({ status }) => status)).toEqual([
			...["unsupported", "unsupported", "unsupported"],
		]);
		expect(after).toMatchObject({ verdict: "unverified", basis: "memory" });
	});

	it("adds nothing to a page that a source finds too: it is the source's", async () => {
		const [one = "", other = ""] = SUPPORTING;
		serve({ 0: { text: one }, 1: { text: other } });
		found(0, 1);
		const video_id = aVideo(CLAIM);
		const { report } = await runToEnd(member, video_id);
		const id = statementOf(report)?.id;
		await member.post(`/api/statements/${id}/pages`, { url: urlOn(1) });
		const next = await runToEnd(member, video_id, { force: true });
		const after = statementOf(next.report);
		expect(after).toMatchObject({
			...{ independent_sources: 2, confidence_level: 80 },
		});
		expect(after?.evidence.map(({ by_member }) => by_member)).toEqual([
			...[false, false],
		]);
	});
});

describe("video that quotes the page that refutes it", () => {
	const said = [CLAIM, `They write, and I quote: ${REFUTING}`];

	it.each([
		["is older", "2019-03-01"],
		["is of the same day", SAID_ON],
		["has no date", undefined],
	])("is refuted by it if the page %s", async (_, date) => {
		serve({ 0: { text: REFUTING, ...(date === undefined ? {} : { date }) } });
		found(0);
		const { report } = await runToEnd(member, aVideo(...said));
		expect(statementOf(report)).toMatchObject({
			...{ verdict: "refuted", basis: "evidence" },
			evidence: [{ title: "Page 0", stance: "refutes" }],
		});
	});

	it("is not supported by pages that copied its words afterwards", async () => {
		serve({ 0: { text: said.join(" "), date: "2025-05-06" } });
		found(0);
		const { report } = await runToEnd(member, aVideo(...said));
		expect(statementOf(report)).toMatchObject({
			...{ verdict: "unverified", unverified_reason: "no_evidence_found" },
			evidence: [],
		});
	});
});

describe("captions that two accounts send", () => {
	const title = "Quagga quarter";
	const read = browserCaptions([`00:05.000 --> 00:09.000\n${CLAIM}`]);
	const HOME = "203.0.113.7";
	const ELSEWHERE = "198.51.100.20";
	const DAY_MS = 24 * 3_600_000;
	const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

	/** Sends the captions from an address; returns the report. */
	async function send(by: Client, video_id: string, address: string) {
		const answer = await by.post(
			"/api/analyze",
			{ url: watchUrl(video_id), transcript: read, force: true },
			{ "cf-connecting-ip": address },
		);
		expect(answer.status, JSON.stringify(answer.body)).toBe(202);
		return by.finished(video_id);
	}

	/** Moves what was sent for the video, or an account's creation, back in time. */
	async function moveBack(
		what: { video_id: string } | { member: SignedIn },
		to: string,
	) {
		const d1 = await product.server.database();
		const [query, id] =
			"member" in what
				? ["update members set created_at = ? where id = ?", what.member.id]
				: [
						"update transcript_proposals set created_at = ? where video_id = ?",
						what.video_id,
					];
		await d1.prepare(query).bind(to, id).run();
	}

	async function isListed(video_id: string): Promise<boolean> {
		const visitor = product.visitor();
		const lists = ["/api/search?q=quagga", "/api/videos", "/api/videos/recent"];
		const answers = await Promise.all(lists.map((path) => visitor.get(path)));
		const listed = answers.map(({ body }) =>
			JSON.stringify(body).includes(video_id),
		);
		expect(new Set(listed).size).toBe(1);
		return listed[0] ?? false;
	}

	const aCaptionlessVideo = () => product.newVideo({ title, tracks: null });
	const signedInMember = () => product.member() as Promise<SignedIn>;

	async function expectUnconfirmed(report: Report) {
		expect(report.video).toMatchObject({
			transcript_source: "member",
			captions_read_by: "browser",
		});
		expect(await isListed(report.video.id)).toBe(false);
		const page = await product
			.visitor()
			.get<string>(`/results/${report.video.id}`);
		expect(page.body).toContain("Captions sent by members");
		expect(page.body).not.toContain("two browsers");
	}

	it.each([
		["from one address within seconds", HOME],
		["from two addresses within seconds", ELSEWHERE],
	])("stay unlisted %s", async (_, second) => {
		const video_id = aCaptionlessVideo();
		await send(await product.member(), video_id, HOME);
		await expectUnconfirmed(
			await send(await product.member(), video_id, second),
		);
	});

	it.each([
		["an address", HOME, HOME],
		["a /48", "2001:db8:7:1::1", "2001:db8:7:ff00::1"],
		["a network that nobody knows", "127.0.0.1", ELSEWHERE],
	])("stay unlisted a day apart from %s", async (_, first, second) => {
		const video_id = aCaptionlessVideo();
		await send(await product.member(), video_id, first);
		await moveBack({ video_id }, ago(2 * DAY_MS));
		await expectUnconfirmed(
			await send(await product.member(), video_id, second),
		);
	});

	it("stay unlisted if either account was new", async () => {
		const [first, second] = [await signedInMember(), await signedInMember()];
		const video_id = aCaptionlessVideo();
		await moveBack({ member: first }, ago(DAY_MS / 2));
		await send(first, video_id, HOME);
		await moveBack({ video_id }, ago(2 * DAY_MS));
		await expectUnconfirmed(await send(second, video_id, ELSEWHERE));

		const other_id = aCaptionlessVideo();
		await moveBack({ member: first }, ago(9 * DAY_MS));
		await send(first, other_id, HOME);
		await moveBack({ video_id: other_id }, ago(2 * DAY_MS));
		await moveBack({ member: second }, ago(DAY_MS / 2));
		await expectUnconfirmed(await send(second, other_id, ELSEWHERE));
	});

	it("are listed, still marked, once they are the same from two networks, a day apart", async () => {
		const [first, second] = [await product.member(), await product.member()];
		const video_id = aCaptionlessVideo();
		await send(first, video_id, HOME);
		await moveBack({ video_id }, ago(DAY_MS));
		// Sent again at once by who sent them first: that confirms nothing and takes nothing back.
		await expectUnconfirmed(await send(first, video_id, ELSEWHERE));
		const { video } = await send(second, video_id, ELSEWHERE);
		expect(video.captions_read_by).toBe("two_browsers");
		expect(await isListed(video_id)).toBe(true);
		const page = await product.visitor().get<string>(`/results/${video_id}`);
		expect(page.body).toContain("the same from two browsers");
		// A third member with the same words changes nothing.
		const third = await send(await product.member(), video_id, HOME);
		expect(third.video.captions_read_by).toBe("two_browsers");

		// Two accounts with another text cannot take the listed one off the lists.
		for (const by of [await product.member(), await product.member()]) {
			const answer = await by.post(
				"/api/analyze",
				{
					url: watchUrl(video_id),
					transcript: read.replace("1931", "1913"),
					force: true,
				},
				{ "cf-connecting-ip": HOME },
			);
			expect(answer.body).toMatchObject({ code: "transcript_disputed" });
		}
		expect(await isListed(video_id)).toBe(true);
	});

	it("leave no address in the database, and nothing of a deleted account", async () => {
		const by = await signedInMember();
		const video_id = aCaptionlessVideo();
		await send(by, video_id, HOME);
		const d1 = await product.server.database();
		const stored = () =>
			d1
				.prepare("select * from transcript_proposals where member_id = ?")
				.bind(by.id)
				.all();
		const { results } = await stored();
		expect(results).toHaveLength(1);
		expect(results[0]?.network).toBeTruthy();
		expect(JSON.stringify(results)).not.toContain(HOME);
		await by.delete("/api/me", { password: PASSWORD });
		expect((await stored()).results).toEqual([]);
	});
});
