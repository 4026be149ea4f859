import type { Provider } from "#contract/ids.ts";

export type FakeKind = "rate" | "extract" | "transcribe";

/** One request as the stand-in understood it. */
export type FakeCall = {
	provider: Provider;
	kind: FakeKind;
	model: string;
	/** The text to rate, of a rating. */
	statement: string | null;
	/** The window of transcript, of an extraction. */
	transcript: string | null;
	/** How many statements an extraction asks for. */
	limit: number;
	/** Seconds into the video, of a transcription. */
	clip: { url: string; start: number; end: number } | null;
	/** As sent, without its scheme; null where none was. */
	key: string | null;
	/** The request's JSON. */
	body: unknown;
	/** How many like it (provider, kind and text) came before. */
	earlier: number;
	/** Epoch milliseconds with fractions. */
	started_at: number;
	/** null while the answer is on its way. */
	ended_at: number | null;
	/** null where no headers were sent. */
	status: number | null;
};

/** What a wire reads from a request. */
export type Asked = Pick<FakeCall, "model" | "clip" | "key"> & {
	prompt: string;
	schema: unknown;
};

type Understood = Pick<FakeCall, "kind" | "statement" | "transcript" | "limit">;

const DEFAULT_LIMIT = 24;

/** Which of the three tasks a request is, or null. */
export function understand(asked: Asked): Understood | null {
	const kind = kindOf(asked);
	if (kind === null) return null;
	const text = fencedText(asked.prompt);
	const limit = /at most (\d+) statements/.exec(asked.prompt)?.[1];
	return {
		kind,
		statement: kind === "rate" ? text : null,
		transcript: kind === "extract" ? unmarked(text, asked.prompt) : null,
		limit: Number(limit ?? DEFAULT_LIMIT),
	};
}

/** By the answer asked for; servers without schemas see only the prompt. */
function kindOf({ schema, clip, prompt }: Asked): FakeKind | null {
	const asks = JSON.stringify(schema ?? prompt);
	if (clip !== null || asks.includes('"segments')) return "transcribe";
	if (/"statements|Find the statements/.test(asks)) return "extract";
	if (/"score|Rate the statement/.test(asks)) return "rate";
	return null;
}

/** A model that was told of the sign reads the transcript with spaces. */
function unmarked(text: string | null, prompt: string): string | null {
	const sign = /The sign (\S) stands for each space/u.exec(prompt)?.[1];
	return text === null || sign === undefined
		? text
		: text.replaceAll(sign, " ");
}

function fencedText(prompt: string): string | null {
	return /^(=== [0-9a-z]+ ===)\n([\s\S]*?)\n\1$/m.exec(prompt)?.[2] ?? null;
}
