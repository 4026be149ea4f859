import { describe, expect, it } from "vitest";
import { createChannelSource } from "#features/youtube/channels.ts";
import { OutboundError, type OutboundFetch } from "#outbound/outbound.ts";

const ID = "UCharbourtalks0123456789";
const OTHER = "UCothertalks000123456789";

/** A source whose calls are all answered with this; `urls` lists the requests. */
function sourceOf(body: unknown, init: ResponseInit = {}) {
	const urls: URL[] = [];
	const fetch: OutboundFetch = async (url) => {
		urls.push(new URL(url));
		return new Response(typeof body === "string" ? body : JSON.stringify(body), init);
	};
	const base_url = "http://data.test/v3";
	return { urls, ...createChannelSource(fetch, base_url, "k&y") };
}

const listOf = (...items: unknown[]) => ({ kind: "youtube#channelListResponse", items });
const item = (id: string, snippet: object = {}) => ({
	id,
	snippet: { title: "Harbour Talks", description: "Talks.\nDaily.", ...snippet },
});

describe("YouTube Data API channel source", () => {
	it.each([
		[{ id: ID }, `id=${ID}`],
		[{ handle: "harbour" }, "forHandle=%40harbour"],
		[{ username: "old harbour" }, "forUsername=old+harbour"],
	])("requests %j with the key and no other parameters", async (query, said) => {
		const source = sourceOf(listOf(item(ID)));
		expect(await source.channel(query)).toEqual({
			ok: true,
			channel: { channel_id: ID, channel_name: "Harbour Talks", description: "Talks.\nDaily." },
		});
		expect(source.urls.map((url) => url.href)).toEqual([
			`http://data.test/v3/channels?part=snippet&${said}&key=k%26y`,
		]);
	});

	it("returns null if the list is empty or missing", async () => {
		for (const body of [listOf(), { kind: "youtube#channelListResponse" }])
			expect(await sourceOf(body).channel({ id: ID })).toEqual({ ok: true, channel: null });
	});

	it("removes invisible characters from the channel and enforces its limits", async () => {
		const title = `\u202eHarbour${"x".repeat(1_000)}`;
		const source = sourceOf(listOf(item(ID, { title, description: 7 })));
		const call = await source.channel({ handle: "harbour" });
		expect(call.ok && call.channel).toMatchObject({ description: "" });
		expect(call.ok && call.channel?.channel_name).toMatch(/^Harbourx{293}$/);
	});

	it.each([
		["another channel's", listOf(item(OTHER)), {}],
		["of an invalid id", listOf(item("UC")), {}],
		["nameless", listOf(item(ID, { title: "" })), {}],
		["of another kind", { kind: "youtube#videoListResponse" }, {}],
		["an error", { error: { code: 403 } }, { status: 403 }],
		["an error under 200", { error: { code: 403 } }, {}],
		["invalid JSON", "{", {}],
		["an HTML page", "<!doctype html><html></html>", {}],
		["empty", "", {}],
	])("fails if the answer is %s", async (_what, body, init) => {
		expect(await sourceOf(body, init).channel({ id: ID })).toEqual({ ok: false });
	});

	it.each(["timeout", "too_large", "network", "redirect"] as const)(
		"fails after a %s error",
		async (kind) => {
			const fetch: OutboundFetch = async () => {
				throw new OutboundError(kind, "No.");
			};
			const source = createChannelSource(fetch, "http://data.test/v3", "k");
			expect(await source.channel({ id: ID })).toEqual({ ok: false });
		},
	);
});
