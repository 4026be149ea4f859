import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import { LASTING } from "#providers/call-failure.ts";
import { type ClientConfig, modelRole, type Question, strictObject } from "#providers/client.ts";
import { listModels } from "#providers/list-models.ts";
import type { ProviderGate } from "#providers/provider-gate.ts";
import type { CallContext, Outcome } from "#providers/retrying-call.ts";
import { createClient } from "./create-providers.ts";
import { completeEntry, MODEL_SETTINGS, type PanelConfig } from "./panel.ts";

export type ProviderTest = { provider: Provider; model: string; ok: boolean; message: string };

const MAX_BYTES = 256 * 1_024;
/** More would not be read in one sentence. */
const MOST_MODELS = 12;

/**
 * The shortest question in the form of all others. It has as much room as a rating, because what a
 * cut answer teaches holds for all calls.
 */
const QUESTION: Question = {
	system: "You answer in JSON.",
	user: 'Answer {"ready": true}.',
	schema: { name: "ready", json: strictObject({ ready: { type: "boolean" } }) },
	max_tokens: 500,
	temperature: 0,
};

/** Whatever the model says: it has answered. */
const testRole = modelRole(
	"test",
	MAX_BYTES,
	() => QUESTION,
	(text) => text !== "",
);

/** One tiny call to each provider of the panel. Never rejects. */
export function testProviders(config: PanelConfig, context: CallContext): Promise<ProviderTest[]> {
	return Promise.all(
		PROVIDERS.flatMap((provider) => {
			const entry = completeEntry(provider, config);
			return entry ? testProvider(provider, entry, context) : [];
		}),
	);
}

async function testProvider(
	provider: Provider,
	entry: ClientConfig,
	context: CallContext,
): Promise<ProviderTest> {
	let address: string | null = null;
	const gateOf = (name: string) =>
		watchAddress(context.gateOf(name), (learned) => {
			address = learned;
		});
	const { model, test } = testRole(createClient(provider, entry));
	const outcome = await test(null, { ...context, gateOf });
	const told = { provider, model, ok: outcome.ok };
	if (outcome.ok) return { ...told, message: answered(address) };
	const base_url = address ?? entry.base_url;
	return { ...told, message: await failed(provider, { ...entry, base_url }, outcome, context) };
}

/** Tells which address answers in place of the one that is set. */
function watchAddress(gate: ProviderGate, found: (address: string) => void): ProviderGate {
	return {
		async take(request) {
			const grant = await gate.take(request);
			if (grant?.learned.address) found(grant.learned.address);
			return grant;
		},
		settle(lease, report) {
			if (report.learned?.address) found(report.learned.address);
			return gate.settle(lease, report);
		},
	};
}

function answered(address: string | null): string {
	return address === null
		? "It answers."
		: `It answers at ${address}, which is used in place of the address that is set.`;
}

async function failed(
	provider: Provider,
	entry: ClientConfig,
	{ message }: Outcome<unknown> & { ok: false },
	{ fetch }: CallContext,
): Promise<string> {
	if (message !== LASTING.model) return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
	const setting = MODEL_SETTINGS[provider];
	const models = await listModels(provider, entry, fetch);
	const none = `No model named ${entry.model}`;
	if (models.length === 0) return `${none}. Set ${setting} to a model that the server has.`;
	const more = models.length > MOST_MODELS ? `, and ${models.length - MOST_MODELS} more` : "";
	return `${none}; the server has: ${models.slice(0, MOST_MODELS).join(", ")}${more}. Set ${setting}.`;
}
