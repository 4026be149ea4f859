import { describe, expect, it } from "vitest";
import { pictureSvg } from "#features/sharing/picture/layout.ts";
import type { PictureRenderer } from "#features/sharing/picture/renderer.ts";
import {
	createPictureDrawer,
	type Picture,
	type Pictures,
	showPicture,
} from "#features/sharing/preview-picture.ts";
import { aCard, pictureType } from "#tests/support/fixtures/result-cards.ts";
import { RecentlyUsed } from "#worker/recently-used.ts";

const type = pictureType();
const picture: Picture = {
	texts: [],
	ai_written: false,
	svg: (fonts) => pictureSvg(aCard(), fonts),
};

function aRenderer(toPng: PictureRenderer["toPng"] = () => new Uint8Array(1)) {
	const drawn: string[] = [];
	const load = async (): Promise<PictureRenderer> => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		return {
			type,
			toPng(svg) {
				drawn.push(svg);
				return toPng(svg);
			},
		};
	};
	return { drawn, drawer: createPictureDrawer(new RecentlyUsed(32), load) };
}

function aDesk(over: Partial<Pictures> = {}) {
	const { drawn, drawer } = aRenderer();
	const kept = new Map<string, Uint8Array<ArrayBuffer>>();
	const failures: unknown[] = [];
	let asked = 0;
	const pictures: Pictures = {
		...drawer,
		kept: async (key) => kept.get(key) ?? null,
		keep: async (key, png) => void kept.set(key, png),
		mayDraw: async () => {
			asked += 1;
			return true;
		},
		failed: (error) => failures.push(error),
		...over,
	};
	const ask = (key = "one") =>
		showPicture(pictures, {
			read: async () => picture,
			key,
			address: "somebody",
			later: (work) => void work(),
		});
	return { ask, drawn, kept, failures, asked: () => asked };
}

describe("showPicture", () => {
	it("draws a picture once for concurrent requests", async () => {
		const { ask, drawn } = aDesk();
		const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
		expect(drawn).toHaveLength(1);
		expect(new Set(answers).size).toBe(1);
	});

	it("returns a recently drawn picture without asking cache or limit", async () => {
		const { ask, asked } = aDesk({ kept: async () => null });
		await ask();
		await ask();
		expect(asked()).toBe(1);
	});

	it("returns a cached picture without drawing it", async () => {
		const png = new Uint8Array([7]);
		const { ask, drawn, asked } = aDesk({ kept: async () => png });
		expect(await ask()).toBe(png);
		expect(drawn).toEqual([]);
		expect(asked()).toBe(0);
	});

	it("caches each picture under its own key", async () => {
		const { ask, kept } = aDesk();
		await ask("one");
		await ask("two");
		expect([...kept.keys()]).toEqual(["one", "two"]);
	});

	it("draws nothing for a caller over the limit", async () => {
		const { ask, drawn, failures } = aDesk({ mayDraw: async () => false });
		expect(await ask()).toBeNull();
		expect(drawn).toEqual([]);
		expect(failures).toEqual([]);
	});

	it.each([
		["the cache", { kept: () => Promise.reject(new Error("down")) }],
		["the limit", { mayDraw: () => Promise.reject(new Error("down")) }],
		["drawing", { draw: () => Promise.reject(new Error("down")) }],
	])("returns null and logs the error if %s fails", async (_, over) => {
		const { ask, failures } = aDesk(over);
		expect(await ask()).toBeNull();
		expect(failures).toEqual([new Error("down")]);
	});
});

describe("createPictureDrawer", () => {
	it("remembers the latest 32 pictures", async () => {
		const { drawer } = aRenderer();
		for (let key = 0; key < 100; key += 1) await drawer.draw(String(key), picture);
		expect(drawer.drawn("99")).not.toBeNull();
		expect(drawer.drawn("0")).toBeNull();
		const remembered = Array.from({ length: 100 }, (_, key) => drawer.drawn(String(key))).filter(
			Boolean,
		);
		expect(remembered).toHaveLength(32);
	});

	it("does not remember failures", async () => {
		let tries = 0;
		const { drawer } = aRenderer(() => {
			tries += 1;
			if (tries === 1) throw new Error("broken");
			return new Uint8Array(1);
		});
		await expect(drawer.draw("one", picture)).rejects.toThrow("broken");
		expect(await drawer.draw("one", picture)).toHaveLength(1);
	});
});
