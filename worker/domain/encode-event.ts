/**
 * One server-sent event as it goes over the wire. `data` is JSON, which holds
 * no line break, so it needs one data line.
 */
export function encodeEvent(event: {
	id: string;
	name: string;
	data: string;
}): string {
	return `id: ${event.id}\nevent: ${event.name}\ndata: ${event.data}\n\n`;
}

export function encodeRetry(retry_ms: number): string {
	return `retry: ${retry_ms}\n\n`;
}

export const HEARTBEAT = ": still here\n\n";
