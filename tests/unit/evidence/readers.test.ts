import { expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import type { Hit } from "#features/evidence/evidence-source.ts";
import { createSourceCalls } from "#features/evidence/source-calls.ts";
import type { Bindings } from "#worker/bindings.ts";

/** The names of the objects that read these pages. */
async function readersOf(source: Hit["source"], urls: string[]) {
	const names: string[] = [];
	const namespace = {
		getByName: (name: string) => ({ read: async () => void names.push(name) }),
	} as unknown as Bindings["PROVIDER_CALLER"];
	const calls = createSourceCalls(namespace, VideoId.parse("abcdefghijk"));
	for (const url of urls) {
		const hit = { source, url, title: "", language: null, as_of: null, key: url, review: null };
		const today = "2026-01-31";
		await calls.read({ hit, wanted: [], today, channel_name: null });
	}
	return new Set(names);
}

const pages = (host: string) => Array.from({ length: 20 }, (_, at) => `https://${host}/page-${at}`);

it("all pages of a host are read by one object, which counts the requests to it", async () => {
	expect(await readersOf("samples", pages("example.org"))).toHaveProperty("size", 1);
});

it("pages of different hosts, and of a source with its own limit, are read by several objects", async () => {
	const hosts = Array.from({ length: 20 }, (_, at) => `https://s${at}.org/`);
	expect((await readersOf("samples", hosts)).size).toBeGreaterThan(1);
	const articles = pages("en.wikipedia.org");
	expect((await readersOf("wikipedia", articles)).size).toBeGreaterThan(1);
});
