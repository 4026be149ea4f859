import { expect, it } from "vitest";
import { retryWords } from "#contract/format.ts";

it.each([
	[1, "in 1 second"],
	[59, "in 59 seconds"],
	[60, "in 1 minute"],
	[61, "in 2 minutes"],
	[3_600, "in 60 minutes"],
	[3_601, "in 61 minutes"],
	[7_201, "in 3 hours"],
	[86_400, "in 24 hours"],
])("a Retry-After of %s s is %j", (seconds, words) => {
	expect(retryWords(seconds)).toBe(words);
});
