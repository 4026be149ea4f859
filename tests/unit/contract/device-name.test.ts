import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviceName } from "#contract/device-name.ts";
import { newBrowserMail } from "#features/accounts/mail/mails.ts";

describe("deviceName", () => {
	it.each([
		[null, null],
		["", null],
		["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
		[
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
			"Edge on Windows",
		],
		[
			"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
			"Safari on iPhone",
		],
		["curl/8.5.0", "curl"],
		["my-program/1.0", null],
	])("of %j is %s", (agent, name) => {
		expect(deviceName(agent)).toBe(name);
	});

	it("has no word of the sender in a warning mail", () => {
		const textOf = (user_agent: string) =>
			newBrowserMail({ origin: "https://a.test", user_agent }).text;
		expect(textOf("Call +1 555 0100 now: https://evil.example")).toContain(
			"Browser: an unknown program",
		);
		const known = ["an unknown program", "Firefox", "Windows", "Firefox on Windows"];
		const texts = new Set(known.map((name) => textOf("").replace("an unknown program", name)));
		fc.assert(
			fc.property(
				fc.array(fc.oneof(fc.constantFrom("Firefox/1", "Windows", " ", "\n"), fc.string())),
				(pieces) => {
					const agent = pieces.join("");
					fc.pre(!/Edg|OPR|Chrome|CriOS|Safari|curl|iP|Android|CrOS|Mac|Linux|FxiOS/.test(agent));
					expect(texts).toContain(textOf(agent));
				},
			),
		);
	});
});
