import { createPanel } from "#features/raters/create-providers.ts";
import type { FakeCall } from "#tests/support/fakes/ai-wires.ts";
import { realCallContext } from "#tests/support/fakes/network.ts";
import type { FakeYoutubeCall } from "#tests/support/fakes/youtube.ts";
import type { Product } from "#tests/support/world/product.ts";

export type Baseline = {
	/** What all of the calls take one after another. */
	total_ms: number;
	/** How many of them were really made; the rest is scaled from these. */
	made: number;
	of: number;
};

/** Longer than any stand-in takes. */
const TIMEOUT_MS = 60_000;

/**
 * Makes an analysis' calls once more, each after the one before, against the
 * same stand-ins: those to the platform and at most `sample` provider calls.
 */
export async function oneAfterAnother(
	{ ai, youtube }: Pick<Product, "ai" | "youtube">,
	asked: { ai: FakeCall[]; youtube: FakeYoutubeCall[] },
	sample: number,
): Promise<Baseline> {
	const panel = createPanel(ai.panel);
	const platform_ms = await timeOf(async () => {
		for (const { path, body } of asked.youtube) await readWhole(youtube.origin + path, body);
	});
	const calls = asked.ai.slice(-sample);
	const providers_ms = await timeOf(async () => {
		for (const call of calls) await askAgain(panel, call);
	});
	return {
		total_ms: platform_ms + (providers_ms / calls.length) * asked.ai.length,
		made: calls.length + asked.youtube.length,
		of: asked.ai.length + asked.youtube.length,
	};
}

async function timeOf(work: () => Promise<void>): Promise<number> {
	const started_at = performance.now();
	await work();
	return performance.now() - started_at;
}

async function readWhole(url: string, body: unknown): Promise<void> {
	const response = await fetch(url, body ? { method: "POST", body: JSON.stringify(body) } : {});
	await response.arrayBuffer();
}

async function askAgain(
	{ raters, extractors }: ReturnType<typeof createPanel>,
	call: FakeCall,
): Promise<void> {
	const context = realCallContext({ timeout_ms: TIMEOUT_MS });
	const { provider, statement, transcript, limit } = call;
	const fits = (port: { provider: string }) => port.provider === provider;
	const outcome =
		statement !== null
			? await raters.find(fits)?.rate({ statement, said_on: null, said_in: null }, context)
			: await extractors
					.find(fits)
					?.extract({ text: transcript ?? "", language: "en", limit }, context);
	if (!outcome?.ok) throw new Error(`A ${call.kind} call failed.`);
}
