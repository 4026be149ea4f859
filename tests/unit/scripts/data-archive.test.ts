import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packFolder, unpackFile } from "#scripts/data/folder-backup.ts";

let folder: string;
const within = (name: string) => join(folder, name);

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "archive-"));
	await mkdir(within("data"));
	await writeFile(within("data/rows"), "some rows");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An archive whose list of files matches what was added to it. */
async function forged(prepare: () => Promise<unknown>): Promise<string> {
	await prepare();
	await packFolder(within("data"), within("forged.tgz"), "2026-01-01");
	return within("forged.tgz");
}

describe("backup archive", () => {
	it("is unpacked as it was packed", async () => {
		const file = await forged(async () => {});
		expect(await unpackFile(file, within("new"))).toBe("2026-01-01");
	});

	it("is refused if it contains a link, even if its list includes it", async () => {
		const file = await forged(() => symlink("/etc/passwd", within("data/rows-2")));
		await expect(unpackFile(file, within("new"))).rejects.toThrow("rows-2");
	});

	it("is refused if it contains one file under two names", async () => {
		const file = await forged(async () => {
			spawnSync("ln", [within("data/rows"), within("data/rows-2")]);
		});
		await expect(unpackFile(file, within("new"))).rejects.toThrow("rows");
	});

	it("unpacks files without special mode bits", async () => {
		const file = await forged(() => chmod(within("data/rows"), 0o4755));
		await unpackFile(file, within("new"));
		const { mode } = await stat(within("new/rows"));
		expect(mode & 0o7000).toBe(0);
	});
});
