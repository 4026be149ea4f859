import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import {
	analysedTalk,
	answerSlowly,
	FACTS,
	SLOWLY,
	shortTalk,
} from "#tests/support/fixtures/talks.ts";
import { dialogOf, send } from "#tests/support/world/browser.ts";
import { DEVICES, journeys } from "#tests/support/world/journey.ts";
import { shared } from "#tests/support/world/opened.ts";
import { expectTree, meterTexts } from "#tests/support/world/page-checks.ts";
import { shareProduct } from "#tests/support/world/product.ts";

/** The stages that the run's dialog announces. */
const STAGE =
	/^(Starting analysis|Extracting video content|Processing statements|(OpenAI|Claude|Gemini) analyzing|Finalizing)$/;

const product = shared(() => shareProduct(SLOWLY));
const { newPage, visit } = journeys(product);
let page: Page;

beforeAll(() => analysedTalk(product));

/** Records the text of the dialog's live region. */
const listen = () =>
	page.addInitScript(() => {
		const said: string[] = [];
		Reflect.set(window, "said", said);
		new MutationObserver(() => {
			const region = document.querySelector("[role=dialog] [role=status]");
			const text = region?.textContent ?? "";
			if (text !== "" && text !== said.at(-1)) said.push(text);
		}).observe(document, { subtree: true, childList: true, characterData: true });
	});

const heard = () => page.evaluate<string[]>(() => Reflect.get(window, "said"));

/** The page's outermost landmarks, in order. */
const landmarks = async () =>
	(await page.locator("body").ariaSnapshot({ depth: 1 }))
		.split("\n")
		.filter((line) => line.startsWith("- "))
		.map((line) => line.replace(/^- (.*?):?$/, "$1"));

describe.each(DEVICES)("accessibility tree of the home page on a %s", (_, viewport) => {
	it("contains the link field, the latest report and named sections", async () => {
		page = await visit("/", { viewport });
		const main = page.getByRole("main");
		await expectTree(
			main,
			`
			- main:
				- heading "How much of that video is true?" [level=1]
				- paragraph: Paste a YouTube link. AI models rate the statements that matter most from 0 (factual) to 100 (false), and show you why.
				- text: YouTube link
				- textbox "YouTube link":
				- button "Analyze Video"
				- paragraph: Analyzing a video needs an account. Reading does not.
				- alert
				- term: Videos analyzed
				- definition: "1"
				- term: BS claims caught
				- definition: "1"
				- term: Creators helped
				- definition: "0"
				- region "Latest report":
					- heading "Latest report" [level=2]
					- paragraph:
						- link "The truth about our harbour"
						- text: Harbour Talks
					- meter "BS Score"
					- paragraph: Mixed accuracy
					- paragraph: 3 AI models rate 1 of 2 statements as misleading, 1 as factual, from memory.
					- navigation "Statements along the video":
						- list:
							- listitem:
								- 'link "0:10, Factual, 8 of 100: The harbour was opened in 1874 by the town itself."'
							- listitem:
								- 'link "1:17, Misleading, 94 of 100: No other crane in the world lifts more than that."'
				- region "Recently Analyzed":
					- heading "Recently Analyzed" [level=2]
					- link "All analyses"
					- list:
						- listitem:
							- article:
								- text: Duration 8:00 BS Score 51 Moderate BS
								- strong: Login Required
								- text: Sign in to view full analysis
								- heading "The truth about our harbour" [level=3]:
									- link "The truth about our harbour"
								- paragraph: Harbour Talks
								- paragraph: 1 of 2 rated misleading, from memory
								- term: AI confidence
								- definition:
									- text: 80%
									- meter "AI confidence"
								- term: Community agreement
								- definition:
									- text: 1 vote agrees
									- meter "Community agreement"
								- paragraph: /1\\.2K views · Analyzed .+/
				- region "How It Works":
					- heading "How It Works" [level=2]
					- link "Every step"
					- list:
						- listitem:
							- heading "1. The transcript is read" [level=3]
							- paragraph: We fetch the video's own captions, with the time of each line. If there are none, the report says where the transcript comes from.
						- listitem:
							- heading "2. Statements are found" [level=3]
							- paragraph: We pick the claims that can be checked, word for word. Opinions, stories and jokes are left out.
						- listitem:
							- heading "3. Models rate from memory" [level=3]
							- paragraph: This site does not search for sources. AI models rate each claim by what they remember, from 0 (factual) to 100 (false), and say why.
				- region "Stay Updated":
					- heading "Stay Updated" [level=2]
					- paragraph: We store your address for emails about what we checked. This site cannot send email yet.
					- text: Email
					- textbox "Email"
					- button "Subscribe"
					- alert
					- status
				- region "Heard something that sounds off?":
					- heading "Heard something that sounds off?" [level=2]
					- paragraph: Check the video before you pass it on. It takes about a minute.
					- button "Check a Video"
					- link "About BS Detector"
			`,
		);
		await expect
			.poll(landmarks)
			.toEqual(['link "Skip to content"', "banner", "status", "main", "contentinfo", "status"]);
		expect(await meterTexts(main)).toEqual([
			"BS Score: 51 of 100, Moderate BS",
			"AI confidence: 80 percent",
			"Community agreement: 100 percent",
		]);
	});
});

describe("live region of a run", () => {
	it("announces the stages and then the end once", async () => {
		answerSlowly(product.ai);
		page = await newPage({ as: await product.member() });
		await listen();
		await page.goto(product.url);
		await send(page, product.newVideo(shortTalk()));
		await dialogOf(page).getByRole("link", { name: "View Detailed Results" }).waitFor();
		await expect
			.poll(async () => (await heard()).at(-1))
			.toMatch(new RegExp(`^Analysis Complete: BS Score \\d+, ${FACTS} claims$`));
		const stages = (await heard()).slice(0, -1);
		expect(stages.length).toBeGreaterThan(0);
		for (const text of stages) expect(text).toMatch(STAGE);
	});
});
