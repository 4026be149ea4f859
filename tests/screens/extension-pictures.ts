import type { Page } from "playwright-core";
import { aTalkOfMoments, aTwiceReadTalk } from "#tests/support/fixtures/checked-talks.ts";
import { appRuns, signInAs } from "#tests/support/world/browser.ts";
import { overlayOn, startExtensionWorld } from "#tests/support/world/extension-world.ts";
import type { Look } from "#tests/support/world/open-screen.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";

/** A time of the talk at which its moment was checked. */
const CHECKED_S = 125;

type Shot = "extension-moment" | "extension-panel";
export const SHOTS: readonly Shot[] = ["extension-moment", "extension-panel"];

/** Opens the extension over a watch page: what it answers about the last minute, and its panel. */
export async function openExtension() {
	const product = await shareProduct();
	const world = await startExtensionWorld(product.url);
	await signInAs(world.context, world.front.url, await product.member());
	const moments = await published(product, aTalkOfMoments("Four hours on the quay"));
	const checked = await published(product, aTwiceReadTalk("Two walls"));
	let allowed = false;

	async function checkMinute(page: Page): Promise<void> {
		const { check, moment } = overlayOn(() => page);
		await page.evaluate((to) => {
			const video = document.querySelector("video");
			if (video) video.currentTime = to;
		}, CHECKED_S);
		const opened = allowed ? null : world.context.waitForEvent("page");
		await check().click();
		const window = await opened;
		if (window) {
			await appRuns(window);
			const closed = window.waitForEvent("close");
			await window.getByRole("button", { name: "Allow" }).click();
			await closed;
			allowed = true;
		}
		await moment().getByRole("link", { name: "Open in the report" }).first().waitFor();
	}

	async function openPanel(page: Page): Promise<void> {
		const { chip, panel } = overlayOn(() => page);
		await chip().click();
		await panel().getByRole("listitem").first().waitFor();
	}

	return {
		stop: world.stop,
		async open(shot: Shot, { width, height, theme }: Look): Promise<Page> {
			const of_moment = shot === "extension-moment";
			const page = await world.watch(of_moment ? moments.video_id : checked.video_id);
			await page.setViewportSize({ width, height });
			await page.evaluate(
				(dark) => document.documentElement.toggleAttribute("dark", dark),
				theme === "dark",
			);
			await (of_moment ? checkMinute(page) : openPanel(page));
			return page;
		},
	};
}
