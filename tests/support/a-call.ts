import type { Provider } from "#contract/ids.ts";
import type { ProviderCallRecord } from "#features/analysis/publication.ts";

/** A call of a provider that went well, as a run's bill has it. */
export function aCall(
	task: string,
	provider: Provider,
	fields: Partial<ProviderCallRecord> = {},
): ProviderCallRecord {
	return {
		task,
		provider,
		model: `${provider}-model`,
		ok: true,
		attempts: 1,
		duration_ms: 10,
		usage: { input_tokens: 100, output_tokens: 20, cost_usd: 0.5 },
		...fields,
	};
}
