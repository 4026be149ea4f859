import { afterAll, beforeAll } from "vitest";

/**
 * What the tests of a file or suite share, opened before the first of them and stopped after the
 * last. The object is empty until then.
 */
export function opened<T extends object>(open: () => Promise<T & { stop?: () => unknown }>): T {
	let stop: (() => unknown) | undefined;
	const there = shared(async () => {
		const it = await open();
		stop = it.stop;
		return it;
	});
	afterAll(() => stop?.());
	return there;
}

/** The same for what other files go on using, so that none of them stops it. */
export function shared<T extends object>(open: () => Promise<T>): T {
	const there = {} as T;
	beforeAll(async () => {
		Object.defineProperties(there, Object.getOwnPropertyDescriptors(await open()));
	});
	return there;
}
