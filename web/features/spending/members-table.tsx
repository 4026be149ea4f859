import type { SpendingMember } from "#contract/spending.ts";
import { plural } from "#web/ui/format-count.ts";
import { formatCost } from "./format-amounts.ts";
import { HEAD, NUMBER, NUMBER_HEAD } from "./table-look.ts";

/** Who started the most; enough to see who stands out. */
export function MembersTable({ members }: { members: SpendingMember[] }) {
	return (
		<section aria-labelledby="spending-members" className="flex flex-col gap-4">
			<h2 id="spending-members" className="font-serif text-xl font-semibold">
				Who started them
			</h2>
			<table className="w-full max-w-3xl border-t-2 border-ink">
				<caption className="sr-only">
					Analyses, requests and estimated cost of the last 30 days by member
				</caption>
				<thead className="text-left text-sm text-muted">
					<tr>
						<th scope="col" className={HEAD}>
							Member
						</th>
						<th scope="col" className={NUMBER_HEAD}>
							Requests
						</th>
						<th scope="col" className={NUMBER_HEAD}>
							Cost
						</th>
					</tr>
				</thead>
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
							<td className={NUMBER}>{row.requests.toLocaleString("en")}</td>
							<td className={`${NUMBER} font-semibold`}>{formatCost(row)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
