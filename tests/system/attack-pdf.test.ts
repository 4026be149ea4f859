import { beforeAll, describe, expect, it } from "vitest";
import type { EvidenceRecord } from "#contract/evidence.ts";
import { PAGE_PROBLEM_WORDS } from "#contract/lookup-words.ts";
import { readLock } from "#scripts/data/lock.ts";
import { layout } from "#scripts/layout.ts";
import { HOSTILE_PDFS, longPdf } from "#tests/support/fakes/pdf-files.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { opened } from "#tests/support/world/opened.ts";
import {
	BICYCLE,
	idOf,
	ON_BICYCLES,
	openWeb,
	startPageProduct,
} from "#tests/support/world/page-product.ts";
import { childCommands, runtimeMemory } from "#tests/support/world/process-figures.ts";

const at = opened(() => startPageProduct({ LIMIT_PAGES: "1000" }));
let video_id: string;
let statement_id: string;
beforeAll(async () => {
	const first = await at.analysed([BICYCLE]);
	video_id = first.video_id;
	statement_id = idOf(first.report, "bicycle");
});

const MB = 1_024 * 1_024;

/** The process that serves the product. */
const runtime = () => readLock(at.product.data_dir)?.claim.runtime;

/** Documents that are read right now; each has a process. */
const reading = () => childCommands().filter((command) => command.includes(layout.pdfChild));

/** Serves the document at /hostile; resolves when it was sent for the first time. */
function serve(document: Uint8Array): Promise<void> {
	return new Promise((sent) => {
		at.web.serve((path, response) => {
			if (path !== "/hostile") return openWeb(path, response);
			response.on("finish", sent);
			response.writeHead(200, { "content-type": "application/pdf" });
			response.end(document);
		});
	});
}

const addHostile = () => at.add(at.member, statement_id, `${at.web.origin}/hostile`);

async function expectReads(member = at.member): Promise<void> {
	const url = `${at.web.origin}/document.pdf`;
	const { status, body } = await at.add(member, statement_id, url);
	expect(status).toBe(201);
	expect(body.page.passages[0]?.text).toContain("purple bicycle");
}

describe.each(Object.entries(HOSTILE_PDFS))("a PDF with %s", (_, document) => {
	it("costs its own page and nothing else", async () => {
		await expectReads();
		const before = { runtime: runtime(), memory: runtimeMemory() ?? 0 };
		const sent = serve(document());
		let over = false;
		const adding = addHostile().finally(() => {
			over = true;
		});
		await sent;
		let healthy = 0;
		while (!over) {
			const { status } = await fetch(`${at.product.url}/api/health`);
			expect(status).toBe(200);
			if (!over) healthy += 1;
		}
		const answer = await adding;
		expectProblem(answer, 422, "page_not_opened");
		expect(answer.body).toMatchObject({ detail: PAGE_PROBLEM_WORDS.unreadable });
		expect(healthy).toBeGreaterThan(2);
		expect(runtime()).toEqual(before.runtime);
		expect((runtimeMemory() ?? 0) - before.memory).toBeLessThan(150e6);
		expect(reading()).toEqual([]);
		await expectReads();
	});
});

describe("a large PDF", () => {
	it("is read, and never held by the process that serves", async () => {
		const told = Array(20).fill(ON_BICYCLES).join("\n");
		void serve(longPdf([told, ...Array(8).fill("More.")], 2 * MB));
		// What has passed through is freed once there is enough of it.
		for (let time = 0; time < 3; time += 1) expect((await addHostile()).status).toBe(201);
		const before = runtimeMemory() ?? 0;
		let most = 0;
		const look = setInterval(() => {
			most = Math.max(most, (runtimeMemory() ?? 0) - before);
		}, 20);
		const { status, body } = await addHostile();
		clearInterval(look);
		expect(status, JSON.stringify(body)).toBe(201);
		expect(body.page.passages[0]?.text).toContain("purple bicycle");
		expect(most).toBeLessThan(12 * MB);
	});

	it("is too large if nothing can be read of the part that is opened", async () => {
		void serve(Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(21 * MB, "no object ")]));
		const answer = await addHostile();
		expectProblem(answer, 422, "page_not_opened");
		expect(answer.body).toMatchObject({ detail: PAGE_PROBLEM_WORDS.too_large });
		await expectReads();
	});
});

const TABLES = "tables of codes with 2^27 entries";

describe("hostile PDFs", () => {
	it("are read one at a time for a member, and keep no other member waiting", async () => {
		void serve(HOSTILE_PDFS[TABLES]?.() ?? expect.fail());
		let [over, most] = [false, 0];
		const adding = Promise.all(Array.from({ length: 10 }, addHostile)).finally(() => {
			over = true;
		});
		await expect.poll(() => reading().length, { interval: 5, timeout: 10_000 }).toBe(1);
		await expectReads(await at.product.member());
		while (!over) {
			most = Math.max(most, reading().length);
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		for (const answer of await adding) {
			expectProblem(answer, 422, "page_not_opened");
			expect(answer.body).toMatchObject({ detail: PAGE_PROBLEM_WORDS.unreadable });
		}
		expect(most).toBe(1);
		expect(reading()).toEqual([]);
		await expectReads();
	});

	it("cost an analysis one page", async () => {
		at.web.serve((path, response) => openWeb(path === "/hostile" ? "/register" : path, response));
		expect((await addHostile()).status).toBe(201);
		void serve(HOSTILE_PDFS[TABLES]?.() ?? expect.fail());
		await at.again(video_id);
		const { body } = await at.member.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`);
		const page = body.pages.find(({ url }) => url.endsWith("/hostile"));
		expect(page).toMatchObject({ reason: "unreadable", http_status: null });
	});
});
