import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { layout } from "#scripts/layout.ts";

function restore(...args: string[]) {
	const { status, stderr } = spawnSync(
		process.execPath,
		["--import", "tsx", join(layout.root, "scripts/data.ts"), "restore", ...args],
		// Nothing is there, so that a restore that goes on ends at once.
		{
			encoding: "utf8",
			cwd: layout.root,
			env: { ...process.env, LIBSQL_URL: "http://127.0.0.1:9" },
		},
	);
	return { status, stderr };
}

it("A restore says first that it shows what was taken down since, and how to go on", () => {
	const refused = restore("missing.backup");
	expect(refused.status).toBe(1);
	expect(refused.stderr).toContain("What was taken down after this backup was made");
	expect(refused.stderr).toContain("--shows-hidden-again");
	const gone_on = restore("missing.backup", "--shows-hidden-again");
	expect(gone_on.status).toBe(1);
	expect(gone_on.stderr).toContain("There is no");
});
