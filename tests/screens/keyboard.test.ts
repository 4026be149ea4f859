import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { aCheckedTalk } from "#tests/support/fixtures/checked-talks.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { answerSlowly, holdRatingsFrom, SLOWLY, shortTalk } from "#tests/support/fixtures/talks.ts";
import {
	appRuns,
	chipOf,
	DESKTOP,
	dialogOf,
	PHONE,
	ratedIn,
} from "#tests/support/world/browser.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { DEVICES, journeys } from "#tests/support/world/journey.ts";
import {
	expectArrival,
	expectFocus,
	hasFocus,
	hasLeft,
	isInDialog,
	pressControl,
	tabTo,
} from "#tests/support/world/keyboard.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	aMember,
	published,
	signedInAdmin,
	submit,
} from "#tests/support/world/signed-in.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const TITLE = "How harbour walls are built";
const PASSWORD = "correct horse battery";

const product = opened(() => startProduct({ ...SLOWLY, ADMIN_EMAILS: ADMIN_EMAIL }));
const { newPage } = journeys(product);
let member: Client;
let video_id: string;
let page: Page;

beforeAll(async () => {
	member = await product.member();
	video_id = product.newVideo({ title: TITLE });
	await runToEnd(member, video_id);
});

/** How long a vote's message is shown. */
const MESSAGE_MS = 8_000;

/** Lets a message wait for the keyboard, which takes a while to reach it on a busy machine. */
async function keepMessages(page: Page): Promise<void> {
	await page.addInitScript((message_ms) => {
		const set = window.setTimeout.bind(window);
		const keep = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
			set(run, ms === message_ms ? 2 ** 31 - 1 : ms, ...rest);
		window.setTimeout = keep as typeof setTimeout;
	}, MESSAGE_MS);
}

async function visit(path: string, as?: Client, viewport = DESKTOP) {
	page = await newPage({ as, viewport });
	await keepMessages(page);
	await page.goto(product.url + path);
	await appRuns(page);
	await page.getByRole("heading", { level: 1 }).waitFor();
}

const press = (key: string) => page.keyboard.press(key);
const type = (text: string) => page.keyboard.type(text);

describe.each(DEVICES)("keyboard navigation on a %s", (device, viewport) => {
	it("skips to the content with one key and leaves the page at the end", async () => {
		await visit("/", undefined, viewport);
		await press("Tab");
		await expectFocus(page.getByRole("link", { name: "Skip to content" }));
		await press("Enter");
		await expectFocus(page.getByRole("main"));
		await press("Tab");
		await expectFocus(page.getByRole("textbox", { name: "YouTube link" }));
		await tabTo(page, "link", "Terms of Service");
		await press("Tab");
		expect(await hasLeft(page)).toBe(true);
	});

	it("signs a visitor up from the header and out again", async () => {
		await visit("/", undefined, viewport);
		if (viewport === PHONE) await pressControl(page, "button", "Open menu");
		await pressControl(page, "button", "Sign In");
		await expectFocus(dialogOf(page).getByLabel("Email"));
		await pressControl(page, "button", "Create Account");
		await tabTo(page, "textbox", "Full name");
		await type("Kay Board");
		await tabTo(page, "textbox", "Email");
		await type(`kay-${device}@example.test`);
		await tabTo(page, "textbox", "Password");
		await type(PASSWORD);
		await press("Enter");
		await dialogOf(page).waitFor({ state: "detached" });
		await expectFocus(page.getByRole("link", { name: /Kay Board/ }));
		await pressControl(page, "button", "Sign Out");
		await expectFocus(page.getByRole("button", { name: "Sign In" }));
	});
});

