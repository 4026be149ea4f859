import { vi } from "vitest";

/** A network whose every request waits to be told how it ends. */
export function pendingNetwork() {
	const requests: {
		url: string;
		init: RequestInit;
		answer: (response: Response) => void;
		fail: (error: unknown) => void;
	}[] = [];
	const fetch = ((url: string, init: RequestInit) =>
		new Promise<Response>((resolve, reject) => {
			requests.push({ url, init, answer: resolve, fail: reject });
		})) as typeof globalThis.fetch;
	return { requests, fetch };
}

/** A body that gives its chunks and then says nothing more. */
export function stuckBody(...chunks: string[]) {
	const cancelled = vi.fn<() => void>();
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			for (const chunk of chunks)
				controller.enqueue(new TextEncoder().encode(chunk));
		},
		cancel: cancelled,
	});
	return { body, cancelled };
}
