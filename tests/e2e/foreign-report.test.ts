import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { claimKey } from "#features/statements/claim-key.ts";
import { ARABIC, aForeignTalk } from "#tests/support/fixtures/foreign-talks.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { openEveryDrawer } from "#tests/support/world/keyboard.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { anOwner, published } from "#tests/support/world/signed-in.ts";
import { paths } from "#web/paths.ts";

const product = shared(() => shareProduct({ YOUTUBE_API_KEY: "a-data-key" }));
const { visit } = journeys(product);
let video_id: string;
let claim: string;

beforeAll(async () => {
	const { member: owner, channel } = await anOwner(product);
	const talk = aForeignTalk(ARABIC);
	if (!talk.metadata) throw new Error("The talk has no metadata");
	const run = await published(product, {
		...talk,
		metadata: { ...talk.metadata, channel_id: channel.channel_id },
	});
	await published(product, {
		...talk,
		video_id: run.video_id,
		ended_at: "2026-01-02T00:00:00.000Z",
	});
	({ video_id } = run);
	claim = claimKey(run.statements[0]?.content ?? "", "ar");
	await owner.post("/api/responses", { video_id, body: "نشكركم، وسنصحح ذلك." });
});

/** Arabic text outside an element with a direction of its own, and texts in a wrong direction. */
function misplaced(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const found: string[] = [];
		for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
			const around = node.parentElement;
			const text = node.textContent ?? "";
			if (!around || !/\p{Script=Arabic}/u.test(text) || around.closest("script, style")) continue;
			// The isolates of a plain sentence do what the attribute does.
			const plain = text.replace(/\u2068[^\u2069]*\u2069/g, "");
			if (!/\p{Script=Arabic}/u.test(plain)) continue;
			const own = around.closest("[dir], bdi");
			if (own === null || getComputedStyle(own).direction !== "rtl") found.push(text);
		}
		return found;
	});
}

/** Arabic texts that are cut in the other direction: at their beginning instead of their end. */
function cutAtTheBeginning(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>("main *")].flatMap((it) => {
			const { textOverflow, webkitLineClamp, direction } = getComputedStyle(it);
			const cut = textOverflow === "ellipsis" || !["none", ""].includes(webkitLineClamp);
			const text = it.textContent ?? "";
			return cut && direction === "ltr" && /\p{Script=Arabic}/u.test(text) ? [text] : [];
		}),
	);
}

const arabic = (page: Page) => page.getByText(/\p{Script=Arabic}/u);

describe("a report in Arabic", () => {
	it("has no text of its content outside an element with its direction, however far it is opened", async () => {
		const page = await visit(`/results/${video_id}`);
		await page.locator("summary", { hasText: "Transcript" }).click();
		await page.getByRole("region", { name: "Transcript text" }).waitFor();
		await openEveryDrawer(page);
		await page.evaluate(() => {
			for (const fold of document.querySelectorAll("details")) fold.open = true;
		});
		await page.getByText("What was searched", { exact: true }).first().waitFor();
		expect(await arabic(page).count()).toBeGreaterThan(100);
		expect(await misplaced(page)).toEqual([]);
	});

	it("cuts a text at its end", async () => {
		const page = await visit(`/results/${video_id}`);
		await page.getByText("In the video:").first().waitFor();
		expect(await cutAtTheBeginning(page)).toEqual([]);
	});

	it("puts the quotation marks of every quote the same way", async () => {
		const page = await visit(`/results/${video_id}`);
		const lead = page.locator("[data-statement] q:not([lang])").first();
		const { quotes } = await lead.evaluate((it) => ({ quotes: getComputedStyle(it).quotes }));
		expect(quotes).toBe('"”" "“"');
	});

	it("tells the language of what was said, and stands at the right of its column", async () => {
		const page = await visit(`/results/${video_id}`);
		const quote = page.locator("[data-statement] blockquote").first();
		await expect.poll(() => quote.getAttribute("lang")).toBe("ar");
		const style = await quote.evaluate((it) => {
			const { direction, textAlign } = getComputedStyle(it);
			return { direction, textAlign, words: it.querySelector("h3")?.lastChild?.textContent };
		});
		expect(style).toMatchObject({ direction: "rtl", textAlign: "start" });
		expect(style.words).toMatch(/^”.*“$/);
	});

	it.each([
		["its versions", () => `/results/${video_id}/versions`],
		["the archive", () => "/results"],
		["home", () => "/"],
		["its card for other sites", () => `/embed/${video_id}`],
		["its claim", () => paths.claim(claim)],
	])("is the same on other pages: %s", async (_, path) => {
		const page = await visit(path());
		await arabic(page).first().waitFor();
		expect(await misplaced(page)).toEqual([]);
	});
});
