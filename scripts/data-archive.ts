import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, lstatSync, renameSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { StartError } from "./start-error.ts";

const NAME = "backup.json";
/** Set-user-id, set-group-id and sticky. */
const SPECIAL_MODES = 0o7000;

/** What an archive says of itself: each file with its hash, so that a torn one is known. */
const Manifest = z.object({
	format: z.literal("bs-detector-data"),
	version: z.literal(1),
	made_at: z.string(),
	files: z.record(z.string(), z.string()),
});
type Manifest = z.infer<typeof Manifest>;

/** Packs a folder into one file, which is there whole or not at all. */
export async function packFolder(
	folder: string,
	file: string,
	made_at: string,
): Promise<void> {
	const manifest: Manifest = {
		format: "bs-detector-data",
		version: 1,
		made_at,
		files: await hashesIn(folder),
	};
	await writeFile(join(folder, NAME), JSON.stringify(manifest, null, "\t"));
	const partial = `${file}.${process.pid}`;
	try {
		tar("-czf", partial, "-C", folder, ".");
		renameSync(partial, file);
	} finally {
		await rm(partial, { force: true });
	}
}

/** Unpacks it into a new folder and holds it to its own word; answers when it was made. */
export async function unpackFile(
	file: string,
	folder: string,
): Promise<string> {
	await mkdir(folder, { recursive: true });
	tar("-xzf", file, "-C", folder, "--no-same-owner", "--no-same-permissions");
	await refuseOddEntries(file, folder);
	const text = await readFile(join(folder, NAME), "utf8").catch(() => "null");
	const manifest = Manifest.safeParse(JSON.parse(text));
	if (!manifest.success)
		throw new StartError(`${file} is no back-up that this version knows.`);
	await rm(join(folder, NAME));
	const { files, made_at } = manifest.data;
	const found = await hashesIn(folder);
	const names = new Set([...Object.keys(files), ...Object.keys(found)]);
	const wrong = [...names].filter((name) => files[name] !== found[name]);
	if (wrong.length)
		throw new StartError(`${file} is damaged: ${wrong.sort().join(", ")}`);
	return made_at;
}

/** A back-up has plain files and folders: a link would lead out of the folder that is restored. */
async function refuseOddEntries(file: string, folder: string): Promise<void> {
	for (const entry of await readdir(folder, { recursive: true })) {
		const status = lstatSync(join(folder, entry));
		const plain = status.isFile() && status.nlink === 1;
		if ((!plain && !status.isDirectory()) || status.mode & SPECIAL_MODES)
			throw new StartError(`${file} has what no back-up has: ${entry}`);
	}
}

async function hashesIn(folder: string): Promise<Record<string, string>> {
	const entries = await readdir(folder, { recursive: true });
	const hashes: Record<string, string> = {};
	for (const entry of entries.sort()) {
		const path = join(folder, entry);
		const status = lstatSync(path);
		if (status.isDirectory()) continue;
		const name = relative(folder, path).split(sep).join("/");
		hashes[name] = status.isFile() ? await hashOf(path) : "no file";
	}
	return hashes;
}

async function hashOf(path: string): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex");
}

function tar(...args: string[]): void {
	const { error, status, stderr } = spawnSync("tar", args, {
		encoding: "utf8",
	});
	if (error) throw new StartError(`tar is needed for this: ${error.message}`);
	if (status !== 0) throw new StartError(stderr.trim() || "tar failed");
}
