import { describe, expect, it } from "vitest";
import { appRuns } from "#tests/support/world/browser.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { DEVICES, journeys } from "#tests/support/world/journey.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";

const product = shared(() => shareProduct());
const { visit } = journeys(product);

/** Two guests and a host, as a transcription service writes them. */
const DEBATE = `Host  0:04
Good evening. The tunnel was opened in 1994, and both of you were there.

Speaker 2  0:31
It is 50 kilometres long, and 38 of them lie under the sea.

Speaker 3  1:02
The digging cost 4650 million pounds in 1985 prices.

Speaker 2  1:40
Trains carry 11 million passengers through it every year.
`;

describe.each(DEVICES)("a pasted debate (%s)", (_, viewport) => {
	it("is shown as understood before it is analysed, and its report tells who speaks", async () => {
		const id = product.newVideo({ tracks: null, duration: 200 });
		product.ai.behave("gemini", { fault: { status: 403 } }, "transcribe");
		const member = await product.member();
		await member.analyze(watchUrl(id));
		await member.finished(id);
		const page = await visit(`/results/${id}`, { as: member, viewport });
		await appRuns(page);
		await page.getByLabel("Paste the transcript").fill(`${DEBATE}\n01;xx Thank you.`);
		await page.getByRole("button", { name: "Read This Transcript" }).click();
		await page.getByText(/^4 lines from 0:04 to 1:40/).waitFor();
		await page.getByText("How it begins").click();
		await page.getByText("Speaker 2:").first().waitFor();
		await page.getByRole("button", { name: "Analyze This Transcript" }).click();
		const cards = page.getByRole("article");
		await cards.first().waitFor();
		await page.getByText("Transcript length").waitFor({ state: "attached" });
		const filter = page.getByText("Filter and sort");
		if (await filter.isVisible()) await filter.click();
		const speakers = page.getByRole("group", { name: "Show statements by speaker" });
		const all = await cards.count();
		await speakers.getByRole("button", { name: /^Speaker 2/ }).click();
		await expect.poll(() => cards.count()).toBe(2);
		expect(all).toBeGreaterThan(2);
		await page.getByText("Speaker: Speaker 2").first().waitFor({ state: "attached" });
	});
});
