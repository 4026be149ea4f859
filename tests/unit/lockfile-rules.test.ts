import { describe, expect, it } from "vitest";
import { type AuditReport, auditComplaints } from "#scripts/audit-rules.ts";
import { Lockfile, lockfileComplaints } from "#scripts/lockfile-rules.ts";

const SOUND = { version: "1.0.0", integrity: "sha512-abc" };

function complaints(
	packages: Record<string, object>,
	dependencies: Record<string, string> = {},
): string[] {
	return lockfileComplaints(
		Lockfile.parse({
			lockfileVersion: 3,
			packages: { "": { dependencies }, ...packages },
		}),
	);
}

describe("the lockfile", () => {
	it("may hold packages of the registry, with their hashes", () => {
		const resolved = "https://registry.npmjs.org/a/-/a-1.0.0.tgz";
		expect(
			complaints(
				{ "node_modules/a": SOUND, "node_modules/b": { ...SOUND, resolved } },
				{ a: "1.0.0", b: "2.0.0-rc.1" },
			),
		).toEqual([]);
	});

	it.each([
		["a link", { ...SOUND, link: true }],
		["http", { ...SOUND, resolved: "http://registry.npmjs.org/a.tgz" }],
		[
			"another host",
			{ ...SOUND, resolved: "https://registry.npmjs.org.evil.example/a" },
		],
		["git", { ...SOUND, resolved: "git+ssh://git@github.com/a/a.git#abc" }],
		["a file", { ...SOUND, resolved: "file:../a" }],
		["no hash", { version: "1.0.0" }],
		["a weak hash", { ...SOUND, integrity: "sha1-abc" }],
		["an install script", { ...SOUND, hasInstallScript: true }],
	])("may not hold %s", (_, entry) => {
		expect(complaints({ "node_modules/x/node_modules/@a/b": entry })).toEqual([
			expect.stringMatching(/^node_modules\/x\/node_modules\/@a\/b: It /),
		]);
	});

	it("lets a platform's own package wait for its hash, and a known one have its script", () => {
		expect(
			complaints({
				"node_modules/@a/b-win32": { optional: true, os: ["win32"] },
				"node_modules/wrangler/node_modules/esbuild": {
					...SOUND,
					hasInstallScript: true,
				},
			}),
		).toEqual([]);
		expect(complaints({ "node_modules/c": { optional: true } })).toHaveLength(
			1,
		);
	});

	it("may not grow without end, nor name a range", () => {
		const many = Object.fromEntries(
			Array.from({ length: 26 }, (_, n) => [`p${n}`, "1.0.0"]),
		);
		expect(complaints({}, many)).toEqual([
			expect.stringContaining("26 direct"),
		]);
		for (const range of ["^1.0.0", "latest", "*", "github:a/b", "npm:c@1.0.0"])
			expect(complaints({}, { a: range })).toHaveLength(1);
	});
});

describe("an audit", () => {
	const report = (severity: string): AuditReport => ({
		auditReportVersion: 2,
		vulnerabilities: {
			bad: {
				...{ name: "bad", severity },
				via: [
					{
						...{ title: "It leaks", severity },
						url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
					},
				],
			},
			above: { name: "above", severity, via: ["bad"] },
		},
	});
	const exception = {
		...{ advisory: "GHSA-aaaa-bbbb-cccc", until: "2026-06-30" },
		reason: "It is used in tests alone.",
	};

	it("names each grave finding once, where it is", () => {
		for (const severity of ["high", "critical"])
			expect(auditComplaints(report(severity), [], "2026-06-01")).toEqual([
				`bad: ${severity}: It leaks (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)`,
			]);
		for (const severity of ["low", "moderate"])
			expect(auditComplaints(report(severity), [], "2026-06-01")).toEqual([]);
	});

	it("lets an exception stand to its last day, and not a day longer", () => {
		const on = (today: string) =>
			auditComplaints(report("high"), [exception], today);
		expect(on("2026-06-30")).toEqual([]);
		expect(on("2026-07-01")).toEqual([
			expect.stringContaining("its exception ended on 2026-06-30"),
		]);
		const other = { ...exception, advisory: "GHSA-dddd-eeee-ffff" };
		expect(auditComplaints(report("high"), [other], "2026-06-01")).toHaveLength(
			1,
		);
	});
});
