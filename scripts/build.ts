import { buildIfStale } from "./build-if-stale.ts";

const built = await buildIfStale();
console.log(
	built.length > 0
		? `Built the ${built.join(" and the ")}.`
		: "The build is up to date.",
);
