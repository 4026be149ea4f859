import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Installs node_modules as the lockfile requires. It runs before any package is installed, so it
 * is plain JavaScript and uses only Node's own modules.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const minimum_node = [20, 19];

/** Null if this version of Node is new enough, otherwise a sentence that says what to do. */
export function nodeComplaint(version) {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	const [needed_major, needed_minor] = minimum_node;
	const enough = major > needed_major || (major === needed_major && minor >= needed_minor);
	return enough
		? null
		: `This needs Node ${minimum_node.join(".")} or newer; this is ${version}. Get one at https://nodejs.org`;
}

/** The inputs of an installation: the lockfile, and the platform of its binaries. */
export function installationStamp(lockfile, platform) {
	return createHash("sha256").update(lockfile).update(platform).digest("hex");
}

/**
 * Whether npm's record in node_modules matches the lockfile. Packages for other platforms are
 * optional and may be missing.
 */
export function installedAsLocked(lockfile, installed) {
	const wanted = Object.entries(JSON.parse(lockfile).packages ?? {});
	const present = JSON.parse(installed).packages ?? {};
	return wanted.every(
		([path, entry]) =>
			path === "" ||
			(present[path] ? present[path].version === entry.version : entry.optional === true),
	);
}

function readOrNull(path) {
	return existsSync(path) ? readFileSync(path, "utf8") : null;
}

function isInstalled(stamp_path, stamp, lockfile) {
	if (readOrNull(stamp_path) === stamp) return true;
	// The developer may have run npm manually; npm's own record shows whether the result matches
	// the lockfile.
	const notes = readOrNull(join(root, "node_modules", ".package-lock.json"));
	return notes !== null && installedAsLocked(lockfile, notes);
}

function runNpm(args) {
	const script = process.env.npm_execpath;
	const through_npm = script?.endsWith(".js") || script?.endsWith(".cjs");
	const [command, prefix] = through_npm ? [process.execPath, [script]] : ["npm", []];
	return spawnSync(command, [...prefix, ...args], {
		cwd: root,
		stdio: ["ignore", "inherit", "inherit"],
		// npm is a batch file there.
		shell: !through_npm && process.platform === "win32",
	});
}

/** Installs the packages if necessary. Ends the process with a message if that fails. */
export function install() {
	const complaint = nodeComplaint(process.versions.node);
	if (complaint) fail(complaint);
	const lockfile = readFileSync(join(root, "package-lock.json"), "utf8");
	const stamp_path = join(root, "node_modules", ".install-stamp");
	const stamp = installationStamp(lockfile, `${process.platform} ${process.arch}`);
	if (!isInstalled(stamp_path, stamp, lockfile)) {
		console.log("Installing the packages in package-lock.json ...");
		// NODE_ENV=production would omit the build tools.
		const { status, error } = runNpm(["ci", "--include=dev"]);
		if (status !== 0)
			fail(`npm ci failed${error ? `: ${error.message}` : ""}. See its messages above.`);
	}
	if (readOrNull(stamp_path) !== stamp) writeFileSync(stamp_path, stamp);
}

function fail(message) {
	console.error(message);
	process.exit(1);
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) install();
