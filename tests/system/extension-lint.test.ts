import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { buildExtension } from "#scripts/extension.ts";

/**
 * What `web-ext lint` and Mozilla's store run. With it come two hundred packages, which nothing else
 * needs, so it is fetched for this test alone.
 */
const LINTER = "addons-linter@10.12.0";
const Report = z.object({
	errors: z.array(z.object({ code: z.string(), message: z.string() })),
	warnings: z.array(z.object({ code: z.string() })),
});

let output: string;
beforeAll(async () => {
	output = await mkdtemp(join(tmpdir(), "linted-extension-"));
	await buildExtension({ server: "https://bs.example", output });
});
afterAll(() => rm(output, { recursive: true, force: true }));

it("Mozilla's linter finds no error in the build for Firefox", async () => {
	const { stdout } = await promisify(execFile)("npm", [
		"exec",
		"--yes",
		`--package=${LINTER}`,
		"--",
		"addons-linter",
		"--output",
		"json",
		join(output, "firefox"),
	]);
	const { errors, warnings } = Report.parse(JSON.parse(stdout));
	expect(errors).toEqual([]);
	// Firefox for Android learned a key of the manifest later, and ignores it before.
	expect(warnings.map(({ code }) => code)).toEqual([
		"KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION",
	]);
});