describe("keyboard navigation", () => {
	it.each(["visitor", "member"])(
		"goes through the header from left to right as a %s",
		async (who) => {
			await visit("/about", who === "member" ? await product.member() : undefined);
			const last = who === "member" ? /^Notifications/ : "Sign In";
			await page.getByRole("banner").getByRole("button", { name: last }).waitFor();
			const lefts: number[] = [];
			await tabTo(page, "link", /BS Detector/);
			do {
				lefts.push(
					await page.evaluate(() => document.activeElement?.getBoundingClientRect().x ?? 0),
				);
				await press("Tab");
			} while (await page.evaluate(() => document.activeElement?.closest("header") !== null));
			expect(lefts.length).toBeGreaterThan(5);
			expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
		},
	);

	it("keeps the focus on the theme's button, and returns it to Sign In", async () => {
		await visit("/about");
		await pressControl(page, "button", /^Switch to dark/);
		await expectFocus(page.getByRole("button", { name: /^Switch to light/ }));
		await press("Tab");
		await expectFocus(page.getByRole("button", { name: "Sign In" }));
		await press("Enter");
		await expectFocus(dialogOf(page).getByLabel("Email"));
		await press("Escape");
		await dialogOf(page).waitFor({ state: "detached" });
		await expectFocus(page.getByRole("button", { name: "Sign In" }));
	});

	it("analyzes a video, leaves it running and opens its results", async () => {
		answerSlowly(product.ai);
		// The run must not end before the keyboard has led back to it.
		const goOn = holdRatingsFrom(product.ai, 3);
		const talk = shortTalk();
		const id = product.newVideo(talk);
		await visit("/", await product.member());
		await tabTo(page, "textbox", "YouTube link");
		await type(watchUrl(id));
		await press("Enter");
		await ratedIn(page).first().waitFor();
		await expect.poll(() => isInDialog(page)).toBe(true);
		await press("Shift+Tab");
		await expect.poll(() => isInDialog(page)).toBe(true);
		await press("Escape");
		await dialogOf(page).waitFor({ state: "detached" });
		await expectFocus(page.getByRole("textbox", { name: "YouTube link" }));

		await chipOf(page).waitFor();
		await pressControl(page, "button", /^Analysis of/);
		await dialogOf(page).waitFor();
		goOn();
		await pressControl(page, "link", "View Detailed Results");
		await page.waitForURL(`**/results/${id}`);
		await expectArrival(page, talk.title ?? "");
	});

	it("reaches a statement, expands it, votes and undoes the vote from its message", async () => {
		await visit(`/results/${video_id}`, await product.member());
		// The last statement is closest to the message, which disappears after a while.
		const card = page.locator("li[data-statement]").last();
		const more = card.getByRole("button", { name: /^More/ });
		await more.waitFor();
		while (!(await hasFocus(more))) await tabTo(page, "button", /^More about/);
		await press("Enter");
		const less = card.getByRole("button", { name: /^Less/ });
		await expectFocus(less);
		expect(await less.getAttribute("aria-expanded")).toBe("true");
		await card.getByRole("heading", { name: "Score by model", exact: true }).waitFor();

		await tabTo(page, "button", /^Agree/);
		const agree = card.getByRole("button", { name: /^Agree/ });
		await expectFocus(agree);
		await press("Space");
		await page.getByText("You agree with this rating", { exact: true }).waitFor();
		expect(await agree.getAttribute("aria-pressed")).toBe("true");
		await pressControl(page, "button", "Undo");
		await page.getByText("Vote removed", { exact: true }).waitFor();
		expect(await agree.getAttribute("aria-pressed")).toBe("false");
	});

	it("opens the notifications, closes them with Escape and follows an entry", async () => {
		await visit("/dashboard", member);
		const bell = page.getByRole("button", { name: /^Notifications/ });
		await pressControl(page, "button", /^Notifications/);
		const list = page.getByRole("dialog", { name: "Notifications" });
		// Votes by other tests on this video may have added notifications.
		await list.getByRole("link", { name: new RegExp(`Analysis complete.*${TITLE}`) }).waitFor();
		await press("Escape");
		await list.waitFor({ state: "detached" });
		await expectFocus(bell);
		await press("Enter");
		await pressControl(page, "link", new RegExp(`Analysis complete.*${TITLE}`));
		await page.waitForURL(`**/results/${video_id}`);
		await expectArrival(page, TITLE);
	});

	it("moves between the dashboard's tabs with the arrow keys", async () => {
		await visit("/", member);
		await pressControl(page, "link", "Dashboard");
		await expectArrival(page, "Dashboard");
		await tabTo(page, "tab", "Community Hub");
		for (const [key, name] of [
			["ArrowRight", "Video Owner"],
			["ArrowRight", "My Activity"],
			["ArrowRight", "Community Hub"],
			["ArrowLeft", "My Activity"],
			["Home", "Community Hub"],
			["End", "My Activity"],
		] as const) {
			await press(key);
			await expectFocus(page.getByRole("tab", { name, selected: true }));
		}
		await page.getByLabel("Search your activity").waitFor();
	});

	it("moves through the share menu with the arrow keys and closes it with Escape", async () => {
		await visit(`/results/${video_id}`);
		const share = page.getByRole("button", { name: /^Share/ });
		await pressControl(page, "button", /^Share/);
		const menu = page.getByRole("menu");
		await menu.waitFor();
		const item = (name: string | RegExp) => menu.getByRole("menuitem", { name });
		await press("Home");
		await expectFocus(item("Copy Link"));
		await press("ArrowDown");
		await expectFocus(item(/^Share on X/));
		await press("ArrowUp");
		await press("ArrowUp");
		await expectFocus(item("Embed…"));
		await press("Escape");
		await menu.waitFor({ state: "detached" });
		await expectFocus(share);

		await press("ArrowDown");
		await menu.waitFor();
		await expect.poll(() => menu.evaluate((it) => it.contains(document.activeElement))).toBe(true);
		await press("End");
		await expectFocus(item("Embed…"));
		await press("Enter");
		await page.getByRole("dialog").waitFor();
		await press("Escape");
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await expectFocus(share);
	});

	it.each(DEVICES)("shows the shortcuts and finds a video on a %s", async (_, viewport) => {
		await visit("/results", member, viewport);
		await tabTo(page, "link", /BS Detector/);
		const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
		// The shortcut listener is installed a moment after the page.
		await expect
			.poll(async () => {
				await press("?");
				return help.isVisible();
			})
			.toBe(true);
		await press("Escape");
		await help.waitFor({ state: "detached" });
		await expectFocus(page.getByRole("link", { name: /^BS Detector/ }));

		await press("/");
		const field = page.getByRole("searchbox");
		await expectFocus(field);
		await type("harbour walls");
		const hit = page
			.getByRole("region", { name: "Search results" })
			.getByRole("link", { name: new RegExp(TITLE) });
		await hit.waitFor();
		await press("ArrowDown");
		await expectFocus(hit);
		await press("ArrowUp");
		await expectFocus(field);
		await press("ArrowDown");
		await expectFocus(hit);
		await press("Escape");
		await hit.waitFor({ state: "detached" });
		await expectFocus(field);
		await type(" ");
		await hit.waitFor();
		await press("ArrowDown");
		await expectFocus(hit);
		await press("Enter");
		await page.waitForURL(`**/results/${video_id}`);
		await expectArrival(page, TITLE);
	});

	it("reaches a statement's quotes, expands its searches and collapses the statement", async () => {
		const talk = await published(product, aCheckedTalk("A checked talk"));
		await visit(`/results/${talk.video_id}?band=refuted`);
		await pressControl(page, "button", /^More about/);
		await expectFocus(page.getByRole("button", { name: /^Less about/ }));
		await tabTo(page, "link", /^Open at the quote/);
		const target = await page.evaluate(() => document.activeElement?.getAttribute("href"));
		expect(target).toContain("#:~:text=Dated%20harbours");
		await press("Tab");
		await expectFocus(page.getByRole("link", { name: /^Archived copy/ }));
		await tabTo(page, "link", "Show in transcript");
		const fold = page.locator("summary", { hasText: "What was searched" });
		await expect
			.poll(async () => {
				await press("Shift+Tab");
				return hasFocus(fold);
			})
			.toBe(true);
		await press("Enter");
		await page.getByText("The site asks programs not to open").waitFor();
		await tabTo(page, "button", /^Less about/, { back: true });
		await press("Enter");
		await expectFocus(page.getByRole("button", { name: /^More about/ }));
	});

	it("lets the team reject a claim with a reason", async () => {
		const claimant = await aMember(product);
		const channel_id = freshChannelId();
		await submit(claimant, `https://www.youtube.com/channel/${channel_id}`);
		await visit("/admin", await signedInAdmin(product));
		await pressControl(page, "button", /^Reject the claim/);
		await page.getByRole("dialog", { name: "Reject this claim?" }).waitFor();
		await tabTo(page, "textbox", /^Reason/);
		await type("The channel names another owner.");
		await pressControl(page, "button", "Reject Claim");
		const said = page.getByRole("status").filter({ hasText: `${channel_id}: rejected.` });
		await expectFocus(said);
		await page.getByRole("article").waitFor({ state: "detached" });
		await tabTo(page, "tab", "Pending", { back: true });
		await press("End");
		await page.getByText("The channel names another owner.").waitFor();
	});
});
