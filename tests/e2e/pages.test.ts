import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	appRuns,
	briefText,
	DESKTOP,
	everythingCame,
	fontsCame,
	PHONE,
	signInAs,
	startBrowser,
	watchFaults,
} from "#tests/support/world/browser.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { expectFocus } from "#tests/support/world/keyboard.ts";
import { DEMO_ENV, type Product, startProduct } from "#tests/support/world/product.ts";

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
	Contact: "Contact",
	About: "About",
	Corrections: "About",
	"Privacy Policy": "Privacy Policy",
	"Terms of Service": "Terms of Service",
};

let browser: Browser;
let product: Product;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
	browser = await startBrowser();
	product = await startProduct({ ...DEMO_ENV, CONTACT_EMAIL: TEAM });
});
afterAll(async () => {
	await browser?.close();
	await product?.stop();
});
afterEach(() => context?.close());

async function visit(path: string, viewport = DESKTOP, signed_in = false) {
	context = await browser.newContext({
		viewport,
		reducedMotion: "reduce",
		permissions: ["clipboard-read", "clipboard-write"],
	});
	if (signed_in) await signInAs(context, product.url, await product.member());
	page = await context.newPage();
	faults = watchFaults(page);
	await page.goto(product.url + path);
	await appRuns(page);
}

const field = () => page.getByRole("textbox", { name: /YouTube link/ });

describe.each([
	["desktop", DESKTOP],
	["phone", PHONE],
])("footer on a %s", (_, viewport) => {
	it("links to every page, each with its own title and one heading", async () => {
		await visit("/", viewport);
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
		expect(faults).toEqual([]);
	});
});

describe("direct link to a page", () => {
	it.each(Object.entries({ "/api": "API", "/about#corrections": "About" }))(
		"%s opens the page at the given section",
		async (path, title) => {
			await visit(path);
			await page.waitForFunction((t) => document.title === t, title + NAME);
			const part = new URL(path, product.url).hash.slice(1);
			if (part !== "") await page.waitForFunction((id) => document.activeElement?.id === id, part);
			expect(faults).toEqual([]);
		},
	);
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
		await visit("/contact");
		const mail = nextMail(await context.newCDPSession(page));
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
		expect(faults).toEqual([]);
	});
});

describe("link from elsewhere", () => {
	it("fills the field when pasted anywhere on the home page, and Enter starts the analysis", async () => {
		await visit("/", DESKTOP, true);
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
		expect(faults).toEqual([]);
	});

	it.each([
		["a deep link", { url: VIDEO }],
		["a share sheet", { title: "A video", text: `A video ${VIDEO}` }],
	])("from %s fills the field and waits for the visitor", async (_, query) => {
		await visit(`/?${new URLSearchParams(query)}`, PHONE);
		await page.getByText(/Your link is in the field/).waitFor();
		expect(await field().inputValue()).toBe(VIDEO);
		await expectFocus(page.getByRole("button", { name: "Analyze Video" }));
		await page.keyboard.press("Enter");
		await page
			.getByRole("dialog")
			.getByText(/Your link is kept/)
			.waitFor();
		expect(faults).toEqual([]);
	});

	it("is passed by the API page's bookmarklet from a video in another tab", async () => {
		await visit("/api");
		const bookmark = page.getByRole("link", { name: "Check with BS Detector" });
		const dragged = await dragOut(bookmark.first());
		await bookmark.click();
		await page.getByText(/drag it there/).waitFor();

		const elsewhere = await context.newPage();
		await elsewhere.route("https://www.youtube.com/**", (route) =>
			route.fulfill({
				contentType: "text/html",
				body: `<title>A video</title><a href="${dragged.replaceAll('"', "&quot;")}">bookmark</a>`,
			}),
		);
		await elsewhere.goto(VIDEO);
		const opened = context.waitForEvent("page");
		await elsewhere.getByText("bookmark").click();
		page = await opened;
		await page.getByText(/Your link is in the field/).waitFor();
		expect(await field().inputValue()).toBe(VIDEO);
		expect(faults).toEqual([]);
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
		await visit("/");
		const session = await context.newCDPSession(page);
		const { url, errors } = await session.send("Page.getAppManifest");
		expect(url).toBe(`${product.url}/manifest.webmanifest`);
		expect(errors).toEqual([]);
		const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
		const against = installabilityErrors.map(({ errorId }) => errorId);
		// The tests' windows are incognito, in which nothing can be installed.
		expect(against.filter((id) => id !== "in-incognito")).toEqual([]);
	});

	it("has icons of the sizes declared in the manifest", async () => {
		await visit("/");
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
		expect(faults).toEqual([]);
	});
});
