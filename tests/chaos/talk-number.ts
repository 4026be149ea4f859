import type { FakeCall } from "#tests/support/fakes/ai-wires.ts";

/** The number of the talk that a provider was asked about, or 0 for none. */
export function talkNumberOf({
	statement,
	transcript,
}: Pick<FakeCall, "statement" | "transcript">): number {
	const text = statement ?? transcript ?? "";
	return Number(/of harbour (\d+) was/.exec(text)?.[1] ?? 0);
}
