import { beforeAll, describe, expect, it } from "vitest";
import { startGoogleWorld } from "#tests/support/fakes/google.ts";
import { startWebWorld } from "#tests/support/fakes/web-sites.ts";
import { answerCheck } from "#tests/support/world/answer-checks.ts";
import { EXAMPLE_METRICS_TOKEN } from "#tests/support/world/example-requests.ts";
import { opened } from "#tests/support/world/opened.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";
import { recordExamples } from "#tests/support/world/record-examples.ts";
import { ADMIN_EMAIL } from "#tests/support/world/signed-in.ts";
import { ENDPOINTS } from "#worker/endpoints.ts";
import { openApiDocument } from "#worker/openapi/document.ts";
import type { RecordedExample } from "#worker/openapi/document-types.ts";

const FILE = "../../../worker/openapi/examples.json";

/** No clock: its jobs would change what is read. */
const clock = false;
const ADMIN_EMAILS = ADMIN_EMAIL;
const sites = opened(async () => {
	const web = await startWebWorld();
	const EVIDENCE_TRUSTED_HOSTS = web.host;
	const demo = { ...DEMO_ENV, EVIDENCE_SOURCES: "", ADMIN_EMAILS, EVIDENCE_TRUSTED_HOSTS };
	const mail = { METRICS_TOKEN: EXAMPLE_METRICS_TOKEN, EVIDENCE_TRUSTED_HOSTS };
	const started = {
		demo: await startProduct(demo, { clock }),
		live: await startProduct({ ADMIN_EMAILS }, { clock }),
		mail: await startGoogleWorld(mail, { clock }),
	};
	const stop = () =>
		Promise.all([...Object.values(started), { stop: web.close }].map((it) => it.stop()));
	return { ...started, web, stop };
});
let fresh: Record<string, RecordedExample>;

beforeAll(async () => {
	fresh = await recordExamples(sites);
});

/** One operation a line. */
function written(examples: Record<string, RecordedExample>): string {
	const lines = Object.entries(examples).map(
		([id, example]) => `${JSON.stringify(id)}: ${JSON.stringify(example)}`,
	);
	return `{\n${lines.join(",\n")}\n}\n`;
}

describe("examples of the API reference", () => {
	// `npx vitest run -c tests/vitest.config.ts tests/worker/openapi/examples.test.ts -u` writes them.
	it("are what the product answers", async () => {
		await expect(written(fresh)).toMatchFileSnapshot(FILE);
	});

	it("succeed", () => {
		const refused = Object.entries(fresh).filter(([, { status }]) => status >= 400);
		expect(refused).toEqual([]);
	});

	it("exist for every operation and match its schemas", () => {
		const document = openApiDocument("https://site.invalid");
		const check = answerCheck(document);
		const wrong = ENDPOINTS.flatMap(({ id, method, path }) => {
			const operation = document.paths[path]?.[method.toLowerCase()];
			const example = fresh[id];
			if (!operation || !example) return [`${id} has none`];
			const { status, answer } = example;
			const [type = ""] = Object.keys(operation.responses[status]?.content ?? {});
			if (answer === undefined) return operation.responses[status] ? [] : [`${id}: ${status}`];
			const text = typeof answer === "string" ? answer : JSON.stringify(answer);
			return check(operation, { status, type, text }).map((fault) => `${id}: ${fault}`);
		});
		expect(wrong).toEqual([]);
	});
});
