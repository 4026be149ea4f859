import type { SpendingMember } from "#contract/spending.ts";
import { grouped, plural } from "#web/ui/format-count.ts";
import { FiguresTable } from "./figures-table.tsx";
import { formatCost } from "./format-amounts.ts";
import { NUMBER } from "./table-look.ts";

/** Who started the most; enough to see who stands out. */
export function MembersTable({ members }: { members: SpendingMember[] }) {
	return (
		<FiguresTable
			id="spending-members"
			title="Who started them"
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
							{row.member === null
								? "Members who have left"
								: row.member.full_name || "A member without a name"}
							<span className="block text-sm font-normal text-muted">
								{plural(row.analyses, "analysis", "analyses")}
							</span>
						</th>
						<td className={NUMBER}>{grouped(row.requests)}</td>
						<td className={`${NUMBER} font-semibold`}>{formatCost(row)}</td>
					</tr>
				))}
			</tbody>
		</FiguresTable>
	);
}
