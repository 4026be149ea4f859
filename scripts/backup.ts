import { resolve } from "node:path";
import { backUpData } from "./back-up-data.ts";
import { backUpLibsql } from "./back-up-libsql.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { dataPlace } from "./data-place.ts";
import { StartError } from "./start-error.ts";

/** `npm run backup -- FILE`: the database and, of the embedded one, the objects' storage with it. */
try {
	const [given] = process.argv.slice(2);
	if (!given) throw new StartError("Say where to: npm run backup -- FILE");
	const file = resolve(given);
	const place = dataPlace();
	if ("data_dir" in place) await buildIfStale(["worker"]);
	const { videos, members, votes } =
		"data_dir" in place
			? await backUpData(place.data_dir, file)
			: await backUpLibsql(place.libsql, file);
	console.log(
		`Backed up to ${file}: ${videos} videos, ${members} members, ${votes} votes.`,
	);
} catch (error) {
	console.error(error instanceof StartError ? error.message : error);
	process.exitCode = 1;
}
