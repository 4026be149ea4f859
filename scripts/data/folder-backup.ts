import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { constants, cpSync, createReadStream, existsSync, lstatSync, renameSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { layout } from "../layout.ts";
import { isAlive, pauseWhile, StartError } from "../server/process.ts";
import { readBuiltConfig, startDatabases } from "../server/runtime.ts";
import { lockDataFolder, readLock } from "./lock.ts";
import { readMigrations, schemaOfD1 } from "./migrations.ts";
import { refuseOldSchema } from "./schema.ts";

export type Counted = { videos: number; members: number; votes: number };

const COUNTS = `SELECT (SELECT count(*) FROM videos) AS videos,
	(SELECT count(*) FROM members) AS members, (SELECT count(*) FROM votes) AS votes`;

/** Opens the folder's database, checks its integrity and counts its rows. */
async function checkData(data_dir: string, what: string): Promise<Counted> {
	const config = await readBuiltConfig();
	const lock = await lockDataFolder(data_dir);
	try {
		const runtime = await startDatabases(config, data_dir, lock, () => {});
		try {
			const d1 = await runtime.miniflare.getD1Database("DB");
			const said = await d1.prepare("PRAGMA quick_check").first();
			const verdict = Object.values(said ?? {}).join();
			if (verdict !== "ok") throw new StartError(`The database is damaged: ${verdict}`);
			const { applied } = await schemaOfD1(d1);
			const migrations = readMigrations(layout.migrations);
			refuseOldSchema(what, applied, migrations, "use the version that it is from");
			const counted = await d1.prepare(COUNTS).first<Counted>();
			if (!counted) throw new StartError("The database is empty.");
			return counted;
		} finally {
			await runtime.stop();
		}
	} finally {
		lock.release();
	}
}

/**
 * Packs a consistent copy of a data folder into a new file; a server may be running on the
 * folder. The copy is opened and checked first. Throws StartError with the reason.
 */
export async function backUpData(data_dir: string, file: string): Promise<Counted> {
	if (existsSync(file)) throw new StartError(`${file} is there already.`);
	if (!existsSync(join(data_dir, "d1"))) throw new StartError(`There is no data in ${data_dir}.`);
	await mkdir(dirname(file), { recursive: true }).catch((error: Error) => {
		throw new StartError(`The folder ${dirname(file)} cannot be made: ${error.message}`);
	});
	const staging = await mkdtemp(join(dirname(file), ".backup-"));
	try {
		const copy = join(staging, "data");
		await copyData(data_dir, copy);
		const counted = await checkData(copy, `The data in ${data_dir}`);
		for (const name of await readdir(copy))
			if (name.startsWith("lock.")) await rm(join(copy, name));
		await packFolder(copy, file, new Date().toISOString());
		return counted;
	} finally {
		await rm(staging, { recursive: true, force: true });
	}
}

const LOCK = /^lock\.\d+$/;

export type Restored = Counted & { made_at: string };

/**
 * Restores a backup into an empty data folder, never over existing data and never under a running
 * server. The backup is unpacked beside the folder, verified by its hashes and opened, and only
 * then moved into place. Throws StartError with the reason.
 */
export async function restoreData(file: string, data_dir: string): Promise<Restored> {
	if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
	await mkdir(dirname(data_dir), { recursive: true });
	const lock = await lockDataFolder(data_dir);
	try {
		const there = (await readdir(data_dir)).filter((name) => !LOCK.test(name));
		if (there.length)
			throw new StartError(
				`${data_dir} holds data. Move them away, or set DATA_DIR to another folder.`,
			);
		return await place(file, data_dir);
	} finally {
		lock.release();
	}
}

async function place(file: string, data_dir: string): Promise<Restored> {
	// On the same disk, so that the move is one step.
	const staging = await mkdtemp(join(dirname(data_dir), ".restore-"));
	try {
		const unpacked = join(staging, "data");
		const made_at = await unpackFile(file, unpacked);
		const counted = await checkData(unpacked, `The backup ${file}`);
		// The database comes last: without it the server has nothing to start on.
		const names = (await readdir(unpacked)).filter((name) => !LOCK.test(name));
		for (const name of names.sort().reverse())
			await rename(join(unpacked, name), join(data_dir, name));
		return { ...counted, made_at };
	} finally {
		await rm(staging, { recursive: true, force: true });
	}
}

/** Locks belong to a process, and SQLite creates its shared memory itself. */
const NOT_DATA = /^lock\.\d+$|-shm$/;

/**
 * Copies a data folder in a consistent state into a new folder. If a server is running, its
 * workerd is paused during the copy: the copied files are then in the same state as after a kill,
 * from which the next start recovers. Requests wait during the pause. Throws StartError if the
 * copy fails.
 */
async function copyData(data_dir: string, to: string): Promise<void> {
	const claim = readLock(data_dir)?.claim;
	if (!claim?.owner || !isAlive(claim.owner)) {
		const lock = await lockDataFolder(data_dir);
		try {
			copy(data_dir, to);
		} finally {
			lock.release();
		}
		return;
	}
	const { runtime } = claim;
	if (!runtime || !isAlive(runtime))
		throw new StartError("The server is just starting. Try again in a moment.");
	if (process.platform === "win32")
		throw new StartError("Stop the server first: it cannot be paused on this system.");
	await pauseWhile(runtime.pid, () => copy(data_dir, to));
	if (!isAlive(runtime)) throw new StartError("The server ended during the backup. Try again.");
}

function copy(from: string, to: string): void {
	cpSync(from, to, {
		recursive: true,
		// If the file system supports copy-on-write, no bytes are copied and the pause is shorter.
		mode: constants.COPYFILE_FICLONE,
		filter: (path) => !NOT_DATA.test(basename(path)),
	});
}

const NAME = "backup.json";

/** An archive's list of files with their hashes, which reveals damage. */
const Manifest = z.object({
	format: z.literal("bs-detector-data"),
	version: z.literal(1),
	made_at: z.string(),
	files: z.record(z.string(), z.string()),
});
type Manifest = z.infer<typeof Manifest>;

/** Packs a folder into one file. The file appears only when it is complete. */
export async function packFolder(folder: string, file: string, made_at: string): Promise<void> {
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

/** The set-user-id, set-group-id and sticky bits. */
const SPECIAL_MODES = 0o7000;

/**
 * Allows only plain files and folders in a backup, because a link could point outside of the
 * restored folder.
 */
async function refuseOddEntries(file: string, folder: string): Promise<void> {
	for (const entry of await readdir(folder, { recursive: true })) {
		const status = lstatSync(join(folder, entry));
		const plain = status.isFile() && status.nlink === 1;
		if ((!plain && !status.isDirectory()) || status.mode & SPECIAL_MODES)
			throw new StartError(`${file} contains an entry that no backup has: ${entry}`);
	}
}

/**
 * Unpacks an archive into a new folder and verifies the hashes. Returns when the archive was
 * made.
 */
export async function unpackFile(file: string, folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	try {
		tar("-xzf", file, "-C", folder, "--no-same-owner", "--no-same-permissions");
	} catch (error) {
		if (!(error instanceof TarFailed)) throw error;
		// gzip and tar name the byte, which helps nobody to get the rest of a file.
		throw new StartError(
			`${file} cannot be unpacked: it was cut off, or it is not a backup. Copy it again from where it was made. (${error.message.split("\n")[0]})`,
		);
	}
	await refuseOddEntries(file, folder);
	const text = await readFile(join(folder, NAME), "utf8").catch(() => "null");
	const manifest = Manifest.safeParse(parsed(text));
	if (!manifest.success)
		throw new StartError(`${file} is not a backup, or one of another version.`);
	await rm(join(folder, NAME));
	const { files, made_at } = manifest.data;
	const found = await hashesIn(folder);
	const names = new Set([...Object.keys(files), ...Object.keys(found)]);
	const wrong = [...names].filter((name) => files[name] !== found[name]);
	if (wrong.length) throw new StartError(`${file} is damaged: ${wrong.sort().join(", ")}`);
	return made_at;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
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
		hashes[name] = status.isFile() ? await hashFile(path) : "no file";
	}
	return hashes;
}

async function hashFile(path: string): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex");
}

/** Tar ran, and could not do what was asked. */
class TarFailed extends StartError {}

function tar(...args: string[]): void {
	const { error, status, stderr } = spawnSync("tar", args, { encoding: "utf8" });
	if (error) throw new StartError(`tar cannot be run, and this needs it: ${error.message}`);
	if (status !== 0) throw new TarFailed(stderr.trim() || "tar failed");
}
