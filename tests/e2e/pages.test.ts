import type { CDPSession, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
	appRuns,
	briefText,
	everythingCame,
	fontsCame,
	PHONE,
} from "#tests/support/world/browser.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { DEVICES, journeys, type Visitor } from "#tests/support/world/journey.ts";
import { expectFocus } from "#tests/support/world/keyboard.ts";
import { opened } from "#tests/support/world/opened.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";

const TEAM = "team@example.test";
const VIDEO = watchUrl("sample-fact");
const NAME = " · BS Detector";
/** Every link of the footer, with its page's title. */
const PAGES = {
	"Check a Video": "AI fact-checking for videos",
	"All Analyses": "All analyses",
	"How It Works": "How it works",
	Extension: "Browser extension",
	API: "API",
	"For Creators": "For creators",
	Dashboard: "Dashboard",
	Following: "Following",
	Contact: "Contact",
	About: "About",
	Corrections: "About",
	"Privacy Policy": "Privacy Policy",
	"Terms of Service": "Terms of Service",
};

const product = opened(() => startProduct({ ...DEMO_ENV, CONTACT_EMAIL: TEAM }));
const { visit } = journeys(product);
let page: Page;

async function open(path: string, visitor: Visitor = {}) {
	const permissions = ["clipboard-read", "clipboard-write"];
	page = await visit(path, { permissions, ...visitor });
	await appRuns(page);
}

const field = () => page.getByRole("textbox", { name: /YouTube link/ });

describe.each(DEVICES)("footer on a %s", (_, viewport) => {
	it("links to every page, each with its own title and one heading", async () => {
		await open("/", { viewport });
		const footer = page.getByRole("navigation", { name: "Footer" });
		expect(await footer.getByRole("link").allTextContents()).toEqual(Object.keys(PAGES));
		for (const [link, title] of Object.entries(PAGES)) {
			await footer.getByRole("link", { name: link, exact: true }).click();
			await page.waitForFunction((t) => document.title === t, title + NAME);
			const heading = page.getByRole("heading", { level: 1 });
			await heading.first().waitFor();
			expect(await heading.count()).toBe(1);
			const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			expect(wider).toBeLessThanOrEqual(0);
			await page.getByText("Built with Cloudflare Workers").waitFor();
			// Its arrival moves the footer.
			await everythingCame(page);
		}
	});
});

describe("direct link to a page", () => {
	it("opens the page at the given section", async () => {
		await open("/about#corrections");
		await page.waitForFunction((t) => document.title === t, `About${NAME}`);
		await page.waitForFunction(() => document.activeElement?.id === "corrections");
	});
});

describe("contact form", () => {
	/** The mailto link that the page opens. */
	async function nextMail(session: CDPSession): Promise<URL> {
		await session.send("Page.enable");
		return new Promise((resolve) => {
			session.on("Page.frameRequestedNavigation", ({ url }) => resolve(new URL(url)));
		});
	}

	it("opens the mail program with the message and is cleared", async () => {
		await open("/contact");
		const mail = nextMail(await page.context().newCDPSession(page));
		const written = {
			Name: "Ada",
			Email: "ada@example.test",
			Subject: "A wrong quote & more",
			Message: "One\nTwo",
		};
		for (const [label, value] of Object.entries(written))
			await page.getByLabel(label, { exact: true }).fill(value);
		const confirmed = briefText(page, "Email Client Opened!");
		await page.getByRole("button", { name: "Send Message" }).click();
		await confirmed;
		const { protocol, pathname, searchParams } = await mail;
		expect([protocol, pathname]).toEqual(["mailto:", TEAM]);
		expect(searchParams.get("subject")).toBe(written.Subject);
		expect(searchParams.get("body")).toContain("One\r\nTwo");
		for (const label of Object.keys(written))
			expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe("");
		await page.getByRole("button", { name: "Send Message" }).waitFor();
	});
});

