import { Miniflare } from "miniflare";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { ignoreLateNotifications } from "#scripts/server/late-notifications.ts";

type Wait = Parameters<typeof ignoreLateNotifications>[0];

const realWait: Wait = Atomics.wait.bind(Atomics);
const replaceWait = (wait: Wait) => Object.defineProperty(Atomics, "wait", { value: wait });
afterEach(() => {
	replaceWait(realWait);
});

/** Its first call returns at once, as if the notification of an earlier call had come late. */
function wokenOnce(): Wait {
	let calls = 0;
	return (...given) => {
		calls += 1;
		return calls === 1 ? "ok" : realWait(...given);
	};
}

describe("Atomics.wait", () => {
	it("waits again as long as the value is unchanged", () => {
		const array = new Int32Array(new SharedArrayBuffer(4));
		let calls = 0;
		const wait = ignoreLateNotifications(() => {
			calls += 1;
			if (calls === 3) array[0] = 1;
			return "ok";
		});
		expect(wait(array, 0, 0)).toBe("ok");
		expect(calls).toBe(3);
		expect(ignoreLateNotifications(realWait)(array, 0, 0)).toBe("not-equal");
		expect(ignoreLateNotifications(realWait)(array, 0, 1, 1)).toBe("timed-out");
	});

	describe("of Miniflare", () => {
		const miniflare = new Miniflare({
			modules: true,
			script: "export default {}",
			cf: false,
			d1Databases: ["DB"],
		});
		afterAll(() => miniflare.dispose());

		it("is not disturbed by a late notification", async () => {
			const db = await miniflare.getD1Database("DB");
			replaceWait(ignoreLateNotifications(wokenOnce()));
			expect(await db.prepare("select 1 as one").first()).toEqual({ one: 1 });
		});

		// When this fails, Miniflare waits again itself: scripts/server/late-notifications.ts can go.
		it("still needs the replacement", async () => {
			const db = await miniflare.getD1Database("DB");
			// The helper thread may answer before the call that was woken too early looks.
			const failures = Array.from({ length: 100 }, () => prepareWoken(db));
			expect(failures).toContain("ERR_ASSERTION");
		});

		/** The code of the failure of a call that is woken too early; undefined if it succeeds. */
		function prepareWoken(db: { prepare: (query: string) => unknown }): string | undefined {
			replaceWait(wokenOnce());
			try {
				db.prepare("select 2");
			} catch (error) {
				return (error as { code?: string }).code;
			}
		}
	});
});
