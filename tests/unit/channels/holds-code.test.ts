import { describe, expect, it } from "vitest";
import { containsCode, newClaimCode } from "#features/channels/claim-channel.ts";

const CODE = "bs-K7MQ2W";

describe("ownership claim code", () => {
	it.each([
		CODE,
		`Talks from the harbour.\n\n${CODE}\n\nEvery Monday.`,
		`Our code is ${CODE}.`,
		`(${CODE})`,
		`Code:${CODE}, thanks`,
		CODE.toLowerCase(),
		CODE.toUpperCase(),
		`🎬${CODE}🎬`,
		`❤\ufe0f${CODE}`,
		`👩🏽\u200d🔬${CODE}`,
		`確認コード${CODE}です`,
		`รหัส${CODE}ครับ`,
		`الرمز${CODE}`,
		`코드${CODE}입니다`,
		`认证码：${CODE}。`,
	])("is found as a word of its own: %j", (text) => {
		expect(containsCode(text, CODE)).toBe(true);
	});

	it.each([
		"",
		"bs-K7MQ2",
		`x${CODE}`,
		`${CODE}9`,
		`${CODE}-old`,
		`pre-${CODE}`,
		`ä${CODE}`,
		`${CODE}\u0301`,
		`https://example.com/${CODE}`,
		`${CODE}.example.com`,
		`www.${CODE}`,
		`#${CODE}`,
		`?code=${CODE}`,
		CODE.split("").join(" "),
	])("is not found inside something else: %j", (text) => {
		expect(containsCode(text, CODE)).toBe(false);
	});

	it("is matched literally, not as a pattern", () => {
		expect(containsCode("anything", ".*")).toBe(false);
		expect(containsCode("", "")).toBe(false);
	});

	it("is short, has no look-alike characters and is practically unique", () => {
		const codes = Array.from({ length: 200 }, newClaimCode);
		for (const code of codes) {
			expect(code).toMatch(/^bs-[BCDFGHJKMNPQRSTVWXYZ2-9]{6}$/);
			expect(containsCode(`my ${code}`, code)).toBe(true);
		}
		expect(new Set(codes).size).toBeGreaterThan(195);
	});
});
