import { expect, it } from "vitest";
import { readBytes } from "#outbound/bounded-body.ts";

const KB = 1_024;

/** A body in chunks of one byte, each in the memory into which a runtime reads. */
function byteByByte(count: number, at: (number: number) => void): Response {
	let number = 0;
	return new Response(
		new ReadableStream<Uint8Array>({
			pull(controller) {
				if (number === count) return controller.close();
				controller.enqueue(new Uint8Array(4 * KB).fill(number).subarray(0, 1));
				at(number);
				number += 1;
			},
		}),
	);
}

it("a body that comes byte by byte takes the memory of its bytes", async () => {
	const count = 64 * KB;
	const before = process.memoryUsage().arrayBuffers;
	let most = 0;
	const bytes = await readBytes(
		byteByByte(count, (number) => {
			if (number % KB === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - before);
		}),
	);
	expect(bytes).toEqual(Uint8Array.from({ length: count }, (_, at) => at));
	expect(most).toBeLessThan((count * 4 * KB) / 2);
});
