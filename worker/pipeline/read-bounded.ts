import { OutboundError } from "./outbound.ts";

/** The whole body as text (UTF-8). Rejects with OutboundError only. */
export async function readBounded(response: Response): Promise<string> {
	if (response.body === null) return "";
	const reader: ReadableStreamDefaultReader<Uint8Array> =
		response.body.getReader();
	const decoder = new TextDecoder();
	let text = "";
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return text + decoder.decode();
			text += decoder.decode(value, { stream: true });
		}
	} catch (error) {
		if (error instanceof OutboundError) throw error;
		throw new OutboundError("network", "The answer broke off.", error);
	}
}
