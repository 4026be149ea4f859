import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutboundGate } from "#outbound/gate.ts";
import { MAX_PAGE_BYTES } from "#outbound/open-page.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { pageOpener } from "#tests/support/world/source-context.ts";

let web: WebWorld;
beforeAll(async () => {
	web = await startWebWorld();
});
afterAll(() => web.close());

const openerOf = () => pageOpener(web, createOutboundGate(), () => Date.now());

describe("a PDF document", () => {
	const MB = 1_024 * 1_024;
	/** Sends the beginning, then megabytes without end. */
	const endless = (type: string, start: string) =>
		web.serve((path, response) => {
			if (path === "/robots.txt") return void response.writeHead(404).end();
			response.writeHead(200, { "content-type": type }).write(start);
			const more = () => {
				while (response.write(Buffer.alloc(MB)));
				response.once("drain", more);
			};
			more();
		});
	const openDocument = (max_pdf_bytes = 5 * MB) =>
		openerOf()({ url: `${web.origin}/a`, ask_robots: true, max_pdf_bytes });
	const pageOf = (outcome: Awaited<ReturnType<typeof openDocument>>) =>
		outcome.ok ? outcome.page : expect.fail(outcome.reason);

	it.each(["application/pdf", "Application/PDF; charset=binary", "text/html", ""])(
		"is streamed to its limit, by its first bytes and as %s",
		async (type) => {
			endless(type, "%PDF-1.7");
			const { bytes, rest } = pageOf(await openDocument());
			expect(bytes.byteLength).toBeLessThan(MB);
			let length = bytes.byteLength;
			for await (const piece of rest ?? expect.fail()) length += piece.byteLength;
			expect(length).toBe(5 * MB);
		},
	);

	it("is held to the limit of a page by who does not ask for the stream", async () => {
		endless("application/pdf", "%PDF-1.7");
		const { bytes, rest } = pageOf(await openerOf()({ url: `${web.origin}/a`, ask_robots: true }));
		expect(bytes.byteLength).toBe(MAX_PAGE_BYTES);
		expect(rest).toBeUndefined();
	});

	it("has a longer limit than another page", async () => {
		endless("text/html", "<p>%PDF-");
		const { bytes, rest } = pageOf(await openDocument());
		expect(bytes.byteLength).toBe(MAX_PAGE_BYTES);
		expect(rest).toBeUndefined();
	});

	it("keeps its place at its host until it is read or dropped", async () => {
		endless("application/pdf", "%PDF-1.7");
		const openNext = openerOf();
		const next = () => openNext({ url: `${web.origin}/a`, ask_robots: false, max_pdf_bytes: MB });
		const [first, second] = [pageOf(await next()), pageOf(await next())];
		let opened = 0;
		const third = next().then((outcome) => {
			opened += 1;
			return outcome;
		});
		await first.rest?.getReader().read();
		expect(opened).toBe(0);
		await second.rest?.cancel();
		await pageOf(await third).rest?.cancel();
		expect(opened).toBe(1);
	});
});
