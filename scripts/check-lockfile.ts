import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { layout } from "./layout.ts";
import { Lockfile, lockfileComplaints } from "./lockfile-rules.ts";

/** Prints what the lockfile should not hold, and fails if there is anything. */

const text = await readFile(join(layout.root, "package-lock.json"), "utf8");
const lockfile = Lockfile.parse(JSON.parse(text));
const complaints = lockfileComplaints(lockfile);
const npmrc = await readFile(join(layout.root, ".npmrc"), "utf8");
if (!/^ignore-scripts=true$/m.test(npmrc))
	complaints.push(".npmrc lets packages run scripts.");
for (const complaint of complaints) console.error(complaint);
const { length } = Object.keys(lockfile.packages);
console.log(`Checked the lockfile's ${length} packages.`);
process.exitCode = complaints.length > 0 ? 1 : 0;
