import { beforeAll, describe, expect, it } from "vitest";
import { analysedTalk } from "#tests/support/fixtures/talks.ts";
import { PHONE } from "#tests/support/world/browser.ts";
import type { Client } from "#tests/support/world/client.ts";
import { DEVICES, journeys } from "#tests/support/world/journey.ts";
import { shared } from "#tests/support/world/opened.ts";
import { expectTree, meterTexts } from "#tests/support/world/page-checks.ts";
import { shareProduct } from "#tests/support/world/product.ts";

const product = shared(() => shareProduct());
const { visit } = journeys(product);
let voter: Client;
let video_id: string;

beforeAll(async () => {
	({ voter, video_id } = await analysedTalk(product));
});

/** The line that opens the gauge on a phone. */
const SCORE_LINE = "BS Score 51 of 100, more is more false";
const FOUND = "3 AI models rate 1 of 2 statements as misleading, 1 as factual, from memory.";
const FILTERS = "Filter and sort";
const RESULT_PARTS = "How this result was made";
describe.each(DEVICES)("accessibility tree of a report on a %s", (_, viewport) => {
	it("contains the verdict, the statements along the video and their votes", async () => {
		const page = await visit(`/results/${video_id}`, { as: voter, viewport });
		const main = page.getByRole("main");
		// On a phone some parts are collapsed.
		const parts = (name: string) => main.getByRole("button", { name });
		const pressed = (name: string) => (viewport === PHONE ? `- button "${name}" [expanded]` : "");
		if (viewport === PHONE)
			for (const name of [SCORE_LINE, FILTERS, RESULT_PARTS]) await parts(name).click();
		const inScoreLine =
			viewport === PHONE
				? ':\n\t\t\t\t\t- strong: BS Score 51 of 100\n\t\t\t\t\t- text: ", more is more false"'
				: "";
		// A phone shows no keyboard shortcuts.
		const keys = viewport === PHONE ? "" : '\t\t\t\t\t- button "Keyboard shortcuts"\n';
		await expectTree(
			main,
			`
			- main:
				- status
				- link "Back to Home"
				- button "Share Results"
				- status
				- button "Export Report"
				- button "Re-analyze"
				- heading "The truth about our harbour" [level=1]
				- paragraph:
					- strong: Harbour Talks
					- text: ${viewport === PHONE ? "/· 8:00 · Analyzed .+/" : "/· 8:00 · 1\\.2K views · Analyzed .+/"}
				- region "${FOUND}":
					- heading "${FOUND}" [level=2]
					- list:
						- listitem:
							- strong: Misleading
							- link "Play from 1:17"
								- text: 1:17
							- link "“No other crane in the world lifts more than that.”"
							- paragraph: openai compared it with the harbour's own records.
						- listitem:
							- strong: Factual
							- link "Play from 0:10"
								- text: 0:10
							- link "“The harbour was opened in 1874 by the town itself.”"
							- paragraph: openai compared it with the harbour's own records.
					- paragraph:
						- text: Written by AI models, rated from memory.
						- link "How"
				- region "Video":
					- button "Play the video here"
					- paragraph: YouTube's player loads when you press play. Then you can have any moment checked.
					- link "Open on YouTube (opens in a new tab)"
				- button "Follow channel"
				- button "Follow video"
				${pressed(SCORE_LINE)}${inScoreLine}
				- region "Verdict":
					- heading "BS Score" [level=2]
					- meter "BS Score"
					- paragraph: Mixed accuracy
					- paragraph: 0 is factual, 100 is false
					- heading "Average score by model" [level=3]
					- list:
						- listitem:
							- text: OpenAI
							- meter "OpenAI, average score"
							- strong: "48"
						- listitem:
							- text: Claude
							- meter "Claude, average score"
							- strong: "51"
						- listitem:
							- text: Gemini
							- meter "Gemini, average score"
							- strong: "55"
					- paragraph: AI confidence 80%
					- meter "AI confidence"
					- heading "Community Activity" [level=3]
					- term: Total votes
					- definition: "1"
					- term: Agree
					- definition: "1"
					- term: Disagree
					- definition: "0"
					- meter "Community agreement"
					- paragraph: 1 vote agrees. Votes never change the score.
				- region "Statement Analysis":
					- navigation "Statements along the video":
						- button "Play the video"
						- list:
							- listitem:
								- 'link "0:10, Factual, 8 of 100: The harbour was opened in 1874 by the town itself."'
							- listitem:
								- 'link "1:17, Misleading, 94 of 100: No other crane in the world lifts more than that."'
					- heading "Statement Analysis" [level=2]
					- paragraph: 2 statements, average BS score 51
${keys}					${pressed(FILTERS)}
					- group "Show statements by verdict":
						- text: Show statements by verdict
						- button "Factual 1":
							- text: Factual
							- strong: "1"
						- button "Questionable 0" [disabled]:
							- text: Questionable
							- strong: "0"
						- button "Misleading 1":
							- text: Misleading
							- strong: "1"
					- button "Time range"
					- text: Sort statements
					- combobox "Sort statements":
						- option "By time" [selected]
						- option "By score"
						- option "By disagreement"
					- status: 2 of 2 shown
					- list:
						- 'listitem "Factual: “The harbour was opened in 1874 by the town itself.”"':
							- paragraph: BS Score 8
							- paragraph: Factual
							- paragraph: 80% confidence
							- link "Play from 0:10"
								- text: 0:10
							- article:
								- blockquote:
									- 'heading "Factual: “The harbour was opened in 1874 by the town itself.”" [level=3]'
								- button "More about “The harbour was opened in 1874 by the town itself.”": More
								- paragraph: openai compared it with the harbour's own records.
						- 'listitem "Misleading: “No other crane in the world lifts more than that.”"':
							- paragraph: BS Score 94
							- paragraph: Misleading
							- paragraph: 80% confidence
							- link "Play from 1:17"
								- text: 1:17
							- article:
								- blockquote:
									- 'heading "Misleading: “No other crane in the world lifts more than that.”" [level=3]'
								- button "More about “No other crane in the world lifts more than that.”": More
								- paragraph: openai compared it with the harbour's own records.
				- group:
					- heading "Transcript" [level=2]
				- region "Analysis Information":
					- heading "Analysis Information" [level=2]
					${pressed(RESULT_PARTS)}
					- term: Analysis date
					- definition: /\\w{3} \\d{1,2}, \\d{4}/
					- term: Last updated
					- definition: /\\w{3} \\d{1,2}, \\d{4}/
					- term: Status
					- definition: Completed
					- term: Claims analyzed
					- definition: "2"
					- term: Statements found by
					- definition: OpenAI
					- term: Rated by
					- definition: 3 AI models OpenAI, Claude, Gemini
					- term: Transcript
					- definition: The video's captions
					- term: Transcript length
					- definition: 100 characters
					- paragraph: The score is the average of all ratings, from 0 (factual) to 100 (false). AI models make mistakes, and a low score is not proof. Read the sources before you rely on it.
					- link "Report a problem"
					- button "Run Fresh Analysis"
				- region "Creator Response":
					- heading "Creator Response" [level=2]
					- paragraph: The creator hasn't responded yet. This site cannot verify channels yet.
					- link "Claim This Video"
			`,
		);
		expect(await meterTexts(main)).toEqual([
			"BS Score: 51 of 100, Moderate BS, OpenAI 48, Claude 51, Gemini 55",
			"OpenAI, average score: 48 of 100, Moderate BS",
			"Claude, average score: 51 of 100, Moderate BS",
			"Gemini, average score: 55 of 100, Moderate BS",
			"AI confidence: 80 percent",
			"Community agreement: 1 vote agrees",
		]);
		const more = main.getByRole("button", { name: /^More about/ });
		await more.first().click();
		await expectTree(
			main.getByRole("group", { name: "Is this rating right?" }),
			`
			- group "Is this rating right?":
				- text: Is this rating right?
				- button "Agree 1" [pressed]
				- button "Disagree 0"
				- paragraph: 1 vote agrees
				- meter "Community agreement"
				- paragraph:
					- text: Your name appears with your votes on the community pages; you can hide it in
					- link "your account"
					- text: .
			`,
		);
	});
});
