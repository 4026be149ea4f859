/** What swr stores answers on spending under. Apart from the other keys: only the team's page wants them. */
export const spendingKeys = {
	overview: "/api/admin/spending",
	analyses: (cursor: string | null) =>
		cursor === null
			? "/api/admin/spending/analyses"
			: `/api/admin/spending/analyses?cursor=${encodeURIComponent(cursor)}`,
};
