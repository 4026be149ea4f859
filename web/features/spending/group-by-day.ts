import type { Provider } from "#contract/ids.ts";
import type { SpendingDay } from "#contract/spending.ts";
import { PROVIDER_NAMES } from "#web/ui/provider-names.ts";
import { addCosts } from "./format-amounts.ts";

type Cost = ReturnType<typeof addCosts>;

export type DayRow = {
	day: string;
	requests: number;
	input_tokens: number;
	output_tokens: number;
	cost: Cost;
	providers: { provider: Provider; cost: Cost }[];
};

/** In the order of the screen. */
const PROVIDERS = Object.keys(PROVIDER_NAMES) as Provider[];

/** One row a day, in the order in which the days come. */
export function groupByDay(rows: SpendingDay[]): DayRow[] {
	const days = [...new Set(rows.map(({ day }) => day))];
	return days.map((day) =>
		rowOf(
			day,
			rows.filter((row) => row.day === day),
		),
	);
}

function rowOf(day: string, rows: SpendingDay[]): DayRow {
	const sum = (key: "requests" | "input_tokens" | "output_tokens") =>
		rows.reduce((total, row) => total + row[key], 0);
	const asked = new Set(rows.map(({ provider }) => provider));
	const providers = PROVIDERS.filter((provider) => asked.has(provider));
	return {
		day,
		requests: sum("requests"),
		input_tokens: sum("input_tokens"),
		output_tokens: sum("output_tokens"),
		cost: addCosts(rows),
		providers: providers.map((provider) => ({
			provider,
			cost: addCosts(rows.filter((row) => row.provider === provider)),
		})),
	};
}
