import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { spokenTimes } from "./spoken-times.ts";

/*
 * Writes the names of hours, minutes and seconds that screen readers announce, for
 * `worker/features/captions/spoken-clock.ts`. They come from Node's full ICU, because workerd's
 * lacks a dozen languages. Run it again if a newer Node knows other names:
 * `npx tsx scripts/make-spoken-times.ts`.
 */
const file = fileURLToPath(
	new URL("../worker/features/captions/spoken-times.json", import.meta.url),
);
writeFileSync(file, spokenTimes());
