import { describe, expect, it } from "vitest";
import { reportPath, statementPath } from "#contract/addresses.ts";
import { StatementId } from "#contract/ids.ts";
import { idHash } from "#features/reports/write-video.ts";
import { claimKey } from "#features/statements/claim-key.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { aStatement, someMetadata } from "#tests/support/fixtures/publications.ts";
import { appRoutes } from "#tests/support/world/answer-checks.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, aMember, published, signedInAdmin } from "#tests/support/world/signed-in.ts";

const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL, LIMIT_SEARCH: "0" }));

const admin = opened(async () => ({ ...(await signedInAdmin(product)), stop: () => {} }));

/** Words that nothing else on the site has. */
const TITLE = "Zanzibarine lighthouse keepers";
const KEPT = "The museum opened in 1931.";

async function aReport(word: string) {
	const words = `${word} turbines were sold in Vantablack harbour in 1887.`;
	const quote = words.toLowerCase().replace(".", "");
	const channel_id = freshChannelId();
	const member = await aMember(product);
	const hidden = aStatement({
		id: StatementId.parse(`hide-${channel_id}`),
		content: words,
		quote,
		quote_key: quote.replaceAll(" ", ""),
		ai_score: 90,
	});
	const kept = aStatement({
		content: KEPT,
		quote: "it opened in 1931",
		quote_key: "itopenedin1931",
		ai_score: 10,
	});
	const run = await published(product, {
		statements: [hidden, kept],
		metadata: someMetadata({ channel_id, title: TITLE }),
		bs_score: 50,
		started_by: member.id,
	});
	const key = claimKey(words, "en");
	await member.put(`/api/follows/video/${run.video_id}`);
	await member.put(`/api/follows/claim/${key}`);
	await member.put(`/api/statements/${hidden.id}/vote`, { vote_type: "upvote" });
	return {
		channel_id,
		member,
		hidden,
		kept,
		video_id: run.video_id,
		key,
		word: word.toLowerCase(),
	};
}
type Reported = Awaited<ReturnType<typeof aReport>>;

/** Every address that answers a visitor or the member about a report, its lists included. */
async function addresses({ video_id, hidden, channel_id, key, word }: Reported): Promise<string[]> {
	const page = encodeURIComponent(product.url + reportPath(video_id));
	const values: Record<string, string[]> = {
		"/api/videos/:id": [video_id],
		"/api/statements/:id": [key],
		"/api/v1/lookup/:prefix": [idHash(video_id).slice(0, 6)],
	};
	const queries: Record<string, string[]> = {
		"/api/search": [`?q=${word}`, "?q=zanzibarine"],
		"/api/videos": ["", `?channel_id=${channel_id}`, "?q=zanzibarine"],
		"/api/v1/lookup": [`?ids=${video_id}&statements=1`],
		"/api/v1/lookup/:prefix": ["?statements=1"],
		"/oembed": [`?url=${page}`, `?url=${page}%2Fstatements%2F${hidden.id}`],
		"/api/me/activity": ["", `?q=${word}`, "?q=zanzibarine"],
	};
	const routes = (await appRoutes()).filter((it) => it.startsWith("GET ")).map((it) => it.slice(4));
	const filled = routes.flatMap((route) => {
		// Others' pages, the reference itself, and a stream that never ends: `/api/notifications` has
		// the same.
		if (
			/^\/(?:api\/(?:docs|openapi|auth|admin|newsletter|notifications\/events)|samples)/.test(route)
		)
			return [];
		const of = Object.entries(values).find(
			([start]) => route === start || route.startsWith(`${start}/`),
		);
		const ids = of ? of[1] : [video_id];
		return ids.flatMap((id) =>
			(queries[route] ?? [""]).map(
				(query) =>
					route
						.replace("/og/:id/:file", `/og/${video_id}/${hidden.id}.png`)
						.replace("/og/:file", `/og/${video_id}.png`)
						.replace("/badge/:file", `/badge/${video_id}.svg`)
						.replace(/:file\{.*?\}\\?\.?x?m?l?\}?$/, "1.xml")
						.replace("/channel/:id", `/channel/${channel_id}`)
						.replace(":prefix", id)
						.replace(":version", "1")
						.replace(":kind", "video")
						.replace(":id", id) + query,
			),
		);
	});
	const pages = [
		"/",
		"/results",
		"/results?q=zanzibarine",
		`/results?scope=statements&q=${word}`,
		reportPath(video_id),
		statementPath(video_id, hidden.id),
		`/results/${video_id}/versions`,
		`/statements/${key}`,
	];
	return [...filled, ...pages];
}

async function readAll(report: Reported) {
	const paths = await addresses(report);
	const answers = paths.map(async (path) => {
		const answer = await fetch(product.url + path, {
			redirect: "manual",
			headers: { connection: "close", cookie: report.member.cookie() },
		});
		return { path, status: answer.status, text: (await answer.text()).toLowerCase() };
	});
	return Promise.all(answers);
}

const having = (answers: Awaited<ReturnType<typeof readAll>>, words: string) =>
	answers.filter(({ text }) => text.includes(words.toLowerCase())).map(({ path }) => path);

/** Notifies the member of what was taken down. */
const TOLD = ["/api/notifications", "/api/me/export"];
const untold = (paths: string[]) => paths.filter((path) => !TOLD.includes(path));

describe("a hidden report", () => {
	it("is on no page and in no answer, and comes back", async () => {
		const report = await aReport("Quagmirous");
		const { video_id } = report;
		const before = having(await readAll(report), "zanzibarine lighthouse");
		// The walk reads what it is to find: otherwise it proves nothing.
		expect(before.length).toBeGreaterThan(15);
		const hide = {
			kind: "video",
			id: video_id,
			hidden: true,
			reason: "private",
			sentence: "It shows a home.",
		};
		expect((await admin.post("/api/admin/hidden", hide)).status).toBe(200);
		await expect
			.poll(async () => untold(having(await readAll(report), "zanzibarine lighthouse")), {
				timeout: 20_000,
			})
			.toEqual([]);
		expect(untold(having(await readAll(report), "quagmirous turbines"))).toEqual([]);
		await admin.post("/api/admin/hidden", { kind: "video", id: video_id, hidden: false });
		await expect
			.poll(async () => having(await readAll(report), "zanzibarine lighthouse").length, {
				timeout: 20_000,
			})
			.toBeGreaterThanOrEqual(before.length - 2);
	});
});

describe("a hidden statement", () => {
	it("is on no page and in no answer, while its report stays", async () => {
		const report = await aReport("Perspicacious");
		const { hidden } = report;
		expect(having(await readAll(report), "perspicacious turbines").length).toBeGreaterThan(8);
		const hide = {
			kind: "statement",
			id: hidden.id,
			hidden: true,
			reason: "defamation",
			sentence: "A court said so.",
		};
		expect((await admin.post("/api/admin/hidden", hide)).status).toBe(200);
		await expect
			.poll(async () => untold(having(await readAll(report), "perspicacious turbines")), {
				timeout: 20_000,
			})
			.toEqual([]);
		expect(having(await readAll(report), "zanzibarine lighthouse").length).toBeGreaterThan(10);
	});
});
