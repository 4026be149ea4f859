import { describe, expect, it } from "vitest";
import { checkReadiness, type Dependencies } from "#features/operations/readiness.ts";

const never = new Promise<never>(() => {});

function dependencies(change: Partial<Dependencies> = {}) {
	const failed: string[] = [];
	return {
		failures: failed,
		pingDatabase: async () => {},
		appliedMigrations: async () => ["0001_a.sql", "0002_b.sql"],
		expected_migrations: ["0001_a.sql", "0002_b.sql"],
		pingQuota: async () => {},
		configured: {
			mode: "demo" as const,
			panel: [],
			youtube_api: false,
			mail: false,
			google_sign_in: false,
			secrets_key: false,
		},
		now: () => Date.UTC(2026, 0, 1),
		pause: () => never,
		failed: (dependency: string) => failed.push(dependency),
		...change,
	};
}

describe("checkReadiness", () => {
	it("is ok if everything answers and the expected migrations are among those applied", async () => {
		const ready = await checkReadiness(dependencies({ expected_migrations: ["0001_a.sql"] }));
		expect(ready.status).toBe("ok");
		expect(ready.checked_at).toBe("2026-01-01T00:00:00.000Z");
		expect(ready.checks.migrations).toEqual({ ok: true, applied: 2, missing: 0 });
	});

	it("is unavailable if a migration is missing", async () => {
		const expected_migrations = ["0001_a.sql", "0003_c.sql"];
		const ready = await checkReadiness(dependencies({ expected_migrations }));
		expect(ready.status).toBe("unavailable");
		expect(ready.checks.migrations).toEqual({ ok: false, applied: 2, missing: 1 });
	});

	it("stops waiting after a timeout and names the checks that failed", async () => {
		const silent = dependencies({
			pingDatabase: () => never,
			pingQuota: async () => {
				throw new Error("overloaded");
			},
			pause: async () => {},
			appliedMigrations: () => never,
		});
		const ready = await checkReadiness(silent);
		expect(ready.status).toBe("unavailable");
		expect(ready.checks.database.ok).toBe(false);
		expect(ready.checks.quota.ok).toBe(false);
		expect(silent.failures.sort()).toEqual(["database", "migrations", "quota"]);
	});
});
