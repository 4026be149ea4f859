import { describe, expect, it } from "vitest";
import { SharedRead } from "#objects/shared-read.ts";

const LIFE_MS = 100;

function aRead() {
	const clock = { now: 0 };
	let begun = 0;
	const shared = new SharedRead<number>(LIFE_MS, () => clock.now);
	const read = () =>
		shared.read(async () => {
			begun++;
			return begun;
		});
	return { clock, shared, read };
}

describe("SharedRead", () => {
	it("reads once for all callers during its lifetime", async () => {
		const { clock, read } = aRead();
		const first = read();
		clock.now = LIFE_MS - 1;
		expect(await Promise.all([first, read(), read()])).toEqual([1, 1, 1]);
	});

	it("reads again if the value is too old or was forgotten", async () => {
		const { clock, shared, read } = aRead();
		expect(await read()).toBe(1);
		clock.now = LIFE_MS;
		expect(await read()).toBe(2);
		shared.forget();
		expect(await read()).toBe(3);
	});

	it("reads again if the clock was set back", async () => {
		const { clock, read } = aRead();
		clock.now = 10 * LIFE_MS;
		expect(await read()).toBe(1);
		clock.now = 0;
		expect(await read()).toBe(2);
		expect(await read()).toBe(2);
	});

	it("fails for all waiting callers, but not for later ones", async () => {
		const { shared, read } = aRead();
		const broken = () => shared.read(() => Promise.reject(new Error("no database")));
		const [one, other] = [broken(), broken()];
		await expect(one).rejects.toThrow("no database");
		await expect(other).rejects.toThrow("no database");
		expect(await read()).toBe(1);
	});
});
