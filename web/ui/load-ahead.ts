type Load = () => Promise<unknown>;

let startLoading = (): void => {};
/** Ends when the last queued part is loaded. */
let queue = new Promise<void>((resolve) => {
	startLoading = resolve;
});

/** Queues the code of a part that only a press shows. It is loaded once `startLoadingAhead` is called. */
export function loadAhead(load: Load): void {
	queue = queue
		.then(connected)
		.then(untilIdle)
		.then(load)
		// The press loads it again, and shows a failure.
		.then(
			() => {},
			() => {},
		);
}

/**
 * Loads the queued parts one after the other while the browser is idle, so that presses work
 * without a connection. Does nothing if the visitor asked the browser to save data.
 */
export function startLoadingAhead(): void {
	const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
	if (connection?.saveData !== true) startLoading();
}

/** Resolves when the browser has a connection. */
export async function connected(): Promise<void> {
	if (!navigator.onLine)
		await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
}

/** Resolves when the browser is idle. Safari does not report idle times. */
function untilIdle(): Promise<void> {
	return new Promise((resolve) => {
		// Not looked up on `window`, which is gone if the page closed before a queued element's turn.
		if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve());
		else setTimeout(resolve, SAFARI_DELAY_MS);
	});
}

let drawing = Promise.resolve();

/**
 * Lays out an element far below the view, whose style defers that, once the browser is idle: one
 * element at a time, so that presses are never delayed. Then pictures of the whole page show it.
 */
export function drawAhead(element: Element | null): void {
	drawing = drawing.then(untilIdle).then(() => element?.setAttribute("data-drawn", ""));
}

/**
 * Calls back once, when the element comes near the view or when it is its turn in idle time, one
 * element after the other. The returned function ends that.
 */
export function whenNearOrIdle(element: Element, call: () => void): () => void {
	let waits = true;
	const end = () => {
		waits = false;
		observer?.disconnect();
	};
	const once = () => {
		if (waits) call();
		end();
	};
	const observer =
		typeof IntersectionObserver === "undefined"
			? undefined
			: new IntersectionObserver((seen) => seen.some((it) => it.isIntersecting) && once(), {
					rootMargin: "100%",
				});
	observer?.observe(element);
	drawing = drawing.then(async () => {
		if (!waits) return;
		await untilIdle();
		once();
	});
	return end;
}

const SAFARI_DELAY_MS = 200;
