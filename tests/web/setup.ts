import { configure } from "@testing-library/react";
import { afterAll, vi } from "vitest";

/** How long queries wait for an element: a second is too short on a busy machine. */
configure({ asyncUtilTimeout: 10_000 });

// An import that a file's end breaks off would fail in every later file of the process.
afterAll(() => vi.dynamicImportSettled());

/** jsdom has no idle times; without them, each of the elements of a file's reports waits as in Safari. */
globalThis.requestIdleCallback ??= (callback) =>
	Number(setTimeout(callback, 0, { didTimeout: false, timeRemaining: () => 50 }));
