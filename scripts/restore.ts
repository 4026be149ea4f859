import { resolve } from "node:path";
import { buildIfStale } from "./build-if-stale.ts";
import { dataPlace } from "./data-place.ts";
import { restoreData } from "./restore-data.ts";
import { restoreLibsql } from "./restore-libsql.ts";
import { StartError } from "./start-error.ts";

/** `npm run restore -- FILE`: puts a back-up where there are no data. */
try {
	const [given] = process.argv.slice(2);
	if (!given) throw new StartError("Say which: npm run restore -- FILE");
	const file = resolve(given);
	const place = dataPlace();
	if ("data_dir" in place) await buildIfStale(["worker"]);
	const { made_at, videos, members, votes } =
		"data_dir" in place
			? await restoreData(file, place.data_dir)
			: await restoreLibsql(file, place.libsql);
	console.log(
		`Restored the back-up of ${made_at}: ${videos} videos, ${members} members, ${votes} votes.`,
	);
} catch (error) {
	console.error(error instanceof StartError ? error.message : error);
	process.exitCode = 1;
}
