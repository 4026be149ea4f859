import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { VideoId } from "#contract/ids.ts";
import { aStatement, someMetadata } from "#tests/support/fixtures/publications.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { aMember, published } from "#tests/support/world/signed-in.ts";

/** The product's limit for one address. */
const PER_MINUTE = 30;
const MAX_BYTES = 300_000;
const SIGNATURE = "89504e470d0a1a0a";

const product = opened(() => startProduct());

async function ask(video_id: string, headers: Record<string, string> = {}) {
	const answer = await fetch(`${product.url}/og/${video_id}.png`, {
		redirect: "manual",
		headers: { connection: "close", ...headers },
	});
	return { answer, png: Buffer.from(await answer.arrayBuffer()) };
}

async function aResult(title: string): Promise<VideoId> {
	const { video_id } = await published(product, {
		statements: [aStatement()],
		metadata: someMetadata({ title }),
	});
	return video_id;
}

describe("GET /og/{id}.png", () => {
	it("returns a PNG of 1200 by 630 that any site may load and cache", async () => {
		const title = 'Łódź & <b>"Прививки"</b> 真相 🔥 '.repeat(6);
		const { answer, png } = await ask(await aResult(title));
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toBe("image/png");
		expect(answer.headers.get("cache-control")).toBe("public, max-age=300, must-revalidate");
		expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
		expect(png.toString("hex", 0, 8)).toBe(SIGNATURE);
		expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
		expect(png.length).toBeLessThan(MAX_BYTES);
		expect(png.length).toBeGreaterThan(10_000);
	});

	it("says to programs that it shows what AI wrote, in a chunk that readers accept", async () => {
		const { png } = await ask(await aResult("How the bridge was marked"));
		const chunks: { type: string; data: Buffer; sum: number }[] = [];
		for (let at = 8; at < png.length; ) {
			const length = png.readUInt32BE(at);
			const data = png.subarray(at + 4, at + 8 + length);
			chunks.push({
				type: data.toString("latin1", 0, 4),
				data,
				sum: png.readUInt32BE(at + 8 + length),
			});
			at += 12 + length;
		}
		for (const { type, data, sum } of chunks) expect(crc32(data), type).toBe(sum);
		expect(chunks.map(({ type }) => type).slice(0, 2)).toEqual(["IHDR", "iTXt"]);
		expect(chunks.at(-1)?.type).toBe("IEND");
		const text = chunks[1]?.data.toString();
		expect(text).toMatch(/^iTXtXML:com\.adobe\.xmp\0{5}<x:xmpmeta /);
		expect(text).toContain(
			'Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia"',
		);
	});

	it("returns the same bytes to simultaneous requests, and 304 for a matching ETag", async () => {
		const id = await aResult("How the bridge was built");
		const all = await Promise.all(Array.from({ length: 12 }, () => ask(id)));
		const first = all[0];
		const etag = first?.answer.headers.get("etag") ?? "";
		expect(etag).toMatch(/^"v1-\w+"$/);
		for (const { answer, png } of all) {
			expect(answer.status).toBe(200);
			expect(png.equals(first?.png ?? Buffer.alloc(0))).toBe(true);
		}
		const again = await ask(id, { "if-none-match": `W/${etag}` });
		expect(again.answer.status).toBe(304);
		expect(again.png).toHaveLength(0);
	});

	it("draws titles in other scripts, with fonts among the web app's files", async () => {
		const unknown = await ask(await aResult("தடுப்பூசிகள்"));
		for (const title of ["هل اللقاحات آمنة؟", "ワクチンは安全ですか？", "क्या टीके सुरक्षित हैं?"]) {
			const { answer, png } = await ask(await aResult(title));
			expect(answer.headers.get("content-type")).toBe("image/png");
			expect(png.equals(unknown.png)).toBe(false);
		}
	});

	it("shows one statement at an address of its own, and 404 for one of another video", async () => {
		const { video_id, statements } = await published(product, { statements: [aStatement()] });
		const [statement] = statements;
		const whole = await ask(video_id);
		const { answer, png } = await ask(`${video_id}/${statement?.id}`);
		expect(answer.headers.get("content-type")).toBe("image/png");
		expect(png.equals(whole.png)).toBe(false);
		const other = await aResult("Another");
		expect((await ask(`${other}/${statement?.id}`)).answer.status).toBe(404);
		expect((await ask(`${video_id}/nothing`)).answer.status).toBe(404);
	});

	it("changes when there is a newer result", async () => {
		const id = await aResult("How the bridge was built");
		const before = await ask(id);
		await published(product, {
			video_id: id,
			bs_score: 99,
			statements: [aStatement()],
			ended_at: "2026-03-01T00:00:00.000Z",
		});
		const etag = before.answer.headers.get("etag") ?? "";
		const after = await ask(id, { "if-none-match": etag });
		expect(after.answer.status).toBe(200);
		expect(after.answer.headers.get("etag")).toMatch(/^"v2-/);
		expect(after.png.equals(before.png)).toBe(false);
	});

	it("returns 404 for an unknown video", async () => {
		for (const id of ["nothing-atx", "short"]) {
			const { answer } = await ask(id);
			expect(answer.status).toBe(404);
			expect(answer.headers.get("content-type")).toBe("application/problem+json");
		}
	});

	it("redirects to the platform's thumbnail while there is no result", async () => {
		product.ai.behave("all", { fault: "never_answers" }, "rate");
		const member = await aMember(product);
		const id = product.newVideo();
		await member?.analyze(watchUrl(id));
		const { answer } = await ask(id);
		expect(answer.status).toBe(302);
		expect(answer.headers.get("location")).toBe(`https://i.ytimg.com/vi/${id}/hqdefault.jpg`);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		product.ai.reset();
	});

	it("redirects to the thumbnail beyond the limit for new pictures, but still serves drawn ones", {
		timeout: 120_000,
	}, async () => {
		const drawn = await aResult("The first");
		expect((await ask(drawn)).answer.status).toBe(200);
		const others: VideoId[] = [];
		while (others.length < PER_MINUTE + 1) others.push(await aResult(`Number ${others.length}`));
		const statuses: number[] = [];
		for (const other of others) {
			const { answer } = await ask(other);
			statuses.push(answer.status);
			if (answer.status !== 200) {
				expect(answer.headers.get("location")).toMatch(/^https:\/\/i\.ytimg\.com\//);
				break;
			}
		}
		expect(statuses.at(-1)).toBe(302);
		expect((await ask(drawn)).answer.status).toBe(200);
	});
});
