import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { ADMIN_EMAIL } from "#tests/support/world/signed-in.ts";
import { Findings } from "./findings.ts";
import { secretsIn } from "./leaks.ts";
import { CLASSES, type HostileClass } from "./seeds.ts";
import { startTrap, type Trap } from "./trap.ts";

export type HostileTexts = Record<HostileClass, string[]>;

export type HostileWorld = {
	product: Product;
	texts: HostileTexts;
	findings: Findings;
	/** API keys, and a bystander's private data. */
	secrets: string[];
	trap: Trap;
	/** The fake site that the product searches. */
	source: WebWorld;
	/** Checks the logs and the trap, and stops everything. */
	close: () => Promise<void>;
};

const KEYS = {
	OPENAI_API_KEY: "sentinel-key-of-the-first",
	ANTHROPIC_API_KEY: "sentinel-key-of-the-second",
	GEMINI_API_KEY: "sentinel-key-of-the-third",
	YOUTUBE_API_KEY: "sentinel-key-of-the-platform",
	GOOGLE_CLIENT_SECRET: "sentinel-secret-of-the-sign-in",
} satisfies Record<string, string>;

const BYSTANDER = {
	full_name: "Bystander Nobody Asks About",
	email: "bystander-of-it-all@example.test",
	password: "sentinel-password-of-the-bystander",
};

/** The product with its fakes, recognizable keys, a bystander and a trap. */
export async function startHostileWorld(given: HostileTexts): Promise<HostileWorld> {
	const trap = await startTrap();
	const source = await startWebWorld();
	const product = await startProduct({
		...KEYS,
		EVIDENCE_SOURCES: "wikipedia",
		WIKIPEDIA_BASE_URL: source.origin,
		CONTACT_EMAIL: ADMIN_EMAIL,
		GOOGLE_CLIENT_ID: "client",
		ADMIN_EMAILS: ADMIN_EMAIL,
		LIMIT_SIGN_IN: "0",
		LIMIT_SEARCH: "0",
		LIMIT_VOTES: "0",
		PROVIDER_TIMEOUT_MS: "5000",
	});
	const { lines } = product;
	const bystander = product.visitor();
	const signed_up = await bystander.post("/api/auth/sign-up", BYSTANDER);
	const key = await bystander.post<{ key: string }>("/api/keys", { name: "Sentinel program" });
	if (signed_up.status !== 201 || key.status !== 201)
		throw new Error("The bystander could not sign up");
	const secrets = [
		...Object.values(KEYS),
		BYSTANDER.email,
		BYSTANDER.password,
		key.body.key,
		bystander.cookie().replace(/^session=/, ""),
	];
	const findings = new Findings();
	const texts = Object.fromEntries(
		CLASSES.map((kind) => [
			kind,
			given[kind].map((text) => text.replaceAll("PORT", String(trap.port))),
		]),
	) as HostileTexts;
	const behind = (what: string) => findings.add("SSRF addresses", "the whole of it", "", what);
	return {
		product,
		texts,
		findings,
		secrets,
		trap,
		source,
		async close() {
			await product.stop();
			await source.close();
			if (trap.knocks() > 0) behind(`${trap.knocks()} calls to this machine`);
			await trap.close();
			for (const line of lines)
				for (const leak of secretsIn(line, secrets)) behind(`the log ${leak}`);
		},
	};
}

/** A random sample of the texts in their order, reproducible by seed. */
export function sampled(texts: readonly string[], count: number, seed: number): string[] {
	const random = seededRandom(seed);
	const unique = [...new Set(texts)];
	while (unique.length > count) unique.splice(Math.floor(random() * unique.length), 1);
	return unique;
}
