import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Sample } from "#contract/site.ts";
import { Cue } from "#contract/video.ts";
import { SAMPLE_PAGES } from "#features/samples/sample-pages.ts";
import {
	findSample,
	SAMPLES,
	sampleLabel,
	sampleTrait,
	sampleTranscript,
} from "#features/samples/samples.ts";
import { mergeStatements } from "#features/statements/merge-statements.ts";
import { createQuoteMatcher } from "#features/statements/quote-in-transcript.ts";
import { sentenceStatements } from "#features/statements/sentence-heuristic.ts";
import { saidNames } from "#features/statements/wording-guard.ts";

/** The last character of a real id: 64 bits leave only these sixteen. */
const REAL_LAST = /[AEIMQUYcgkosw048]$/;

describe("samples", () => {
	it("are three and are found by exact id", () => {
		expect(SAMPLES.map((it) => it.id)).toEqual(["sample-fact", "sample-half", "sample-myth"]);
		for (const sample of SAMPLES) expect(findSample(sample.id)).toBe(sample);
		expect(findSample("dQw4w9WgXcQ")).toBeNull();
		expect(findSample("")).toBeNull();
		expect(() => sampleTranscript("dQw4w9WgXcQ")).toThrow(RangeError);
	});

	it("have pages with the marked sentences, each for a statement of a sample", () => {
		expect(SAMPLE_PAGES.length).toBeGreaterThanOrEqual(20);
		for (const { says, text } of SAMPLE_PAGES)
			for (const { statement, quote, written } of says) {
				expect(sampleLabel(statement), statement).not.toBeNull();
				expect(text.join(" ")).toContain(quote);
				if (written) expect(text.join(" ")).not.toContain(written);
			}
	});

	it("have traits only for their own statements", () => {
		for (const { labels, traits } of SAMPLES)
			for (const [sentence, trait] of Object.entries(traits)) {
				expect(labels).toHaveProperty([sentence]);
				expect(sampleTrait(sentence.toUpperCase())).toBe(trait);
			}
		expect(sampleTrait("Water is wet.")).toBeNull();
	});

	it("have labels that are found regardless of case and punctuation", () => {
		expect(
			sampleLabel("a goldfish has a memory of 3 seconds so every lap of the bowl is a new world"),
		).toBe("false");
		expect(
			sampleLabel("A goldfish has a memory of 4 seconds, so every lap of the bowl is a new world."),
		).toBeNull();
		expect(sampleLabel("")).toBeNull();
	});
});

describe.each(SAMPLES.map((it) => [it.id, it] as const))("%s", (id, sample) => {
	const transcript = sampleTranscript(id);
	const starts = [...sample.cues.map((it) => it.start), sample.duration];
	const words = transcript.text.split(" ").length;

	it("cannot be mistaken for a real video", () => {
		expect(Sample.parse(sample)).toMatchObject({ id });
		expect(id).not.toMatch(REAL_LAST);
		expect(sample.metadata).toMatchObject({
			title: sample.title,
			channel_name: expect.stringMatching(/^Sample channel: /),
			channel_id: null,
			view_count: null,
			duration: sample.duration,
			thumbnail_url: `/samples/${id}.svg`,
		});
		expect(new Date(sample.metadata.published_at ?? "").toISOString()).toBe(
			sample.metadata.published_at,
		);
	});

	it('has a picture that only says "Sample"', () => {
		const file = new URL(`../../../web/public/samples/${id}.svg`, import.meta.url);
		expect(existsSync(file)).toBe(true);
		const svg = readFileSync(file, "utf8");
		expect(svg).toContain('width="480" height="270"');
		expect(svg.match(/>[^<>\s][^<]*</g)).toEqual([">Sample<"]);
		expect(svg).not.toMatch(/script|href|onload|style=/i);
	});

	it("lasts 5 to 10 minutes at a normal pace of speech", () => {
		const spoken = (starts.at(-1) ?? 0) / 60;
		expect(spoken).toBeGreaterThanOrEqual(5);
		expect(spoken).toBeLessThanOrEqual(10);
		expect(words).toBeGreaterThanOrEqual(750);
		expect(words).toBeLessThanOrEqual(1_500);
		expect(words / spoken).toBeGreaterThan(140);
		expect(words / spoken).toBeLessThan(160);
	});

	it("has cues of 2 to 6 seconds, many of which end within a sentence", () => {
		for (const [index, cue] of sample.cues.slice(0, -1).entries()) {
			expect(Cue.safeParse(cue).success).toBe(true);
			const lasts = (starts[index + 1] ?? 0) - cue.start;
			expect(lasts).toBeGreaterThan(1.99);
			expect(lasts).toBeLessThan(6.01);
		}
		expect(starts.at(-1)).toBeGreaterThan((starts.at(-2) ?? 0) + 2);
		const running = sample.cues.filter((it) => !/[.?!]$/.test(it.text));
		expect(running.length).toBeGreaterThan(sample.cues.length / 4);
	});

	it("has 9 to 14 labelled statements, all of which the heuristic finds", () => {
		const sentences = Object.keys(sample.labels);
		expect(sentences.length).toBeGreaterThanOrEqual(9);
		expect(sentences.length).toBeLessThanOrEqual(14);
		const found = sentenceStatements(transcript).map((it) => it.content);
		expect(found).toEqual(expect.arrayContaining(sentences));
		for (const sentence of sentences) {
			expect(sampleLabel(sentence)).toBe(sample.labels[sentence]);
		}
	});

	it("keeps all statements through the merge, with the times of their cues", () => {
		const matcher = createQuoteMatcher(transcript, sample.duration);
		const merged = mergeStatements(
			sentenceStatements(transcript).filter((it) => sampleLabel(it.content) !== null),
			matcher,
			saidNames([transcript.text], "en"),
		);
		expect(merged).toMatchObject({ unverified: 0, duplicates: 0, left_out: [] });
		expect(merged.statements).toHaveLength(Object.keys(sample.labels).length);
		for (const statement of merged.statements) {
			expect(statement.quote).toBe(statement.content);
			expect(starts).toContain(statement.timestamp);
		}
	});
});
