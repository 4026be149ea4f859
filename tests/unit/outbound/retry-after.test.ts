import { describe, expect, it } from "vitest";
import { retryAfterMs } from "#outbound/retry-after.ts";

const NOW = Date.parse("2026-01-31T10:00:00Z");

describe("retryAfterMs", () => {
	it.each([
		[{}, null],
		[{ "retry-after": "2" }, 2_000],
		[{ "retry-after": "0" }, 0],
		[{ "retry-after": "1.5" }, 1_500],
		[{ "retry-after": "Sat, 31 Jan 2026 10:00:07 GMT" }, 7_000],
		[{ "retry-after": "Sat, 31 Jan 2026 09:00:00 GMT" }, 0],
		[{ "retry-after": "soon" }, null],
		[{ "retry-after": "" }, null],
		[{ "retry-after": "9".repeat(400) }, null],
		[{ "retry-after-ms": "300", "retry-after": "2" }, 300],
		[{ "retry-after-ms": "x", "retry-after": "2" }, 2_000],
	])("reads %j as %s ms", (headers, expected) => {
		expect(retryAfterMs(new Headers(headers), NOW)).toBe(expected);
	});
});
