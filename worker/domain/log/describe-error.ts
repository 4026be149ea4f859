import { safeText } from "./safe-text.ts";

/** An error that was thrown for an error that was thrown for an error. */
const MAX_CAUSES = 3;
const MAX_FRAMES = 12;

export type DescribedError = { error: string; stack?: string };

/** What went wrong and where, without what it went wrong with. */
export function describeError(error: unknown): DescribedError {
	const messages: string[] = [];
	let left = error;
	while (left !== undefined && left !== null && messages.length < MAX_CAUSES) {
		messages.push(safeText(String(left)));
		left = left instanceof Error ? left.cause : undefined;
	}
	const described = { error: messages.join(" <- ") };
	const stack = error instanceof Error ? framesOf(error) : "";
	return stack ? { ...described, stack } : described;
}

/** The message stands on top of a stack as it is. */
function framesOf({ stack = "" }: Error): string {
	return stack
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line.startsWith("at "))
		.slice(0, MAX_FRAMES)
		.join("\n");
}
