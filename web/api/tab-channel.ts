/** The part of BroadcastChannel that is used here. */
export type Channel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;

/** A channel to the browser's other tabs; null if the browser does not support channels. */
export function openTabChannel(name: string): Channel | null {
	return "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null;
}
