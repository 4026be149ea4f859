import { expect, it } from "vitest";
import { runtimePrinter } from "#scripts/server/runtime-messages.ts";

const failed = (host: string, place = "jsg/util.c++:405") =>
	`workerd/${place}: error: e = kj/async-io-unix.c++:1298: failed: DNS lookup failed.; params.host = ${host}; params.service = ; gai_strerror(status) = Name or service not known`;
const STACK = "stack: /app/node_modules/@cloudflare/workerd-linux-64/bin/workerd@51f50be";

it("names each host that cannot be reached once, and leaves other messages as they are", () => {
	const printed: string[] = [];
	const print = runtimePrinter((line) => printed.push(line));
	const crash = "workerd/io/worker.c++:2000: error: uncaught exception; e = failed: it broke";
	const refused =
		"workerd/io/io-context.c++:443: error: e = kj/async-io-unix.c++:1500: disconnected: connect(): Connection refused";
	for (const line of [
		"Some note",
		failed("www.youtube.com"),
		STACK,
		failed("www.youtube.com", "io/io-context.c++:443"),
		STACK,
		failed("en.wikipedia.org"),
		STACK,
		refused,
		STACK,
		crash,
		STACK,
	])
		print(line);
	expect(printed).toEqual([
		"Some note",
		"www.youtube.com cannot be reached: DNS lookup failed.",
		"en.wikipedia.org cannot be reached: DNS lookup failed.",
		"An address cannot be reached: Connection refused.",
		crash,
		STACK,
	]);
});
