import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hashSources } from "#scripts/layout.ts";

let root = "";
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const hash = () => hashSources(root, ["folder", "single.txt", "absent"]);

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "hash sources "));
	mkdirSync(join(root, "folder/inner"), { recursive: true });
	write("folder/inner/a.txt", "a");
	write("folder/b.txt", "b");
	write("single.txt", "c");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

it("the hash stays the same if a file is rewritten with equal content", async () => {
	const before = await hash();
	write("single.txt", "c");
	expect(await hash()).toBe(before);
});

it("the hash changes if a file is edited, renamed, added or removed", async () => {
	const seen = [await hash()];
	write("folder/inner/a.txt", "A");
	seen.push(await hash());
	renameSync(join(root, "folder/b.txt"), join(root, "folder/c.txt"));
	seen.push(await hash());
	write("folder/d.txt", "");
	seen.push(await hash());
	renameSync(join(root, "single.txt"), join(root, "elsewhere.txt"));
	seen.push(await hash());
	expect(new Set(seen).size).toBe(seen.length);
});

it("the hash depends on the boundaries between files", async () => {
	write("folder/b.txt", "b1");
	write("single.txt", "c");
	const one = await hash();
	write("folder/b.txt", "b");
	write("single.txt", "1c");
	expect(await hash()).not.toBe(one);
});
