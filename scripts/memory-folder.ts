import { readFile, statfs } from "node:fs/promises";

const FOLDER = "/dev/shm";
/** The databases of the files that run at the same time, and a browser unpacked beside them. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Where the system offers memory as a folder, with room enough and leave to run
 * what lies there; null elsewhere. What is written to a disk waits for it, with
 * every transaction.
 */
export async function memoryFolder(): Promise<string | null> {
	const mounts = await readFile("/proc/mounts", "utf8").catch(() => "");
	const options = mounts
		.split("\n")
		.map((line) => line.split(" "))
		.find(([_device, path]) => path === FOLDER)?.[3]
		?.split(",");
	if (options === undefined || options.includes("noexec")) return null;
	const { bavail, bsize } = await statfs(FOLDER);
	return bavail * bsize >= ENOUGH_BYTES ? FOLDER : null;
}
