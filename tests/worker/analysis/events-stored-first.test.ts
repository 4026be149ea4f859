import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { watchUrl } from "#tests/support/world/client.ts";
import { expectWholeStory } from "#tests/support/world/crash-invariants.ts";
import { startEnteredProduct } from "#tests/support/world/entered-product.ts";
import { aMemberSignedIn } from "#tests/support/world/signed-in.ts";

it("sends an event only when the disk has it, also one that is written during the wait", async () => {
	const entry = new URL("../../support/world/slow-disk-entry.js", import.meta.url);
	const product = await startEnteredProduct(await readFile(entry, "utf8"), {
		OPENAI_API_KEY: "",
		ANTHROPIC_API_KEY: "",
	});
	try {
		const member = await aMemberSignedIn(product.url, product.db);
		const id = "sample-myth";
		const { status, body } = await member.analyze(watchUrl(id));
		expect(status, JSON.stringify(body)).toBe(202);
		const viewer = await member.events(id);
		await viewer.ended;
		expectWholeStory(viewer.events, await member.report(id));
		const sent = await (await fetch(`${product.url}/_sent`)).json();
		expect(sent).toEqual({ events: viewer.events.length, too_early: [] });
		expect(viewer.events.length).toBeGreaterThan(2);
	} finally {
		await product.stop();
	}
});
