import { formatNumber } from "#contract/format.ts";
import type { SpendingShare, SpendingTaker, SpendingToday } from "#contract/spending.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { FiguresTable, formatUsd, NO_NAME, NUMBER_CELL } from "./spending-tables.tsx";

const KINDS = {
	member: "One member",
	new_member: "One account younger than a day",
	network: "One network",
} as const;
type Kind = keyof typeof KINDS;

const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** What one member or network may take of the day, and those that have taken most. */
export function Shares({ shares, takers }: Pick<SpendingToday, "shares" | "takers">) {
	return (
		<>
			<FiguresTable
				id="spending-shares"
				title="Shares of a day"
				caption="The most that one member or network may take of a day"
				rows="At most for"
				numbers={HEADS}
			>
				<tbody>
					{KIND_NAMES.map((kind) => (
						<tr key={kind} className="border-t border-line">
							<th scope="row" className="py-3 text-left font-semibold">
								{KINDS[kind]}
							</th>
							<Figures {...shares[kind]} none="none" />
						</tr>
					))}
				</tbody>
			</FiguresTable>
			{takers.length > 0 && (
				<FiguresTable
					id="spending-takers"
					title="Most of today"
					caption="The members and networks that have taken most of today, with what is reserved for them"
					rows="Taken by"
					numbers={HEADS}
				>
					<tbody>
						{takers.map((taker, at) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: networks have no name, and the rows hold no state.
							<tr key={at} className="border-t border-line">
								<th scope="row" className="py-3 text-left font-semibold [overflow-wrap:anywhere]">
									<Name taker={taker} />
									<span className="block text-sm font-normal text-muted">
										{shareTaken(taker, shares[taker.of])}
									</span>
								</th>
								<Figures {...taker} none="0" />
							</tr>
						))}
					</tbody>
				</FiguresTable>
			)}
		</>
	);
}

const HEADS = ["Calls", "Searches", "Cost"];

function Name({ taker: { of, member } }: { taker: SpendingTaker }) {
	if (of === "network") return "A network";
	if (member === null) return "Deleted account";
	return <ForeignText>{member.full_name || NO_NAME}</ForeignText>;
}

function Figures({ calls, searches, usd, none }: SpendingShare & { none: string }) {
	const write = (value: number | null, format: (value: number) => string) =>
		value === null ? none : format(value);
	return (
		<>
			<td className={NUMBER_CELL}>{write(calls, formatNumber)}</td>
			<td className={NUMBER_CELL}>{write(searches, formatNumber)}</td>
			<td className={NUMBER_CELL}>{write(usd, formatUsd)}</td>
		</>
	);
}

const WHOSE: Record<Kind, string> = {
	member: "a member's",
	new_member: "a new account's",
	network: "a network's",
};

/** How much of its share is taken, by the figure that ends first. */
function shareTaken(taker: SpendingTaker, share: SpendingShare): string {
	const parts = (["calls", "searches", "usd"] as const).flatMap((figure) => {
		const most = share[figure];
		return most === null ? [] : [taker[figure] / most];
	});
	if (parts.length === 0) return "No share is set";
	return `${Math.round(100 * Math.max(...parts))}% of ${WHOSE[taker.of]} share`;
}
