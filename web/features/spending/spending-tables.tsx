import type { ReactNode } from "react";
import { SOURCE_NAMES } from "#contract/evidence-words.ts";
import { formatCount, formatNumber, formatUtcDate, plural } from "#contract/format.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import type { SpendingDay, SpendingMember } from "#contract/spending.ts";

/** The last 30 days, each with its providers below it. */
export function DaysTable({ days }: { days: SpendingDay[] }) {
	return (
		<FiguresTable
			id="spending-days"
			title="The last 30 days"
			caption="Requests, tokens and estimated cost by day and provider, newest first"
			rows="Day"
			numbers={["Requests", "Tokens", "Cost"]}
		>
			{groupByDay(days).map((row) => (
				<Day key={row.day} row={row} />
			))}
		</FiguresTable>
	);
}

function Day({ row }: { row: DayRow }) {
	const { day, requests, input_tokens, output_tokens, cost, providers } = row;
	return (
		<tbody className="border-t border-line">
			<tr>
				<th scope="row" className="pt-3 text-left font-semibold">
					<time dateTime={day}>{formatUtcDate(day)}</time>
				</th>
				<td className={TOP_NUMBER_CELL}>{formatNumber(requests)}</td>
				<td className={TOP_NUMBER_CELL}>{formatCount(input_tokens + output_tokens)}</td>
				<td className={`${TOP_NUMBER_CELL} font-semibold`}>{formatCost(cost)}</td>
			</tr>
			<tr>
				<td colSpan={4} className="pb-3 text-sm text-muted">
					{providers
						.map(({ provider, cost }) => `${PAID_NAMES[provider]} ${formatCost(cost)}`)
						.join(" · ")}
				</td>
			</tr>
		</tbody>
	);
}

/** Said of a member who has no name. */
export const NO_NAME = "A member without a name";

/** The members who started the most analyses. */
export function MembersTable({ members }: { members: SpendingMember[] }) {
	return (
		<FiguresTable
			id="spending-members"
			title="By member"
			caption="Analyses, requests and estimated cost of the last 30 days by member"
			rows="Member"
			numbers={["Requests", "Cost"]}
		>
			<tbody>
				{members.map((row) => (
					<tr key={row.member?.id ?? ""} className="border-t border-line">
						<th
							scope="row"
							className="w-full py-3 text-left font-semibold [overflow-wrap:anywhere]"
						>
							{row.member === null ? "Deleted accounts" : row.member.full_name || NO_NAME}
							<span className="block text-sm font-normal text-muted">
								{plural(row.analyses, "analysis", "analyses")}
							</span>
						</th>
						<td className={NUMBER_CELL}>{formatNumber(row.requests)}</td>
						<td className={`${NUMBER_CELL} font-semibold`}>{formatCost(row)}</td>
					</tr>
				))}
			</tbody>
		</FiguresTable>
	);
}

/** A section with one table: a name in each row, then numbers. */
export function FiguresTable({
	id,
	title,
	caption,
	rows,
	numbers,
	children,
}: {
	/** The heading's id, unique on the page. */
	id: string;
	title: string;
	/** For screen readers: the table's content and order. */
	caption: string;
	/** The first column's head. */
	rows: string;
	/** The heads of the other columns. */
	numbers: string[];
	/** The table's bodies. */
	children: ReactNode;
}) {
	return (
		<section aria-labelledby={id} className="flex flex-col gap-4">
			<h2 id={id} className="heading">
				{title}
			</h2>
			<table className="w-full max-w-3xl border-t-2 border-ink">
				<caption className="sr-only">{caption}</caption>
				<thead className="text-left text-sm text-muted">
					<tr>
						<th scope="col" className="py-2 font-normal">
							{rows}
						</th>
						{numbers.map((head) => (
							<th key={head} scope="col" className="py-2 pl-3 text-right font-normal">
								{head}
							</th>
						))}
					</tr>
				</thead>
				{children}
			</table>
		</section>
	);
}

export const NUMBER_CELL = "py-3 pl-3 text-right whitespace-nowrap";
/** The class of a number cell in a row that is visually joined with the next. */
const TOP_NUMBER_CELL = "pt-3 pl-3 text-right whitespace-nowrap";

type DayRow = {
	day: string;
	requests: number;
	input_tokens: number;
	output_tokens: number;
	cost: Cost;
	providers: { provider: SpendingDay["provider"]; cost: Cost }[];
};

/** One row a day, in the order of the days. */
function groupByDay(rows: SpendingDay[]): DayRow[] {
	const days = [...new Set(rows.map(({ day }) => day))];
	return days.map((day) =>
		sumDay(
			day,
			rows.filter((row) => row.day === day),
		),
	);
}

function sumDay(day: string, rows: SpendingDay[]): DayRow {
	const sum = (key: "requests" | "input_tokens" | "output_tokens") =>
		rows.reduce((total, row) => total + row[key], 0);
	const asked = new Set(rows.map(({ provider }) => provider));
	const all = Object.keys(PAID_NAMES) as SpendingDay["provider"][];
	const providers = all.filter((provider) => asked.has(provider));
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

/** Whom an analysis pays. */
export const PAID_NAMES = { ...PROVIDER_NAMES, ...SOURCE_NAMES };

const CENT = 0.01;

type Cost = { cost_usd: number | null; unpriced_calls: number };

/** Dollars; below a cent with more digits. */
export function formatUsd(usd: number): string {
	const small = usd > 0 && usd < CENT;
	return usd.toLocaleString("en", {
		style: "currency",
		currency: "USD",
		...(small
			? { minimumSignificantDigits: 2, maximumSignificantDigits: 2 }
			: { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
	});
}

/** An estimated cost in words. An unknown price is not guessed. */
export function formatCost({ cost_usd, unpriced_calls }: Cost): string {
	if (cost_usd === null) return "unknown";
	const figure = formatUsd(cost_usd);
	return unpriced_calls > 0 ? `over ${figure}` : figure;
}

/** "1.2K in, 340 out". */
export function formatTokens({
	input_tokens,
	output_tokens,
}: {
	input_tokens: number;
	output_tokens: number;
}): string {
	return `${formatCount(input_tokens)} in, ${formatCount(output_tokens)} out`;
}

/** The sum of the known costs; unknown if there is none. */
function addCosts(costs: Cost[]): Cost {
	const unpriced_calls = costs.reduce((sum, it) => sum + it.unpriced_calls, 0);
	const known = costs.reduce((sum, it) => sum + (it.cost_usd ?? 0), 0);
	return { cost_usd: unpriced_calls > 0 && known === 0 ? null : known, unpriced_calls };
}
