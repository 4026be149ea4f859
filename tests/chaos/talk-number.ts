import type { FakeCall } from "#tests/support/fakes/ai-wires.ts";

/** Which talk a provider was asked about; 0 where it is none. */
export function talkNumberOf({
	statement,
	transcript,
}: Pick<FakeCall, "statement" | "transcript">): number {
	const text = statement ?? transcript ?? "";
	return Number(/of harbour (\d+) was/.exec(text)?.[1] ?? 0);
}
