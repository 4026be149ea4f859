import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExtensionWorld, openExtension } from "#tests/support/world/extension-world.ts";

let world: ExtensionWorld;
let page: Page;

beforeAll(async () => {
	const opened = await openExtension({ shadow_roots: "closed" });
	world = opened.world;
	page = await world.watch(opened.checked);
	await page.locator("#bs-detector-chip").waitFor();
});
afterAll(() => world?.stop());

describe("a script of YouTube's page", () => {
	it("finds nothing in the extension's elements, and no press of it opens the panel", async () => {
		await page.locator("#bs-detector-check").waitFor();
		const found = await page.evaluate(() => {
			const hosts = [...document.querySelectorAll<HTMLElement>("[id^=bs-detector]")];
			const press = { bubbles: true, cancelable: true, composed: true };
			for (const host of hosts)
				for (const type of ["pointerdown", "mousedown", "mouseup", "click"])
					host.dispatchEvent(new MouseEvent(type, press));
			return {
				hosts: hosts.length,
				roots: hosts.filter(({ shadowRoot }) => shadowRoot !== null).length,
				texts: hosts.map(({ textContent }) => textContent).join(""),
			};
		});
		expect(found.hosts).toBeGreaterThanOrEqual(3);
		expect(found).toMatchObject({ roots: 0, texts: "" });
		expect(await page.locator("#bs-detector-panel").count()).toBe(0);
	});

	it("does not keep a reader's own press from opening the panel, which then has the focus", async () => {
		// The host is as wide as the title.
		await page.locator("#bs-detector-chip").click({ position: { x: 16, y: 16 } });
		await page.locator("#bs-detector-panel").waitFor();
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.id))
			.toBe("bs-detector-panel");
		const root = await page.evaluate(
			() => document.querySelector("#bs-detector-panel")?.shadowRoot ?? null,
		);
		expect(root).toBeNull();
	});
});
