import { setTimeout as sleep } from "node:timers/promises";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { panelConfig, providerTimeout } from "#features/raters/panel.ts";
import { testProviders } from "#features/raters/test-providers.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { createGates } from "#providers/provider-gate.ts";
import type { Settings } from "#worker/env.ts";

/** A local server may load its model for as long. */
const PATIENCE_MS = 90_000;
const ANSWERS = "It answers.";

/** Asks each AI provider one short question, and prints what has to be changed in the settings. */
export async function warnOfProviders(
	settings: Settings,
	print: (line: string) => void = console.warn,
): Promise<void> {
	const tests = await testProviders(panelConfig(settings), {
		fetch: createOutboundGate(),
		timeout_ms: providerTimeout(settings),
		patience_ms: PATIENCE_MS,
		gateOf: createGates(),
		now: () => Date.now(),
		random: () => Math.random(),
		sleep: (ms) => sleep(ms),
	});
	for (const { provider, model, message } of tests)
		if (message !== ANSWERS) print(`${PROVIDER_NAMES[provider]} (${model}): ${message}`);
}
