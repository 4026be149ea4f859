import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { layout } from "#scripts/layout.ts";
import { KNOWN_VARIABLES } from "#scripts/server/environment.ts";

const BUILD_MS = 300_000;
/** The files that a build reads; the dependencies are linked. */
const SOURCES = [
	"web",
	"worker",
	"durable-objects",
	"extension",
	"scripts",
	"migrations",
	"package.json",
	"package-lock.json",
	"tsconfig.json",
	"wrangler.toml",
];

let root: string;
let files: { name: string; text: string }[];

const sentinelOf = (name: string) => `sentinel-value-of-${name}-5f3c9a`;
const NAMES = [...KNOWN_VARIABLES, "VITE_SECRET", "CLOUDFLARE_API_TOKEN"];
const SECRETS = NAMES.map((name) => [name, sentinelOf(name)] as const);

/** A separate copy of the build, with a secret in every variable. */
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "secrets-"));
	for (const source of SOURCES)
		await cp(join(layout.root, source), join(root, source), { recursive: true });
	await symlink(join(layout.root, "node_modules"), join(root, "node_modules"));
	const env_file = SECRETS.map(([name, secret]) => `${name}=${secret}\n`).join("");
	for (const folder of ["", "web", "worker"]) await writeFile(join(root, folder, ".env"), env_file);
	await writeFile(join(root, ".dev.vars"), env_file);
	await promisify(execFile)(process.execPath, ["--import", "tsx", "scripts/build.ts"], {
		cwd: root,
		env: { PATH: process.env.PATH, HOME: process.env.HOME, ...Object.fromEntries(SECRETS) },
	});
	const dist = join(root, "dist");
	const entries = await readdir(dist, { recursive: true, withFileTypes: true });
	files = await Promise.all(
		entries
			.filter((entry) => entry.isFile())
			.map(async ({ parentPath, name }) => ({
				name: relative(dist, join(parentPath, name)),
				text: await readFile(join(parentPath, name), "latin1"),
			})),
	);
}, BUILD_MS);
afterAll(() => rm(root, { recursive: true, force: true }));

describe("build output", () => {
	it("contains the worker with its source map, the pages and their scripts", () => {
		const names = files.map(({ name }) => name);
		for (const name of ["worker/index.js", "worker/index.js.map", "web/index.html"])
			expect(names).toContain(name);
		const scripts = names.filter((name) => /^web\/assets\/.*\.js$/.test(name));
		expect(scripts.length).toBeGreaterThan(10);
	});

	it("contains no value from the environment or an .env file", () => {
		for (const { name, text } of files)
			for (const [variable, secret] of SECRETS)
				expect(text.includes(secret), `${variable} in ${name}`).toBe(false);
	});

	it("publishes no source maps and no dotfiles", () => {
		const shown = files.filter(({ name }) => name.startsWith("web/"));
		for (const { name, text } of shown) {
			expect(name).not.toMatch(/\.map$|(^|\/)\./);
			if (/\.(js|css|html)$/.test(name)) expect(text, name).not.toContain("sourceMappingURL");
		}
	});

	it("contains no path of the build machine", () => {
		for (const { name, text } of files) expect(text.includes(root), name).toBe(false);
	});
});