describe("link from elsewhere", () => {
	it("fills the field when pasted anywhere on the home page, and Enter starts the analysis", async () => {
		await open("/", { as: await product.member() });
		await page.getByRole("button", { name: "Sign Out" }).waitFor();
		await page.evaluate((text) => navigator.clipboard.writeText(text), `Have a look: ${VIDEO}`);
		await page.getByRole("heading", { level: 1 }).click();
		await page.keyboard.press("ControlOrMeta+V");
		await page.getByText(/Your link is in the field/).waitFor();
		expect(await field().inputValue()).toBe(VIDEO);
		await page.keyboard.press("Enter");
		await page.getByRole("dialog", { name: /Analyzing Video|Analysis Complete/ }).waitFor();
		// The open dialog hides the page behind it from role queries.
		expect(await page.locator("input[name=url]").inputValue()).toBe(VIDEO);
	});

	it.each([
		["a deep link", { url: VIDEO }],
		["a share sheet", { title: "A video", text: `A video ${VIDEO}` }],
	])("from %s fills the field and waits for the visitor", async (_, query) => {
		await open(`/?${new URLSearchParams(query)}`, { viewport: PHONE });
		await page.getByText(/Your link is in the field/).waitFor();
		expect(await field().inputValue()).toBe(VIDEO);
		await expectFocus(page.getByRole("button", { name: "Analyze Video" }));
		await page.keyboard.press("Enter");
		await page
			.getByRole("dialog")
			.getByText(/Your link is kept/)
			.waitFor();
	});

	it("is passed by the API page's bookmarklet from a video in another tab", async () => {
		await open("/api");
		const bookmark = page.getByRole("link", { name: "Check with BS Detector" });
		const dragged = await dragOut(bookmark.first());
		await bookmark.click();
		await page.getByText(/drag it there/).waitFor();

		const elsewhere = await page.context().newPage();
		await elsewhere.route("https://www.youtube.com/**", (route) =>
			route.fulfill({
				contentType: "text/html",
				body: `<title>A video</title><a href="${dragged.replaceAll('"', "&quot;")}">bookmark</a>`,
			}),
		);
		await elsewhere.goto(VIDEO);
		const opened = page.context().waitForEvent("page");
		await elsewhere.getByText("bookmark").click();
		page = await opened;
		await page.getByText(/Your link is in the field/).waitFor();
		expect(await field().inputValue()).toBe(VIDEO);
	});

	/** The URL that a bookmarks bar would receive. */
	async function dragOut(link: ReturnType<Page["getByRole"]>): Promise<string> {
		await page.evaluate(() => {
			document.addEventListener("dragstart", ({ dataTransfer }) => {
				document.body.dataset.dragged = dataTransfer?.getData("text/uri-list");
			});
		});
		// Their arrival may move the link away from the pointer.
		await fontsCame(page);
		await link.hover();
		await page.mouse.down();
		await page.mouse.move(400, 300, { steps: 8 });
		// A busy browser starts the drag later.
		await page.waitForFunction(() => document.body.dataset.dragged);
		await page.mouse.up();
		return page.evaluate(() => document.body.dataset.dragged ?? "");
	}
});

describe("installed app", () => {
	it("has a manifest without errors", async () => {
		await open("/");
		const session = await page.context().newCDPSession(page);
		const { url, errors } = await session.send("Page.getAppManifest");
		expect(url).toBe(`${product.url}/manifest.webmanifest`);
		expect(errors).toEqual([]);
		const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
		const against = installabilityErrors.map(({ errorId }) => errorId);
		// The tests' windows are incognito, in which nothing can be installed.
		expect(against.filter((id) => id !== "in-incognito")).toEqual([]);
	});

	it("has icons of the sizes declared in the manifest", async () => {
		await open("/");
		const sizes = await page.evaluate(async () => {
			const load = async (src: string) => {
				const image = new Image();
				image.src = src;
				await image.decode();
				return `${image.naturalWidth}x${image.naturalHeight}`;
			};
			const manifest: { icons: { src: string; sizes: string }[] } = await (
				await fetch("/manifest.webmanifest")
			).json();
			const icons = manifest.icons.map(async ({ src, sizes }) => [sizes, await load(src)]);
			return [...(await Promise.all(icons)), ["180x180", await load("/apple-touch-icon.png")]];
		});
		expect(sizes).toHaveLength(4);
		for (const [declared, found] of sizes) expect(found).toBe(declared);
	});
});
