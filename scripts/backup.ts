import { resolve } from "node:path";
import { backUpData } from "./back-up-data.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { dataFolder } from "./data-folder.ts";
import { StartError } from "./start-error.ts";

/** `npm run backup -- FILE`: the embedded database and the objects' storage, in one file. */
try {
	const [file] = process.argv.slice(2);
	if (!file) throw new StartError("Say where to: npm run backup -- FILE.tgz");
	const data_dir = dataFolder();
	await buildIfStale(["worker"]);
	const counted = await backUpData(data_dir, resolve(file));
	const { videos, members, votes } = counted;
	console.log(
		`Backed up to ${file}: ${videos} videos, ${members} members, ${votes} votes.`,
	);
} catch (error) {
	console.error(error instanceof StartError ? error.message : error);
	process.exitCode = 1;
}
