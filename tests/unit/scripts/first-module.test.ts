import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { workerOptions } from "#scripts/build/worker.ts";
import { layout } from "#scripts/layout.ts";

/** Large, and needed by no page. */
const ON_DEMAND = [
	"nodemailer",
	"openai",
	"jose",
	"oauth4webapi",
	"@libsql/client",
	"tldts",
	"htmlparser2",
	"@resvg/resvg-wasm",
	"@google/generative-ai",
	"@modelcontextprotocol/server",
	"react-dom",
	"robots-parser",
].map((name) => `node_modules/${name}/`);
const OWN_ON_DEMAND = [
	"worker/api.ts",
	"worker/features/mcp/answer-mcp.ts",
	"worker/http/endpoint.ts",
	"worker/every-minute.ts",
	"worker/db/libsql.ts",
	"durable-objects/video-analysis.ts",
	"durable-objects/event-hub.ts",
	"durable-objects/provider-caller.ts",
];

let evaluated: string[];
let bundled: string[];

beforeAll(async () => {
	const { metafile } = await build({
		...(await workerOptions()),
		write: false,
		metafile: true,
		sourcemap: false,
	});
	bundled = Object.keys(metafile.inputs);
	const found = new Set<string>();
	const visit = (path: string) => {
		if (found.has(path)) return;
		found.add(path);
		for (const { kind, external, path: next } of metafile.inputs[path]?.imports ?? [])
			if (kind !== "dynamic-import" && !external) visit(next);
	};
	visit(layout.workerEntry.slice(layout.root.length));
	evaluated = [...found];
});

describe("the worker's first module", () => {
	it("evaluates what a page needs", () => {
		expect(evaluated).toContain("worker/features/sharing/pages/serve-page.ts");
		expect(evaluated.length).toBeGreaterThan(100);
	});

	it("has PDF.js nowhere in its bundle", () => {
		expect(bundled.filter((it) => it.includes("unpdf"))).toEqual([]);
	});

	it.each([...ON_DEMAND, ...OWN_ON_DEMAND])("does not evaluate %s", (path) => {
		expect(evaluated.filter((it) => it.startsWith(path))).toEqual([]);
	});
});
