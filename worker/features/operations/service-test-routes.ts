import { SOURCE_NAMES } from "#contract/evidence-words.ts";
import { PROVIDER_NAMES, PROVIDERS } from "#contract/providers.ts";
import { type ServiceTest, ServiceTests } from "#contract/services.ts";
import { openSourceIds } from "#features/evidence/source-ids.ts";
import { completeEntry, panelConfig } from "#features/raters/panel.ts";
import { endpoint } from "#http/endpoint.ts";
import { json } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { quota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { readServiceTests, storeServiceTests } from "./service-test-queries.ts";

/** Each makes paid calls. */
const TESTS_AN_HOUR = 6;

/** Whether the AI providers and sources answer, for admins. */
export const serviceTestEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/admin/providers",
		id: "listProviders",
		summary: "This site's AI providers and sources, with their last answers to a test",
		access: "admin",
		answers: { 200: json("Providers first.", ServiceTests) },
		handle: async (context) => ({ services: await lastAnswers(context) }),
	}),
	endpoint({
		method: "POST",
		path: "/api/admin/providers/test",
		id: "testProviders",
		summary: "Ask each AI provider and source one short question",
		detail:
			"Each answers, or `message` says what to change: the key, the model's name or the credit. The calls are paid for, and count towards no limit but six tests an hour for the site.",
		access: "admin",
		answers: { 200: json("What each answered.", ServiceTests) },
		problems: { 429: "Six tests were made within an hour." },
		handle: async (context) => {
			const limit = quota(context, "provider_tests:site", TESTS_AN_HOUR, HOUR_MS);
			const counted = await limit.consume();
			if (!counted.ok) throw problem("too_many_requests/provider_tests", counted);
			// In an object, because the code that calls providers is not loaded to answer requests.
			const answers = await context.objects.PROVIDER_CALLER.getByName("tests").test();
			await storeServiceTests(context.db.primary, answers, context.now().toISOString());
			return { services: await lastAnswers(context) };
		},
	}),
];

async function lastAnswers(context: Context): Promise<ServiceTest[]> {
	const stored = await readServiceTests(context.db.primary);
	return configuredServices(context).map((service) => {
		const last = stored.find(
			({ kind, id, model }) =>
				kind === service.kind && id === service.id && model === service.model,
		);
		const { tested_at = null, ok = null, message = null } = last ?? {};
		return { ...service, tested_at, ok, message };
	});
}

function configuredServices({
	settings,
	providers,
}: Context): Pick<ServiceTest, "kind" | "id" | "name" | "model">[] {
	const config = panelConfig(settings);
	const panel = PROVIDERS.flatMap((id) => {
		const entry = completeEntry(id, config);
		return entry
			? { kind: "provider" as const, id, name: PROVIDER_NAMES[id], model: entry.model }
			: [];
	});
	const sources = openSourceIds(settings, providers.mode)
		.filter((id) => id !== "samples")
		.map((id) => ({ kind: "source" as const, id, name: SOURCE_NAMES[id], model: null }));
	return [...panel, ...sources];
}
