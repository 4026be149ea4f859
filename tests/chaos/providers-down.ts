import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import type { Statement } from "#contract/statement.ts";
import type { Fault } from "#tests/support/fakes/ai-answers.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import type { Client } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";
import { brokenLaws } from "./faults.ts";
import type { Outcome } from "./outcome.ts";
import { talkNumberOf } from "./talks.ts";
import { within } from "./within.ts";

/** Long enough for the working providers, even with all of these runs at once. */
const PROVIDER_TIMEOUT_MS = 5_000;
const FACTS = 3;
const WORDS = 120;
/** All runs take about 10 s; one that takes this long has hung. */
const END_MS = 240_000;

const SILENCE: Fault = "never_answers";
/** The ways in which a provider is down, for every call of a run. */
const WAYS: [name: string, fault: Fault][] = [
	["silent", SILENCE],
	["answering 500", { status: 500 }],
	["hanging up", "hang_up"],
	["refusing the key", { status: 401 }],
];

type Down = { providers: Provider[]; way: string; fault: Fault };

/** Takes one, two and all providers down and then brings them back. */
export async function takeProvidersDown(): Promise<Outcome[]> {
	const downs = WAYS.flatMap(([way, fault]) =>
		subsets(PROVIDERS).map((providers) => ({ providers, way, fault })),
	);
	const product = await startProduct({
		PROVIDER_TIMEOUT_MS: String(PROVIDER_TIMEOUT_MS),
		MAX_STATEMENTS: String(FACTS),
		LIMIT_PROVIDER_CALLS: "0",
	});
	try {
		const member = await product.member();
		const back = new Set<number>();
		product.ai.answer({ extract: extractFacts });
		product.ai.behave("all", (call) => {
			const number = talkNumberOf(call);
			const down = downs[number - 1];
			if (!down?.providers.includes(call.provider) || back.has(number)) return {};
			// Extraction waits three times as long for each provider in turn; its silence is covered
			// elsewhere.
			const waits = down.fault === SILENCE && call.kind !== "rate";
			return waits ? {} : { fault: down.fault };
		});
		const broken = await Promise.all(
			downs.map((down, place) =>
				judge(product, member, down, place + 1, () => back.add(place + 1)).catch(
					(error: unknown) => [String(error)],
				),
			),
		);
		return [1, 2, 3].map((count) => {
			const own = downs.flatMap((down, place) =>
				down.providers.length === count ? [{ down, laws: broken[place] }] : [],
			);
			return {
				part: `${count} of ${PROVIDERS.length} providers down`,
				tried: own.length,
				survived: own.filter(({ laws }) => laws?.length === 0).length,
				broken: own.flatMap(({ down, laws }) =>
					(laws ?? []).map((law) => `${down.providers.join(", ")} ${down.way}: ${law}`),
				),
			};
		});
	} finally {
		await product.stop();
	}
}

async function judge(
	product: Product,
	member: Client,
	{ providers }: Down,
	number: number,
	comeBack: () => void,
): Promise<string[]> {
	const video_id = product.newVideo(longTalk({ number, words: WORDS, facts: FACTS }));
	const run = await within(END_MS, runToEnd(member, video_id));
	const broken = await brokenLaws(member, run);
	const all_down = providers.length === PROVIDERS.length;
	const code = (run.ending.data as { code?: string }).code;
	if (all_down !== (code === "ratings_failed"))
		broken.push(`it ended as ${code ?? run.ending.event}`);
	broken.push(...mislabelled(run.report.statements, providers));
	if (!all_down) return broken;
	comeBack();
	const again = await within(END_MS, runToEnd(member, video_id));
	broken.push(...(await brokenLaws(member, again)));
	if (again.ending.event !== "completed") broken.push("it does not complete once they are back");
	return broken;
}

/** Ratings whose status does not match whether their provider was down. */
function mislabelled(statements: Pick<Statement, "ratings">[], down: Provider[]): string[] {
	return statements.flatMap(({ ratings }) =>
		ratings
			.filter(({ provider, status }) => status !== (down.includes(provider) ? "failed" : "ok"))
			.map(
				({ provider, status, explanation }) => `${provider} is marked as ${status}: ${explanation}`,
			),
	);
}

/** All subsets except the empty one, smallest first. */
function subsets<T>(of: readonly T[]): T[][] {
	const found: T[][] = [[]];
	for (const it of of) found.push(...found.map((set) => [...set, it]));
	return found.filter((set) => set.length > 0).sort((a, b) => a.length - b.length);
}
