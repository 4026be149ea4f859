import { resolve } from "node:path";
import { buildIfStale } from "./build-if-stale.ts";
import { dataFolder } from "./data-folder.ts";
import { restoreData } from "./restore-data.ts";
import { StartError } from "./start-error.ts";

/** `npm run restore -- FILE`: puts a back-up where there are no data. */
try {
	const [file] = process.argv.slice(2);
	if (!file) throw new StartError("Say which: npm run restore -- FILE.tgz");
	const data_dir = dataFolder();
	await buildIfStale(["worker"]);
	const restored = await restoreData(resolve(file), data_dir);
	const { made_at, videos, members, votes } = restored;
	console.log(
		`Restored the back-up of ${made_at} to ${data_dir}: ${videos} videos, ${members} members, ${votes} votes.`,
	);
} catch (error) {
	console.error(error instanceof StartError ? error.message : error);
	process.exitCode = 1;
}
