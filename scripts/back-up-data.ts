import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Counted, checkData } from "./check-data.ts";
import { copyData } from "./copy-data.ts";
import { packFolder } from "./data-archive.ts";
import { StartError } from "./start-error.ts";

/**
 * Packs a data folder, as it is at one moment, into a file that is not there yet; a server may run
 * on it. The copy is opened and looked through before it counts. Throws StartError with the reason.
 */
export async function backUpData(
	data_dir: string,
	file: string,
): Promise<Counted> {
	if (existsSync(file)) throw new StartError(`${file} is there already.`);
	if (!existsSync(join(data_dir, "d1")))
		throw new StartError(`There are no data in ${data_dir}.`);
	const staging = await mkdtemp(join(dirname(file), ".backup-"));
	try {
		const copy = join(staging, "data");
		await copyData(data_dir, copy);
		const counted = await checkData(copy);
		for (const name of await readdir(copy))
			if (name.startsWith("lock.")) await rm(join(copy, name));
		await packFolder(copy, file, new Date().toISOString());
		return counted;
	} finally {
		await rm(staging, { recursive: true, force: true });
	}
}
