import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RunId, VideoId } from "#contract/ids.ts";
import { followTail, hasCrowd, type TailViewer } from "#features/analysis/follow-tail.ts";
import type { TailAnswer } from "#features/analysis/run-tail.ts";
import { MAX_STREAMS_A_CALLER } from "#http/event-stream.ts";

const RUN = RunId.parse("run1");
const MIB = 1024 * 1024;

let video_id: VideoId;
let videos = 0;
let log: string[];
let answers: Partial<TailAnswer>;

beforeEach(() => {
	vi.useFakeTimers();
	videos++;
	video_id = VideoId.parse(`crowd${String(videos).padStart(6, "0")}`);
	log = ["one ", "two "];
	answers = {};
});
afterEach(() => {
	vi.useRealTimers();
});

function aViewer(fields: Partial<TailViewer> = {}): TailViewer {
	return {
		ask: async ({ after, snapshot }) => ({
			run_id: RUN,
			events: log.map((text, place) => ({ seq: place + 1, text })).slice(after),
			ended: false,
			full: true,
			snapshot: snapshot ? { seq: log.length, text: "report " } : null,
			...answers,
		}),
		last: null,
		caller: "198.51.100.7",
		signal: new AbortController().signal,
		keep: () => {},
		...fields,
	};
}

/** The rest of a stream, and how it ends. */
async function readAll(response: Response | null): Promise<string> {
	const decoder = new TextDecoder();
	let text = "";
	try {
		for await (const chunk of response?.body ?? []) text += decoder.decode(chunk);
	} catch (error) {
		return `${text}| ${String(error)}`;
	}
	return text;
}

describe("followTail", () => {
	it("sends the snapshot, then what follows it, and closes at the end", async () => {
		const text = readAll(await followTail(video_id, aViewer()));
		expect(hasCrowd(video_id)).toBe(true);
		log.push("three ", "end");
		answers = { ended: true };
		await vi.advanceTimersByTimeAsync(2_000);
		expect(await text).toBe("retry: 2000\nreport three end");
		expect(hasCrowd(video_id)).toBe(false);
	});

	it("sends what a viewer who resumes has missed", async () => {
		const last = { run: RUN, seq: 1 };
		const text = readAll(await followTail(video_id, aViewer({ last })));
		answers = { ended: true };
		await vi.advanceTimersByTimeAsync(2_000);
		expect(await text).toBe("retry: 2000\ntwo ");
	});

	it("ends the stream of a viewer who does not read", async () => {
		const response = await followTail(video_id, aViewer());
		log.push("x".repeat(3 * MIB), "y");
		await vi.advanceTimersByTimeAsync(2_000);
		expect(await readAll(response)).toContain("| Error: The viewer does not");
	});

	it("limits the streams of an address, and counts none that was left", async () => {
		const leaving = new AbortController();
		await followTail(video_id, aViewer({ signal: leaving.signal }));
		for (let viewer = 1; viewer < MAX_STREAMS_A_CALLER; viewer++)
			await followTail(video_id, aViewer());
		await expect(followTail(video_id, aViewer())).rejects.toMatchObject({
			code: "too_many_requests",
		});
		expect(await followTail(video_id, aViewer({ caller: "198.51.100.8" }))).not.toBeNull();
		leaving.abort();
		expect(await followTail(video_id, aViewer())).not.toBeNull();
	});

	it("limits the streams of an IPv6 /56 to twice those of a /64", async () => {
		const from = (n: number) => `2001:db8:1:7${n.toString(16).padStart(2, "0")}::/64`;
		for (let viewer = 0; viewer < 2 * MAX_STREAMS_A_CALLER; viewer++)
			await followTail(video_id, aViewer({ caller: from(viewer % 200) }));
		await expect(followTail(video_id, aViewer({ caller: from(201) }))).rejects.toMatchObject({
			code: "too_many_requests",
		});
		expect(await followTail(video_id, aViewer({ caller: "2001:db8:1:800::/64" }))).not.toBeNull();
	});

	it("sends viewers away when the object is silent", async () => {
		let away = false;
		const { ask } = aViewer();
		const viewer = aViewer({
			ask: (request) => (away ? Promise.reject(new Error("away")) : ask(request)),
		});
		const text = readAll(await followTail(video_id, viewer));
		away = true;
		await vi.advanceTimersByTimeAsync(20_000);
		expect(hasCrowd(video_id)).toBe(true);
		await vi.advanceTimersByTimeAsync(20_000);
		expect(await text).toMatch(/^retry: 2000\nreport (?:: still here\n\n)+$/);
		expect(hasCrowd(video_id)).toBe(false);
	});

	it("returns null if there is no such run", async () => {
		const viewer = aViewer({ ask: async () => null });
		expect(await followTail(video_id, viewer)).toBeNull();
	});

	it("answers 503 if the database is away when a viewer joins", async () => {
		await expect(
			followTail(video_id, aViewer({ ask: async () => "unreachable" })),
		).rejects.toMatchObject({ status: 503 });
	});
});
