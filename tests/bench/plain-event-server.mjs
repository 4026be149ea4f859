import { createServer } from "node:http";

/**
 * Server-sent events with nothing but Node: what is posted goes to every reader
 * as it came. Says its port on a line of its own.
 */

const readers = new Set();
const server = createServer((request, response) => {
	if (request.method === "GET") {
		response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
		response.write("retry: 2000\n\n");
		readers.add(response);
		response.once("close", () => readers.delete(response));
		return;
	}
	const chunks = [];
	request.on("data", (chunk) => chunks.push(chunk));
	request.on("end", () => {
		const event = Buffer.concat(chunks);
		for (const reader of readers) reader.write(event);
		response.end();
	});
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.once("disconnect", () => process.exit());
