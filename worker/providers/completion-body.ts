import { tryParseJson } from "#text/untrusted-json.ts";

/**
 * A response's body as one JSON value. A server that streams although nobody asked sends the answer
 * in pieces, as server-sent events or one object a line: they are joined into one completion.
 * undefined if it is neither.
 */
export function readBody(text: string): unknown {
	const whole = tryParseJson(text);
	if (whole !== undefined) return typeof whole === "string" ? tryParseJson(whole) : whole;
	const pieces = streamed(text);
	if (pieces.length === 0) return undefined;
	const error = pieces.find((it) => "error" in it);
	return error ?? (pieces.length === 1 ? pieces[0] : joined(pieces));
}

type Piece = Record<string, unknown>;

/** The JSON objects of an event stream; comments, event names and the end marker are none. */
function streamed(text: string): Piece[] {
	const lines = text
		.split(/\r\n|\r|\n/)
		.map((line) => line.replace(/^(?:data|event|id|retry):\s?/, ""));
	const by_line = lines.map(tryParseJson).filter(isPiece);
	if (by_line.length > 0) return by_line;
	// One event's JSON may stand in several lines.
	const whole = tryParseJson(lines.filter((line) => line !== "[DONE]").join("\n"));
	return isPiece(whole) ? [whole] : [];
}

function isPiece(value: unknown): value is Piece {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function joined(pieces: readonly Piece[]): Piece {
	const said: Said[] = pieces.map(saidIn);
	const together = (part: (it: Said) => string) => said.map(part).join("");
	const usage = pieces.findLast((it) => isPiece(it.usage))?.usage;
	return {
		choices: [
			{
				message: {
					content: together((it) => it.content),
					reasoning_content: together((it) => it.thinking),
					tool_calls: [{ function: { arguments: together((it) => it.called) } }],
				},
				finish_reason: said.findLast((it) => it.finish !== null)?.finish ?? null,
			},
		],
		...(usage !== undefined && { usage }),
	};
}

/** What one message, or one piece of it, says. */
export type Said = {
	content: string;
	thinking: string;
	/** The arguments of the functions that it calls. */
	called: string;
	refusal: string;
	finish: string | null;
};

/** Reads a message of any server's completion, whole or streamed. */
export function saidIn(body: unknown): Said {
	const root = asObject(body);
	const choice = asObject(asArray(root.choices)[0]);
	const found = [choice.message, choice.delta, root.message].find(isPiece);
	const message: Piece = found ?? (root.choices === undefined ? root : choice);
	const calls = [...asArray(message.tool_calls), { function: message.function_call }];
	return {
		content:
			textOf(message.content) ||
			textOf(message.text) ||
			textOf(message.output_text) ||
			textOf(message.output) ||
			textOf(message.response),
		thinking:
			[message.reasoning_content, message.reasoning, message.thinking].map(textOf).find(Boolean) ??
			"",
		called: calls
			.map((call) => textOf(asObject(asObject(call).function).arguments))
			.filter(Boolean)
			.join("\n"),
		refusal: textOf(message.refusal),
		finish:
			[choice.finish_reason, root.finish_reason, root.done_reason, root.stop_reason].find(
				(it): it is string => typeof it === "string",
			) ?? null,
	};
}

/** A text, the texts among parts, or an object that should have been one. */
function textOf(value: unknown): string {
	if (typeof value === "string") return value;
	if (Array.isArray(value)) return value.map(partText).join("");
	return isPiece(value) ? JSON.stringify(value) : "";
}

function partText(part: unknown): string {
	if (typeof part === "string") return part;
	const { type, text, content, value } = asObject(part);
	if (typeof type === "string" && /think|reason|tool|image|refusal/.test(type)) return "";
	const own = text ?? content ?? value;
	if (isPiece(own)) return textOf(own.value ?? own);
	return textOf(own);
}

function asObject(value: unknown): Piece {
	return isPiece(value) ? value : {};
}

function asArray(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}
