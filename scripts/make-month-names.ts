import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { monthNames } from "./month-names.ts";

/*
 * Writes the names of months for `worker/features/evidence/written-day.ts`. They come from Node's
 * full ICU, because workerd's lacks a dozen languages. Run it again if a newer Node knows other
 * names: `npx tsx scripts/make-month-names.ts`.
 */
const file = fileURLToPath(
	new URL("../worker/features/evidence/month-names.json", import.meta.url),
);
writeFileSync(file, monthNames());
