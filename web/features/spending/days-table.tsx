import type { SpendingDay } from "#contract/spending.ts";
import { formatCount, grouped } from "#web/ui/format-count.ts";
import { PROVIDER_NAMES } from "#web/ui/provider-names.ts";
import { FiguresTable } from "./figures-table.tsx";
import { formatCost, formatUtcDay } from "./format-amounts.ts";
import { type DayRow, groupByDay } from "./group-by-day.ts";
import { TOP_NUMBER } from "./table-look.ts";

/** The last 30 days, each with its providers below it. */
export function DaysTable({ days }: { days: SpendingDay[] }) {
	return (
		<FiguresTable
			id="spending-days"
			title="The last 30 days"
			caption="Requests, tokens and estimated cost by day and provider, the latest first"
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
					<time dateTime={day}>{formatUtcDay(day)}</time>
				</th>
				<td className={TOP_NUMBER}>{grouped(requests)}</td>
				<td className={TOP_NUMBER}>
					{formatCount(input_tokens + output_tokens)}
				</td>
				<td className={`${TOP_NUMBER} font-semibold`}>{formatCost(cost)}</td>
			</tr>
			<tr>
				<td colSpan={4} className="pb-3 text-sm text-muted">
					{providers
						.map(
							({ provider, cost }) =>
								`${PROVIDER_NAMES[provider]} ${formatCost(cost)}`,
						)
						.join(" · ")}
				</td>
			</tr>
		</tbody>
	);
}
