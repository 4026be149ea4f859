import type { Provider } from "#contract/ids.ts";
import type { Behaviour } from "#tests/support/fakes/ai.ts";
import { type Fault, fakeScore } from "#tests/support/fakes/ai-answers.ts";
import type { FakeVideo, FakeYoutubeFault } from "#tests/support/fakes/youtube-answers.ts";

export type Step = "metadata" | "transcript" | "extract" | "rate";

/** One fault at one step of an analysis. */
export type FaultCase = {
	step: Step;
	name: string;
	/** Changes to the platform's answers about a plain talk. */
	video: Partial<FakeVideo>;
	/** The providers' behaviour; null for the normal one. */
	behaviour: Behaviour | null;
	/** The expected score of the faulty provider: a number or "failed"; null if any is accepted. */
	score: ((provider: Provider, statement: string) => number | "failed") | null;
};

const PROVIDER_FAULTS: [name: string, fault: Fault, heard: boolean][] = [
	["silence", "never_answers", false],
	["a slow drip", "slow_drip", false],
	["500", { status: 500 }, false],
	["502", { status: 502 }, false],
	["503", { status: 503 }, false],
	["529", { status: 529 }, false],
	["a reset mid-body", "reset", false],
	["a hang-up", "hang_up", false],
	["HTML", "html", false],
	["truncated JSON", "truncated", false],
	["fenced JSON", "fenced", true],
	["an empty text", "empty", false],
	["an empty body", "empty_body", false],
	["10 MB", "huge", false],
	["wrong types", "wrong_types", false],
	["200 with an error", "reported_error", false],
	["a refusal", "refusal", false],
];

const verdict = (score: string): Fault => ({
	said: `{"score": ${score}, "confidence": 80, "explanation": "It says so.", "sources": []}`,
});
const SCORES: [said: string, score: number | "failed"][] = [
	["NaN", "failed"],
	['"NaN"', "failed"],
	["Infinity", "failed"],
	["null", "failed"],
	["true", "failed"],
	["[80]", "failed"],
	['"eighty"', "failed"],
	["-5", 0],
	["1e9", 100],
	["1e999", "failed"],
	['"80"', 80],
];

const EXTRACTIONS: [name: string, said: unknown[]][] = [
	["invented statements", [found("The moon is made of green cheese, all of it.")]],
	["another language", [found("Der Mond besteht ganz und gar aus Käse.")]],
	["emoji", [found("🚀🚀🚀 to the moon and back, three times a day 🚀")]],
	["no text", [{ content: "", quote: "", importance: 1 }]],
	["null", [null]],
	["a thousand of one", Array(1_000).fill(found("The moon is made of green cheese."))],
];

const PLATFORM_FAULTS: [name: string, fault: FakeYoutubeFault][] = [
	["silence", "never_answers"],
	["a slow drip", "slow_drip"],
	["429", { status: 429 }],
	["500", { status: 500 }],
	["502", { status: 502 }],
	["503", { status: 503 }],
	["529", { status: 529 }],
	["a reset mid-body", "reset_within"],
	["a hang-up", "reset"],
	["HTML", "html"],
	["a captcha", "captcha"],
	["truncated JSON", "not_json"],
	["fenced JSON", { status: 200, body: '```json\n{"title": "A talk"}\n```' }],
	["an empty body", "empty"],
	["10 MB", "huge"],
	[
		"wrong types",
		{
			status: 200,
			body: '{"playabilityStatus":7,"videoDetails":[],"events":{"segs":1},"title":{"a":1}}',
		},
	],
	["null", { status: 200, body: "null" }],
	["200 with an error", { status: 200, body: '{"error":{"code":500}}' }],
];

const STRANGE_TEXTS: [name: string, text: string][] = [
	["another language", "Вода кипит при 100 градусах. Луна сделана из сыра."],
	["emoji", "🚀🚀 goes to the moon 3 times a day. 👩‍👩‍👧‍👦 said so."],
	["one sentence again and again", Array(50).fill("It is 31 metres tall.").join(" ")],
];

function found(text: string) {
	return { content: text, quote: text, importance: 50 };
}

const asSaid = fakeScore;

/** Every fault at every step. `private_url` is reachable only from this machine. */
export function faultCases(private_url: string): FaultCase[] {
	const redirect = { status: 302, location: private_url };
	const provider_faults: typeof PROVIDER_FAULTS = [
		...PROVIDER_FAULTS,
		["a redirect to a private address", redirect, false],
		["a permanent one", { ...redirect, status: 308 }, false],
	];
	const platform_faults: typeof PLATFORM_FAULTS = [
		...PLATFORM_FAULTS,
		["a redirect to a private address", redirect],
		["a permanent one", { ...redirect, status: 308 }],
	];
	return [
		...platform_faults.map(([name, fault]) =>
			aCase("metadata", name, {
				video: { as_client: { IOS: { fault: { player: fault } } }, fault: { oembed: fault } },
			}),
		),
		...STRANGE_TEXTS.map(([name, title]) =>
			aCase("metadata", name, { video: { title, channel_name: title } }),
		),
		...platform_faults.map(([name, fault]) =>
			aCase("transcript", name, { video: { fault: { timedtext: fault } } }),
		),
		...STRANGE_TEXTS.map(([name, text]) => aCase("transcript", name, { video: spoken(text) })),
		...provider_faults.map(([name, fault]) => aCase("extract", name, { behaviour: { fault } })),
		...EXTRACTIONS.map(([name, statements]) => {
			const fault = { said: JSON.stringify({ statements }) };
			return aCase("extract", name, { behaviour: { fault } });
		}),
		...provider_faults.map(([name, fault, heard]) =>
			aCase("rate", name, { behaviour: { fault }, score: heard ? asSaid : () => "failed" }),
		),
		...SCORES.map(([said, score]) =>
			aCase("rate", `a score of ${said}`, {
				behaviour: { fault: verdict(said) },
				score: () => score,
			}),
		),
	];
}

function aCase(step: Step, name: string, rest: Partial<FaultCase> = {}): FaultCase {
	return { step, name, video: {}, behaviour: null, score: null, ...rest };
}

function spoken(text: string): Partial<FakeVideo> {
	return { tracks: [{ language: "en", cues: [{ start: 0, text }] }] };
}
