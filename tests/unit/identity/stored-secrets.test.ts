import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { MemberId } from "#contract/ids.ts";
import { openSecret, type SecretOwner, sealSecret } from "#identity/stored-secrets.ts";
import { parseVariables } from "#worker/env.ts";
import { createLog } from "#worker/log.ts";

const newKey = () => randomBytes(32).toString("base64");
const [OLD, NEW] = [newKey(), newKey()];
const owner: SecretOwner = {
	member_id: MemberId.parse("member-of-this-test1"),
	purpose: "webhook",
};
const SECRET = "whsec_c2VjcmV0";

function withKeys(keys: string) {
	const parsed = parseVariables({ SECRETS_KEY: keys });
	if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
	const warned: unknown[] = [];
	const warn = (...line: unknown[]) => warned.push(line);
	const log = { ...createLog("info"), warn };
	return { settings: parsed.settings, log, warned };
}

it("a secret is stored encrypted, and differently each time", async () => {
	const stored = await sealSecret(withKeys(NEW), owner, SECRET);
	expect(stored).toMatch(/^sealed:[\w-]{8}:/);
	expect(stored).not.toContain(SECRET.slice(6));
	expect(await sealSecret(withKeys(NEW), owner, SECRET)).not.toBe(stored);
	expect(await openSecret(withKeys(NEW), owner, stored)).toBe(SECRET);
});

it("a secret opens with any configured key and is sealed with the first", async () => {
	const before = await sealSecret(withKeys(OLD), owner, SECRET);
	const both = withKeys(`${NEW}, ${OLD}`);
	expect(await openSecret(both, owner, before)).toBe(SECRET);
	const after = await sealSecret(both, owner, SECRET);
	expect(await openSecret(withKeys(NEW), owner, after)).toBe(SECRET);
	await expect(openSecret(withKeys(OLD), owner, after)).rejects.toThrow("SECRETS_KEY");
});

it("a secret opens only for its member and only unchanged", async () => {
	const stored = await sealSecret(withKeys(NEW), owner, SECRET);
	const other = { ...owner, member_id: MemberId.parse("another-member-here1") };
	await expect(openSecret(withKeys(NEW), other, stored)).rejects.toThrow();
	const at = stored.length - 10;
	const swapped = stored[at] === "A" ? "B" : "A";
	const changed = stored.slice(0, at) + swapped + stored.slice(at + 1);
	await expect(openSecret(withKeys(NEW), owner, changed)).rejects.toThrow();
});

it("without a key, a secret is stored as plain text with a warning, and stays readable", async () => {
	const keyless = withKeys("");
	expect(await sealSecret(keyless, owner, SECRET)).toBe(SECRET);
	const remedy = { purpose: "webhook", remedy: "Set SECRETS_KEY." };
	expect(keyless.warned).toEqual([["stored unencrypted", remedy]]);
	const keyed = withKeys(NEW);
	expect(await openSecret(keyed, owner, SECRET)).toBe(SECRET);
	await sealSecret(keyed, owner, SECRET);
	expect(keyed.warned).toEqual([]);
});

it.each(["short", newKey().slice(1), `${newKey()},nonsense`])(
	"SECRETS_KEY %s is rejected",
	(keys) => {
		expect(parseVariables({ SECRETS_KEY: keys })).toMatchObject({
			ok: false,
			errors: [{ variable: "SECRETS_KEY" }],
		});
	},
);
