import { configure } from "@testing-library/react";
import { afterAll, vi } from "vitest";
import { FakeEventSource } from "./support/fake-event-source.ts";

/** How long queries wait for an element: a second is too short on a busy machine. */
configure({ asyncUtilTimeout: 10_000 });

// An import that a file's end breaks off would fail in every later file of the process.
afterAll(() => vi.dynamicImportSettled());

/** jsdom has no idle times; without them, each of the elements of a file's reports waits as in Safari. */
globalThis.requestIdleCallback ??= (callback) =>
	Number(setTimeout(callback, 0, { didTimeout: false, timeRemaining: () => 50 }));

/**
 * jsdom has no EventSource. Not only where a test needs it: a stream is closed a second after its
 * page, when another file may run and tell it that the device is online.
 */
globalThis.EventSource ??= FakeEventSource as unknown as typeof EventSource;
