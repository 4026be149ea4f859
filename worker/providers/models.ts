import type { Provider } from "#contract/ids.ts";
import { isFormOf, type Price } from "./prices.ts";

/** What is known of one model. */
export type ModelFacts = {
	/** For standard requests with short prompts; null if unknown or about to change. */
	price: Price | null;
	/**
	 * The least thinking that the model offers, as its vendor's parameter has it: OpenAI's
	 * `reasoning_effort`, Claude's `thinking.type`, Gemini's level or its budget of tokens. null: the
	 * parameter is not sent.
	 */
	thinking: string | number | null;
	/** It thinks all the same, which counts towards the output tokens. */
	thinks: boolean;
	/** Whether it follows a temperature. */
	temperature: boolean;
	/** The announced day from which requests fail: yyyy-mm-dd; null if none is announced. */
	retires_on: string | null;
};

type Row = Partial<ModelFacts>;
type Vendor = {
	/** The vendor's pages on prices and on retirements. */
	sources: readonly [prices: string, retirements: string];
	/**
	 * When the rows were last compared with these pages, or with dated copies of them: yyyy-mm-dd.
	 */
	read_on: string;
	/** By name; a row applies to the dated, latest and preview forms of the name too. */
	models: Record<string, Row>;
	/** What is assumed of a model without a row. What it refuses is left out of the next request. */
	other: (model: string) => Row;
};

const usd = (input: number, output: number, audio: number | null = null) => ({
	price: { input, output, audio },
});
const OPENAI_OFF = { thinking: "none" };
const OPENAI_LOW = { thinking: "low", thinks: true, temperature: false };
const CLAUDE_OFF = { thinking: "disabled", temperature: false };
const GEMINI_MINIMAL = { thinking: "minimal" };
const GEMINI_LOW = { thinking: "low", thinks: true, temperature: false };

/**
 * The vendors' models. Compared in November 2026 with the pages below and with version 1.110.2 of
 * LiteLLM's table; what models take, with the vendors' migration guides.
 */
export const VENDORS: Record<Provider, Vendor> = {
	openai: {
		sources: [
			"https://developers.openai.com/api/docs/pricing",
			"https://developers.openai.com/api/docs/deprecations",
		],
		read_on: "2026-11-25",
		models: {
			"gpt-6.1-terra": { ...usd(1, 5), ...OPENAI_OFF },
			"gpt-6.1-sol": { ...usd(2, 10), ...OPENAI_LOW },
			"gpt-6-astra": { ...usd(10, 50), ...OPENAI_LOW },
			"gpt-6-sol": { ...usd(2, 10), ...OPENAI_OFF },
			"gpt-6-luna": { ...usd(0.1, 0.5), ...OPENAI_OFF },
			"gpt-5.6-sol": { ...usd(4, 20), ...OPENAI_OFF },
			"gpt-5.6-terra": { ...usd(2, 12), ...OPENAI_OFF },
			"gpt-5.6-luna": { ...usd(0.2, 1.2), ...OPENAI_OFF },
			"gpt-5.4": { ...usd(2.5, 15), ...OPENAI_OFF },
			"gpt-5.4-mini": { ...usd(0.75, 4.5), ...OPENAI_OFF },
			"gpt-5.4-nano": { ...usd(0.2, 1.25), ...OPENAI_OFF, retires_on: "2027-04-01" },
			"gpt-5-mini": { ...usd(0.25, 2), ...OPENAI_LOW, retires_on: "2026-12-11" },
			"gpt-4.1": { ...usd(2, 8), retires_on: "2027-01-14" },
			"gpt-4.1-mini": { ...usd(0.4, 1.6), retires_on: "2027-01-14" },
			"gpt-4o": { ...usd(2.5, 10), retires_on: "2027-01-14" },
			"gpt-4o-mini": { ...usd(0.15, 0.6), retires_on: "2027-01-14" },
		},
		// Other names belong to other servers, which rarely know a parameter for thinking.
		other: (model) => (/^(?:gpt-[5-9]|o[1-9])/.test(model) ? OPENAI_LOW : {}),
	},
	claude: {
		sources: [
			"https://platform.claude.com/docs/en/about-claude/pricing",
			"https://platform.claude.com/docs/en/about-claude/model-deprecations",
		],
		read_on: "2026-11-25",
		models: {
			// Prompts of more than 100,000 tokens cost five times as much; ours are shorter.
			"claude-haiku-5-5": { ...usd(0.1, 0.5), ...CLAUDE_OFF },
			"claude-haiku-4-5": { ...usd(1, 5), ...CLAUDE_OFF },
			"claude-sonnet-5-5": { ...usd(2, 10), ...CLAUDE_OFF, thinking: "between_tools" },
			"claude-sonnet-5": { ...usd(2, 10), ...CLAUDE_OFF },
			"claude-sonnet-4-6": { ...usd(3, 15), ...CLAUDE_OFF },
			"claude-sonnet-4-5": { ...usd(3, 15), ...CLAUDE_OFF, retires_on: "2026-11-30" },
			"claude-opus-5-5": { ...usd(4, 20), thinks: true, temperature: false },
			"claude-opus-5": { ...usd(5, 25), thinks: true, temperature: false },
		},
		other: () => CLAUDE_OFF,
	},
	gemini: {
		sources: [
			"https://ai.google.dev/gemini-api/docs/pricing",
			"https://ai.google.dev/gemini-api/docs/deprecations",
		],
		read_on: "2026-11-25",
		models: {
			// Introductory prices until the end of 2026; they double in January.
			"gemini-3.8-flash": GEMINI_LOW,
			"gemini-3.7-flash": GEMINI_LOW,
			"gemini-3.6-flash": { ...GEMINI_MINIMAL, temperature: false },
			"gemini-3.5-flash": { ...usd(1.5, 9, 1.5), ...GEMINI_MINIMAL },
			"gemini-3.5-flash-lite": { ...usd(0.3, 2.5, 0.3), ...GEMINI_MINIMAL, temperature: false },
			"gemini-3.1-flash-lite": {
				...usd(0.25, 1.5, 0.5),
				...GEMINI_MINIMAL,
				retires_on: "2027-05-07",
			},
			"gemini-2.5-pro": { ...usd(1.25, 10), thinks: true, retires_on: "2026-12-01" },
			"gemini-2.5-flash": { ...usd(0.3, 2.5, 1), thinking: 0, retires_on: "2026-12-01" },
			"gemini-2.5-flash-lite": { ...usd(0.1, 0.4, 0.3), thinking: 0 },
		},
		other: () => GEMINI_LOW,
	},
};

/** What is known of a vendor's model, or assumed of it. */
export function modelFacts(provider: Provider, model: string): ModelFacts {
	const { models, other } = VENDORS[provider];
	const rows = Object.entries(models);
	const [, row = other(model)] =
		rows.find(([name]) => name === model) ?? rows.find(([name]) => isFormOf(model, name)) ?? [];
	return {
		price: null,
		thinking: null,
		thinks: false,
		temperature: true,
		retires_on: null,
		...row,
	};
}
