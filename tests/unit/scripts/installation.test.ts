import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

type Installer = {
	nodeComplaint: (version: string) => string | null;
	installationStamp: (lockfile: string, platform: string) => string;
	installedAsLocked: (lockfile: string, installed: string) => boolean;
};

const place = new URL("../../../scripts/install.mjs", import.meta.url);
// The script is plain JavaScript, as it runs before a compiler is installed; its types are here.
const { nodeComplaint, installationStamp, installedAsLocked }: Installer = await import(
	fileURLToPath(place)
);

const packages = (entries: Record<string, object>) =>
	JSON.stringify({ packages: { "": { name: "site" }, ...entries } });

describe("nodeComplaint", () => {
	it.each(["20.19.0", "20.20.2", "22.0.0", "24.9.0", "100.0.0"])("accepts Node %s", (version) => {
		expect(nodeComplaint(version)).toBeNull();
	});

	it.each(["20.18.3", "18.20.0", "9.99.99"])(
		"names Node %s and the version required",
		(version) => {
			expect(nodeComplaint(version)).toContain("Node 20.19 or newer");
			expect(nodeComplaint(version)).toContain(version);
		},
	);

	it("requires the version of package.json", () => {
		const { engines } = JSON.parse(
			readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
		);
		const minimum = engines.node.replace(">=", "");
		expect(nodeComplaint(`${minimum}.0`)).toBeNull();
		expect(nodeComplaint("1.0.0")).toContain(`Node ${minimum} or newer`);
	});
});

describe("installationStamp", () => {
	it("changes with the lockfile and the platform", () => {
		const stamp = installationStamp("lock", "linux x64");
		expect(installationStamp("lock", "linux x64")).toBe(stamp);
		expect(installationStamp("lock 2", "linux x64")).not.toBe(stamp);
		expect(installationStamp("lock", "darwin arm64")).not.toBe(stamp);
	});
});

describe("installedAsLocked", () => {
	const lockfile = packages({
		"node_modules/hono": { version: "4.0.0" },
		"node_modules/native-darwin": { version: "1.0.0", optional: true },
	});

	it("accepts missing binaries of other platforms", () => {
		const installed = packages({ "node_modules/hono": { version: "4.0.0" } });
		expect(installedAsLocked(lockfile, installed)).toBe(true);
	});

	it.each([
		["a package is missing", packages({})],
		["a package has another version", packages({ "node_modules/hono": { version: "4.0.1" } })],
		[
			"an optional package has another version",
			packages({
				"node_modules/hono": { version: "4.0.0" },
				"node_modules/native-darwin": { version: "0.9.0", optional: true },
			}),
		],
	])("is false if %s", (_case, installed) => {
		expect(installedAsLocked(lockfile, installed)).toBe(false);
	});
});
